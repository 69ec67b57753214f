"""The list of somebody's tables that are over, from which each can be looked at again."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.insight.model import Attended
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.ending import REPLAY
from bot.ui.frame.face import Face
from bot.ui.frame.past import LIST
from bot.ui.pages.page import Block, Button, Choice, Page, Row, Select, Text

LISTED: Final = 15
"""Tables on a page."""


def list_button(t: Texts) -> Button:
    """The button that leads to the list."""
    return Button(LIST, t("Parties passées"), "0.list")


def attended_page(tables: Sequence[Attended], skipped: int, faces: Mapping[str, Face], t: Texts) -> Page:
    """A page of the list: the tables behind those `skipped`, one more than a page has if there are more.

    Tables of games that there are not any more are named, but cannot be looked at.
    """
    shown = tables[:LISTED]
    if not shown:
        said = t("Aucune de vos parties n’est encore finie ici. Ouvrez une table avec `/jouer`.")
        return Page(0, 0, (Text(said),))
    lines = [_line(one, faces, t) for one in shown]
    blocks: list[Block] = [Text(join_lines(t("## 🎞️ Vos parties passées ici"), *lines))]
    choices = tuple(
        Choice(str(one.table_id), _name(one, faces, t), emoji=faces[one.game].spec.emoji)
        for one in shown
        if one.game in faces
    )
    blocks += [Select(REPLAY, t("Revoir une partie…"), choices)] if choices else []
    return Page(0, 0, (*blocks, *_ways(skipped, more=len(tables) > LISTED, t=t)))


def _name(one: Attended, faces: Mapping[str, Face], t: Texts) -> str:
    title = faces[one.game].spec.title if one.game in faces else one.game
    return t("{game}, table {n}", game=title, n=one.table_id)


def _line(one: Attended, faces: Mapping[str, Face], t: Texts) -> str:
    """A table: which, when it ended, and where one came in."""
    emoji = faces[one.game].emoji if one.game in faces else "🎲"
    told = [f"{emoji} {_name(one, faces, t)}", f"<t:{one.ended_at // 1000}:f>"]
    if one.place is not None:
        told.append(t("🏆 gagnée") if one.place == 1 else t("place : {n}", n=one.place))
    return " · ".join(told)


def _ways(skipped: int, *, more: bool, t: Texts) -> tuple[Row, ...]:
    """To newer and older ones, where there are such."""
    buttons = []
    if skipped:
        buttons.append(Button(LIST, t("Plus récentes"), f"{max(0, skipped - LISTED)}.newer"))
    if more:
        buttons.append(Button(LIST, t("Plus anciennes"), f"{skipped + LISTED}.older"))
    return (Row(tuple(buttons)),) if buttons else ()
