"""A player's own message: the hand as a picture, what may be done with it, and what became of the turn."""

from __future__ import annotations

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Panel
from bot.ui.pages.page import Block, Button, Row, Text
from bot.ui.pages.stamps import time_left
from cogs.desfausse.choices import (
    back,
    fits,
    gift_fits,
    gift_settled,
    gift_step,
    next_step,
    settled,
)
from cogs.desfausse.controls import demons, rolling
from cogs.desfausse.menus import confirmation, gift_confirmation, gift_list, so_far, turned, wish_list
from cogs.desfausse.picture import hands_in_words, sketch
from cogs.desfausse.situation import asked, waiting
from cogs.desfausse.story import last_turn, tell, this_turn
from cogs.desfausse.wish import Wish, read, read_dice, write
from cogs.desfausse.words import Voice, observed
from engines.core.errors import Refusal
from engines.desfausse.model import Choice, Numbers, Observation

__all__ = [
    "check_gift",
    "controls",
    "farewell",
    "gift_page",
    "hand",
    "open_choice",
    "pick_page",
    "round_over",
    "where",
    "wish_page",
]


def open_choice(seen: Observation) -> Choice:
    """What this seat may choose from; Refusal where it has nothing to choose, or has chosen."""
    if seen.choice is None:
        raise Refusal("not_your_turn", "already_chosen" if seen.chose else None)
    return seen.choice


def check_gift(sight: Sight) -> None:
    """Raise Refusal where this seat owes no gift."""
    if observed(sight).phase != "gift" or sight.seat not in sight.to_act:
        raise Refusal("not_your_turn", "no_gift_owed")


def pick_page(sight: Sight, dice: str, t: Texts) -> Panel | None:
    """The panel with these dice picked to be rolled again; None for dice that may not be."""
    seen, voice = observed(sight), Voice(sight.table, t)
    picked = read_dice(dice)
    if sight.seat not in sight.to_act or seen.phase != "rolling":
        raise Refusal("not_your_turn", "rolls_are_over")
    if not set(picked) <= set(seen.rerollable):
        return None
    return _opened(seen, t, *hand(sight, seen, voice, picked), *rolling(seen, picked, t))


def wish_page(sight: Sight, value: str, t: Texts) -> Panel | None:
    """The next question about a discard, or its confirmation; None for one that was never on offer."""
    seen, voice = observed(sight), Voice(sight.table, t)
    choice = open_choice(seen)
    code, page = turned(value)
    wish = read(code)
    if wish is None or (code and not fits(choice, wish := settled(choice, wish))):
        return None
    step = next_step(choice, wish)
    blocks: list[Block] = [sketch(seen, t)]
    if step.asked == "confirm":
        blocks += confirmation(choice, wish, voice)
    else:
        chosen = so_far(choice, wish, voice)
        blocks += [*([Text(chosen)] if chosen else []), wish_list(step, choice, wish, voice, page)]
    return _opened(seen, t, *blocks, _ways_back(choice, wish, voice))


def gift_page(sight: Sight, code: str, t: Texts) -> Panel | None:
    """The next question about a gift, or its confirmation; None for one that was never on offer."""
    seen, voice = observed(sight), Voice(sight.table, t)
    check_gift(sight)
    wish = read(code)
    if wish is None or not gift_fits(seen.owed, seen.dice, wish):
        return None
    wish = gift_settled(seen.owed, seen.dice, wish)
    step = gift_step(seen.owed, seen.dice, wish)
    blocks: list[Block] = [sketch(seen, t)]
    if step.asked == "confirm":
        blocks += gift_confirmation(seen.dice, wish, voice)
    else:
        blocks.append(gift_list(step, seen.dice, voice))
    return _opened(seen, t, *blocks, Row((Button("give", t("Retour")),)))


def _opened(seen: Observation, t: Texts, *blocks: Block) -> Panel:
    return Panel((where(seen, t),), blocks=blocks, linked=False, lasting=True)


def where(seen: Observation, t: Texts) -> str:
    """Where the game stands."""
    return t("manche {n}, tour {turn}", n=seen.round, turn=seen.turn)


def hand(sight: Sight, seen: Observation, voice: Voice, picked: Numbers = ()) -> list[Block]:
    """What is asked, or why nothing is, and the hand."""
    if sight.seat in sight.to_act:
        said = [asked(seen, voice), time_left(sight.table, voice.t)]
    else:
        said = [waiting(seen, voice)]
    return [Text(join_lines(*said)), sketch(seen, voice.t, picked)]


def controls(sight: Sight, seen: Observation, voice: Voice) -> list[Block]:
    """What this seat may press now."""
    if sight.seat not in sight.to_act:
        return []
    if seen.phase == "rolling":
        return [*rolling(seen, (), voice.t)]
    if seen.choice is not None:
        step = next_step(seen.choice, Wish())
        pass_on = Button("pass", voice.t("Passer"))
        return [wish_list(step, seen.choice, Wish(), voice), Row((pass_on,))]
    return [gift_list(gift_step(seen.owed, seen.dice, Wish()), seen.dice, voice)]


def round_over(sight: Sight, seen: Observation, voice: Voice) -> list[Block]:
    """Between two rounds: what happened, and for the winner the choice of F11."""
    blocks: list[Block] = [Text(tell(this_turn(sight), voice) or voice.t("La manche est finie."))]
    if sight.seat in sight.to_act:
        said = [asked(seen, voice), time_left(sight.table, voice.t)]
        blocks += [Text(join_lines(*said)), demons(seen, voice)]
    return blocks


def _ways_back(choice: Choice, wish: Wish, voice: Voice) -> Row:
    t, before = voice.t, back(choice, wish)
    buttons = [Button("wish", t("Toutes les combinaisons"))]
    if before is not None:
        buttons.insert(0, Button("wish", t("Retour"), write(before)))
    return Row(tuple(buttons))


def farewell(sight: Sight, voice: Voice) -> str:
    """What stays of the message of a turn that is over: what happened in it."""
    t, turn = voice.t, last_turn(sight)
    if turn is None or turn.ended is None:
        return t("Ce tour est fini : la suite est plus bas et dans le salon.")
    ended = turn.ended
    title = t("manche {n}, tour {turn} · fini", n=ended.round, turn=ended.turn)
    names = {seat: voice.name(seat) for seat in ended.rolled}
    return "\n".join((title, tell(turn, voice), "-# " + hands_in_words(ended.rolled, names, t)))
