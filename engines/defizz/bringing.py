"""Reading a deck file as a job for a process of its own: bytes in, bytes out. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engines.defizz.deck import DECKS, Deck
from engines.defizz.files import Complaint, read_file

__all__ = ["Brought", "bring", "make_request", "read_result"]

_NAMELESS: Final = '{"format":1,"name":""'
"""How the JSON of a deck without a name begins."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What was found in a file: complaints (and how many `more` there are), or a deck without faults.

    `name` is the deck's own, `duel` and `multi` are the numbers of cards in its piles.
    """

    complaints: tuple[Complaint, ...] = ()
    more: int = 0
    name: str = ""
    duel: int = 0
    multi: int = 0
    _rest: str = field(default="", repr=False)

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return self.duel + self.multi

    def text(self, name: str) -> str:
        """Return the deck's JSON text under this name, without parsing the deck."""
        return f"{_NAMELESS[:-2]}{json.dumps(name, ensure_ascii=False)}{self._rest}"


def make_request(data: bytes, name: str) -> bytes:
    """Return the bytes that `bring` reads: a name, for a deck that has none of its own, and the file."""
    return json.dumps(name).encode() + b"\n" + data


def bring(given: bytes) -> bytes:
    """Return what a file is, for `read_result`: a line of JSON, then the deck's JSON without its name.

    `given` is what `make_request` made.
    """
    name, _, data = given.partition(b"\n")
    reading = read_file(data, json.loads(name))
    said = [[one.line, one.field, one.reason] for one in reading.complaints]
    facts: dict[str, Any] = {"complaints": said, "more": reading.more}
    rest = ""
    if reading.deck is not None:
        facts |= _facts(reading.deck)
        rest = DECKS.dump(replace(reading.deck, name="")).removeprefix(_NAMELESS)
    return json.dumps(facts).encode() + b"\n" + rest.encode()


def read_result(answer: bytes) -> Brought:
    """Return what `bring` found in a file, from the bytes that it gave."""
    head, _, rest = answer.partition(b"\n")
    facts = json.loads(head)
    complaints = tuple(Complaint(*one) for one in facts.pop("complaints"))
    return Brought(complaints, _rest=rest.decode(), **facts)


def _facts(deck: Deck) -> Mapping[str, Any]:
    return {"name": deck.name, "duel": len(deck.pile("duel")), "multi": len(deck.pile("multi"))}
