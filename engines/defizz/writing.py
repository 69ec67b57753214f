"""Decks as files that can be brought again: JSON with nothing empty in it, and a CSV sheet where one fits."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any, Final

from engines.defizz.lines import ENTRIES_AT_MOST
from engines.defizz.sheets import COLUMNS, read_sheet

__all__ = ["drop_empty", "write_json", "write_sheet"]

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
