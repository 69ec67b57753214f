"""The lobby: the public message of a table before its game begins, or that was closed without a game."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from bot.tables.model import Denied, Pace, Seat, Status, Table, Tempo
from bot.tables.playing.conditions import open_to_all_at
from bot.tables.playing.seating import seats_at_most
from bot.texts import Texts
from bot.ui.frame import teams
from bot.ui.frame.badge import CLOSED_ACCENT, Badge, join_lines, pictured
from bot.ui.frame.computers import begin_button, open_button
from bot.ui.frame.decks import deck_words
from bot.ui.frame.drawn import stand_in_option, stand_in_words
from bot.ui.frame.ending import friendly_option, friendly_words
from bot.ui.frame.face import Face
from bot.ui.frame.folding import fold
from bot.ui.frame.hints import hints_option, hints_words
from bot.ui.frame.names import host_name, plain_name, rated_name
from bot.ui.frame.option import (
    PRESET,
    OptionChoice,
    OptionSpec,
    find_chosen,
    name_chosen,
    pieces_option,
    pieces_words,
    tempo_option,
    tempo_words,
    turns_option,
)
from bot.ui.frame.shelf import time_words
from bot.ui.frame.spec import GameSpec
from bot.ui.frame.teams import people_choices, reach_legend, reach_mark
from bot.ui.frame.verdicts import promise
from bot.ui.pages.page import Block, Button, Choice, Gap, Page, Row, Select, Text, countdown, time_of_day

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
            *(() if table.private else (Button("calls.ask", t("Prévenez-moi…"), rare=True),)),
            Button("game.rules", t("Règles"), rare=True),
        )
    )


def _closed_page(table: Table, badge: Badge, t: Texts) -> Page:
    head = t("## {emoji} {game} : table fermée", emoji=badge.emoji, game=badge.title)
    return Page(table.id, table.turn, (Text(f"{head}\n{closing_words(table, t)}"),), CLOSED_ACCENT)


# The options panel: lists in which the host sets options, a few on each page. Only the clicker sees it.

LISTS_ON_A_PAGE = 6
REMOVE = "remove"


def options_page(
    table: Table,
    face: Face,
    specs: Sequence[OptionSpec],
    may: bool,
    arg: str,
    t: Texts,
    team: int = 1,
    moderator: bool = False,
    settings: Sequence[str] = (),
) -> Page:
    """One page of the panel; `arg` is the number of the page (from 0), or the name of an option on it.

    `may`: whether the clicker is allowed to change anything; if not, there is no list. Once the game has
    begun, seats can only be removed: one that is awaited by the host, any by a moderator. `team` is how many
    people share each seat. `settings` are all settings in words, for who cannot change them.
    """
    title = Text(t("### {emoji} {game} : options de la table", emoji=face.emoji, game=face.spec.title))
    told = Text(_explain(table, specs, may, moderator, t))
    if not may or table.status is Status.CLOSED:
        listed = [Text("\n".join(f"- {words}" for words in settings))] if settings else []
        return Page(table.id, table.turn, (title, *listed, told))
    lists = _make_lists(table, face, specs, t)
    if removable := _list_removable(table, team, moderator, t):
        lists.append(Select("table.remove", t("Retirer quelqu’un"), removable, arg=REMOVE))
    pages = [lists[i : i + LISTS_ON_A_PAGE] for i in range(0, len(lists), LISTS_ON_A_PAGE)]
    number = _page_of(pages, arg)
    blocks: list[Block] = [title, told]
    for select in pages[number] if pages else ():
        if any(choice.chosen for choice in select.choices):  # else the list itself still shows its name
            blocks.append(Text(f"**{select.placeholder}**"))
        blocks.append(select)
    if len(pages) > 1:
        blocks.append(_page_buttons(number, len(pages), t))
    return Page(table.id, table.turn, tuple(blocks))


def read_choice(specs: Sequence[OptionSpec], name: str, values: Sequence[str]) -> tuple[str, Any]:
    """Read a choice in the list of the option `name`; returns this name and the chosen value.

    Raises Denied "bad_option" or "option_locked".
    """
    of_some_games = (pieces_option(str), turns_option(str), hints_option(str))
    for spec in (*specs, *_table_specs(tuple(Pace), str), *of_some_games):
        if spec.name != name:
            continue
        if spec.several:
            return name, _read_several(spec, values)
        for choice in spec.choices:
            if values and _encode(choice) == values[0]:
                if spec.locked is not None and choice is not spec.choices[0]:
                    raise Denied("option_locked", option=spec.label)
                return name, choice.value
        raise Denied("bad_option", option=spec.label)
    raise Denied("bad_option")


def _read_several(spec: OptionSpec, values: Sequence[str]) -> list[Any]:
    """The values of a list of which any number may be chosen; Denied "bad_option" for one it has not."""
    chosen = [choice.value for choice in spec.choices if _encode(choice) in values]
    if len(chosen) != len(set(values)):
        raise Denied("bad_option", option=spec.label)
    return [] if len(chosen) == len(spec.choices) else chosen


def _explain(table: Table, specs: Sequence[OptionSpec], may: bool, moderator: bool, t: Texts) -> str:
    if not may:
        return t("Seul l’hôte, ou la modération, change les options.")
    if table.status is not Status.LOBBY and moderator:
        return t("La partie a commencé : on peut seulement retirer quelqu’un.")
    if table.status is not Status.LOBBY:
        return t("La partie a commencé : on peut seulement retirer la personne attendue.")
    locked = [
        "-# " + t("{option} : {value}", option=spec.label, value=spec.locked)
        for spec in specs
        if spec.locked is not None
    ]
    return "\n".join([t("Les changements s’appliquent tout de suite."), *locked])


def _make_lists(table: Table, face: Face, specs: Sequence[OptionSpec], t: Texts) -> list[Select]:
    lists: list[Select] = []
    if table.status is Status.LOBBY:
        spec = face.spec
        preset = find_chosen(spec.presets, table, spec.facts)
        now = {**table.options, **asdict(table.manners), PRESET: preset}
        pieces = (pieces_option(t),) if spec.in_pieces else ()
        turns = (turns_option(t),) if spec.rules.drafts else ()
        hints = (hints_option(t),) if face.gives_hints else ()
        useless = _find_useless(table, spec)
        usual = [each for each in _table_specs(spec.paces, t) if each.name not in useless]
        own = (*usual, *turns, *pieces, *hints)
        possible = (each for each in specs if not table.private or _suits_one(each, table, face))
        lists = [_make_list(each, now, t) for each in (*possible, *own) if each.locked is None]
    return lists


def _find_useless(table: Table, spec: GameSpec) -> set[str]:
    """The table's options that change nothing here: in private messages, in a game that is never rated."""
    useless = {"thread", "friendly"} if table.private else set()
    return useless if spec.rules.rated else {*useless, "friendly"}


def _suits_one(option: OptionSpec, table: Table, face: Face) -> bool:
    """Whether nobody has to share a seat, whatever is chosen; what would be wrong already can be changed."""
    size = face.spec.rules.people_a_seat
    if size(table.options) > 1:
        return True
    return all(size({**table.options, option.name: choice.value}) == 1 for choice in option.choices)


def _list_removable(table: Table, team: int, moderator: bool, t: Texts) -> tuple[Choice, ...]:
    """List who may be removed: people of teams in the lobby, else seats; the host only by a moderator."""
    if team > 1 and table.status is Status.LOBBY:
        return people_choices(table, t)
    seats = [seat for seat in table.seats if not seat.left]
    names = [seat.name for seat in seats if moderator or not seat.holds(table.host_id or 0)]
    return tuple(Choice(name, plain_name(table, name, t)) for name in names)


def _table_specs(paces: tuple[Pace, ...], t: Callable[[str], str]) -> tuple[OptionSpec, ...]:
    """The options that every game's table has; the first value of each is the default."""
    named = {
        Pace.BRISK: t("Vif : un temps limité pour chaque décision"),
        Pace.RELAXED: t("Détente : sans limite de temps"),
        Pace.DAY: t("Par correspondance : 1 jour par tour"),
        Pace.THREE_DAYS: t("Par correspondance : 3 jours par tour"),
        Pace.WEEK: t("Par correspondance : 7 jours par tour"),
    }
    return (
        OptionSpec("pace", t("Rythme"), tuple(OptionChoice(pace.value, named[pace]) for pace in paces)),
        tempo_option(t),
        stand_in_option(t),
        OptionSpec(
            "accessible",
            t("Temps doublé"),
            (
                OptionChoice(False, t("Temps habituel")),
                OptionChoice(True, t("Deux fois plus de temps pour tout le monde")),
            ),
        ),
        OptionSpec(
            "thread",
            t("Fil de discussion"),
            (
                OptionChoice(False, t("Jouer dans ce salon")),
                OptionChoice(True, t("Ouvrir un fil pour la table")),
            ),
        ),
        friendly_option(t),
    )


def _make_list(spec: OptionSpec, now: dict[str, Any], t: Texts) -> Select:
    if spec.several:
        return _make_long_list(spec, now.get(spec.name) or (), t)
    value = now.get(spec.name, spec.choices[0].value)
    choices = tuple(
        Choice(
            _encode(choice),
            choice.label,
            choice.hint,
            chosen=_encode(choice) == json.dumps(value, ensure_ascii=False),
        )
        for choice in spec.choices
    )
    return Select("table.option", spec.label, choices, arg=spec.name)


def _make_long_list(spec: OptionSpec, values: Sequence[Any], t: Texts) -> Select:
    """A list of which nothing is ticked while all count: who wants two of them ticks two."""
    choices = tuple(
        Choice(_encode(choice), choice.label, choice.hint, chosen=choice.value in values)
        for choice in spec.choices
    )
    named = spec.label if values else t("{option} : tous", option=spec.label)
    return Select("table.option", named, choices, arg=spec.name, least=0, most=len(choices))


def _encode(choice: OptionChoice) -> str:
    """Write a choice's value as JSON, because 1, "1" and true are different values."""
    return json.dumps(choice.value, ensure_ascii=False)


def _page_of(pages: Sequence[Sequence[Select]], arg: str) -> int:
    if arg.isdecimal():
        return min(int(arg), max(len(pages) - 1, 0))
    return next((n for n, page in enumerate(pages) if any(select.arg == arg for select in page)), 0)


def _page_buttons(number: int, pages: int, t: Texts) -> Row:
    return Row(
        tuple(
            Button("table.options", t("Page {n}", n=n + 1), arg=str(n), disabled=n == number)
            for n in range(pages)
        )
    )
