"""Every game that is found; `engines.GAMES` is this."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engines.core.game import AnyGame
from engines.finding import find_homes, rules_of

GAMES: Mapping[str, AnyGame] = MappingProxyType({home.game: rules_of(home)() for home in find_homes()})
"""Every game that exists, by its name, sorted."""
