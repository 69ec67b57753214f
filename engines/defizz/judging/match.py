"""Comparing a guess with the listed answers: it is the same, near enough, or wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from rapidfuzz import process
from rapidfuzz.distance import OSA, DamerauLevenshtein

from engines.core.keeping import Kept
from engines.defizz.judging.words import Words, read_words

Groups: TypeAlias = tuple[tuple[str, ...], ...]
Reason: TypeAlias = Literal["same", "near", "far", "listed_wrong", "between", "repeated"]

_MOST = 2
_SHORT, _MIDDLE = 4, 7
_NONE: frozenset[int] = frozenset()


class Verdict(NamedTuple):
    """Whether a guess is right, which of the listed answers it names, and why."""

    right: bool
    group: int | None
    reason: Reason


_FAR = Verdict(right=False, group=None, reason="far")
_LISTED_WRONG = Verdict(right=False, group=None, reason="listed_wrong")
_BETWEEN = Verdict(right=False, group=None, reason="between")


class _Wording(NamedTuple):
    """A listed wording of an answer, or of a near miss (`group` None); it `bears` so many mistakes."""

    group: int | None
    bears: int
    numbers: tuple[str, ...]
    written: bool


_Spellings: TypeAlias = dict[int, tuple[list[str], list[_Wording]]]
"""By the length of a guess: spellings that it may be near to, and the wording of each."""


@dataclass(frozen=True, slots=True)
class _Answers:
    """The listed answers, prepared for comparing.

    `same` are the answers as they stand; `keys` all spellings that are the same as an answer; `wrong` those
    of the near misses. The others are for distances: `wholes` as they stand, `leads` without articles, `both`
    of these, and `counted` with numbers in digits.
    """

    same: dict[str, int]
    keys: dict[str, int]
    wrong: frozenset[str]
    leads: _Spellings
    wholes: _Spellings
    both: _Spellings
    counted: _Spellings


def compare(
    guess: str,
    groups: Groups,
    reject: tuple[str, ...] = (),
    *,
    exact: bool = False,
    found: frozenset[int] = _NONE,
) -> Verdict:
    """Return whether a guess names an answer: `groups` are the answers' wordings, `reject` near misses.

    A misspelt guess that is equally near to several answers names the first one not in `found`.
    """
    answers, words = _find_answers(groups, reject), read_words(guess)
    if words.whole in answers.same:
        return Verdict(right=True, group=answers.same[words.whole], reason="same")
    for key in words.keys:
        if key in answers.wrong:
            return _LISTED_WRONG
        if key in answers.keys:
            return Verdict(right=True, group=answers.keys[key], reason="same")
    if exact:
        return _FAR
    return _nearest(words, answers, found)


def mistakes_allowed(wording: str) -> int:
    """Return how many spelling mistakes a wording of this length forgives."""
    return 0 if len(wording) <= _SHORT else 1 if len(wording) <= _MIDDLE else _MOST


def _nearest(words: Words, answers: _Answers, found: frozenset[int]) -> Verdict:
    """Return the verdict by the nearest wording that forgives the mistakes; nothing else may be nearer."""
    reached = list(_within_reach(words, answers))
    fitting = [
        (mistakes, wording.group)
        for mistakes, wording in reached
        if wording.group is not None and mistakes <= wording.bears and _numbers_agree(words, wording)
    ]
    if not fitting:
        return _FAR
    least, _, best = min((mistakes, group in found, group) for mistakes, group in fitting)
    nearer = {wording.group for mistakes, wording in reached if mistakes < least and wording.group != best}
    if nearer:
        return _LISTED_WRONG if None in nearer else _BETWEEN
    return Verdict(right=True, group=best, reason="near")


def _within_reach(words: Words, answers: _Answers) -> Iterator[tuple[int, _Wording]]:
    """Yield the number of mistakes and the wording, for each spelling that few mistakes lead to.

    Mistakes are letters too many, missing or changed, and neighbours exchanged, as Damerau counts them.
    Optimal string alignment is counted first, since it is quicker: where it says three, Damerau may say two.
    """
    for guess, within in _pair_spellings(words, answers):
        if len(guess) not in within:
            continue
        spellings, wordings = within[len(guess)]
        near = process.extract(guess, spellings, scorer=OSA.distance, score_cutoff=_MOST + 1, limit=None)
        for spelling, mistakes, place in near:
            if mistakes > _MOST:
                mistakes = DamerauLevenshtein.distance(guess, spelling)
            if mistakes <= _MOST:
                yield mistakes, wordings[place]


def _pair_spellings(words: Words, answers: _Answers) -> Iterator[tuple[str, _Spellings]]:
    """Yield each spelling of a guess with the spellings of answers that it is compared with."""
    if words.whole != words.lead:
        yield words.whole, answers.wholes
    yield words.lead, answers.both if words.whole == words.lead else answers.leads
    if words.plain != words.lead:
        yield words.plain, answers.leads
    if words.numbers:
        yield words.counted, answers.counted


def _numbers_agree(guess: Words, wording: _Wording) -> bool:
    """Return whether guess and wording name the same numbers; numbers in words may be misspelt."""
    return guess.numbers == wording.numbers or not (guess.numbers or wording.written)


_KEPT_BYTES = 16 * 1024 * 1024
_kept: Kept[tuple[Groups, tuple[str, ...]], _Answers] = Kept(_KEPT_BYTES)
"""The prepared answers of the questions judged last: hundreds of ordinary ones, or a dozen long lists."""


def _find_answers(groups: Groups, reject: tuple[str, ...]) -> _Answers:
    return _kept.get((groups, reject), _weight(groups, reject), partial(_prepare, groups, reject))


def _weight(groups: Groups, reject: tuple[str, ...]) -> int:
    """Return about how many bytes the prepared answers take."""
    texts = [*reject, *(text for texts in groups for text in texts)]
    return 5_000 + 800 * len(texts) + 8 * sum(map(len, texts))


def _prepare(groups: Groups, reject: tuple[str, ...]) -> _Answers:
    listed = [(read_words(text), group) for group, texts in enumerate(groups) for text in texts]
    wrong = [(read_words(text), None) for text in reject]
    wordings = [
        (words, _Wording(group, mistakes_allowed(words.lead), words.numbers, words.written))
        for words, group in (*listed, *wrong)
    ]
    wholes = [(words.whole, wording) for words, wording in wordings]
    leads = [(text, wording) for words, wording in wordings for text in (words.lead, words.plain)]
    return _Answers(
        same={words.whole: group for words, group in reversed(listed)},
        keys={key: group for words, group in reversed(listed) for key in words.keys},
        wrong=frozenset(key for words, _ in wrong for key in words.keys),
        leads=_spellings(leads),
        wholes=_spellings(wholes),
        both=_spellings([*leads, *wholes]),
        counted=_spellings((words.counted, wording) for words, wording in wordings),
    )


def _spellings(found: Iterable[tuple[str, _Wording]]) -> _Spellings:
    """Return the spellings and their wordings, each once, by the lengths of guesses that may be near."""
    within: _Spellings = {}
    for text, wording in dict.fromkeys(found):
        for length in range(len(text) - _MOST, len(text) + _MOST + 1):
            texts, wordings = within.setdefault(length, ([], []))
            texts.append(text)
            wordings.append(wording)
    return within
