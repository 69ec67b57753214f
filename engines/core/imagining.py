"""What a secret may be, by its type alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from engines.core.draws import Draws


def imagine(kind: Any, draws: Draws) -> Any:
    """Return a value of a type, all equally likely as far as the type says.

    Numbers have bounds (`Annotated[int, Field(ge=1, le=6)]`), tuples a length. Raises TypeError for what has
    no end.
    """
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated and inside[0] is int:
        least, most = _bounds(inside[1:])
        return least + draws(most - least + 1) - 1
    if origin is Literal:
        return inside[draws(len(inside)) - 1]
    if origin is tuple and Ellipsis not in inside:
        return tuple(imagine(each, draws) for each in inside)
    if origin is Union or type(kind).__name__ == "UnionType":
        return imagine(inside[draws(len(inside)) - 1], draws)
    if kind is bool:
        return draws(2) == 2
    if kind is type(None):
        return None
    raise TypeError(f"what is secret is drawn by its type, and {kind} has no end: say it in `redeal`")


def _bounds(limits: tuple[Any, ...]) -> tuple[int, int]:
    """The least and the most that the limits of a number allow; raises TypeError where one is missing."""
    told = [*_each(limits)]
    least = next((bound.ge for bound in told if getattr(bound, "ge", None) is not None), None)
    most = next((bound.le for bound in told if getattr(bound, "le", None) is not None), None)
    if least is None or most is None:
        raise TypeError("a secret number needs bounds: Annotated[int, Field(ge=…, le=…)]")
    return int(least), int(most)


def _each(limits: tuple[Any, ...]) -> Iterator[Any]:
    for limit in limits:
        yield from getattr(limit, "metadata", (limit,))
