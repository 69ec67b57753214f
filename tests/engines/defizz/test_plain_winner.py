"""Random questions are decided as plain reading of the rules decides them (Z9, Z10, Z11)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.defizz.plain_winner import winner
from tests.engines.defizz.playing import play_out


def decided(seed):
    """Yield (question, participants, result) of every question that was decided without a leaver."""
    gone, started = None, ()
    for _, _, step in play_out(seed):
        for event in step.events:
            if event.type == "question_asked":
                gone, started = step.state.position.gone, event.participants
        last = step.state.position.last
        ended = {event.outcome for event in step.events if event.type in ("settled", "stakes_returned")}
        if (
            ended & {"won", "tie", "nobody"}
            and gone == step.state.position.gone
            and last.question is not None
        ):
            question = step.state.setup.deck.card(last.card).questions[last.question]
            if question.mode != "chance":
                yield question, list(started), last


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_questions_are_decided_as_by_hand(seed):
    for question, participants, last in decided(seed):
        assert winner(question, participants, list(last.said)) == last.winner, (question, last)


def test_all_modes_are_decided_both_ways():
    seen = Counter(
        (question.mode, last.winner is not None) for seed in range(60) for question, _, last in decided(seed)
    )
    assert set(seen) == {(mode, won) for mode in ("chrono", "cible", "pingpong") for won in (True, False)}
