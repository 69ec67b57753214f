"""Reading a deck file as a job for a process of its own: bytes in, bytes out. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final

from engines.defizz.deck import DECKS, Deck
from engines.defizz.files import Complaint, Reading, read_file
from engines.defizz.packs import Pack, Unpackable, is_pack, open_pack

__all__ = ["Brought", "bring", "make_request", "read_result"]

_NAMELESS: Final = '{"format":1,"name":""'
"""How the JSON of a deck without a name begins."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What was found in a file: complaints (and how many `more` there are), or a deck without faults.

    `name` is the deck's own, `duel` and `multi` are the numbers of cards in its piles. `pictures` came with
    it, name and bytes as they came: in the text, each has the SHA-256 (hex) of these bytes for its name.
    """

    complaints: tuple[Complaint, ...] = ()
    more: int = 0
    name: str = ""
    duel: int = 0
    multi: int = 0
    pictures: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    _rest: str = field(default="", repr=False)

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return self.duel + self.multi

    def exchange(self, repainted: Sequence[bytes]) -> Brought:
        """Return the same deck with these pictures in the place of those that came, in their order."""
        rest, pictures = self._rest, []
        for (name, data), made in zip(self.pictures, repainted, strict=True):
            rest = rest.replace(f'"{sha256(data).hexdigest()}"', f'"{sha256(made).hexdigest()}"')
            pictures.append((name, made))
        return replace(self, pictures=tuple(pictures), _rest=rest)

    def text(self, name: str) -> str:
        """Return the deck's JSON text under this name, without parsing the deck."""
        return f"{_NAMELESS[:-2]}{json.dumps(name, ensure_ascii=False)}{self._rest}"


def make_request(data: bytes, name: str) -> bytes:
    """Return the bytes that `bring` reads: a name, for a deck that has none of its own, and the file."""
    return json.dumps(name).encode() + b"\n" + data


def bring(given: bytes) -> bytes:
    """Return what a file is, for `read_result`: a line of JSON, the deck's JSON without its name, pictures.

    `given` is what `make_request` made.
    """
    name, _, data = given.partition(b"\n")
    reading, pack = _read(data, json.loads(name))
    said = [[one.line, one.field, one.reason] for one in reading.complaints]
    facts: dict[str, Any] = {"complaints": said, "more": reading.more}
    rest = ""
    if reading.deck is not None:
        facts |= _facts(reading.deck)
        rest = DECKS.dump(replace(reading.deck, name="")).removeprefix(_NAMELESS)
    pictures = {} if reading.deck is None else pack.pictures
    text = rest.encode()
    facts["lengths"] = [["", len(text)], *([name, len(data)] for name, data in pictures.items())]
    return b"".join((json.dumps(facts).encode(), b"\n", text, *pictures.values()))


def _read(data: bytes, name: str) -> tuple[Reading, Pack]:
    pack = Pack("", data, {})
    if is_pack(data):
        try:
            pack = open_pack(data)
        except Unpackable as error:
            return Reading(None, (error.complaint,)), pack
    return read_file(pack.deck, name, pack.digests), pack


def read_result(answer: bytes) -> Brought:
    """Return what `bring` found in a file, from the bytes that it gave."""
    head, _, rest = answer.partition(b"\n")
    facts = json.loads(head)
    complaints = tuple(Complaint(*one) for one in facts.pop("complaints"))
    pieces, at = [], 0
    for called, length in facts.pop("lengths"):
        pieces.append((called, rest[at : at + length]))
        at += length
    return Brought(complaints, pictures=tuple(pieces[1:]), _rest=pieces[0][1].decode(), **facts)


def _facts(deck: Deck) -> Mapping[str, Any]:
    return {"name": deck.name, "duel": len(deck.pile("duel")), "multi": len(deck.pile("multi"))}
