"""What every game tells at its end, whatever was played: one moment a kind, of what all may know."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.chronicle import Chronicle, Moment, choose, weigh
from tests.engines.playing import play_out
from tests.engines.telling import tell_step
from tests.support.games import GAMES

every_game = pytest.mark.parametrize("name", sorted(GAMES))
few = settings(max_examples=10, deadline=None)


def moment(kind: str, weight: float, seat: str = "A") -> Moment:
    return Moment(kind, (seat,), {}, weight)


def test_the_weightiest_of_each_kind_is_chosen_and_of_equal_ones_the_first():
    found = [moment("a", 40), moment("b", 50, "A"), moment("a", 60), moment("b", 50, "B")]
    assert choose(found) == (moment("a", 60), moment("b", 50, "A"))
    assert choose([]) == ()


@given(amount=st.floats(0, 1e6), more=st.floats(1e-3, 1e3), half=st.floats(0.5, 1e3))
def test_a_weight_rises_towards_its_end_and_is_half_way_at_half(amount, more, half):
    assert weigh(20, 90, 0, half) == 20
    assert weigh(20, 90, half, half) == pytest.approx(55)
    assert 20 <= weigh(20, 90, amount, half) <= weigh(20, 90, amount + more, half) <= 90
    assert 90 >= weigh(90, 20, amount, half) >= weigh(90, 20, amount + more, half) >= 20


@every_game
@few
@given(seed=st.integers(0, 2**32), until=st.integers(1, 400))
def test_any_game_even_a_stopped_one_is_told_by_sound_moments(name, seed, until):
    game, steps, seats = GAMES[name], [], ()
    for number, (_, state, step, _, _) in enumerate(play_out(name, seed)):
        if number == until:
            break
        steps.append(tell_step(game, step, 1_800_000_000_000 + number * 700))
        seats = state.setup.seats
    found = game.find_moments(Chronicle(seats, tuple(steps)))
    assert [each.weight for each in found] == sorted((each.weight for each in found), reverse=True)
    assert len({each.kind for each in found}) == len(found)
    for each in found:
        assert set(each.seats) <= set(seats)
        assert len(set(each.seats)) == len(each.seats) >= 1
        assert 0 <= each.weight <= 100
