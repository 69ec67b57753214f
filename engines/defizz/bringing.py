"""Reading a deck file as a job for a process of its own: bytes in, bytes out. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engines.defizz.deck import DECKS, Deck
from engines.defizz.files import Complaint, read_file

__all__ = ["Brought", "bring", "brought", "request"]

_NAMELESS: Final = '{"format":1,"name":""'
"""How the JSON of a deck without a name begins."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What a file is: complaints (and how many `more` there are), or a deck without fault.

    Of a deck: how it calls itself, and how many cards each of its piles has.
    """

    complaints: tuple[Complaint, ...] = ()
    more: int = 0
    name: str = ""
    duel: int = 0
    multi: int = 0
    _rest: str = field(default="", repr=False)

    @property
    def cards(self) -> int:
        """How many cards the deck has."""
        return self.duel + self.multi

    def text(self, name: str) -> str:
        """The deck's JSON text, with this name; nothing is parsed for it."""
        return f"{_NAMELESS[:-2]}{json.dumps(name, ensure_ascii=False)}{self._rest}"


def request(data: bytes, name: str) -> bytes:
    """What `bring` is to be given: a file's bytes, and what a deck that tells no name is called."""
    return json.dumps(name).encode() + b"\n" + data


def bring(given: bytes) -> bytes:
    """Read a file; `brought` reads the answer: a line of JSON, then the deck's own JSON but for its name."""
    name, _, data = given.partition(b"\n")
    reading = read_file(data, json.loads(name))
    said = [[one.line, one.field, one.reason] for one in reading.complaints]
    facts: dict[str, Any] = {"complaints": said, "more": reading.more}
    rest = ""
    if reading.deck is not None:
        facts |= _facts(reading.deck)
        rest = DECKS.dump(replace(reading.deck, name="")).removeprefix(_NAMELESS)
    return json.dumps(facts).encode() + b"\n" + rest.encode()


def brought(answer: bytes) -> Brought:
    """What `bring` found."""
    head, _, rest = answer.partition(b"\n")
    facts = json.loads(head)
    complaints = tuple(Complaint(*one) for one in facts.pop("complaints"))
    return Brought(complaints, _rest=rest.decode(), **facts)


def _facts(deck: Deck) -> Mapping[str, Any]:
    return {"name": deck.name, "duel": len(deck.pile("duel")), "multi": len(deck.pile("multi"))}
