"""The daily challenge: the seeds of days, and people's attempts."""

import json
from collections.abc import Mapping, Sequence

from bot.tables.daily.model import Attempt, Given, Line, Promise
from bot.tables.proof.dice import Seed
from db.codec import dump
from db.kept import Kept, reads, writes
from db.sql import Row, Sql, marks

PROMISES = "SELECT day, seed, at FROM daily_seeds WHERE day IN ({days})"
PROMISE = "INSERT INTO daily_seeds (day, seed, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
ATTEMPT = """
    SELECT user_id, day, discipline, name, guild_id, detail, at FROM daily
    WHERE user_id = ? AND day = ? AND discipline = ?
"""
ATTEMPTS = """
    SELECT user_id, day, discipline, name, guild_id, detail, at FROM daily
    WHERE user_id = ? AND day = ? ORDER BY discipline
"""
BEGIN = """
    INSERT INTO daily (user_id, day, discipline, name, guild_id, step, score, ms, detail, at)
    VALUES (?, ?, ?, ?, ?, 0, 0, 0, '[]', ?) ON CONFLICT DO NOTHING
"""
NOTE = """
    UPDATE daily SET step = step + 1, score = :score, ms = :ms, detail = :detail, at = :at
    WHERE user_id = :user AND day = :day AND discipline = :discipline AND step = :step
"""
LINES = """
    SELECT user_id, name, score, ms FROM daily
    WHERE guild_id = ? AND day = ? AND discipline = ? AND step = ?
    ORDER BY score DESC, ms, at, user_id
"""
DAYS = "SELECT count(DISTINCT day) FROM daily WHERE user_id = ? AND day >= ? AND day <= ?"


def read_promises(connection: Sql, days: Sequence[str]) -> Mapping[str, Promise]:
    """The seeds of those of these days that have one."""
    found = connection.execute(PROMISES.format(days=marks(days)), tuple(days))
    return {row["day"]: Promise(Seed.from_hex(row["seed"]), row["at"]) for row in found}


def keep_promises(connection: Sql, seeds: Mapping[str, Seed], now: int) -> Mapping[str, Promise]:
    """Keep the seeds of days that have none; what stands for each of them."""
    for day, seed in sorted(seeds.items()):
        connection.execute(PROMISE, (day, seed.hex, now))
    return read_promises(connection, sorted(seeds))


def read_attempt(connection: Sql, day: str, discipline: str, user_id: int) -> Attempt | None:
    """Somebody's attempt, None before it is begun."""
    row = connection.execute(ATTEMPT, (user_id, day, discipline)).fetchone()
    return None if row is None else _attempt_of(row)


def list_attempts(connection: Sql, day: str, user_id: int) -> list[Attempt]:
    """All of somebody's attempts of a day."""
    return [_attempt_of(row) for row in connection.execute(ATTEMPTS, (user_id, day))]


def _attempt_of(row: Row) -> Attempt:
    given = tuple(Given(*one) for one in json.loads(row["detail"]))
    return Attempt(
        row["day"], row["discipline"], row["user_id"], row["name"], row["guild_id"], given, row["at"]
    )


def begin_attempt(connection: Sql, attempt: Attempt) -> Attempt:
    """Begin an attempt: the one that stands, whichever of two was first."""
    who = (attempt.user_id, attempt.day, attempt.discipline)
    connection.execute(BEGIN, (*who, attempt.name, attempt.guild_id, attempt.clock))
    return read_attempt(connection, attempt.day, attempt.discipline, attempt.user_id) or attempt


def note_given(connection: Sql, attempt: Attempt, given: Given, clock: int) -> bool:
    """Note the next answer of an attempt; False if it has gone on since."""
    noted = (*attempt.given, given)
    values = {
        "user": attempt.user_id,
        "day": attempt.day,
        "discipline": attempt.discipline,
        "step": len(attempt.given),
        "score": attempt.score + given.right,
        "ms": attempt.ms + given.ms,
        "detail": dump([list(one) for one in noted]),
        "at": clock,
    }
    return connection.execute(NOTE, values).rowcount == 1


def list_lines(connection: Sql, day: str, discipline: str, guild_id: int, count: int) -> list[Line]:
    """The attempts begun on a server that have all answers, the best first, then the fastest."""
    found = connection.execute(LINES, (guild_id, day, discipline, count))
    return [Line(row["user_id"], row["name"], row["score"], row["ms"]) for row in found]


def count_days(connection: Sql, user_id: int, first: str, last: str) -> int:
    """On how many days somebody has begun an attempt."""
    (days,) = connection.execute(DAYS, (user_id, first, last)).fetchone()
    return int(days)


class KeptDaily(Kept):
    """The seeds of days, and people's attempts."""

    promises = reads(read_promises)
    promise = writes(keep_promises)
    attempt = reads(read_attempt)
    attempts = reads(list_attempts)
    begin_attempt = writes(begin_attempt)
    note_given = writes(note_given)
    attempts_on = reads(list_lines)
    days_played = reads(count_days)
