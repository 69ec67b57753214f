"""Computers at DESfausse: their arithmetic, their manners, and how they play against each other."""

from itertools import product
from random import Random

import pytest

from engines.core.draws import SeededDraws
from engines.desfausse.model import Demon, Discard, Gift, Pass, Reroll, Stop
from players.arena import Arena, Contestant, view_of
from players.core.player import PERSONAS, Level
from players.desfausse.player import DesfaussePlayer
from players.desfausse.rolling import Kinds, Lay, Rolling, read_turns, rolling_by_turns
from players.solve.desfausse import all_hands, improve
from tests.engines.desfausse.table import GAME, Table

PLAYER, BASILE = DesfaussePlayer(), PERSONAS["basile"]


def decide(table, seat, level=Level.STRONG, persona=BASILE):
    view = view_of(GAME, table.state, seat, (), "")
    return PLAYER.decide(view, level, persona, PLAYER.budget, SeededDraws(bytes(32), "t")).actions[0]


def win_share(one, others, tables):
    """How many of so many seeded tables one seat wins against three others; ties are shared."""
    won = 0.0
    for number in range(tables):
        chance, seats = Random(1000 + number), ["a", "b", "c", "d"]
        mine = seats[number % 4]
        contestants = {
            seat: Contestant(PLAYER, one if seat == mine else others, BASILE, _draws(chance))
            for seat in seats
        }
        arena = Arena.open(GAME, contestants, {}, _draws(chance))
        arena.play(5000)
        winners = GAME.winners(arena.state)
        won += (mine in winners) / len(winners)
    return won / tables


def _draws(chance):
    return lambda n: chance.randint(1, n)


@pytest.mark.parametrize(("others", "least"), [(Level.MEDIUM, 0.30), (Level.EASY, 0.50)])
def test_a_strong_one_wins_more_than_its_share(others, least):
    assert win_share(Level.STRONG, others, 40) >= least


def test_rolling_is_worth_what_all_its_outcomes_are_worth():
    """Two small dice and a big one, one roll left, hits are threes: every way to roll, every outcome."""

    def worth(hand, cursed):
        return -(2.0 * hand.big + hand.small) - 3.5 * cursed

    lay = Lay(Kinds(1, 0, 0), Kinds(), Kinds(1, 1, 0))

    def ends(small, big):
        """What one end is worth: `small` and `big` are the other dice's faces, or None where they stay."""
        hits = 1 + (small == 3) + (big == 3)
        devils = (small == 1) + (big in (1, 2, 6))
        if 2 * devils > 3:
            return worth(Kinds(2, 1), True)
        out = hits - devils
        if out <= 0:
            return worth(Kinds(2, 1), False)
        ways = [
            (fewer, big_out)
            for fewer, big_out in product(range(3), range(2))
            if fewer + big_out == out and fewer <= 1 + (small == 3) and big_out <= (big == 3)
        ]
        return max(worth(Kinds(2 - fewer, 1 - big_out), False) for fewer, big_out in ways)

    dice = range(1, 7)
    by_hand = {
        (0, 0): ends(None, None),
        (1, 0): sum(ends(face, None) for face in dice) / 6,
        (0, 1): sum(ends(None, face) for face in dice) / 6,
        (1, 1): sum(ends(*faces) for faces in product(dice, dice)) / 36,
    }
    value, rolled = Rolling(worth).plan(3, lay, 1)
    assert value == pytest.approx(max(by_hand.values()))
    assert by_hand[rolled.small, rolled.big] == pytest.approx(value)


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_is_known_by_heart_is_what_one_more_turn_makes_of_it(seats):
    turns = read_turns(seats)
    assert len(turns) == 1 + len(list(all_hands()))
    for hand in all_hands(3):
        assert turns[hand] == pytest.approx(improve(turns, seats, hand), abs=0.05 + 0.02 * turns[hand])
    assert turns[Kinds(0, 0, 1)] == 1  # the Angel alone can always go


def test_nobody_rolls_again_what_is_won():
    table = Table.lying(A={1: 4, 2: 4}, B={7: 2, 8: 3, 9: 5})
    assert decide(table, "A") == Stop()


def test_a_devil_more_than_hits_is_rolled_against():
    table = Table.lying(A={1: "D", 2: 4, 3: 5, 4: 6}, B={7: 2, 8: 3, 9: 5})
    for level in Level:
        assert isinstance(decide(table, "A", level), Reroll)


def test_an_open_six_is_waited_for_where_more_dice_leave():
    table = Table.lying(A={1: 2, 2: 6, 3: 6, 4: 6}, B={7: 3, 8: 4, 9: 5}).stop()
    for level, waits in ((Level.EASY, False), (Level.MEDIUM, True), (Level.STRONG, True)):
        assert (decide(table, "A", level) == Pass()) is waits


def test_only_a_strong_one_gives_its_dice_to_whoever_is_about_to_win():
    table = Table.lying(A={1: 3, 2: 3, 3: 5, 4: 6}, B={7: 6}, C={13: 4, 14: 5, 15: 6, 16: 2, 17: 4}).stop()
    table.skip("C")
    assert decide(table, "A") == Discard((1, 2), (1, 2), (("B", (1, 2)),))
    for level in (Level.EASY, Level.MEDIUM):
        assert decide(table, "A", level) == Discard((1, 2), (1, 2), "hell")


def test_the_last_dice_go_at_once():
    table = Table.lying(A={1: 3, 2: 3}, B={7: 4, 8: 5}).stop()
    for level in Level:
        action = decide(table, "A", level)
        assert isinstance(action, Discard)
        assert action.out == (1, 2)


def test_big_dice_leave_before_small_ones():
    table = Table.lying(A={1: "D", 2: 4, 5: 4, 3: 6, 4: 5}, B={7: 2, 8: 3, 9: 6}).stop()
    table.skip("B").skip("B")
    assert decide(table, "A").out == (5,)


def test_the_cursed_get_the_worst_die():
    table = Table.lying(A={1: 2, 3: 5, 5: 4}, B={7: "D", 8: "D", 9: 3}, C={13: 2, 14: 6}).stop()
    assert table.position.cursed == ("B",)
    action = decide(table, "A", Level.STRONG)
    while not isinstance(action, Gift | Discard):
        table.act("A", action)
        action = decide(table, "A", Level.STRONG)
    assert dict(action.curse)["B"] == 5


def test_of_the_cursed_the_nearest_gets_the_worst_die():
    table = Table.lying(A={1: 2, 3: 5, 5: 4}, B={7: "D", 8: "D", 9: 3}, C={13: "D"}).stop()
    assert table.position.cursed == ("B", "C")
    action = decide(table, "A")
    while not isinstance(action, Gift | Discard):
        table.act("A", action)
        action = decide(table, "A")
    assert dict(action.curse)["C"] == 5


def test_the_big_red_die_goes_to_whoever_has_won_a_round():
    held = {"A": {1: 3}, "B": {7: 4, 8: 5}, "C": {13: 5, 14: 6}}
    table = Table.lying(tokens="0 0 1", **held).stop().discard("A", [1], [1])
    assert set(table.public.candidates) == {"B", "C"}
    for level in (Level.MEDIUM, Level.STRONG):
        assert decide(table, "A", level) == Demon("C")


def test_only_the_bold_among_the_weak_roll_big_dice():
    table = Table.lying(A={1: 3, 2: 3, 5: 4, 6: 5}, B={7: 2, 8: 3, 9: 6})
    assert decide(table, "A", Level.EASY, PERSONAS["gaspard"]) == Reroll((5, 6))
    assert decide(table, "A", Level.EASY, PERSONAS["octavie"]) == Stop()


def test_what_is_remembered_of_rolling_does_not_change_it():
    lay, fresh = Lay(Kinds(1, 1, 0), Kinds(1, 0, 0), Kinds(2, 1, 0)), Rolling(rolling_by_turns(3)._worth)
    assert rolling_by_turns(3).plan(4, lay, 2) == fresh.plan(4, lay, 2) == fresh.plan(4, lay, 2)
