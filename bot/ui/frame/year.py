"""The page about a year of somebody on a server: a card, and the same in words."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from babel.dates import format_date, get_day_names

from bot.insight.weekly import Best, Rise, Week, Weekly
from bot.insight.years import Year
from bot.texts import N_, Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.ending import REPLAY
from bot.ui.frame.ranking import points_words
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


# The post that tells a server of its week, and the words for where and when it comes.

DAYS: Final = (
    N_("lundi"),
    N_("mardi"),
    N_("mercredi"),
    N_("jeudi"),
    N_("vendredi"),
    N_("samedi"),
    N_("dimanche"),
)
_STOP = "weekly.stop"


def weekly_page(week: Week, specs: Mapping[str, GameSpec], names: Mapping[int, str], t: Texts) -> Page:
    """What a week was: how much was played, who led in each game, whose rating rose most. It calls nobody."""
    head = t("## 📅 La semaine de jeu")
    played = t.plural(
        "{n} table classée depuis le {day}.",
        "{n} tables classées depuis le {day}.",
        week.tables,
        day=f"<t:{week.since // 1000}:D>",
    )
    known = [(specs[best.game], best) for best in week.games if best.game in specs]
    lines = [_best_line(spec, best, names, t) for spec, best in known]
    if week.rise is not None and week.rise.game in specs:
        lines.append(_rise_line(specs[week.rise.game], week.rise, names, t))
    small = t("-# Points : les adversaires devancés. Le reste est dans `/classement`.")
    return Page(0, 0, (Text(join_lines(head, played, *lines, small)), _stop(t)))


def _best_line(spec: GameSpec, best: Best, names: Mapping[int, str], t: Texts) -> str:
    game = t.plural(
        "- {emoji} **{game}** : {n} table",
        "- {emoji} **{game}** : {n} tables",
        best.tables,
        emoji=spec.emoji,
        game=spec.title,
    )
    if not best.people:
        return game
    people = t.list([f"**{_name(user_id, names, t)}**" for user_id in best.people])
    return t(
        "{game} ; en tête {people}, {points}", game=game, people=people, points=points_words(best.halves, t)
    )


def _rise_line(spec: GameSpec, rise: Rise, names: Mapping[int, str], t: Texts) -> str:
    return t(
        "- 📈 Plus belle progression : **{name}**, +{change} de cote à {game}",
        name=_name(rise.user_id, names, t),
        change=rise.change,
        game=spec.title,
    )


def _name(user_id: int, names: Mapping[int, str], t: Texts) -> str:
    return escape(names.get(user_id, t("Anonyme")))


def _stop(t: Texts) -> Row:
    return Row((Button(_STOP, t("Ne plus publier")),))


def chosen_words(weekly: Weekly | None, t: Texts) -> str:
    """Where and when a server is told of its week, or why it is not."""
    if weekly is None:
        return t("aucune")
    facts = {"channel": weekly.channel_id, "day": t(DAYS[weekly.weekday]), "hour": weekly.hour}
    when = t("<#{channel}>, {day} à {hour} h", **facts)
    if weekly.trouble is None:
        return when
    why = (
        t("je n’ai plus le droit d’écrire dans ce salon")
        if weekly.trouble == "forbidden"
        else t("ce salon n’existe plus, ou je ne le vois plus")
    )
    return t("{when} ⚠️ arrêtée : {why}", when=when, why=why)


def chosen_page(weekly: Weekly | None, t: Texts) -> Page:
    """The answer to `/classement-hebdo`: what is chosen, and how it ends."""
    head = t("**La semaine de jeu** · {chosen}", chosen=chosen_words(weekly, t))
    if weekly is None:
        rule = t("-# Pour que je la raconte une fois par semaine : `/classement-hebdo salon:#salon`.")
        return Page(0, 0, (Text(join_lines(head, rule)),))
    coming = "" if weekly.trouble else t("Prochaine fois : {time}.", time=f"<t:{weekly.next_at // 1000}:F>")
    rule = t(
        "-# Un message par semaine, s’il y a eu au moins 3 tables classées ; il ne mentionne personne, et ne "
        "nomme pas qui ne veut pas figurer aux classements."
    )
    return Page(0, 0, (Text(join_lines(head, coming, rule)), _stop(t)))
