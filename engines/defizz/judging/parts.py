"""Names of several words that are said in part: "Rafa Nadal", "Greg Lemarchal", "Full Metal"."""

from collections.abc import Iterable, Sequence
from typing import Final

from rapidfuzz.distance import OSA

from engines.defizz.judging.known import familiarity
from engines.defizz.judging.prepared import BEGUN, Answers, Groups
from engines.defizz.judging.words import LITTLE, read_words

_LEAST: Final = BEGUN
"""The fewest letters that stand for a word, and that are left out of it."""
_SHORT: Final = 4
"""The most letters of a word beside a whole wording that may have one mistake; in longer ones, two."""
_WHOLE: Final = 4
"""The fewest letters of a word that stands whole beside one cut short,"""
_BEGUN: Final = 2
"""and how many stand whole where the end of a title is left out."""
_RARE: Final = 6
"""The fewest letters of a first word that stands for a title among several,"""
_FAMILIAR: Final = 7
"""and how common it may be: once in two million words."""
_CUT: Final = frozenset(
    """
    abdo aero appart apero aqua archeo archi astro athle auto capri cardio champi chimio choco chrono
    cine compo coop croco deco dermato dico dino diplo electro equi expo foot frigo gastro geo gyneco
    hippo histo homo hetero info inter intro kine labo litte mada manif maths mayo meteo metro micro
    moto ophtalmo ordi ortho philo photo prehisto prof proprio psycho quali radio rando resto restau
    retro rhino sarko saxo schizo secu socio synchro synthe techno tele trans velo video volley xylo
    """.split()  # noqa: SIM905
)
"""Words cut short that people know as words of their own."""
_ALSO: Final = frozenset(["ou", "alias", "dit", "dite"])
"""Words between two names of one answer: "Léman ou lac de Genève"."""
_FIRST_NAMES: Final = frozenset(["jean", "marie", "anne", "saint", "sainte", "new", "los", "san", "santa"])
"""Words that begin many names: what follows them tells too little."""


def blended(words: Sequence[str], groups: Groups, answers: Answers) -> int | None:
    """Return the answer of which a wording stands before or behind words of its other wordings."""
    for place in range(1, len(words)):
        for part in (words[place:], words[:place]):
            group = answers.keys.get("".join(part))
            if group is not None:
                listed = {word for wording in groups[group] for word in read_words(wording).line}
                rest = words[:place] if part[0] is words[place] else words[place:]
                if all(word in listed or word in _ALSO or _is_nearly(word, listed) for word in rest):
                    return group
    return None


def _is_nearly(word: str, listed: Iterable[str]) -> bool:
    """Return whether a word beside a whole wording is one of the others with a slip: "Alexandre Hamilton"."""
    if len(word) < _LEAST or not word.isalpha():
        return False
    most = 1 + (len(word) > _SHORT)
    return any(
        word[0] == one[0] and len(one) >= _LEAST and OSA.distance(word, one, score_cutoff=most) <= most
        for one in listed
    )


def cut_short(words: Sequence[str], answers: Answers, *, alone: bool) -> int | None:
    """Return the only answer of which these are the words or their beginnings, and no near miss'.

    Where it is not the question's answer `alone`, a title may lack its end.
    """
    listed = answers.begun.get(words[0][:BEGUN])
    if listed is None or all(len(word) < _WHOLE for word in words):
        return None
    if len(words) > 1:
        fitting = {group for group, wanted in listed if _cuts(words, wanted, alone=alone)}
    elif words[0] in _CUT or not familiarity(words[0]):
        fitting = {group for group, wanted in listed if _begins(words[0], wanted[0])}
    else:
        return None
    return fitting.pop() if len(fitting) == 1 else None


def _begins(word: str, full: str) -> bool:
    """Return whether a word is the beginning of another, of which some letters are left out: "ciné"."""
    left = _LEAST - (word in _CUT)
    return len(word) >= _WHOLE and len(full) - len(word) >= left and full.startswith(word)


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
