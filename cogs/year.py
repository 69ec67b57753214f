"""A year of somebody on a server: `/annee`, a card that they may show."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from babel.dates import format_date, get_day_names
from discord import app_commands
from discord.ext.commands import AutoShardedBot
from PIL import Image, ImageDraw

from bot.insight.ladders import Asked
from bot.insight.years import Year
from bot.tables.evenings.dates import zone_of
from bot.tables.model import Denied
from bot.texts import N_, Texts, texts_for
from bot.ui.clicks.click import Click, language_here
from bot.ui.clicks.house import House, Interaction
from bot.ui.frame.ending import REPLAY
from bot.ui.frame.header import join_lines
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.escape import escape, label
from bot.ui.pages.lettering import shorten, writable, write
from bot.ui.pages.limits import ALT_TEXT, cut
from bot.ui.pages.page import Block, Button, Gap, Page, Row, Sketch, Text
from bot.ui.pages.sprites import RGB, webp
from bot.ui.wire.commands import called
from bot.ui.wire.responder import Responder
from cogs.common.last_game import played_games
from cogs.rankings.profile import shelves_of

# `/annee`: a year of whoever asks on this server, as a card that they may show.

_FIRST, _LAST = 2015, 2999
"""Years that can be asked for: Discord is as old as that."""
_YEARS = app_commands.Range[int, _FIRST, _LAST]


def plug(bot: AutoShardedBot, house: House) -> None:
    """Add `/annee`."""
    bot.tree.add_command(year_command(house))


def year_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command that shows a year; its buttons are answered, too."""
    years = _Years(house)

    async def annee(interaction: Interaction, number: _YEARS | None = None) -> None:
        await house.answer(interaction, lambda responder: years.begin(responder, number))

    for described in (
        app_commands.rename(number=N_("annee")),
        app_commands.describe(number=N_("L’année ; sinon, celle-ci")),
        app_commands.guild_only(),
    ):
        described(annee)
    said = N_("Votre année de jeu sur ce serveur, en une image")
    extras = called(fr="année", en="year")
    return app_commands.Command(name="annee", description=said, callback=annee, extras=extras)


class _Years:
    """Shows years: always those of whoever asks or presses."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._games = {spec.name: spec for spec in played_games(house)}
        house.router.register("year", {"mine": self._mine, "post": self._post})

    async def begin(self, responder: Responder, number: int | None) -> None:
        """Show a year; this one, where none was named."""
        self._house.refuse_blocked(responder.interaction)
        await responder.show(await self._page(responder, number, responder.texts, mine=True), "year")

    async def _mine(self, click: Click) -> None:
        """Show whoever presses their own of the same year."""
        self._house.refuse_blocked(click.responder.interaction)
        page = await self._page(click.responder, _read(click), click.responder.texts, mine=True)
        await click.responder.show(page, "year")

    async def _post(self, click: Click) -> None:
        """Show everybody the year of whoever presses, in the server's language."""
        interaction = click.responder.interaction
        self._house.refuse_blocked(interaction)
        settings = await self._house.servers.server(interaction.guild_id or 0)
        texts = texts_for(str(settings.get("locale") or language_here(interaction)))
        if (
            await click.responder.post(await self._page(click.responder, _read(click), texts, mine=False))
            is None
        ):
            said = click.responder.texts("Je n’ai pas pu le montrer à temps : appuyez encore une fois.")
            await click.responder.say(said)

    async def _page(self, responder: Responder, number: int | None, t: Texts, *, mine: bool) -> Page:
        """The page of a year, as it stands now."""
        house, user, guild_id = self._house, responder.interaction.user, responder.interaction.guild_id or 0
        zone = zone_of((await house.servers.server(guild_id)).get("zone"))
        if number is None:
            number = responder.interaction.created_at.astimezone(zone).year
        asked = {name: Asked(guild_id, name, spec.chance) for name, spec in self._games.items()}
        shelves = shelves_of(tuple(self._games.values()))
        year, rating = await house.insight.profiles.year(asked, user.id, number, zone, shelves)
        other = 0 if year.company is None else year.company.user_id
        names = await house.insight.ladders.names(guild_id, (user.id, other))
        name, company = (names.get(one, t("Anonyme")) for one in (user.id, other))
        return year_page(YearShown(year, self._games, rating, name, company, mine), t)


def _read(click: Click) -> int:
    """Which year a button means. Raises Denied "stale" for what is none."""
    number = click.target.arg
    if not (number.isascii() and number.isdigit() and _FIRST <= int(number) <= _LAST):
        raise Denied("stale")
    return int(number)


# The page about a year of somebody on a server: a card, and the same in words.

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


# The card of a year: a few large numbers, a bar for each game, and short facts in two columns.

WIDTH = 800
_PAPER: RGB = (250, 246, 236)
_INK: RGB = (38, 32, 28)
_PALE: RGB = (96, 88, 80)
_GRID: RGB = (214, 206, 190)
_EDGE, _MIDDLE = 36, 412
_HEAD, _BODY = 96, 128
_YEAR, _HEAD_SIZE, _HUGE, _SMALL = 56, 34, 72, 23
LARGE = 30
_BESIDE = 170
"""Pixels from one large number to the next."""
_ROW, _CELL = 42, 82
"""How high a game's bar and a fact are, with what is left free below."""
_LABEL, _BAR = 150, 140
"""How long a game's name and the longest bar may be."""
_NUMBERS = 134
"""How high the large numbers are."""
ROOM = 360
"""How long a fact may be."""
_NAME_ROOM = 176
"""How long a name in it may be, so that a number has room behind it."""


@dataclass(frozen=True, slots=True)
class YearDrawing:
    """What stands on it: the year, whose it is, (number, what of), (game, how often), (fact, value)."""

    year: str
    name: str
    numbers: tuple[tuple[str, str], ...]
    bars: tuple[tuple[str, int], ...]
    facts: tuple[tuple[str, str], ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return WIDTH, self._facts_from + _CELL * (-(-len(self.facts) // 2)) + 8

    @property
    def _facts_from(self) -> int:
        return _BODY + max(_NUMBERS, _ROW * len(self.bars)) + 20

    def paint(self) -> bytes:
        """Paint it: a WebP file of `size`."""
        picture = Image.new("RGB", self.size, _PAPER)
        pen = ImageDraw.Draw(picture)
        room = WIDTH - 3 * _EDGE - 150
        write(picture, _EDGE, _HEAD / 2, shorten(self.name, _HEAD_SIZE, room), _HEAD_SIZE, _INK, anchor="lm")
        write(picture, WIDTH - _EDGE, _HEAD / 2, self.year, _YEAR, _INK, anchor="rm")
        pen.line((_EDGE, _HEAD, WIDTH - _EDGE, _HEAD), _INK, 3)
        for place, (number, what) in enumerate(self.numbers):
            x = _EDGE + _BESIDE * place
            write(picture, x, _BODY + 36, shorten(number, _HUGE, _BESIDE), _HUGE, _INK, anchor="lm")
            write(picture, x, _BODY + 100, what, _SMALL, _PALE, anchor="lm")
        _draw_bars(picture, pen, self.bars)
        if self.facts:
            pen.line((_EDGE, self._facts_from - 12, WIDTH - _EDGE, self._facts_from - 12), _GRID, 2)
        for place, (what, value) in enumerate(self.facts):
            x, y = (_EDGE, _MIDDLE)[place % 2], self._facts_from + _CELL * (place // 2)
            write(picture, x, y + 18, shorten(what, _SMALL, ROOM), _SMALL, _PALE, anchor="lm", bold=False)
            write(picture, x, y + 50, shorten(value, LARGE, ROOM), LARGE, _INK, anchor="lm")
        return webp(picture)


def fit_name(name: str) -> str:
    """As much of a name as has room in a fact, before a number."""
    return shorten(name, LARGE, _NAME_ROOM)


def _draw_bars(picture: Image.Image, pen: ImageDraw.ImageDraw, bars: Sequence[tuple[str, int]]) -> None:
    most = max((number for _, number in bars), default=1)
    for place, (name, number) in enumerate(bars):
        y, x = _BODY + _ROW * place + _ROW // 2 - 6, _MIDDLE + _LABEL
        long = max(6, round(_BAR * number / most))
        write(picture, _MIDDLE, y, shorten(name, _SMALL, _LABEL - 10), _SMALL, _INK, anchor="lm", bold=False)
        pen.rectangle((x, y - 12, x + long, y + 12), _PALE, _INK)
        write(picture, x + long + 10, y, str(number), _SMALL, _INK, anchor="lm")
