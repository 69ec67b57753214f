"""Comparing a guess with the listed answers: it is the same, near enough, or wrong."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from rapidfuzz import process
from rapidfuzz.distance import OSA, DamerauLevenshtein

from engines.defizz.judging.around import told_around
from engines.defizz.judging.known import familiarity
from engines.defizz.judging.parts import blended, cut_short
from engines.defizz.judging.posed import only_asked
from engines.defizz.judging.prepared import (
    HEAD,
    Answers,
    Groups,
    Spellings,
    Wording,
    find_answers,
    find_shorter,
    squeeze,
)
from engines.defizz.judging.readings import (
    LONGEST,
    read_otherwise,
    without_little_words,
    without_talk,
)
from engines.defizz.judging.slips import MOST, is_slip
from engines.defizz.judging.sounds import exact_sounds, sounds_of
from engines.defizz.judging.words import Words, read_words

Reason: TypeAlias = Literal["same", "near", "far", "listed_wrong", "between", "repeated"]

_NONE: frozenset[int] = frozenset()
_SILENT: frozenset[str] = frozenset()
_WORDS = 7
"""The most words of a guess that is put together from two wordings, or of words cut short."""
_SQUEEZED = 7
"""The most letters of a guess at an answer of up to four."""
_WORD = 4
"""The most letters of a guess in which one letter may differ from what sounds alike; in longer ones, two."""
_EVERYDAY = 11
"""How common a word may be (once in 100,000 words) that is taken for the only answer, which sounds so."""
_MUTE = re.compile(r"(?<=[^aeiouy])e$|(?<=qu)e$|(?<=[aeiou])[tdx]$")


class Verdict(NamedTuple):
    """Whether a guess is right, which of the listed answers it names, and why."""

    right: bool
    group: int | None
    reason: Reason


_FAR = Verdict(right=False, group=None, reason="far")
_LISTED_WRONG = Verdict(right=False, group=None, reason="listed_wrong")
_BETWEEN = Verdict(right=False, group=None, reason="between")


def compare(
    guess: str,
    groups: Groups,
    reject: tuple[str, ...] = (),
    *,
    exact: bool = False,
    found: frozenset[int] = _NONE,
    question: str = "",
) -> Verdict:
    """Return whether a guess names an answer: `groups` are the answers' wordings, `reject` near misses.

    A misspelt guess that is equally near to several answers names the first one not in `found`. The words of
    the `question` add nothing to a guess, and are none by themselves.
    """
    answers, alone = find_answers(groups, reject), len(groups) == 1
    stands = read_words(guess)
    verdict = _judge(stands, answers, exact, found, question, alone=alone)
    if verdict.reason != "far":
        return verdict
    for words in read_otherwise(guess, stands, answers, question, alone=alone):
        verdict = _judge(words, answers, exact, found, question, alone=alone)
        if verdict.reason != "far":
            return verdict
    if exact or not 1 <= len(stands.tokens) <= _WORDS:
        return verdict
    group = blended(stands.tokens, groups, answers)
    if group is None:
        group = cut_short(stands.tokens, answers, alone=alone)
    if group is None and "-" not in guess:
        group = told_around(stands.line, groups, reject, answers, question)
    if group is not None:
        return Verdict(right=True, group=group, reason="near")
    shorter = find_shorter(answers, groups, reject, question)
    said = without_little_words(without_talk(stands))
    if shorter is None or said.lead[:HEAD] not in shorter.heads:
        return verdict
    return _judge(said, shorter, exact, found, question, alone=alone)


def _judge(
    words: Words, answers: Answers, exact: bool, found: frozenset[int], question: str, *, alone: bool
) -> Verdict:
    """Return the verdict on one reading of a guess."""
    if words.whole in answers.same:
        return Verdict(right=True, group=answers.same[words.whole], reason="same")
    for key in words.keys:
        if key in answers.wrong:
            return _LISTED_WRONG
        if key in answers.keys:
            return Verdict(right=True, group=answers.keys[key], reason="same")
    if len(words.tokens) > 1 and (group := answers.turned.get(words.lead)) is not None:
        return Verdict(right=True, group=group, reason="same")
    if exact or (question and only_asked(words.line, question)):
        return _FAR
    reached = _within_reach(words, answers)
    nearest, sure = _nearest(words, reached, found)
    if sure:
        return nearest
    heard = _heard(words, answers)
    if reached and heard is _FAR and not nearest.right:
        heard = _spoken_as(words, reached, alone=alone)
    return heard if heard.right or nearest is _FAR else nearest


def _nearest(
    words: Words, reached: Sequence[tuple[int, Wording]], found: frozenset[int]
) -> tuple[Verdict, bool]:
    """Return the verdict by the nearest wording that forgives the mistakes; nothing else may be nearer.

    And whether it is sure: what begins otherwise, or is as near to another answer, may be a worse match than
    what sounds the same.
    """
    maybe: dict[tuple[str, ...], bool] = {}
    fitting = []
    for mistakes, wording in reached:
        if wording.group is None or mistakes > wording.bears:
            continue
        if wording.tokens not in maybe:
            maybe[wording.tokens] = _may_be(words, wording)
        if maybe[wording.tokens]:
            other = words.lead[:1] != "".join(wording.tokens)[:1]
            fitting.append((mistakes, other, wording.group in found, wording.group))
    if not fitting:
        return _FAR, False
    least, other, _, best = min(fitting)
    nearer = [wording.group for mistakes, wording in reached if mistakes < least and wording.group != best]
    if nearer:
        return (_LISTED_WRONG if None in nearer else _BETWEEN), True
    tied = [group for mistakes, _, _, group in fitting if mistakes == least and group != best]
    return Verdict(right=True, group=best, reason="near"), not (other or tied)


def _heard(words: Words, answers: Answers) -> Verdict:
    """Return the verdict on a guess that is written as it sounds, or with letters doubled."""
    if words.numbers or len(words.lead) > LONGEST:
        return _FAR
    if answers.squeezed and len(words.lead) <= _SQUEEZED:
        for lead in (words.lead, _MUTE.sub("", words.lead)):
            doubled = answers.squeezed.get(squeeze(lead))
            if doubled is not None and _may_be(words, doubled):
                return Verdict(right=True, group=doubled.group, reason="near")
    groups: set[int | None] = set()
    for sound in sounds_of(words.tokens):
        if not groups and sound in answers.sounds:
            sounding = answers.sounds[sound]
            groups = {one.group for one in sounding if _looks_like(words, one) and _may_be(words, one)}
    if None in groups:
        return _LISTED_WRONG
    if len(groups) != 1:
        return _BETWEEN if groups else _FAR
    return Verdict(right=True, group=groups.pop(), reason="near")


def _spoken_as(words: Words, reached: Sequence[tuple[int, Wording]], *, alone: bool) -> Verdict:
    """Return the verdict on a guess that sounds exactly as one answer, and is written nearly so.

    Where the answer is `alone`, a word that people know is such a guess only if it begins alike, has some
    letters and is not too common: "la Haie" is La Haye, but "Sharon" not Charon, and "Lyon" no lion.
    """
    if words.numbers or not words.lead.isalpha() or min(map(len, words.tokens)) == 1:
        return _FAR
    most = 1 + (len(words.lead) > _WORD)
    near = [one for mistakes, one in reached if mistakes <= most and not one.numbers]
    if alone and all(map(familiarity, words.tokens)):
        if len(words.lead) < _WORD or max(map(familiarity, words.tokens)) > _EVERYDAY:
            return _FAR
        near = [one for one in near if len("".join(one.tokens)) >= _WORD and _begin_alike(words, one)]
    said = exact_sounds(words.spoken) if near else _SILENT
    groups = {one.group for one in near if not said.isdisjoint(exact_sounds(one.spoken))}
    if None in groups:
        return _LISTED_WRONG
    return Verdict(right=True, group=groups.pop(), reason="near") if len(groups) == 1 else _FAR


def _begin_alike(words: Words, wording: Wording) -> bool:
    return words.tokens[0][0] == wording.tokens[0][0]


def _looks_like(words: Words, wording: Wording) -> bool:
    """Return whether half the letters of a guess that sounds like a wording are its letters, too.

    A word that people know does not stand for a short one.
    """
    theirs = "".join(wording.tokens)
    if len(theirs) <= _WORD and any(map(familiarity, words.tokens)):
        return False
    return OSA.distance(words.lead, theirs) <= max(MOST, max(len(theirs), len(words.lead)) // 2)


def _within_reach(words: Words, answers: Answers) -> list[tuple[int, Wording]]:
    """Return the number of mistakes and the wording, for each spelling that few mistakes lead to.

    Mistakes are letters too many, missing or changed, and neighbours exchanged, as Damerau counts them.
    Optimal string alignment is counted first, since it is quicker: where it says three, Damerau may say two.
    """
    reached = []
    for guess, within in _pair_spellings(words, answers):
        begin, spellings = within.around(len(guess))
        near = process.extract(guess, spellings, scorer=OSA.distance, score_cutoff=MOST + 1, limit=None)
        for spelling, mistakes, place in near:
            if mistakes > MOST:
                mistakes = DamerauLevenshtein.distance(guess, spelling)
            if mistakes <= MOST:
                reached.append((mistakes, within.wordings[begin + place]))
    return reached


def _pair_spellings(words: Words, answers: Answers) -> Iterator[tuple[str, Spellings]]:
    """Yield each spelling of a guess with the spellings of answers that it is compared with.

    What has an article that stands apart is never compared as one word with what has none.
    """
    several = len(words.tokens) > 1
    if words.whole == words.lead:
        yield words.lead, answers.all if several else answers.both
    else:
        yield words.whole, answers.wholes
        yield words.lead, answers.leads
        if several:
            yield words.lead, answers.others
    if words.plain != words.lead:
        yield words.plain, answers.leads
    if words.numbers:
        yield words.counted, answers.counted


def _may_be(guess: Words, wording: Wording) -> bool:
    """Return whether a guess may be this wording misspelt; a number in words may be, but in no other way."""
    if guess.numbers != wording.numbers and (guess.numbers or wording.written):
        return False
    if is_slip(guess.tokens, wording.tokens):
        return True
    return bool(guess.figures and wording.figures) and is_slip(guess.figures, wording.figures)
