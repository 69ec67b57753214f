"""Dice that anybody can check: by the written rule, and by the stand-alone script, run as anybody would."""

import ast
import hashlib
import hmac
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.proof.dice import Seed, TableDraws, prefix
from bot.tables.proof.record import record_of
from tests.support.records import GAMES, finished, opened

SECRET = bytes(range(32))
PREFIX = "gobelet-1:7:1001+1002"


def by_hand(k: int, n: int) -> int:
    """The written rule, step by step, with nothing of ours."""
    j = 0
    while True:
        x = int.from_bytes(hmac.new(SECRET, f"{PREFIX}:{k}:{j}".encode(), hashlib.sha256).digest()[:8], "big")
        if x < 2**64 - (2**64 % n):
            return x % n + 1
        j += 1


def test_the_commitment_is_the_hash_of_the_seed():
    seed = Seed(SECRET)
    assert seed.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert seed.hex == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    assert Seed.from_hex(seed.hex) == seed


def test_new_seeds_differ():
    assert len({Seed.new().secret for _ in range(8)}) == 8


@pytest.mark.parametrize("bad", ["", "00", "zz" * 32, "00" * 33])
def test_a_bad_seed_is_refused(bad):
    with pytest.raises(ValueError):
        Seed.from_hex(bad)


def test_the_seed_shows_nowhere():
    shown = f"{Seed(SECRET)!r} {Seed(SECRET)} {TableDraws(SECRET, PREFIX, 0)!r}"
    assert SECRET.hex() not in shown
    assert repr(SECRET) not in shown


def test_the_prefix_names_the_table_and_who_sat_down():
    assert prefix(7, [1001, 1002]) == PREFIX


# Written down once from `by_hand`: they must never change, or old games could not be verified any more.
VECTORS = [(0, 6, 5), (1, 6, 5), (2, 6, 4), (3, 2, 2), (4, 20, 10), (5, 52, 16), (6, 1, 1)]


@pytest.mark.parametrize(("k", "n", "outcome"), VECTORS)
def test_vectors(k, n, outcome):
    assert by_hand(k, n) == outcome
    assert TableDraws(SECRET, PREFIX, k)(n) == outcome


@given(st.lists(st.integers(1, 2**64), max_size=8), st.integers(0, 10_000))
def test_draws_follow_the_written_rule(sides, first):
    draws = TableDraws(SECRET, PREFIX, first)
    outcomes = [draws(n) for n in sides]
    assert outcomes == [by_hand(first + i, n) for i, n in enumerate(sides)]
    assert draws.taken == tuple(zip(sides, outcomes, strict=True))


def test_an_unfair_word_is_thrown_away():
    """With n just above half the range, nearly every second word must be rejected."""
    n = 2**63 + 1
    rejected = [k for k in range(20) if TableDraws(SECRET, PREFIX, k)(n) - 1 != word(k)]
    assert rejected
    assert all(word(k) >= n for k in rejected)


def word(k: int) -> int:
    return int.from_bytes(hmac.digest(SECRET, f"{PREFIX}:{k}:0".encode(), "sha256")[:8], "big")


def test_a_forgotten_step_sees_the_same_dice_again():
    once, again = (TableDraws(SECRET, PREFIX, 3) for _ in range(2))
    assert [once(6), once(6)] == [again(6), again(6)]


def test_a_die_without_sides_is_refused():
    draws = TableDraws(SECRET, PREFIX, 0)
    with pytest.raises(ValueError):
        draws(0)
    assert draws.taken == ()


# -- the script --------------------------------------------------------------------------------------------


SCRIPT = Path(__file__).parents[2] / "scripts" / "verify_dice.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def record() -> dict:
    played = finished()
    return json.loads(record_of(played.stored(), played.log, GAMES).dump())


@pytest.fixture
def checked(tmp_path):
    def check(content: object) -> subprocess.CompletedProcess[str]:
        path = tmp_path / "record.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return run(str(path))

    return check


def test_fair_dice_pass(record, checked):
    done = checked(record)
    count = sum(len(entry["draws"]) for entry in record["entries"])
    assert done.returncode == 0
    assert "Source of the dice: gobelet-1:7:1001+1004\n" in done.stdout
    assert f"{count} of {count} dice are what the seed says." in done.stdout
    assert done.stdout.endswith("PASS: the dice are fair.\n")


def test_a_table_without_dice_passes(checked):
    played = opened()
    done = checked(record_of(played.stored(), played.log, GAMES).dump().decode())
    assert done.returncode == 0
    assert "0 of 0 dice" in done.stdout


def test_a_changed_die_fails_and_is_named(record, checked):
    entry = next(entry for entry in record["entries"] if entry["kind"] == "act" and entry["draws"])
    told = entry["draws"][0][1]
    entry["draws"][0][1] = 3 - told
    done = checked(record)
    assert done.returncode == 1
    assert f"entry {entry['seq']}, die 1 of 2 sides: told {3 - told}, the seed says {told}" in done.stdout
    assert "FAIL" in done.stdout


def test_a_broken_promise_fails(record, checked):
    done = checked({**record, "commitment": "00" * 32})
    assert done.returncode == 1
    assert "IS NOT the SHA-256" in done.stdout


def test_other_joins_would_be_other_dice(record, checked):
    record["seats"][0]["joins"] = ["1002"]
    done = checked(record)
    assert done.returncode == 1
    assert "Source of the dice: gobelet-1:7:1002+1004\n" in done.stdout


def test_dice_written_down_once_still_pass(checked):
    """The vectors of test_dice, as a file: nothing of ours had a hand in making it."""
    draws = [[n, outcome] for _, n, outcome in VECTORS]
    done = checked(
        {
            "table": 7,
            "game": "tasse",
            "commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
            "seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            "seats": [{"seat": "1", "joins": ["1001"]}, {"seat": "2", "joins": ["1002"]}],
            "entries": [{"seq": 1, "draws": draws[:2]}, {"seq": 2, "draws": draws[2:]}],
        }
    )
    assert done.returncode == 0, done.stdout
    assert "7 of 7 dice are what the seed says." in done.stdout


def test_a_seed_not_told_yet_fails(record, checked):
    done = checked({**record, "seed": None})
    assert done.returncode == 1
    assert "still runs" in done.stdout


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", "[" * 100_000, '{"table": 1, "game": "coin", "seed": "x"}']
)
def test_what_is_no_record_says_so_without_a_traceback(content, checked):
    done = checked(content)
    assert done.returncode == 2
    assert "not a readable record" in done.stdout
    assert done.stderr == ""


def test_impossible_sides_do_not_hang(record, checked):
    record["entries"][7]["draws"] = [[2**70, 1]]
    assert checked(record).returncode == 2


def test_no_file_and_no_argument_say_so(tmp_path):
    assert run(str(tmp_path / "none.json")).returncode == 2
    assert "usage" in run().stderr


def test_the_script_is_short_and_leans_on_nothing():
    source = SCRIPT.read_text(encoding="utf-8")
    imported = {
        name.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert imported == {"hashlib", "hmac", "json", "sys"}
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(source)))
    assert len(source.splitlines()) <= 80
