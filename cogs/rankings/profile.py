"""The page about what somebody has done in a game on a server, for themselves, for others, or for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from babel.numbers import format_decimal

from bot.insight.badges import ANY_GAME, Badge, Given, Outing, Shelves
from bot.insight.model import BOARD, PROFILE, grants
from bot.insight.profile import COMMON, FORM, Profile, Rivalry
from bot.insight.rating import Standing
from bot.texts import N_, Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.spec import GameSpec, share
from bot.ui.pages.charts import CurveDrawing
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Block, Button, Choice, Gap, Page, Row, Select, Sketch, Text, day

MET: Final = 5
"""So many people who were met are listed."""
_CURVE: Final = 3
"""Rated tables from which on a curve is drawn."""
_NAME: Final = "cote.webp"


class Reach(Enum):
    """Who is shown a page, and so how much it tells."""

    MINE = auto()
    """Whom it is about: everything."""
    OTHER = auto()
    """Somebody else who asks: results and rating."""
    ALL = auto()
    """The channel, because whom it is about shows it: their form, too."""
    ALL_WITH_STYLE = auto()
    """The same, with what the game tells of how they play."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Of whom, in which game, a profile is; its text stands in buttons and lists."""

    game: str
    user_id: int

    def __str__(self) -> str:
        return f"{self.game}.{self.user_id}"

    @classmethod
    def read(cls, text: str) -> Whose:
        """Read what a button or a list says. Raises ValueError for what is not one."""
        game, user_id = text.split(".")
        return cls(game, int(user_id))


@dataclass(frozen=True, slots=True)
class Portrayed:
    """Somebody in a game, as they are shown: with all games that there are, and names by user id."""

    whose: Whose
    spec: GameSpec
    games: Sequence[GameSpec]
    profile: Profile
    standing: Standing | None
    names: Mapping[int, str]
    reach: Reach
    badges: Sequence[Given] = ()


def shown_people(profile: Profile) -> tuple[int, ...]:
    """Those whom a page for oneself names."""
    listed = profile.rivalries[:MET]
    named = [one for one in (profile.rival, profile.nemesis, *listed) if one is not None]
    return tuple(dict.fromkeys(one.user_id for one in named))


def profile_page(shown: Portrayed, t: Texts) -> Page:
    """Results and rating, and as much more as whoever sees the page may know."""
    profile, reach = shown.profile, shown.reach
    blocks: list[Block] = [Text(_heading(shown, t)), Gap()]
    if not profile.played:
        blocks.append(Text(_nothing(shown, t)))
        return Page(0, 0, (*blocks, *_ways(shown, (), t)), shown.spec.accent)
    blocks.append(Text(join_lines(*_results(profile, t), _rating(shown.standing, t))))
    blocks += _curve(shown.standing, t)
    if reach is not Reach.OTHER and len(profile.form) > 1:
        blocks.append(Text(_form(profile, t)))
    style = shown.spec.portrait(profile.facts, t)
    if reach in (Reach.MINE, Reach.ALL_WITH_STYLE):
        blocks += style
        blocks += [Text(words) for words in (badges_line(shown.badges, t),) if words]
    if reach is Reach.MINE:
        blocks += [Text(words) for words in (_met(shown, t),) if words]
    blocks += [Text(_legend(shown, t)), *_ways(shown, style, t)]
    return Page(0, 0, tuple(blocks), shown.spec.accent)


def _heading(shown: Portrayed, t: Texts) -> str:
    game = shown.spec.title
    if shown.reach is Reach.MINE:
        return t("## 👤 Votre profil : {game}", game=game)
    name = escape(shown.names.get(shown.whose.user_id, t("Anonyme")))
    return t("## 👤 {name} : {game}", name=name, game=game)


def _nothing(shown: Portrayed, t: Texts) -> str:
    """What stands where no game is to be told of."""
    game = shown.spec.title
    if shown.reach is Reach.MINE:
        return t(
            "Vous n’avez encore fini aucune partie de {game} ici avec d’autres personnes. "
            "Pour en ouvrir une : `/jouer`.",
            game=game,
        )
    return t("Encore aucune partie de {game} finie ici avec d’autres personnes.", game=game)


def _results(profile: Profile, t: Texts) -> tuple[str, ...]:
    """How many games, how many won, and the mean place."""
    played = t.plural("**{n} partie** finie", "**{n} parties** finies", profile.played)
    rated = t.plural("dont {n} classée", "dont {n} classées", profile.rated)
    won = t.plural("**{n} gagnée**", "**{n} gagnées**", profile.won)
    place, seats = (_mean(number, profile.played, t) for number in (profile.places, profile.seats))
    mean = t("place moyenne **{place}** sur {seats}", place=place, seats=seats)
    return f"{played}, {rated}", f"{won} ({_won(profile, t)}) · {mean}"


def _won(profile: Profile, t: Texts) -> str:
    return share(profile.won, profile.played, t)


def _mean(number: int, of: int, t: Texts) -> str:
    return format_decimal(number / of, format="0.#", locale=t.locale)


def _rating(standing: Standing | None, t: Texts) -> str:
    """The rating and what it was at best; that there is none yet, where there is none."""
    if standing is None:
        return t("Pas encore de cote : il faut une partie classée.")
    rating = standing.rating
    told = f"{rating} ± {standing.margin}" if standing.sure else t("{rating} ?", rating=rating)
    return t("Cote **{rating}** · {best} au plus haut", rating=told, best=standing.best)


def _curve(standing: Standing | None, t: Texts) -> tuple[Sketch, ...]:
    """The rating from table to table as a picture; none as long as there is little to see."""
    if standing is None or standing.tables < _CURVE:
        return ()
    told = t(
        "{first} au début, {worst} au plus bas, {best} au plus haut, {last} maintenant",
        first=standing.trail[0],
        worst=standing.worst,
        best=standing.best,
        last=standing.rating,
    )
    said = t("Courbe de la cote, sur {n} tables classées : {told}.", n=standing.tables, told=told)
    drawing = CurveDrawing(standing.trail, standing.tables, t("cote"), t("tables classées"))
    return (Sketch(_NAME, said, drawing, ""),)


def _form(profile: Profile, t: Texts) -> str:
    """The last places, the oldest first, those that were won in bold.

    How many were won is said where there are older games, too.
    """
    places = " · ".join(
        f"**{one.place}**/{one.seats}" if one.won else f"{one.place}/{one.seats}" for one in profile.form
    )
    if profile.played <= FORM:
        return t("**Forme**, de la plus ancienne partie à la dernière : {places}", places=places)
    won, in_all = sum(one.won for one in profile.form), _won(profile, t)
    told = t.plural(
        "**Forme** : {n} gagnée sur les {count} dernières ({share} en tout)",
        "**Forme** : {n} gagnées sur les {count} dernières ({share} en tout)",
        won,
        count=FORM,
        share=in_all,
    )
    listed = t("Places, de la plus ancienne à la dernière : {places}", places=places)
    return join_lines(told, listed)


def _met(shown: Portrayed, t: Texts) -> str:
    """Rival and nemesis, and whom one has met most often; "" before one has met anybody often enough."""
    profile = shown.profile
    lines = []
    if (rival := profile.rival) is not None:
        facts = {"name": _bold(rival, shown, t), "n": rival.beaten, "of": rival.games}
        lines.append(t("Votre rival : {name}, derrière vous {n} fois sur {of}.", **facts))
    if (nemesis := profile.nemesis) is not None:
        facts = {"name": _bold(nemesis, shown, t), "n": nemesis.lost, "of": nemesis.games}
        lines.append(t("Votre bête noire : {name}, devant vous {n} fois sur {of}.", **facts))
    for one in profile.rivalries[:MET]:
        games = t.plural("{n} partie", "{n} parties", one.games)
        told = t("devant {beaten} fois, derrière {lost} fois", beaten=one.beaten, lost=one.lost)
        lines.append(f"- {_name(one, shown, t)} · {games} · {told}")
    return join_lines(t("**Face aux autres**"), *lines) if lines else ""


def _bold(one: Rivalry, shown: Portrayed, t: Texts) -> str:
    return f"**{_name(one, shown, t)}**"


def _name(one: Rivalry, shown: Portrayed, t: Texts) -> str:
    return escape(shown.names.get(one.user_id, t("Anonyme")))


def _legend(shown: Portrayed, t: Texts) -> str:
    """What counts, and who sees what, in small letters."""
    counted = t("-# Comptent les parties finies sur ce serveur à deux personnes au moins.")
    if shown.reach is not Reach.MINE:
        return counted
    met = t("-# On se compare à qui l’on a croisé dans {n} parties au moins.", n=COMMON)
    private = t(
        "-# Cette page n’est que pour vous. Qui joue ici peut voir vos résultats et votre cote, si vous le "
        "voulez bien (`/mes-donnees visibilite`) ; le reste, seulement si vous le montrez."
    )
    return join_lines(counted, met, private)


def _ways(shown: Portrayed, style: Sequence[Block], t: Texts) -> list[Block]:
    """The other games, the ranking, and for whom it is about the buttons that show it to all."""
    whose, reach = shown.whose, shown.reach
    if reach in (Reach.ALL, Reach.ALL_WITH_STYLE):
        return [Row((Button("profile.mine", t("Mon profil"), whose.game),))]
    games = tuple(
        Choice(
            str(Whose(game.name, whose.user_id)), game.title, emoji=game.emoji, chosen=game.name == whose.game
        )
        for game in shown.games
    )
    own = (*_showing(shown, style, t), badges_button(t)) if reach is Reach.MINE else ()
    ranking = Button("ranking.look", t("Classement"), whose.game)
    return [Select("profile.show", t("Jeu"), games, "games"), Row((*own, ranking))]


def _showing(shown: Portrayed, style: Sequence[Block], t: Texts) -> list[Button]:
    """The buttons by which whom the page is about shows it to all, once there is something to be shown."""
    if not shown.profile.played:
        return []
    buttons = [Button("profile.post", t("Montrer"), shown.whose.game)]
    if style:
        buttons.append(Button("profile.share", t("Montrer mon style"), shown.whose.game))
    return buttons


# Badges as people see them: those of a game on a profile, and the page of all.

_LARGE = 6
"""Seats of a table at which one can be ahead of many."""


def _ahead_of_all(game: Outing) -> bool:
    return game.place == 1 and game.alone and game["seats"] >= _LARGE


def _badges_won(game: Outing) -> bool:
    return game.won


_OF_ANY_GAME = (
    Badge(
        "👑",
        N_("Devant tout le monde"),
        N_("finir devant, sans égalité, à une table de six ou plus"),
        _ahead_of_all,
    ),
    Badge("🧭", N_("Touche-à-tout"), N_("gagner à trois jeux différents"), _badges_won, games=3),
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
    blocks: list[Block] = [Text(join_lines(_badges_heading(shown, t), _count(had, len(every), t))), Gap()]
    titles = {game.name: f"{game.title} {game.emoji}" for game in shown.games}
    titles[ANY_GAME] = t("À tous les jeux")
    for name, some in shown.given.items():
        lines = [_line(given, t) for given in some if shown.name is None or given.since is not None]
        if lines:
            blocks.append(Text(join_lines(f"### {titles[name]}", *lines)))
    blocks.append(Text(_badges_legend(shown, t)))
    if shown.name is not None:
        blocks.append(Row((badges_button(t),)))
    elif had:
        blocks.append(Row((Button("badges.post", t("Montrer")),)))
    return Page(0, 0, tuple(blocks))


def _badges_heading(shown: Shown, t: Texts) -> str:
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


def _badges_legend(shown: Shown, t: Texts) -> str:
    """Where they are earned, and who sees what, in small letters."""
    where = t(
        "-# Se gagnent aux parties finies ici à deux personnes au moins, sans ordinateur, hors tables "
        "amicales. Un badge ne se perd jamais."
    )
    if shown.name is not None:
        return where
    return join_lines(where, t("-# Cette page n’est que pour vous, tant que vous ne la montrez pas."))


# What others may see of somebody, as they have wished it.


def visibility_words(wishes: Mapping[str, str], t: Texts) -> str:
    """The answer to `/mes-donnees visibilite`, for somebody with these wishes (see bot.insight.model)."""
    listed = (
        t("- Classements : vous y figurez, sur les serveurs où vous jouez.")
        if grants(wishes, BOARD)
        else t("- Classements : vous n’y figurez pas. Vos parties comptent quand même pour les autres.")
    )
    seen = (
        t("- Profil : qui joue sur le même serveur voit vos résultats et votre cote, rien d’autre.")
        if grants(wishes, PROFILE)
        else t("- Profil : il n’y a que vous qui le voyez.")
    )
    hint = t("-# Votre façon de jouer, personne ne la voit, sauf si vous la montrez depuis `/profil`.")
    return join_lines(t("**Ce que les autres voient de vous**"), listed, seen, hint)
