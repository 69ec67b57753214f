"""Names of several words that are said in part: "Rafa Nadal", "Greg Lemarchal", "Full Metal"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.defizz.judging.known import familiarity
from engines.defizz.judging.prepared import BEGUN, Answers, Groups
from engines.defizz.judging.words import LITTLE, read_words

__all__ = ["blended", "cut_short"]

_LEAST: Final = BEGUN
"""The fewest letters that stand for a word, and that are left out of it."""
_WHOLE: Final = 4
"""The fewest letters of a word that stands whole beside one cut short,"""
_BEGUN: Final = 2
"""and how many stand whole where the end of a title is left out."""
_RARE: Final = 6
"""The fewest letters of a first word that stands for a title among several,"""
_FAMILIAR: Final = 7
"""and how common it may be: once in two million words."""
_FIRST_NAMES: Final = frozenset(["jean", "marie", "anne", "saint", "sainte", "new", "los", "san", "santa"])
"""Words that begin many names: what follows them tells too little."""


def blended(words: Sequence[str], groups: Groups, answers: Answers) -> int | None:
    """Return the answer of which a wording stands before or behind words of its other wordings."""
    for place in range(1, len(words)):
        for part in (words[place:], words[:place]):
            group = answers.keys.get("".join(part))
            if group is not None:
                listed = {word for wording in groups[group] for word in read_words(wording).line}
                if listed.issuperset(words):
                    return group
    return None


def cut_short(words: Sequence[str], answers: Answers, *, alone: bool) -> int | None:
    """Return the only answer of which these are the words or their beginnings, and no near miss'.

    Where it is not the question's answer `alone`, a title may lack its end.
    """
    listed = answers.begun.get(words[0][:BEGUN])
    if listed is None or all(len(word) < _WHOLE for word in words):
        return None
    if len(words) > 1:
        fitting = {group for group, wanted in listed if _cuts(words, wanted, alone=alone)}
    elif alone or len(words[0]) < _RARE or familiarity(words[0]) > _FAMILIAR:
        return None
    else:
        fitting = {group for group, wanted in listed if wanted[0] == words[0]}
    return fitting.pop() if len(fitting) == 1 else None


def _cuts(words: Sequence[str], wanted: Sequence[str], *, alone: bool) -> bool:
    """Return whether words cut those of a wording short."""
    if len(words) > len(wanted) or (len(words) < len(wanted) and alone):
        return False
    whole = 0
    for word, full in zip(words, wanted, strict=False):
        if word == full:
            whole += len(word) >= _WHOLE
        elif not (len(word) >= _LEAST and len(full) - len(word) >= _LEAST and full.startswith(word)):
            return False
    if len(words) == len(wanted):
        return whole > 0
    return whole >= _BEGUN and words[0] not in _FIRST_NAMES and words[-1] not in LITTLE
