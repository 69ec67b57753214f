"""The listed answers of a question, got ready for comparing guesses with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, combinations
from typing import Final, NamedTuple, TypeAlias

from engines.core.keeping import Kept
from engines.defizz.judging.known import familiarity
from engines.defizz.judging.posed import said_by, tells_apart
from engines.defizz.judging.slips import MOST, mistakes_allowed, sounds_of
from engines.defizz.judging.words import LITTLE, Words, read_words, singular_of

Groups: TypeAlias = tuple[tuple[str, ...], ...]


class Wording(NamedTuple):
    """A spelling of an answer, or of a near miss (`group` None); it `bears` so many mistakes."""

    group: int | None
    bears: int
    numbers: tuple[str, ...]
    written: bool
    tokens: tuple[str, ...]
    figures: tuple[str, ...]
    spoken: tuple[str, ...]


class Spellings(NamedTuple):
    """Spellings that a guess may be near to, the shortest first, and the wording of each.

    `ends` says by length how many spellings have at most so many letters, from no letters on.
    """

    texts: list[str]
    wordings: list[Wording]
    ends: list[int]

    def __bool__(self) -> bool:
        return bool(self.texts)

    def around(self, length: int) -> tuple[int, list[str]]:
        """Return the spellings that so many letters may be near to, and how many stand before them."""
        last = len(self.ends) - 1
        if length > last + MOST:
            return 0, []
        begin = self.ends[length - MOST - 1] if length > MOST else 0
        return begin, self.texts[begin : self.ends[min(length + MOST, last)]]


@dataclass(frozen=True, slots=True)
class Answers:
    """The listed answers, prepared for comparing.

    `same` are the answers as they stand; `keys` all spellings that are the same as an answer; `wrong` those
    of the near misses; `turned` names in another order. The others are for distances: `wholes` as they stand,
    `leads` without articles, `both` of these, `counted` with numbers in digits, `others` in another order,
    `all` of `both` and `others`.
    `sounds` are the wordings by what they sound like, `squeezed` short ones without doubled letters, `begun`
    all by their first letters, of which `heads` are fewer still. `shorts` are what is short for the answers,
    by the question; they are made when somebody first looks for them.
    """

    same: dict[str, int]
    keys: dict[str, int]
    wrong: frozenset[str]
    turned: dict[str, int]
    leads: Spellings
    wholes: Spellings
    both: Spellings
    counted: Spellings
    others: Spellings
    all: Spellings
    sounds: dict[str, tuple[Wording, ...]]
    squeezed: dict[str, Wording]
    begun: dict[str, tuple[tuple[int | None, tuple[str, ...]], ...]]
    heads: frozenset[str]
    shorts: dict[str, Answers | None] = field(default_factory=dict, compare=False)


_KEPT_BYTES = 16 * 1024 * 1024
_kept: Kept[tuple[int, int], tuple[Groups, tuple[str, ...], Answers]] = Kept(_KEPT_BYTES)
"""The prepared answers of the questions judged last: hundreds of ordinary ones, or a dozen long lists.

They are found by the very tuples of a question, which are kept beside them, so that no others can take their
numbers: what all the wordings of a list hash to would be worked out for each guess.
"""
_DOUBLED = re.compile(r"(.)\1+(?!$)|([^e])\2+")
_LETTERS = str.maketrans({"h": "", "y": "i", "k": "c", "q": "c"})
_HEARD = 3
"""The fewest sounds of an answer that is recognized by them."""
BEGUN = 3
"""How many letters of a wording's first word it is found by; no word is cut shorter."""
HEAD = 2
"""How many letters a guess begins with as what is short for an answer does."""
_SHORT = 4
"""The most letters of an answer that forgives a doubled letter and nothing else."""


def find_answers(groups: Groups, reject: tuple[str, ...]) -> Answers:
    """Return the answers and near misses of a question, prepared now or before."""
    listed = groups[0] if len(groups) == 1 else groups  # a Chrono's only group is wrapped for each guess
    key = (id(listed), id(reject))
    return _kept.get(
        key, partial(_weight, groups, reject), lambda: (groups, reject, _prepare(groups, reject))
    )[2]


def find_shorter(answers: Answers, groups: Groups, reject: tuple[str, ...], question: str) -> Answers | None:
    """Return what is short for the answers of a question, got ready like them; None where nothing is."""
    if question not in answers.shorts:
        shorts = shorter_wordings(groups, reject, question)
        answers.shorts[question] = _prepare(shorts, reject) if shorts else None
    return answers.shorts[question]


def squeeze(word: str) -> str:
    """Return a word as if nobody doubled letters, added an h or took y for i, k or qu for c, gu for g."""
    return _DOUBLED.sub(
        lambda twice: twice[1] or twice[2], word.translate(_LETTERS).replace("cu", "c").replace("gu", "g")
    )


def _weight(groups: Groups, reject: tuple[str, ...]) -> int:
    """Return about how many bytes the prepared answers take."""
    texts = [*reject, *(text for texts in groups for text in texts)]
    return 4_000 + 1_500 * len(texts) + 20 * sum(map(len, texts))


def _prepare(groups: Groups, reject: tuple[str, ...]) -> Answers:
    listed = [_read(text, group) for group, texts in enumerate(groups) for text in texts]
    wrong = [_read(text, None) for text in reject]
    read = [*listed, *wrong]
    leads = [(text, _bearing(wording, text)) for words, wording in read for text in (words.lead, words.plain)]
    wholes = [(text, wording) for words, wording in read for text in (words.whole, words.glued)]
    others = [
        ("".join(order), _turned(order, wording.group))
        for words, wording in read
        if not words.numbers
        for order in other_orders(words.tokens)
    ]
    return Answers(
        same={words.whole: group for words, (group, *_) in reversed(listed) if group is not None},
        keys={
            key: group
            for words, (group, *_) in reversed(listed)
            for key in (*words.keys, words.glued)
            if group is not None
        },
        wrong=frozenset(key for words, _ in wrong for key in (*words.keys, words.glued)),
        turned=_unambiguous(others),
        leads=_spellings(leads),
        wholes=_spellings(wholes),
        both=_spellings([*leads, *wholes]),
        counted=_spellings(
            [(words.counted, _bearing(wording, words.counted)) for words, wording in read if words.numbers]
        ),
        others=_spellings(others),
        all=_spellings([*leads, *wholes, *others]),
        sounds=_by_sound(read),
        begun=_by_beginning(read),
        heads=frozenset(words.lead[:HEAD] for words, _ in listed),
        squeezed={
            squeeze(words.lead): wording
            for words, wording in reversed(read)
            if 3 <= len(words.lead) <= _SHORT and wording.group is not None
        },
    )


def _read(text: str, group: int | None) -> tuple[Words, Wording]:
    """Return the words of a text, and its wording, which forgives the mistakes of it without articles."""
    words = read_words(text)
    bears = mistakes_allowed(words.lead)
    return words, Wording(
        group, bears, words.numbers, words.written, words.tokens, words.figures, words.spoken
    )


def _bearing(wording: Wording, spelling: str) -> Wording:
    """Return the wording with the mistakes that this spelling forgives."""
    bears = mistakes_allowed(spelling)
    return wording if bears == wording.bears else wording._replace(bears=bears)


def _by_sound(read: Iterable[tuple[Words, Wording]]) -> dict[str, tuple[Wording, ...]]:
    """Return the wordings by what they sound like, but short ones and those with numbers."""
    sounds: dict[str, tuple[Wording, ...]] = {}
    for words, wording in read:
        if len(words.lead) >= _SHORT and not words.numbers:
            for sound in set(sounds_of(words.tokens)):
                if len(sound) >= _HEARD:
                    sounds[sound] = (*sounds.get(sound, ()), wording)
    return sounds


def _by_beginning(
    read: Iterable[tuple[Words, Wording]],
) -> dict[str, tuple[tuple[int | None, tuple[str, ...]], ...]]:
    """Return the answers and words of wordings that have several, by the letters that they begin with."""
    begun: dict[str, tuple[tuple[int | None, tuple[str, ...]], ...]] = {}
    for words, wording in read:
        if words.tokens:
            start = words.tokens[0][:BEGUN]
            begun[start] = (*begun.get(start, ()), (wording.group, words.tokens))
    return begun


def _turned(order: tuple[str, ...], group: int | None) -> Wording:
    return Wording(group, mistakes_allowed("".join(order)), (), False, order, (), order)


def _unambiguous(found: Iterable[tuple[str, Wording]]) -> dict[str, int]:
    """Return the spellings that one answer alone has, and its place."""
    owners: dict[str, set[int | None]] = {}
    for text, wording in found:
        owners.setdefault(text, set()).add(wording.group)
    return {
        text: group
        for text, groups in owners.items()
        if len(groups) == 1
        for group in groups
        if group is not None
    }


def _spellings(found: Iterable[tuple[str, Wording]]) -> Spellings:
    """Return the spellings and their wordings, each once, by their lengths.

    A wording is one object: to compare those of a long list by what is in them would take most of the time.
    """
    different = {(text, id(wording)): (text, wording) for text, wording in found}
    once = sorted(different.values(), key=lambda spelling: len(spelling[0]))
    ends = [0] * (1 + (len(once[-1][0]) if once else 0))
    for place, (text, _) in enumerate(once, 1):
        ends[len(text)] = place
    return Spellings(
        [text for text, _ in once], [wording for _, wording in once], list(accumulate(ends, max))
    )


# Other orders of a name: the family name first, and first names by their initials ("B. Vian", "Hugo V.").

_FEWEST, _LONGEST = 2, 4
"""How many words a name has that people turn around or shorten."""
_LONG: Final = 3
"""The fewest letters of a family name beside initials."""


def other_orders(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the folded words of a wording as people write them otherwise; nothing for what is no name."""
    if not _FEWEST <= len(words) <= _LONGEST or any(len(word) == 1 or not word.isalpha() for word in words):
        return
    for first in range(1, len(words)):
        given, family = tuple(words[:first]), tuple(words[first:])
        if given[-1] in LITTLE:
            continue
        yield family + given
        if len(family[-1]) < _LONG or any(word in LITTLE for word in given):
            continue
        initials = tuple(word[0] for word in given)
        yield initials + family
        yield family + initials
        if len(given) > 1:
            yield ("".join(initials), *family)
            yield given[:1] + family
            yield (given[0][0], *family)


# Shorter ways to say an answer that nobody listed: "polaire" for "ours polaire" where bears are asked for.
#
# They are compared with a guess like wordings, mistakes and all, once nothing that is listed is near. What
# would be short for two answers, or for a near miss as well, is short for none.

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
