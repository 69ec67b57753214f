"""The texts and buttons of Débâcle's board. Nothing is secret, so everybody sees what the players see."""

from __future__ import annotations

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.page import Block, Button, Row
from cogs.debacle.choices import Choices
from cogs.debacle.controls import die_list, public_verbs, special_lists, turn_verbs
from cogs.debacle.words import Voice, observation_of, sum_of, values
from engines.debacle.model import Observation
from engines.debacle.rounds import POINTS_TO_WIN

__all__ = ["controls", "offer_words", "player_lines", "voice_of"]


def voice_of(sight: Sight, t: Texts) -> Voice:
    """The Voice of this table in one language."""
    return Voice(sight.table, observation_of(sight).colors, t)


def player_lines(seen: Observation, voice: Voice, *, brief: bool = False) -> str:
    """The players' points, captured dice of this round, and missed deadlines, a line each.

    `brief`: without the sum of the dice and the points to win, which stand in the picture.
    """
    t = voice.t
    lines = [] if brief else [t("**Points** · {points} pour gagner", points=POINTS_TO_WIN)]
    for seat in seen.seats:
        held = seen.captured[seen.colors[seat]]
        notes = [f"{voice.listed(seat)} {seen.points[seat]}"]
        if held:
            said = t("capturés : {dice}", dice=values(held))
            notes.append(said if brief else f"{said} ({sum_of(held, t)})")
        if seen.missed[seat] and seat in seen.in_play:
            notes.append(t.plural("{n} absence", "{n} absences de suite", seen.missed[seat]))
        lines.append(" · ".join(notes))
    return "\n".join(lines)


def offer_words(sight: Sight, voice: Voice) -> str:
    """A line about the offer to end the round; "" if there is none."""
    offer = sight.table.pending.offer
    if offer is None or offer.whom is not None:
        return ""
    return voice.t(
        "🤝 {name} propose d’arrêter la manche : chacun compte les dés capturés jusqu’ici.",
        name=voice.name(offer.seat),
    )


def controls(sight: Sight, choices: Choices, seen: Observation, t: Texts) -> list[Block]:
    """All lists and buttons below the board."""
    own = Button("seat.hand", t("Mon plateau"), style="primary")
    return [
        *die_list(choices, seen, t),
        *special_lists(sight, choices, t),
        Row((own, *turn_verbs(sight, choices, seen, t), *public_verbs(sight, t))),
    ]
