"""Le plus grand by its rules, G1 to G7."""

from typing import Any, Self

import pytest

from engines.core.draws import ScriptedDraws
from engines.core.kit_records import Left
from engines.core.records import Place, Refusal
from tests.plusgrand.rules import Claim, Doubt, Doubted, PlusGrand, Said, Say

GAME = PlusGrand()
DICE = (6, 4, 1, 2, 5, 5)
"""A has 10, B has 3, C has 10."""


class Table:
    """Three at a table; A has the first word unless it is drawn. `told` is what happened last."""

    def __init__(self, *draws: int, **options: Any) -> None:
        setup = GAME.setup(["A", "B", "C"], {"first": "A", **options})
        self.step(GAME.start(setup, ScriptedDraws(draws or DICE)))

    def step(self, step: Any) -> Self:
        self.state, self.told = step.state, step.events
        GAME.check(step.state)
        return self

    def says(self, seat: str, number: int) -> Self:
        return self.step(GAME.act(self.state, seat, Say(number), ScriptedDraws()))

    def doubts(self, seat: str, *draws: int) -> Self:
        return self.step(GAME.act(self.state, seat, Doubt(), ScriptedDraws(draws)))

    def waits(self, *draws: int) -> Self:
        return self.step(GAME.expire(self.state, ScriptedDraws(draws)))

    def loses(self, seat: str, *draws: int) -> Self:
        return self.step(GAME.leave(self.state, seat, ScriptedDraws(draws)))

    @property
    def now(self) -> Any:
        return self.state.position


def test_G1_each_seat_knows_its_own_dice_and_no_others() -> None:
    state = Table().state
    seen = {seat: GAME.observe(state, seat).dice for seat in ("A", "B", "C", None)}
    assert seen == {"A": (6, 4), "B": (1, 2), "C": (5, 5), None: None}


def test_G1_the_first_word_is_drawn_before_the_dice_unless_it_is_named() -> None:
    assert Table(3, *DICE, first="drawn").now.current == "C"
    assert Table(*DICE, first="B").now.current == "B"


def test_G2_a_sum_must_be_greater_than_the_last_and_may_be_untrue() -> None:
    table = Table()
    assert GAME.legal_actions(table.state, "A").actions == tuple(map(Say, range(2, 13)))
    table.says("A", 4).says("B", 10)
    assert table.told == (Said(Claim("B", 10)),)
    assert GAME.legal_actions(table.state, "C").actions == (Say(11), Say(12), Doubt())
    with pytest.raises(Refusal, match="illegal_action"):
        table.says("C", 10)


def test_G2_nothing_is_greater_than_12() -> None:
    table = Table().says("A", 12)
    assert GAME.legal_actions(table.state, "B").actions == (Doubt(),)


@pytest.mark.parametrize(("said", "to"), [(9, "A"), (10, "A"), (11, "B")])
def test_G3_dice_that_come_to_the_sum_or_more_get_the_point(said: int, to: str) -> None:
    table = Table().says("A", said).doubts("B", *DICE)
    assert table.told == (Doubted(Claim("A", said), "B", (6, 4), to),)
    assert GAME.observe(table.state, None).points == {"A": 0, "B": 0, "C": 0, to: 1}


def test_G3_there_is_nothing_to_doubt_before_a_sum_is_said() -> None:
    with pytest.raises(Refusal, match="illegal_action"):
        Table().doubts("A")


def test_G4_who_got_the_point_has_the_first_word_with_new_dice_for_all() -> None:
    table = Table().says("A", 11).doubts("B", 1, 1, 2, 2, 3, 3)
    assert (table.now.round, table.now.current, table.now.claim) == (2, "B", None)
    assert table.now.dice == ((1, 1), (2, 2), (3, 3))


def test_G5_the_first_with_enough_points_wins_and_the_others_may_share_a_place() -> None:
    table = Table(goal=2).says("A", 10).doubts("B", *DICE).says("A", 10).doubts("B")
    assert GAME.winners(table.state) == ("A",)
    assert GAME.places(table.state) == (Place(1, ("A",)), Place(2, ("B", "C")))


def test_G5_who_has_not_won_is_placed_by_points() -> None:
    table = Table(goal=2).says("A", 11).doubts("B", *DICE).says("B", 12).doubts("C", *DICE)
    table.says("C", 10).doubts("A")
    assert GAME.places(table.state) == (Place(1, ("C",)), Place(2, ("B",)), Place(3, ("A",)))


def test_G6_silence_is_a_2_and_then_a_doubt() -> None:
    table = Table().waits()
    assert table.told == (Said(Claim("A", 2)),)
    assert table.waits(*DICE).told == (Doubted(Claim("A", 2), "B", (6, 4), "A"),)
    assert table.now.missed == (1, 1, 0)


def test_G6_each_word_has_a_time_of_its_own() -> None:
    table = Table()
    keys = [GAME.deadline(table.state).key]
    for step in (lambda: table.says("A", 5), lambda: table.says("B", 6), lambda: table.doubts("C", *DICE)):
        step()
        keys.append(GAME.deadline(table.state).key)
    assert len(set(keys)) == 4


def test_G6_the_third_silence_in_a_row_is_the_last_one() -> None:
    table = Table(goal=9)
    for _ in range(2):
        table.waits().waits(*DICE)  # A says 2, B doubts, and A gets the point
    table.waits(*DICE)
    assert table.told == (Said(Claim("A", 2)), Left("A", absent=True))
    assert (table.now.gone, table.now.current) == (("A",), "B")


@pytest.mark.parametrize("leaver", ["A", "B", "C"])
def test_G7_whoever_leaves_a_new_round_begins_with_the_next_seat(leaver: str) -> None:
    table = Table().says("A", 5).loses(leaver, *DICE)
    assert table.now.round == 2
    assert table.now.current == {"A": "B", "B": "C", "C": "A"}[leaver]
    assert table.now.points == (0, 0, 0)


def test_G7_the_last_one_there_wins() -> None:
    table = Table().loses("A", *DICE).loses("C")
    assert GAME.places(table.state) == (Place(1, ("B",)), Place(2, ("C",)), Place(3, ("A",)))
