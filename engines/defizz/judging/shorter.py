"""Shorter ways to say an answer that nobody listed: "polaire" for "ours polaire" where bears are asked for.

They are compared with a guess like wordings, mistakes and all, once nothing that is listed is near. What
would be short for two answers, or for a near miss as well, is short for none.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from engines.defizz.judging.known import familiarity
from engines.defizz.judging.posed import said_by, tells_apart
from engines.defizz.judging.words import LITTLE, Words, read_words, singular_of

_LEAST: Final = 5
"""The fewest letters of a word that stands for a whole answer in a list,"""
_FAMILIAR: Final = 9
"""and how common it may be: once in two million words;"""
_RARE: Final = 5
"""but of the first word of a name that is the only answer: once in 20 million."""
_WHOLE: Final = 4
"""The fewest letters of the words that stay where the end of a title is left out."""
_MANY: Final = 4
"""The fewest words of a title of which one may be forgotten."""
_NAMES: Final = range(2, 4)
"""How many names somebody has who is called by such a first name."""
_INITIALS: Final = range(2, 5)
"""How many initials stand for an answer in a list."""
_FIRST_NAMES: Final = frozenset(["jean", "marie", "anne", "saint", "sainte", "new", "los", "san", "santa"])
"""Words that begin many names: what follows them tells too little."""


def shorter_wordings(
    groups: Sequence[Sequence[str]], reject: Sequence[str], question: str
) -> tuple[tuple[str, ...], ...]:
    """Return for each answer, in order, what is short for it alone, folded; nothing where there is none."""
    said, alone = said_by(question), len(groups) == 1
    owners: dict[str, set[int | None]] = {}
    found: list[dict[str, None]] = [{} for _ in groups]
    for group, wordings in (*enumerate(groups), (None, reject)):
        for wording in wordings:
            words = read_words(wording)
            for key in words.keys:
                owners.setdefault(key, set()).add(group)
            parts = _of_the_only(wording, words) if alone else _of_one_in_a_list(words, said)
            for short in (*_without_the_kind(words, said), *parts):
                owners.setdefault("".join(short), set()).add(group)
                if group is not None:
                    found[group][" ".join(short)] = None
    shorts = tuple(
        tuple(short for short in shorts if owners[short.replace(" ", "")] == {group})
        for group, shorts in enumerate(found)
    )
    return shorts if any(shorts) else ()


def _without_the_kind(words: Words, said: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Yield the words of a wording without those of the question that it begins with: "tarte Tatin"."""
    tokens = words.tokens
    adding = (
        place
        for place, word in enumerate(tokens)
        if word not in LITTLE and (singular_of(word) not in said or tells_apart(word))
    )
    begin = next(adding, 0)
    if begin and len("".join(tokens[begin:])) > 1:
        yield tokens[begin:]


def _of_the_only(wording: str, words: Words) -> Iterator[tuple[str, ...]]:
    """Yield the rare first name of the only answer: "Nafissatou"."""
    names = wording.split()
    first = words.tokens[0] if words.tokens else ""
    rare = len(first) >= _LEAST and familiarity(first) <= _RARE
    if rare and len(names) in _NAMES and read_words(names[0]).tokens == (first,):
        yield (first,)


def _of_one_in_a_list(words: Words, said: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Yield rare words of a wording, its initials, its beginnings, and a title that lacks a word."""
    tokens = words.tokens
    telling = [place for place, word in enumerate(tokens) if word not in LITTLE]
    if len(telling) < 2:
        return
    yield from ((word,) for word in tokens if _may_stand_for_all(word, said))
    initials = "".join(tokens[place][0] for place in telling)
    known = initials in LITTLE or familiarity(initials) > 0
    if len(telling) in _INITIALS and all(tokens[place].isalpha() for place in telling) and not known:
        yield (initials,)
    if tokens[0] not in _FIRST_NAMES:
        yield from (tokens[:end] for end in range(2, len(tokens)) if _is_long_enough(tokens[:end]))
    if len(telling) >= _MANY:
        for kept in combinations(telling, len(telling) - 1):
            yield tuple(tokens[place] for place in kept)


def _may_stand_for_all(word: str, said: frozenset[str]) -> bool:
    long = len(word) >= _LEAST and word.isalpha()
    return long and singular_of(word) not in said and familiarity(word) <= _FAMILIAR


def _is_long_enough(begin: Sequence[str]) -> bool:
    return sum(len(word) >= _WHOLE for word in begin) > 1 and begin[-1] not in LITTLE
