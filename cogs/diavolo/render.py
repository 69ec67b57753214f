"""The board of Diavolo: the public message, with the picture of the throw while pawns are grabbed."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.ending import afterwards
from bot.ui.frame.fairness import proof
from bot.ui.pages.page import Block, Gap, Page, Sketch, Text
from bot.ui.pages.stamps import paused, time_left
from cogs.diavolo.controls import public_controls, waits
from cogs.diavolo.ending import outcome, ranking
from cogs.diavolo.picture import sketch
from cogs.diavolo.story import tell
from cogs.diavolo.words import EMOJI, Voice, layout_seed, observed, order_name
from engines.diavolo.model import Observation

__all__ = ["ACCENT", "TITLE", "board", "throw_shown"]

TITLE = "Diavolo"
ACCENT = 0xB3202A
CLOSED_ACCENT = 0x6B6B70


def board(sight: Sight, t: Texts) -> Page:
    """The public message of a running, paused or ended game. `sight` must be the channel's."""
    seen = observed(sight)
    voice = Voice(sight.table, t)
    if sight.table.status is Status.CLOSED:
        return _ended(sight, seen, voice)
    if sight.table.status is Status.PAUSED:
        blocks: list[Block] = [Text(f"{_head(seen, t)}\n{paused(sight.table, t)}"), Text(_gems(seen, voice))]
    elif seen.phase == "grab":
        blocks = _grabbing(sight, seen, voice)
    else:
        blocks = _rolling(sight, seen, voice)
    return Page(sight.table.id, sight.drawn, (*blocks, *public_controls(sight, t)), ACCENT)


def _head(seen: Observation, t: Texts) -> str:
    """The title, with the round."""
    return f"## {EMOJI} {TITLE} · " + t("manche {n}", n=seen.round)


def throw_shown(sight: Sight, t: Texts) -> Sketch | None:
    """The throw as it may be seen now: for learners the Order die comes first (D10). None before it."""
    seen = observed(sight)
    if seen.dice is None:
        return None
    seed = layout_seed(sight.table.id, seen.round)
    return sketch(seen.dice, t, seed, order_only=seen.order_first and waits(sight))


def _order_line(seen: Observation, t: Texts) -> str:
    """What the Order die asks for, large, in words."""
    order = order_name(seen.dice.order, t) if seen.dice else ""
    return "### " + t("Ordre : {order}", order=order)


def _rolling(sight: Sight, seen: Observation, voice: Voice) -> list[Block]:
    t = voice.t
    lines = [
        _head(seen, t),
        t("🎲 {name} lance les dés.", name=voice.name(seen.roller)),
        time_left(sight.table, t),
    ]
    blocks: list[Block] = [Text("\n".join(line for line in lines if line))]
    story = tell(sight, voice)
    if story:
        blocks += (Gap(), Text(story), Gap())
    return [*blocks, Text(_gems(seen, voice))]


def _grabbing(sight: Sight, seen: Observation, voice: Voice) -> list[Block]:
    t = voice.t
    picture = throw_shown(sight, t)
    blocks: list[Block] = [Text(_head(seen, t)), *((picture,) if picture else ())]
    if waits(sight):
        read = t("Lisez bien l’ordre : les dés arrivent…")
        blocks.append(Text(f"{_order_line(seen, t)}\n{read}"))
    else:
        call = t("Prenez un diablotin de la bonne couleur. En cas d’égalité : le gris !")
        lines = (_order_line(seen, t), call, time_left(sight.table, t))
        blocks.append(Text("\n".join(line for line in lines if line)))
    story = tell(sight, voice)
    if story:
        blocks.append(Text(story))
    return [*blocks, Text(_gems(seen, voice))]


def _gems(seen: Observation, voice: Voice) -> str:
    """The players in table order with their gems; signs are always repeated in words."""
    title = voice.t("**Gemmes**")
    return "\n".join((title, *(_seat(seat, seen, voice) for seat in seen.seats)))


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
    return " · ".join((f"{mark} {voice.name(seat)} · 💎 {gems}", *notes))


def _ended(sight: Sight, seen: Observation, voice: Voice) -> Page:
    table, t = sight.table, voice.t
    blocks: list[Block] = [Text(f"## {EMOJI} {TITLE}\n{outcome(table, seen, voice)}")]
    blocks.append(Text(ranking(sight.places, seen, voice)))
    story = tell(sight, voice) if seen.phase == "over" else ""
    if story:
        blocks += (Gap(), Text(story))
    blocks.append(Text(proof(table, t)))
    return Page(table.id, sight.drawn, (*blocks, *afterwards(table, t)), CLOSED_ACCENT)
