"""What the rules count of the questions that are closed, for those who keep the decks."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.decks import Asked
from engines.defizz.ballots import Contest
from engines.defizz.counting import count_result
from engines.defizz.deck import DECKS, Deck, mark_of
from engines.defizz.model import Result, Said
from tests.engines.defizz import decks
from tests.engines.defizz.table import GAME, MULTI_100, Table

DECK: Deck = DECKS.load(json.dumps(decks.MIXED))


def result(place: int | None, *said: Said) -> Result:
    return Result("won", DECK.cards[0].id, place, "a", "a", 0, 0, said)


def test_a_question_is_solved_by_one_right_answer() -> None:
    mark = mark_of(DECK.cards[0].questions[0])
    wrong, right = Said("a", "x", bot=False, right=False), Said("b", "y", bot=True, right=True)
    assert count_result(DECK, result(0, wrong), 1) == (Asked(mark, 1, 0, 0),)
    assert count_result(DECK, result(0, wrong, right), 1) == (Asked(mark, 1, 1, 0),)


def test_a_verdict_that_did_not_stand_is_counted_and_taken_back_with_its_result() -> None:
    mark = mark_of(DECK.cards[0].questions[0])
    turned = Said("a", "x", bot=False, right=True)
    assert count_result(DECK, result(0, turned), 1) == (Asked(mark, 1, 1, 1),)
    assert count_result(DECK, result(0, turned), -1) == (Asked(mark, -1, -1, -1),)


def test_where_nothing_was_asked_nothing_is_counted() -> None:
    assert count_result(DECK, None, 1) == ()
    assert count_result(DECK, result(None), 1) == ()


def by_bot(question: dict[str, Any], seats: str = "ABC") -> Table:
    """A multi at the minimum; the bot reads, verdicts can be contested."""
    return Table(seats, decks.deck(question), reader="bot", contest=True).multi()


def lost_chrono() -> Table:
    """A was wrong first, then B was right and took the pot; C came too late."""
    table = by_bot(decks.chrono("Reims")).answer("A", "la ville des sacres", 1).answer("B", "Reims", 2)
    return table.answer("C", "Reims", 3)


def test_Z21_refused_then_turned_is_counted_once() -> None:
    table = lost_chrono()
    assert table.counts == [(1, 1, 0)]
    table.contest("A", "A").vote("B", True)
    assert table.counts == [(1, 1, 0)]
    table.vote("C", True)
    assert "settlement_undone" in table.told
    assert table.counts == [(1, 1, 1)]
    table.roll(MULTI_100)
    assert table.counts == [(1, 1, 1)]


def test_Z21_turned_back_it_is_as_if_nothing_had_been_turned() -> None:
    table = lost_chrono().contest("A", "A").vote("B", True).vote("C", True)
    table.contest("B", "A").vote("A", True).vote("C", True)
    assert [said.right for said in table.public.last.said] == [False, True, None]
    assert table.counts == [(1, 1, 0)]


def test_Z21_a_vote_that_fails_changes_no_count() -> None:
    table = lost_chrono().contest("A", "A").vote("B", False).vote("C", False)
    assert table.counts == [(1, 1, 0)]


def test_Z21_nobody_had_it_until_the_verdict_was_turned_and_turned_back() -> None:
    table = by_bot(decks.chrono("Reims")).answer("A", "la ville des sacres", 1)
    table.pass_("B").pass_("C")
    assert (table.counts, table.told[-1]) == ([(1, 0, 0)], "round_started")
    table.contest("A", "A").vote("B", True).vote("C", True)
    assert table.counts == [(1, 1, 1)]
    table.contest("B", "A").vote("A", True).vote("C", True)
    assert table.counts == [(1, 0, 0)]


def test_Z21_a_challenge_that_goes_on_after_the_turn_is_counted_when_it_is_settled_anew() -> None:
    table = by_bot(decks.pingpong("do", "ré", "mi", "fa"), "AB").answer("A", "do").answer("B", "zut")
    assert table.counts == [(1, 1, 0)]
    table.contest("B", "B").vote("A", True)
    assert (table.turn, table.counts) == ("answer A", [(0, 0, 0)])
    table.answer("A", "nul")
    assert table.counts == [(1, 1, 1)]


def test_Z21_a_reader_who_undoes_a_slip_is_counted_as_who_agreed_with_the_bot() -> None:
    question = decks.deck(decks.chrono("Reims"))
    table = Table("ABC", question, contest=True).duel().answer("A", "Reims", 1).pass_("B")
    table.judge(right=False)
    assert table.counts == [(1, 0, 1)]
    table.contest("C", "A")
    assert table.counts == [(1, 1, 0)]
    table.contest("C", "A")
    assert table.counts == [(1, 0, 1)]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_Z21_however_it_is_turned_the_counts_are_those_of_the_last_result(data: st.DataObject) -> None:
    table = lost_chrono()
    for _ in range(data.draw(st.integers(1, 6))):
        contests = [(seat, one) for seat in "ABC" for one in table.legal(seat) if isinstance(one, Contest)]
        if not contests:
            break
        seat, contest = data.draw(st.sampled_from(contests))
        table.act(seat, contest)
        while table.position.phase == "vote":
            table.vote(GAME.to_act(table.state)[0], data.draw(st.sampled_from((True, False, None))))
        last = table.position.last
        (expected,) = count_result(table.state.setup.deck, last, 1)
        assert table.counts == [tuple(expected)[1:]]
