"""Slots and processes: who is alive, who holds what, whose turn it is. Times are ms UTC by `read_clock`."""

from collections.abc import Collection, Sequence
from typing import Final

from bot.homes.ports import Beat, Lease, OtherCount, Process, Roster, Taken
from bot.tables.homes import Slots
from db.jobs.finding import forget_openings, shift_alarms
from db.kept import Kept, reads, writes
from db.sql import Row, Rows, Sql, lock, marks, read_clock, tell_slots, together

GRACE: Final = 60_000
"""At least so long is left of a deadline after nobody could hear Discord."""
APART: Final = 10
"""So long after one another pass those to which no more than that is left: there may be thousands."""
JOINING: Final = 0x676F62656C6574
"""The key of the lock under which processes join, one after another."""
PUT_PROCESS: Final = """
    INSERT INTO processes (holder, address, count, pinned, started, until, leaving)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (holder) DO UPDATE SET until = excluded.until, leaving = excluded.leaving
"""
ALIVE: Final = "SELECT holder, address, started, pinned, leaving, until FROM processes WHERE until > ?"
LEASES: Final = "SELECT slot, holder, token FROM slots WHERE count = ?"
RENEWED: Final = """
    UPDATE slots SET until = ?, heard_at = CASE WHEN slot IN ({slots}) THEN ? ELSE heard_at END
    WHERE count = ? AND holder = ?
"""
HEARD: Final = "UPDATE slots SET heard_at = ? WHERE count = ? AND holder = ? AND slot IN ({slots})"
GIVEN: Final = (
    "UPDATE slots SET holder = '', token = token + 1, until = 0 "
    "WHERE count = ? AND holder = ? AND slot IN ({slots})"
)
LATEST_COMMIT: Final = "SELECT at FROM log WHERE id = (SELECT max(id) FROM log)"


def count_slots(connection: Sql, now: int) -> int | None:
    """How many slots the processes that are alive share; None where nobody is alive."""
    living = "SELECT count FROM processes WHERE until > ? ORDER BY started LIMIT 1"
    row = connection.execute(living, (read_clock(connection, now),)).fetchone()
    return None if row is None else int(row["count"])


def join(connection: Sql, beat: Beat, *, alone: bool) -> int:
    """Note a new process and make the slots that are missing; OtherCount. Returns when it has started."""
    lock(connection, JOINING)
    now = read_clock(connection, beat.now)
    connection.execute("DELETE FROM processes WHERE until <= ?", (now,))
    if alone:
        connection.execute("DELETE FROM processes")
    others = connection.execute("SELECT count FROM processes WHERE count <> ?", (beat.count,)).fetchone()
    if others is not None:
        raise OtherCount(int(others["count"]))
    put_process(connection, beat, now, now)
    make_slots(connection, beat.count)
    if alone:
        # Now, and not when the slots are taken: by then there are commits of our own.
        note_heard(connection, last_commit(connection))
    tell_slots(connection)
    return now


def note_heard(connection: Sql, at: int | None) -> None:
    """Note that Discord was heard in all slots at this time (ms UTC), where that is not known to be later."""
    heard = "UPDATE slots SET heard_at = ? WHERE heard_at IS NULL OR heard_at < ?"
    if at is not None:
        connection.execute(heard, (at, at))


def make_slots(connection: Sql, count: int) -> None:
    """Make the slots of this count; they were heard when those of another count were, which go."""
    (made,) = connection.execute("SELECT count(*) FROM slots WHERE count = ?", (count,)).fetchone()
    if made == count:
        return
    (heard_at,) = connection.execute("SELECT max(heard_at) FROM slots").fetchone()
    connection.executemany(
        "INSERT INTO slots (count, slot, holder, token, until, heard_at) VALUES (?, ?, '', 0, 0, ?)",
        [(count, slot, heard_at) for slot in range(count)],
    )
    connection.execute("DELETE FROM slots WHERE count <> ?", (count,))


def put_process(connection: Sql, beat: Beat, started: int, now: int) -> None:
    """Note that a process is alive, even if it was given up for dead before."""
    me = beat.process
    pinned = None if me.pinned is None else ",".join(str(slot) for slot in sorted(me.pinned))
    connection.execute(
        PUT_PROCESS, (me.holder, me.address, beat.count, pinned, started, now + beat.lease, me.leaving)
    )


def renew(connection: Sql, beat: Beat) -> Roster:
    """Renew a process, and what it holds still; return how things stand then.

    Read through the door, too: behind all other reads it might come too late.
    """
    now = read_clock(connection, beat.now)
    with together(connection):
        put_process(connection, beat, beat.process.started, now)
        hearing = sorted(beat.hearing)
        held = (now + beat.lease, *hearing, now, beat.count, beat.process.holder)
        connection.execute(RENEWED.format(slots=marks(hearing)), held)
        if beat.process.leaving:
            tell_slots(connection)
        if 0 in beat.hearing:  # one process is enough for it
            forget_openings(connection, beat.now)
        alive, leases = connection.execute(ALIVE, (now,)), connection.execute(LEASES, (beat.count,))
    return read_roster(alive.fetchall(), leases, now)


def read_roster(alive: Sequence[Row], leases: Rows, now: int) -> Roster:
    """Who is alive, and who holds what, by rows of ALIVE and of LEASES."""
    processes = tuple(
        Process(holder, address, started, split(pinned), bool(leaving))
        for holder, address, started, pinned, leaving, _ in alive
    )
    held = tuple(Lease(slot, holder, token) for slot, holder, token in leases)
    return Roster(processes, held, min((row["until"] - now for row in alive), default=None))


def split(pinned: str | None) -> frozenset[int] | None:
    """Read which slots were given to a process."""
    return None if pinned is None else frozenset(int(slot) for slot in pinned.split(","))


def take(connection: Sql, beat: Beat, slot: int, token: int, *, alone: bool) -> Taken | None:
    """Take a slot whose token is still this one, and move its deadlines if nobody heard Discord until now."""
    # The first statement has others who want this row wait; what was before still stands in it.
    here = (beat.count, slot)
    again = "UPDATE slots SET token = token + 1 WHERE count = ? AND slot = ? AND token = ?"
    if connection.execute(again, (*here, token)).rowcount != 1:
        return None
    now = read_clock(connection, beat.now)
    before = connection.execute(
        "SELECT heard_at, until FROM slots WHERE count = ? AND slot = ?", here
    ).fetchone()
    heard_at, until = before["heard_at"], before["until"]
    moved = away = 0
    if heard_at is not None and (alone or not is_heard(heard_at, until, beat.lease, now)):
        one, away = Slots(frozenset({slot}), beat.count), max(0, now - heard_at)
        moved = shift_alarms(connection, heard_at, now, now + GRACE, APART, one)
    connection.execute(
        "UPDATE slots SET holder = ?, until = ?, heard_at = ? WHERE count = ? AND slot = ?",
        (beat.process.holder, now + beat.lease, now, *here),
    )
    tell_slots(connection)
    return Taken(token + 1, moved, away)


def is_heard(heard_at: int, until: int, lease: int, now: int) -> bool:
    """Whether the holder of a slot is alive, and heard Discord there at its last sign of life."""
    return until > now and heard_at + lease >= until


def last_commit(connection: Sql) -> int | None:
    """When the last commit was (ms UTC): where one process has all slots, it was alive then."""
    row = connection.execute(LATEST_COMMIT).fetchone()
    return None if row is None else int(row["at"])


def give_back(connection: Sql, beat: Beat, slots: Collection[int]) -> None:
    """Let others have these slots at once, as far as this process holds them."""
    now = read_clock(connection, beat.now)
    hearing = sorted(beat.hearing)
    connection.execute(HEARD.format(slots=marks(hearing)), (now, beat.count, beat.process.holder, *hearing))
    given = sorted(slots)
    connection.execute(
        GIVEN.format(slots=marks(given)),
        (beat.count, beat.process.holder, *given),
    )
    tell_slots(connection)


def leave(connection: Sql, holder: str) -> None:
    """Forget a process that is no more."""
    connection.execute("DELETE FROM processes WHERE holder = ?", (holder,))
    tell_slots(connection)


def take_turn(connection: Sql, bucket: int, every: int, now: int) -> int:
    """Take the next turn of a bucket, in which things are done one at a time; how many ms to wait."""
    now = read_clock(connection, now)
    row = connection.execute(
        "INSERT INTO turns (bucket, next_at) VALUES (?, ?) ON CONFLICT (bucket) DO UPDATE SET next_at = "
        "CASE WHEN turns.next_at > ? THEN turns.next_at ELSE ? END + ? RETURNING next_at",
        (bucket, now + every, now, now, every),
    ).fetchone()
    return max(0, int(row["next_at"]) - every - now)


class KeptSlots(Kept):
    """Which process holds what, each call in a transaction of its own."""

    count_slots = reads(count_slots)
    join = writes(join)
    beat = writes(renew)
    take = writes(take)
    give_back = writes(give_back)
    leave = writes(leave)
    take_turn = writes(take_turn)
