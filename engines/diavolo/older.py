"""What older versions of the rules kept of a position, and what is known of it today."""

from __future__ import annotations

from typing import Any

__all__ = ["forget_order", "know_last"]


def know_last(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a position of version 1 with what it tells of the order of going out: who went last.

    That is told at the end alone: of those in the last round, all that neither won nor left. While the game
    goes on a position does not say whose gems are gone. Whoever is not named shares a place behind those who
    go out from now on.
    """
    winners, last = plain["winners"], plain["last"]
    if winners is None or last is None:
        return {**plain, "out": []}
    stayed = {*winners, *plain["gone"]}
    went = [fate["seat"] for fate in last["fates"] if fate["seat"] not in stayed]
    return {**plain, "out": [went] if went else []}


def forget_order(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a position of version 2 as version 1 kept it."""
    return {name: fact for name, fact in plain.items() if name != "out"}
