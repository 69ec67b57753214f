import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.proof.dice import Seed, TableDraws, prefix

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
