"""Copies of records with other values in some fields: every step of a game makes several."""

from dataclasses import Field
from typing import Any, ClassVar, Protocol, TypeVar


class Replaceable(Protocol):
    """Any dataclass; the standard library has no name for this type."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


R = TypeVar("R", bound=Replaceable)


def replace(record: R, /, **changes: Any) -> R:
    """Return a record with other values in some fields; raises TypeError for what is no field of it.

    The record is a dataclass without slots that holds nothing but its fields. It does what
    `dataclasses.replace` does in a fifth of the time, since it copies all fields at once: positions have many
    of them, and a step changes few.

    `scripts/mypy_replace.py` makes the type checker check the fields here as for `dataclasses.replace`.
    """
    changed = object.__new__(type(record))
    facts = vars(changed)
    facts.update(vars(record))
    facts.update(changes)
    if len(facts) != len(vars(record)):
        raise TypeError(f"{type(record).__name__} has not all of {', '.join(changes)}")
    return changed
