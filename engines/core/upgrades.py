"""Bringing up to date, version by version, what older versions of a game's rules stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from engines.core.errors import Refusal

Kind: TypeAlias = Literal["setup", "position", "event", "action"]
"""The parts of a game that are stored."""

Change: TypeAlias = Callable[[Any], Any]
"""Makes a stored part of one version into one of the next: a pure function of plain JSON-able data."""

Upgrades: TypeAlias = Mapping[int, Mapping[Kind, Change]]
"""What changes, by the version it changes from. A kind that is not named stays as it is."""

NO_CHANGE: Mapping[Kind, Change] = MappingProxyType({})
"""For a version that changed the meaning of the rules, but no shape of what is stored."""

Likenesses: TypeAlias = Mapping[int, Change]
"""By version: makes a position of the next one into one of it, where both play a log to the same events."""


def find_changes(upgrades: Upgrades, kind: Kind, version: int, known: int) -> list[Change]:
    """Return the changes that bring stored data from `version` up to `known`, in order.

    Raises Refusal `bad_request` (reason `unknown_rules`) for a version below 1 or above `known`.
    """
    if not 1 <= version <= known:
        raise Refusal("bad_request", "unknown_rules", version=version, known=known)
    steps = (upgrades[leaving] for leaving in range(version, known))
    return [step[kind] for step in steps if kind in step]


def find_ways_back(alike: Likenesses, version: int, known: int) -> list[Change] | None:
    """Return the changes that take a position from `known` back to `version`, in order; None if none do."""
    if not 1 <= version <= known:
        return None
    steps = [alike.get(older) for older in reversed(range(version, known))]
    found = [step for step in steps if step is not None]
    return found if len(found) == len(steps) else None


def apply_changes(steps: list[Change], plain: Any) -> Any:
    """Return the data after all changes; raises Refusal `bad_request` where a change cannot read it."""
    for change in steps:
        try:
            plain = change(plain)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Refusal("bad_request", "malformed", where="") from None
    return plain
