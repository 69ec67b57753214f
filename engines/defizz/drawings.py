"""The pictures that questions may show without a file: flags and diagrams, by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from engines.defizz.diagrams import DIAGRAMS
from engines.defizz.flags import FLAGS
from engines.defizz.shapes import Drawing

__all__ = ["DRAWINGS", "DRAWINGS_BY_KEY", "is_brought", "key_of"]

DRAWINGS: Final[Mapping[str, Drawing]] = {**FLAGS, **DIAGRAMS}
"""By name. The names stand in decks and tell the answer: nobody who is asked may see one."""


_DIGEST = re.compile(r"[0-9a-f]{64}")


def is_brought(name: str) -> bool:
    """Return whether a picture came with its deck: its name is then the SHA-256 of its bytes."""
    return _DIGEST.fullmatch(name) is not None


def key_of(name: str) -> str:
    """Return what a picture is called where people are asked: a word that tells nothing."""
    return name if is_brought(name) else sha256(name.encode()).hexdigest()[:12]


DRAWINGS_BY_KEY: Final[Mapping[str, Drawing]] = {key_of(name): drawn for name, drawn in DRAWINGS.items()}
