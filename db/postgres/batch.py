"""A batch of jobs on PostgreSQL: one round trip for all that is known before it is sent.

Steps are one statement, other jobs of one statement travel with them. What has to look before it writes
follows, each in a savepoint of its own. Where the whole fails, each job is tried by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random
from time import sleep
from typing import Any, Final

import psycopg
import structlog
from psycopg.errors import DeadlockDetected, ForeignKeyViolation, SerializationFailure, UniqueViolation

from bot.tables.ports import Change, Duplicate, Stale, Unsure
from db.batch import Commit, Done, Failed, Job, Outcome
from db.errors import StoreError
from db.jobs.tables import refuse_duplicate
from db.postgres.errors import explain
from db.postgres.sql import PostgresSql
from db.postgres.step import finish, is_step, write_steps
from db.sql import Statement

__all__ = ["write"]

_log = structlog.get_logger(__name__)

QUICKER = (UniqueViolation, ForeignKeyViolation, DeadlockDetected, SerializationFailure)
"""Somebody else was quicker: when the job is run once more, it finds what they have written."""
TRIES: Final = 3
APART: Final = 0.05
"""Up to so many seconds lie between two tries: two that undid each other at once must not do so again."""
IN_TRANSACTION: Final = ("BEGIN", "COMMIT", "ROLLBACK")
IN_SAVEPOINT: Final = ("SAVEPOINT job", "RELEASE job", "ROLLBACK TO job")


def write(sql: PostgresSql, jobs: Sequence[Job[Any]], name: str, chance: Random) -> list[Outcome]:
    """Run these jobs in one transaction, or each in its own if that fails; `name` is the database's.

    `chance` says how long to wait between two tries.
    """
    batch = Batch(sql, jobs, name, chance)
    if len(jobs) > 1 or isinstance(jobs[0], Statement) or step_of(jobs[0]) is not None:
        try:
            return batch.write_together()
        except Exception as error:  # one of them is to blame, and will be told when it is tried by itself
            if sql.link.closed:
                return batch.give_up()
            _log.warning("not written together", jobs=len(jobs), why=type(error).__name__)
        sql.end_transaction()
    return batch.write_each()


def step_of(job: Job[Any]) -> Change | None:
    """The change of a job that is a step of a game; None for any other job."""
    return job.change if isinstance(job, Commit) and is_step(job.change) else None


class Batch:
    """Jobs on their way, and what is known to have come of them (by their places)."""

    def __init__(self, sql: PostgresSql, jobs: Sequence[Job[Any]], name: str, chance: Random) -> None:
        self._sql = sql
        self._jobs = jobs
        self._name = name
        self._chance = chance
        self._told: dict[int, Outcome] = {}
        self._is_ending = False

    def write_together(self) -> list[Outcome]:
        """Write all in one transaction; psycopg.Error if that is not to be, and then nothing is written."""
        steps = {place: step for place, job in enumerate(self._jobs) if (step := step_of(job)) is not None}
        steps = dict(sorted(steps.items(), key=by_table))
        statements = {place: job for place, job in enumerate(self._jobs) if isinstance(job, Statement)}
        others = [place for place in range(len(self._jobs)) if place not in steps and place not in statements]
        outcomes = self._write_known(steps, statements, is_all=not others)
        for place in others:
            outcomes[place] = self._attempt(self._jobs[place], *IN_SAVEPOINT)
        if others:
            self._is_ending = True
            self._sql.execute("COMMIT")
        self._told = outcomes
        for place in steps.keys() - outcomes.keys():
            outcomes[place] = Failed(self._blame(steps[place]))
        return self._tell()

    def write_each(self) -> list[Outcome]:
        """Write each in a transaction of its own."""
        self._told = {}
        for place, job in enumerate(self._jobs):
            try:
                self._told[place] = self._attempt(job, *IN_TRANSACTION)
            except psycopg.Error:
                return self.give_up()
        return self._tell()

    def give_up(self) -> list[Outcome]:
        """The connection is lost: what is not told was not written, or only a look at the table tells."""
        for place in set(range(len(self._jobs))) - self._told.keys():
            unsure = self._is_ending and isinstance(self._jobs[place], Commit)
            self._told[place] = Failed(Unsure() if unsure else StoreError("unreachable", path=self._name))
        return self._tell()

    def _tell(self) -> list[Outcome]:
        return [self._told[place] for place in range(len(self._jobs))]

    def _write_known(
        self, steps: dict[int, Change], statements: dict[int, Statement[Any]], *, is_all: bool
    ) -> dict[int, Outcome]:
        """Send all that is known, with the COMMIT if nothing follows. Of steps that lost nothing is said."""
        sql, places = self._sql, list(steps)
        written, found = None, {}
        if is_all and not statements:  # one statement is a transaction by itself
            self._is_ending = True
            written = write_steps(sql, list(steps.values()))
        else:
            with sql.link.pipeline():
                sql.execute("BEGIN")
                written = write_steps(sql, list(steps.values())) if steps else None
                found = {place: sql.execute(job.sql, job.parameters) for place, job in statements.items()}
                if is_all:
                    self._is_ending = True
                    sql.execute("COMMIT")
        outcomes: dict[int, Outcome] = {
            places[n]: Done(finish(steps[places[n]])) for n, _ in (written.fetchall() if written else ())
        }
        for place, rows in found.items():
            outcomes[place] = answer(statements[place], rows)
        return outcomes

    def _attempt(self, job: Job[Any], begin: str, end: str, undo: str) -> Outcome:
        """Run a job between `begin` and `end`.

        psycopg.Error only if the connection is lost, or if the jobs before it in the same transaction are
        part of a deadlock: only the end of them all would let the others go on.
        """
        sql = self._sql
        for tries in count(1):
            self._is_ending = False
            sql.execute(begin)
            try:
                result = job(sql)
                self._is_ending = end == "COMMIT"
                sql.execute(end)
            except Exception as error:
                if sql.link.closed:
                    raise psycopg.OperationalError from None
                if isinstance(error, DeadlockDetected) and end != "COMMIT":
                    raise
                sql.execute(undo)
                if not isinstance(error, QUICKER) or tries == TRIES:
                    return Failed(explain(error, self._name) if isinstance(error, psycopg.Error) else error)
                sleep(self._chance.uniform(0, APART))
            else:
                return Done(result)
        raise AssertionError

    def _blame(self, change: Change) -> Exception:
        """Why a step was not written: its click is known already, or its table has moved on."""
        try:
            refuse_duplicate(self._sql, change.entries)
        except Duplicate as duplicate:
            return duplicate
        except psycopg.Error:  # what is written is committed: nobody else is harmed
            pass
        return Stale()


def by_table(step: tuple[int, Change]) -> int:
    """In which order tables are locked: the same for all processes, so that none waits for another's."""
    before = step[1].before
    return 0 if before is None else before.id


def answer(job: Statement[Any], rows: Any) -> Outcome:
    try:
        return Done(job.answer(rows))
    except Exception as error:
        return Failed(error)
