"""Games are found by looking, not listed: in the folders of this project, and in other distributions.

A game of ours stands in `engines/<game>` (its rules, in the module `rules`), `cogs/<game>` (what people see,
in `face`) and `players/<game>` (what plays it, in `player`). Another distribution has all of these in one
package, which it names by an entry point of the group `gobelet.games`:

    [project.entry-points."gobelet.games"]
    yam = "gobelet_yam"
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from engines.core.rules import Rules

GROUP: Final = "gobelet.games"
"""The entry points by which other distributions name the packages of their games."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where a game stands: the package of its rules, and whether that is one of this project."""

    game: str
    package: str
    ours: bool

    def find(self, room: str, module: str) -> ModuleType | None:
        """Return a module of the game that belongs to a room ("cogs", "players"); None where it has none."""
        name = f"{room}.{self.game}.{module}" if self.ours else f"{self.package}.{module}"
        return import_module(name) if _exists(name) else None


@cache
def find_homes() -> tuple[Home, ...]:
    """Return where all games stand, by their names.

    Raises ValueError if two are called alike, or if a package that claims to have a game has no rules.
    """
    ours = [Home(name, f"engines.{name}", True) for name in _packages() if _has_rules(f"engines.{name}")]
    homes = {home.game: home for home in ours}
    for point in entry_points(group=GROUP):
        if point.name in homes:
            raise ValueError(f"{homes[point.name].package} and {point.value} both have a game {point.name}")
        if not _has_rules(point.value):
            raise ValueError(f"{point.value} is to have a game, {point.name}: it has no rules")
        homes[point.name] = Home(point.name, point.value, False)
    return tuple(homes[game] for game in sorted(homes))


def rules_of(home: Home) -> Any:
    """Return the class of a game's rules; raises ValueError if it goes by another name than its home."""
    kind = find_kind(import_module(f"{home.package}.rules"), Rules)
    if kind is None or kind.name != home.game:
        raise ValueError(f"the rules in {home.package} do not say that they are those of {home.game}")
    return kind


def find_kind(module: ModuleType | None, base: type) -> Any:
    """Return the class that a module defines of this kind; None if there is no module, or none in it.

    Classes that begin with an underscore, and those that leave something to be said, are not meant. Raises
    ValueError if there are several.
    """
    found = [] if module is None else [*_kinds(module, base)]
    if len(found) > 1:
        raise ValueError(f"{found[0].__module__} has several: {', '.join(kind.__name__ for kind in found)}")
    return found[0] if found else None


def _kinds(module: ModuleType, base: type) -> Iterator[type]:
    for name, kind in vars(module).items():
        if (
            inspect.isclass(kind)
            and issubclass(kind, base)
            and kind.__module__ == module.__name__
            and not name.startswith("_")
            and not inspect.isabstract(kind)
        ):
            yield kind


def _packages() -> Iterator[str]:
    """Yield the names of the packages beside this file."""
    return (module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]) if module.ispkg)


def _has_rules(package: str) -> bool:
    """Whether this is a game: a package of what games share may have a module of that name, too."""
    name = f"{package}.rules"
    return _exists(name) and next(_kinds(import_module(name), Rules), None) is not None


def _exists(name: str) -> bool:
    """Whether there is a module of this name; what is around it is imported for that."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            return False  # a package around it is missing
        raise
