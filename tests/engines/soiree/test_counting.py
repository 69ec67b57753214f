"""What an evening counts of its questions, for those who keep the decks: as Défizz does, each once."""

from __future__ import annotations

from engines.defizz import model as defizz
from engines.defizz.deck import mark_of
from engines.soiree.model import Proceed, Rule, Withdraw
from tests.engines.soiree.table import CHRONO, CIBLE, DUELS, GAME, LIST, Evening

MULTI = 4


def led(*rounds: dict[str, object]) -> Evening:
    """An evening that A leads, in its first question."""
    return Evening(*rounds, quizmaster="A").act("A", Proceed())


def play_multi(evening: Evening) -> Evening:
    """Let A ask a Chrono at the minimum, and let C be right first."""
    evening.roll("A", MULTI).act("A", defizz.Choose(0, None, 100))
    for at, (seat, text) in enumerate((("A", "Rennes"), ("C", "Reims"), ("B", "Reims"))):
        evening.act(seat, GAME.decide(evening.state, seat, defizz.Answer(text, at)))
    return evening


def test_a_question_is_counted_when_it_is_revealed() -> None:
    evening = Evening(CHRONO).ready().say(A="Rennes", B="Reims")
    assert evening.counts == []
    evening.say(C=None)
    assert evening.counts == [(1, 1, 0)]
    (asked,) = evening.asked
    position = evening.position
    assert position.last is not None
    card = evening.state.setup.deck.card(position.last.asked.card)
    assert asked.mark == mark_of(card.questions[position.last.asked.question])


def test_what_counts_as_solved() -> None:
    assert Evening(CHRONO).ready().say(A="Rennes", B=None, C="Lyon").counts == [(1, 0, 0)]
    assert Evening(CIBLE).ready().say(A="300", B="311", C=None).counts == [(1, 0, 0)]
    assert Evening(CIBLE).ready().say(A="300", B="312", C=None).counts == [(1, 1, 0)]
    assert Evening(LIST).ready().say(A="do, ré, zut", B=None, C=None).counts == [(1, 1, 0)]
    assert Evening(LIST).ready().say(A="zut", B=None, C=None).counts == [(1, 0, 0)]


def test_S9_a_ruling_against_the_bot_is_counted_with_its_question() -> None:
    evening = led(CHRONO).say(B="Rennes", C=None).act("A", Rule("B", 1))
    assert evening.counts == []
    assert evening.act("A", Proceed()).counts == [(1, 1, 1)]


def test_S10_refused_then_ruled_right_is_counted_once_also_when_it_is_ruled_back() -> None:
    evening = led(CHRONO).say(B="Rennes", C=None).act("A", Proceed())
    assert evening.counts == [(1, 0, 0)]
    assert evening.act("A", Rule("B", 1)).counts == [(1, 1, 1)]
    assert evening.act("A", Rule("B", 0)).counts == [(1, 0, 0)]


def test_S17_what_is_withdrawn_is_not_counted() -> None:
    evening = led(CHRONO).act("A", Withdraw())
    assert evening.counts == []
    evening.say(B="Reims", C=None).act("A", Proceed())
    assert evening.counts == [(1, 1, 0)]
    assert evening.act("A", Withdraw()).counts == [(0, 0, 0)]


def test_S18_questions_of_défis_are_counted_also_where_they_end_the_round() -> None:
    evening = play_multi(Evening({**DUELS, "length": 2}, CHRONO).ready())
    assert (evening.turn, evening.counts) == ("challenges B", [(1, 1, 0)])
    ended = play_multi(Evening(DUELS, CHRONO).ready())
    assert (ended.turn, ended.counts) == ("reveal ABC", [(1, 1, 0)])
    ended.ready()
    assert (ended.turn, ended.counts) == ("break ABC", [(1, 1, 0)])
    assert ended.position.bout is None
    over = play_multi(Evening(DUELS).ready()).ready()
    assert (over.turn, over.counts) == ("over", [(1, 1, 0)])


def test_S21_a_question_that_decides_a_tie_is_counted() -> None:
    evening = Evening({**CHRONO, "length": 1}).ready().say(A="Reims", B="Reims", C=None).ready()
    assert "tied" in evening.told
    evening.say(A="312", B="3")
    assert evening.counts == [(1, 1, 0), (1, 1, 0)]
    assert evening.position.winners == ("A",)
