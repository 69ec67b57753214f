"""Reading deck files that people bring, JSON or CSV: a deck comes out, or every fault with its line.

Nothing is decompressed, no reference is followed, and what is nested deeper than a deck is not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from engines.defizz.deck import NUMBERS_BELOW, Chrono, Cible, Deck, PingPong, Question
from engines.defizz.drawings import is_brought
from engines.defizz.faults import Fault, examine
from engines.defizz.lines import CARDS_AT_MOST, ENTRIES_AT_MOST, Unfit, lines_of
from engines.defizz.sheets import is_sheet, read_sheet
from engines.defizz.spelling import spell_cards

__all__ = [
    "COMPLAINTS_AT_MOST",
    "LETTERS_AT_MOST",
    "LISTED_AT_MOST",
    "SIZE_AT_MOST",
    "Complaint",
    "Reading",
    "read_file",
]

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
    for field in ("name", "language", "licence"):
        if len(getattr(deck, field)) > _NAMES:
            yield field, "text_too_long"
    for number, card in enumerate(deck.cards):
        if not _CARD_ID.fullmatch(card.id):
            yield f"cards.{number}.id", "bad_id"
        for place, question in enumerate(card.questions):
            for field, reason in _find_question_excesses(question):
                yield f"cards.{number}.questions.{place}.{field}", reason


def _find_question_excesses(question: Question) -> Iterator[tuple[str, str]]:
    for field in ("clue", "text", "anecdote"):
        said = getattr(question, field)
        if said is not None and not any(sign.isprintable() and not sign.isspace() for sign in said):
            yield field, "blank"
    for field, most in _LENGTHS.items():
        if len(getattr(question, field, None) or "") > most:
            yield field, "text_too_long"
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
    for field, text in wordings[:LISTED_AT_MOST]:
        if len(text) > _WORDING:
            yield field, "text_too_long"


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
