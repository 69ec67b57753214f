"""Comparing a guess with the listed answers: the same, near enough, or wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from rapidfuzz import process
from rapidfuzz.distance import OSA

from engines.defizz.judging.words import Words, read_words

Groups: TypeAlias = tuple[tuple[str, ...], ...]
_Forms: TypeAlias = tuple[tuple[str, ...], tuple[int, ...]]
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
    """The listed answers ready to be compared: each wording with its group, near misses with None.

    `same` are the wordings as they stand, `keys` all their forms. Of `wholes` and `plains` there are two
    lists: all of them, and those that differ from the wording's lead.
    """

    same: dict[str, int]
    keys: dict[str, int]
    wrong: frozenset[str]
    wordings: tuple[tuple[Words, int | None], ...]
    leads: _Forms
    wholes: tuple[_Forms, _Forms]
    plains: tuple[_Forms, _Forms]
    counted: _Forms


def compare(guess: str, groups: Groups, reject: tuple[str, ...] = (), *, exact: bool = False) -> Verdict:
    """Return what a guess is worth against answers, each a tuple of wordings, and listed near misses."""
    answers, words = _ready(groups, reject), read_words(guess)
    whole = words.forms[0]
    if whole in answers.same:
        return Verdict(right=True, group=answers.same[whole], reason="same")
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
    good = [
        (distance, group)
        for distance, (wording, group) in reached
        if group is not None and distance <= allowed(wording.forms[1]) and _numbers_agree(words, wording)
    ]
    if not good:
        return Verdict(right=False, group=None, reason="far")
    least, best = min(good)
    rivals = {group for distance, (_, group) in reached if distance <= least and group != best}
    if rivals:
        return Verdict(right=False, group=None, reason="listed_wrong" if None in rivals else "between")
    return Verdict(right=True, group=best, reason="near")


def _distances(words: Words, answers: _Answers) -> list[tuple[int, tuple[Words, int | None]]]:
    """Return the wordings within reach, each with its mistakes in the form that has fewest."""
    found: dict[int, int] = {}
    for guess, (forms, places) in _compared(words, answers):
        near = process.extract(guess, forms, scorer=OSA.distance, score_cutoff=_MOST, limit=None)
        for _, distance, form in near:
            place = places[form]
            found[place] = min(distance, found.get(place, distance))
    return [(distance, answers.wordings[place]) for place, distance in found.items()]


def _compared(words: Words, answers: _Answers) -> Iterator[tuple[str, _Forms]]:
    """Yield each form of a guess with that form of the wordings, where it tells more than the lead does."""
    whole, lead, plain = words.forms
    yield lead, answers.leads
    yield whole, answers.wholes[whole == lead]
    yield plain, answers.plains[plain == lead]
    if words.numbers:
        yield words.counted, answers.counted


def _numbers_agree(guess: Words, wording: Words) -> bool:
    """Return whether a guess names the wording's numbers; words, but never digits, may be misspelt."""
    return guess.numbers == wording.numbers or not (guess.numbers or wording.written)


@lru_cache(512)
def _ready(groups: Groups, reject: tuple[str, ...]) -> _Answers:
    listed = [(read_words(text), group) for group, texts in enumerate(groups) for text in texts]
    wrong = [read_words(text) for text in reject]
    wordings = (*listed, *((words, None) for words in wrong))
    wholes, leads, plains = zip(*(words.forms for words, _ in wordings), strict=True)
    return _Answers(
        same={words.forms[0]: group for words, group in reversed(listed)},
        keys={key: group for words, group in reversed(listed) for key in words.keys},
        wrong=frozenset(key for words in wrong for key in words.keys),
        wordings=wordings,
        leads=_placed(leads, ()),
        wholes=(_placed(wholes, ()), _placed(wholes, leads)),
        plains=(_placed(plains, ()), _placed(plains, leads)),
        counted=_placed(tuple(words.counted for words, _ in wordings), ()),
    )


def _placed(forms: tuple[str, ...], known: tuple[str, ...]) -> _Forms:
    """Return the forms that differ from the known ones, with their places."""
    places = tuple(place for place, form in enumerate(forms) if not known or form != known[place])
    return tuple(forms[place] for place in places), places
