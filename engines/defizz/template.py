"""A small deck for those who write their own: the same two cards as a sheet and as JSON."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Final

from engines.defizz.deck import DECKS
from engines.defizz.files import read_file
from engines.defizz.writing import write_json

__all__ = ["NAME", "template_json", "template_sheet"]

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
