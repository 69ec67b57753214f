"""The text protocol, from outside: every request, every refusal, and whatever else comes down the line."""

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import GAMES
from engines.core.protocol import LONGEST_LIST, Protocol
from engines.core.records import LegalActions
from engines.tasse.model import Announce, Roll
from engines.tasse.rules import Tasse
from tests.engines.spoken import Wire
from tests.support.chance import sized

START = {"do": "start", "game": "tasse", "seats": ["A", "B", "C"], "options": {"first": "A"}, "draws": []}
ROLL = {"do": "act", "seat": "A", "action": {"type": "roll"}}


def test_games_are_listed_sorted_with_the_versions_of_their_rules():
    rules = {name: game.rules_version for name, game in GAMES.items()}
    assert Wire().ask(do="games") == {"ok": True, "games": sorted(GAMES), "rules": rules}


def test_a_successful_request_tells_events_public_facts_and_who_is_to_act():
    answer = Wire().ask(**{**START, "options": {}, "draws": [2]})
    assert set(answer) == {"ok", "events", "public", "to_act", "over"}
    assert answer["events"] == [{"type": "round_started", "round": 1, "starter": "B", "drawn": True}]
    assert (answer["to_act"], answer["over"]) == (["B"], False)


def test_public_facts_have_the_names_of_the_contract():
    public = Wire().ask(**START)["public"]
    facts = {"game", "phase", "seats", "in_play", "winners", "points", "direction", "current"}
    assert facts | {"announcement", "first_out", "duel"} <= set(public)
    assert (public["game"], public["phase"], public["points"]) == (
        "tasse",
        "direction_or_roll",
        {"A": 0, "B": 0, "C": 0},
    )


def test_secrets_are_in_the_own_view_alone():
    wire = Wire(START, {"do": "draws", "add": [4, 6]})
    rolled = wire.ask(**ROLL)
    assert [event["type"] for event in rolled["events"]] == ["rolled"]
    assert wire.ask(do="view", seat="A")["view"]["dice"] == "64"
    assert wire.ask(do="view", seat="B")["view"]["dice"] is None
    assert wire.ask(do="view")["view"] == rolled["public"]
    assert not any("audience" in event for event in rolled["events"])


def test_legal_lists_what_a_seat_may_do():
    wire = Wire(START, {"do": "draws", "add": [6, 1]})
    assert wire.ask(do="legal", seat="A")["actions"] == [
        {"type": "direction", "value": 1},
        {"type": "direction", "value": -1},
        {"type": "roll"},
    ]
    assert wire.ask(do="legal", seat="B") == {"ok": True, "actions": []}
    wire.ask(**ROLL)
    actions = wire.ask(do="legal", seat="A")["actions"]
    assert len(actions) == 16
    assert actions[-1] == {"type": "show"}


def test_a_list_that_is_too_long_or_open_is_given_by_its_types():
    class Endless(Tasse):
        def legal_actions(self, state, seat):
            if seat == "B":
                return LegalActions(complete=False, types=("announce",))
            return LegalActions((Roll(), *(Announce(str(n)) for n in range(LONGEST_LIST))))

    protocol = Protocol({"tasse": Endless()})
    protocol.answer(json.dumps(START).encode())
    legal = {seat: json.loads(protocol.answer(b'{"do":"legal","seat":"%c"}' % ord(seat))) for seat in "AB"}
    assert legal["A"] == {"ok": True, "actions": [], "complete": False, "types": ["roll", "announce"]}
    assert legal["B"] == {"ok": True, "actions": [], "complete": False, "types": ["announce"]}


@pytest.mark.parametrize(
    "request_",
    [
        *({"do": do} for do in ("timeout", "settle", "dump", "view")),
        *({"do": do, "seat": "A"} for do in ("leave", "legal", "view")),
        *(ROLL, {"do": "draws", "add": []}),
    ],
)
def test_nothing_but_a_start_or_a_load_without_a_table(request_):
    assert Wire().ask(**request_)["error"]["code"] == "not_started"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "go"}, "unknown_game"),
        ({"game": 1}, "bad_request"),
        ({"seats": ["A"]}, "bad_seats"),
        ({"seats": ["A", "A"]}, "bad_seats"),
        ({"seats": ["A", 2]}, "bad_request"),
        ({"seats": {"A": 1}}, "bad_request"),
        ({"options": []}, "bad_request"),
        ({"options": None}, "bad_request"),
        ({"options": {"first": "D"}}, "bad_options"),
        ({"options": {"rounds": 0}}, "bad_options"),
        ({"options": {"rounds": True}}, "bad_options"),
        ({"options": {"nope": 0}}, "bad_options"),
        ({"options": {"threshold": {"deep": [1]}}}, "bad_options"),
        ({"draws": "1"}, "bad_request"),
        ({"draws": [True]}, "bad_request"),
        ({"draws": [1.0]}, "bad_request"),
        ({"seed": "both"}, "bad_request"),
        ({"options": {}}, "draws_exhausted"),
        ({"options": {}, "draws": [4]}, "bad_request"),
        ({"options": {}, "draws": [0]}, "bad_request"),
    ],
)
def test_a_failed_start_leaves_the_old_table(changes, code):
    wire = Wire(START, {"do": "act", "seat": "A", "action": {"type": "direction", "value": -1}})
    assert wire.code(**{**START, **changes}) == code


def test_a_seed_must_be_a_text():
    request = {name: value for name, value in START.items() if name != "draws"}
    assert Wire(START).code(**request, seed=7) == "bad_request"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({}, "bad_request"),
        ({"type": 1}, "bad_request"),
        ({"type": ["roll"]}, "bad_request"),
        ({"type": "fly"}, "bad_request"),
        ({"type": "roll", "extra": 1}, "bad_request"),
        ({"type": "direction"}, "bad_request"),
        ({"type": "direction", "value": True}, "bad_request"),
        ({"type": "direction", "value": "1"}, "bad_request"),
        ({"type": "direction", "value": 1.0}, "bad_request"),
        ({"type": "announce"}, "bad_request"),
        ({"type": "announce", "score": 64}, "bad_request"),
        ({"type": "announce", "score": "64", "text": "64"}, "bad_request"),
        ({"type": "announce", "text": None}, "bad_request"),
        ({"type": "announce", "text": "64", "reading": "64"}, "bad_request"),
        ({"type": "announce", "text": "64", "reading": None}, "bad_request"),
        ("roll", "bad_request"),
        (None, "bad_request"),
        ({"type": "direction", "value": 10**40}, "illegal_action"),
        ({"type": "direction", "value": 0}, "illegal_action"),
        ({"type": "announce", "score": "64"}, "illegal_action"),
        ({"type": "doubt"}, "illegal_action"),
        ({"type": "next_round"}, "illegal_action"),
        ({"type": "roll"}, "draws_exhausted"),
    ],
)
def test_actions_malformed_or_illegal(action, code):
    assert Wire(START).code(do="act", seat="A", action=action) == code


def test_whose_turn_it_is_and_who_is_known():
    wire = Wire(START)
    assert wire.code(do="act", seat="B", action={"type": "roll"}) == "not_your_turn"
    assert wire.code(do="act", seat="D", action={"type": "roll"}) == "bad_request"
    assert wire.code(do="act", seat=None, action={"type": "roll"}) == "bad_request"
    for do in ("leave", "legal", "view"):
        assert wire.code(do=do, seat="D") == "bad_request"
        assert wire.code(do=do, seat=1) == "bad_request"
    assert wire.code(do="leave") == "bad_request"


def test_a_roll_that_runs_out_half_way_uses_nothing_up():
    wire = Wire(START, {"do": "draws", "add": [6]})
    assert wire.code(**ROLL) == "draws_exhausted"
    wire.ask(do="draws", add=[9])
    assert wire.code(**ROLL) == "bad_request"
    assert wire.code(do="draws", add=[1, "2"]) == "bad_request"
    assert wire.code(do="draws") == "bad_request"


def test_timeouts_leavers_and_the_end():
    wire = Wire(START)
    assert wire.code(do="settle") == "illegal_action"
    assert [event["type"] for event in wire.ask(do="timeout")["events"]] == ["fell", "scored", "restarted"]
    assert wire.ask(do="leave", seat="B")["public"]["in_play"] == ["A", "C"]
    assert wire.code(do="leave", seat="B") == "illegal_action"
    end = wire.ask(do="leave", seat="A")
    assert (end["over"], end["to_act"], end["public"]["winners"]) == (True, [], ["C"])
    for request in (ROLL, {"do": "timeout"}, {"do": "settle"}, {"do": "leave", "seat": "C"}):
        assert wire.code(**request) == "over"
    assert wire.ask(do="legal", seat="C") == {"ok": True, "actions": []}
    assert wire.code(do="act", seat="Z", action={"type": "roll"}) == "bad_request"


def test_between_rounds_nothing_is_pending_and_any_seat_may_go_on():
    wire = Wire({**START, "seats": ["A", "B"], "options": {"first": "A", "threshold": 1, "rounds": 2}})
    wire.ask(do="timeout")
    between = wire.ask(do="timeout")
    assert (between["public"]["phase"], between["to_act"], between["over"]) == ("round_over", [], False)
    assert wire.code(do="timeout") == "illegal_action"
    assert wire.code(**ROLL) == "not_your_turn"
    assert wire.ask(do="legal", seat="B")["actions"] == [{"type": "next_round"}]
    assert wire.ask(do="act", seat="B", action={"type": "next_round"})["public"]["round"] == 2


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"null",
        b"[]",
        b"1",
        b'"do"',
        b"{",
        b'{"do":"games"} {}',
        b'{"do":NaN}',
        b'{"do":Infinity}',
        b'{"do":"games","do":"games"}',
        b'{"do":"\xff"}',
        b'\xef\xbb\xbf{"do":"games"}',
        b'{"do":"\\ud800"}',
        b'{"do":' + b"9" * 5_000 + b"}",
        b'{"do":' + b"[" * 100_000,
        b'{"do":' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"do":"' + b"x" * 1_000_000 + b'"}',
        b'{"do":{}}',
        b"{}",
        b"\x00",
    ],
)
def test_any_other_line_is_answered_with_an_error_line(line):
    wire = Wire(START)
    answer = wire.raw(line)
    assert answer["error"]["code"] == "bad_request"
    assert wire.ask(do="games")["ok"]


@pytest.mark.parametrize("depth", [10, 300, 900, 5_000])
def test_deep_nesting_in_any_field_is_refused(depth):
    deep = b"[" * depth + b"]" * depth
    wire = Wire(START)
    for line in (
        b'{"do":"act","seat":"A","action":{"type":"roll","x":%s}}',
        b'{"do":"act","seat":"A","action":{"type":"announce","text":%s}}',
        b'{"do":"start","game":"tasse","seats":["A","B"],"options":{"first":%s}}',
        b'{"do":"load","state":{"game":"tasse","setup":%s,"position":{},"source":{}}}',
    ):
        assert wire.raw(line % deep)["error"]["code"] in ("bad_request", "bad_options")


def test_numbers_as_large_as_they_come():
    wire = Wire({**START, "options": {"first": "A", "threshold": 10**3000, "rounds": 10**3000}})
    dumped = wire.ask(do="dump")["state"]
    assert Wire({"do": "load", "state": dumped}).ask(do="dump")["state"] == dumped


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
fields = st.fixed_dictionaries(
    {
        "do": st.sampled_from(
            ["games", "start", "act", "draws", "timeout", "settle", "leave", "legal", "view"]
        )
    },
    optional={
        **dict.fromkeys(("options", "action", "add", "draws", "state", "seats"), json_values),
        "seat": st.sampled_from(["A", "B", "C"]) | json_values,
        "seed": st.text(max_size=5) | json_values,
        "game": st.just("tasse") | json_values,
    },
)


@settings(deadline=None, max_examples=sized(40, 100))
@given(st.lists(fields, max_size=8))
def test_fuzzed_requests_are_answered_and_never_break_the_table(requests):
    wire = Wire(START)
    for request in requests:
        answer = wire.raw(json.dumps(request).encode())
        assert answer["ok"] or answer["error"]["code"]
        assert wire.ask(do="view")["ok"]


@given(st.binary())
def test_fuzzed_bytes_are_answered(line):
    assert Wire().raw(line)["ok"] is False


@st.composite
def damaged(draw):
    """A dump in which one value is another one."""
    wire = Wire(START, {"do": "draws", "add": [3, 2, 3, 2, 3, 2]}, ROLL)
    wire.ask(do="act", seat="A", action={"type": "announce", "score": "64"})
    if draw(st.booleans()):
        wire.ask(do="act", seat="B", action={"type": "roll"})
        if draw(st.booleans()):
            wire.ask(do="act", seat="B", action={"type": "show"})
    state = wire.ask(do="dump")["state"]
    part = state[draw(st.sampled_from(["setup", "position", "source"]))]
    values = (
        st.sampled_from(["A", "B", "Z", "32", "", "turn", "duel", "over", "round_over"])
        | st.sampled_from([["A"], ["A", "B"], ["B", "A"], [], [0, 0, 0], [1], {"seat": "A", "score": "55"}])
        | json_values
    )
    part[draw(st.sampled_from(sorted(part)))] = draw(values)
    return state


@settings(deadline=None, max_examples=sized(120, 300))
@given(damaged())
def test_a_damaged_dump_is_refused_or_answered_for_at_every_request(state):
    wire = Wire(START)
    if not wire.raw(json.dumps({"do": "load", "state": state}).encode())["ok"]:
        assert wire.code(do="load", state=state) == "bad_request"
        return
    wire.ask(do="draws", add=[6, 4] * 4)
    for _ in range(12):
        for seat in state["setup"]["seats"]:
            wire.ask(do="view", seat=seat)
            for action in wire.ask(do="legal", seat=seat).get("actions", [])[-1:]:
                wire.ask(do="act", seat=seat, action=action)
        wire.ask(do="timeout")
    assert wire.ask(do="games")["ok"]


def test_rules_that_fail_in_a_loaded_state_are_answered_with_an_error_and_the_table_stays():
    wire = Wire(START)
    state = wire.ask(do="dump")["state"]
    state["position"]["in_play"] = ["A"]
    assert wire.ask(do="load", state=state)["ok"]
    failed = wire.ask(do="leave", seat="A")
    assert failed == {"ok": False, "error": {"code": "bad_request", "message": "impossible_state"}}
    assert wire.ask(do="dump")["state"] == state
    assert wire.ask(**START)["ok"]


def test_rules_that_fail_at_the_load_leave_the_old_table():
    wire = Wire(START)
    state = wire.ask(do="dump")["state"]
    broken = {**state, "position": {**state["position"], "points": []}}
    assert wire.code(do="load", state=broken) == "bad_request"
    assert wire.ask(do="dump")["state"] == state


def test_rules_that_fail_in_a_state_of_their_own_are_a_fault_that_is_heard(monkeypatch):
    monkeypatch.setattr(type(GAMES["tasse"]), "expire", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        Wire(START).ask(do="timeout")


def test_a_loaded_table_goes_on_as_the_dumped_one_also_in_another_process():
    asked, expected = [], []
    for source in ({"draws": [3, 4, 6, 3, 2, 6, 6, 1, 2]}, {"seed": "dés"}):
        start = {name: value for name, value in START.items() if name not in ("draws", "options")}
        first = Wire({**start, **source})
        seat = first.ask(do="view")["view"]["current"]
        first.ask(do="act", seat=seat, action={"type": "roll"})
        later = [
            {"do": "act", "seat": seat, "action": {"type": "announce", "score": "64"}},
            {"do": "dump"},
            *({"do": "act", "seat": other, "action": {"type": "roll"}} for other in "ABC"),
            *({"do": "view", "seat": other} for other in "ABC"),
            {"do": "dump"},
        ]
        asked += [{"do": "load", "state": first.ask(do="dump")["state"]}, *later]
        expected += [None, *(first.ask(**request) for request in later)]
    other = subprocess.run(
        [sys.executable, "-m", "engines"],
        input="\n".join(map(json.dumps, asked)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stderr == ""
    for request, line, answer in zip(asked, other.stdout.splitlines(), expected, strict=True):
        assert json.loads(line)["ok"] if request["do"] == "load" else json.loads(line) == answer


def test_each_line_is_answered_at_once_and_the_end_of_input_ends_it():
    with subprocess.Popen(
        [sys.executable, "-m", "engines"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        for line, ok in ((b'{"do":"games"}\n', True), (b"oops\n", False), (b'{"do":"games"}\n', True)):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"] is ok
        process.stdin.close()
        assert process.wait(timeout=30) == 0
        assert process.stdout.read() == b""
        assert process.stderr.read() == b""
