"""The words and names that a French reader knows, and how common they are (`known.txt` says where from).

A guess that is itself a word is no slip of the finger: who writes "Essen" means the town, not Hesse. The list
stays in memory as one string of bytes, the words of each length in order and of one width, and is searched by
halves: 2 MB, where a set of strings would take 20.
"""

import zlib
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from typing import Final

SHORTEST: Final = 3
LONGEST: Final = 20
"""How many letters the words of the list have."""
LEAST: Final = 2e-8
"""How much of French text the rarest listed words are: one word in 50 million."""
STEPS: Final = 4
"""Steps of familiarity to each power of ten."""
BEGIN: Final = "A"
"""The mark behind the rarest words; the next ones stand for more common words."""


@cache
def _shelves() -> tuple[bytes, ...]:
    packed = resources.files("engines.defizz.judging").joinpath("known.bin").read_bytes()
    return tuple(zlib.decompress(packed).split(b"\n"))


@lru_cache(4096)
def familiarity(word: str) -> int:
    """Return how common a folded word is: 0 if it is not listed, from 1 on, `STEPS` more for each tenfold."""
    length = len(word)
    if not (SHORTEST <= length <= LONGEST and word.isascii() and word.islower()):
        return 0
    shelf = _shelves()[length - SHORTEST]
    place = shelf.find(word.encode(), *_part(length, word[:2]))
    return shelf[place + length] - ord(BEGIN) + 1 if place >= 0 else 0


@lru_cache(4096)
def _part(length: int, begin: str) -> tuple[int, int]:
    """Return from where to where the words of this length stand that begin so.

    A whole word is found nowhere but in its place: a mark, no small letter, stands between any two.
    """
    shelf, wide = _shelves()[length - SHORTEST], length + 1
    below, above = begin.encode(), begin.encode() + b"\x7f"
    words = range(len(shelf) // wide)
    first = bisect_left(words, below, key=lambda index: shelf[wide * index : wide * index + 2])
    last = bisect_left(words, above, key=lambda index: shelf[wide * index : wide * index + 2])
    return wide * first, wide * last


def is_known(word: str) -> bool:
    """Return whether a folded word is listed at all."""
    return familiarity(word) > 0


def words_of_length(length: int) -> Iterator[str]:
    """Yield the listed words of so many letters, in order."""
    if SHORTEST <= length <= LONGEST:
        shelf = _shelves()[length - SHORTEST].decode("ascii")
        for place in range(0, len(shelf), length + 1):
            yield shelf[place : place + length]
