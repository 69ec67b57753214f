"""What the rules say of their options, read from the engine's own types, so that nothing is said twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from engines.core.game import AnyGame

__all__ = ["Fact", "facts_of"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One option of the rules.

    `values` are all values of a closed list, the default first, and () for an open one. `least` is the
    smallest number allowed; None if there is none, or if the option is no number.
    """

    name: str
    kind: type[Any]
    default: Any
    values: tuple[Any, ...] = ()
    least: int | None = None


def facts_of(rules: AnyGame) -> Mapping[str, Fact]:
    """The options of a game by their names, in the order of the engine's record.

    Their defaults are those of tables of people (`Game.at_tables`).
    """
    record = type(rules.options.parse({}))
    hints = get_type_hints(record, include_extras=True)
    usual = {field.name: rules.at_tables.get(field.name, field.default) for field in fields(record)}
    facts = (_fact(name, hints[name], default) for name, default in usual.items())
    return MappingProxyType({fact.name: fact for fact in facts})


def _fact(name: str, hint: Any, default: Any) -> Fact:
    least = None
    if get_origin(hint) is Annotated:
        hint, *limits = get_args(hint)
        bounds = [bound for limit in limits for bound in getattr(limit, "metadata", (limit,))]
        least = next((bound.ge for bound in bounds if hasattr(bound, "ge")), None)
    closed = get_args(hint) if get_origin(hint) is Literal else ((False, True) if hint is bool else ())
    values = tuple(sorted(closed, key=lambda value: value != default))
    return Fact(name, type(default), default, values, least)
