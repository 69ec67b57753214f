"""A person judges, the bot's verdict beside; an answer carries the verdict, so nobody asks again (Z14)."""

from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.core.records import Refusal
from engines.defizz import modes
from engines.defizz.model import Answer, Heard, Judge, Pass
from tests.engines.defizz import playing
from tests.engines.defizz.decks import chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import GAME, Table, cases, check, of
from tests.engines.playing import Recorder

FOUR, THREE = of(deck=deck(pingpong("do", "ré", "mi", "fa"))), of(deck=deck(pingpong("do", "ré", "mi")))
REIMS = of(deck=deck(chrono("Reims")))
THREE_SAY = "multi, A: Reims @9, B: Lyon @4, C: la ville des sacres @6"


@cases(
    ("each ping-pong answer awaits the reader", FOUR, "multi, A: dau", "verdict D; 18 18 18 19 pot 3"),
    ("who accepts it", FOUR, "multi, A: dau, right", "answer B; 18 18 18 19 pot 3", {"verdict": None}),
    ("or not", FOUR, "multi, A: do, wrong", "answer B; 18 18 18 19 pot 3", {"waiting": ("B", "C")}),
    (
        *(
            "against the bot it uses up none of the list",
            THREE,
            "multi, A: dau, right, B: do, right, C: ré, right",
        ),
        "answer A; 18 18 18 19 pot 3",
    ),
    (
        *("which is through then", THREE, "multi, A: dau, right, B: do, right, C: ré, right, A: mi, right"),
        *("roll B; 21 18 18 19", {"result": "won A"}),
    ),
    (
        "at the deadline the bot's stands",
        FOUR,
        "multi, A: dau, time",
        "answer B; 18 18 18 19 pot 3",
        {"waiting": ("B", "C"), "missed": dict.fromkeys("ABCD", 0)},
    ),
    ("a Chrono after the answers", REIMS, "multi, A: Reims @9, B: Lyon @4", "answer C; 18 18 18 19 pot 3"),
    ("one by one", REIMS, f"{THREE_SAY}, wrong", "verdict D; 18 18 18 19 pot 3"),
    ("until a right one", REIMS, f"{THREE_SAY}, wrong, right", "roll B; 18 18 21 19", {"result": "won C"}),
    (
        *("both of the same millisecond", REIMS, "multi, A: Reims @3, B: Reims @3, C passes, right, wrong"),
        *("roll B; 21 18 18 19", {"result": "won A"}),
    ),
    (
        "silence needs no verdict",
        REIMS,
        "multi, A passes, time",
        "roll A; 19 19 19 19",
        {"result": "nobody -"},
    ),
    ("settling leads to the verdicts", REIMS, "multi, A: Reims @3, settle", "verdict D; 18 18 18 19 pot 3"),
    (
        "a Cible needs none",
        of(deck=deck(cible(100))),
        "multi, A: 99, B: 98, C: 97",
        "roll B; 21 18 18 19",
        {"result": "won A"},
    ),
)
def test_Z14_the_reader_judges(start, script, seen, public):
    check(start, script, seen, public)


def test_Z14_the_log_keeps_both_verdicts():
    table = FOUR().play("multi, A: dau")
    verdict = table.public.verdict
    assert (verdict.seat, verdict.text, verdict.bot) == ("A", "dau", False)
    assert table.legal("D") == (Judge(right=True), Judge(right=False))
    assert table.refused("B", Answer("ré")) == ("not_your_turn", "not_your_turn")
    judged = table.judge(right=True).event("judged")
    assert (judged.bot, judged.right, judged.by) == (False, True, "reader")
    late = FOUR().play("multi, A: dau")
    assert (late.deadline.seconds, late.timeout().event("judged").by) == (20, "deadline")
    refused = FOUR().play("multi, A: do, wrong")
    assert [(said.bot, said.right) for said in refused.public.said] == [(True, False)]
    assert refused.answer("B", "do").public.verdict.bot, "an answer that was refused uses up none of the list"


def test_Z14_a_chrono_is_judged_in_the_order_of_its_answers():
    table = REIMS().play(THREE_SAY)
    assert [one.text for one in table.public.said] == ["Reims", "Lyon", "la ville des sacres"]
    first, asked = table.deadline, []
    while table.public.phase == "verdict":
        asked.append(table.public.verdict.seat)
        table.judge(right=len(asked) == 2)
        assert table.deadline.key != first.key, "each verdict has a time of its own"
    assert (asked, [one.right for one in table.public.last.said]) == (["B", "C"], [None, False, True])
    assert REIMS().play("multi, A: Reims @3, settle").refused("B", Answer("Reims", 1))[0] == "not_your_turn"


@pytest.mark.parametrize("order", [*permutations((("A", "Reims", 3), ("B", "Reims", 3), ("C", "Lyon", 2)))])
def test_Z14_the_order_of_arrival_changes_no_verdict(order):
    table, asked = REIMS().multi(), []
    for seat, text, at in order:
        table.answer(seat, text, at)
    while table.public.phase == "verdict":
        asked.append(table.public.verdict.seat)
        table.timeout()
    assert (asked, table.public.last.outcome) == (["C", "A", "B"], "tie")


def asked(question: dict[str, Any]) -> Table:
    """A multi at the minimum of 100 for A, B and C; the bot reads."""
    return Table("ABC", deck(question), reader="bot").multi()


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks a library now fails: the verdicts must come from the answers."""
    for name in ("judge_answer", "read_proposal"):
        monkeypatch.setattr(modes, name, lambda *_: pytest.fail("the judge was asked again"))


NOTES = pingpong("do|ut", "ré", "mi")


@pytest.mark.parametrize(
    ("question", "text", "heard"),
    [
        *((chrono("Reims"), "reims !", Heard(right=True)), (chrono("Reims"), "Lyon", Heard(right=False))),
        *((NOTES, "RE", Heard(right=True, group=1)), (NOTES, "xylophone", Heard(right=False))),
        *((cible(312), "trois cent douze", Heard(number="312")), (cible(3.14), "3,14", Heard(number="3.14"))),
        (cible(-5), "moins cinq", Heard(number="-5")),
        (chance("nearest", max=20), "dix-sept", Heard(number="17")),
    ],
)
def test_Z14_the_verdict_says_what_was_heard(question, text, heard):
    assert GAME.decide(asked(question).state, "A", Answer(text, 7)) == Answer(text, 7, heard)


@pytest.mark.parametrize(("text", "heard"), [("do", Heard(right=False)), ("ré", Heard(right=True, group=1))])
def test_Z14_an_answer_given_before_is_heard_as_repeated(text, heard):
    table = asked(pingpong("do", "ré", "mi", "fa")).answer("A", "do")
    assert GAME.decide(table.state, "B", Answer(text, 7)).verdict == heard


@pytest.mark.parametrize(
    ("question", "seat", "action"),
    [
        *(
            (chrono("Reims"), "A", action)
            for action in (Answer("", 7), Answer("Reims"), Answer("x" * 201, 7), Pass())
        ),
        *((pingpong("do", "ré"), seat, Answer("do", 7)) for seat in ("B", "nobody")),
        *((cible(312), "A", Answer("beaucoup", 7)), (chance("nearest", max=20), "A", Answer("21", 7))),
    ],
)
def test_Z14_what_is_not_legal_comes_back_as_it_is(question, seat, action):
    assert GAME.decide(asked(question).state, seat, action) is action


@pytest.mark.parametrize("verdict", [True, False])
def test_Z14_the_verdict_holds_whatever_the_words_are(deaf, verdict):
    table = (
        asked(chrono("Reims")).act("A", Answer("Reims", 7, Heard(right=verdict))).play("B passes, C passes")
    )
    assert table.public.last.outcome == ("won" if verdict else "nobody")
    heard = Heard(right=verdict, group=0 if verdict else None)
    table = asked(pingpong("do", "ré")).act("A", Answer("", 7, heard))
    assert (table.public.said[0].right, table.public.waiting[0]) == (verdict, "B")


def test_Z14_numbers_hold_without_their_words_and_keep_to_the_rules(deaf):
    def heard(number: str | None) -> Answer:
        return Answer("", 7, Heard(number=number))

    table = asked(cible(312)).act("A", heard("300"))
    assert table.refused("B", heard("300")) == ("illegal_action", "number_repeated")
    assert table.refused("B", heard(None)) == ("illegal_action", "not_a_number")
    assert table.act("B", heard("312")).public.last.winner == "B"
    for number in ("21", "1.5"):
        refused = asked(chance("nearest", max=20)).refused("A", heard(number))
        assert refused == ("illegal_action", "number_out_of_bounds")


def plays(seed: int) -> list[tuple[Any, playing.Wish, Any]]:
    """A random table played by the actions that a log keeps; each with the draws that it took."""
    random, steps = Random(seed), []
    state = playing.start(random)
    for _ in range(playing.LONGEST):
        if GAME.is_over(state):
            return steps
        wanted, draws = playing.wish(state, random), Recorder(random)
        if wanted.kind == "act":
            wanted = replace(wanted, action=GAME.decide(state, wanted.seat, wanted.action))
        try:
            step = playing.take(state, wanted, draws)
        except Refusal:
            continue
        steps.append((state, wanted, draws.outcomes))
        state = step.state
    raise AssertionError("a table that does not end")


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_Z14_a_log_replays_without_the_judge_and_blank_to_the_blanked_position(seed):
    steps = plays(seed)
    seat = min((wish.seat for _, wish, _ in steps if isinstance(wish.action, Answer)), default="S0")
    state = steps[0][0]
    with pytest.MonkeyPatch.context() as patch:
        for name in ("judge_answer", "read_proposal"):
            patch.setattr(modes, name, lambda *_: pytest.fail("the judge was asked again"))
        for before, wish, taken in steps:
            plain = GAME.positions.plain(before.position)
            assert GAME.positions.plain(state.position) == GAME.without_words("position", plain, seat)
            if wish.kind == "act":
                kept = GAME.actions.plain(wish.action)
                kept = GAME.without_words("action", kept, seat) if wish.seat == seat else kept
                wish = replace(wish, action=GAME.actions.parse(kept))
            state = playing.take(state, wish, ScriptedDraws(taken)).state
    assert GAME.is_over(state)
