"""What is counted of each seat of DESfausse, and what is worth telling: at games that are played by hand.

A’s dice are 1 to 6, B’s 7 to 12: small red, small red, small green, small green, big red, big green.
"""

from typing import Any

import pytest

from engines.desfausse.events import Discarded, Gave, RollingEnded, RoundWon, TurnEnded, TurnStarted
from engines.desfausse.model import Die, Discarding, Gift, Giving, MovedDie, Pass, Reroll, Stop
from tests.engines.by_hand import ByHand, sheet
from tests.engines.desfausse.table import GAME, discard, draws_of
from tests.engines.telling import kinds, tell

NEW = "2 3 4 5 3 4"
"""A hand without a devil."""


def game(**hands: str) -> ByHand:
    """A game in which these hands are rolled first."""
    return ByHand(GAME, "".join(hands), *draws_of(" ".join(hands.values())))


def stop(lived: ByHand, faces: str = "") -> ByHand:
    """All who still roll stop, in seat order; the last one may open another turn."""
    seats = GAME.to_act(lived.state)
    for seat in seats:
        lived.act(seat, Stop(), *draws_of(faces if seat == seats[-1] else ""))
    return lived


def throw_out(lived: ByHand, seat: str, *what: Any, faces: str = "") -> ByHand:
    return lived.act(seat, discard(*what), *draws_of(faces))


def test_F1_F2_every_throw_is_counted_by_the_size_of_its_die_and_what_chance_gives():
    lived = game(A="D 2 3 4 D 5", B="2 2 2 2 3 3")
    dice = "rerolls small small_devils big big_devils devils"
    assert sheet(lived, dice) == {"A": "0 4 1 2 1 2", "B": "0 4 0 2 0 0"}
    lived.act("A", Reroll((2, 3, 6)), *draws_of("D 5 D"))
    assert sheet(lived, dice) == {"A": "1 6 2 3 2 4", "B": "0 4 0 2 0 0"}
    # A devil in six to small dice, three in six to big ones.
    lived = game(A="D 2 3 4 5 5", B=NEW)
    assert sheet(lived, "devils devils_e6 var_e6", "A") == {"A": "1 1666667 1055556"}
    lived.act("A", Reroll((5,)), *draws_of("3"))
    assert sheet(lived, "devils devils_e6 var_e6", "A") == {"A": "1 2166667 1305556"}


@pytest.mark.parametrize(
    ("hand", "discarded", "names", "a", "b"),
    [
        (
            "2 2 2 4 5 5",
            ([1, 2, 3], [1, 2, 3]),
            "asked discards dice_3 discarded given got",
            "1 1 1 3 0 0",
            "1 0 0 0 0 0",
        ),
        (  # dice that are given count for both
            *("2 2 3 4 5 5", ([1, 2], [1, 2], {"B": [1, 2]})),
            *("discards dice_2 discarded given got cursed_got", "1 1 2 2 0 0", "0 0 0 0 2 0"),
        ),
        (
            "D 2 2 4 5 5",
            ([2, 3], [3]),
            "discards dice_1 discarded",
            "1 1 1",
            "0 0 0",
        ),  # as many stay as there are devils
    ],
)
def test_F5_a_discard_counts_how_many_dice_left(hand, discarded, names, a, b):
    lived = throw_out(stop(game(A=hand, B="D 3 4 5 3 4")), "A", *discarded)
    assert sheet(lived, names) == {"A": a, "B": b}


def test_F4_who_passes_was_asked_and_discards_nothing():
    lived = stop(game(A="2 2 3 4 5 5", B="D 3 4 5 3 4")).act("A", Pass())
    assert sheet(lived, "asked discards") == {"A": "2 0", "B": "1 0"}


def test_F3_F9_the_cursed_are_given_a_die_with_a_discard_or_at_the_end_of_the_turn():
    lived = stop(game(A="2 2 2 3 4 5", B="D D D 6 D D"))
    throw_out(lived, "A", [1, 2, 3], [1, 2, 3], "hell", {"B": 4}, faces="3 4 2 2 2 2 2 3 3")
    names = "cursed discarded cursed_given cursed_got got turns rounds"
    assert sheet(lived, names) == {"A": "0 3 1 0 0 2 1", "B": "1 0 0 1 0 2 1"}
    lived = stop(game(A="D D D 2 3 4", B="D D D 6 D D"))
    lived.act("A", Gift((("B", 1),)), *draws_of("2 2 2 3 3 2 2 2 2 2 3 3"))
    assert sheet(lived, "discards cursed_given given cursed_got") == {"A": "0 1 0 0", "B": "0 0 0 1"}


def test_F10_F11_rounds_won_and_who_begins_the_next_one_with_the_angel():
    lived = stop(game(A="3 3 3 3 3 3", B="4 4 4 4 5 5"))
    throw_out(lived, "A", [*range(1, 7)], [*range(1, 7)], faces="3 3 3 3 3 A 4 4 4 4 4 5 5")
    names = "rounds turns rounds_won blessed burdened angels angels_shown big"
    assert sheet(lived, names) == {"A": "2 2 1 1 0 1 1 3", "B": "2 2 0 0 1 0 0 5"}
    stop(lived).act("A", Pass())  # the Angel could be a 2
    throw_out(lived, "A", [1, 2, 3, 4, 6, 13], [1, 2, 3, 4, 6, 13])
    assert sheet(lived, "rounds_won won dice_4 discarded", "A") == {"A": "2 1 2 12"}


def test_F13_dice_on_their_way_to_a_leaver_go_to_nobody_who_takes_part_in_no_more_turns():
    lived = stop(game(A="2 2 3 4 5 5", B="D 3 4 5 3 4", C="2 2 3 4 5 5"))
    throw_out(lived, "A", [1, 2], [1, 2], {"B": [1, 2]}).leave("B").act("C", Pass())
    assert sheet(lived, "discards discarded given got", "A", "B") == {"A": "1 2 0 0", "B": "0 0 0 0"}
    lived = game(A="2 3 4 5 3 4", B="D D D D D D", C="D D D D D D").leave("C")
    assert sheet(lived, "left turns rounds devils", "C") == {"C": "1 1 1 6"}


DIE = Die(1, "small", "red", 3)
DEVIL = Die(2, "small", "green", "D")


def found(*events):
    return kinds(GAME.find_moments(tell("ABC", *events)))


def discarded(
    seat: str, *to: str | None, curses: tuple[MovedDie, ...] = (), where: str = "hand"
) -> Discarded:
    """A discard of one die to each of these (None: to Hell)."""
    places = tuple(MovedDie(DIE, receiver, "hell" if receiver is None else where) for receiver in to)
    return Discarded(Discarding(3, 1, seat, False, len(to), 0, (), places, curses))


def test_F2_most_devils_of_a_turn_are_told():
    two, four = (DEVIL, DEVIL, DIE), (DEVIL, DEVIL, DEVIL, DIE, DEVIL)
    assert found(TurnEnded(1, 1, {"A": two, "B": two})) == {}
    told = found(TurnEnded(1, 1, {"A": two, "B": two}), TurnEnded(1, 2, {"A": two, "B": four}))
    assert told == {"devils": (("B",), {"devils": 4, "dice": 5, "round": 1, "turn": 2})}


def test_F3_who_was_cursed_most_often_is_told():
    assert found(RollingEnded(("A",), {}), RollingEnded(("B",), {})) == {}
    assert found(*[RollingEnded(("A", "B"), {})] * 2, RollingEnded(("B",), {})) == {
        "cursed": (("B",), {"times": 3})
    }


def test_F5_the_largest_discard_and_most_dice_given_to_one_seat_are_told():
    told = found(
        discarded("A", None, None, None), discarded("B", "C", "C"), discarded("C", "A", "B", "A", None)
    )
    assert told == {
        "discard": (("C",), {"dice": 4}),
        "gift": (("B", "C"), {"dice": 2}),
    }


def test_F8_a_die_that_did_not_arrive_is_no_gift():
    assert found(discarded("A", "B", where="hell")) == {}
    assert found(Gave(Giving("A", (MovedDie(DIE, "B", "kept"),)), False)) == {}
    assert found(Gave(Giving("A", (MovedDie(DIE, "B", "hand"),)), False)) == {
        "gift": (("A", "B"), {"dice": 1})
    }


def test_F7_a_gift_that_bars_who_has_a_single_die_is_told():
    single = RollingEnded((), {"A": (DIE, DIE), "B": (DIE,), "C": (DIE, DIE)})
    assert "barred" not in found(discarded("A", "B"))
    assert found(single, discarded("A", "B"))["barred"] == (("A", "B"), {"dice": 1})
    assert "barred" not in found(single, discarded("B", None), discarded("A", "B"))
    curse = (MovedDie(DIE, "B", "hand"),)
    assert found(single, discarded("A", None, curses=curse))["barred"] == (("A", "B"), {"dice": 1})


def test_F10_a_round_that_took_few_turns_is_told():
    def won(turn: int, number: int) -> list:
        return [TurnStarted(number, turn), RoundWon(number, ("B",), {"B": 1}, {})]

    assert found(*won(5, 1)) == {}
    assert found(*won(4, 1), *won(3, 2)) == {"quick": (("B",), {"turns": 3, "round": 2})}
