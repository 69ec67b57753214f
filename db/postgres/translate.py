"""The words of a statement as psycopg wants them: its parameters are `%s` and `%(name)s`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from db.sql import Parameters

__all__ = ["Text", "translate"]

# What is quoted or behind "--" is no parameter, nor is the second half of "::".
PARTS = re.compile(r"""'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\?(?P<number>\d*)|(?<![:\w]):(?P<name>[a-z_]\w*)|%""")


@dataclass(frozen=True, slots=True)
class Text:
    """A statement for psycopg; `numbered`: its parameters were `?1`, `?2`..."""

    sql: str
    numbered: bool

    def arrange(self, parameters: Parameters) -> Any:
        """The parameters as this text has them."""
        if not self.numbered:
            return parameters
        return {f"_{number}": value for number, value in enumerate(parameters, start=1)}


@lru_cache(maxsize=512)
def translate(sql: str) -> Text:
    """Translate a statement with parameters `?`, `?1` or `:name`."""
    numbered = False

    def replace(part: re.Match[str]) -> str:
        nonlocal numbered
        if part["name"] is not None:
            return f"%({part['name']})s"
        if part["number"]:
            numbered = True
            return f"%(_{part['number']})s"
        return "%s" if part[0] == "?" else part[0].replace("%", "%%")

    return Text(PARTS.sub(replace, sql), numbered)
