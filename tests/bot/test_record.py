import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.model import Status
from bot.tables.proof.record import SIZE_AT_MOST, Record, RecordError, digest, record_of
from bot.tables.proof.replay import replay
from bot.tables.proof.verify import verify
from tests.support.records import GAMES, SEED, Played, finished, opened


def whole() -> dict[str, Any]:
    """A sound record as plain data, to be spoilt."""
    played = finished()
    return json.loads(record_of(played.stored(), played.log, GAMES).dump())


def check(plain: dict[str, Any]) -> list[tuple[str, int | None]]:
    verdict = verify(Record.load(json.dumps(plain).encode()), GAMES)
    return [(problem.code, problem.entry) for problem in verdict.problems]


def entry(plain: dict[str, Any], kind: str, nth: int = 0) -> dict[str, Any]:
    return [line for line in plain["entries"] if line["kind"] == kind][nth]


@pytest.fixture
def plain() -> dict[str, Any]:
    """A sound record as plain data, to be spoilt."""
    return whole()


class TestMakingRecords:
    def test_a_closed_table_tells_everything_and_names_nobody(self):
        played = finished()
        record = record_of(played.stored(), played.log, GAMES)
        assert record.seed == SEED.hex
        assert [line.kind for line in record.entries] == [line.kind for line in played.log]
        assert record.joins() == (1001, 1004)
        text = record.dump().decode()
        assert "Anne" not in text
        assert "Bob" not in text

    @pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING, Status.PAUSED])
    def test_a_running_table_tells_no_secret(self, status):
        played = finished()
        record = record_of(played.stored(status), played.log, GAMES)
        assert record.seed is None
        assert record.setup is None
        assert record.position is None
        assert {line.kind for line in record.entries} & {"begin", "act", "expire", "system"} == set()
        assert not any(line.draws for line in record.entries)
        assert [problem.code for problem in verify(record, GAMES).problems] == ["seed_hidden"]

    def test_the_operator_checks_a_running_table_whole(self):
        played = opened()
        played.begin(goal=3)
        played.act()
        record = record_of(played.stored(Status.PLAYING), played.log, GAMES, revealed=True)
        verdict = verify(record, GAMES)
        assert verdict.ok
        assert verdict.replayed == 2

    def test_a_lobby_that_never_began(self):
        played = opened()
        record = record_of(played.stored(), played.log, GAMES)
        assert record.seats == ()
        assert verify(record, GAMES).ok

    def test_the_digest_does_not_depend_on_spelling(self):
        assert digest('{"b": "é", "a": 1}') == digest('{"a":1,"b":"\\u00e9"}')
        assert digest('{"a":1}') == sha256(b'{"a":1}').hexdigest()


class TestReadingFiles:
    def test_a_file_comes_back_unchanged(self):
        played = finished()
        record = record_of(played.stored(), played.log, GAMES)
        assert Record.load(record.dump()) == record

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (b"", "not_json"),
            (b"\xff\xfe", "not_json"),
            (b"[" * 200_000, "not_json"),
            (b"[]", "not_a_record"),
            (b'{"format": 1}', "not_a_record"),
            (b'{"format": "gobelet-record 3"}', "unknown_format"),
            (b'{"format": "gobelet-record 1"}', "bad_field"),
            (b'{"format": "gobelet-record 2"}', "bad_field"),
            (b" " * (SIZE_AT_MOST + 1), "too_large"),
        ],
    )
    def test_what_is_no_record_is_refused(self, data, code):
        with pytest.raises(RecordError) as refused:
            Record.load(data)
        assert refused.value.code == code

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            (("seed",), "00"),
            (("table",), "7"),
            (("surprise",), 1),
            (("entries", 0, "seq"), "1"),
            (("entries", 0, "interaction"), "-4"),
            (("entries", 7, "draws", 0, 0), 0),
            (("entries", 7, "draws", 0, 0), 2**64 + 1),
            (("seats", 0, "joins", 0), "one"),
        ],
    )
    def test_a_bad_field_is_named(self, path, value, plain):
        place: Any = plain
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        with pytest.raises(RecordError) as refused:
            Record.load(json.dumps(plain).encode())
        assert refused.value.code == "bad_field"
        assert refused.value.params["where"].startswith(".".join(str(step) for step in path))

    @given(st.binary(max_size=200))
    def test_nothing_else_than_a_refusal_comes_of_noise(self, data):
        with pytest.raises(RecordError):
            Record.load(data)


class TestVerdicts:
    def test_a_sound_record(self):
        played = finished()
        verdict = verify(record_of(played.stored(), played.log, GAMES), GAMES)
        assert verdict.ok
        assert verdict.problems == ()
        assert verdict.entries == len(played.log)
        assert verdict.replayed == 8
        assert verdict.draws == played.taken > 3

    @given(
        st.lists(st.sampled_from(["act", "act", "act", "expire", "leave", "pause"]), max_size=25), st.data()
    )
    def test_whatever_is_played_is_found_sound(self, moves, data):
        played = opened()
        played.begin(goal=data.draw(st.integers(1, 4)))
        for move in moves:
            if played.state.position.winners is not None:
                break
            match move:
                case "act":
                    played.act(data.draw(st.integers(0, 1)))
                case "expire":
                    played.expire()
                case "leave":
                    played.leave(data.draw(st.sampled_from(played.state.position.present)))
                case "pause":
                    played.note("pause", reason="channel_gone")
        record = record_of(played.stored(), played.log, GAMES)
        assert verify(Record.load(record.dump()), GAMES).ok
        assert replay(record, GAMES).state == played.state

    def test_another_seed(self, plain):
        plain["seed"] = "11" * 32
        found = check(plain)
        assert found[0] == ("commitment_differs", None)
        assert any(code == "die_differs" for code, _ in found)

    def test_another_promise_than_the_one_shown(self, plain):
        entry(plain, "open")["payload"]["commitment"] = "22" * 32
        assert check(plain) == [("promise_changed", 1)]

    def test_a_changed_die_is_named_with_its_place(self, plain):
        flip = entry(plain, "act")
        before = flip["draws"][0][1]
        flip["draws"][0][1] = 3 - before
        verdict = verify(Record.load(json.dumps(plain).encode()), GAMES)
        (problem, *_) = verdict.problems
        assert (problem.code, problem.entry) == ("die_differs", flip["seq"])
        assert problem.params == {"k": 1, "n": 2, "recorded": 3 - before, "expected": before}

    def test_a_die_left_out(self, plain):
        entry(plain, "act")["draws"] = []
        assert ("draws_differ", entry(plain, "act")["seq"]) in check(plain)

    def test_a_die_too_many(self, plain):
        last = entry(plain, "system")
        last["draws"] = [[2, 1]]
        assert ("draws_differ", last["seq"]) in check(plain)

    def test_a_die_rolled_outside_the_game(self, plain):
        entry(plain, "pause")["draws"] = [[2, 1]]
        assert ("draws_unexpected", entry(plain, "pause")["seq"]) in check(plain)

    def test_an_outcome_that_no_such_die_has(self, plain):
        flip = entry(plain, "act")
        flip["draws"] = [[2, 7]]
        assert ("draws_differ", flip["seq"]) in check(plain)

    def test_an_entry_taken_out(self, plain):
        gone = entry(plain, "pause")
        plain["entries"].remove(gone)
        assert check(plain) == [("sequence_gap", gone["seq"] + 1)]

    def test_a_seat_slipped_in(self, plain):
        plain["seats"].append({"seat": "5", "joins": ["1009"]})
        begin = entry(plain, "begin")["seq"]
        assert ("seats_differ", begin) in check(plain)

    def test_seats_in_another_order_would_be_other_dice(self, plain):
        plain["seats"].reverse()
        found = check(plain)
        assert ("seats_differ", entry(plain, "begin")["seq"]) in found
        assert any(code == "die_differs" for code, _ in found)

    def test_a_join_hidden(self, plain):
        entry(plain, "join", 2)["interaction"] = "1010"
        assert check(plain) == [("seats_differ", entry(plain, "begin")["seq"])]

    def test_a_changed_action(self, plain):
        guess = entry(plain, "act", 1)
        guess["payload"]["side"] = "heads" if guess["payload"]["side"] == "tails" else "tails"
        (found,) = check(plain)
        assert found == ("position_differs", None)

    def test_an_action_of_another_seat(self, plain):
        flip = entry(plain, "act")
        flip["seat"] = "4" if flip["seat"] == "1" else "1"
        assert check(plain) == [("refused", flip["seq"])]

    @pytest.mark.parametrize("payload", [None, 3, [], {"type": "cheat"}, {"type": "guess", "side": "edge"}])
    def test_an_action_that_is_none(self, payload, plain):
        entry(plain, "act")["payload"] = payload
        assert check(plain) == [("refused", entry(plain, "act")["seq"])]

    @pytest.mark.parametrize("payload", [None, {}, {"command": 3}, {"command": "win"}])
    def test_a_command_that_is_none(self, payload, plain):
        entry(plain, "system")["payload"] = payload
        assert check(plain) == [("refused", entry(plain, "system")["seq"])]

    @pytest.mark.parametrize("setup", [None, {}, {"game": "coin", "seats": ["1", "9"], "goal": 9}])
    def test_a_bad_setup(self, setup):
        plain = {**whole(), "setup": setup}
        assert check(plain) == [("bad_setup", entry(plain, "begin")["seq"])]

    def test_a_game_begun_twice(self, plain):
        entry(plain, "act")["kind"] = "begin"
        assert check(plain) == [("begun_twice", entry(plain, "act")["seq"] - 1)]

    def test_a_game_that_never_began(self, plain):
        begin = entry(plain, "begin")
        begin["kind"], begin["draws"] = "pause", []
        assert ("not_begun", begin["seq"] + 1) in check(plain)

    def test_an_unknown_game(self):
        assert check({**whole(), "game": "morpion"}) == [("unknown_game", None)]

    def test_another_end(self):
        assert check({**whole(), "position": "33" * 32}) == [("position_differs", None)]

    def test_rules_that_trip_become_a_problem(self):
        class Tripping(type(GAMES["coin"])):
            def expire(self, state, draws):
                raise ZeroDivisionError

        played = finished()
        verdict = verify(record_of(played.stored(), played.log, GAMES), {"coin": Tripping()})
        (problem,) = verdict.problems
        assert problem.code == "rules_failed"
        assert problem.params == {"error": "ZeroDivisionError"}

    def test_a_team_is_mixed_in_whole(self):
        played = opened()
        first, second = played.seats
        mate = replace(first.people[0], name="Ève", join_id=1007)
        played = Played((replace(first, people=(*first.people, mate)), second), played.log)
        played.note("join", "1", 1007)
        played.begin(goal=1)
        record = record_of(played.stored(), played.log, GAMES)
        assert record.joins() == (1001, 1007, 1004)
        assert verify(record, GAMES).ok
