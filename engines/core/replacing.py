"""Records with other values in some of their fields: what every step of a game makes several times."""

from __future__ import annotations

from dataclasses import Field
from typing import Any, ClassVar, Protocol, TypeVar

__all__ = ["replace"]


class Replaceable(Protocol):
    """Any dataclass: the standard library has no name for their type."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


R = TypeVar("R", bound=Replaceable)


def replace(record: R, /, **changes: Any) -> R:
    """Return a record with other values in some fields; raises TypeError for what is no field of it.

    The record is a dataclass without slots that holds nothing but its fields. Positions have many, and a
    step changes a few of them: copying all at once takes a fifth of the time that `dataclasses.replace`
    needs to read and write them one by one.

    The type checker knows the fields and their types: `scripts/mypy_replace.py` tells it that what holds for
    `dataclasses.replace` holds here.
    """
    changed = object.__new__(type(record))
    facts = vars(changed)
    facts.update(vars(record))
    facts.update(changes)
    if len(facts) != len(vars(record)):
        raise TypeError(f"{type(record).__name__} has not all of {', '.join(changes)}")
    return changed
