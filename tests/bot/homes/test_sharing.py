"""Every process works out the same sharing of slots: even, complete, and with as few moves as can be."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bot.homes.ports import Lease, Process, Roster
from bot.homes.sharing import is_superseded, share

NAMES = "abcdefgh"


@st.composite
def rosters(draw: st.DrawFn) -> tuple[Roster, int]:
    """Some processes, and slots that are held by these, by dead ones, or by nobody."""
    count = draw(st.integers(1, 24))
    pins = st.none() | st.frozensets(st.integers(0, count - 1), min_size=1, max_size=4)
    names = draw(st.lists(st.sampled_from(NAMES), unique=True))
    processes = tuple(
        Process(name, "", draw(st.integers(0, 3)), draw(pins), draw(st.booleans())) for name in names
    )
    holders = st.sampled_from(["", "dead", *names])
    leases = tuple(Lease(slot, draw(holders), 0) for slot in range(count))
    return Roster(processes, leases), count


@given(rosters(), st.randoms(use_true_random=False))
def test_everybody_comes_to_the_same_result(case: tuple[Roster, int], chance) -> None:
    roster, count = case
    processes, leases = list(roster.processes), list(roster.leases)
    chance.shuffle(processes)
    chance.shuffle(leases)
    assert share(Roster(tuple(processes), tuple(leases)), count) == share(roster, count)


@given(rosters())
def test_slots_are_complete_and_even(case: tuple[Roster, int]) -> None:
    roster, count = case
    shares = share(roster, count)
    staying = [process for process in roster.processes if not process.leaving]
    takers = {process.holder for process in staying if process.pinned is None}
    pinned = {slot for process in staying for slot in process.pinned or ()}
    assert set(shares) == (set(range(count)) if takers else pinned)
    assert set(shares.values()) <= {process.holder for process in staying}
    numbers = Counter(shares[slot] for slot in set(shares) - pinned)
    if takers:
        assert set(numbers) <= takers
        assert max(numbers[taker] for taker in takers) - min(numbers[taker] for taker in takers) <= 1


@given(rosters())
def test_what_was_shared_out_stays(case: tuple[Roster, int]) -> None:
    roster, count = case
    shares = share(roster, count)
    settled = Roster(roster.processes, tuple(Lease(slot, who, 1) for slot, who in shares.items()))
    assert share(settled, count) == shares


@given(rosters())
def test_as_few_slots_move_as_can_be(case: tuple[Roster, int]) -> None:
    """Nobody loses a slot while they have no more than their share."""
    roster, count = case
    shares = share(roster, count)
    staying = [process for process in roster.processes if not process.leaving]
    pinned = {slot for process in staying for slot in process.pinned or ()}
    takers = {process.holder for process in staying if process.pinned is None}
    held = {taker: set[int]() for taker in takers}
    for lease in roster.leases:
        if lease.holder in takers and lease.slot not in pinned:
            held[lease.holder].add(lease.slot)
    numbers = Counter(shares.values())
    for taker in takers:
        kept = {slot for slot in held[taker] if shares[slot] == taker}
        free = {slot for slot in range(count) if shares[slot] == taker and slot not in pinned}
        assert len(kept) == min(len(held[taker]), len(free)), (taker, numbers)


@given(rosters(), st.sampled_from(NAMES))
def test_the_slots_of_a_dead_process_are_shared_out_and_no_more_than_needed(
    case: tuple[Roster, int], gone: str
) -> None:
    roster, count = case
    everybody = tuple(Process(name, "", 0) for name in "abc")
    shares = share(Roster(everybody, roster.leases), count)
    leases = tuple(Lease(slot, who, 1) for slot, who in shares.items())
    left = tuple(process for process in everybody if process.holder != gone)
    after = share(Roster(left, leases), count)
    assert gone not in after.values()
    assert all(after[slot] == who for slot, who in shares.items() if who != gone)


def test_a_newcomer_gets_its_share_from_those_who_have_most() -> None:
    old = tuple(Process(name, "", 1) for name in "ab")
    leases = tuple(Lease(slot, "ab"[slot % 2], 1) for slot in range(6))
    shares = share(Roster((*old, Process("c", "", 2)), leases), 6)
    assert Counter(shares.values()) == {"a": 2, "b": 2, "c": 2}
    assert shares[0] == shares[2] == "a"
    assert shares[1] == shares[3] == "b"


def test_of_two_processes_with_the_same_slots_the_later_one_gets_them() -> None:
    old, new = (Process(name, "", at, frozenset({0, 1})) for name, at in (("old", 1), ("new", 2)))
    leases = tuple(Lease(slot, "old", 1) for slot in range(2))
    assert share(Roster((old, new), leases), 3) == {0: "new", 1: "new"}


def test_a_process_is_superseded_once_all_its_slots_are_with_later_ones() -> None:
    old, new = (Process(name, "", at, frozenset({0, 1})) for name, at in (("old", 1), ("new", 2)))
    both = (old, new)
    assert not is_superseded(Roster(both, (Lease(0, "old", 1), Lease(1, "old", 1))), old)
    assert not is_superseded(Roster(both, (Lease(0, "new", 2), Lease(1, "old", 1))), old)
    assert is_superseded(Roster(both, (Lease(0, "new", 2), Lease(1, "new", 2))), old)
    assert not is_superseded(Roster(both, (Lease(0, "old", 1), Lease(1, "old", 1))), new)
    assert not is_superseded(Roster((old,), (Lease(0, "", 3), Lease(1, "", 3))), old)
    heir = Process("heir", "", 3)
    assert not is_superseded(Roster((old, heir), (Lease(0, "heir", 2), Lease(1, "heir", 2))), old)
    taker = Process("any", "", 1)
    assert not is_superseded(Roster((taker, new), (Lease(0, "new", 2), Lease(1, "new", 2))), taker)
