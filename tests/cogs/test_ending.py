"""The end of a game is news that calls the players once; then the proof of its dice, and the rematch."""

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.keeping.retention import DAY
from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from db.store import SqliteStore
from engines import GAMES
from tests.support.sim_tasse import Company, one_sided, playing

THREE = ("Anne", "Bob", "Chloé")


def calls(company: Company) -> list[Any]:
    """The requests that call somebody, with whom."""
    sent = [
        request
        for method in ("POST", "PATCH")
        for request in company.world.requests(method)
        if isinstance(request.json, dict)
    ]
    bodies = [request.json.get("data", request.json) for request in sent]
    return [users for body in bodies if (users := body.get("allowed_mentions", {}).get("users"))]


def ids(company: Company) -> list[str]:
    return [str(person.id) for person in company.people]


async def test_the_end_is_a_new_message_that_calls_everybody_once(store: SqliteStore) -> None:
    async with playing(*THREE, store=store, seuil=1) as company:
        before = company.board
        await company.plays_on(one_sided("Bob"))
        over = company.board
        assert over.id != before.id
        assert "🏆 **Bob** gagne la partie !" in over
        assert all(f"<@{user}>" in over for user in ids(company))
        assert calls(company) == [ids(company)]
        old = company.world.reread(before)
        assert "la partie est finie, le résultat est plus bas" in old
        assert old.pieces == []
        assert old.links == [
            f"https://discord.com/channels/{company.world.guild.id}/{over.channel_id}/{over.id}"
        ]
        messages = len(company.world.papers())
        await company.world.restarts()
        await company.host.presses(company.board, "rules")
        house = company.world.bot.house
        await company.world.run(lambda: house.publisher.boards.refresh(1))
        look = await house.tables.look(1)
        await company.world.run(lambda: house.publisher.boards.bring_up_to_date(look, anew=False))
        assert len(company.world.papers()) == messages
        assert calls(company) == [ids(company)]


async def test_a_table_that_is_stopped_calls_nobody_and_stays_where_it_is() -> None:
    async with playing(*THREE) as company:
        before = company.board
        await company.host.types("tasse stop")
        await company.world.passes(10)
        assert company.board.id == before.id
        assert "avant la fin" in company.board
        assert calls(company) == []


async def test_a_rematch_keeps_options_and_seats_and_calls_those_for_whom_it_keeps_them() -> None:
    """Once, also if its lobby is posted again; several people may want it at once."""
    async with playing(*THREE, seuil=1, annonces="guided") as company:
        await company.plays_on(one_sided("Bob"))
        over, world = company.board, company.world
        commitment = str(over).partition("empreinte : `")[2][:16]
        assert len(commitment) == 16
        anne, bob, chloe = company.people
        await bob.presses(over, "rematch")
        await world.passes(10)
        lobby = company.board
        assert calls(company) == [ids(company), [str(anne.id), str(chloe.id)]]
        for words in ("Hôte : **Bob**", "guidées", f"<@{anne.id}>"):
            assert words in lobby
        assert str(lobby).count("place réservée") == 2
        assert commitment not in lobby
        left = world.reread(over)
        assert "La revanche est ouverte" in left
        assert left.links == [f"https://discord.com/channels/{world.guild.id}/{lobby.channel_id}/{lobby.id}"]
        assert "rematch" not in left.verbs
        await anne.presses_late(over, "rematch")
        assert str(company.board).count("place réservée") == 1
        assert len(world.papers()) == 3, "the way to the end, the end, and one rematch"
        assert "Vous n’êtes pas à cette table" in await world.person("Zoé").presses_late(over, "rematch")
        await bob.types("tasse statut")
        await world.passes(10)
        assert company.board.id != lobby.id
        assert "<@" not in company.board
        assert len(calls(company)) == 2
        await bob.presses(company.board, "begin")
        assert "a la tasse" in company.board
        assert "Chloé" not in company.board
        assert len(calls(company)) == 2


async def test_an_end_that_is_drawn_again_without_a_name_is_no_news() -> None:
    """Who has left is not called; who erases their name leaves the board."""
    async with playing(*THREE, seuil=1) as company:
        chloe = company.people[2]
        await chloe.types("tasse quitter")
        await company.plays_on(one_sided("Bob"))
        over = company.board
        assert calls(company) == [ids(company)[:2]]
        await chloe.erases()
        await company.world.passes(30)
        assert company.board.id == over.id
        assert "Chloé" in over
        assert "Chloé" not in company.board
        assert calls(company) == [ids(company)[:2]]


async def test_an_end_that_an_older_version_has_shown_is_left_where_its_rematch_was_opened() -> None:
    """It noted a version where this one notes that the end was told."""
    async with playing(*THREE, seuil=1) as company:
        await company.plays_on(one_sided("Bob"))
        over, store = company.board, company.world.store
        posted = (await store.posted(1))[0]
        await store.note_posted(replace(posted, key="7"))
        await company.world.restarts()
        await company.people[1].presses(over, "rematch")
        await company.world.passes(10)
        assert len(calls(company)) == 2, "to the end, and to the rematch"
        assert len(company.world.reread(over).links) == 1


@pytest.mark.parametrize(("away", "told"), [(60, True), (2 * 60 * 60, False)])
async def test_an_end_that_nobody_was_told_of_is_news_for_an_hour(away: int, told: bool) -> None:
    async with playing(*THREE, seuil=1) as company:
        await company.plays_on(one_sided("Bob"))
        over, store = company.board, company.world.store
        await store.note_posted(replace((await store.posted(1))[0], key="7"))
        await company.world.restarts(away)
        house = company.world.bot.house
        look = await house.tables.look(1)
        await company.world.run(lambda: house.publisher.boards.bring_up_to_date(look, anew=False))
        assert (company.board.id != over.id) is told
        assert len(calls(company)) == 1 + told


# -- the proof ------------------------------------------------------------------------------------------


async def test_the_dice_are_verified_and_handed_out_on_their_own_server() -> None:
    async with playing("Anne", "Bob", seuil=1) as company:
        anne, world = company.host, company.world
        assert "n’est pas terminée" in await anne.types("des verifier")
        await company.plays_on(one_sided("Bob"))
        world.works_apart()
        answer = await world.person("Zoé").types("des verifier")
        assert "Dés vérifiés" in answer
        (file,) = answer.shown.response.attachments
        assert verify(Record.load(world.file(file)), GAMES).ok
        assert "n’y a pas de table" in await anne.types("des verifier", table=99)
        other = world.elsewhere("Ailleurs")
        member = other.guild.add_member(anne.member.user)
        shown = await world.done(lambda: member.slash(other.channel, "des verifier", table=1))
        assert "n’y a pas de table" in shown


async def test_a_game_whose_log_was_erased_says_so() -> None:
    async with playing("Anne", "Bob", seuil=1) as company:
        await company.plays_on(one_sided("Bob"))
        world, over = company.world, company.board
        boards, shown = len(world.papers()), str(over)
        table = await world.bot.house.tables.table(1)
        later = table.changed_at + 40 * DAY
        assert await world.store.forget([1], later) == 1
        said = "Le journal de cette partie a été effacé après 40 jours."
        assert said in await company.host.types("des verifier")
        assert said in await company.host.types("des verifier", table=1)
        assert said in await company.host.presses(over, "rematch")
        assert await company.host.presses(over, "rules")
        assert len(world.papers()) == boards
        assert str(world.reread(over)) == shown
        await company.host.types("tasse start")
        assert "la table est ouverte" in company.board
