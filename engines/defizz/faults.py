"""What is wrong with a deck: all bad entries with their places, so that people can mend them in one go."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from engines.core.records import Refusal
from engines.defizz.deck import Card, Chance, Chrono, Deck, PingPong, Question, answers_of
from engines.defizz.drawings import DRAWINGS, is_brought
from engines.defizz.judging import is_blank, read_words

_DECKS: TypeAdapter[Deck] = TypeAdapter(Deck)
_MODES = frozenset({"chrono", "cible", "pingpong", "chance"})
_WORDS_OF_ANSWERS = 4
"""Answers of more words are not looked for in the description of a picture."""
_NUMBERS = frozenset({"int", "float"})


@dataclass(frozen=True, slots=True)
class Fault:
    """A bad entry of a deck.

    `where` is its place, by keys and numbers from 0 ("cards.3.questions.0.clue"); keys are cut at KEY_AT_MOST
    characters. `reason` is one of ours, or pydantic's own word ("missing", "extra_forbidden", "string_type").
    """

    where: str
    reason: str


def schema() -> dict[str, Any]:
    """Return the JSON Schema of deck files."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **_DECKS.json_schema()}


def read_deck(plain: object) -> Deck:
    """Return the deck that plain JSON-able data describes; raises Refusal `bad_options` at a fault."""
    deck, faults = examine(plain)
    if deck is None or faults:
        first = faults[0]
        raise Refusal(
            "bad_options", first.reason, where=f"deck.{first.where}".rstrip("."), faults=len(faults)
        )
    return deck


def examine(plain: object) -> tuple[Deck | None, tuple[Fault, ...]]:
    """Return the deck (None where the data has not its shape) and all its faults, in order."""
    try:
        text = json.dumps(plain, allow_nan=False)
        deck = _DECKS.validate_json(text)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        return None, _drop_consequences([(_place(fault["loc"]), fault["type"]) for fault in found])
    except (TypeError, ValueError, RecursionError):
        return None, (Fault("", "not_json"),)
    return deck, tuple(find_contradictions(deck))


def _place(steps: tuple[int | str, ...]) -> tuple[str, ...]:
    """Return a place without the steps that pydantic adds for the kind of question or number."""
    return tuple(
        str(step)[:KEY_AT_MOST]
        for number, step in enumerate(steps)
        if not (step in _MODES and number > 1 and isinstance(steps[number - 1], int))
        and not (step in _NUMBERS and number > 0 and steps[number - 1] == "number")
    )


def _drop_consequences(found: Sequence[tuple[tuple[str, ...], str]]) -> tuple[Fault, ...]:
    """Return the faults without lists that are too short only because an entry of theirs is bad."""
    around = {place[:end] for place, _ in found for end in range(len(place))}
    return tuple(
        Fault(".".join(place), reason)
        for place, reason in found
        if reason != "too_short" or place not in around
    )


def find_contradictions(deck: Deck) -> Iterator[Fault]:
    """Yield the faults of a deck with the right shape: repeated ids, an empty pile, answers that collide."""
    seen: set[str] = set()
    for number, card in enumerate(deck.cards):
        if card.id in seen:
            yield Fault(f"cards.{number}.id", "repeated_id")
        seen.add(card.id)
        yield from _card(number, card)
    for kind in ("duel", "multi"):
        if not any(card.pile == kind for card in deck.cards):
            yield Fault("cards", f"no_{kind}_card")


def _card(number: int, card: Card) -> Iterator[Fault]:
    for place, question in enumerate(card.questions):
        where = f"cards.{number}.questions.{place}"
        yield from _picture(where, question)
        if isinstance(question, Chance):
            if (question.resolver == "nearest") != (question.max is not None):
                yield Fault(f"{where}.max", "only_for_nearest" if question.max is not None else "missing")
        elif isinstance(question, Chrono):
            yield from _wordings(where, ((text,) for text in question.answers), question.reject, apart=False)
        elif isinstance(question, PingPong):
            yield from _wordings(where, question.answers, question.reject, apart=True)


def _picture(where: str, question: Question) -> Iterator[Fault]:
    """Yield what is wrong with a question's picture: nobody has it, or its words tell the answer."""
    picture = question.picture
    if picture is None:
        return
    if picture.name not in DRAWINGS and not is_brought(picture.name):
        yield Fault(f"{where}.picture.name", "no_such_picture")
    words = picture.alt.split()
    said = {
        read_words(" ".join(words[start : start + many])).whole
        for start in range(len(words))
        for many in range(1, _WORDS_OF_ANSWERS + 1)
    }
    if any(read_words(text).whole in said for wordings in answers_of(question) for text in wordings):
        yield Fault(f"{where}.picture.alt", "tells_the_answer")


def _wordings(where: str, groups: Any, reject: tuple[str, ...], *, apart: bool) -> Iterator[Fault]:
    """Yield the wordings that nobody can type, that two answers have, or that are listed as wrong too."""
    owner: dict[str, int] = {}
    wrong = {read_words(text).whole for text in reject}
    for group, texts in enumerate(groups):
        for place, text in enumerate(texts):
            at = f"{where}.answers.{group}" + (f".{place}" if apart else "")
            whole = read_words(text).whole
            if is_blank(text):
                yield Fault(at, "unreadable")
            elif whole in wrong:
                yield Fault(at, "rejected_too")
            elif apart and owner.setdefault(whole, group) != group:
                yield Fault(at, "in_two_answers")


# The line of a JSON text on which each entry begins, so that people find a fault.

CARDS_AT_MOST: Final = 1000
"""The most cards of a deck, which each of its tables stores whole; the built-in one has 212."""
DEPTH_AT_MOST: Final = 12
"""The most levels of lists and objects in one another; a deck needs 7."""
ENTRIES_AT_MOST: Final = 60_000
"""The most keys and values of a file; the built-in deck has some 15,000."""
KEY_AT_MOST: Final = 60
"""The most characters of a key in a place, so that a file of one long key makes no long places."""
_PIECE = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[{}\[\],:]|\n|[^\s{}\[\],:"]+')
"""A piece of JSON. A string without an end stops at its line, or the search for ends would take for ever."""


class Unfit(Exception):
    """Raised for a text that can be no deck; `reason` says why, and `field` where, if that is known."""

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.field = field


class _Walk:
    """Walks through the pieces of a JSON text, and knows the key or number at each level around."""

    def __init__(self) -> None:
        self.line = 1
        self.steps: list[str | int] = []
        self.lines: dict[str, int] = {}
        self.awaits_key = False

    def begin(self) -> None:
        """Note that a value begins here."""
        self.lines.setdefault(".".join(map(str, self.steps)), self.line)

    def take(self, piece: str) -> None:
        """Go on by one piece."""
        if piece == "\n":
            self.line += 1
        elif piece in "{[":
            self.begin()
            self.steps.append("" if piece == "{" else 0)
            self.awaits_key = piece == "{"
        elif piece in "}]":
            if self.steps:
                self.steps.pop()
            self.awaits_key = False
        elif piece == ",":
            self._next()
        elif piece != ":":
            self._name(piece)

    def _next(self) -> None:
        here = self.steps[-1] if self.steps else ""
        if isinstance(here, int):
            self.steps[-1] = here + 1
        self.awaits_key = not isinstance(here, int)

    def _name(self, piece: str) -> None:
        """Take a key, or a value that is neither a list nor an object."""
        if self.awaits_key and self.steps and piece.startswith('"'):
            try:
                key = str(json.loads(piece))
            except ValueError:
                key = piece
            self.steps[-1] = key[:KEY_AT_MOST]
            self.awaits_key = False
            self.lines[".".join(map(str, self.steps))] = self.line
        else:
            self.begin()


def lines_of(text: str) -> Mapping[str, int]:
    """Return the line (from 1) of each place ("cards.3.questions.0.clue", keys cut at KEY_AT_MOST).

    For a text that is no JSON, they mean nothing. Raises Unfit `too_deep` or `too_many_entries` before the
    text costs any more time.
    """
    walk = _Walk()
    for match in _PIECE.finditer(text):
        walk.take(match.group())
        if len(walk.steps) > DEPTH_AT_MOST:
            raise Unfit("too_deep")
        if len(walk.lines) > ENTRIES_AT_MOST:
            raise Unfit("too_many_entries")
    return walk.lines
