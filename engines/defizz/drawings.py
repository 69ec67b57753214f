"""The pictures that questions may show without a file, by name: flags, diagrams, silhouettes and maps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from typing import Final

from engines.defizz.atlas.maps import MAPS, draw_map
from engines.defizz.atlas.silhouettes import SILHOUETTES, draw_silhouette
from engines.defizz.diagrams import DIAGRAMS
from engines.defizz.flags import FLAGS
from engines.defizz.shapes import Drawing

__all__ = ["DRAWINGS", "DRAWINGS_BY_KEY", "is_brought", "key_of"]


class _Made(Mapping[str, Drawing]):
    """Drawings that are made whenever they are asked for: outlines have thousands of corners."""

    def __init__(self, makers: Mapping[str, Callable[[], Drawing]]) -> None:
        self._makers = makers

    def __getitem__(self, name: str) -> Drawing:
        return self._makers[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._makers  # a Mapping would make the drawing to find out

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def _same(drawing: Drawing) -> Drawing:
    return drawing


_MAKERS: Final[Mapping[str, Callable[[], Drawing]]] = {
    **{name: partial(_same, drawn) for name, drawn in {**FLAGS, **DIAGRAMS}.items()},
    **{name: partial(draw_silhouette, code) for name, code in SILHOUETTES.items()},
    **{name: partial(draw_map, marked) for name, marked in MAPS.items()},
}
DRAWINGS: Final[Mapping[str, Drawing]] = _Made(_MAKERS)
"""By name. The names stand in decks and tell the answer: nobody who is asked may see one."""


_DIGEST = re.compile(r"[0-9a-f]{64}")


def is_brought(name: str) -> bool:
    """Return whether a picture came with its deck: its name is then the SHA-256 of its bytes."""
    return _DIGEST.fullmatch(name) is not None


def key_of(name: str) -> str:
    """Return what a picture is called where people are asked: a word that tells nothing."""
    return name if is_brought(name) else sha256(name.encode()).hexdigest()[:12]


DRAWINGS_BY_KEY: Final[Mapping[str, Drawing]] = _Made(
    {key_of(name): maker for name, maker in _MAKERS.items()}
)
