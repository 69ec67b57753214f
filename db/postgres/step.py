"""Steps of games: all that wait are written by one statement, which tells which of them came first.

A step is what nearly every click is: it changes the position, the columns of a step, the log and the scenes,
and nothing else. Steps travel as JSON, because one long text costs less than a hundred parameters each.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

import orjson

from bot.tables.model import Status
from bot.tables.ports import Change, Stored
from db.codec import STEP_COLUMNS, entry_row, step_row
from db.jobs.archive import list_new, may_drop
from db.jobs.tables import differs_only_by_step
from db.postgres.sql import PostgresSql
from db.sql import CLOCK, WAKES

TEXTS: Final = frozenset({"alarm_key", "alarm_kind", "alarm_looks", "draft", "offer", "learning"})
FLAGS: Final = frozenset({"alarm_race", "alarm_unseen"})
KINDS: Final = {**dict.fromkeys(TEXTS, "TEXT"), **dict.fromkeys(FLAGS, "BOOLEAN")}

LINE: Final = ("table_id", "seq", "kind", "at", "seat", "user_id", "interaction_id", "payload", "draws")
WRITE: Final = f"""
    WITH step AS MATERIALIZED (
        SELECT * FROM json_to_recordset(%s::json) AS step (
            n BIGINT, id BIGINT, expected BIGINT, last_seq BIGINT,
            position TEXT, rules BIGINT, told_from BIGINT,
            {", ".join(f"{name} {KINDS.get(name, 'BIGINT')}" for name in STEP_COLUMNS)}
        )
    ), done AS (
        UPDATE tables SET {", ".join(f"{name} = step.{name}" for name in (*STEP_COLUMNS, "last_seq"))}
        FROM step WHERE tables.id = step.id AND tables.version = step.expected
        RETURNING step.n, tables.id, tables.version, tables.guild_id
    ), placed AS (
        UPDATE positions SET position = step.position, rules = step.rules
        FROM step JOIN done USING (n) WHERE positions.table_id = done.id
    ), logged AS (
        INSERT INTO log (table_id, seq, kind, at, seat, user_id, interaction_id, payload, draws)
        SELECT done.id, seq, kind, at, seat, user_id, interaction_id, payload, draws
        FROM json_to_recordset(%s::json) AS line (
            n BIGINT, seq BIGINT, kind TEXT, at BIGINT, seat TEXT, user_id BIGINT, interaction_id BIGINT,
            payload TEXT, draws TEXT
        ) JOIN done USING (n)
    ), told AS (
        INSERT INTO scenes (table_id, version, events, opened_at, rules)
        SELECT done.id, scene.version, events, opened_at, rules
        FROM json_to_recordset(%s::json) AS scene (
            n BIGINT, version BIGINT, events TEXT, opened_at BIGINT, rules BIGINT
        ) JOIN done USING (n)
    ), dropped AS (
        DELETE FROM scenes USING step JOIN done USING (n)
        WHERE scenes.table_id = done.id AND scenes.version < step.told_from
    )
    SELECT n, pg_notify(%s, concat_ws(':', %s::text, id, version, guild_id, {CLOCK})) FROM done
"""


def is_step(change: Change) -> bool:
    """Whether this change is a step of a game that is neither begun nor closed by it."""
    before, after = change.before, change.after
    if before is None or before.status is Status.CLOSED or change.turned or change.asked:
        return False
    if before.seats != after.table.seats or not differs_only_by_step(before, after.table):
        return False
    return after.setup is None or before.status is not Status.LOBBY


def finish(change: Change) -> Stored:
    """What is stored once a step is written."""
    after, before = change.after, change.before
    if before is None or after.table.id == before.id:
        return after
    return replace(after, table=replace(after.table, id=before.id))


def write_steps(sql: PostgresSql, changes: Sequence[Change]) -> Any:
    """Send these steps, in the order in which their tables are to be locked.

    Returns a cursor with a row (n,) for the place of each that was written; the others came too late.
    """
    steps = [step_of(n, change) for n, change in enumerate(changes)]
    lines = [line for n, change in enumerate(changes) for line in _lines_of(n, change)]
    scenes = [scene for n, change in enumerate(changes) for scene in _scenes_of(n, change)]
    sql.statements += 1
    return sql.link.cursor().execute(
        WRITE, (_dump(steps), _dump(lines), _dump(scenes), WAKES, sql.holder), prepare=True
    )


def _dump(rows: object) -> str:
    return orjson.dumps(rows).decode()


def step_of(n: int, change: Change) -> dict[str, Any]:
    """Return the values of the `n`-th step of a batch, by their names in the statement."""
    before, after = change.before, change.after
    if before is None:
        raise ValueError("a new table is no step")
    return {
        "n": n,
        "id": before.id,
        "expected": before.version,
        "last_seq": after.last_seq,
        "position": after.position,
        "rules": after.rules,
        "told_from": after.scenes[0].version if list_new(change) and may_drop(after.table) else None,
        **dict(zip(STEP_COLUMNS, step_row(after.table), strict=True)),
    }


def _lines_of(n: int, change: Change) -> Iterable[dict[str, Any]]:
    for entry in change.entries:
        yield {"n": n, **dict(zip(LINE, entry_row(n, entry), strict=True))}


def _scenes_of(n: int, change: Change) -> Iterable[dict[str, Any]]:
    for scene in list_new(change):
        yield {
            "n": n,
            "version": scene.version,
            "events": scene.events,
            "opened_at": scene.opened_at,
            "rules": scene.rules,
        }
