"""The board of Débâcle: the public message. Nothing is secret, so all see what the players see."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.ending import afterwards
from bot.ui.frame.fairness import proof
from bot.ui.pages.page import Block, Button, Gap, Page, Row, Text
from bot.ui.pages.stamps import paused, time_left
from cogs.debacle.choices import Choices, sorted_out
from cogs.debacle.controls import answers_to_offer, die_list, rare_verbs, specials, turn_verbs
from cogs.debacle.ending import outcome_words
from cogs.debacle.look import shown
from cogs.debacle.situation import draft, left, long_story
from cogs.debacle.story import tell
from cogs.debacle.words import Voice, observed, sum_of, values
from engines.debacle.model import Observation
from engines.debacle.rounds import POINTS_TO_WIN

__all__ = ["ACCENT", "EMOJI", "TITLE", "board", "offer_words", "players", "voice_of"]

TITLE = "Débâcle"
EMOJI = "🧊"
ACCENT = 0x3A7CA5
CLOSED_ACCENT = 0x6B6B70
_LINES_TOLD = 4


def board(sight: Sight, t: Texts) -> Page:
    """The public message of a running, paused or ended game."""
    seen = observed(sight)
    voice = voice_of(sight, t)
    if sight.table.status is Status.CLOSED:
        return _ended(sight, seen, voice)
    choices = sorted_out(sight.choices)
    blocks: list[Block] = [Text(_head(seen, t) + "\n" + _now(sight, seen, voice))]
    blocks += [Text(words) for words in (draft(sight, voice),) if words]
    blocks += [shown(sight, t), Text(players(seen, voice)), Gap()]
    blocks += [Text(words) for words in (_told(sight, seen, voice),) if words]
    if sight.table.status is Status.PLAYING:
        blocks += _offered(sight, voice)
    blocks += _controls(sight, choices, seen, t)
    return Page(sight.table.id, sight.drawn, tuple(blocks), ACCENT)


def voice_of(sight: Sight, t: Texts) -> Voice:
    """How this table is spoken of."""
    return Voice(sight.table, observed(sight).colors, t)


def players(seen: Observation, voice: Voice) -> str:
    """Points, and the dice that each has captured in this round."""
    t = voice.t
    lines = [t("**Points** · {points} pour gagner", points=POINTS_TO_WIN)]
    for seat in seen.seats:
        held = seen.captured[seen.colors[seat]]
        notes = [f"{voice.player(seat)} {seen.points[seat]}"]
        if held:
            notes.append(t("pris : {dice} ({sum})", dice=values(held), sum=sum_of(held, t)))
        if seen.missed[seat] and seat in seen.in_play:
            notes.append(t.plural("{n} absence", "{n} absences de suite", seen.missed[seat]))
        lines.append(" · ".join(notes))
    return "\n".join(lines)


def offer_words(sight: Sight, voice: Voice) -> str:
    """The standing offer; "" if there is none."""
    offer = sight.table.pending.offer
    if offer is None or offer.whom is not None:
        return ""
    return voice.t(
        "🤝 {name} propose d’arrêter la manche : chacun compte les dés pris jusqu’ici.",
        name=voice.name(offer.seat),
    )


def _head(seen: Observation, t: Texts) -> str:
    where = t("manche {n}, tour {turn}", n=seen.round, turn=seen.turn)
    return f"## {EMOJI} {TITLE} · {where}"


def _now(sight: Sight, seen: Observation, voice: Voice) -> str:
    t = voice.t
    if sight.table.status is Status.PAUSED:
        return paused(sight.table, t)
    headline = t("{name} joue.", name=voice.player(seen.current or ""))
    return "\n".join(line for line in (headline, left(seen, voice), time_left(sight.table, t)) if line)


def _told(sight: Sight, seen: Observation, voice: Voice) -> str:
    story = tell(sight.scenes, voice, _LINES_TOLD)
    return "\n".join(words for words in (story, long_story(seen, voice)) if words)


def _offered(sight: Sight, voice: Voice) -> list[Block]:
    words = offer_words(sight, voice)
    return [Text(words), answers_to_offer(voice.t)] if words else []


def _controls(sight: Sight, choices: Choices, seen: Observation, t: Texts) -> list[Block]:
    own = Button("seat.hand", t("Mon plateau"), style="primary")
    return [
        *die_list(choices, seen, t),
        *specials(sight, choices, t),
        Row((own, *turn_verbs(sight, choices, seen, t))),
        rare_verbs(sight, t),
    ]


def _ended(sight: Sight, seen: Observation, voice: Voice) -> Page:
    table, t = sight.table, voice.t
    story = tell(sight.scenes, voice, 2)
    blocks: list[Block] = [Text(f"## {EMOJI} {TITLE}\n" + outcome_words(sight, seen, voice))]
    blocks += [shown(sight, t), Text(players(seen, voice))]
    if story:
        blocks += (Gap(), Text(story))
    blocks.append(Text(proof(table, t)))
    last = afterwards(table, t, Button("game.words", t("Plateau en texte")))
    return Page(table.id, sight.drawn, (*blocks, *last), CLOSED_ACCENT)
