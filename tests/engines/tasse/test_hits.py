"""Whom a special would hit is said beforehand as the rules then have it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.tasse.hits import target_of
from engines.tasse.model import Show
from engines.tasse.scores import ALL_SCORES
from tests.engines.playing import play_out


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_T9_T11_the_target_is_who_the_rules_hit(seed):
    for game, state, _, _, _ in play_out("tasse", seed):
        if state.position.phase != "rolled":
            continue
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


def test_who_watches_is_told_of_no_target():
    for game, state, _, _, _ in play_out("tasse", 1):
        with pytest.raises(ValueError, match="nothing to show"):
            target_of(game.observe(state, None))
