"""Labelled pairs made by rule from any deck: what people do to every answer, and what makes another word.

The labels come from the rules of writing and from the list of words, never from the judging.
"""

import re
from collections.abc import Iterator
from random import Random

from rapidfuzz.distance import OSA

from engines.defizz.deck import Chrono, Deck, PingPong, answers_of
from engines.defizz.judging.known import familiarity
from engines.defizz.judging.words import fold, singular_of
from tests.engines.defizz.judging.corpus import Pair

NOUN = re.compile(
    r"^(?:Quel|Quelle|Dans quel|Dans quelle|Sur quel|Sur quelle|À quel|À quelle) ([a-zéèêîïôûç]{4,}) "
)
NAME = re.compile(r"([A-ZÉ][a-zéèêëïîôöüç]+) ([A-ZÉ][a-zéèêëïîôöüç]{3,})")
WORD = re.compile(r"[A-Za-zéèêëïîôöüç]{6,}")
ADJECTIVES = ("petit", "grand", "petite", "grande")
KEYS = ("azertyuiop", "qsdfghjklm", "wxcvbn")
NEXT = {
    key: row[max(0, place - 1) : place + 2].replace(key, "") for row in KEYS for place, key in enumerate(row)
}
COMMON = 12
"""How familiar a word is that everybody knows: one in 100,000 words."""


def made(deck: Deck, seed: int = 15) -> Iterator[Pair]:
    """Yield pairs for a wording of each question that wants words and forgives mistakes."""
    random = Random(seed)
    for card in deck.cards:
        for question in card.questions:
            if isinstance(question, Chrono | PingPong) and not getattr(question, "exact", False):
                yield from _of_question(question, random)


def _of_question(question: Chrono | PingPong, random: Random) -> Iterator[Pair]:
    answers = answers_of(question)
    for meant in random.sample(range(len(answers)), min(6, len(answers))):
        yield from _of_answer(question, answers, meant, random)
    if isinstance(question, Chrono):
        for miss in question.reject[:2]:
            yield Pair(miss, answers, question.reject, False, False, question.text)


def _of_answer(
    question: Chrono | PingPong, answers: tuple[tuple[str, ...], ...], meant: int, random: Random
) -> Iterator[Pair]:
    wording = answers[meant][0]

    def pair(guess: str, *, right: bool) -> Pair:
        place = meant if right else None
        return Pair(guess, answers, question.reject, False, right, question.text, place)

    noun = NOUN.match(question.text)
    if (
        noun
        and isinstance(question, Chrono)
        and fold(noun[1]) not in fold(wording)
        and noun[1] not in ADJECTIVES
    ):
        yield pair(f"{noun[1]} {wording}", right=True)
        yield pair(f"le {noun[1]}", right=False)
    if (
        (name := NAME.fullmatch(wording))
        and isinstance(question, Chrono)
        and name[1] not in ("La", "Le", "Les")
    ):
        yield from (pair(guess, right=True) for guess in (f"{name[2]} {name[1]}", f"{name[1][0]}. {name[2]}"))
    if WORD.fullmatch(wording):
        listed = {fold(text) for texts in answers for text in texts}
        yield pair(f"{wording}s", right=True)
        yield pair(f"c'est {wording} je crois", right=True)
        yield pair(f"{wording} (évidemment)", right=True)
        glued = f"l{fold(wording)}"
        others = listed - {fold(wording)}
        if glued[1] in "aeiouh" and not familiarity(glued) and not _near(glued, others):
            yield pair(glued, right=True)
        for guess in _one_slip(fold(wording), random):
            known = max(familiarity(guess), familiarity(singular_of(guess)))
            if guess != fold(wording) and not _near(guess, others) and (known == 0 or known >= COMMON):
                yield pair(guess, right=not known)


def _near(guess: str, others: set[str]) -> bool:
    """Return whether a guess may mean one of the other answers, or a part of one, as well."""
    return any(guess in one.split() or OSA.distance(guess, one) <= 1 for one in others)


def _one_slip(word: str, random: Random) -> Iterator[str]:
    """Yield a word with a slip at three places: a key beside it, one too many, missing, or exchanged."""
    for place in random.sample(range(1, len(word) - 1), 3):
        beside = random.choice(NEXT[word[place]])
        yield random.choice(
            (
                word[:place] + beside + word[place + 1 :],
                word[:place] + beside + word[place:],
                word[:place] + word[place + 1 :],
                word[:place] + word[place + 1] + word[place] + word[place + 2 :],
            )
        )
