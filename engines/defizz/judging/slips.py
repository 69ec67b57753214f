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
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from operator import itemgetter
from typing import Final

from rapidfuzz.distance import OSA, DamerauLevenshtein

from engines.defizz.judging.known import STEPS, familiarity
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


# How French words sound, roughly: "Chakespear" and "Shakespeare", "pays bat" and "Pays-Bas" are one.
#
# Not how they are spoken, only which spellings are read alike. Capitals stand for what takes several letters:
# A, I and O are "an", "in" and "on", E "eu", S "ch", N "gn", U "ou", W "oi", Y "il".

_OPEN: Final = "(?![aeiouymn])"
"""What does not follow a vowel that is said through the nose."""
_FIRST: Final = (
    ("ph", "f"),
    ("sch sh tch ch(?![rlnm])", "S"),
    ("h", ""),
)
_THEN: Final = (
    ("gueil(?:l?e)?(?=s?$) geuil(?:l?e)?(?=s?$)", "gEY"),
    ("ueil(?:l?e)?(?=s?$) euil(?:l?e)?(?=s?$) oeil(?:l?e)?(?=s?$)", "EY"),
    ("ail(?:l?e)?(?=s?$)", "aY"),
    ("eil(?:l?e)?(?=s?$)", "eY"),
    ("ouil(?:l?e)?(?=s?$)", "UY"),
    ("ille(?<=[^e]ville)(?=s?$)", "il"),
    ("ille(?=s?$)", "iY"),
    ("ill(?<=[^aeiou]ill)(?=[aou])", "i"),
    ("ig$(?<=[lnprtvwz]ig)", "ik"),
    ("cqu ck qu q", "k"),
    ("cc(?=[eiy])", "ks"),
    ("s(?<=[aeiouy]s)(?=[aeiouy]) z", "z"),
    ("sc(?=[eiy]) c(?=[eiy]) t(?=ion)", "s"),
    ("c", "k"),
    ("gu(?=[eiy])", "g"),
    ("ge(?=[aou]) g(?=[eiy])", "j"),
    ("gn", "N"),
    ("x(?=.) x$(?<=[iy]x)", "ks"),
    ("w ou(?<![aeiou]ou)(?=[aio])", "v"),
    ("aut(?=b) eau au", "o"),
    ("oeu eu", "E"),
    ("ie(?=S|tz|l[bd]|m[ae])", "i"),
    ("aon(?=[st]?$)", "A"),
    ("aou(?<!.aou)(?=t$) ou", "U"),
    ("oi oy", "W"),
    (f"ai[nm]{_OPEN} ein{_OPEN} y[nm]{_OPEN} i[nm]{_OPEN}", "I"),
    (f"u[nm]{_OPEN}", "Û"),
    ("en$(?<=[^ieay]en)", "en"),
    (f"e[nm]{_OPEN} a[nm]{_OPEN}", "A"),
    (f"o[nm]{_OPEN}", "O"),
    ("oe ai ei ay ey ae", "é"),
    ("y", "i"),
)
"""What is read how, the longer before the shorter; spaces part several spellings of a sound.

Each begins with its first letter, and says behind the letters what stands before them: at any other letter it
is passed over at once, which makes listening three times as quick.
"""
_SILENT: Final = re.compile(r"(?<=..)(?:(?<=e)[rt]|(?<=[rAIO])g|es|[tdpxsz]s?)$")
"""Letters at the end that French names may say or not: Bastet."""
_PLURAL: Final = re.compile(r"(?<=..[ektc])s$")
_VOWEL_LAST: Final = re.compile(r"[aeéiouEAIOUÛW]$")
_DROPPED: Final = re.compile(r"(?<=...)(?<=e)r$|(?:(?<=[^aei])p)?[tdxsz]$|(?<=[AOIU])[pg]$")
_HEARD_LAST: Final = "'"
_LEAST: Final = 2
"""The fewest sounds of what is heard exactly."""
_BEFORE_MUTE: Final = 2
"""The fewest sounds before an e that may be mute."""
_TWICE: Final = re.compile(r"(.)\1+")


def _reader(rules: tuple[tuple[str, str], ...]) -> Callable[[str], str]:
    """Return what reads a word by these rules, in one go."""
    sounds = [(spelling, sound) for spellings, sound in rules for spelling in spellings.split()]
    pattern = re.compile("|".join(f"(?:{spelling})()" for spelling, _ in sounds))
    said = ["", *(sound for _, sound in sounds)]
    return partial(pattern.sub, lambda found: said[found.lastindex or 0])


_read_first, _read_then = _reader(_FIRST), _reader(_THEN)
_say_once: Final = partial(_TWICE.sub, itemgetter(1))
"""Says a sound once that is written twice; a function that gives the letter is quicker than its number."""


def _read(word: str) -> str:
    """Return the sounds of a word; what is read first has an h in it."""
    return _read_then(_read_first(word) if "h" in word else word)


def _roughly(said: str) -> str:
    """Return sounds to who listens roughly, and does not tell z from s, nor "un" from "in"."""
    return said.replace("é", "e").replace("z", "s").replace("Û", "I")


def _drop_mute(said: str) -> str:
    """Return sounds without a mute e at their end."""
    return said[:-1] if len(said) > _BEFORE_MUTE and said[-1] == "e" else said


@lru_cache(4096)
def _sound(word: str) -> tuple[str, str]:
    """Return what a word sounds like, without the consonants at its end and with them."""
    said = _say_once(_roughly(_read(word)))
    loud, quiet = _drop_mute(said), _SILENT.sub("", said)
    return (quiet if quiet != said else loud), loud


_LONGEST: Final = 40
"""The most letters of a word that is listened to."""


def sounds_of(words: Iterable[str]) -> tuple[str, str]:
    """Return what folded words sound like together, without the consonants at their ends and with them.

    A very long word sounds as it is written. "ou" and "u" are one, as in names from abroad ("Zouma").
    """
    said = [_sound(word) if len(word) <= _LONGEST else (word, word) for word in words]
    quiet, loud = "".join([quiet for quiet, _ in said]), "".join([loud for _, loud in said])
    return quiet.replace("U", "u"), loud.replace("U", "u")


def sound_of(words: Iterable[str], *, loud: bool = False) -> str:
    """Return what folded words sound like together, `loud` with the consonants at their ends."""
    return sounds_of(words)[loud]


@lru_cache(4096)
def exact_sounds(words: tuple[str, ...]) -> frozenset[str]:
    """Return how folded words sound together to who listens well; nothing for very long words.

    A mute e makes the consonant before it heard: "gare" is not "Gard", though "sole" is "sol". The last
    word may end in é.
    """
    if not words or any(len(word) > _LONGEST for word in words):
        return frozenset()
    before = "".join(_say(word)[0] for word in words[:-1])
    return frozenset(before + end for end in _say(words[-1]) if len(before + end) >= _LEAST)


@lru_cache(4096)
def _say(word: str) -> tuple[str, ...]:
    """Return how a word may be said; a mark stands behind a consonant that must be heard."""
    one = _PLURAL.sub("", word)
    one = f"{one[:-2]}é" if one.endswith("ee") else one
    said = _say_once(_read(one.replace("tch", "tsch")))
    said = ("h" if one.startswith("h") else "") + said
    if _VOWEL_LAST.search(loud := _drop_mute(said)):
        return (loud.replace("é", "e"),)
    loud = loud.replace("é", "e")
    if said.endswith("e"):
        return (loud + _HEARD_LAST,)
    quiet = loud if one.endswith(("ss", "pt", "ct")) else _DROPPED.sub("", loud)
    if quiet == loud or one.endswith("er"):
        return (quiet, loud + _HEARD_LAST)
    return (quiet,)


def sound_alike(one: str, other: str, *, loud: bool = True) -> bool:
    """Return whether two folded words may sound the same, where `loud` with the consonants at their ends."""
    if max(len(one), len(other)) > _LONGEST:
        return one == other
    mine, theirs = _sound(one), _sound(other)
    return mine[0] == theirs[0] or (loud and mine[1] == theirs[1])
