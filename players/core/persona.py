"""Who plays: a handful of characters, each with leanings of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["PERSONAS", "Persona"]


@dataclass(frozen=True, slots=True)
class Persona:
    """A character. Leanings are factors around 1: how often it bluffs, doubts and raises, how long it takes.

    They colour how a level plays; whoever plays a strong one plays strongly.
    """

    key: str
    name: str
    bluffs: float = 1.0
    doubts: float = 1.0
    raises: float = 1.0
    ponders: float = 1.0


PERSONAS: Mapping[str, Persona] = MappingProxyType(
    {
        each.key: each
        for each in (
            Persona("basile", "Basile"),
            Persona("octavie", "Octavie", bluffs=0.6, doubts=0.8, raises=0.7, ponders=1.3),
            Persona("gaspard", "Gaspard", bluffs=1.5, doubts=0.9, raises=1.4, ponders=0.8),
            Persona("sidonie", "Sidonie", bluffs=0.9, doubts=1.4, raises=1.0, ponders=1.1),
            Persona("anatole", "Anatole", bluffs=1.1, doubts=0.7, raises=1.2, ponders=1.5),
            Persona("zelie", "Zélie", bluffs=1.3, doubts=1.2, raises=1.3, ponders=0.7),
        )
    }
)
"""All characters, by their keys; the first is whoever comes where nobody was asked for."""
