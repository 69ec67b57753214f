"""Stored parts of every version of the rules: brought up step by step, read, shown, and played on."""

import json
from collections.abc import Iterator
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from engines.core.kit import Kit
from engines.core.protocol import Protocol
from engines.core.records import Refusal, State
from engines.core.replacing import replace
from engines.defizz.rules import Defizz
from engines.tasse.model import Say
from engines.tasse.rules import Tasse
from tests.engines.playing import Recorder, play_out
from tests.engines.stored import HOME, KINDS, path_of, phase_of
from tests.support.games import GAMES

KEPT = {name: game for name, game in GAMES.items() if path_of(name, 1).is_file() or not isinstance(game, Kit)}
"""All games but those of the kit of which nothing is kept yet: nobody has played them."""
VERSIONS = [(name, version) for name, game in KEPT.items() for version in range(1, game.rules_version + 1)]
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
        before = json.dumps(moment)
        for seat in moment["setup"]["seats"]:
            for kind, plain in parts(moment):
                blank = game.without_words(kind, plain, seat)
                if blank != plain:
                    game.read(kind, json.dumps(blank), version)
        assert json.dumps(moment) == before, "the stored data is not changed itself"


class Third(Tasse):
    """La Tasse as it might be one day: two steps after today's first, one of which changed shapes."""

    rules_version = 3
    upgrades = MappingProxyType(
        {
            1: {"action": lambda plain: {**plain, "text": plain["text"] + "!"}},
            2: {"action": lambda plain: {**plain, "text": plain["text"] + "?"}},
        }
    )


GAME = Third()


def refused(call: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(("version", "text"), [(1, "64!?"), (2, "64?"), (3, "64")])
def test_what_is_stored_is_brought_up_step_by_step(version: int, text: str) -> None:
    plain = {"type": "announce", "text": "64"}
    assert GAME.upgrade("action", plain, version) == {"type": "announce", "text": text}
    assert GAME.read("action", json.dumps(plain), version) == Say(text)
    assert GAME.read("action", json.dumps(plain).encode(), version) == Say(text)
    assert plain == {"type": "announce", "text": "64"}, "the stored data is not changed itself"


def test_a_kind_that_no_step_names_stays_as_it_is() -> None:
    plain = {"anything": [1]}
    assert GAME.upgrade("setup", plain, 1) is plain


@pytest.mark.parametrize("version", [-1, 0, 4, 10**30])
@pytest.mark.parametrize("kind", KINDS)
def test_rules_that_nobody_knows_here_are_refused_by_name(kind: Any, version: int) -> None:
    for call in (lambda: GAME.upgrade(kind, {}, version), lambda: GAME.read(kind, "{}", version)):
        refusal = refused(call)
        assert (refusal.code, refusal.reason) == ("bad_request", "unknown_rules")
        assert refusal.params == {"version": version, "known": 3}


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "null", "[]", "7", '"x"', "{}", '{"type":"announce"}', '{"type":"announce","text":7}'),
        *('{"type":"announce","text":NaN}', "[" * 100_000, b"\xff", b"", '{"type":"fly","text":"x"}'),
    ],
    ids=repr,
)
def test_what_no_version_can_have_stored_is_refused(version: int, text: str | bytes) -> None:
    refusal = refused(lambda: GAME.read("action", text, version))
    assert (refusal.code, refusal.reason) == ("bad_request", "malformed")


def test_what_needs_no_change_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {"type": "announce", "text": "64"}
    monkeypatch.setattr(json, "loads", lambda text: pytest.fail("read twice"))
    assert Tasse().read("action", json.dumps(plain), 2) == Say("64")
    assert Tasse().read("action", json.dumps(plain), 1) == Say("64")


class Fourth(Tasse):
    """La Tasse as it might be: versions 3 and 4 play alike, 2 and 1 too, but 3 not as 2 did."""

    rules_version = 4
    upgrades = MappingProxyType(
        {
            1: {},
            2: {},
            3: {"position": lambda plain: {**plain, "out": [*plain["out"], "Z"][:1]}},
        }
    )
    plays_alike = MappingProxyType(
        {1: lambda plain: plain, 3: lambda plain: {**plain, "out": plain["out"][:1]}}
    )


def test_what_is_played_alike_goes_back_step_by_step_without_a_gap() -> None:
    game, plain = Fourth(), {"out": ["A", "B"], "round": 1}
    assert [version for version in range(-1, 7) if game.replays(version)] == [3, 4]
    assert not game.replays(10**30)
    assert game.as_kept(plain, 4) is plain
    assert game.as_kept(plain, 3) == {"out": ["A"], "round": 1}
    assert plain == {"out": ["A", "B"], "round": 1}, "the data is not changed itself"
    for version in (0, 1, 2, 5):
        refusal = refused(lambda version=version: game.as_kept(plain, version))
        assert (refusal.reason, refusal.params) == ("unknown_rules", {"version": version, "known": 4})


def test_a_table_that_is_taken_over_keeps_what_its_rules_had_kept() -> None:
    game = Fourth()
    setup = game.setup(["A", "B", "C"], {"first": "A"})
    start = game.start(setup, lambda n: 1).state.position
    assert game.carry_over(start, 4) == start
    assert game.carry_over(replace(start, out=("B", "C")), 3).out == ("B",)
    assert game.carry_over(start, 3).out == ("Z",)
    with pytest.raises(Refusal):
        game.carry_over(start, 2)


def ask(protocol: Protocol, **request: Any) -> Any:
    return json.loads(protocol.answer(json.dumps(request).encode()))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_dump_names_its_rules_and_an_older_one_is_taken(name: str) -> None:
    protocol, known = Protocol(GAMES), GAMES[name].rules_version
    seats = ["A", "B"] if name == "debacle" else ["A", "B", "C"]
    assert ask(protocol, do="start", game=name, seats=seats, options={}, seed="s")["ok"]
    dumped = ask(protocol, do="dump")["state"]
    assert dumped["rules"] == known
    unnamed = without(dumped_by(1, dumped), "rules")
    assert ask(Protocol(GAMES), do="load", state=unnamed)["ok"]
    for state in (unnamed, *(dumped_by(older, dumped) for older in range(1, known + 1))):
        assert ask(protocol, do="load", state=state)["ok"]
        assert ask(protocol, do="dump")["state"] == dumped
    for rules in (0, -1, known + 1, "1", None, True, 1.0):
        answer = ask(protocol, do="load", state={**dumped, "rules": rules})
        assert answer["error"]["code"] == "bad_request"
        if type(rules) is int:
            assert answer["error"]["message"] == f"unknown_rules (version={rules}, known={known})"
    assert ask(protocol, do="load", state={**dumped, "more": 1})["error"]["code"] == "bad_request"


def dumped_by(version: int, dumped: dict[str, Any]) -> dict[str, Any]:
    """A dump of today as an older version wrote it, whose positions were those of the next that is alike."""
    game = GAMES[dumped["game"]]
    alike = next(later for later in range(version, game.rules_version + 1) if game.replays(later))
    return {**dumped, "rules": version, "position": game.as_kept(dumped["position"], alike)}


def test_an_older_dump_goes_through_the_steps() -> None:
    class Renamed(Tasse):
        rules_version = 3
        upgrades = MappingProxyType(
            {1: {}, 2: {"position": lambda old: {**without(old, "turn"), "round": old["turn"]}}}
        )

    protocol = Protocol({"tasse": Renamed()})
    assert ask(protocol, do="start", game="tasse", seats=["A", "B"], options={}, seed="s")["ok"]
    state = ask(protocol, do="dump")["state"]
    position = {**without(state["position"], "round"), "turn": 1}
    for rules in (1, 2):
        assert ask(protocol, do="load", state={**state, "position": position, "rules": rules})["ok"]
        assert ask(protocol, do="dump")["state"] == state
        answer = ask(protocol, do="load", state={**state, "rules": rules})
        assert answer["error"] == {"code": "bad_request", "message": "malformed (where='')"}


def without(plain: dict[str, Any], name: str) -> dict[str, Any]:
    return {field: value for field, value in plain.items() if field != name}


def test_the_words_of_an_answer_are_judged_by_nobody_else() -> None:
    protocol = Protocol(GAMES)
    options = {"reader": "bot"}
    assert ask(protocol, do="start", game="defizz", seats=["A", "B"], options=options, seed="s")["ok"]
    brought = {"type": "answer", "text": "x", "at": 1, "verdict": {"right": True}}
    for verdict in (None, {}, {"right": True, "group": None, "number": None}):
        answer = ask(protocol, do="act", seat="A", action={**brought, "verdict": verdict})
        assert answer["error"] == {"code": "bad_request", "message": "malformed (where='verdict')"}
    assert Defizz.decided_outside == {"verdict"}
