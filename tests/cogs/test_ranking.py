"""`/classement`, what counts for it, and `/classement-hebdo`, which tells a server of its week."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bot.tables.digests.model import FOLD, Verdict
from bot.texts import texts_for
from bot.ui.frame.drawn import Aftermath
from bot.ui.frame.ending import rated_line
from bot.ui.wire.clock import LoopClock
from tests.cogs.test_profile import company, play
from tests.support.plain_page import plain
from tests.support.sim import Person, World, opened
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import gathered, one_sided, playing
from tests.support.store import FreshStore

COUPLE = ("Anne", "Bob")
REASONS = (
    *("stopped", "idle", "empty", "abandoned", "operator"),
    *("computers", "autopilot", "children", "learning", "accessible", "own_deck"),
    *("alone", "friendly", "private", "early", "often", "evening"),
)
HOUR = 3600.0
WEEK = 7 * 24 * HOUR
TRIO = ("Anne", "Bob", "Chloé")


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

        shown = await anne.leafs(shown, "show")
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
        await bob.erases()
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


async def test_a_list_of_what_is_no_game_any_more_is_refused() -> None:
    async with company() as (_, (anne, *_)):
        shown = (await anne.types("classement")).paper
        for gone in ("yams.quarter.points", "soiree.quarter.points", "tasse.year.points", "tasse"):
            old = json.loads(json.dumps(shown.components).replace("tasse.quarter.points", gone))
            assert "n’est plus" in await anne.presses_late(replace(shown, components=old), "show", gone)


# -- whether a table counts -----------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_every_reason_has_words_of_its_own(locale: str) -> None:
    t = texts_for(locale)
    said = {rated_line(reason, t) for reason in (None, *REASONS)}
    assert len(said) == len(REASONS) + 1
    assert all(line.startswith("-# ") and line.endswith(".") for line in said)
    assert rated_line("left", t) == rated_line("operator", t), "how it ended stands above"


async def test_a_game_that_counts_says_so_before_what_the_table_tells_by_itself() -> None:
    async with playing(*COUPLE, seuil=1) as company:
        assert "classée" not in company.board
        await company.plays_on(one_sided("Bob"))
        await company.world.passes(1)
        assert "Classée : Bob 1531 ? (+31) · Anne 1469 ? (−31)" in company.board
        shown = (await company.host.types("classement")).paper
        assert "Classement : La Tasse" in shown
        assert "il vous manque 4 tables classées et 2 nouveaux adversaires" in shown
        house = company.world.bot.house
        sight, face = (await house.tables.look(1)).sight(), house.faces["tasse"]
        t = texts_for("en")
        assert "Rated table." in plain(face.board(sight, t))
        told = plain(face.board(sight, t, Aftermath(verdict=Verdict(FOLD, "autopilot"))))
        assert "Not rated: a computer played in somebody’s place." in told


async def test_who_wishes_to_stand_in_no_list_is_not_named() -> None:
    async with playing(*COUPLE, seuil=1) as company:
        await company.world.store.insight.wish(company.people[1].id, {"board": "no"})
        await company.plays_on(one_sided("Bob"))
        await company.world.passes(1)
        assert "Classée : Anne 1469 ? (−31)" in company.board
        await company.world.store.insight.wish(company.host.id, {"board": "no"})
        await company.world.run(lambda: company.world.bot.house.publisher.boards.refresh(1))
        assert "Table classée." in company.board


async def test_a_friendly_or_stopped_game_says_that_it_does_not_count() -> None:
    async with playing(*COUPLE, seuil=1, amicale=True) as company:
        await company.plays_on(one_sided("Bob"))
        assert "Non classée : c’était une partie amicale." in company.board
    async with playing(*COUPLE) as company:
        await company.host.types("tasse stop")
        await company.world.run(lambda: company.world.bot.house.publisher.boards.refresh(1))
        assert "Non classée : elle a été arrêtée avant la fin." in company.board


async def test_a_friendly_game_is_chosen_on_the_options_panel() -> None:
    async with gathered(*COUPLE) as company:
        assert "Partie amicale" not in company.board
        panel = (await company.host.presses(company.board, "options")).paper
        await company.host.presses(panel, "options", "1")
        await company.host.chooses(company.world.reread(panel), "option", "true", "friendly")
        assert "Partie amicale" in company.board
        table = await company.world.bot.house.tables.table(1)
        assert table.manners.friendly
        await company.host.chooses(company.world.reread(panel), "option", "false", "friendly")
        assert "Partie amicale" not in company.board


# -- the week -------------------------------------------------------------------------------------------


@asynccontextmanager
async def tavern() -> AsyncIterator[tuple[World, Person]]:
    async with opened(*TRIO, store=FreshStore()) as world:
        yield world, world.manager("Gérard")


async def a_week_passes(world: World) -> None:
    """The bot is away until its last hour: a clock that stands still in between is a quick one."""
    await world.restarts(away=WEEK - HOUR)
    await world.passes(HOUR)


def told(world: World) -> list[Paper]:
    return [paper for paper in world.papers() if "La semaine de jeu" in paper]


async def play_some(world: World, count: int = 3, game: str = "tasse") -> None:
    for _ in range(count):
        await play(world, *(world.people[name] for name in TRIO), game=game)


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


async def test_who_wishes_to_stand_in_no_list_is_not_named_in_the_week() -> None:
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
