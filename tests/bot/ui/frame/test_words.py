"""What the frame says: refusals, verdicts, endings, whom a board calls, the list of seats."""

import re
from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest

from bot.tables.model import End, Person, Seat, Status, Table
from bot.tables.proof.verify import Problem, Verdict
from bot.texts import Texts, texts_for
from bot.ui.frame.badge import seat_list
from bot.ui.frame.ending import no_winner_line
from bot.ui.frame.lobby import lobby_page
from bot.ui.frame.notices import REASONS, sentence
from bot.ui.frame.verdicts import describe_verdict
from bot.ui.pages.page import Page, Text
from bot.ui.showing.boards import people_to_call, with_call
from cogs.tasse.face import TasseFace
from tests.support.stored import new_table
from tests.support.tasse_table import lobby_table

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-GB")
ROOT = Path(__file__).parents[4]


def places(wording: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(wording) if name}


def test_every_reason_of_the_tables_has_a_sentence() -> None:
    used = set()
    for room in ("bot", "cogs"):
        for path in (ROOT / room).rglob("*.py"):
            used |= set(re.findall(r'Denied\(\s*"([a-z_]+)"', path.read_text(encoding="utf-8")))
    assert used - REASONS.keys() == set()
    assert used, "the tables refuse something"


def test_the_richest_wording_whose_facts_are_known_is_said_and_the_last_needs_least() -> None:
    for reason, wordings in REASONS.items():
        needed = [len(places(wording)) for wording in wordings]
        assert needed == sorted(needed, reverse=True), reason
    assert "https://x" in sentence("stale", {"link": "https://x"}, FRENCH)
    assert sentence("too_few", {"n": 2}, FRENCH).startswith("Il faut être au moins 2")
    assert sentence("too_few", {}, FRENCH).startswith("Il manque du monde")


@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=["fr", "en"])
def test_each_is_a_whole_sentence_with_and_without_facts(t: Texts) -> None:
    for reason, wordings in REASONS.items():
        facts = {name: "7" for wording in wordings for name in places(wording)}
        for params in ({}, facts):
            said = sentence(reason, params, t)
            assert said[0].isupper() or not said[0].isalpha(), said
            assert said[-1] in ".!7`", said
            assert "{" not in said, said


def test_english_is_not_french() -> None:
    same = [reason for reason in REASONS if sentence(reason, {}, ENGLISH) == sentence(reason, {}, FRENCH)]
    assert same == []


def test_names_in_it_are_harmless() -> None:
    said = sentence("not_host", {"host": "@everyone **x**"}, FRENCH)
    assert "@everyone" not in said
    assert "**x**" not in said


def test_an_unknown_reason_is_our_fault() -> None:
    assert sentence("no_such_reason", {"incident": "ab12"}, ENGLISH) == sentence(
        "internal", {"incident": "ab12"}, ENGLISH
    )


FOUND = Verdict(entries=12, draws=240, replayed=9, problems=(), rules=(1,), known=1)
BY_OTHERS = Verdict(entries=12, draws=240, replayed=0, problems=(), rules=(1,), known=2)
WRONG = Verdict(
    entries=12,
    draws=240,
    replayed=0,
    problems=(
        Problem("die_differs", 3, {"k": 7, "n": 6, "recorded": 2, "expected": 5}),
        Problem("draws_unexpected", 4),
        Problem("draws_differ", 5),
    ),
)


@pytest.mark.parametrize("verdict", [FOUND, BY_OTHERS], ids=["replayed", "by other rules"])
@pytest.mark.parametrize(
    ("locale", "dice", "said"),
    [
        ("fr", True, "**Dés vérifiés.** 12 entrées, 240 tirages : chaque dé vient du secret"),
        ("fr", False, "**Mélange vérifié.** 12 entrées, 240 tirages : l’ordre des questions et tout autre"),
        ("en-US", True, "**Dice verified.** 12 entries, 240 draws: every die comes from the secret"),
        ("en-US", False, "**Shuffle verified.** 12 entries, 240 draws: the order of the questions and every"),
    ],
)
def test_what_was_verified_is_named(verdict: Verdict, locale: str, dice: bool, said: str) -> None:
    told = (
        describe_verdict(verdict, texts_for(locale), dice=dice).replace("\u00a0", " ").replace("\u202f", " ")
    )
    assert said in told
    assert ("autre version" in told or "another version" in told) is verdict.by_other_rules


@pytest.mark.parametrize("locale", ["fr", "en-US"])
def test_where_no_dice_are_rolled_nothing_speaks_of_any(locale: str) -> None:
    def of_dice(*, dice: bool) -> list[str]:
        told = describe_verdict(WRONG, texts_for(locale), dice=dice).splitlines()
        return [line for line in told if {"dé", "dés", "die", "dice"} & set(line.split())]

    assert len(of_dice(dice=True)) == 3
    assert of_dice(dice=False) == []


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_every_ending_has_words_of_its_own(locale: str) -> None:
    t, face = texts_for(locale), TasseFace()
    table = replace(new_table(), status=Status.CLOSED)
    endings = ("idle", "empty", "stopped", "operator", "restored")
    lobbies = {str(lobby_page(replace(table, end=End(ending)), face, t).blocks) for ending in endings}
    games = {no_winner_line(replace(table, end=End(ending)), t) for ending in (*endings[2:], "over")}
    assert (len(lobbies), len(games)) == (5, 4)


OVER = End("over", ("1",), None)
PAGE = Page(12, 0, (Text("## La Tasse"), Text("la suite")))


def closed(end: End = OVER, **facts: object) -> Table:
    return lobby_table(status=Status.CLOSED, end=end, **facts)


def with_seat(table: Table, place: int, *people: Person, left: bool = False) -> Table:
    seats = list(table.seats)
    seats[place] = Seat(seats[place].name, people, left=left)
    return replace(table, seats=tuple(seats))


def test_the_end_calls_everybody_who_is_still_there_once() -> None:
    assert people_to_call(closed()) == (101, 102, 103)
    gone = replace(Person(104, "Dan", 9004), left=True)
    team = with_seat(closed(), 1, Person(102, "Bob", 9002), gone, Person(None, "", 9005))
    assert people_to_call(team) == (101, 102, 103)
    assert people_to_call(with_seat(closed(), 1, Person(102, "Bob", 9002), left=True)) == (101, 103)
    twice = with_seat(closed(), 1, Person(101, "Anne", 9002))
    assert people_to_call(twice) == (101, 103)


@pytest.mark.parametrize(
    "table",
    [
        *(
            closed(End(why, (), None))
            for why in ("stopped", "abandoned", "operator", "restored", "idle", "empty", None)
        ),
        *(lobby_table(status=status, rematch_of=7) for status in (Status.PLAYING, Status.PAUSED)),
        closed(guild_id=-70),
    ],
)
def test_a_table_that_was_broken_off_or_is_played_or_in_private_calls_nobody(table: Table) -> None:
    assert people_to_call(table) == ()


def test_a_rematch_calls_those_who_have_not_sat_down_again() -> None:
    kept = with_seat(lobby_table(rematch_of=7), 2, Person(103, "Chloé", None))
    assert people_to_call(kept) == (103,)
    assert people_to_call(replace(kept, rematch_of=None)) == ()


def test_the_call_stands_below_the_title_and_only_if_somebody_is_called() -> None:
    title, line, rest = with_call(PAGE, closed(), FRENCH).blocks
    assert (title, rest) == PAGE.blocks
    assert line == Text("Merci d’avoir joué, <@101>, <@102> et <@103> !")
    assert with_call(PAGE, lobby_table(), FRENCH) is PAGE


GAP = "\u2003"


@pytest.mark.parametrize(
    ("seats", "listed"),
    [
        (["⏳ **Anne** · **7**"] * 4, ["⏳ **Anne** · **7**"] * 4),
        (
            ["⏳ **Anne** · **7**"] * 5,
            [f"⏳ **Anne** · **7**{GAP}⏳ **Anne** · **7**"] * 2 + ["⏳ **Anne** · **7**"],
        ),
        (["⏳ **Les joyeux lurons** · **7**"] * 5, ["⏳ **Les joyeux lurons** · **7**"] * 5),
        (
            ["◽ **A\\*B** · **7**", "<:die_3:123456789012345678> **Anne** · **7**"] * 3,
            [f"◽ **A\\*B** · **7**{GAP}<:die_3:123456789012345678> **Anne** · **7**"] * 3,
        ),
        (
            ["**L’équipe au nom très long** · **7**", *["◽ **Bo** · **1**"] * 4],
            ["**L’équipe au nom très long** · **7**", *[f"◽ **Bo** · **1**{GAP}◽ **Bo** · **1**"] * 2],
        ),
    ],
)
def test_no_seat_is_broken_off_the_one_beside_it(seats: list[str], listed: list[str]) -> None:
    assert seat_list("**Points**", seats).splitlines() == ["**Points**", *listed]
