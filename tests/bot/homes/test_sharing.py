"""Slots are shared out evenly; an interaction that is sent on is taken by its home alone, or never lost."""

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.homes.forwarding import FRESH_MS, LARGEST, PATH, SEALED, Forwarder, Receiver, Seal, split_place
from bot.homes.keeper import is_superseded, share
from bot.homes.ports import Lease, Process, Roster
from bot.meters import METERS
from tests.support.clock import FakeClock

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


# -- sending on --------------------------------------------------------------------------------------------


TOKEN = "MTIzNDU2.Gtest.a-token-that-only-these-tests-have"
CLICK = {"id": "11", "type": 3, "token": "secret-of-the-click", "data": {"custom_id": "g:1:2:roll:"}}
LONG = 20.0


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def seal(clock: FakeClock) -> Seal:
    return Seal(TOKEN, clock.now)


class Home:
    """Takes what is sent on (or not), and keeps it."""

    def __init__(self, answer: bool = True) -> None:
        self.answer = answer
        self.got: list[object] = []

    async def take(self, payload: object) -> bool:
        self.got.append(payload)
        return self.answer


@asynccontextmanager
async def listening(seal: Seal, home: Home) -> AsyncIterator[str]:
    receiver = Receiver(seal, home.take)
    try:
        yield await receiver.open("127.0.0.1:0")
    finally:
        await receiver.close()


@asynccontextmanager
async def sending(
    seal: Seal, patience: float = LONG
) -> AsyncIterator[Callable[[str, object], Awaitable[bool]]]:
    forwarder = Forwarder(seal, patience)
    try:
        yield forwarder.send
    finally:
        await forwarder.close()


def counted(result: str) -> float:
    return METERS["forwarded"].values.get((result,), 0)


async def post(address: str, body: bytes, seal: str | None) -> int:
    headers = {} if seal is None else {SEALED: seal}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"http://{address}{PATH}", data=body, headers=headers) as answer,
    ):
        return answer.status


async def test_the_home_gets_the_interaction_unchanged(seal):
    home, before = Home(), counted("taken")
    async with listening(seal, home) as address, sending(seal) as send:
        assert await send(address, CLICK) is True
    assert home.got == [CLICK]
    assert counted("taken") == before + 1


@pytest.mark.parametrize(("fails", "result"), [(False, "not_home"), (True, "failed")])
async def test_who_is_not_its_home_or_fails_does_not_take_it(seal, fails, result):
    async def fail(payload):
        raise RuntimeError("the store is gone")

    home, before = Home(answer=False), counted(result)
    home.take = fail if fails else home.take
    async with listening(seal, home) as address, sending(seal) as send:
        assert await send(address, CLICK) is False
    assert counted(result) == before + 1


async def test_another_token_takes_nothing_and_gets_nothing_taken(seal, clock):
    home = Home()
    stranger = Seal(TOKEN + "x", clock.now)
    async with listening(seal, home) as address, sending(stranger) as send:
        assert await send(address, CLICK) is False
    assert home.got == []


@pytest.mark.parametrize("away", [-FRESH_MS - 1, FRESH_MS + 1])
async def test_an_old_or_a_future_seal_is_refused(seal, clock, away):
    home, body = Home(), orjson.dumps(CLICK)
    old = seal.make(body)
    async with listening(seal, home) as address:
        clock._now += away
        assert await post(address, body, old) == 401
        clock._now -= away // abs(away)
        assert await post(address, body, old) == 202
    assert home.got == [CLICK]


async def test_a_changed_body_or_time_is_refused(seal):
    home, body = Home(), orjson.dumps(CLICK)
    made = seal.make(body)
    at, _, digest = made.partition(":")
    async with listening(seal, home) as address:
        for wrong in (None, "", digest, f"{int(at) + 1}:{digest}", f"{at}:", "é:é", f"{'9' * 99}:{digest}"):
            assert await post(address, body, wrong) == 401
        assert await post(address, body + b" ", made) == 401
    assert home.got == []


@pytest.mark.parametrize("body", [b"", b"no json", b"[1]", b"null"])
async def test_what_is_no_interaction_is_refused_though_it_is_sealed(seal, body):
    async def read(payload):
        return bool(payload["id"])

    home = Home()
    home.take = read
    async with listening(seal, home) as address:
        assert await post(address, body, seal.make(body)) == 400


async def test_a_body_that_is_too_large_is_refused(seal):
    home = Home()
    body = orjson.dumps({"id": "1", "data": "x" * LARGEST})
    async with listening(seal, home) as address:
        assert await post(address, body, seal.make(body)) == 413
    assert home.got == []


async def test_a_home_that_is_gone_does_not_take_it(seal):
    async with listening(seal, Home()) as address:
        pass
    before = counted("failed")
    async with sending(seal) as send:
        assert await send(address, CLICK) is False
    assert counted("failed") == before + 1


@pytest.mark.parametrize("address", ["", "nowhere", "256.0.0.1:1", "127.0.0.1:99999", "[::1"])
async def test_an_address_that_is_none_does_not_take_it(seal, address):
    async with sending(seal) as send:
        assert await send(address, CLICK) is False


async def test_a_home_that_says_nothing_does_not_take_it(seal):
    """A process that is stopped has its connections accepted by the system, and answers none."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        before, address = counted("late"), f"127.0.0.1:{silent.getsockname()[1]}"
        async with sending(seal) as send_and_wait, sending(seal, 0.05) as send:
            waiting = asyncio.create_task(send_and_wait(address, CLICK))
            giving_up = asyncio.create_task(send(address, CLICK))
            done, _ = await asyncio.wait({waiting, giving_up}, return_when=asyncio.FIRST_COMPLETED)
            assert done == {giving_up}
            assert giving_up.result() is False
            waiting.cancel()
    assert counted("late") == before + 1


async def test_what_its_sender_has_given_up_is_not_taken(seal):
    """A process that wakes from a long sleep finds clicks that others have answered."""
    home, body = Home(), orjson.dumps(CLICK)
    async with listening(seal, home) as address:
        host, port = split_place(address)
        _, writer = await asyncio.open_connection(host, port)
        lines = (f"POST {PATH} HTTP/1.1", "Host: x", f"{SEALED}: {seal.make(body)}")
        head = "\r\n".join((*lines, f"Content-Length: {len(body)}", "", ""))
        writer.write(head.encode() + body)
        writer.close()  # all of it lies in the buffers before the server looks
        await writer.wait_closed()
        async with sending(seal) as send:
            assert await send(address, CLICK | {"id": "12"}) is True
    assert [each["id"] for each in home.got] == ["12"]


async def test_what_is_sent_after_the_end_is_not_taken(seal):
    home = Home()
    async with listening(seal, home) as address:
        for before in (0, 1):
            forwarder = Forwarder(seal)
            assert [await forwarder.send(address, CLICK) for _ in range(before)] == [True] * before
            await forwarder.close()
            assert await forwarder.send(address, CLICK) is False
    assert len(home.got) == 1


async def test_connections_are_kept(seal):
    receiver, connections = Receiver(seal, Home().take), set()
    address = await receiver.open("127.0.0.1:0")
    async with sending(seal) as send:
        for _ in range(5):
            assert await send(address, CLICK)
            connections |= set(receiver._runner.server.connections)
    await receiver.close()
    assert len(connections) == 1


async def test_the_seal_and_the_log_tell_neither_token_nor_body(seal, capfd, caplog):
    made = seal.make(orjson.dumps(CLICK))
    assert TOKEN not in made
    home = Home()
    async with listening(seal, home) as address, sending(seal) as send:
        assert await post(address, orjson.dumps(CLICK), "1:wrong") == 401
        await send("127.0.0.1:1", CLICK)
    out, err = capfd.readouterr()
    said = out + err + caplog.text
    assert "refused" in said
    assert TOKEN not in said
    assert CLICK["token"] not in said


async def test_a_place_that_is_taken_is_an_error_and_leaves_nothing_open(seal):
    async with listening(seal, Home()) as address:
        with pytest.raises(OSError, match="in use"):
            await Receiver(seal, Home().take).open(address)


@pytest.mark.parametrize(
    ("place", "host", "port"), [("a.b:1", "a.b", 1), ("[::1]:80", "::1", 80), ("10.0.0.5:0", "10.0.0.5", 0)]
)
def test_places_are_split(place, host, port):
    assert split_place(place) == (host, port)
