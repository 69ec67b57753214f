"""What every table says at the end of a game: who has won, who came where, and what can be done next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from bot.tables.model import Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.page import Block, Button, Link, Row, Text
from engines.core.game import Place

__all__ = [
    "REPLAY",
    "Standing",
    "closing_blocks",
    "list_places",
    "moments_words",
    "no_winner_line",
    "own_place",
    "podium_words",
    "ranking_words",
    "winners_line",
]


REPLAY: Final = "past.open"
"""Opens a table's first step, or the one that its argument names (see bot.ui.frame.past)."""
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a seat came in: the number of its place, its `name` in markdown, and what is said of it.

    The first of the `notes` is what it has scored.
    """

    number: int
    seat: str
    name: str
    notes: tuple[str, ...]


def winners_line(table: Table, names: Callable[[Iterable[str]], str], t: Texts) -> str:
    """The sentence that says who has won, or why nobody has; `names` puts seats in words."""
    if not table.end.winners:
        return no_winner_line(table, t)
    return t("🏆 {names} {names:gagne|gagnent} la partie !", names=names(table.end.winners))


def no_winner_line(table: Table, t: Texts) -> str:
    """The sentence that says why nobody has won."""
    return {
        "empty": t("Plus personne ne jouait : la table s’est fermée, personne ne gagne."),
        "stopped": t("La table a été arrêtée avant la fin : personne ne gagne."),
        "abandoned": t("Personne n’a joué depuis deux semaines : la table s’est fermée, personne ne gagne."),
        "operator": t(
            "La personne qui s’occupe du bot a fermé cette table avant la fin : personne ne gagne."
        ),
        "restored": t(
            "Une sauvegarde a été remise en place, et la partie ne pouvait pas continuer : personne ne gagne."
        ),
    }.get(table.end.why or "", t("La partie est finie : personne ne gagne."))


def list_places(
    places: Iterable[Place], name: Callable[[str], str], notes: Callable[[str], Iterable[str]]
) -> tuple[Standing, ...]:
    """The seats from first to last, each with `name(seat)` and all of `notes(seat)`, its score first."""
    return tuple(
        Standing(place.number, seat, name(seat), tuple(notes(seat)))
        for place in places
        for seat in place.seats
    )


def ranking_words(ranking: Iterable[Standing], t: Texts) -> str:
    """The seats from first to last, a line each."""
    lines = (f"`{one.number:>2}` " + " · ".join((one.name, *one.notes)) for one in ranking)
    return "\n".join((t("**Classement**"), *lines))


def podium_words(ranking: Iterable[Standing]) -> str:
    """The seats that came in first, second and third, a line each."""
    lines = (
        f"{_MEDALS[one.number]} " + " · ".join((one.name, *one.notes))
        for one in ranking
        if one.number in _MEDALS
    )
    return "\n".join(lines)


def own_place(sight: Sight, t: Texts) -> str:
    """The line with the place of the seat that looks; "" without a seat, or if nobody has won."""
    place = next((place for place in sight.places if sight.seat in place.seats), None)
    if place is None or not sight.table.end.winners:
        return ""
    seats = sum(len(each.seats) for each in sight.places)
    if len(place.seats) > 1:
        return t("Votre place : {n} sur {most}, à égalité.", n=place.number, most=seats)
    return t("Votre place : {n} sur {most}.", n=place.number, most=seats)


def moments_words(lines: Iterable[str], t: Texts) -> str:
    """The moments of a game, a line each."""
    return "\n".join((t("**Les grands moments**"), *lines))


def closing_blocks(table: Table, t: Texts, rematch: str, *others: Button | Link) -> tuple[Block, ...]:
    """The last buttons of a board: rematch (or the way to it, its address), the replay, and others."""
    others = (Button(REPLAY, t("Revoir")), *others)
    if table.end.rematch_id is None:
        return (Row((Button("table.rematch", t("Revanche"), style="success"), *others)),)
    way = (Link(t("Aller à la revanche"), rematch),) if rematch else ()
    return (Text(t("🔁 La revanche est ouverte.")), Row((*way, *others)))
