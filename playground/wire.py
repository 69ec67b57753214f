"""Small conversions between Python and JSON as it goes over the wire."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

Json = dict[str, Any]


def snowflake(value: object) -> int:
    """Return a snowflake from an integer or a string of digits; raises ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ValueError(f"not a snowflake: {value!r}")
    return int(value)


def stamp(moment: datetime | None) -> str | None:
    """Return a moment in the ISO form that Discord writes, or None for None."""
    return None if moment is None else moment.isoformat(timespec="microseconds")


Clock = Callable[[], datetime]
