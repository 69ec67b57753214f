"""The options panel: lists in which the host sets options, a few on each page. Only the clicker sees it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from bot.tables.errors import Denied
from bot.tables.model import Pace, Status, Table
from bot.texts import Texts
from bot.ui.frame.autopilot import stand_in_option
from bot.ui.frame.face import Face
from bot.ui.frame.hints import hints_option
from bot.ui.frame.names import plain_name
from bot.ui.frame.option import OptionChoice, OptionSpec
from bot.ui.frame.pieces import pieces_option
from bot.ui.frame.presets import PRESET, find_chosen
from bot.ui.frame.rated import friendly_option
from bot.ui.frame.spec import GameSpec
from bot.ui.frame.teams import people_choices
from bot.ui.frame.tempo import tempo_option, turns_option
from bot.ui.pages.page import Block, Button, Choice, Page, Row, Select, Text

__all__ = ["options_page", "read_choice"]

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
