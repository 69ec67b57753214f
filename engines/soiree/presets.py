"""Programmes that are ready made (S3); their rounds have no titles, since those are for people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engines.soiree.model import Preset, Round

__all__ = ["PRESETS"]

_WARM_UP: Final = Round(length=8, level="easy", modes=("chrono",))
_FINALE: Final = Round(length=5, stakes=True, worth=2)

PRESETS: Final[Mapping[Preset, tuple[Round, ...]]] = MappingProxyType(
    {
        "apero": (_WARM_UP, Round(length=5, modes=("cible",)), Round(length=5, stakes=True)),
        "soiree": (
            _WARM_UP,
            Round(length=8, modes=("cible",)),
            Round(length=8, modes=("chrono",), speed=True),
            Round(play="challenges", length=6),
            Round(length=5, modes=("pingpong",)),
            Round(length=10),
            _FINALE,
        ),
        "finale": (
            Round(length=10, level="hard", modes=("chrono",), speed=True),
            Round(length=6, level="hard", modes=("pingpong",)),
            Round(play="challenges", length=8),
            Round(length=6, level="hard", stakes=True, worth=2),
        ),
    }
)
"""About half an hour, an hour and a half, and an hour of hard ones."""
