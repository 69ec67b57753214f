"""Who may know what, whatever they ask; and what is erased of what people typed."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.soiree.model import Award, Proceed, Tell
from tests.engines.playing import play_out
from tests.engines.soiree.table import CHRONO, GAME, Evening

MARK = "Zanzibar"


def seen_by(evening: Evening, seat: str | None) -> str:
    """All that an audience gets to see of an evening and of its last step."""
    told = [GAME.events.dump(event) for event in evening.events if event.audience in (None, (seat,))]
    return GAME.observations.dump(GAME.observe(evening.state, seat)) + "".join(told)


def test_S7_nobodys_answer_is_seen_before_the_reveal() -> None:
    evening = Evening(CHRONO, quizmaster="C", seats="ABC").act("C", Proceed()).tell("A", MARK)
    assert MARK in seen_by(evening, "A")
    assert MARK in seen_by(evening, "C")
    assert MARK not in seen_by(evening, "B") + seen_by(evening, None)
    evening.tell("B", "Reims")
    assert evening.turn == "verdict C"
    assert MARK not in seen_by(evening, "B") + seen_by(evening, None)
    assert MARK in seen_by(evening.act("C", Proceed()), None)


def test_S7_the_right_answer_is_seen_by_a_quizmaster_alone() -> None:
    evening = Evening(CHRONO, quizmaster="C").act("C", Proceed())
    assert "Reims" in seen_by(evening, "C")
    assert all("Reims" not in seen_by(evening, seat) for seat in (None, "A", "B"))
    assert all("Rennes" not in seen_by(evening, seat) for seat in (None, "A", "B"))


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_S7_no_audience_sees_a_solution_of_a_question_that_is_still_open(seed: int) -> None:
    for game, state, _, _, _ in play_out("soiree", seed):
        if state.position.phase not in ("wager", "answer", "verdict"):
            continue
        for seat in (None, *state.setup.seats):
            seen = game.observe(state, seat)
            leads = seat is not None and seat == state.position.quizmaster
            assert (seen.solution is not None) == leads
            assert seen.question is None or state.position.phase != "wager"
            assert seen.said is None or leads


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_S15_S16_points_are_the_sum_of_the_rounds_and_never_below_nothing(seed: int) -> None:
    for _, _, step, _, _ in play_out("soiree", seed):
        position = step.state.position
        assert min(position.points) >= 0
        assert tuple(map(sum, zip(*position.by_round, strict=True))) == position.points


def test_what_a_seat_typed_is_erased_and_played_again_all_the_same() -> None:
    evening = Evening(CHRONO, quizmaster="C", seats="ABC")
    evening.act("C", Award("A", 3, MARK))
    assert MARK not in erased("event", evening.events[0], "C")
    assert MARK not in erased("action", Award("A", 3, MARK), "C")
    assert GAME.actions.load(erased("action", Award("A", 3, MARK), "C")) == Award("A", 3, "…")
    evening.act("C", Proceed()).tell("A", MARK)
    assert MARK not in erased("position", evening.position, "A")
    assert MARK in erased("position", evening.position, "B")
    evening.tell("B", "Reims").act("C", Proceed())
    assert MARK not in erased("position", evening.position, "A")
    assert all(MARK not in erased("event", event, "A") for event in evening.events)
    assert MARK not in erased("action", Tell(MARK, 1), "A")


def erased(kind: Any, record: Any, seat: str) -> str:
    codec = GAME.codec(kind)
    return json.dumps(GAME.without_words(kind, codec.plain(record), seat), ensure_ascii=False)
