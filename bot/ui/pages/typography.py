"""French typography in one place: the code and the catalogues are written with ordinary spaces."""

from __future__ import annotations

import re

__all__ = ["set_spaces"]

_SIGNS = (" :", " ;", " !", " ?", " »", "« ", "n° ")
_BEFORE = re.compile(r" (?=[:;!?»](?:[\s*_),.;…\u200b]|$))")
_AFTER = re.compile(r"(?:(?<=«)|(?<=\bn°)) ")


def set_spaces(text: str) -> str:
    """Put no-break spaces where a French line must not break: before : ; ! ? and inside « », after n°.

    English has no space in these places, so it stays as it is.
    """
    if not any(map(text.__contains__, _SIGNS)):
        return text  # most labels, and it is twenty times faster to find that out
    return _AFTER.sub("\u00a0", _BEFORE.sub("\u00a0", text))
