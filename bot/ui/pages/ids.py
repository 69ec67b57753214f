"""Custom ids: where a click says all that it means, so that no state has to live in a view.

    g:12:7:roll:        a button of table 12, drawn for version (or turn) 7, verb roll
    s:12:7:announce:    a list
    m:12:7:announce:    a form (modal)

Table 0 belongs to no table (personal panels). At most 100 characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

__all__ = ["BUTTON_PATTERN", "SELECT_PATTERN", "Kind", "Target", "parse"]

Kind = Literal["g", "s", "m"]

_REST = r":(?P<table>\d{1,18}):(?P<drawn>\d{1,18}):(?P<verb>[a-z_]{1,24}):(?P<arg>[A-Za-z0-9_+.,=-]{0,40})"
BUTTON_PATTERN = re.compile("g" + _REST + "$")
SELECT_PATTERN = re.compile("s" + _REST + "$")
_ANY = re.compile("(?P<kind>[gsm])" + _REST)


@dataclass(frozen=True, slots=True)
class Target:
    """What a component is for. `drawn` is the version or turn it was drawn for, `arg` the verb's argument."""

    kind: Kind
    table_id: int
    drawn: int
    verb: str
    arg: str = ""

    def __str__(self) -> str:
        text = f"{self.kind}:{self.table_id}:{self.drawn}:{self.verb}:{self.arg}"
        if _ANY.fullmatch(text) is None:
            raise ValueError(f"not a custom id of ours: {text!r}")
        return text


def parse(custom_id: str) -> Target | None:
    """The target named by a custom id, None if it is not one of ours."""
    match = _ANY.fullmatch(custom_id)
    if match is None:
        return None
    kind: Kind = match["kind"]  # type: ignore[assignment]  # the pattern allows these three letters only
    return Target(kind, int(match["table"]), int(match["drawn"]), match["verb"], match["arg"])
