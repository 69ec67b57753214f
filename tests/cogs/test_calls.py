"""`/appel`: people say when they want to be called, and a table that waits calls them once."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.tables.calls import KEPT, Call, CallOut
from bot.tables.homes import EVERYTHING
from bot.tables.limits import Block
from bot.ui.wire.clock import LoopClock
from tests.support.sim import Person, World, opened
from tests.support.sim_papers import Paper
from tests.support.store import FreshStore

SOON = 8.0
"""Seconds in which a table that waits has called whom it calls."""
SIXTY_DAYS = KEPT / 1000


@asynccontextmanager
async def tavern(*names: str, **options: Any) -> AsyncIterator[World]:
    async with opened(*names, store=FreshStore(), **options) as world:
        yield world


async def wish(*people: Person, least: int = 4, game: str = "tasse", **more: Any) -> None:
    for person in people:
        assert "C’est noté." in await person.types("appel", jeu=game, a_partir_de=least, **more)


def calls(world: World, channel: Any = None) -> list[Paper]:
    return [paper for paper in world.papers(channel) if "on vous attend" in paper]


def named(paper: Paper) -> list[int]:
    return [int(number) for number in re.findall(r"<@(\d+)>", str(paper))]


def board(world: World) -> Paper:
    (found,) = [paper for paper in world.papers() if "la table est ouverte" in paper]
    return found


async def opens(person: Person, command: str = "tasse start") -> Paper:
    await person.types(command)
    await person.world.passes(SOON)
    return board(person.world)


async def test_a_table_calls_when_those_who_sit_and_those_who_wish_it_are_enough() -> None:
    async with tavern("Anne", "Bob", "Chloé", "David") as world:
        anne, bob, chloe, david = world.people.values()
        await wish(chloe, david)
        table = await opens(anne)
        assert calls(world) == [], "three people are not four"
        await bob.presses(table, "join")
        await world.passes(SOON)
        (call,) = calls(world)
        assert named(call) == [chloe.id, david.id]
        assert "2 personnes sont à table ; avec vous, cela fait 4" in call
        assert call.links == [f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{table.id}"]
        (sent,) = [one for one in world.requests("POST", "/messages$") if "on vous attend" in str(one.json)]
        allowed = sent.json["allowed_mentions"]
        assert allowed == {"parse": [], "users": [str(chloe.id), str(david.id)]}
        assert sent.json["enforce_nonce"]


async def test_a_wish_that_completes_the_number_calls_the_others_to_an_open_table() -> None:
    async with tavern("Anne", "Bob", "Chloé", "David") as world:
        anne, bob, chloe, david = world.people.values()
        await wish(bob, least=3)
        await wish(david, least=5)
        await opens(anne)
        assert calls(world) == []
        await wish(chloe, least=3)
        await world.passes(SOON)
        (call,) = calls(world)
        assert sorted(named(call)) == sorted([bob.id, chloe.id]), "for David one more is missing"


async def test_a_table_calls_once_and_the_call_goes_when_it_begins() -> None:
    async with tavern("Anne", "Bob", "Chloé", "David") as world:
        anne, bob, chloe, david = world.people.values()
        await wish(bob, least=2)
        table = await opens(anne)
        (call,) = calls(world)
        await wish(chloe, david, least=2)
        await chloe.presses(table, "join")
        await world.passes(SOON)
        assert [paper.id for paper in calls(world)] == [call.id]
        await anne.presses(board(world), "begin")
        assert world.has_gone(call)
        assert await world.store.calls.call_outs(EVERYTHING) == []


async def test_the_call_goes_when_the_table_closes_also_while_the_bot_was_away() -> None:
    async with tavern("Anne", "Bob") as world:
        anne, bob = world.people.values()
        await wish(bob, least=2)
        await opens(anne)
        (call,) = calls(world)
        await world.restarts(away=60.0)
        assert not world.has_gone(call)
        await anne.types("tasse stop")
        assert world.has_gone(call)


async def test_after_a_crash_between_the_commit_and_the_message_nobody_is_called() -> None:
    async with tavern("Anne", "Bob", "Chloé") as world:
        anne, bob, chloe = world.people.values()
        await anne.types("tasse start")
        (table_id,) = await world.store.tables_of(anne.id)
        bob_s = Call(world.guild.id, "tasse", bob.id, 2, None, world.channel.id, LoopClock().now())
        await world.store.calls.put_call(bob_s)
        out = CallOut(table_id, world.channel.id)
        assert await world.store.calls.call_out(out, [bob_s], bob_s.kept_at), "and then the power fails"
        await world.restarts()
        await wish(chloe, least=2)
        await world.passes(SOON)
        assert calls(world) == []
        await anne.types("tasse stop")
        assert await world.store.calls.call_outs(EVERYTHING) == []


async def test_hours_are_those_of_the_server() -> None:
    async with tavern("Anne", "Bob", "Chloé") as world:
        anne, bob, chloe = world.people.values()
        now = world.env.now().hour
        await world.manager("Gérard").types("reglages", fuseau="UTC")
        shown = await bob.types("appel", jeu="tasse", a_partir_de=2, entre=now, et=(now + 2) % 24)
        assert f"entre {now} h et {(now + 2) % 24} h" in shown
        await wish(chloe, least=2, entre=(now + 3) % 24, et=(now + 5) % 24)
        await opens(anne)
        assert [named(call) for call in calls(world)] == [[bob.id]]


async def test_a_wish_ends_after_sixty_days_and_playing_renews_it() -> None:
    async with tavern("Anne", "Bob", "Chloé") as world:
        anne, bob, chloe = world.people.values()
        await wish(bob, chloe, least=2)
        await world.restarts(away=SIXTY_DAYS / 2)
        table = await opens(anne)
        await chloe.presses(table, "join")
        await world.passes(SOON)
        await anne.types("tasse stop")
        await world.restarts(away=SIXTY_DAYS / 2 + 60)
        assert "aucun appel" in await bob.types("appel")
        assert "La Tasse" in await chloe.types("appel")
        await opens(anne)
        assert [named(call) for call in calls(world)] == [[chloe.id]]


async def test_who_is_blocked_or_was_sent_away_is_not_called() -> None:
    async with tavern("Anne", "Bob", "Chloé") as world:
        anne, bob, chloe = world.people.values()
        await wish(bob, chloe, least=2)
        await world.store.block(Block("user", bob.id, "", 0))
        await world.bot.learn_blocks()
        await anne.types("tasse start")
        await chloe.presses(board(world), "join")
        await anne.types("tasse retirer", membre=chloe.member)
        await world.passes(SOON)
        assert "1 place prise" in board(world)
        assert calls(world) == []


async def test_in_a_hidden_channel_only_those_are_called_who_wished_it_there() -> None:
    async with tavern("Anne", "Bob", "Chloé") as world:
        anne, bob, chloe = world.people.values()
        hidden = world.guild.create_text_channel("caché")
        world.allows_all(hidden, view_channel=False)
        for person in (anne, bob, world.bot.user):
            world.allows(person, hidden, view_channel=True)
        await wish(chloe, least=2)
        await bob.types("appel", hidden, jeu="tasse", a_partir_de=2)
        await anne.types("tasse start", hidden)
        await world.passes(SOON)
        assert [named(call) for call in calls(world, hidden)] == [[bob.id]]


async def test_where_nothing_can_be_posted_the_lobby_goes_on_and_the_operator_is_told_once() -> None:
    async with tavern("Anne", "Bob", "Chloé") as world:
        anne, bob, chloe = world.people.values()
        await wish(bob, least=2)
        await anne.types("tasse start")
        world.env.inject_error(
            "POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, message="no", times=1
        )
        await world.passes(SOON)
        assert calls(world) == []
        await chloe.presses(board(world), "join")
        assert "2 places prises" in board(world)
        told = [entry for entry in world.log if entry["event"] == "call not posted"]
        assert [entry["why"] for entry in told] == ["forbidden"]


async def test_a_click_on_the_call_ends_the_wish_of_whoever_presses() -> None:
    async with tavern("Anne", "Bob", "Chloé") as world:
        anne, bob, chloe = world.people.values()
        await wish(bob, chloe, least=2)
        await wish(bob, least=5, game="diavolo")
        await opens(anne)
        (call,) = calls(world)
        shown = await bob.presses(call, "stop")
        assert "je ne vous appelle plus pour La Tasse" in shown
        assert "Diavolo" in shown
        assert "Vous n’aviez pas d’appel" in await anne.presses(call, "stop")
        kept = await world.store.calls.calls_for(world.guild.id, "tasse")
        assert [wished.user_id for wished in kept] == [chloe.id]


async def test_wishes_are_listed_changed_and_removed() -> None:
    async with tavern("Anne") as world:
        (anne,) = world.people.values()
        assert "aucun appel ici" in await anne.types("appel")
        await wish(anne)
        await wish(anne, least=6, entre=20, et=24)
        await wish(anne, least=3, game="diavolo")
        shown = await anne.types("appel", jeu="tasse")
        assert "**La Tasse** à 6 ou plus, entre 20 h et 24 h" in shown, "what is not said stays"
        assert "entre" not in str(await anne.types("appel", jeu="tasse", entre=0, et=24))
        listed = (await anne.types("appel")).paper
        left = await anne.leafs(listed, "drop", "tasse")
        assert "je ne vous appelle plus pour La Tasse" in left
        assert [piece.arg for piece in left.pieces] == ["diavolo"]
        elsewhere = world.elsewhere("Le Café")
        assert "aucun appel ici" in await elsewhere.person("Anne").types("appel")


async def test_a_number_that_no_table_has_room_for_is_refused() -> None:
    async with tavern("Anne") as world:
        (anne,) = world.people.values()
        assert "on est 2 au plus" in await anne.types("appel", jeu="debacle", a_partir_de=3)
        assert "à 2 ou plus" in await anne.types("appel", jeu="debacle"), "the usual number is more"


async def test_the_lobby_has_the_same_in_its_menu() -> None:
    async with tavern("Anne", "Bob") as world:
        anne, bob = world.people.values()
        table = await opens(anne)
        asked = (await bob.presses(table, "ask")).paper
        assert "à combien voulez-vous jouer" in asked
        assert asked.piece("pick").values[0] == "tasse.2"
        await bob.chooses(asked, "pick", "tasse.3")
        assert "**La Tasse** à 3 ou plus" in world.reread(asked)
        again = (await bob.presses(table, "ask")).paper
        await bob.presses(again, "drop")
        assert "aucun appel" in world.reread(again)


async def test_a_full_table_calls_nobody() -> None:
    async with tavern("Anne", "Bob", "Chloé") as world:
        anne, bob, chloe = world.people.values()
        await anne.types("debacle start")
        await bob.presses(board(world), "join")
        await wish(chloe, least=2, game="debacle")
        await world.passes(SOON)
        assert calls(world) == []


async def test_the_call_is_in_the_language_of_the_table() -> None:
    async with tavern("Anne") as world:
        dylan = world.person("Dylan", locale="en-US")
        await wish(world.people["Anne"], least=2)
        await dylan.types("tasse start")
        await world.passes(SOON)
        assert "people are waiting for you at **La Tasse**" in world.board
        assert "with you, that makes 2" in world.board
