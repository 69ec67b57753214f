"""Badges as people see them: those of a game on a profile, and the page of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.insight.badges import ANY_GAME, Badge, Given, Outing, Shelves
from bot.texts import N_, Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Block, Button, Gap, Page, Row, Text
from bot.ui.pages.stamps import day

__all__ = ["Shown", "badges_button", "badges_line", "badges_page", "shelves_of"]

_LARGE = 6
"""Seats of a table at which one can be ahead of many."""


def _ahead_of_all(game: Outing) -> bool:
    return game.place == 1 and game.alone and game["seats"] >= _LARGE


def _won(game: Outing) -> bool:
    return game.won


_OF_ANY_GAME = (
    Badge(
        "👑",
        N_("Devant tout le monde"),
        N_("finir devant, sans égalité, à une table de six ou plus"),
        _ahead_of_all,
    ),
    Badge("🧭", N_("Touche-à-tout"), N_("gagner à trois jeux différents"), _won, games=3),
)


def shelves_of(games: Sequence[GameSpec]) -> Shelves:
    """All badges that there are: those of each game, then those that any game earns."""
    return {game.name: game.badges for game in games if game.badges} | {ANY_GAME: _OF_ANY_GAME}


@dataclass(frozen=True, slots=True)
class Shown:
    """Somebody's badges by game (see `Profiles.badges`).

    `name` is what they are called; None on the page that they alone see.
    """

    given: Mapping[str, Sequence[Given]]
    games: Sequence[GameSpec]
    name: str | None = None


def badges_line(given: Sequence[Given], t: Texts) -> str:
    """The badges of one game that somebody has, and how many there are; "" where it has none to give."""
    if not given:
        return ""
    had = [f"{t(badge.name)} {badge.emoji}" for badge, since in given if since is not None]
    numbers = {"n": len(had), "of": len(given)}
    if not had:
        return t("**Badges** : aucun pour l’instant, sur {of}.", **numbers)
    return t("**Badges** : {names} ({n} sur {of}).", names=", ".join(had), **numbers)


def badges_button(t: Texts) -> Button:
    """The button that shows whoever presses it all their badges."""
    return Button("badges.show", t("Mes badges"))


def badges_page(shown: Shown, t: Texts) -> Page:
    """All badges, each with what it is for and since when one has it; others are shown those alone."""
    every = [given for some in shown.given.values() for given in some]
    had = sum(given.since is not None for given in every)
    blocks: list[Block] = [Text(join_lines(_heading(shown, t), _count(had, len(every), t))), Gap()]
    titles = {game.name: f"{game.title} {game.emoji}" for game in shown.games}
    titles[ANY_GAME] = t("À tous les jeux")
    for name, some in shown.given.items():
        lines = [_line(given, t) for given in some if shown.name is None or given.since is not None]
        if lines:
            blocks.append(Text(join_lines(f"### {titles[name]}", *lines)))
    blocks.append(Text(_legend(shown, t)))
    if shown.name is not None:
        blocks.append(Row((badges_button(t),)))
    elif had:
        blocks.append(Row((Button("badges.post", t("Montrer")),)))
    return Page(0, 0, tuple(blocks))


def _heading(shown: Shown, t: Texts) -> str:
    if shown.name is None:
        return t("## 🏅 Vos badges sur ce serveur")
    return t("## 🏅 Les badges {name:de}", name=escape(shown.name))


def _count(had: int, of: int, t: Texts) -> str:
    return t.plural("**{n} badge** sur {of}", "**{n} badges** sur {of}", had, of=of)


def _line(given: Given, t: Texts) -> str:
    badge, since = given
    facts = {"name": t(badge.name), "emoji": badge.emoji, "deed": t(badge.deed)}
    if since is None:
        return t("- {name} {emoji} : {deed}. *À\u00a0gagner*", **facts)
    return t("- **{name}** {emoji} : {deed}. Depuis le {day}", **facts, day=day(since))


def _legend(shown: Shown, t: Texts) -> str:
    """Where they are earned, and who sees what, in small letters."""
    where = t(
        "-# Se gagnent aux parties finies ici à deux personnes au moins, sans ordinateur, hors tables "
        "amicales. Un badge ne se perd jamais."
    )
    if shown.name is not None:
        return where
    return join_lines(where, t("-# Cette page n’est que pour vous, tant que vous ne la montrez pas."))
