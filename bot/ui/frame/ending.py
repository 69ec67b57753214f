"""How a game ended, as every table tells it: who has won, who came where, and what can be done next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.tables.model import Table
from bot.texts import Texts
from bot.ui.pages.page import Block, Button, Link, Row, Text

__all__ = ["Rank", "afterwards", "nobody_wins", "places", "winners"]

Rank = tuple[int, ...]
"""What a seat is sorted by, the least first; equal ranks share a place."""


def winners(table: Table, names: Callable[[Iterable[str]], str], t: Texts) -> str:
    """Who has won, or why nobody has; `names` lists seats."""
    if not table.winners:
        return nobody_wins(table, t)
    return t.plural(
        "🏆 {names} gagne la partie !",
        "🏆 {names} gagnent la partie !",
        len(table.winners),
        names=names(table.winners),
    )


def nobody_wins(table: Table, t: Texts) -> str:
    """Why nobody has won."""
    return {
        "stopped": t("La table a été arrêtée avant la fin : personne ne gagne."),
        "abandoned": t(
            "Plus personne n’a joué depuis deux semaines : la table s’est fermée, personne ne gagne."
        ),
        "operator": t("Qui s’occupe du bot a fermé cette table avant la fin : personne ne gagne."),
        "restored": t(
            "Une sauvegarde a été remise en place, et la partie ne pouvait pas continuer : personne ne gagne."
        ),
    }.get(table.ending or "", t("La partie est finie : personne ne gagne."))


def places(
    seats: Iterable[str],
    rank: Callable[[str], Rank],
    name: Callable[[str], str],
    notes: Callable[[str], Sequence[str]],
    t: Texts,
) -> str:
    """The seats from first to last, each with its place, its name and what there is to say of it."""
    lines = [t("**Classement**")]
    place, before = 0, None
    for number, seat in enumerate(sorted(seats, key=rank), start=1):
        if (own := rank(seat)) != before:
            place, before = number, own
        lines.append(f"`{place:>2}` " + " · ".join((name(seat), *notes(seat))))
    return "\n".join(lines)


def afterwards(table: Table, t: Texts, *others: Button | Link) -> tuple[Block, ...]:
    """The last buttons of a board: the rematch while nobody has opened it, the rules, and the game's own."""
    buttons = (Button("game.rules", t("Règles")), *others)
    if table.rematch_id is None:
        return (Row((Button("table.rematch", t("Revanche"), style="success"), *buttons)),)
    said = t("🔁 La revanche est ouverte : cherchez la nouvelle table dans ce salon.")
    return (Text(said), Row(buttons))
