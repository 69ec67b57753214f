"""What a quizmaster has at hand beside the card: another card, the end, and chips to be moved (Z27, Z29)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.escape import label
from bot.ui.pages.page import Block, Button, Choice, Field, Form, Pick, Row, Select
from cogs.defizz.words import Voice, observation_of
from engines.core.errors import Refusal
from engines.defizz.judging import read_number
from engines.defizz.leading import can_give
from engines.defizz.model import LONGEST_REASON, LastTurn, TakeBack, Transfer

__all__ = ["leading_tools", "read_transfer", "transfer_form"]

_HINT = 100


def leading_tools(sight: Sight, voice: Voice) -> tuple[Block, ...]:
    """The buttons and the list of a quizmaster, whether or not they are the table's host."""
    seen, t = observation_of(sight), voice.t
    may = sight.legal.actions if sight.legal is not None else ()
    buttons = (
        Button("take_back", t("Une autre carte"), style="danger") if TakeBack() in may else None,
        Button("last_turn", t("Finir après ce tour")) if LastTurn() in may else None,
    )
    shown = tuple(button for button in buttons if button is not None)
    row = (Row(shown),) if shown else ()
    if sight.legal is None or "transfer" not in sight.legal.types:
        return row
    listed = tuple(
        Choice(seat, voice.plain_name(seat), t("{n} jetons", n=voice.chips(seen.chips[seat])))
        for seat in seen.in_play
        if can_give(seen.chips[seat])
    )
    return (*row, Select("transfer", t("Déplacer des jetons de…"), listed))


def transfer_form(sight: Sight, giver: str, t: Texts) -> Form:
    """The form in which a quizmaster moves chips of `giver`; Refusal for somebody else, or who is out."""
    seen, voice = observation_of(sight), Voice(sight.table, t)
    if sight.seat != seen.master:
        raise Refusal("not_your_turn", "not_the_quizmaster")
    if giver not in seen.in_play:
        raise Refusal("illegal_action", "no_such_player")
    now = label(
        t("{name} : {n} jetons", name=voice.plain_name(giver), n=voice.chips(seen.chips[giver])), _HINT
    )
    takers = tuple(Choice(seat, voice.plain_name(seat)) for seat in seen.in_play if seat != giver)
    fields = (
        Field("chips", t("Combien de jetons"), now, t("par exemple 300"), most=12),
        Pick("taker", t("À qui"), takers),
        Field("reason", t("Pourquoi (tout le monde le lira)"), most=LONGEST_REASON),
    )
    return Form(sight.table.id, sight.drawn, "transfer", t("Déplacer des jetons"), fields, arg=giver)


def read_transfer(giver: str, values: Sequence[str]) -> Transfer:
    """Read the form of a transfer; Refusal for what is no whole number."""
    typed, taker, reason = values
    number = read_number(typed, "jeton")
    if number is None or number.denominator != 1:
        raise Refusal("illegal_action", "chips_not_a_number")
    return Transfer(giver, taker, int(number), reason)
