"""Other orders of a name: the family name first, and first names by their initials ("B. Vian", "Hugo V.")."""

from collections.abc import Iterator, Sequence
from typing import Final

from engines.defizz.judging.words import LITTLE

_LEAST, _MOST = 2, 4
"""How many words a name has that people turn around or shorten."""
_LONG: Final = 3
"""The fewest letters of a family name beside initials."""


def other_orders(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the folded words of a wording as people write them otherwise; nothing for what is no name."""
    if not _LEAST <= len(words) <= _MOST or any(len(word) == 1 or not word.isalpha() for word in words):
        return
    for first in range(1, len(words)):
        given, family = tuple(words[:first]), tuple(words[first:])
        if given[-1] in LITTLE:
            continue
        yield family + given
        if len(family[-1]) < _LONG or any(word in LITTLE for word in given):
            continue
        initials = tuple(word[0] for word in given)
        yield initials + family
        yield family + initials
        if len(given) > 1:
            yield ("".join(initials), *family)
            yield given[:1] + family
            yield (given[0][0], *family)
