"""The page about what somebody has done in a game on a server, for themselves, for others, or for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from babel.numbers import format_decimal

from bot.insight.badges import Given
from bot.insight.profile import COMMON, FORM, Profile, Rivalry
from bot.insight.trails import Standing
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.badges import badges_button, badges_line
from bot.ui.frame.portrait import share
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.charts import CurveDrawing
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Block, Button, Choice, Gap, Page, Row, Select, Sketch, Text

__all__ = ["MET", "Portrayed", "Reach", "Whose", "profile_page", "shown_people"]

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
