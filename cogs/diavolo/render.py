"""The parts of Diavolo's board: the throw, its order, and everybody's gems."""

from __future__ import annotations

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import seat_list
from bot.ui.pages.page import Sketch
from cogs.diavolo.controls import is_waiting
from cogs.diavolo.picture import sketch
from cogs.diavolo.words import Voice, layout_seed, observation_of, order_name
from engines.diavolo.model import Observation

__all__ = ["gems_list", "order_line", "sketch_throw"]


def sketch_throw(sight: Sight, t: Texts) -> Sketch | None:
    """The picture of the throw, for learners first with the Order die alone (D10); None before the roll."""
    seen = observation_of(sight)
    if seen.dice is None:
        return None
    seed = layout_seed(sight.table.id, seen.round)
    return sketch(seen.dice, t, seed, order_only=seen.order_first and is_waiting(sight))


def order_line(seen: Observation, t: Texts) -> str:
    """A heading that says what the Order die asks for."""
    order = order_name(seen.dice.order, t) if seen.dice else ""
    return "### " + t("Ordre : {order}", order=order)


def gems_list(seen: Observation, voice: Voice) -> str:
    """The players in table order with their gems; words repeat what signs say."""
    return seat_list(voice.t("**Gemmes**"), [_seat(seat, seen, voice) for seat in seen.seats])


def _seat(seat: str, seen: Observation, voice: Voice) -> str:
    t, gems = voice.t, seen.gems[seat]
    mark, notes = "◽", []
    if seat in seen.gone:
        mark, notes = "🚪", [t("a quitté la table")]
    elif not gems:
        mark, notes = "💀", [t("hors jeu")]
    elif seat == seen.roller and seen.phase == "roll":
        mark, notes = "🎲", [t("lance")]
    if seen.missed[seat] and gems:
        notes.append(t.plural("{n} absence", "{n} absences de suite", seen.missed[seat]))
    return " · ".join((f"{mark} {voice.listed(seat)} · 💎 {gems}", *notes))
