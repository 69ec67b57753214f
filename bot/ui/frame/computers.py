"""Computers in the lobby: the page on which its host seats them, and the button that begins with some."""

from collections.abc import Sequence
from typing import Final

from bot.tables.model import Computer, Seat, Status, Table, name_of, program_called
from bot.tables.playing.seating import list_free_personas, seats_at_most, usual_level
from bot.texts import N_, Texts
from bot.ui.frame.face import Face
from bot.ui.frame.names import LEVELS, level_of, rated_name
from bot.ui.pages.escape import label
from bot.ui.pages.page import Block, Button, Choice, Page, Row, Select, Text
from players.core.player import Level

CHOICES_AT_MOST = 25
"""How many entries a list on Discord can have."""
_CHARACTERS: Final = {
    "basile": N_("Joue sans détours"),
    "octavie": N_("Bluffe et relance peu, réfléchit longtemps"),
    "gaspard": N_("Bluffe et relance beaucoup"),
    "sidonie": N_("Doute souvent"),
    "anatole": N_("Doute peu, prend tout son temps"),
    "zelie": N_("Bluffe, doute, relance, et vite"),
}
"""What to expect of each persona, by its key."""


def open_button(t: Texts) -> Button:
    """The button that opens the page on which computers are seated."""
    return Button("computer.invite", t("➕ Ordinateur"))


def begin_button(table: Table, missing: int, t: Texts) -> Button:
    """The button that begins the game; with as many computers as there are people `missing`."""
    if not missing:
        return Button("table.begin", t("Commencer"), style="primary")
    label = t.plural("Commencer avec {n} ordinateur", "Commencer avec {n} ordinateurs", missing)
    return Button("computer.fill", label, usual_level(table).value, style="primary")


def computers_page(table: Table, face: Face, may: bool, t: Texts, programs: Sequence[str] = ()) -> Page:
    """The page on which computers are seated and made to get up; `may`: whether the clicker may do so.

    `programs`: the names of those of others that may be seated.
    """
    title = t("### {emoji} {game} : ordinateurs", emoji=face.emoji, game=face.spec.title)
    blocks: list[Block] = [Text("\n".join((title, *_tell(table, may, t))))]
    if may and table.status is Status.LOBBY:
        blocks += _choices(table, face, t, programs)
    return Page(table.id, table.turn, tuple(blocks))


def read_computer(arg: str, values: Sequence[str]) -> tuple[Level, str | None] | None:
    """Which computer a button (`arg`) or a list (`values`) asks for: its level, its persona if named.

    None for what we never wrote.
    """
    level, _, persona = (values[0] if values else arg).partition(".")
    known = {each.value: each for each in Level}
    return (known[level], persona or None) if level in known else None


def _tell(table: Table, may: bool, t: Texts) -> list[str]:
    """Who is at the table, and what the clicker may do about it."""
    names = [rated_name(table, seat.name, t) for seat in _seated(table)]
    lines = [t("À la table : {names}.", names=t.list(names))] if names else []
    if table.status is not Status.LOBBY:
        return [*lines, t("La partie a commencé : plus personne ne s’assoit.")]
    if not may:
        return [*lines, t("Seul l’hôte, ou la modération, invite des ordinateurs.")]
    return [*lines, t("Un ordinateur ne voit que ce que sa place peut voir.")]


def _choices(table: Table, face: Face, t: Texts, programs: Sequence[str]) -> list[Block]:
    """A button for each level, lists of characters and programs, and one of those who may get up."""
    blocks: list[Block] = []
    if len(table.seats) < seats_at_most(face.spec.rules, table.options):
        levels = tuple(
            Button("computer.add", t("Ajouter : {level}", level=t(LEVELS[level])), level.value, "success")
            for level in Level
        )
        blocks.append(Row(levels))
        if characters := _list_characters(table, t):
            blocks.append(Select("computer.add", t("Choisir son personnage…"), characters, arg="who"))
        if guests := tuple(_offer(name, t) for name in programs):
            blocks.append(Select("computer.add", t("Choisir un programme…"), guests, arg="program"))
    if removable := tuple(
        Choice(seat.name, label(rated_name(table, seat.name, t))) for seat in _seated(table)
    ):
        blocks.append(Select("computer.remove", t("Retirer un ordinateur…"), removable[:CHOICES_AT_MOST]))
    return blocks


def _list_characters(table: Table, t: Texts) -> tuple[Choice, ...]:
    """Each persona who is not at the table yet, at each level."""
    return tuple(
        Choice(
            f"{level.value}.{persona}",
            t("{name}, {level}", name=name_of(Computer(level, persona)), level=t(LEVELS[level])),
            t(_CHARACTERS[persona]) if persona in _CHARACTERS else None,
            emoji="🤖",
        )
        for persona in list_free_personas(table)
        for level in Level
    )[:CHOICES_AT_MOST]


def _offer(name: str, t: Texts) -> Choice:
    """A program of others, as it may be chosen."""
    computer = program_called(name)
    words = t("{name}, {level}", name=name, level=level_of(computer, t))
    return Choice(f"{computer.level.value}.{computer.persona}", words, emoji="🤖")


def _seated(table: Table) -> list[Seat]:
    return [seat for seat in table.seats if seat.computer is not None]
