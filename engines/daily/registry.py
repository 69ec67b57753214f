"""The disciplines that there are, in the order in which people find them (J2)."""

from collections.abc import Mapping
from types import MappingProxyType

from engines.daily.cups import Cups
from engines.daily.discipline import AnyDiscipline
from engines.daily.quiz import Quiz
from engines.daily.throws import Throws

DISCIPLINES: Mapping[str, AnyDiscipline] = MappingProxyType(
    {one.name: one for one in (Cups(), Throws(), Quiz())}
)
"""Every discipline, by its name."""
