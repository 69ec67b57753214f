"""What is counted of each seat of DESfausse, at games that are played by hand.

A’s dice are 1 to 6, B’s 7 to 12: small red, small red, small green, small green, big red, big green.
"""

from __future__ import annotations

from typing import Any

from engines.desfausse.model import Gift, Pass, Reroll, Stop
from tests.engines.by_hand import ByHand, counted, facts
from tests.engines.desfausse.table import GAME, discard, draws_of

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


def test_F1_F2_every_throw_is_counted_by_the_size_of_its_die():
    lived = game(A="D 2 3 4 D 5", B="2 2 2 2 3 3")
    dice = ("rerolls", "small", "small_devils", "big", "big_devils", "devils")
    assert counted(lived, "A", *dice) == facts(
        rerolls=0, small=4, small_devils=1, big=2, big_devils=1, devils=2
    )
    lived.act("A", Reroll((2, 3, 6)), *draws_of("D 5 D"))
    assert counted(lived, "A", *dice) == facts(
        rerolls=1, small=6, small_devils=2, big=3, big_devils=2, devils=4
    )
    assert counted(lived, "B", *dice) == facts(
        rerolls=0, small=4, small_devils=0, big=2, big_devils=0, devils=0
    )


def test_F1_chance_gives_a_devil_in_six_to_small_dice_and_three_in_six_to_big_ones():
    lived = game(A="D 2 3 4 5 5", B=NEW)
    luck = ("devils", "devils_e6", "var_e6")
    assert counted(lived, "A", *luck) == facts(devils=1, devils_e6=1_666_667, var_e6=1_055_556)
    lived.act("A", Reroll((5,)), *draws_of("3"))
    assert counted(lived, "A", *luck) == facts(devils=1, devils_e6=2_166_667, var_e6=1_305_556)


def test_F5_a_discard_to_hell_counts_how_many_dice_left():
    lived = stop(game(A="2 2 2 4 5 5", B="D 3 4 5 3 4"))
    throw_out(lived, "A", [1, 2, 3], [1, 2, 3])
    counts = ("asked", "discards", "dice_3", "discarded", "given")
    assert counted(lived, "A", *counts) == facts(asked=1, discards=1, dice_3=1, discarded=3, given=0)
    assert counted(lived, "B", "asked", "discards", "got") == facts(asked=1, discards=0, got=0)


def test_F5_dice_that_are_given_count_for_both():
    lived = stop(game(A="2 2 3 4 5 5", B="D 3 4 5 3 4"))
    throw_out(lived, "A", [1, 2], [1, 2], {"B": [1, 2]})
    assert counted(lived, "A", "discards", "dice_2", "discarded", "given") == facts(
        discards=1, dice_2=1, discarded=2, given=2
    )
    assert counted(lived, "B", "got", "cursed_got") == facts(got=2, cursed_got=0)


def test_F5_as_many_dice_stay_as_there_are_devils():
    lived = stop(game(A="D 2 2 4 5 5", B="D 3 4 5 3 4"))
    throw_out(lived, "A", [2, 3], [3])
    assert counted(lived, "A", "discards", "dice_1", "discarded") == facts(discards=1, dice_1=1, discarded=1)


def test_F13_a_die_on_its_way_to_a_leaver_is_given_to_nobody():
    lived = stop(game(A="2 2 3 4 5 5", B="D 3 4 5 3 4", C="2 2 3 4 5 5"))
    throw_out(lived, "A", [1, 2], [1, 2], {"B": [1, 2]}).leave("B").act("C", Pass())
    assert counted(lived, "A", "discards", "discarded", "given") == facts(discards=1, discarded=2, given=0)
    assert counted(lived, "B", "got") == facts(got=0)


def test_F4_who_passes_was_asked_and_discards_nothing():
    lived = stop(game(A="2 2 3 4 5 5", B="D 3 4 5 3 4")).act("A", Pass())
    assert counted(lived, "A", "asked", "discards") == facts(asked=2, discards=0)
    assert counted(lived, "B", "asked") == facts(asked=1)


def test_F3_F9_the_cursed_are_given_a_die_with_a_discard():
    lived = stop(game(A="2 2 2 3 4 5", B="D D D 6 D D"))
    throw_out(lived, "A", [1, 2, 3], [1, 2, 3], "hell", {"B": 4}, faces="3 4 2 2 2 2 2 3 3")
    assert counted(lived, "A", "cursed", "discarded", "cursed_given", "turns", "rounds") == facts(
        cursed=0, discarded=3, cursed_given=1, turns=2, rounds=1
    )
    assert counted(lived, "B", "cursed", "cursed_got", "got", "turns") == facts(
        cursed=1, cursed_got=1, got=0, turns=2
    )


def test_F9_who_discards_nothing_gives_at_the_end_of_the_turn():
    lived = stop(game(A="D D D 2 3 4", B="D D D 6 D D"))
    lived.act("A", Gift((("B", 1),)), *draws_of("2 2 2 3 3 2 2 2 2 2 3 3"))
    assert counted(lived, "A", "discards", "cursed_given", "given") == facts(
        discards=0, cursed_given=1, given=0
    )
    assert counted(lived, "B", "cursed_got") == facts(cursed_got=1)


def test_F10_F11_rounds_won_and_who_begins_the_next_one_with_the_angel():
    lived = stop(game(A="3 3 3 3 3 3", B="4 4 4 4 5 5"))
    throw_out(lived, "A", [*range(1, 7)], [*range(1, 7)], faces="3 3 3 3 3 A 4 4 4 4 4 5 5")
    assert counted(lived, "A", "rounds", "turns", "rounds_won", "blessed") == facts(
        rounds=2, turns=2, rounds_won=1, blessed=1
    )
    assert counted(lived, "A", "angels", "angels_shown") == facts(angels=1, angels_shown=1)
    assert counted(lived, "B", "rounds", "burdened", "big") == facts(rounds=2, burdened=1, big=5)
    stop(lived).act("A", Pass())  # the Angel could be a 2
    throw_out(lived, "A", [1, 2, 3, 4, 6, 13], [1, 2, 3, 4, 6, 13])
    assert counted(lived, "A", "rounds_won", "won", "dice_4", "discarded") == facts(
        rounds_won=2, won=1, dice_4=2, discarded=12
    )


def test_F13_who_has_left_takes_part_in_no_more_turns():
    lived = game(A="2 3 4 5 3 4", B="D D D D D D", C="D D D D D D").leave("C")
    assert counted(lived, "C", "left", "turns", "rounds", "devils") == facts(
        left=1, turns=1, rounds=1, devils=6
    )
