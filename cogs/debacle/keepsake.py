"""The moves of a finished game as a text file, which `python -m engines` replays."""

from __future__ import annotations

from collections.abc import Iterable

from bot.tables.proof.record import Line, Record
from bot.texts import Texts
from bot.ui.pages.page import Attachment
from engines.core.seats import DRAWN
from engines.debacle.board import COLORS, Color
from engines.debacle.model import Setup
from engines.debacle.notation import GameRecord, Happening, remarks, write_game
from engines.debacle.rules import Debacle

__all__ = ["keepsake"]

_GAME = Debacle()


def keepsake(record: Record, t: Texts) -> Attachment | None:
    """The file `debacle-<table>.txt`: an explanation, then the moves; None until a game has ended."""
    if record.setup is None:
        return None
    name = f"debacle-{record.table}.txt"
    text = remarks(_explanation(record, name, t)) + write_game(
        _game_of(record, _GAME.setups.parse(record.setup))
    )
    return Attachment(name, text.encode())


def _game_of(record: Record, setup: Setup) -> GameRecord:
    happenings = [happening for line in record.entries if (happening := _happening(line, setup)) is not None]
    return GameRecord(_first_color(record.entries, setup), tuple(happenings))


def _first_color(lines: Iterable[Line], setup: Setup) -> Color:
    """The colour that began: named by the option, or drawn (1 Red, 2 Black)."""
    if setup.options.first != DRAWN:
        return COLORS[setup.seats.index(setup.options.first)]
    (draw,) = next(line.draws for line in lines if line.kind == "begin")
    return COLORS[draw[1] - 1]


def _happening(line: Line, setup: Setup) -> Happening | None:
    """What a line of the log did to the game; None if it did nothing to it."""
    match line.kind:
        case "act":
            return _GAME.actions.parse(line.payload)
        case "expire":
            return "timeout"
        case "leave":
            return "red-leaves" if line.seat == setup.seats[0] else "black-leaves"
        case "system":
            return "agreed"
    return None


def _explanation(record: Record, name: str, t: Texts) -> str:
    return t(
        "Débâcle, table n° {table}. Rejouer : python -m engines {name}\n"
        "c2-c3 : roule de c2 en c3. c2! : flippé sur place. c2xc3 : capture. =b1 : retour au camp. +b1 : "
        "récupéré. *a6,c6 : doubles pris.\n"
        ", : renonce au rebond ou termine le tour. timeout : temps écoulé. agreed : manche arrêtée d’un "
        "commun accord. red-leaves, black-leaves : abandon.",
        table=record.table,
        name=name,
    )
