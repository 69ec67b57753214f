"""What an action would do, as previewed by the rules: the labels of buttons and lists."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.tables.sight import Sight
from bot.texts import Texts
from cogs.debacle.words import observation_of, values
from engines.core.game import Preview
from engines.debacle.board import Square
from engines.debacle.events import (
    BounceDeclined,
    CapturedDie,
    DebacleEvent,
    DoublesTaken,
    Flipped,
    Passed,
    Recovered,
    Returned,
    Rolled,
    RoundEnded,
)
from engines.debacle.model import Action, Observation

__all__ = ["outcome", "pass_words", "row_words"]


def outcome(action: Action, sight: Sight, t: Texts) -> str:
    """An action of the seat to move and its consequences, as plain text for a button or a list.

    Raises LookupError for an action that the seat to move may not do.
    """
    preview = sight.preview(action)
    if preview is None:
        raise LookupError(f"no choice of this table: {action}")
    deed: DebacleEvent = preview.events[0]
    return ", ".join((_deed_words(deed, observation_of(sight), t), *_consequences(preview, t)))


def _deed_words(deed: DebacleEvent, seen: Observation, t: Texts) -> str:
    """The action in words, made from the event that it would bring; TypeError for any other event."""
    match deed:
        case Rolled(_, origin, to, before, value):
            return t(
                "Rouler {origin}→{to} ({before}→{value})", origin=origin, to=to, before=before, value=value
            )
        case Flipped(_, at, before, value):
            return t("Flipper {at} ({before}→{value})", at=at, before=before, value=value)
        case CapturedDie(_, _, to, _, value):
            return t("Capturer {to} ({value})", to=to, value=value)
        case Returned(_, _, to):
            return t("Revenir en {to}", to=to)
        case Recovered(_, to, value):
            return t("Récupérer le {value} en {to}", value=value, to=to)
        case DoublesTaken(_, take):
            return _doubles_words(take, seen, t)
        case Passed() | BounceDeclined():
            return pass_words(seen, t)
    raise TypeError(f"no action begins with this: {deed}")


def _consequences(preview: Preview[DebacleEvent, Observation], t: Texts) -> list[str]:
    """The consequences in words: the round ends by captures, a bounce, a return to camp (B9, B5, B6)."""
    if any(isinstance(event, RoundEnded) and event.reason == "captured" for event in preview.events):
        return [t("fin de manche")]
    deed, after = preview.events[0], preview.observation
    if not isinstance(deed, Rolled | Flipped | CapturedDie):
        return []
    bounce = [t("rebond")] if isinstance(deed, CapturedDie) and after.bounce is not None else []
    return [*bounce, *([t("retour au camp")] if after.returning is not None else [])]


def _doubles_words(take: Iterable[Square], seen: Observation, t: Texts) -> str:
    """The doubles taken, row by row from the top: "rangée 6 : prendre c6 et e6 (4, 4)"."""
    cells = sorted(take, key=lambda square: (square[1], square[0]), reverse=True)
    rows = [row_words(sorted(group), seen, t) for _, group in groupby(cells, key=lambda square: square[1])]
    return " · ".join(rows)


def row_words(cells: list[Square], seen: Observation, t: Texts) -> str:
    """The dice taken of one row: "rangée 6 : prendre c6 et e6 (4, 4)"."""
    return t(
        "rangée {row} : prendre {cells} ({values})",
        row=cells[0][1],
        cells=t.list(cells),
        values=values(seen.board[cell][1] for cell in cells),
    )


def pass_words(seen: Observation, t: Texts) -> str:
    """What passing means now, as a label: giving up the bounce, or ending the turn (B2)."""
    return t("Terminer le tour") if seen.bounce is None else t("Renoncer au rebond")
