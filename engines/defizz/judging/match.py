"""Comparing a guess with the listed answers: the same, near enough, or wrong."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from rapidfuzz import process
from rapidfuzz.distance import OSA

from engines.defizz.judging.words import Words, read_words

Groups: TypeAlias = tuple[tuple[str, ...], ...]
Reason: TypeAlias = Literal["same", "near", "far", "listed_wrong", "between", "repeated"]

_MOST = 2
_SHORT, _MIDDLE = 4, 7


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a guess counts, as which of the listed answers, and why."""

    right: bool
    group: int | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Answers:
    """The listed answers ready to be compared: each wording with its group, near misses with None."""

    wholes: dict[str, int]
    keys: dict[str, int]
    wrong: frozenset[str]
    wordings: tuple[tuple[Words, int | None], ...]
    forms: tuple[tuple[str, ...], ...]


def compare(guess: str, groups: Groups, reject: tuple[str, ...] = (), *, exact: bool = False) -> Verdict:
    """Return what a guess is worth against answers, each a tuple of wordings, and listed near misses."""
    answers, words = _ready(groups, reject), read_words(guess)
    if words.whole in answers.wholes:
        return Verdict(right=True, group=answers.wholes[words.whole], reason="same")
    if not words.keys.isdisjoint(answers.wrong):
        return Verdict(right=False, group=None, reason="listed_wrong")
    for key in sorted(words.keys & answers.keys.keys()):
        return Verdict(right=True, group=answers.keys[key], reason="same")
    if exact:
        return Verdict(right=False, group=None, reason="far")
    return _nearest(words, answers)


def allowed(wording: str) -> int:
    """Return how many spelling mistakes a wording bears, by its letters."""
    return 0 if len(wording) <= _SHORT else 1 if len(wording) <= _MIDDLE else _MOST


def _nearest(words: Words, answers: _Answers) -> Verdict:
    """Find the nearest wording that bears the mistakes; nothing else listed may be as near."""
    reached = _distances(words, answers)
    best = min(
        (distance, group)
        for distance, group in [
            (_MOST + 1, -1),
            *(
                (distance, group)
                for distance, (wording, group) in reached
                if group is not None and distance <= allowed(wording.lead) and _numbers_agree(words, wording)
            ),
        ]
    )
    if best[0] > _MOST:
        return Verdict(right=False, group=None, reason="far")
    rivals = {group for distance, (_, group) in reached if distance <= best[0] and group != best[1]}
    if rivals:
        return Verdict(right=False, group=None, reason="listed_wrong" if None in rivals else "between")
    return Verdict(right=True, group=best[1], reason="near")


def _distances(words: Words, answers: _Answers) -> list[tuple[int, tuple[Words, int | None]]]:
    """Return the wordings within reach, each with its mistakes in the form that has fewest."""
    found: dict[int, int] = {}
    for guess, forms in zip((words.whole, words.lead, words.counted), answers.forms, strict=True):
        near = process.extract(guess, forms, scorer=OSA.distance, score_cutoff=_MOST, limit=None)
        for _, distance, place in near:
            found[place] = min(distance, found.get(place, distance))
    return [(distance, answers.wordings[place]) for place, distance in found.items()]


def _numbers_agree(guess: Words, wording: Words) -> bool:
    """Return whether a guess names the wording's numbers; words, but never digits, may be misspelt."""
    return guess.numbers == wording.numbers or not (guess.numbers or wording.written)


@lru_cache(512)
def _ready(groups: Groups, reject: tuple[str, ...]) -> _Answers:
    listed = [(read_words(text), group) for group, texts in enumerate(groups) for text in texts]
    wrong = [read_words(text) for text in reject]
    wordings = (*listed, *((words, None) for words in wrong))
    return _Answers(
        wholes={words.whole: group for words, group in reversed(listed)},
        keys={key: group for words, group in reversed(listed) for key in words.keys},
        wrong=frozenset(key for words in wrong for key in words.keys),
        wordings=wordings,
        forms=(
            tuple(words.whole for words, _ in wordings),
            tuple(words.lead for words, _ in wordings),
            tuple(words.counted for words, _ in wordings),
        ),
    )
