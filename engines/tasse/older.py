"""What older versions of the rules kept of a position, and what is known of it today."""

from __future__ import annotations

from typing import Any

__all__ = ["know_first", "know_order"]


def know_order(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a position of version 2 with what it tells of the order of going out: who was the first.

    Of the others that are out it has neither the names nor the order. They stay unnamed, and share a place
    behind whoever goes out from now on.
    """
    first = plain["first_out"]
    kept = {name: fact for name, fact in plain.items() if name != "first_out"}
    return {**kept, "out": [] if first is None else [first]}


def know_first(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a position of version 3 as version 2 kept it: of those who are out only the first, by name."""
    kept = {name: fact for name, fact in plain.items() if name != "out"}
    return {**kept, "first_out": next(iter(plain["out"]), None)}
