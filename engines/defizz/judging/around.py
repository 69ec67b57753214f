"""An answer with more around it than was asked: "le batteur Charlie Watts", "la TVA à 20 %".

What stands there may only tell more of the answer: it is no word of another answer or of a near miss, none
that tells answers apart, and none that makes something else of it ("la femme de Zeus", "la pomme de terre").
"""

from collections.abc import Iterator, Sequence, Set
from typing import Final

from engines.defizz.judging.known import SHORTEST, familiarity
from engines.defizz.judging.posed import said_by, tells_apart
from engines.defizz.judging.prepared import BEGUN, Answers, Groups
from engines.defizz.judging.words import LITTLE, read_words, singular_of

_RARE: Final = 7
"""How common a word is (once in two million words) that is the same thing whatever it is of."""
_NAME: Final = 10
"""How common a word is (once in 200,000 words) that may be what another is of."""
_MOST: Final = 4
"""The most words between an article and an answer, with it."""
_OF: Final = frozenset(["de", "du", "des", "d"])
_TO: Final = frozenset(["a", "au", "aux"])
_THE: Final = frozenset(["le", "la", "les", "l"])
_ITS: Final = frozenset([*_THE, "son", "sa", "ses", "leur", "leurs"])
_JOINING: Final = frozenset(["et", "en", "ou"])
_WHERE: Final = frozenset(
    ["a", "au", "aux", "en", "dans", "avec", "sur", "pour", "comme", "qui", "chez", "par", "depuis"]
)
_THIS: Final = frozenset(["le", "la", "les", "l", "un", "une", "notre", "mon", "ma", "ce", "cet", "cette"])
_KIN: Final = frozenset(
    """
    femme fille fils mari epouse frere soeur pere mere ami cousin neveu ile val pays golfe pomme fleur noix
    pierre coup
    """.split()  # noqa: SIM905
)
"""Nouns that are something else than what they are of."""
_PARTS: Final = frozenset(
    ["episode", "tome", "volume", "vol", "partie", "chapitre", "saison", "numero", "no"]
)


def told_around(
    line: Sequence[str], groups: Groups, reject: Sequence[str], answers: Answers, question: str
) -> int | None:
    """Return the answer that stands at the beginning or the end of a guess, if the rest only tells of it."""
    if len(line) < 2:
        return None
    begins = [word[:BEGUN] in answers.begun for word in line]
    if not any(begins):
        return None
    for part, rest in _parted(line, begins):
        words = part[1:] if part[0] in LITTLE else part
        keys = ("".join(words), "".join(map(singular_of, words)))
        group = next((answers.keys[key] for key in keys if key in answers.keys), None)
        if group is None or not answers.wrong.isdisjoint(keys):
            continue
        own = {singular_of(word) for wording in groups[group] for word in read_words(wording).line}
        extra = {singular_of(word) for word in rest if word not in LITTLE} - said_by(question) - own
        if not _competes(extra, group, groups, reject):
            return group
    return None


def _parted(line: Sequence[str], begins: Sequence[bool]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yield the words that may be an answer, where one begins so, and the others; the longest first."""
    for place in range(1, len(line)):
        if begins[place] and _may_precede(line[:place], line[place:]):
            yield line[place:], line[:place]
    if begins[0] or (line[0] in LITTLE and begins[1]):
        for place in range(len(line) - 1, 0, -1):
            if _may_follow(line[place:], line[:place]):
                yield line[:place], line[place:]


def _may_precede(before: Sequence[str], answer: Sequence[str]) -> bool:
    """Return whether words only tell of the answer that follows them: "le batteur", "le mythe de".

    What a common noun is of makes another thing of it: "chemin de fer".
    """
    while len(before) > 1 and before[-1] in _THE:
        before = before[:-1]
    if before[-1].isdigit() or before[-1] == "comme":  # "tome 4", "H comme hôtel"
        return any(map(str.isalpha, before))
    if any(tells_apart(word) for word in before):
        return False
    if before[-1] in _OF or before[-1] in _TO:
        return len(before) > 1 and _is_name(answer) and _KIN.isdisjoint(map(singular_of, before))
    return before[0] in _THIS and 1 < len(before) <= _MOST and before[-1] not in _JOINING


def _is_name(answer: Sequence[str]) -> bool:
    """Return whether an answer is itself whatever stands before it: a name, a number, or several words."""
    telling = [word for word in answer if word not in LITTLE]
    if len(telling) > 1 or not all(map(str.isalpha, telling)):
        return True
    return all(len(word) >= SHORTEST and familiarity(word) <= _NAME for word in telling)


def _may_follow(after: Sequence[str], answer: Sequence[str]) -> bool:
    """Return whether words only tell of the answer before them: "à la batterie", "de 6"."""
    if len(after) == 1:
        return False
    if after[0] in _OF:
        rare = all(_is_rare(word) for word in answer if word not in LITTLE)
        return rare or all(word in LITTLE or not word.isalpha() for word in after)
    if after[0] == "et":  # "Jonas et la baleine"
        return len(after) > 2 and after[1] in _ITS and _is_name(answer)
    return after[0] in _WHERE or (after[0] in _PARTS and not after[1].isalpha())


def _is_rare(word: str) -> bool:
    return max(familiarity(word), familiarity(singular_of(word))) <= _RARE


def _competes(extra: Set[str], group: int, groups: Groups, reject: Sequence[str]) -> bool:
    """Return whether a word beside an answer is one of another answer, or of a near miss."""
    others = [wordings for place, wordings in enumerate(groups) if place != group]
    for wordings in (*others, reject):
        for wording in wordings:
            if not extra.isdisjoint(map(singular_of, read_words(wording).line)):
                return True
    return False
