"""How a round came out is told as the rules settled it: colour, reason, times, gems."""

import re
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings

from bot.texts import Texts, texts_for
from bot.ui.pages.limits import check
from cogs.diavolo.face import DiavoloFace
from cogs.diavolo.story import _TELLERS, last_opening
from cogs.diavolo.words import COLORS, ORDERS
from engines.diavolo import events
from engines.diavolo.events import DiavoloEvent, Settled
from tests.cogs.diavolo.table import EXAMPLE, GAME, GAMES, DiavoloTable, moments
from tests.support.plain_page import plain

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACE = DiavoloFace()
FOUR = ("Anne", "Bob", "Chloé", "Dario")


def board(table: DiavoloTable, t: Texts = FRENCH) -> str:
    return plain(check(FACE.board(table.seen(), t)))


# -- one round -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "head", "reason"),
    [
        ((1,), "plus grande somme → 🔴 rouge", "Sommes : noir 11, blanc 12, rouge 13."),
        ((2,), "plus petite somme → ⚫ noir", "Sommes : noir 11, blanc 12, rouge 13."),
        ((3,), "plus grand écart → ⚪ blanc", "Écarts : noir 4, blanc 5, rouge 2."),
        ((4,), "plus grand nombre d’impairs → 🔴 rouge", "Faces impaires : noir 1, blanc 2, rouge 3."),
        (
            (5,),
            "plus haute valeur → 🔘 gris",
            "Plus hautes valeurs : noir 6, blanc 6, rouge 5. Égalité : c’est le gris.",
        ),
        ((6, 8), "plus proche du dé Ordre → 🔴 rouge", "Le plus proche : rouge 5."),
        ((6, 4), "plus proche du dé Ordre → ⚪ blanc", "Le plus proche : blanc 1."),
        (
            (6, 10),
            "plus proche du dé Ordre → 🔘 gris",
            "Deux dés de couleurs différentes touchent le dé Ordre : c’est le gris.",
        ),
    ],
)
def test_d3_the_right_colour_comes_with_its_reason(order: tuple[int, ...], head: str, reason: str) -> None:
    text = board(DiavoloTable(FOUR).roll(*EXAMPLE, *order).expire())
    assert f"**Manche 1 · {head}**" in text
    assert f"-# Noir 2, 3, 6. Blanc 1, 5, 6. Rouge 3, 5, 5. {reason}" in text


def test_d7_each_seat_learns_what_it_cost_and_how_fast_it_was() -> None:
    table = DiavoloTable(FOUR).roll(*EXAMPLE, 5)
    table.grab("2", "grey", 2100).grab("1", "red", 1840).expire().with_gems(4, 5, 4, 4)
    text = board(table)
    lines = [line for line in text.splitlines() if line.startswith(("✅", "❌"))]
    assert lines == [
        "❌ **Anne** · 🔴 rouge en 1,84\u00a0s · −1 gemme",
        "✅ **Bob** · 🔘 gris en 2,10\u00a0s",
        "❌ **Chloé** · rien pris · −1 gemme",
        "❌ **Dario** · rien pris · −1 gemme",
    ]


def test_d7_a_right_grey_brings_a_gem_where_there_is_room() -> None:
    table = DiavoloTable(FOUR[:3]).roll(*EXAMPLE, 1).expire().wait().roll(*EXAMPLE, 5)
    table.grab("2", "grey", 700).expire()
    assert "✅ **Bob** · 🔘 gris en 0,70\u00a0s · +1 gemme" in board(table)
    assert "**Bob** · 💎 5" in board(table)


def test_d9_dice_that_roll_by_themselves_are_told() -> None:
    table = DiavoloTable(FOUR).expire(*EXAMPLE, 1)
    assert "les dés roulent tout seuls" in board(table)


def test_d11_who_leaves_is_told_and_who_rolls_instead() -> None:
    table = DiavoloTable(FOUR).leave("1")
    text = board(table)
    assert "**Anne** quitte la table." in text
    assert "**Bob** lance à sa place." in text
    assert "🚪 **Anne** · 💎 0 · a quitté la table" in text
    table.roll(*EXAMPLE, 1).leave("3")
    assert "**Chloé** quitte la table." in board(table)
    assert "**Anne** quitte la table." not in board(table), "that was before this throw"


def test_third_absence_is_named_as_such() -> None:
    table = DiavoloTable(FOUR)
    for _ in range(3):
        table.roll(*EXAMPLE, 1)
        for seat in "123":
            table.grab(seat, "red", 500 + int(seat))
        table.expire()
    assert "Trois absences de suite : **Dario** quitte la table." in board(table)


def test_who_begins_is_told_once() -> None:
    drawn = DiavoloTable(FOUR)
    assert "**Anne** lance en premier." in board(drawn)
    assert "lance en premier" not in board(drawn.roll(*EXAMPLE, 1).expire())


def test_without_a_memory_of_the_round_nothing_wrong_is_said() -> None:
    table = DiavoloTable(FOUR).roll(*EXAMPLE, 1).expire()
    forgetful = replace(table.seen(), scenes=())
    assert last_opening(forgetful) == 0
    assert "Manche 1 ·" not in plain(FACE.board(forgetful, FRENCH))


def test_every_event_is_told_somewhere() -> None:
    """By a line of the story; by a picture (rolled), a count (grabbed), a call (displaced) or the end."""
    types = {event.__dataclass_fields__["type"].default for event in DiavoloEvent.__args__}
    assert types - set(_TELLERS) == {"rolled", "grabbed", "displaced", "settled", "game_over"}
    assert set(_TELLERS) <= types
    assert len(types) == len(get_args(events.DiavoloEvent))


# -- every round of any game -----------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(GAMES)
def test_the_story_is_what_the_rules_settled(game: tuple) -> None:
    told = 0
    for table in moments(*game):
        step = table.held.vault.scenes[-1]
        for event in step.events:
            if isinstance(event, Settled):
                told += 1
                for t in (FRENCH, ENGLISH):
                    _compare(event, step.opened_at, table, t)
    assert told or not GAME.is_over(table.state) or table.state.position.gone


def _compare(event: Settled, opened_at: int, table: DiavoloTable, t: Texts) -> None:
    text = board(table, t)
    head = re.search(rf"\*\*\w+ {event.round} · (.+) → \S+ (\w+)\*\*", text)
    assert head[1] == t(ORDERS[event.dice.order])
    assert head[2] == t(COLORS[event.target])
    if event.measures is not None:
        values = [getattr(event.measures, color) for color in ("black", "white", "red")]
        named = zip(("black", "white", "red"), values, strict=True)
        assert ", ".join(f"{t(COLORS[color])} {value}" for color, value in named) in text
    lines = [line for line in text.splitlines() if line.startswith(("✅", "❌"))]
    assert len(lines) == len(event.fates)
    times = []
    for fate in event.fates:
        (line,) = [line for line in lines if f" **N\\*{int(fate.seat) - 1}** " in line]
        assert line.startswith("✅") is (fate.delta >= 0)
        changes = {-1: "−1", 0: "", 1: "+1"}
        assert ("−1" in line, "+1" in line) == (changes[fate.delta] == "−1", changes[fate.delta] == "+1")
        if fate.color is not None and fate.at is not None:
            assert t(COLORS[fate.color]) in line
            found = re.search(r"(\d+)[.,](\d\d)\u00a0s", line)
            assert found is not None
            elapsed = (fate.at >> 22) + 1_420_070_400_000 - opened_at
            assert float(f"{found[1]}.{found[2]}") == pytest.approx(elapsed / 1000, abs=0.006)
            times.append((fate.at, lines.index(line)))
    assert [place for _, place in sorted(times)] == sorted(place for _, place in times)
    for seat, gems in table.seen().observation.gems.items():
        if table.held.table.status.value == "playing":
            assert f"**N\\*{int(seat) - 1}** · 💎 {gems}" in text
