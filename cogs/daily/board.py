"""The server's board of the day: who read the same dice best."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.tables.daily.model import Line
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.face import Face
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Block, Button, Page, Row, Text
from cogs.daily.attempt import Laid, hub_button
from cogs.daily.wording import Place, long_day, seconds

__all__ = ["SHOWN", "Placed", "board_page", "placed"]

SHOWN: Final = 10
"""Lines of a board, besides one's own."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a board with its place, which equal results share."""

    place: int
    line: Line


def placed(lines: Sequence[Line], hidden: Collection[int], *, timed: bool) -> tuple[Placed, ...]:
    """The lines of those who are not hidden, in the order given, with their places."""
    found: list[Placed] = []
    for line in lines:
        if line.user_id in hidden:
            continue
        last = found[-1] if found else None
        same = last is not None and _result(last.line, timed) == _result(line, timed)
        found.append(Placed(last.place if last is not None and same else len(found) + 1, line))
    return tuple(found)


def board_page(
    laid: Laid,
    board: Sequence[Placed],
    disciplines: Sequence[tuple[str, Face]],
    viewer: int,
    *,
    hidden: bool,
    t: Texts,
) -> Page:
    """The first ones and whoever looks; `hidden`: whether they wish not to be listed.

    `disciplines` are those that have boards, by name, with the faces of their games.
    """
    title = t("## 🏆 {game}, défi du {day}", game=laid.face.spec.title, day=long_day(laid.day, t))
    people = t.plural("{n} personne", "{n} personnes", len(board))
    mine = next((one for one in board if one.line.user_id == viewer), None)
    shown = list(board[:SHOWN])
    lines = [_line(laid, one, viewer, t) for one in shown]
    if mine is not None and mine not in shown:
        lines += ["…", _line(laid, mine, viewer, t)]
    none = t("Personne n’a encore fini cette épreuve depuis ce serveur.")
    blocks: list[Block] = [Text(f"{title}\n{people}"), Text(join_lines(*lines) or none)]
    if hidden:
        blocks.append(
            Text(t("**Vous** n’y figurez pas, comme vous l’avez voulu (`/mes-donnees visibilite`)."))
        )
    elif mine is None:
        blocks.append(
            Text(t("**Vous** n’y figurez pas : seules comptent les tentatives finies, commencées ici."))
        )
    play = Button("daily.open", t("Mon épreuve"), str(laid.place()))
    others = Row(
        tuple(
            Button(
                "daily.board",
                face.spec.title,
                str(Place(laid.day, name)),
                emoji=face.emoji,
                disabled=name == laid.discipline.name,
            )
            for name, face in disciplines
        )
    )
    return Page(0, 0, (*blocks, others, Row((play, hub_button(t)))), laid.face.spec.accent)


def _result(line: Line, timed: bool) -> tuple[int, int]:
    return line.score, line.ms if timed else 0


def _line(laid: Laid, one: Placed, viewer: int, t: Texts) -> str:
    name = escape(one.line.name)
    if one.line.user_id == viewer:
        name = t("{name} (vous)", name=name)
    told = [f"`{one.place:>2}` **{name}**", f"{one.line.score}/{laid.discipline.count}"]
    return " · ".join([*told, seconds(one.line.ms, t)] if laid.discipline.timed else told)
