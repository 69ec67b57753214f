"""Who should hold which slots: each process works it out for itself, from the same rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from bot.homes.ports import Lease, Process, Roster

__all__ = ["is_superseded", "share"]


def share(roster: Roster, count: int) -> Mapping[int, str]:
    """Who should hold each of `count` slots; a slot that nobody should hold is left out.

    A slot that operators gave to processes goes to the last of them that was started; all others are shared
    out evenly among the processes that take any. Who holds what is within their share keeps it. A process
    that is leaving gets nothing.
    """
    staying = sorted(
        (process for process in roster.processes if not process.leaving),
        key=lambda process: (process.started, process.holder),
    )
    given = {slot: process.holder for process in staying for slot in process.pinned or () if slot < count}
    free = {slot: None for slot in range(count) if slot not in given}
    takers = [process.holder for process in staying if process.pinned is None]
    return {**given, **_share_out(free, takers, roster.leases)}


def _share_out(slots: Collection[int], takers: Collection[str], leases: Iterable[Lease]) -> dict[int, str]:
    """Share these slots out evenly: who holds the most has one more, if they cannot all have as many."""
    if not takers:
        return {}
    held: dict[str, list[int]] = {taker: [] for taker in takers}
    for lease in sorted(leases, key=lambda lease: lease.slot):
        if lease.slot in slots and lease.holder in held:
            held[lease.holder].append(lease.slot)
    least, more = divmod(len(slots), len(takers))
    by_number = sorted(takers, key=lambda taker: -len(held[taker]))  # stable: the oldest of equals first
    room = {taker: least + (place < more) for place, taker in enumerate(by_number)}
    shares = {slot: taker for taker in takers for slot in held[taker][: room[taker]]}
    left = iter([slot for slot in slots if slot not in shares])
    for taker in takers:
        for _ in range(room[taker] - len(held[taker])):
            shares[next(left)] = taker
    return shares


def is_superseded(roster: Roster, me: Process) -> bool:
    """Whether all slots that were given to this process are held by later ones, so that it may go.

    They must have been given them, too: who takes any slot gives this one back.
    """
    later = {
        process.holder
        for process in roster.processes
        if process.pinned is not None and (process.started, process.holder) > (me.started, me.holder)
    }
    holders = {lease.holder for lease in roster.leases if lease.slot in (me.pinned or ())}
    return me.pinned is not None and bool(holders) and holders <= later
