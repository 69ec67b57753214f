"""`/classement-hebdo`: a moderator chooses a channel, and the server is told there of its week."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.ui.wire.clock import LoopClock
from tests.cogs.test_ranking import play
from tests.support.sim import Paper, Person, World, opened
from tests.support.store import FreshStore

HOUR = 3600.0
WEEK = 7 * 24 * HOUR
PEOPLE = ("Anne", "Bob", "Chloé")


@asynccontextmanager
async def tavern() -> AsyncIterator[tuple[World, Person]]:
    async with opened(*PEOPLE, store=FreshStore()) as world:
        yield world, world.manager("Gérard")


async def a_week_passes(world: World) -> None:
    """The bot is away until its last hour: a clock that stands still in between is a quick one."""
    await world.restarts(away=WEEK - HOUR)
    await world.passes(HOUR)


def told(world: World) -> list[Paper]:
    return [paper for paper in world.papers() if "La semaine de jeu" in paper]


async def play_some(world: World, count: int = 3, game: str = "tasse") -> None:
    for _ in range(count):
        await play(world, *(world.people[name] for name in PEOPLE), game=game)


async def chosen(world: World, manager: Person) -> None:
    """The moment of the post is a week away, to the second or less."""
    await manager.types("reglages", fuseau="UTC")
    now = world.env.now()
    shown = await manager.types("classement-hebdo", salon=world.channel, jour=now.weekday(), heure=now.hour)
    assert f"<#{world.channel.id}>" in shown
    assert "Prochaine fois" in shown


async def test_a_server_is_told_once_a_week_and_nobody_is_mentioned() -> None:
    async with tavern() as (world, manager):
        await chosen(world, manager)
        await play_some(world)
        await play_some(world, 1, "diavolo")
        await a_week_passes(world)
        (post,) = told(world)
        assert "4 tables classées" in post
        assert "**La Tasse** : 3 tables ; en tête **Anne**, 6 points" in post
        assert "**Diavolo** : 1 table ; en tête **Anne**, 2 points" in post
        assert "<@" not in str(post)
        (sent,) = [one for one in world.requests("POST", "/messages$") if "semaine" in str(one.json)]
        assert sent.json["enforce_nonce"]
        assert not re.search(r"<@\d", str(sent.json))
        await a_week_passes(world)
        assert len(told(world)) == 1, "nothing was played since"


async def test_without_three_tables_or_without_a_choice_nothing_is_posted() -> None:
    async with tavern() as (world, manager):
        await play_some(world, 2)
        await a_week_passes(world)
        assert told(world) == []
        await chosen(world, manager)
        await play_some(world, 2)
        await a_week_passes(world)
        assert told(world) == []


async def test_who_wishes_to_stand_in_no_list_is_not_named() -> None:
    async with tavern() as (world, manager):
        await chosen(world, manager)
        await play_some(world)
        await world.people["Anne"].types("mes-donnees visibilite", classement=False)
        await a_week_passes(world)
        (post,) = told(world)
        assert "en tête **Bob**" in post
        assert "Anne" not in post


async def test_only_who_manages_the_server_ends_it_by_the_button() -> None:
    async with tavern() as (world, manager):
        await chosen(world, manager)
        await play_some(world)
        await a_week_passes(world)
        (post,) = told(world)
        assert "Gérer le serveur" in await world.people["Bob"].presses(post, "stop")
        await play_some(world)
        assert "C’est arrêté" in await manager.presses(post, "stop")
        assert "La semaine de jeu** · aucune" in await manager.types("classement-hebdo")
        await a_week_passes(world)
        assert len(told(world)) == 1


async def test_a_post_that_was_missed_comes_with_the_next_start_but_not_days_later() -> None:
    async with tavern() as (world, manager):
        await chosen(world, manager)
        await play_some(world)
        await world.restarts(away=WEEK + 3600)
        await world.passes(10)
        assert len(told(world)) == 1
        await play_some(world)
        await world.restarts(away=WEEK + 2 * 24 * 3600)
        await world.passes(10)
        assert len(told(world)) == 1
        weekly = await world.store.weeklies.weekly(world.guild.id)
        assert weekly is not None
        assert 0 < weekly.next_at - LoopClock().now() < WEEK * 1000


async def test_where_nothing_can_be_posted_it_ends_and_says_why() -> None:
    async with tavern() as (world, manager):
        other = world.guild.create_text_channel("annonces")
        await chosen(world, manager)
        await manager.types("classement-hebdo", salon=other)
        await play_some(world)
        await world.deletes(other)
        await a_week_passes(world)
        events = [entry["why"] for entry in world.log if entry["event"] == "week not told"]
        assert events == ["channel_gone"]
        assert "arrêtée : ce salon n’existe plus" in await manager.types("classement-hebdo")
        assert "arrêtée : ce salon n’existe plus" in await manager.types("reglages")
        await play_some(world)
        await a_week_passes(world)
        assert len([entry for entry in world.log if entry["event"] == "week not told"]) == 1


async def test_it_is_told_in_the_language_of_the_server() -> None:
    async with tavern() as (world, manager):
        await chosen(world, manager)
        await manager.types("reglages", langue="English")
        await play_some(world)
        await a_week_passes(world)
        assert "The week in games" in world.board
        assert "**La Tasse**: 3 tables; first: **Anne**, 6 points" in world.board


async def test_another_time_zone_is_another_moment() -> None:
    async with tavern() as (world, manager):
        await chosen(world, manager)
        before = await world.store.weeklies.weekly(world.guild.id)
        await manager.types("reglages", fuseau="Asia/Tokyo")
        after = await world.store.weeklies.weekly(world.guild.id)
        assert before is not None
        assert after is not None
        assert after.hour == before.hour
        assert before.next_at - after.next_at == 9 * 3600 * 1000


async def test_what_is_not_said_stays_as_it_was() -> None:
    async with tavern() as (world, manager):
        assert "aucune" in await manager.types("classement-hebdo", heure=20)
        assert "lundi à 9 h" in await manager.types("classement-hebdo", salon=world.channel)
        assert "vendredi à 9 h" in await manager.types("classement-hebdo", jour=4)
        shown = await manager.types("classement-hebdo", heure=20)
        assert f"<#{world.channel.id}>, vendredi à 20 h" in shown
        assert "vendredi à 20 h" in await manager.types("reglages")
        assert "classement-hebdo" not in world.people["Bob"].member.available_commands(world.channel)
