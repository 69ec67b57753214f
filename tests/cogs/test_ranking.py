"""`/classement`: the list that is asked for, and the ways to others."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.tables.digests.model import Digest
from bot.tables.model import Seat
from bot.ui.wire.clock import LoopClock
from tests.support.results import DAY
from tests.support.sim import Paper, Person, World, opened
from tests.support.sim_tasse import one_sided, playing
from tests.support.store import FreshStore
from tests.support.stored import begin, close, opening, seat

PEOPLE = ("Anne", "Bob", "Chloé", "David")


def seat_of(number: int, person: Person) -> Seat:
    made = seat(str(number), person.id)
    return replace(made, people=(replace(made.people[0], name=person.name),))


async def play(
    world: World,
    *order: Person,
    ago: int = 0,
    game: str = "tasse",
    unrated: str | None = None,
    guild: int | None = None,
    channel: int = 7,
) -> None:
    """A game that these people ended in this order, so many days ago, in another channel."""
    seats = tuple(seat_of(number, person) for number, person in enumerate(order, 1))
    at = LoopClock().now() - ago * DAY
    where = {"guild_id": guild or world.guild.id, "channel_id": channel, "home_id": channel}
    facts = {"seats": seats, "game": game, **where}
    begun = await world.store.commit(begin(await world.store.commit(opening(**facts))))
    ended = await world.store.commit(close(begun, seats[0].name, changed_at=at))
    places = {ordinal: ordinal + 1 for ordinal in range(len(order))}
    await world.store.insight.keep_digest(Digest(ended.table.id, places, None, unrated, unrated), at)


@asynccontextmanager
async def company() -> AsyncIterator[tuple[World, Sequence[Person]]]:
    async with opened(*PEOPLE, store=FreshStore()) as world:
        yield world, list(world.people.values())


def rows(paper: Paper) -> list[str]:
    return [line for line in str(paper).splitlines() if line.startswith("`")]


async def test_a_server_where_nobody_has_played() -> None:
    async with company() as (_, (anne, *_)):
        shown = (await anne.types("classement")).paper
        assert "Classement : La Tasse" in shown
        assert "Personne n’y figure encore" in shown
        assert "il vous manque 5 tables classées et 3 nouveaux adversaires" in shown
        await anne.presses(shown, "open")
        assert "la table est ouverte" in anne.world.board


async def test_the_list_of_the_season_and_the_ways_to_others() -> None:
    async with company() as (world, people):
        anne, bob, chloe, david = people
        for ago in range(100, 105):  # not in this season
            await play(world, bob, anne, chloe, david, ago=ago)
        eve = world.person("Eve")
        for more in ((), (), (), (eve,), (eve,)):  # of the same people three count in a day
            await play(world, anne, bob, chloe, david, *more)
        shown = (await anne.types("classement")).paper
        assert "Cote · Cette saison (trimestre), depuis le <t:" in shown
        assert [row.split(" · ")[0] for row in rows(shown)] == [
            "` 1` **Anne (vous)**",
            "` 2` **Bob**",
            "` 3` **Chloé**",
            "` 4` **David**",
        ]
        assert all(row.endswith(" · 5 tables") for row in rows(shown))

        await anne.presses(shown, "show")
        shown = world.reread(shown)
        assert [row.partition(" · ")[2] for row in rows(shown)] == [
            "17 points · 5 tables",
            "12 points · 5 tables",
            "7 points · 5 tables",
            "2 points · 5 tables",
        ]
        await anne.chooses(shown, "show", "tasse.always.points", "windows")
        shown = world.reread(shown)
        assert "Points · Depuis toujours · 4 personnes" in shown
        assert [row.partition(" · ")[2] for row in rows(shown)][:2] == ["27 points · 10 tables"] * 2
        assert [row[:4] for row in rows(shown)] == ["` 1`", "` 1`", "` 3`", "` 4`"]

        await anne.chooses(shown, "show", "diavolo.always.points", "games")
        shown = world.reread(shown)
        assert "Classement : Diavolo" in shown
        assert "Personne n’y figure encore" in shown


async def test_what_is_asked_for_is_shown_and_else_the_game_played_here_last() -> None:
    async with company() as (world, people):
        anne = people[0]
        for ago in range(5):
            await play(world, *people, ago=ago, game="debacle", channel=world.channel.id)
        assert "Classement : Débâcle" in (await anne.types("classement")).paper
        asked = await anne.types("classement", jeu="tasse", periode="week", par="points")
        assert "Classement : La Tasse" in asked.paper
        assert "Points · Cette semaine, depuis le" in asked.paper


async def test_tables_that_are_not_rated_and_other_servers_do_not_count() -> None:
    async with company() as (world, people):
        for ago in range(5):
            await play(world, *people, ago=ago, unrated="friendly")
            await play(world, *people, ago=ago, guild=world.guild.id + 1)
        shown = (await people[0].types("classement", periode="always")).paper
        assert rows(shown) == []
        assert "il vous manque 5 tables classées" in shown


async def test_a_new_table_and_an_erased_person_show_at_the_next_look() -> None:
    async with company() as (world, people):
        anne, bob, chloe, david = people
        for ago in range(5):
            await play(world, anne, bob, chloe, david, ago=ago)
        assert rows((await anne.types("classement", periode="always")).paper)[0].endswith("5 tables")
        await play(world, anne, chloe, david)
        assert rows((await anne.types("classement", periode="always")).paper)[0].endswith("6 tables")
        asked = (await bob.types("mes-donnees effacer")).paper
        await bob.presses(asked, "erase")
        shown = (await anne.types("classement", periode="always")).paper
        assert "Bob" not in shown
        assert "3 personnes" in shown
        assert "Bob" not in (await bob.types("classement", periode="always")).paper


async def test_english_speakers_read_english() -> None:
    async with company() as (world, people):
        dylan = world.person("Dylan", locale="en-GB")
        for ago in range(5):
            await play(world, dylan, *people, ago=ago)
        shown = (await dylan.types("classement", periode="always")).paper
        assert "Ranking: La Tasse" in shown
        assert "Rating · All time · 5 people" in shown
        assert rows(shown)[0].startswith("` 1` **Dylan (you)** · ")


async def test_a_game_that_was_played_counts_at_once() -> None:
    async with playing("Anne", "Bob", seuil=2) as company:
        await company.plays_on(one_sided("Anne"))
        shown = (await company.people[0].types("classement")).paper
        assert "Classement : La Tasse" in shown
        assert "il vous manque 4 tables classées et 2 nouveaux adversaires" in shown


async def test_a_list_of_what_is_no_game_any_more_is_refused() -> None:
    async with company() as (_, (anne, *_)):
        shown = (await anne.types("classement")).paper
        for gone in ("yams.quarter.points", "soiree.quarter.points", "tasse.year.points", "tasse"):
            old = json.loads(json.dumps(shown.components).replace("tasse.quarter.points", gone))
            assert "n’est plus" in await anne.presses_late(replace(shown, components=old), "show", gone)
