"""Which counts are let in from outside, whom a special would hit, and how luck is measured."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from statistics import fmean

import pytest

from engines.core.draws import Draws, ScriptedDraws
from engines.core.protocol import SOURCES
from engines.core.telling import deviation, millionths
from engines.tasse.legal import target_of
from engines.tasse.model import Show
from engines.tasse.scores import ALL_SCORES
from tests.engines.playing import Pick, play_out, seeds
from tests.engines.table import refusal
from tests.engines.tasse.luck import deviations, honest, share_beyond
from tests.support.chance import sized
from tests.support.engines import GAME, Cup

TABLES, LOADED = sized(32, 60), sized(12, 24)
ENDLESS = 10**4299
"""As long as a number may be written; one digit more and Python would not read it, nor write it."""
OUTSIDE = pytest.mark.parametrize("number", [-1, 2**53, ENDLESS], ids=["negative", "large", "endless"])


def test_who_is_out_is_first_out_unless_they_left():
    cup = Cup("ABC", rounds=2).given(in_play=("A", "B"), out=("C",))
    assert cup.play("A leaves, B goes on").public.current == "C"
    assert Cup("ABC").given(in_play=("A", "B"), gone=("C",)).public.first_out is None


@OUTSIDE
@pytest.mark.parametrize("name", ["round", "decision", "points", "rounds_won", "missed"])
def test_counts_that_no_table_reaches_are_refused(name, number):
    plain = GAME.positions.plain(Cup("AB").position)
    plain[name] = [number, 0] if isinstance(plain[name], list) else number
    caught = refusal(GAME.positions.load, json.dumps(plain))
    assert (caught.code, caught.params["where"].split(".")[0]) == ("bad_request", name)


@OUTSIDE
def test_a_seed_from_which_no_table_can_have_taken_so_much_is_refused(number):
    assert refusal(SOURCES.parse, {"type": "seed", "seed": "dés", "taken": number}).code == "bad_request"


@pytest.mark.fire
def test_T9_T11_the_target_is_who_the_rules_hit():
    pick = Pick()
    for seed in seeds(20, 40):
        for game, state, step, _, _ in play_out("tasse", seed):
            if not pick.takes(state, step, len(state.setup.seats)):
                continue
            with pytest.raises(ValueError, match="nothing to show"):
                target_of(game.observe(state, None))
            if state.position.phase == "rolled":
                for dice in sorted(ALL_SCORES):
                    check_target(game, replace(state, position=replace(state.position, dice=dice)))


def check_target(game, state):
    (roller,) = game.to_act(state)
    seen = game.observe(state, roller)
    if seen.show in (None, "nine"):
        with pytest.raises(ValueError, match="nothing to show"):
            target_of(seen)
        return
    told = game.act(state, roller, Show(), ScriptedDraws([6, 6, 6, 6])).events[0]
    assert told.target == target_of(seen)


def measure(dice: Callable[[int], Draws], tables: int) -> list[float]:
    return [z for number in range(tables) for z in deviations(number, dice(number))]


def without_fours(number: int) -> Draws:
    """Dice with two threes, and so with more sevens, 31 and double threes."""
    draws = honest(number)
    return lambda n: 3 if (outcome := draws(n)) == 4 else outcome


def test_T4_on_honest_dice_few_seats_are_unusually_lucky_or_unlucky():
    """The bounds are some three standard errors wide; `python -m tests.engines.tasse.luck` measures more."""
    found = measure(honest, TABLES)
    assert abs(fmean(found)) < 0.2
    assert 0.7 < fmean(z * z for z in found) < 1.3
    assert 0.005 < share_beyond(found, 2) < 0.085


def test_T4_loaded_dice_are_seen():
    found = measure(without_fours, LOADED)
    assert fmean(found) > 0.5
    assert share_beyond(found, 2) > 0.085


@pytest.mark.parametrize(("parts", "of"), [(0, 36), (17, 36), (36, 36), (1234, 1296), (100_001, 36)])
def test_millionths_are_as_near_as_whole_numbers_come(parts, of):
    assert abs(Fraction(millionths(parts, of), 1_000_000) - Fraction(parts, of)) <= Fraction(1, 2_000_000)


def test_a_deviation_is_counted_in_standard_deviations_and_needs_chance():
    assert deviation(48, 43_000_000, 25_000_000) == 1
    assert deviation(38, 43_000_000, 6_250_000) == -2
    assert deviation(5, 5_000_000, 0) is None
