"""Reading deck files that people bring, JSON or CSV: a deck comes out, or every fault with its line.

Nothing is decompressed, no reference is followed, and what is nested deeper than a deck is not read.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from importlib import resources
from io import BytesIO
from itertools import islice
from typing import Any, Final
from zipfile import BadZipFile, ZipFile, ZipInfo

from engines.defizz.deck import DECKS, NUMBERS_BELOW, Chrono, Cible, Deck, PingPong, Question
from engines.defizz.drawings import is_brought
from engines.defizz.faults import CARDS_AT_MOST, ENTRIES_AT_MOST, Fault, Unfit, examine, lines_of
from engines.defizz.sheets import is_sheet, read_sheet, spell_cards, write_json

SIZE_AT_MOST: Final = 1024 * 1024
"""The most bytes that a file may have."""
LISTED_AT_MOST: Final = 1000
"""The most wordings of one question, near misses included."""
LETTERS_AT_MOST: Final = 8000
"""The most characters of all these together: the first answer waits until they have been folded."""
COMPLAINTS_AT_MOST: Final = 200
"""The most complaints that are told at once."""
_CARD_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
_PACKED = (
    *(b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh"),
    *(b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd"),
)
"""How zip, gzip, bzip2, xz, 7z, rar and zstd files begin."""
_LENGTHS: Final[Mapping[str, int]] = {"clue": 300, "text": 1000, "source": 500, "licence": 100, "unit": 40}
_WORDING = 200
_NAMES = 100
_DIGITS = 400
"""More than any number that a deck may have; Python refuses to read far longer ones."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """A bad entry of a file: its line (from 1, None for the whole file), its field, and the reason.

    `field` is a place as in `Fault.where`, or a column's name; `reason` is that of a `Fault` or one of:
    too_large, packed, not_utf8, empty, not_json, too_deep, too_many_entries, not_finite, repeated_key,
    half_a_character, too_many_cards, text_too_long, too_many_wordings, wordings_too_long, too_big,
    no_number, bad_anecdote, bad_alt, several_pictures, blank, bad_id, and those of `sheets`.
    """

    line: int | None
    field: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a file: a deck, or complaints.

    Only the first COMPLAINTS_AT_MOST complaints are there; `more` counts the others.
    """

    deck: Deck | None
    complaints: tuple[Complaint, ...] = ()
    more: int = 0


def read_file(data: bytes, name: str = "", pictures: Mapping[str, str] | None = None) -> Reading:
    """Return what a file's bytes hold; a deck from a CSV sheet, which has no name, gets `name`.

    `pictures` are those that came with it, their digests by name: each must be named by a question, and no
    question may name one by its digest. None where the digests of earlier ones may stand in the file.
    """
    text = _text_of(data)
    if isinstance(text, Complaint):
        return Reading(None, (text,))
    if is_sheet(text):
        if sum(text.count(sign) for sign in ",;\t|=\n") > ENTRIES_AT_MOST:
            return Reading(None, (Complaint(None, "", "too_many_entries"),))
        plain, lines, wrong = read_sheet(text, name)
        told = tuple(Complaint(fault.line, fault.column, fault.reason) for fault in wrong)
        return _refuse(told) if told else _judge(plain, lines, pictures)
    try:
        lines = lines_of(text)
        plain = json.loads(
            text,
            object_pairs_hook=_read_object,
            parse_constant=_refuse_constant,
            parse_float=_read_float,
            parse_int=_read_int,
        )
        _check_characters(plain)
    except Unfit as unfit:
        return Reading(None, (Complaint(_line_of(text, unfit), unfit.field[:_NAMES], unfit.reason),))
    except json.JSONDecodeError as error:
        return Reading(None, (Complaint(error.lineno, "", "not_json"),))
    except (ValueError, RecursionError):
        return Reading(None, (Complaint(None, "", "not_json"),))
    if _has_too_many_cards(plain):
        return Reading(None, (Complaint(lines.get("cards"), "cards", "too_many_cards"),))
    spell_cards(plain)
    return _judge(plain, lines, pictures)


def _text_of(data: bytes) -> str | Complaint:
    if len(data) > SIZE_AT_MOST:
        return Complaint(None, "", "too_large")
    if data.startswith(_PACKED):
        return Complaint(None, "", "packed")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Complaint(data.count(b"\n", 0, error.start) + 1, "", "not_utf8")
    if "\0" in text:
        return Complaint(text.count("\n", 0, text.index("\0")) + 1, "", "not_utf8")
    return text if text.strip() else Complaint(None, "", "empty")


def _judge(plain: object, lines: Mapping[str, int], pictures: Mapping[str, str] | None) -> Reading:
    missing = [] if pictures is None else list(_hang(plain, pictures))
    deck, faults = examine(plain)
    found = missing + [Complaint(_line(lines, fault.where), fault.where, _reason(fault)) for fault in faults]
    if deck is not None:
        found += [Complaint(_line(lines, where), where, reason) for where, reason in _find_excesses(deck)]
    # Pydantic may say the same of a place once for each type that it could have had.
    told = tuple(dict.fromkeys(found))
    return _refuse(told) if told else Reading(deck)


def _hang(plain: object, pictures: Mapping[str, str]) -> Iterator[Complaint]:
    """Write the digests of pictures in the place of their names, and yield those that nobody names."""
    unused = dict(pictures)
    for named in _pictures(plain):
        name = named.get("name")
        if isinstance(name, str):
            # A digest is no name for people; with a space before it, it is none of ours.
            named["name"] = pictures.get(name, f" {name}" if is_brought(name) else name)
            unused.pop(name, None)
    yield from (Complaint(None, name[:_NAMES], "unused_picture") for name in unused)


def _pictures(plain: object) -> Iterator[dict[str, Any]]:
    """Yield the pictures of what may not be a deck at all."""
    cards = plain.get("cards") if isinstance(plain, dict) else None
    for card in cards if isinstance(cards, list) else ():
        questions = card.get("questions") if isinstance(card, dict) else None
        for question in questions if isinstance(questions, list) else ():
            picture = question.get("picture") if isinstance(question, dict) else None
            if isinstance(picture, dict):
                yield picture


def _refuse(complaints: Sequence[Complaint]) -> Reading:
    told = tuple(complaints[:COMPLAINTS_AT_MOST])
    return Reading(None, told, len(complaints) - len(told))


def _has_too_many_cards(plain: object) -> bool:
    """Return whether there are more cards than a deck may have; then nobody is told each card's faults."""
    cards = plain.get("cards") if isinstance(plain, dict) else None
    return isinstance(cards, list) and len(cards) > CARDS_AT_MOST


def _reason(fault: Fault) -> str:
    """Return the reason; "no_number" for the two that pydantic gives of a whole number or a decimal."""
    if fault.where.endswith(".number") and fault.reason != "missing":
        return "no_number"
    if fault.where.endswith(".anecdote") and fault.reason in ("string_too_short", "string_too_long"):
        return "bad_anecdote"
    if fault.where.endswith(".alt") and fault.reason in ("string_too_short", "string_too_long"):
        return "bad_alt"
    return fault.reason


def _line(lines: Mapping[str, int], where: str) -> int | None:
    """Return the line of a place, or of the nearest place around it that has one; None if none has."""
    while where and where not in lines:
        where = where.rpartition(".")[0]
    return lines.get(where)


def _find_excesses(deck: Deck) -> Iterator[tuple[str, str]]:
    """Yield the places and reasons of what the rules take, but messages cannot show or buttons not name."""
    for part in ("name", "language", "licence"):
        if len(getattr(deck, part)) > _NAMES:
            yield part, "text_too_long"
    for number, card in enumerate(deck.cards):
        if not _CARD_ID.fullmatch(card.id):
            yield f"cards.{number}.id", "bad_id"
        for place, question in enumerate(card.questions):
            for part, reason in _find_question_excesses(question):
                yield f"cards.{number}.questions.{place}.{part}", reason


def _find_question_excesses(question: Question) -> Iterator[tuple[str, str]]:
    for part in ("clue", "text", "anecdote"):
        said = getattr(question, part)
        if said is not None and not any(sign.isprintable() and not sign.isspace() for sign in said):
            yield part, "blank"
    for part, most in _LENGTHS.items():
        if len(getattr(question, part, None) or "") > most:
            yield part, "text_too_long"
    if any(len(tag) > _NAMES for tag in question.tags):
        yield "tags", "text_too_long"
    yield from _find_wording_excesses(list(islice(_wordings(question), LISTED_AT_MOST + 1)))
    if isinstance(question, Cible) and abs(question.number) >= NUMBERS_BELOW:
        yield "number", "too_big"


def _find_wording_excesses(wordings: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    if len(wordings) > LISTED_AT_MOST:
        yield "answers", "too_many_wordings"
    if sum(len(text) for _, text in wordings[:LISTED_AT_MOST]) > LETTERS_AT_MOST:
        yield "answers", "wordings_too_long"
    for part, text in wordings[:LISTED_AT_MOST]:
        if len(text) > _WORDING:
            yield part, "text_too_long"


def _wordings(question: Question) -> Iterator[tuple[str, str]]:
    """Yield every wording with its place in the question."""
    if isinstance(question, Chrono):
        yield from ((f"answers.{number}", text) for number, text in enumerate(question.answers))
    elif isinstance(question, PingPong):
        for group, texts in enumerate(question.answers):
            yield from ((f"answers.{group}.{number}", text) for number, text in enumerate(texts))
    if isinstance(question, Chrono | PingPong):
        yield from ((f"reject.{number}", text) for number, text in enumerate(question.reject))


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object from its pairs; raises Unfit `repeated_key` when a key comes twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unfit("repeated_key", key)
        found[key] = value
    return found


def _refuse_constant(word: str) -> float:
    raise Unfit("not_finite", word)


def _read_float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise Unfit("not_finite", digits)
    return number


def _read_int(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise Unfit("too_big", digits)
    return int(digits)


def _check_characters(plain: object) -> None:
    """Raise Unfit `half_a_character` for lone surrogates: no message and no database can hold them."""
    try:
        json.dumps(plain, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise Unfit("half_a_character", half) from None


def _line_of(text: str, unfit: Unfit) -> int | None:
    """Return the line of what does not fit, or None where several lines could be meant."""
    word = f'"{unfit.field}"' if unfit.reason == "repeated_key" else unfit.field
    if unfit.reason == "half_a_character":
        text = text.lower()
    if not word or text.count(word) != (2 if unfit.reason == "repeated_key" else 1):
        return None
    return text.count("\n", 0, text.rindex(word)) + 1


# A deck file with pictures beside it, packed as a zip: what may be taken out of one, and under which name.
#
# Nothing is written anywhere: a path is no more than a name, and each file is unpacked up to its limit.

PICTURES_AT_MOST: Final = 60
"""So many pictures may come with a deck."""
PICTURE_AT_MOST: Final = 1024 * 1024
PICTURES_IN_ALL: Final = 8 * 1024 * 1024
"""The most bytes of one picture, and of all of them."""
PACK_AT_MOST: Final = PICTURES_IN_ALL + SIZE_AT_MOST
"""The most bytes of the zip itself."""
_FILES_AT_MOST: Final = 500
"""The most entries that are looked at, with what systems add by themselves."""
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp")
_DECKS: Final = (".json", ".csv")


class Unpackable(Exception):
    """What the zip holds cannot be taken; `complaint` says why."""

    def __init__(self, reason: str, name: str = "") -> None:
        super().__init__(reason, name)
        self.complaint = Complaint(None, name[:100], reason)


@dataclass(frozen=True, slots=True)
class Pack:
    """What a zip holds: a deck file, with its name, and pictures (as they came) by their names."""

    name: str
    deck: bytes = field(repr=False)
    pictures: Mapping[str, bytes] = field(repr=False)

    @property
    def digests(self) -> Mapping[str, str]:
        """What stands for each picture until it has been painted anew: the SHA-256 (hex) of its bytes."""
        return {name: sha256(data).hexdigest() for name, data in self.pictures.items()}


def is_pack(data: bytes) -> bool:
    """Return whether a file begins as a zip does."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def open_pack(data: bytes) -> Pack:
    """Return what a zip holds; raises Unpackable with the first reason not to take it."""
    if len(data) > PACK_AT_MOST:
        raise Unpackable("pack_too_large")
    try:
        with ZipFile(BytesIO(data)) as archive:
            return _take(archive)
    except (BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError, LookupError):
        # RuntimeError is what the library raises at a password, and at ways of packing that it has not.
        raise Unpackable("bad_pack") from None


def _take(archive: ZipFile) -> Pack:
    entries = archive.infolist()
    if len(entries) > _FILES_AT_MOST:
        raise Unpackable("too_many_files")
    named = _name(entries)
    decks = [name for name in named if name.lower().endswith(_DECKS)]
    if len(decks) != 1:
        raise Unpackable("several_decks" if decks else "no_deck", ", ".join(decks[1:2]))
    if len(named) - 1 > PICTURES_AT_MOST:
        raise Unpackable("too_many_pictures")
    pictures: dict[str, bytes] = {}
    for name, entry in named.items():
        if name not in decks:
            pictures[name] = _unpack(archive, entry, PICTURE_AT_MOST, "picture_too_large", name)
        if sum(map(len, pictures.values())) > PICTURES_IN_ALL:
            raise Unpackable("pictures_too_large")
    deck = _unpack(archive, named[decks[0]], SIZE_AT_MOST, "too_large", decks[0])
    return Pack(decks[0], deck, pictures)


def _name(entries: list[ZipInfo]) -> dict[str, ZipInfo]:
    """Return the entries by their names without folders; raises Unpackable for any that is no deck's."""
    named: dict[str, ZipInfo] = {}
    for entry in entries:
        steps = entry.filename.replace("\\", "/").split("/")
        name = steps[-1]
        if entry.is_dir() or steps[0] == "__MACOSX" or (name.startswith(".") and name != ".."):
            continue
        if ".." in steps or steps[0] == "" or ":" in steps[0] or not name.isprintable():
            raise Unpackable("bad_path", entry.filename)
        if not name.lower().endswith((*_PICTURES, *_DECKS)):
            raise Unpackable("unknown_file", name)
        if name in named:
            raise Unpackable("repeated_file", name)
        named[name] = entry
    return named


def _unpack(archive: ZipFile, entry: ZipInfo, most: int, reason: str, name: str) -> bytes:
    """Return a file's bytes; what the zip says of its size is not believed."""
    with archive.open(entry) as opened:
        data = opened.read(most + 1)
    if len(data) > most:
        raise Unpackable(reason, name)
    return data


# Reading a deck file as a job for a process of its own: bytes in, bytes out. Pure.

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


# A small deck for those who write their own: the same two cards as a sheet and as JSON.

NAME: Final = "modele"
"""The name of the deck, and of its files."""


@cache
def template_sheet() -> bytes:
    """Return the sheet (CSV); it begins with the mark by which spreadsheets know UTF-8."""
    text = resources.files("engines.defizz.decks").joinpath("modele.csv").read_text("utf-8")
    return text.encode("utf-8-sig")


@cache
def template_json() -> bytes:
    """Return the same deck as JSON, an entry a line, without the fields that it leaves out."""
    deck = read_file(template_sheet(), NAME).deck
    if deck is None:
        raise RuntimeError("the sheet of the template is not a deck")
    return write_json(json.loads(DECKS.dump(deck)))
