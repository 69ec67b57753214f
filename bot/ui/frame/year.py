"""The page about a year of somebody on a server: a card, and the same in words."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from babel.dates import format_date, get_day_names

from bot.insight.years import Year
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.ending import REPLAY
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.escape import escape, label
from bot.ui.pages.lettering import writable
from bot.ui.pages.limits import ALT_TEXT, cut
from bot.ui.pages.page import Block, Button, Gap, Page, Row, Sketch, Text
from bot.ui.pages.year_card import YearDrawing, fit_name

_NAME: Final = "annee.webp"
_NAMED: Final = 40
"""Characters of whose year it is in the card's words."""


@dataclass(frozen=True, slots=True)
class YearShown:
    """A year of somebody: `name` and `company` are what they and who they played with most are called.

    `rating` is what theirs was and became, None for none. `mine`: only they see the page.
    """

    year: Year
    games: Mapping[str, GameSpec]
    rating: tuple[int, int] | None
    name: str
    company: str
    mine: bool


def year_page(shown: YearShown, t: Texts) -> Page:
    """The card of the year and its words; shown to all, without whom they played with and which badges."""
    year = shown.year
    blocks: list[Block] = [Text(_heading(shown, t)), Gap()]
    if not year.played:
        none = t("Aucune partie finie ici en {year} avec d’autres personnes.", year=str(year.number))
        return Page(0, 0, (*blocks, Text(none)))
    facts = [t("**{label}** : {value}", label=what, value=value) for what, value in _facts(shown, t, escape)]
    blocks += [_card(shown, t), Text(join_lines(_sum(year, t), *_kinds(shown, t))), Text(join_lines(*facts))]
    blocks += [Text(_legend(shown, t)), Row(tuple(_buttons(shown, t)))]
    best = year.best if shown.mine else None
    return Page(0 if best is None else best.table_id, 0, tuple(blocks))


def _heading(shown: YearShown, t: Texts) -> str:
    number = str(shown.year.number)
    if shown.mine:
        return t("## 📅 Votre année {year} sur ce serveur", year=number)
    return t("## 📅 L’année {year} {name:de}", year=number, name=escape(shown.name))


def _sum(year: Year, t: Texts) -> str:
    played = t.plural("**{n} partie** finie", "**{n} parties** finies", year.played)
    won = t.plural("**{n} gagnée**", "**{n} gagnées**", year.won)
    return f"{played}, {won}" if year.won else played


def _kinds(shown: YearShown, t: Texts) -> Iterator[str]:
    """How often each game was played, and won."""
    for kind in shown.year.kinds:
        spec = shown.games[kind.game]
        played = t.plural("{n} partie", "{n} parties", kind.played)
        won = t.plural("{n} gagnée", "{n} gagnées", kind.won)
        told = f"{played}, {won}" if kind.won else played
        yield t("- {game} : {told}", game=f"{spec.title} {spec.emoji}", told=told)


def _facts(
    shown: YearShown, t: Texts, write: Callable[[str], str], painted: bool = False
) -> Iterator[tuple[str, str]]:
    """What else there is to tell, each with what it is; `write` says how a name is written."""
    year = shown.year
    if year.best is not None:
        place, seats, day = year.best.place, year.best.seats, _day(year.best.on, t, short=painted)
        what = t("Meilleure place, {game}", game=_title(shown, year.best.game))
        yield what, t("{place} sur {seats}, {day}", place=place, seats=seats, day=day)
    if year.weekday is not None:
        games = t.plural("{n} partie", "{n} parties", year.on_weekday)
        yield (
            t("Jour préféré"),
            t("{day}, {games}", day=get_day_names(locale=t.locale)[year.weekday], games=games),
        )
    if year.run is not None:
        yield (
            t("Plus longue série"),
            t("{n} jours, dès le {day}", n=year.run.days, day=_day(year.run.since, t, short=painted)),
        )
    if shown.rating is not None and year.climb is not None:
        first, last = shown.rating
        yield (
            t("Cote, {game}", game=_title(shown, year.climb.game)),
            t("de {first} à {last}", first=first, last=last),
        )
    if shown.mine and year.company is not None:
        games = t.plural("{n} partie", "{n} parties", year.company.games)
        yield t("Le plus souvent avec"), t("{name}, {games}", name=write(shown.company), games=games)
    if year.badges:
        names = ", ".join(f"{t(one.badge.name)} {one.badge.emoji}" for one in year.badges)
        counted = painted or not shown.mine
        yield t("Badges gagnés"), str(len(year.badges)) if counted else names


def _title(shown: YearShown, game: str) -> str:
    return shown.games[game].title


def _day(day: date, t: Texts, *, short: bool) -> str:
    return format_date(day, "d MMM" if short else "d MMMM", locale=t.locale)


def _card(shown: YearShown, t: Texts) -> Sketch:
    """The card; all that is on it stands in its words, too."""
    year = shown.year
    numbers = [(str(year.played), t("Parties"))]
    if year.won:
        numbers.append((str(year.won), t("Victoires")))
    bars = tuple((_title(shown, kind.game), kind.played) for kind in year.kinds)
    facts = tuple(_facts(shown, t, lambda name: fit_name(writable(name, t("quelqu’un"))), painted=True))
    drawing = YearDrawing(str(year.number), writable(shown.name, ""), tuple(numbers), bars, facts)
    said = [*((what, number) for number, what in numbers), *bars, *facts]
    told = [t("{label} : {value}", label=what, value=value) for what, value in said]
    name = label(shown.name, _NAMED)
    alt = t("L’année {year} {name:de}.", year=str(year.number), name=name)
    return Sketch(_NAME, cut(" ".join((alt, *(f"{one}." for one in told))), ALT_TEXT), drawing, "")


def _legend(shown: YearShown, t: Texts) -> str:
    counted = t("-# Comptent les parties finies sur ce serveur à deux personnes au moins.")
    if not shown.mine:
        return counted
    private = t(
        "-# Cette page n’est que pour vous, tant que vous ne la montrez pas ; on n’y voit alors ni avec qui "
        "vous jouez, ni le nom de vos badges."
    )
    return join_lines(counted, private)


def _buttons(shown: YearShown, t: Texts) -> Iterator[Button]:
    number = str(shown.year.number)
    if not shown.mine:
        yield Button("year.mine", t("Mon année"), number)
        return
    yield Button("year.post", t("Montrer"), number)
    if shown.year.best is not None:
        yield Button(REPLAY, t("Ma meilleure partie"), "0")
