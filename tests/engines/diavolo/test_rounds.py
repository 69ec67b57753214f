"""Who may play, what a round costs, who rolls next, and the end (D1, D7 to D9)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.diavolo.model import Fate, Measures
from engines.diavolo.pawns import COLORS
from tests.engines.diavolo.table import BLACK_IS_BEST, GAME, GREY_IS_RIGHT, Table


def test_D1_two_to_six_seats_with_five_gems_each():
    assert Table("ABCDEF").gems == "5 5 5 5 5 5"
    for seats in ("A", "ABCDEFG", "AA"):
        with pytest.raises(Refusal) as caught:
            GAME.setup(list(seats), {})
        assert caught.value.code == "bad_seats"


@pytest.mark.parametrize(
    "options", [{"first": "Z"}, {"children": 1}, {"learning": "yes"}, {"rounds": 2}, {"first": None}]
)
def test_D10_unknown_options_and_bad_values_are_refused(options):
    with pytest.raises(Refusal) as caught:
        GAME.setup(["A", "B"], options)
    assert caught.value.code == "bad_options"


def test_D9_the_first_roller_is_drawn_or_named():
    setup = GAME.setup(["A", "B", "C"], {})
    step = GAME.start(setup, ScriptedDraws([3]))
    assert (step.state.position.roller, step.events[0].drawn) == ("C", True)
    assert Table("ABC", first="B").public.roller == "B"


def test_D7_right_wrong_and_none():
    table = Table("ABC").roll(*BLACK_IS_BEST).grab("A", "black", 7).grab("B", "red", 8).timeout()
    assert table.gems == "5 4 4"
    last = table.public.last
    assert (last.target, last.claims) == ("black", {"A": "black", "B": "red", "C": None})
    assert last.delta == {"A": 0, "B": -1, "C": -1}


def test_D7_the_right_grey_gives_a_gem_back():
    table = Table("ABC").with_gems(3, 5, 5).roll(*GREY_IS_RIGHT).grab("A", "grey", 1).settle()
    assert (table.gems, table.public.last.delta) == ("4 4 4", {"A": 1, "B": -1, "C": -1})


def test_D7_but_never_a_sixth_one():
    table = Table("AB").roll(*GREY_IS_RIGHT).grab("A", "grey", 1).settle()
    assert (table.gems, table.public.last.delta) == ("5 4", {"A": 0, "B": -1})


def test_D7_a_wrong_grey_costs_as_any_other():
    assert Table("AB").roll(*BLACK_IS_BEST).grab("A", "grey", 1).grab("B", "black", 2).settle().gems == "4 5"


def test_D7_the_settling_tells_why_and_when():
    table = Table("AB").roll(*BLACK_IS_BEST).grab("B", "black", 42).settle()
    settled = table.events[0]
    assert (settled.round, settled.target, settled.measures) == (1, "black", Measures(18, 3, 6))
    assert settled.fates == (Fate("A", None, None, -1), Fate("B", "black", 42, 0))
    public = table.public
    assert (public.last_dice, public.last_measures) == (settled.dice, settled.measures)
    assert public.last_at == {"A": None, "B": 42}
    assert (public.dice, public.held, public.round) == (None, (), 2)


def test_D8_without_gems_a_seat_is_eliminated():
    table = Table("ABC").with_gems(5, 1, 5).roll(*BLACK_IS_BEST).grab("A", "black", 1).grab("C", "black", 2)
    table.settle()
    assert table.told == ["settled", "eliminated", "round_started"]
    assert (table.public.in_play, table.public.roller) == (("A", "C"), "C")
    assert GAME.legal_actions(table.state, "B").actions == ()


def test_D8_one_seat_left_wins():
    table = Table("ABC").with_gems(2, 1, 1).roll(*BLACK_IS_BEST).timeout()
    assert table.told == ["settled", "eliminated", "eliminated", "game_over"]
    assert (table.public.winners, table.public.phase, table.gems) == (("A",), "over", "1 0 0")


def test_D8_all_out_at_once_and_nobody_wins():
    table = Table("AB").with_gems(1, 1).roll(*BLACK_IS_BEST).timeout()
    assert (table.public.winners, table.public.phase, table.gems) == ((), "over", "0 0")
    assert table.public.last.delta == {"A": -1, "B": -1}


def test_D9_the_next_seat_in_play_rolls():
    table, rollers = Table("ABC", first="B"), []
    for _ in range(4):
        rollers.append(table.public.roller)
        table.roll(*BLACK_IS_BEST).grab("A", "black", 1).grab("B", "black", 2).settle()
    assert rollers == ["B", "C", "A", "B"]


def test_D9_past_who_was_eliminated_the_roller_included():
    table = Table("ABCD").with_gems(1, 1, 5, 5).roll(*BLACK_IS_BEST).timeout()
    assert table.public.roller == "C"


@given(
    grabs=st.lists(
        st.dictionaries(st.sampled_from("ABCD"), st.tuples(st.sampled_from(COLORS), st.integers())),
        max_size=30,
    ),
    dice=st.sampled_from([BLACK_IS_BEST, GREY_IS_RIGHT]),
)
def test_D7_gems_stay_between_none_and_five(grabs, dice):
    table = Table("ABCD")
    for clicks in grabs:
        table.roll(*dice)
        for seat, click in clicks.items():
            if seat in GAME.to_act(table.state):
                table.try_to_grab(seat, *click)
        before = table.public.gems
        table.timeout()
        if table.public.phase == "over":
            break
        assert all(0 <= gems <= 5 for gems in table.position.gems)
        for seat, delta in table.public.last.delta.items():
            if seat not in table.public.gone:
                assert table.public.gems[seat] == before[seat] + delta
