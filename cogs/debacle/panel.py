"""A seat's panel: the board from its side, what is left of the turn, and what it may do."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Panel
from bot.ui.pages.page import Block, Button, Row, Text
from bot.ui.pages.stamps import time_left
from cogs.debacle.choices import Choices, sort_actions
from cogs.debacle.controls import (
    answers_to_offer,
    die_list,
    die_moves,
    doubles_list,
    special_lists,
    turn_verbs,
)
from cogs.debacle.look import sketch_board
from cogs.debacle.render import offer_words, voice_of
from cogs.debacle.situation import draft_line, limit_notes, task_lines
from cogs.debacle.words import Voice, observation_of
from engines.core.errors import Refusal
from engines.debacle.board import Square
from engines.debacle.model import Flip, Observation

__all__ = [
    "die_page",
    "is_asked",
    "move_blocks",
    "offer_blocks",
    "own_choices",
    "row_page",
    "situation",
    "where",
]


def die_page(sight: Sight, die: Square, t: Texts) -> Panel:
    """The panel of one chosen die and its moves; Refusal if it has none, or if it is not the seat's turn."""
    seen = observation_of(sight)
    choices = _require_choices(sight)
    if die not in choices.moves:
        raise sight.refusal(Flip(die)) or Refusal("illegal_action")
    value = seen.board[die][1]
    asked = t("**Le {value} en {at}** : que fait-il ?", value=value, at=die)
    others = Row((Button("die", t("Autre dé")), *turn_verbs(sight, choices, seen, t)))
    blocks: Sequence[Block] = (sketch_board(sight, t, die), die_moves(sight, choices, die, t), others)
    return Panel((where(sight, seen, voice_of(sight, t)), asked), blocks=blocks, linked=False)


def row_page(sight: Sight, decided: str, t: Texts) -> Panel | None:
    """The panel for the next row of doubles, used when one list cannot hold all; None if nothing fits.

    Raises Refusal if it is not the seat's turn.
    """
    seen = observation_of(sight)
    lists = doubles_list(sight, _require_choices(sight).doubles, decided, t)
    if not lists:
        return None
    blocks: Sequence[Block] = (sketch_board(sight, t), *lists, Row((Button("die", t("Tous les choix")),)))
    return Panel((where(sight, seen, voice_of(sight, t)),), blocks=blocks, linked=False)


def own_choices(sight: Sight) -> Choices:
    """What this seat may do now, sorted; empty outside its turn."""
    return sort_actions(sight.legal.actions if sight.legal else ())


def _require_choices(sight: Sight) -> Choices:
    if sight.seat not in sight.to_act:
        raise Refusal("not_your_turn")
    return own_choices(sight)


def where(sight: Sight, seen: Observation, voice: Voice) -> str:
    """Colour, opponent, round and turn: the message must make sense when it is read alone."""
    t, own = voice.t, sight.seat
    turn = t("manche {n}, tour {turn}", n=seen.round, turn=seen.turn)
    if own is None:
        return turn
    facts = {"color": voice.color(own), "name": voice.player(voice.opponent(own)), "where": turn}
    return t("Vous avez les dés de {color}, contre {name} · {where}", **facts)


def situation(sight: Sight, seen: Observation, voice: Voice) -> str:
    """What this seat is to do now, and the actions drafted so far."""
    t = voice.t
    if sight.seat not in sight.to_act:
        if is_asked(sight):
            return draft_line(sight, voice)
        # What the other one does is not shown here: this may only say what remains true.
        waiting = t("Vous n’avez rien à décider pour l’instant.")
        return join_lines(waiting, draft_line(sight, voice))
    return join_lines(
        t("**À vous de jouer !**"),
        task_lines(sight, seen, voice),
        draft_line(sight, voice),
        limit_notes(seen, voice),
        time_left(sight.table, t),
    )


def is_asked(sight: Sight) -> bool:
    """Whether the other player has made an offer that this seat can answer."""
    return sight.table.pending.offer is not None and sight.table.pending.offer.seat != sight.seat


def offer_blocks(sight: Sight, voice: Voice) -> list[Block]:
    """The offer to end the round, with the buttons of this seat; empty if there is no offer."""
    words = offer_words(sight, voice)
    return [Text(words), answers_to_offer(voice.t, own=not is_asked(sight))] if words else []


def move_blocks(sight: Sight, choices: Choices, t: Texts) -> list[Block]:
    """The moves of the only die that may move, or the list to choose a die from; then the special actions."""
    only = choices.only_die()
    if only is not None:
        return [die_moves(sight, choices, only, t), *special_lists(sight, choices, t)]
    return [*die_list(choices, observation_of(sight), t), *special_lists(sight, choices, t)]
