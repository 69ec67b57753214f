"""The texts and buttons of Débâcle's board. Nothing is secret, so everybody sees what the players see."""

from collections.abc import Sequence

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Panel
from bot.ui.pages.page import Block, Button, Row, Text, time_left
from cogs.debacle.controls import (
    Choices,
    answers_to_offer,
    die_list,
    die_moves,
    doubles_list,
    public_verbs,
    sort_actions,
    special_lists,
    turn_verbs,
)
from cogs.debacle.picture import sketch_board
from cogs.debacle.story import deeds
from cogs.debacle.words import Voice, observation_of, sum_of, values
from engines.core.records import Refusal
from engines.debacle.actions import POINTS_TO_WIN, QUIET_TO_END, TURNS_TO_END, bonus_for
from engines.debacle.board import Square
from engines.debacle.model import Flip, Observation


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


# A seat's panel: the board from its side, what is left of the turn, and what it may do.


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


# What is left of the turn and what is special about it, explained line by line.

_QUIET_FROM = 40
_TURNS_FROM = 280
"""From these numbers of turns on, people are told that the round will be ended (B10)."""


def turn_lines(sight: Sight, seen: Observation, voice: Voice) -> str:
    """What must and what may still be done in this turn, and what that means, a line each."""
    if sight.complete:
        return _complete(voice)
    return "\n".join(f"- {line}" for line in (*_dues(seen, voice), *_offers(seen, voice)))


def task_lines(sight: Sight, seen: Observation, voice: Voice) -> str:
    """The same without what it means: for whoever knows, or has the board before them."""
    if sight.complete:
        return _complete(voice)
    lines = (*_short_dues(seen, voice), *_actions(seen, voice), *_short_offers(seen, voice))
    return "\n".join(f"- {line}" for line in (*lines, *_bonus_due(seen, voice)))


def _complete(voice: Voice) -> str:
    return "- " + voice.t("Le tour est complet : il reste à le terminer, ou à annuler.")


def draft_line(sight: Sight, voice: Voice) -> str:
    """The drafted actions, which are not played yet, in a line; "" if there are none."""
    if not sight.drafted:
        return ""
    drafting = next((event.seat for events in sight.drafted for event in events), "")
    return voice.t(
        "✏️ **Brouillon** {name:de}, pas encore joué : {deeds}.",
        name=voice.name(drafting),
        deeds=deeds(sight.drafted, voice.t),
    )


def limit_notes(seen: Observation, voice: Voice) -> str:
    """How soon the round will be ended without enough captures (B10); "" while that is far."""
    t = voice.t
    lines: list[str] = []
    if seen.quiet_turns >= _QUIET_FROM:
        lines.append(
            t(
                "{n} tours de suite sans capture : à {most}, la manche s’arrête et on compte les points.",
                n=seen.quiet_turns,
                most=QUIET_TO_END,
            )
        )
    if seen.turn >= _TURNS_FROM:
        lines.append(
            t("Tour {n} : après le tour {most}, la manche s’arrête.", n=seen.turn, most=TURNS_TO_END)
        )
    return "\n".join(f"-# {line}" for line in lines)


def _dues(seen: Observation, voice: Voice) -> list[str]:
    """What has to be done in this turn, a line each."""
    t = voice.t
    lines: list[str] = []
    if seen.bounce is not None:
        lines.append(
            t("**Rebond** : le dé en {at} vient de capturer, il peut rejouer aussitôt.", at=seen.bounce)
        )
    if seen.returning is not None and seen.bounce is not None:
        lines.append(
            t(
                "**Retour au camp** : ce dé a atteint le camp adverse. Il revient dans le sien, "
                "avant ou après son rebond, sans changer de valeur."
            )
        )
    elif seen.returning is not None:
        lines.append(
            t(
                "**Retour au camp** : le dé en {at} a atteint le camp adverse. Il revient d’abord dans le "
                "sien, sans changer de valeur.",
                at=seen.returning,
            )
        )
    return [*lines, *_actions(seen, voice)]


def _offers(seen: Observation, voice: Voice) -> list[str]:
    """What may be done besides moving a die, and the opponent's extra actions next turn, a line each."""
    t = voice.t
    lines: list[str] = []
    if seen.doubles:
        lines.append(
            t(
                "**Doubles** : avant toute action, on peut retirer d’une rangée les dés adverses de même "
                "valeur jusqu’à ce qu’il n’en reste qu’un de chaque. C’est gratuit."
            )
        )
    if seen.recoverable is not None:
        lines.append(
            t.plural(
                "**Récupérer** : tous les dés de {color} montrent la même valeur. Le {value} capturé "
                "peut revenir au camp ; l’adversaire aura {n} action de plus.",
                "**Récupérer** : tous les dés de {color} montrent la même valeur. Le {value} capturé "
                "peut revenir au camp ; l’adversaire aura {n} actions de plus.",
                bonus_for(seen.recoverable),
                color=voice.color(seen.current or ""),
                value=seen.recoverable,
            )
        )
    return [*lines, *_bonus_due(seen, voice)]


def _short_dues(seen: Observation, voice: Voice) -> list[str]:
    """What has to be done first, a line each."""
    t = voice.t
    lines: list[str] = []
    if seen.bounce is not None:
        lines.append(t("**Rebond** : le dé en {at} peut rejouer aussitôt.", at=seen.bounce))
    if seen.returning is not None and seen.bounce is not None:
        lines.append(t("**Retour au camp** : il revient dans le sien, avant ou après son rebond."))
    elif seen.returning is not None:
        lines.append(t("**Retour au camp** : le dé en {at} revient d’abord dans le sien.", at=seen.returning))
    return lines


def _short_offers(seen: Observation, voice: Voice) -> list[str]:
    """The list of recoveries says what one costs, the one of doubles stands for itself."""
    if seen.recoverable is None:
        return []
    return [voice.t("**Récupérer** : le {value} capturé peut revenir au camp.", value=seen.recoverable)]


def _actions(seen: Observation, voice: Voice) -> list[str]:
    """How many actions are left, those that may be left out included."""
    t = voice.t
    lines: list[str] = []
    if seen.actions_left:
        lines.append(
            t.plural("Il reste {n} action à jouer.", "Il reste {n} actions à jouer.", seen.actions_left)
        )
    if seen.bonus_left:
        lines.append(
            t.plural(
                "Et {n} action en bonus, facultative : l’adversaire a récupéré un dé.",
                "Et {n} actions en bonus, facultatives : l’adversaire a récupéré un dé.",
                seen.bonus_left,
            )
        )
    return lines


def _bonus_due(seen: Observation, voice: Voice) -> list[str]:
    """The opponent's extra actions next turn."""
    t = voice.t
    if not seen.bonus_due or seen.current is None:
        return []
    words = t.plural(
        "Au prochain tour, {name} aura {n} action de plus.",
        "Au prochain tour, {name} aura {n} actions de plus.",
        seen.bonus_due,
        name=voice.name(voice.opponent(seen.current)),
    )
    return [words]
