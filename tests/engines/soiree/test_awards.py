"""Awards are found in what all know."""

from typing import Any

import pytest

from engines.core.telling import Chronicle, Told
from engines.soiree.model import Award, Proceed, Rule, Withdraw
from tests.engines.soiree.table import CHRONO, CIBLE, GAME, LIST, Evening


def test_awards_name_who_did_most_of_something() -> None:
    evening = Evening({**CHRONO, "speed": True}, CIBLE, {**LIST, "stakes": True})
    answers = (
        *(("Reims", "x", "y"), ("Reims", "Reims", "y")),
        *(("1", "312", "2"), ("1", "312", "2")),
        *(("fa", "mi", "do, ré, mi"), ("fa", "mi", "do, ré, mi")),
    )
    for texts in answers:
        while evening.position.phase in ("break", "reveal"):
            evening.command("proceed")
        if evening.position.phase == "wager":
            evening.stake(A=5, B=1, C=5)
        evening.say(**dict(zip("ABC", texts, strict=True)))
    evening.ready()
    steps = tuple(Told(step, lambda: evening.public) for step in evening.steps)
    moments = GAME.find_moments(Chronicle(("A", "B", "C"), steps))
    found = {moment.kind: (moment.seats, dict(moment.facts)) for moment in moments}
    assert found["fastest"] == (("A",), {"times": 2})
    assert found["exact"] == (("B",), {"times": 2})
    assert found["lists"] == (("C",), {"times": 6})
    assert found["stake"] == (("C",), {"points": 5})
    assert found["comeback"] == (("C",), {"place": 3, "round": 1})
    assert evening.position.winners == ("C",)


@pytest.mark.parametrize(
    ("first", "second", "awards", "told"),
    [
        ("AB", "C", (), {"place": 3, "round": 1}),
        ("AB", "C", ((1, "A", 1),), {"place": 3, "round": 1}),
        ("AB", "A", ((2, "C", 20),), None),
        ("AB", "C", ((1, "C", -1), (2, "A", 30), (2, "A", -30)), {"place": 3, "round": 1}),
        ("C", "C", ((1, "A", 5), (1, "B", 5), (2, "A", -5), (2, "B", -5)), None),
    ],
    ids=["none", "to another", "it made the winner", "there and back", "it made the winner look low"],
)
def test_S16_a_correction_makes_no_comeback(first: str, second: str, awards: Any, told: Any) -> None:
    evening = Evening(
        {**CHRONO, "length": 1}, {**CHRONO, "length": 1, "worth": 3}, seats="QABC", quizmaster="Q"
    )
    for number, right in ((1, first), (2, second)):
        evening.act("Q", Proceed()).say(**{seat: "Reims" if seat in right else None for seat in "ABC"})
        evening.act("Q", Proceed())
        for _, seat, points in (award for award in awards if award[0] == number):
            evening.act("Q", Award(seat, points, "jury"))
        evening.act("Q", Proceed())
    assert evening.position.winners == ("C",)
    steps = tuple(Told(step, lambda: evening.public) for step in evening.steps)
    found = {one.kind: dict(one.facts) for one in GAME.find_moments(Chronicle(tuple("QABC"), steps))}
    assert found.get("comeback") == told


def test_a_question_that_was_told_again_counts_once() -> None:
    evening = Evening({**CHRONO, "length": 1}, quizmaster="A").act("A", Proceed()).say(B="Reims", C="Rennes")
    evening.act("A", Proceed()).act("A", Rule("C", 1)).act("A", Rule("C", 0)).act("A", Proceed())
    steps = tuple(Told(step, lambda: evening.public) for step in evening.steps)
    assert GAME.find_moments(Chronicle(("A", "B", "C"), steps)) == ()


def test_no_award_is_for_questions_that_were_withdrawn_after_the_reveal() -> None:
    evening = Evening({**CHRONO, "length": 2}, quizmaster="A").act("A", Proceed())
    for _ in range(3):
        evening.say(B="Reims", C="Rennes").act("A", Proceed()).act("A", Withdraw())
    steps = tuple(Told(step, lambda: evening.public) for step in evening.steps)
    assert GAME.find_moments(Chronicle(("A", "B", "C"), steps)) == ()
