"""What a deck's author should look at: wordings that collide, that would pass, and that are missing."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from rapidfuzz import process
from rapidfuzz.distance import OSA

from engines.core.codec import Codec
from engines.defizz.deck import Chrono, Deck, PingPong, answers_of
from engines.defizz.judging.known import familiarity, words_of_length
from engines.defizz.judging.questions import judge_answer
from engines.defizz.judging.slips import MOST, is_slip, mistakes_allowed
from engines.defizz.judging.words import LITTLE, read_words, singular_of

What: TypeAlias = Literal["collides", "would pass", "is missing"]
_MOST_WORDS = 5
"""How many words that would pass are told of one wording, the most common first."""
_LEAST_FAMILIAR = 6
"""Words that are rarer than this (one in three million) are known to few: nobody means them."""


class Finding(NamedTuple):
    """A wording of a question, and what is the matter with another text beside it."""

    question: str
    what: What
    text: str
    wording: str

    def __str__(self) -> str:
        return f"{self.question}\t{self.what}\t{self.text}\t({self.wording})"


def check_deck(deck: Deck) -> Iterator[Finding]:
    """Yield what should be looked at in all questions that want words, in the deck's order."""
    for card in deck.cards:
        for number, question in enumerate(card.questions, 1):
            if isinstance(question, Chrono | PingPong):
                yield from check_question(f"{card.id}.{number}", question)


def check_question(name: str, question: Chrono | PingPong) -> Iterator[Finding]:
    """Yield what should be looked at in a question of this name."""
    yield from _collisions(name, question)
    exact = isinstance(question, Chrono) and question.exact
    of_people = any(
        name in wordings for wordings in answers_of(question) for name in _shorter_names(wordings)
    )
    for place, wordings in enumerate(answers_of(question)):
        for wording in wordings if not exact else ():
            for word in words_that_pass(wording, question):
                yield Finding(name, "would pass", word, wording)
        for shorter in _shorter_names(wordings) if of_people else ():
            verdict = judge_answer(shorter, question)
            if not verdict.right and verdict.reason != "listed_wrong":
                yield Finding(name, "is missing", shorter, answers_of(question)[place][0])


def words_that_pass(wording: str, question: Chrono | PingPong) -> list[str]:
    """Return the known words that would be taken for a misspelling of a wording of one word."""
    words = read_words(wording)
    if len(words.tokens) != 1 or words.numbers or not (most := mistakes_allowed(words.lead)):
        return []
    near = {
        word
        for length in range(len(words.lead) - most, len(words.lead) + most + 1)
        for word, *_ in process.extract(
            words.lead, _listed(length), scorer=OSA.distance, score_cutoff=most, limit=None
        )
        if familiarity(word) >= _LEAST_FAMILIAR and singular_of(word) != singular_of(words.lead)
    }
    passing = [word for word in near if judge_answer(word, question).reason == "near"]
    return sorted(passing, key=familiarity, reverse=True)[:_MOST_WORDS]


@cache
def _listed(length: int) -> tuple[str, ...]:
    return tuple(words_of_length(length))


def _collisions(name: str, question: Chrono | PingPong) -> Iterator[Finding]:
    """Yield wordings that name another answer, that are near to one, and near misses that are right."""
    answers = answers_of(question)
    for place, wordings in enumerate(answers):
        for wording in wordings:
            verdict = judge_answer(wording, question)
            if verdict.group != place:
                other = "a near miss" if verdict.group is None else answers[verdict.group][0]
                yield Finding(name, "collides", wording, other)
    for miss in question.reject:
        verdict = judge_answer(miss, question)
        if verdict.right and verdict.group is not None:
            yield Finding(name, "collides", miss, answers[verdict.group][0])
    leads = [(read_words(wording), place) for place, wordings in enumerate(answers) for wording in wordings]
    for index, (words, place) in enumerate(leads):
        most = min(MOST - 1, mistakes_allowed(words.lead))
        for others, elsewhere in leads[index + 1 :]:
            if elsewhere == place or words.numbers != others.numbers or not most:
                continue
            near = OSA.distance(words.lead, others.lead, score_cutoff=most) <= most
            if near and is_slip(words.tokens, others.tokens):
                yield Finding(name, "collides", " ".join(words.line), " ".join(others.line))


def _shorter_names(wordings: tuple[str, ...]) -> Iterator[str]:
    """Yield the family names of people's names: what stands behind a first name."""
    for wording in wordings:
        first, _, family = wording.partition(" ")
        parts = family.split()
        named = first[:1].isupper() and parts and parts[-1][:1].isupper()
        if named and not any(part.casefold() in LITTLE for part in (first, parts[0])) and len(parts) == 1:
            yield family


# What the judge makes of a question, as a job for a process of its own: bytes in, bytes out. Pure.

_MOST: Final = 40
_QUESTION: Final[Codec[Chrono | PingPong]] = Codec(Chrono | PingPong)  # type: ignore[arg-type]
_VARIED: Final = 6
"""Of so many answers, other ways to type them are tried."""


class Advice(NamedTuple):
    """A text beside a wording, and what the judge makes of it: that of a `Finding`, or "accepts"."""

    what: str
    text: str
    wording: str


def give_advice(given: bytes) -> bytes:
    """Return what there is to say of a question (its JSON), for `read_advice`; raises Refusal for another."""
    question = _QUESTION.load(given)
    found = [Advice(one.what, one.text, one.wording) for one in check_question("", question)]
    return json.dumps([*islice(found, _MOST), *_accepted(question)]).encode()


def read_advice(answer: bytes) -> Sequence[Advice]:
    """Return what `give_advice` gave."""
    return tuple(Advice(*one) for one in json.loads(answer))


def _accepted(question: Chrono | PingPong) -> Iterator[Advice]:
    """Yield other ways to type the first answers that count as right already: nobody needs to list them."""
    for wordings in answers_of(question)[:_VARIED]:
        wording = wordings[0]
        for text in dict.fromkeys(_variants(wording)):
            if text not in wordings and judge_answer(text, question).right:
                yield Advice("accepts", text, wording)


def _variants(wording: str) -> Iterator[str]:
    """Yield a wording without its article, and with two letters of its longest word exchanged."""
    first, _, rest = wording.partition(" ")
    if rest and len(first) <= len("les"):
        yield rest
    longest = max(wording.split(), key=len, default="")
    middle = len(longest) // 2
    pair = longest[middle - 1 : middle + 1]
    if middle > 1 and pair.isalpha():
        yield wording.replace(longest, longest[: middle - 1] + pair[::-1] + longest[middle + 1 :])
