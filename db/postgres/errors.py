"""What PostgreSQL's errors mean for the store. Their first line is kept: the others quote what rows hold."""

from __future__ import annotations

from typing import Final

import psycopg

from db.errors import StoreError

__all__ = ["explain", "explain_connecting"]

STATES: Final[dict[str, str]] = {
    "25006": "stand_by",
    "42501": "no_rights",
    "53100": "disk_full",
    "53300": "crowded",
    "55P03": "timeout",
    "57014": "timeout",
    "40P01": "locked",
    "40001": "locked",
    "58030": "io",
    "XX001": "corrupt",
    "XX002": "corrupt",
    "P0001": "broken_rule",
}
CLASSES: Final[dict[str, str]] = {"08": "unreachable", "23": "broken_rule", "57": "unreachable"}
"""By the first two characters of the state: connections, constraints, the server's own going down."""
# A connection that was refused has no state, only words; other words than these are told as they are.
WORDS: Final[tuple[tuple[str, str], ...]] = (
    ("password authentication failed", "refused"),
    ("no password supplied", "refused"),
    ("pg_hba.conf", "refused"),
    ("authentication failed", "refused"),
    ("is not permitted to log in", "refused"),
    ("permission denied for database", "no_rights"),
    ("session is read-only", "stand_by"),
    ("server is in hot standby mode", "stand_by"),
    ("too many clients", "crowded"),
    ("too many connections", "crowded"),
    ("remaining connection slots", "crowded"),
)


def explain(error: psycopg.Error, name: str) -> StoreError:
    """The StoreError for an error of the database that is called `name` in sentences."""
    state = error.sqlstate
    if state is None:
        code = "unreachable" if isinstance(error, psycopg.OperationalError) else "unexpected"
    else:
        code = STATES.get(state) or CLASSES.get(state[:2], "unexpected")
    detail = error.diag.message_primary or type(error).__name__
    return StoreError(code, path=name, detail=detail)


def explain_connecting(error: psycopg.Error, name: str) -> StoreError:
    """The StoreError for a connection that could not be made. libpq's words have no password in them."""
    words = " ".join(str(error).split())
    for part, code in WORDS:
        if part in words:
            return StoreError(code, path=name, detail=words)
    if "does not exist" in words:
        return StoreError(
            "no_database" if 'FATAL: database "' in words else "refused", path=name, detail=words
        )
    return StoreError("unreachable", path=name, detail=words)
