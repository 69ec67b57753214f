"""Q1: what judging a guess takes beside difflib's get_close_matches, and how often it is right.

A guess is judged against 50 answers of the built-in deck, folding included; difflib gets guess and answers
folded for nothing. Guesses are as listed, with one, two and three random mistakes, and other answers of the
deck; of each kind equally many. Nothing is kept from one guess to the next but the folded answers.
"""

from __future__ import annotations

import statistics
import string
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import partial
from random import Random

from engines.defizz.deck import Chrono, PingPong, answers_of, built_in_deck
from engines.defizz.judging import judge_answer, known, read_number, read_words
from engines.defizz.judging.known import familiarity
from engines.defizz.judging.match import compare
from tests.engines.defizz.judging.by_rule import made
from tests.engines.defizz.judging.corpus import BLIND, OLDEST, Pair, pairs
from tests.engines.defizz.judging.hard import HARD
from tests.engines.defizz.judging.numbers_corpus import error_rates

ROUNDS = 15
ANSWERS, GUESSES = 50, 200
LONG = 8
WORST = 4000
TYPOS = 3000
Judge = Callable[[str], object]


def listed() -> Iterator[tuple[Chrono | PingPong, int, str]]:
    """Yield the wordings of the deck that bear two mistakes, with their questions and answers' places."""
    for card in built_in_deck().cards:
        for question in card.questions:
            if isinstance(question, Chrono | PingPong) and not getattr(question, "exact", False):
                for place, wordings in enumerate(answers_of(question)):
                    for wording in wordings:
                        if len(read_words(wording).lead) >= LONG and not read_words(wording).numbers:
                            yield question, place, wording


def mistaken(text: str, many: int, chance: Random) -> str:
    """Return a text with so many letters changed, put in, left out or exchanged with the next one."""
    letters = list(text)
    for _ in range(many):
        place, letter = chance.randrange(len(letters) - 1), chance.choice(string.ascii_lowercase)
        match chance.randrange(4):
            case 0:
                letters[place] = letter
            case 1:
                letters.insert(place, letter)
            case 2:
                del letters[place]
            case _:
                letters[place : place + 2] = reversed(letters[place : place + 2])
    return "".join(letters)


def cost(judge: Judge, guesses: list[str]) -> float:
    """Return the microseconds of CPU that a guess takes."""
    begun = time.process_time()
    for guess in guesses:
        judge(guess)
    return (time.process_time() - begun) / len(guesses) * 1e6


def speed(rounds: int) -> Iterator[tuple[str, str]]:
    """Yield rows for each kind of guess, and for all of them together."""
    chance = Random(1)
    wordings = sorted({wording for _, _, wording in listed()})
    answers = chance.sample(wordings, ANSWERS)
    others = [wording for wording in wordings if wording not in answers]
    groups, folded = tuple((answer,) for answer in answers), [read_words(answer).lead for answer in answers]
    judge, match = partial(compare, groups=groups), partial(get_close_matches, possibilities=folded)
    judge("")
    ratios: dict[str, list[float]] = {}
    for _ in range(rounds):
        drawn = chance.choices(answers, k=GUESSES)
        kinds = {f"{many} mistake(s)": [mistaken(text, many, chance) for text in drawn] for many in (1, 2, 3)}
        kinds |= {"as listed": drawn, "other answers": chance.sample(others, GUESSES)}
        ours, theirs = 0.0, 0.0
        for kind, guesses in kinds.items():
            here = cost(judge, guesses)
            there = cost(match, [read_words(guess).lead for guess in guesses])
            ratios.setdefault(kind, []).append(here / there)
            ours, theirs = ours + here, theirs + there
        ratios.setdefault("all together", []).append(ours / theirs)
    for kind, found in ratios.items():
        yield f"Q1 {kind} / difflib", f"{statistics.median(found):.3f}"


def accuracy() -> Iterator[tuple[str, str]]:
    """Yield how often misspelt answers of the deck are right, near misses being listed as they are."""
    chance = Random(2)
    wordings = list(listed())
    for many in range(4):
        drawn = chance.choices(wordings, k=TYPOS)
        right = sum(
            judge_answer(mistaken(text, many, chance), question).group == place
            for question, place, text in drawn
        )
        yield f"Q1 right with {many} mistake(s), long answers of the deck", f"{right / TYPOS:.1%}"
    accepted = 0
    for card, answer, guess in HARD:
        for question in built_in_deck().card(card).questions:
            if isinstance(question, Chrono | PingPong) and any(
                wordings[0] == answer for wordings in answers_of(question)
            ):
                accepted += judge_answer(guess, question).right
    yield "Q1 hard wrong answers accepted", f"{accepted} of {len(HARD)}"


def told(name: str) -> Iterator[str]:
    """Yield how often the pairs of a file are judged wrongly, a row of the decks' README for each kind."""
    for kind in ("Chrono", "Ping-pong"):
        labelled = [pair for pair in pairs(name) if pair.kind == kind]
        right, wrong = sum(pair.right for pair in labelled), sum(not pair.right for pair in labelled)
        found = Counter(pair.outcome for pair in labelled)
        yield (
            f"| {name.removesuffix('.txt')} | {kind} | {found['refused']} of {right} | "
            f"{found['accepted']} of {wrong} | {found['credited wrongly']} |"
        )


def rates() -> Iterator[tuple[str, str]]:
    """Yield how often labelled guesses are judged wrongly, by kind: those by hand, and by rule."""
    corpora: dict[str, Iterable[Pair]] = {
        "blind": [pair for name in BLIND for pair in pairs(name)],
        "oldest": pairs(OLDEST),
        "by rule": list(made(built_in_deck())),
    }
    for name, labelled in corpora.items():
        for kind in ("Chrono", "Ping-pong"):
            found = Counter((pair.right, pair.outcome) for pair in labelled if pair.kind == kind)
            right = sum(many for (fair, _), many in found.items() if fair)
            wrong = sum(many for (fair, _), many in found.items() if not fair)
            yield f"Q1 {kind}, {name}: right ones refused", f"{found[True, 'refused'] / right:.1%} of {right}"
            yield (
                f"Q1 {kind}, {name}: wrong ones accepted",
                f"{found[False, 'accepted'] / wrong:.1%} of {wrong}",
            )
            yield f"Q1 {kind}, {name}: credited wrongly", f"{found[True, 'credited wrongly']} of {right}"


def memory() -> Iterator[tuple[str, str]]:
    """Yield what the list of known words takes, and how long a look-up."""
    words = [word for _, _, wording in listed() for word in read_words(wording).tokens]
    took = cost(familiarity, words)
    tracemalloc.start()
    for each in (known._shelves, known._part, familiarity):  # else the word is found without the list
        each.cache_clear()
    familiarity("reims")
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    yield "Q1 known words in memory", f"{held / 1e6:.1f} MB"
    yield "Q1 known words, a look-up", f"{took:.1f} µs"


def numbers() -> Iterator[tuple[str, str]]:
    """Yield how often what is typed for a Cible is refused, asked back or misread."""
    for kind, (wrong, among) in error_rates().items():
        yield f"Q1 Cible, {kind}", f"{wrong} of {among} ({wrong / among:.1%})"


def worst() -> Iterator[tuple[str, str]]:
    """Yield the longest that bad texts of 4,000 characters take, against a list of 1,000 answers."""
    chance = Random(3)
    many = tuple(("".join(chance.choices(string.ascii_lowercase, k=12)),) for _ in range(1000))
    compare("", many)
    pieces = ["a", "é", "\u202e", "\u200b", "\ud800", "ﷺ", "XIV ", "1", "mille ", "les ", "ivxlcdm", "1."]
    texts = [(piece * WORST)[:WORST] for piece in pieces]
    texts += ["".join(map(chr, chance.choices(range(0x20, 0x3000), k=WORST))) for _ in range(5)]
    judge, read = partial(compare, groups=many), partial(read_number, unit="mètre par seconde")
    for what, done in (("judged against 1,000 answers", judge), ("read as a number", read)):
        slowest = max(texts, key=lambda text: cost(done, [text]))
        took = min(cost(done, [slowest]) for _ in range(5))
        yield f"Q1 4,000 characters {what}, slowest", f"{took / 1000:.1f} ms ({slowest[:8]!a})"


def measure(rounds: int = ROUNDS) -> Iterator[tuple[str, str]]:
    """Yield printable rows: speed, how often guesses are judged right, and the worst texts."""
    yield from speed(rounds)
    yield from accuracy()
    yield from rates()
    yield from memory()
    yield from numbers()
    yield from worst()
