"""The standings of a season in words: teams by name, people by what their teams got."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.evenings.model import Evening, Ranked, Season
from bot.tables.evenings.standings import SCALE, rank_people, rank_teams
from bot.texts import Texts
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Block, Gap, Page, Text
from cogs.evenings.announcement import place_mark

__all__ = ["standings_page"]

_SHOWN = 15


def standings_page(season: Season | None, evenings: Sequence[Evening], t: Texts) -> Page:
    """The page of a season; None is for what was played before the first one."""
    name = t("Toutes les soirées") if season is None else escape(season.title, 60)
    head = [f"## 🏆 {name}"]
    if season is not None:
        head.append(t("Depuis le {day}", day=f"<t:{season.began_at // 1000}:D>"))
    head.append(t.plural("{n} soirée terminée", "{n} soirées terminées", len(evenings)))
    blocks: list[Block] = [Text("\n".join(head))]
    for title, ranked in (
        (t("**Équipes**"), rank_teams(evenings)),
        (t("**Personnes**"), rank_people(evenings)),
    ):
        if ranked:
            lines = [_line(one, t) for one in ranked[:_SHOWN]]
            blocks += [Gap(), Text("\n".join((title, *lines)))]
    if len(blocks) == 1:
        blocks.append(Text(t("Rien n’est encore classé : la première soirée terminée comptera ici.")))
    scale = ", ".join(map(str, SCALE))
    blocks.append(Text(t("-# Points par soirée, selon la place : {scale}, puis 1.", scale=scale)))
    return Page(0, 0, tuple(blocks))


def _line(one: Ranked, t: Texts) -> str:
    mark = place_mark(one.rank)
    told = [
        t.plural("{n} point", "{n} points", one.points),
        t.plural("{n} soirée", "{n} soirées", one.evenings),
    ]
    if one.wins:
        told.append(t.plural("{n} victoire", "{n} victoires", one.wins))
    return f"{mark} **{escape(one.name)}** · {' · '.join(told)}"
