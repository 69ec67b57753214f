"""What the judge makes of a question that was just written, for its author: in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from bot.tables.errors import Denied
from bot.texts import N_, Texts
from bot.ui.clicks.house import House
from bot.ui.pages.escape import escape
from engines.defizz.editing import Plain
from engines.defizz.judging.advice import Advice, give_advice, read_advice

__all__ = ["advise"]

_SHOWN: Final = 4
_WORDS: Final = 60
_LINES: Final = {
    "collides": N_("⚠️ Se confondent : {pairs}"),
    "would pass": N_("⚠️ Passerait pour une faute de frappe : {pairs}. À refuser ?"),
    "is missing": N_("💡 Le juge refuserait : {pairs}. À accepter ?"),
    "accepts": N_("✅ Le juge accepterait aussi : {pairs}"),
}


async def advise(house: House, user_id: int, question: Plain, t: Texts) -> Sequence[str]:
    """Return lines about a question's answers; none while somebody else's file is being checked."""
    if "answers" not in question:
        return ()
    try:
        async with house.backroom.enter(user_id) as do:
            found = read_advice(await do(give_advice, json.dumps(question).encode()))
    except Denied:
        return ()
    return tuple(
        _line(what, advice, t) for what in _LINES if (advice := [one for one in found if one.what == what])
    )


def _line(what: str, found: Sequence[Advice], t: Texts) -> str:
    pairs = [_pair(one) for one in found[:_SHOWN]]
    return t(_LINES[what], pairs=", ".join(pairs) + (" …" if len(found) > _SHOWN else ""))


def _pair(one: Advice) -> str:
    text = escape(one.text, _WORDS)
    return text if one.what == "accepts" else f"{text} ({escape(one.wording, _WORDS)})"
