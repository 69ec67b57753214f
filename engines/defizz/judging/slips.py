"""A slip of the finger, or another word? What tells the two apart, word by word.

Distances between strings cannot: "Essen" is as near to "Hesse" as any slip. So the words that a guess and a
wording do not share are laid side by side. It is no slip

- where a word of the guess is itself a word or a name that people know (`known`), unless it is so much
  rarer than the one wanted that the list has it only as a misspelling, or sounds the same ("marshal" for
  "Marshall", "mon Blanc");
- in a letter that stands alone, and in a name of letters and digits ("B12", "U2");
- where a short word has more mistakes than it would be forgiven by itself.
"""

import re
from collections.abc import Sequence
from typing import Final

from rapidfuzz.distance import OSA, DamerauLevenshtein

from engines.defizz.judging.known import STEPS, familiarity
from engines.defizz.judging.sounds import sound_alike
from engines.defizz.judging.words import LITTLE, singular_of

_TINY, _SHORT, _MIDDLE = 3, 4, 7
_MANY: Final = 2
"""Beside so many words that are right, even another word is a slip."""
MOST: Final = 2
"""The most mistakes that any answer forgives."""
_RARER: Final = int(1.4 * STEPS)
"""A listed word that is rarer than the one wanted by more than this (25 times) is a misspelling of it,"""
_COMMON: Final = 1 + int(1.25 * STEPS)
_MUCH_RARER: Final = 3 * STEPS
"""but one that is common (17 times the rarest listed) only where it is rarer by this (1,000 times)."""
_RATHER_COMMON: Final = 1 + int(1.7 * STEPS)
_VERY_COMMON: Final = 1 + int(2.7 * STEPS)
"""How common (once, ten times in a million) a word, or a very short one, is that counts beside right ones."""
_ENDINGS: Final = (("ive", "if"), ("euse", "eux"), ("ienne", "ien"), ("ien", "ienne"))
"""Feminine endings that make no other word of a masculine one;"""
_ENDINGS_BESIDE: Final = (
    ("onne", "on"),
    ("aise", "ais"),
    ("oise", "ois"),
    ("e", ""),
    ("", "e"),
    ("r", ""),
    ("", "r"),
    ("z", ""),
    ("", "t"),
)
"""and endings that may, but not beside other words that are right."""
_HEARD: Final = 6
"""The fewest letters of a word that is taken for another which sounds alike; one less where it is rarer."""
_DOUBLED: Final = re.compile(r"([^es])\1+")
_MUTE_H: Final = re.compile(r"(?<=[tr])h")


def mistakes_allowed(wording: str) -> int:
    """Return how many spelling mistakes a wording of this length forgives."""
    return 0 if len(wording) <= _SHORT else 1 if len(wording) <= _MIDDLE else MOST


def is_slip(guess: Sequence[str], wording: Sequence[str]) -> bool:
    """Return whether the folded words of a guess may be those of a wording, misspelt.

    Both come without leading articles, and are near each other as a whole.
    """
    if guess[:1] != wording[:1] and (_has_initial(guess) or _has_initial(wording)):
        return False
    if len(guess) != len(wording):
        return _is_slip_over_spaces(guess, wording)
    if len(guess) == 1:
        return _is_slip_alone(guess[0], wording[0])
    if guess[-1] != wording[-1] and 1 in (len(guess[-1]), len(wording[-1])):
        return False
    pairs = [pair for pair in zip(guess, wording, strict=True) if pair[0] != pair[1] and _differ(*pair)]
    for mine, wanted in pairs:
        if _is_strict(mine, wanted) or not _is_near(mine, wanted, alone=False):
            return False
    beside = len(guess) - sum(map(LITTLE.__contains__, guess)) - len(pairs)
    return not pairs or any(not _is_other_of(mine, wanted, beside) for mine, wanted in pairs)


def _has_initial(words: Sequence[str]) -> bool:
    return len(words) > 1 and len(words[0]) == 1


def _is_slip_alone(word: str, wanted: str) -> bool:
    """Return the same for one word each."""
    if not _differ(word, wanted):
        return True
    return (
        not _is_strict(word, wanted)
        and _is_near(word, wanted, alone=True)
        and not is_other_word(word, wanted)
    )


def _is_slip_over_spaces(guess: Sequence[str], wording: Sequence[str]) -> bool:
    """Return the same where the two have not as many words."""
    ours, theirs = _apart(guess, wording), _apart(wording, guess)
    together, wanted = "".join(ours), "".join(theirs)
    if together == wanted:
        return True
    if any(not (word.isalpha() or word.isdigit()) for word in (*ours, *theirs)):
        return False
    if guess[-1] != wording[-1] and 1 in (len(guess[-1]), len(wording[-1])):
        return False
    if not ours or not theirs:
        return not any(len(word) > _TINY or word.isdigit() for word in (*ours, *theirs))
    if len(wording) == 1 and all(map(familiarity, ours)) and not sound_alike(together, wanted):
        return False
    beside = sum(word not in LITTLE for word in guess) > len(ours)
    return len(ours) > 1 or not is_other_word(together, wanted, beside=beside)


def is_other_word(word: str, wanted: str, *, beside: bool = False) -> bool:
    """Return whether a folded word is one that people know, and no misspelling of the one wanted.

    Where words `beside` it are right, only common ones count, and no form of the same adjective or verb.
    """
    ours = _familiarity(word)
    if not ours or _spelt(word) == _spelt(wanted) or _is_form_of(word, wanted, _ENDINGS):
        return False
    theirs = _familiarity(wanted)
    if beside:
        least = _VERY_COMMON if len(word) <= _TINY else _RATHER_COMMON
        return ours >= max(theirs - _RARER, least) and not _is_form_of(word, wanted, _ENDINGS_BESIDE)
    if _is_heard_as(word, wanted, ours, theirs):
        return False
    likely = word[0] == wanted[0] and DamerauLevenshtein.distance(word, wanted) == 1
    likely = likely and (len(word) != len(wanted) or sorted(word) == sorted(wanted))
    return ours >= theirs - (_RARER if likely and ours < _COMMON else _MUCH_RARER)


def _is_heard_as(word: str, wanted: str, ours: int, theirs: int) -> bool:
    """Return whether a word sounds like the wanted one, and is long or rare enough to be taken for it."""
    if not sound_alike(word, wanted, loud=ours < _COMMON):
        return False
    least = _HEARD - 1 if ours < min(theirs, _VERY_COMMON) else _HEARD
    return ours < _COMMON or (word[0] == wanted[0] and min(len(word), len(wanted)) >= least)


def _familiarity(word: str) -> int:
    """Return how common a word or its singular is."""
    one = singular_of(word)
    return familiarity(word) if one == word else max(familiarity(word), familiarity(one))


def _spelt(word: str) -> str:
    """Return a word without what many forget: doubled letters (but e and s), h after t or r, and y for i."""
    single = _MUTE_H.sub("", _DOUBLED.sub(r"\1", word))
    return single.replace("y", "i") if len(single) > _SHORT else single


def _is_form_of(word: str, wanted: str, endings: Sequence[tuple[str, str]]) -> bool:
    return any(wanted.endswith(one) and word == wanted.removesuffix(one) + other for other, one in endings)


def _apart(words: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the words that the others do not have, but little ones; plurals are the same word."""
    known = {singular_of(word) for word in others}
    return [word for word in words if singular_of(word) not in known and word not in LITTLE]


def _is_strict(word: str, wanted: str) -> bool:
    """Return whether one of two words forgives nothing, as letters with digits do."""
    return not ((word.isalpha() or word.isdigit()) and (wanted.isalpha() or wanted.isdigit()))


def _differ(word: str, wanted: str) -> bool:
    """Return whether two words in the same place are not the same; little ones are, misspelt."""
    if singular_of(word) == singular_of(wanted):
        return False
    return wanted not in LITTLE or len(word) > _TINY


def _is_other_of(word: str, wanted: str, beside: int) -> bool:
    """Return whether a word is another than the wanted one, `beside` so many that are right."""
    if not is_other_word(word, wanted, beside=beside > 0):
        return False
    return beside < _MANY and not (beside > 0 and sound_alike(word, wanted))


def _is_near(word: str, wanted: str, *, alone: bool) -> bool:
    """Return whether a word, `alone` or of several, has no more mistakes than it may, or sounds right."""
    most = (1 if len(wanted) <= _SHORT else MOST) if alone else 1 + (len(wanted) >= _SHORT)
    if OSA.distance(word, wanted) <= most:  # never less than Damerau's distance, and three times as quick
        return True
    return DamerauLevenshtein.distance(word, wanted) <= most or sound_alike(word, wanted)
