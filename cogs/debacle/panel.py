"""A player's own message: the board from their side, what is left of the turn, and what they may do."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Panel
from bot.ui.pages.page import Block, Button, Row, Text
from bot.ui.pages.stamps import time_left
from cogs.debacle.choices import Choices, sorted_out
from cogs.debacle.controls import (
    answers_to_offer,
    die_list,
    die_moves,
    doubles_list,
    specials,
    turn_verbs,
)
from cogs.debacle.look import shown
from cogs.debacle.render import offer_words, voice_of
from cogs.debacle.situation import draft, left, long_story
from cogs.debacle.words import Voice, observed
from engines.core.errors import Refusal
from engines.debacle.board import Square
from engines.debacle.model import Flip, Observation

__all__ = ["answer_due", "die_page", "is_asked", "moving", "own_choices", "row_page", "situation", "where"]


def die_page(sight: Sight, die: Square, t: Texts) -> Panel:
    """What one die may do; raises Refusal where it may do nothing, or it is not the clicker's turn."""
    seen = observed(sight)
    choices = _awaited_choices(sight)
    if die not in choices.moves:
        raise sight.refusal(Flip(die)) or Refusal("illegal_action")
    value = seen.board[die][1]
    asked = t("**Le {value} de {at}** : que fait-il ?", value=value, at=die)
    others = Row((Button("die", t("Autre dé")), *turn_verbs(sight, choices, seen, t)))
    blocks: Sequence[Block] = (shown(sight, t, die), die_moves(sight, choices, die, t), others)
    return Panel((where(sight, seen, voice_of(sight, t)), asked), blocks=blocks, linked=False)


def row_page(sight: Sight, decided: str, t: Texts) -> Panel | None:
    """The next row of doubles to choose from, where there are too many takes for one list."""
    seen = observed(sight)
    lists = doubles_list(sight, _awaited_choices(sight).doubles, decided, t)
    if not lists:
        return None
    blocks: Sequence[Block] = (shown(sight, t), *lists, Row((Button("die", t("Tous les choix")),)))
    return Panel((where(sight, seen, voice_of(sight, t)),), blocks=blocks, linked=False)


def own_choices(sight: Sight) -> Choices:
    """What this seat may do now, sorted."""
    return sorted_out(sight.legal.actions if sight.legal else ())


def _awaited_choices(sight: Sight) -> Choices:
    if sight.seat not in sight.to_act:
        raise Refusal("not_your_turn")
    return own_choices(sight)


def where(sight: Sight, seen: Observation, voice: Voice) -> str:
    """Against whom one plays, and where it stands: read alone, it must make sense."""
    t, own = voice.t, sight.seat
    turn = t("manche {n}, tour {turn}", n=seen.round, turn=seen.turn)
    if own is None:
        return turn
    facts = {"color": voice.color(own), "name": voice.player(voice.opponent(own)), "where": turn}
    return t("Vous avez les dés de {color}, contre {name} · {where}", **facts)


def situation(sight: Sight, seen: Observation, voice: Voice) -> str:
    """What is waited for from this seat, and what it has drafted."""
    t = voice.t
    if sight.seat not in sight.to_act:
        if is_asked(sight):
            return draft(sight, voice)
        # A private message stays as it was when its turn ended: only what remains true is said here.
        waiting = t("Rien à décider pour vous ici : la suite est dans le salon.")
        return join_lines(waiting, draft(sight, voice))
    return join_lines(
        t("**À vous de jouer !**"),
        left(seen, voice),
        draft(sight, voice),
        long_story(seen, voice),
        time_left(sight.table, t),
    )


def is_asked(sight: Sight) -> bool:
    """Whether the other player's offer waits for this seat's answer."""
    return sight.table.pending.offer is not None and sight.table.pending.offer.seat != sight.seat


def answer_due(sight: Sight, voice: Voice) -> list[Block]:
    """The standing offer with what this seat may answer; nothing if there is none."""
    words = offer_words(sight, voice)
    return [Text(words), answers_to_offer(voice.t, own=not is_asked(sight))] if words else []


def moving(sight: Sight, choices: Choices, t: Texts) -> list[Block]:
    """A die that alone may move shows its moves at once; the others are chosen first."""
    single = choices.single()
    if single is not None:
        return [die_moves(sight, choices, single, t), *specials(sight, choices, t)]
    return [*die_list(choices, observed(sight), t), *specials(sight, choices, t)]
