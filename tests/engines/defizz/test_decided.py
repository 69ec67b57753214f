"""An answer carries the verdict once that is decided: nobody asks the judge again (Z14)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.defizz.model import Answer, Heard, Pass
from engines.defizz.modes import hearing
from tests.engines.defizz import playing
from tests.engines.defizz.decks import chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import GAME, Table


def asked(question: dict[str, Any], **options: Any) -> Table:
    """A multi at the minimum of 100 for A, B and C; the bot reads."""
    return Table("ABC", deck(question), reader="bot", **options).multi()


def decided(table: Table, text: str, seat: str = "A") -> Answer:
    return GAME.decide(table.state, seat, Answer(text, 7))


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks a library now fails: the verdicts must come from the answers."""
    for name in ("judge_answer", "read_proposal"):
        monkeypatch.setattr(hearing, name, lambda *_: pytest.fail("the judge was asked again"))


@pytest.mark.parametrize(
    ("question", "text", "heard"),
    [
        (chrono("Reims"), "reims !", Heard(right=True)),
        (chrono("Reims"), "Lyon", Heard(right=False)),
        (pingpong("do|ut", "ré", "mi"), "RE", Heard(right=True, group=1)),
        (pingpong("do|ut", "ré", "mi"), "xylophone", Heard(right=False)),
        (cible(312), "trois cent douze", Heard(number="312")),
        (cible(3.14), "3,14", Heard(number="3.14")),
        (cible(-5), "moins cinq", Heard(number="-5")),
        (chance("nearest", max=20), "dix-sept", Heard(number="17")),
    ],
)
def test_Z14_the_verdict_says_what_was_heard(question, text, heard):
    assert decided(asked(question), text) == Answer(text, 7, heard)


def test_Z14_an_answer_given_before_is_heard_as_repeated():
    table = asked(pingpong("do", "ré", "mi", "fa")).answer("A", "do")
    assert decided(table, "do", "B").verdict == Heard(right=False)
    assert decided(table, "ré", "B").verdict == Heard(right=True, group=1)


@pytest.mark.parametrize(
    ("question", "seat", "action"),
    [
        (chrono("Reims"), "A", Answer("", 7)),
        (chrono("Reims"), "A", Answer("Reims")),
        (chrono("Reims"), "A", Answer("x" * 201, 7)),
        (chrono("Reims"), "A", Pass()),
        (pingpong("do", "ré"), "B", Answer("do", 7)),
        (pingpong("do", "ré"), "nobody", Answer("do", 7)),
        (cible(312), "A", Answer("beaucoup", 7)),
        (chance("nearest", max=20), "A", Answer("21", 7)),
    ],
)
def test_Z14_what_is_not_legal_comes_back_as_it_is(question, seat, action):
    assert GAME.decide(asked(question).state, seat, action) is action


@pytest.mark.parametrize("verdict", [True, False])
def test_Z14_the_verdict_holds_whatever_the_words_are(deaf, verdict):
    table = asked(chrono("Reims")).act("A", Answer("Reims", 7, Heard(right=verdict))).pass_("B").pass_("C")
    assert table.public.last.outcome == ("won" if verdict else "nobody")
    table = asked(pingpong("do", "ré")).act(
        "A", Answer("", 7, Heard(right=verdict, group=0 if verdict else None))
    )
    assert (table.public.said[0].right, table.public.waiting[0]) == (verdict, "B")


def test_Z14_numbers_hold_without_their_words_and_keep_to_the_rules(deaf):
    heard = lambda number: Answer("", 7, Heard(number=number))  # noqa: E731 - one line is enough
    table = asked(cible(312)).act("A", heard("300"))
    assert table.refused("B", heard("300")) == ("illegal_action", "number_repeated")
    assert table.refused("B", heard(None)) == ("illegal_action", "not_a_number")
    table.act("B", heard("312"))
    assert table.public.last.winner == "B"
    table = asked(chance("nearest", max=20))
    assert table.refused("A", heard("21")) == ("illegal_action", "number_out_of_bounds")
    assert table.refused("A", heard("1.5")) == ("illegal_action", "number_out_of_bounds")


class Kept:
    """Random draws that are kept."""

    def __init__(self, random: Random) -> None:
        self.random, self.taken = random, []

    def __call__(self, n: int) -> int:
        self.taken.append(self.random.randint(1, n))
        return self.taken[-1]


def plays(seed: int) -> list[tuple[Any, playing.Wish, Any]]:
    """A random table played by the actions that a log keeps; each with the draws that it took."""
    random, steps = Random(seed), []
    state = playing.start(random)
    for _ in range(playing.LONGEST):
        if GAME.is_over(state):
            return steps
        wanted, draws = playing.wish(state, random), Kept(random)
        if wanted.kind == "act":
            wanted = replace(wanted, action=GAME.decide(state, wanted.seat, wanted.action))
        try:
            step = playing.take(state, wanted, draws)
        except Refusal:
            continue
        steps.append((state, wanted, draws.taken))
        state = step.state
    raise AssertionError("a table that does not end")


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_Z14_a_log_replays_without_the_judge_and_blank_to_the_blanked_position(seed):
    steps, judges = plays(seed), {name: getattr(hearing, name) for name in ("judge_answer", "read_proposal")}
    typed = {seat for _, wish, _ in steps if isinstance(wish.action, Answer) for seat in [wish.seat]}
    seat = min(typed, default="S0")
    state = steps[0][0]
    try:
        for name in judges:
            setattr(hearing, name, lambda *_: pytest.fail("the judge was asked again"))
        for before, wish, taken in steps:
            assert GAME.positions.plain(state.position) == blanked(before.position, seat)
            if wish.kind == "act":
                plain = GAME.actions.plain(wish.action)
                plain = GAME.without_words("action", plain, seat) if wish.seat == seat else plain
                wish = replace(wish, action=GAME.actions.parse(plain))
            state = playing.take(state, wish, ScriptedDraws(taken)).state
    finally:
        for name, judge in judges.items():
            setattr(hearing, name, judge)
    assert GAME.is_over(state)


def blanked(position: Any, seat: str) -> Any:
    return GAME.without_words("position", GAME.positions.plain(position), seat)
