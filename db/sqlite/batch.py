"""A batch of jobs in one transaction of SQLite; only where one fails are they run again, each by itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from db.batch import Done, Failed, Job, Outcome

__all__ = ["run_in_one_transaction"]


def run_in_one_transaction(connection: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> list[Outcome]:
    """Run the jobs in one durable transaction; if this raises, nothing is written."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcomes = run_all(connection, jobs)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return outcomes


def run_all(connection: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> list[Outcome]:
    """Run the jobs in a transaction that has just begun; an error undoes its own job alone.

    Errors are rare and savepoints are not free: only after an error is all undone, and done again with them.
    """
    try:
        return [Done(job(connection)) for job in jobs]
    except Exception:
        # A full disk or a failing one ends the whole transaction in SQLite, the other jobs' too.
        if not connection.in_transaction:
            raise
    connection.execute("ROLLBACK")
    connection.execute("BEGIN IMMEDIATE")
    return [attempt(connection, job) for job in jobs]


def attempt(connection: sqlite3.Connection, job: Job[Any]) -> Outcome:
    """Run one job in a savepoint; an error undoes this job alone."""
    connection.execute("SAVEPOINT job")
    try:
        outcome: Outcome = Done(job(connection))
    except Exception as error:
        if not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO job")
        outcome = Failed(error)
    connection.execute("RELEASE job")
    return outcome
