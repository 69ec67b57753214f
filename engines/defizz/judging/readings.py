"""Other ways to read a guess: its numbers mended, and without what says nothing of the answer."""

import re
from collections.abc import Iterator
from typing import Final

from engines.defizz.judging.abroad import in_french
from engines.defizz.judging.chatter import without_chatter
from engines.defizz.judging.folding import fold
from engines.defizz.judging.known import familiarity
from engines.defizz.judging.posed import before_apposition, leave_out
from engines.defizz.judging.prepared import Answers
from engines.defizz.judging.wordings import mend
from engines.defizz.judging.words import LITTLE, MONTH_NAMES, MONTHS, Words, read_words

LONGEST: Final = 200
"""The most characters of a guess that is looked at in other ways than as it stands."""
_GLUED: Final = re.compile(r"[ld](?=[aeiouyh]..)")
"""An article that lost its apostrophe."""
_RARE: Final = 6
"""How common a word is (once in three million words) that may be an answer of a list with a glued article."""
_ASIDE: Final = re.compile(r"\s*\([^()]*\)\s*|\s*\([^()]*$|^[^=]*=(?=[^=]*\w)")
"""What is said in brackets, and before what it equals."""
_DATE: Final = re.compile(r"\s*(\d\d?)\s*[/.-]\s*(\d\d?)\s*", re.ASCII)
_BEFORE_EPITHET: Final = frozenset(["le", "la", "les", "l"])
_LEAST: Final = 4
_COMMON: Final = 9
"""How common a name is (once in 400,000 words) that, of one answer alone, is not told without its epithet."""


def read_otherwise(
    guess: str, stands: Words, answers: Answers, question: str, *, alone: bool
) -> Iterator[Words]:
    """Yield the other readings of a guess, which `stands` as it is written; what is sure comes first.

    Less is asked of a guess at a list than where one answer is `alone`.
    """
    yield from _as_it_is_meant(guess, stands, answers, question, alone=alone)
    if len(stands.line) < 2 or len(guess) > LONGEST:
        return
    words = stands
    if (aside := _ASIDE.sub(" ", guess)) != guess:  # "Brême (Allemagne)", "11 x 11 = 121"
        words = read_words(aside)
        yield words
    if (said := without_talk(words)) is not words:
        words = said
        yield words
    for rest in leave_out(words.line, question):
        yield read_words(" ".join(rest))
    yield from _parts_alone(guess, words, question, alone=alone)


def without_talk(words: Words) -> Words:
    """Return a guess without what people say around an answer."""
    if len(words.line) < 2:
        return words
    said = " ".join(words.line)
    line = without_chatter(said)
    return words if line == said else read_words(line)


def without_little_words(words: Words) -> Words:
    """Return a guess without the little words that it begins with: "à lunettes"."""
    first = next((place for place, word in enumerate(words.line) if word not in LITTLE), 0)
    return read_words(" ".join(words.line[first:])) if first and words.tokens[0] in LITTLE else words


def _as_it_is_meant(
    guess: str, words: Words, answers: Answers, question: str, *, alone: bool
) -> Iterator[Words]:
    """Yield a guess with its numbers mended, its article apart, its date in words, and in French."""
    if len(guess) > LONGEST or not words.line:
        return
    if answers.counted and (mended := [mend(word) for word in words.line]) != list(words.line):
        yield read_words(" ".join(mended))
    if answers.counted and (date := _DATE.fullmatch(guess)) and 0 < int(date[2]) <= len(MONTH_NAMES):
        yield read_words(f"{date[1]} {MONTH_NAMES[int(date[2]) - 1]}")
    first = words.line[0]
    if _GLUED.match(first):  # "lhypoténuse"
        rest = read_words(" ".join((first[1:], *words.line[1:])))
        known = familiarity(first)
        if not known or (known <= _RARE and not alone and rest.lead in answers.keys):
            yield rest
    if len(words.line) == 1 and first in MONTHS and "mois" in question:
        yield read_words(MONTHS[first])
    if (name := in_french(" ".join(words.tokens))) is not None:
        yield read_words(name)


def _parts_alone(guess: str, words: Words, question: str, *, alone: bool) -> Iterator[Words]:
    """Yield the parts of a guess that may be all of an answer, whose others tell more of it."""
    line = words.line
    if not alone and "prenom" in fold(question):  # "Louis XIV"
        yield read_words(line[0])
    if before := before_apposition(line):
        yield read_words(" ".join(before))
    if line[0] == "1" and line[1:] and line[1].isalpha():  # "1 paire"
        yield read_words(" ".join(line[1:]))
    if "-" in guess:  # Reims-la-Brûlée
        return
    for place in range(1, len(line) - 1):  # "Legolas l’elfe"
        told = line[:place]
        if line[place] in _BEFORE_EPITHET and not ((alone or place > 1) and any(map(_is_common, told))):
            yield read_words(" ".join(told))


def _is_common(word: str) -> bool:
    return len(word) < _LEAST or familiarity(word) > _COMMON
