"""Decks as CSV: a row is a question, three rows with one `id` a card. See `decks/README.md`."""

import csv
import io
import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engines.defizz.faults import CARDS_AT_MOST, ENTRIES_AT_MOST, KEY_AT_MOST

COLUMNS: Final = (
    *("id", "pile", "mode", "clue", "text", "answers", "reject", "exact", "number", "unit"),
    *("resolver", "max", "source", "licence", "tags", "difficulty", "anecdote", "picture", "alt"),
)
_NEEDED: Final = ("id", "pile", "mode", "clue", "text")
_ROWS_AT_MOST: Final = 3 * CARDS_AT_MOST
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,18}[.,][0-9]{1,18}")
_YES: Final = {"1": True, "oui": True, "true": True, "yes": True, "vrai": True}
_NO: Final = {"0": False, "non": False, "false": False, "no": False, "faux": False}


@dataclass(frozen=True, slots=True)
class SheetFault:
    """What is wrong with a sheet: the line (from 1), the column, and the reason.

    Reasons: no_columns (this is no deck at all), unknown_column, repeated_column, missing_column, no_number,
    no_whole_number, no_yes_or_no, other_pile, cells_too_many, too_many_cards, bad_sheet.
    """

    line: int
    column: str
    reason: str


@dataclass
class _Sheet:
    """What was read so far: cards in the shape of JSON, their numbers, the lines of places, and faults."""

    cards: dict[str, dict[str, Any]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    faults: list[SheetFault] = field(default_factory=list)

    @property
    def rows(self) -> int:
        """How many questions were read: `lines` has one entry for each of them, and one for each card."""
        return len(self.lines) - len(self.cards)


def is_sheet(text: str) -> bool:
    """Return whether a text is meant as a sheet rather than as JSON."""
    return not text.lstrip().startswith(("{", "["))


def read_sheet(text: str, name: str) -> tuple[dict[str, Any], Mapping[str, int], tuple[SheetFault, ...]]:
    """Return the deck in the shape of JSON, the line of each of its places, and the faults."""
    sheet = _Sheet()
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_find_delimiter(text), strict=True)
    try:
        header = [cell.strip().casefold() for cell in next(reader)]
        _check_header(header, sheet)
        if not sheet.faults:
            begun = reader.line_num + 1
            for row in reader:
                _read_row(row, header, begun, sheet)
                begun = reader.line_num + 1
                if len(sheet.cards) > CARDS_AT_MOST or sheet.rows > _ROWS_AT_MOST:
                    sheet.faults.append(SheetFault(begun - 1, "", "too_many_cards"))
                    break
    except csv.Error:
        sheet.faults.append(SheetFault(reader.line_num or 1, "", "bad_sheet"))
    plain = {"format": 1, "name": name, "language": "fr", "licence": "", "cards": list(sheet.cards.values())}
    return plain, sheet.lines, tuple(sheet.faults)


def _find_delimiter(text: str) -> str:
    """Return the sign between cells, which differs by country: the most frequent one in the first line."""
    header = text.lstrip().partition("\n")[0]
    return max(",;\t", key=header.count)


def _check_header(header: list[str], sheet: _Sheet) -> None:
    if not any(column in COLUMNS for column in header):
        sheet.faults.append(SheetFault(1, "", "no_columns"))
        return
    known: set[str] = set()
    for column in header:
        if column not in COLUMNS:
            sheet.faults.append(SheetFault(1, column[:KEY_AT_MOST], "unknown_column"))
        elif column in known:
            sheet.faults.append(SheetFault(1, column, "repeated_column"))
        known.add(column)
    sheet.faults += [SheetFault(1, column, "missing_column") for column in _NEEDED if column not in header]


def _read_row(row: list[str], header: list[str], line: int, sheet: _Sheet) -> None:
    if not any(cell.strip() for cell in row):
        return
    if len(row) > len(header):
        sheet.faults.append(SheetFault(line, "", "cells_too_many"))
        return
    cells = {column: cell.strip() for column, cell in zip(header, row, strict=False) if cell.strip()}
    pile, card_id = spell(cells.pop("pile", "")), cells.pop("id", "")
    if "mode" in cells:
        cells["mode"] = spell(cells["mode"])
    card = sheet.cards.setdefault(card_id, {"id": card_id, "pile": pile, "questions": []})
    number = sheet.numbers.setdefault(card_id, len(sheet.cards) - 1)
    if card["pile"] != pile:
        sheet.faults.append(SheetFault(line, "pile", "other_pile"))
    sheet.lines.setdefault(f"cards.{number}", line)
    sheet.lines[f"cards.{number}.questions.{len(card['questions'])}"] = line
    card["questions"].append(_read_question(cells, line, sheet))


def _read_question(cells: Mapping[str, str], line: int, sheet: _Sheet) -> dict[str, Any]:
    """Return a question in the shape of JSON; add a fault for each cell that cannot be read."""
    question: dict[str, Any] = {}
    for column, cell in cells.items():
        if column == "answers":
            question[column] = _read_answers(cell, cells.get("mode", ""))
        elif column in _READERS:
            read, reason = _READERS[column]
            value = read(cell)
            if value is None:
                sheet.faults.append(SheetFault(line, column, reason))
            question[column] = value
        else:
            question[column] = cell
    if "picture" in question or "alt" in question:
        named = {"name": question.pop("picture", None), "alt": question.pop("alt", None)}
        question["picture"] = {key: value for key, value in named.items() if value is not None}
    return question


def _read_answers(cell: str, mode: str) -> list[Any]:
    answers = _split(cell)
    return [_split(answer, "=") for answer in answers] if mode == "pingpong" else answers


def _split(cell: str, sign: str = "|") -> list[str]:
    return [part.strip() for part in cell.split(sign)]


def read_whole(cell: str) -> int | None:
    """Return a cell's whole number, or None."""
    return int(cell) if _WHOLE.fullmatch(cell) else None


def read_number(cell: str) -> int | float | None:
    """Return a cell's number, or None; it may have a decimal comma and spaces, as in French spreadsheets."""
    tight = "".join(cell.split())
    if _DECIMAL.fullmatch(tight):
        value = float(tight.replace(",", "."))
        return value if math.isfinite(value) else None
    return read_whole(tight)


def _read_yes_or_no(cell: str) -> bool | None:
    return {**_YES, **_NO}.get(cell.casefold())


_READERS: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "reject": (_split, ""),
    "tags": (_split, ""),
    "number": (read_number, "no_number"),
    "max": (read_whole, "no_whole_number"),
    "difficulty": (read_whole, "no_whole_number"),
    "exact": (_read_yes_or_no, "no_yes_or_no"),
}


# Decks as files that can be brought again: JSON with nothing empty in it, and a CSV sheet where one fits.

_DELIMITER: Final = ";"
"""The sign between cells where a comma stands in decimals."""
_SIGNS: Final = ",;\t|=\n"
"""What may separate entries of a sheet: a file with too many of these is not read."""


def write_json(plain: Mapping[str, Any]) -> bytes:
    """Return a deck in the shape of JSON as a file, an entry a line, without the fields that say nothing."""
    return json.dumps(drop_empty(plain), ensure_ascii=False, indent=1).encode()


def write_sheet(plain: Mapping[str, Any]) -> bytes | None:
    """Return the cards of a deck in the shape of JSON as a sheet (UTF-8 with its mark).

    None where a sheet cannot hold them unchanged, as with a "|" in an answer. A sheet has no place for the
    deck's language and licence: whoever reads it assumes French and none.
    """
    cards = drop_empty(plain)["cards"]
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=_DELIMITER)
    writer.writerow(COLUMNS)
    for card in cards:
        for question in card["questions"]:
            cells = {"id": card["id"], "pile": card["pile"], **_cells(question)}
            writer.writerow([cells.get(column, "") for column in COLUMNS])
    text = written.getvalue()
    read, _, faults = read_sheet(text, "")
    kept = not faults and _spelled(read["cards"]) == _spelled(cards)
    fits = sum(text.count(sign) for sign in _SIGNS) <= ENTRIES_AT_MOST
    return text.encode("utf-8-sig") if kept and fits else None


def drop_empty(plain: Any) -> Any:
    """Leave out of records what says nothing: null, an empty list, false; a number may be 0."""
    if isinstance(plain, list):
        return [drop_empty(entry) for entry in plain]
    if isinstance(plain, dict):
        said = {key: value for key, value in plain.items() if value not in (None, []) and value is not False}
        return {key: drop_empty(value) for key, value in said.items()}
    return plain


def _cells(question: Mapping[str, Any]) -> dict[str, str]:
    cells = {key: _cell(value) for key, value in question.items() if key not in ("answers", "picture")}
    answers = question.get("answers", [])
    cells["answers"] = "|".join(one if isinstance(one, str) else "=".join(one) for one in answers)
    if picture := question.get("picture"):
        cells |= {"picture": picture["name"], "alt": picture["alt"]}
    return cells


def _cell(value: Any) -> str:
    if value is True:
        return "oui"
    return "|".join(value) if isinstance(value, list) else str(value)


def _spelled(cards: Any) -> str:
    """Return cards as a text in which 3 and 3.0 differ, and the order of fields does not matter."""
    return json.dumps(cards, sort_keys=True)


# The words of deck files as people write them: "Ping-pong" and "PINGPONG" are the mode `pingpong`.

_KNOWN: Final = frozenset({"chrono", "cible", "pingpong", "chance", "duel", "multi"})
_DROPPED: Final = dict.fromkeys(map(ord, "- _\u00a0\u2010\u2011"))


def spell(word: str) -> str:
    """Return a mode or a pile as decks spell it, whatever its case and hyphens; any other word as it is."""
    plain = word.casefold().translate(_DROPPED)
    return plain if plain in _KNOWN else word


def spell_cards(plain: object) -> None:
    """Spell the modes and piles of a deck in the shape of JSON; what is no card is left as it is."""
    cards = plain.get("cards") if isinstance(plain, dict) else None
    for card in _records(cards):
        _spell_field(card, "pile")
        for question in _records(card.get("questions")):
            _spell_field(question, "mode")


def _records(entries: object) -> list[dict[str, Any]]:
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _spell_field(record: dict[str, Any], field: str) -> None:
    if isinstance(word := record.get(field), str):
        record[field] = spell(word)
