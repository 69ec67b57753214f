"""What older versions of the rules stored is read, shown, cleaned of words, and played on to its end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines.core.errors import Refusal
from engines.core.game import State
from tests.engines.playing import Recorder, play_out
from tests.engines.stored import HOME, KINDS, path_of, phase_of
from tests.support.games import GAMES

VERSIONS = [(name, version) for name, game in GAMES.items() for version in range(1, game.rules_version + 1)]
every_version = pytest.mark.parametrize(("name", "version"), VERSIONS)


ALIKE = [(name, version) for name, version in VERSIONS if GAMES[name].replays(version)]


def kept(name: str, version: int) -> Iterator[dict[str, Any]]:
    for line in path_of(name, version).read_text("utf-8").splitlines():
        yield json.loads(line)


def parts(moment: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """The stored parts of a moment with their kinds."""
    yield from (("setup", moment["setup"]), ("position", moment["position"]))
    yield from (("event", event) for event in moment["events"])
    yield from (("action", action) for action in moment["actions"])


def state_of(name: str, version: int, moment: dict[str, Any]) -> Any:
    read = {kind: GAMES[name].read(kind, json.dumps(moment[kind]), version) for kind in ("setup", "position")}
    return State(read["setup"], read["position"])


def test_every_version_has_left_something_and_nothing_else_lies_here() -> None:
    wanted = {path_of(name, version) for name, version in VERSIONS}
    assert set(HOME.glob("*.jsonl")) == wanted, "`python -m tests.engines.stored` writes what is missing"
    for name, version in VERSIONS:
        moments = list(kept(name, version))
        assert len({phase_of(moment["position"]) for moment in moments}) >= 2
        assert {kind for moment in moments for kind, _ in parts(moment)} == set(KINDS)


@every_version
def test_stored_parts_are_read_and_shown(name: str, version: int) -> None:
    game = GAMES[name]
    for moment in kept(name, version):
        for kind, plain in parts(moment):
            upgraded = game.upgrade(kind, plain, version)
            assert game.read(kind, json.dumps(plain), version) == game.codec(kind).parse(upgraded)
        state = state_of(name, version, moment)
        game.check(state)
        for seat in (None, *state.setup.seats):
            assert game.observe(state, seat).game == name


@pytest.mark.parametrize(("name", "version"), ALIKE)
def test_what_is_played_alike_is_brought_up_and_taken_back_as_it_was(name: str, version: int) -> None:
    game = GAMES[name]
    for moment in kept(name, version):
        plain = moment["position"]
        state = state_of(name, version, moment)
        assert game.as_kept(game.upgrade("position", plain, version), version) == plain
        assert game.as_kept(game.positions.plain(state.position), version) == plain
        assert game.carry_over(state.position, version) == state.position


@every_version
def test_stored_tables_are_played_on_to_their_end(name: str, version: int) -> None:
    game = GAMES[name]
    for seed, moment in enumerate(kept(name, version)):
        state = state_of(name, version, moment)
        for _, _, step, _, _ in play_out(name, seed, state):
            state = step.state
        assert game.is_over(state)


@every_version
def test_stored_actions_are_still_taken(name: str, version: int) -> None:
    game, taken, draws = GAMES[name], 0, Recorder(Random(version))
    for moment in kept(name, version):
        state = state_of(name, version, moment)
        for plain in moment["actions"]:
            action = game.read("action", json.dumps(plain), version)
            for seat in game.to_act(state):
                try:
                    game.act(state, seat, action, draws)
                except Refusal:
                    continue
                taken += 1
    assert taken > 2


@every_version
def test_words_are_taken_out_of_what_any_version_stored(name: str, version: int) -> None:
    game = GAMES[name]
    for moment in kept(name, version):
        for seat in moment["setup"]["seats"]:
            for kind, plain in parts(moment):
                before = json.dumps(plain)
                blank = game.without_words(kind, plain, seat)
                assert json.dumps(plain) == before, "the stored data is not changed itself"
                game.read(kind, json.dumps(blank), version)
