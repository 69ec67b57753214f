"""The lobby: the public message of a table before its game begins, or that was closed without a game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Pace, Seat, Status, Table, Tempo
from bot.tables.playing.hosting import open_to_all_at
from bot.tables.playing.seating import seats_at_most
from bot.texts import Texts
from bot.ui.frame import teams
from bot.ui.frame.autopilot import stand_in_words
from bot.ui.frame.badge import CLOSED_ACCENT, Badge, join_lines, pictured
from bot.ui.frame.callers import ask_button
from bot.ui.frame.computers import begin_button, open_button
from bot.ui.frame.decks import deck_words
from bot.ui.frame.face import Face
from bot.ui.frame.fairness import promise
from bot.ui.frame.folding import fold
from bot.ui.frame.hints import hints_words
from bot.ui.frame.names import host_name, rated_name
from bot.ui.frame.option import OptionSpec
from bot.ui.frame.options import options_page, read_choice
from bot.ui.frame.pieces import pieces_words
from bot.ui.frame.presets import name_chosen
from bot.ui.frame.rated import friendly_words
from bot.ui.frame.shelf import time_words
from bot.ui.frame.spec import GameSpec
from bot.ui.frame.teams import reach_legend, reach_mark
from bot.ui.frame.tempo import tempo_words
from bot.ui.pages.page import Button, Gap, Page, Row, Text
from bot.ui.pages.stamps import countdown, time_of_day

__all__ = ["closing_words", "lobby_page", "option_words", "options_page", "read_choice"]

ACCENT = 0x2F8F6B


def lobby_page(
    table: Table,
    face: Face,
    t: Texts,
    team: int = 1,
    least: int = 0,
    missing: int = 0,
    fewest: int | None = None,
) -> Page:
    """The public message of a table whose game has not begun.

    `team` is how many people share each seat at most, `fewest` how many it needs (as many, where that is not
    said), `least` how many seats these options need, `missing` how many computers would have to sit down so
    that the game can begin.
    """
    if table.status is Status.CLOSED:
        return _closed_page(table, face.badge, t)
    badge, spec = face.badge, face.spec
    least, most = max(least, spec.seats_min), seats_at_most(spec.rules, table.options)
    written_to = spec.greeting is not None and not table.private
    if team == 1:
        title = _title(table, _head(face, t), least, most, t)
        lines = [_seat_line(table, seat, written_to, t) for seat in table.seats]
    else:
        size = teams.Size(team if fewest is None else fewest, team)
        title = teams.title(table, _head(face, t), size, (least, most), t)
        lines = [teams.team_line(table, seat, team, written_to, t) for seat in table.seats]
    legend = reach_legend(table, t) if written_to else ""
    blocks = (
        pictured(badge, f"{title} · {time_words(spec, t)}"),
        Text(join_lines(*lines, legend)),
        Gap(),
        Text(join_lines(_settings(table, spec, t), *_small_print(table, t))),
        _buttons(table, spec, missing, t),
        *(() if team == 1 else (teams.naming_button(t),)),
        promise(table, t, dice=spec.dice),
    )
    return fold(Page(table.id, table.turn, blocks, ACCENT), t)


def option_words(
    table: Table,
    specs: Sequence[OptionSpec],
    game: GameSpec,
    t: Texts,
    usual_pace: Pace | None = None,
) -> list[str]:
    """Each option of the rules (`specs`) that can be set here, and each of the table, as "name : value".

    With the game's `usual_pace`, only what differs from the usual settings.
    """
    words = [
        t("{option} : {value}", option=spec.label, value=_value(table, spec))
        for spec in specs
        if (spec.locked is None or table.options.get(spec.name))
        and (usual_pace is None or table.options.get(spec.name, _usual(spec)) != _usual(spec))
    ]
    if table.manners.pace is not usual_pace:
        words.append(pace_words(table.manners.pace, t))
    if table.manners.tempo is not Tempo.BRISK:
        words.append(tempo_words(table.manners.tempo, t))
    words += deck_words(table, game.decks, game.themes, t)
    if table.manners.accessible:
        words.append(t("Temps doublé"))
    if table.manners.by_word:
        words.append(t("Le tour finit par « Terminer le tour »"))
    if table.manners.stand_in:
        words.append(stand_in_words(t))
    if table.manners.hints is not None:
        words.append(hints_words(table.manners.hints, t))
    if table.manners.at_once:
        words.append(pieces_words(t))
    if table.manners.friendly:
        words.append(friendly_words(t))
    if table.manners.thread:
        words.append(t("Dans un fil à part"))
    return words


def closing_words(table: Table, t: Texts) -> str:
    """Why a table was closed before its game began, and how to open another one."""
    why = {
        "idle": t("Rien ne s’est passé depuis 30 minutes : la table s’est fermée toute seule."),
        "empty": t("Tout le monde est parti : la table s’est fermée."),
        "stopped": t("La table a été fermée avant le début."),
        "abandoned": t("Personne n’est venu depuis deux semaines : la table s’est fermée."),
        "operator": t("La personne qui s’occupe du bot a fermé cette table."),
        "restored": t("Une sauvegarde a été remise en place : cette table ne pouvait pas continuer."),
    }.get(table.end.why or "", t("La table est fermée."))
    again = t("Pour en ouvrir une autre : `/{command} start`.", command=table.game)
    return f"{why} {again}"


def pace_words(pace: Pace, t: Texts) -> str:
    """The pace of a table as its lobby says it."""
    if pace.days is not None:
        return t.plural("Rythme : {n} jour par tour", "Rythme : {n} jours par tour", pace.days)
    return t("Rythme : détente (sans limite de temps)") if pace is Pace.RELAXED else t("Rythme : vif")


def _head(face: Face, t: Texts) -> str:
    """The game, and what people do in it."""
    head = t("## {game} : la table est ouverte", game=face.badge.name)
    return f"{head}\n{t(face.spec.about)}"


def _title(table: Table, head: str, least: int, most: int, t: Texts) -> str:
    host = None if table.private else host_name(table)
    taken = sum(seat.confirmed for seat in table.seats)
    seats = t.plural("{n} place prise", "{n} places prises", taken)
    room = (
        t("à {n} personnes", n=most)
        if least == most
        else t("de {least} à {most} personnes", least=least, most=most)
    )
    if host is None:
        return f"{head}\n{seats} · {room}"
    return "\n".join((head, t("Hôte : **{host}**", host=host) + f" · {seats} · {room}"))


def _seat_line(table: Table, seat: Seat, written_to: bool, t: Texts) -> str:
    name = rated_name(table, seat.name, t)
    if not seat.confirmed:
        return t("- *{name}* · place réservée : appuyer sur Rejoindre pour confirmer", name=name)
    marks = "" if seat.by_computer else " ".join(reach_mark(person) for person in seat.people)
    return f"- **{name}** {marks}" if written_to and marks else f"- **{name}**"


def _settings(table: Table, spec: GameSpec, t: Texts) -> str:
    specs = spec.offer_options(table, t, frozenset())
    words = option_words(table, specs, spec, t, spec.paces[0])
    if named := name_chosen(spec.presets, table, spec.facts, t):
        words.insert(0, named)
    return t("**Réglages** · {options}", options=" · ".join(words)) if words else t("Réglages habituels")


def _usual(spec: OptionSpec) -> str | int | bool | None:
    return spec.choices[0].value


def _value(table: Table, spec: OptionSpec) -> str:
    value = table.options.get(spec.name, _usual(spec))
    for choice in spec.choices:
        if choice.value == value and type(choice.value) is type(value):
            return choice.label
    return str(value)


def _small_print(table: Table, t: Texts) -> list[str]:
    lines = []
    if table.alarm is not None:
        closing = t("Sans mouvement, la table se ferme {time}.", time=countdown(table.alarm.at))
        lines.append(f"-# {closing}")
        if sum(not seat.by_computer for seat in table.seats) > 1:
            begins = t(
                "Si l’hôte tarde, chacun à la table peut commencer à partir de {time}.",
                time=time_of_day(open_to_all_at(table)),
            )
            lines.append(f"-# {begins}")
    return lines


def _buttons(table: Table, spec: GameSpec, missing: int, t: Texts) -> Row:
    """What can be done in a lobby; in private messages nobody else can come."""
    join = () if table.private else (Button("table.join", t("Rejoindre"), style="success"),)
    most = seats_at_most(spec.rules, table.options)
    room = len(table.seats) < most or any(seat.by_computer for seat in table.seats)
    more = (open_button(t),) if room else ()
    return Row(
        (
            *join,
            Button("table.quit", t("Quitter")),
            begin_button(table, missing, t),
            *more,
            Button("table.options", t("Options"), rare=True),
            *(() if table.private else (ask_button(t),)),
            Button("game.rules", t("Règles"), rare=True),
        )
    )


def _closed_page(table: Table, badge: Badge, t: Texts) -> Page:
    head = t("## {emoji} {game} : table fermée", emoji=badge.emoji, game=badge.title)
    return Page(table.id, table.turn, (Text(f"{head}\n{closing_words(table, t)}"),), CLOSED_ACCENT)
