"""A seat's panel: its hand as a picture, what it may do with it, and how the turn ended."""

from __future__ import annotations

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Panel
from bot.ui.pages.page import Block, Button, Row, Text
from bot.ui.pages.stamps import time_left
from cogs.desfausse.choices import (
    gift_step,
    is_gift_on_offer,
    is_on_offer,
    next_step,
    previous_wish,
    settle,
    settle_gift,
)
from cogs.desfausse.controls import demon_buttons, rolling_rows
from cogs.desfausse.menus import confirmation, gift_confirmation, gift_list, progress, read_page, wish_list
from cogs.desfausse.picture import hands_in_words, received_dice, sketch
from cogs.desfausse.situation import task, waiting_reason
from cogs.desfausse.story import last_turn, tell, this_turn
from cogs.desfausse.wish import Wish, read_dice, read_wish, write_wish
from cogs.desfausse.words import Voice, observation_of
from engines.core.errors import Refusal
from engines.desfausse.model import Choice, Discarding, Numbers, Observation

__all__ = [
    "check_gift",
    "controls",
    "farewell",
    "gift_page",
    "hand",
    "needs",
    "open_choice",
    "pick_page",
    "round_over",
    "where",
    "wish_page",
]


def open_choice(seen: Observation) -> Choice:
    """What this seat may choose from; Refusal if it has nothing to choose, or has chosen already."""
    if seen.choice is None:
        raise Refusal("not_your_turn", "already_chosen" if seen.chose else None)
    return seen.choice


def check_gift(sight: Sight) -> None:
    """Raise Refusal if this seat owes no gift."""
    if observation_of(sight).phase != "gift" or sight.seat not in sight.to_act:
        raise Refusal("not_your_turn", "no_gift_owed")


def pick_page(sight: Sight, dice: str, t: Texts) -> Panel | None:
    """The panel with these dice picked to be rolled again; None if one of them may not be.

    Raises Refusal if the seat does not roll any more.
    """
    seen, voice = observation_of(sight), Voice(sight.table, t)
    picked = read_dice(dice)
    if sight.seat not in sight.to_act or seen.phase != "rolling":
        raise Refusal("not_your_turn", "rolls_are_over")
    if not set(picked) <= set(seen.rerollable):
        return None
    return _make_panel(seen, t, *hand(sight, seen, voice, picked), *rolling_rows(seen, picked, t))


def wish_page(sight: Sight, value: str, t: Texts) -> Panel | None:
    """The panel with the next question about a discard, or its confirmation.

    None for a wish that cannot be reached; Refusal if the seat has nothing to choose.
    """
    seen, voice = observation_of(sight), Voice(sight.table, t)
    choice = open_choice(seen)
    code, page = read_page(value)
    wish = read_wish(code)
    if wish is None or (code and not is_on_offer(choice, wish := settle(choice, wish))):
        return None
    step = next_step(choice, wish)
    blocks: list[Block] = [sketch(seen, t)]
    if step.asked == "confirm":
        blocks += confirmation(choice, wish, voice)
    else:
        chosen = progress(choice, wish, voice)
        blocks += [*([Text(chosen)] if chosen else []), wish_list(step, choice, wish, voice, page)]
    return _make_panel(seen, t, *blocks, _back_buttons(choice, wish, voice))


def gift_page(sight: Sight, code: str, t: Texts) -> Panel | None:
    """The panel with the next question about a gift, or its confirmation.

    None for a gift that may not be made; Refusal if the seat owes none.
    """
    seen, voice = observation_of(sight), Voice(sight.table, t)
    check_gift(sight)
    wish = read_wish(code)
    if wish is None or not is_gift_on_offer(seen.owed, seen.dice, wish):
        return None
    wish = settle_gift(seen.owed, seen.dice, wish)
    step = gift_step(seen.owed, seen.dice, wish)
    blocks: list[Block] = [sketch(seen, t)]
    if step.asked == "confirm":
        blocks += gift_confirmation(seen.dice, wish, voice)
    else:
        blocks.append(gift_list(step, seen.dice, voice))
    return _make_panel(seen, t, *blocks, Row((Button("give", t("Retour")),)))


def _make_panel(seen: Observation, t: Texts, *blocks: Block) -> Panel:
    return Panel((where(seen, t),), blocks=blocks, linked=False)


def where(seen: Observation, t: Texts) -> str:
    """The round and the turn."""
    return t("manche {n}, tour {turn}", n=seen.round, turn=seen.turn)


def hand(sight: Sight, seen: Observation, voice: Voice, picked: Numbers = ()) -> list[Block]:
    """What the seat is to do, or why nothing, and its hand with the picked dice."""
    if sight.seat in sight.to_act:
        said = [task(seen, voice), time_left(sight.table, voice.t)]
    else:
        said = [waiting_reason(seen, voice)]
    return [Text(join_lines(*said)), sketch(seen, voice.t, picked)]


def controls(sight: Sight, seen: Observation, voice: Voice) -> list[Block]:
    """The lists and buttons of what this seat may do now."""
    if sight.seat not in sight.to_act:
        return []
    if seen.phase == "rolling":
        return [*rolling_rows(seen, (), voice.t)]
    if seen.choice is not None:
        step = next_step(seen.choice, Wish())
        pass_on = Button("pass", voice.t("Passer"))
        return [wish_list(step, seen.choice, Wish(), voice), Row((pass_on,))]
    return [gift_list(gift_step(seen.owed, seen.dice, Wish()), seen.dice, voice)]


def needs(sight: Sight) -> object | None:
    """All that `hand` and `controls` read, so that a panel need not be drawn again for what others do.

    None between two rounds.
    """
    seen, own = observation_of(sight), sight.seat
    if seen.phase == "demon":
        return None
    awaited = own in sight.to_act
    return (
        (sight.table.channel_id, sight.table.seats, seen.round, seen.turn, seen.phase),
        (own in seen.in_play, own in seen.cursed, own in seen.barred),
        (seen.dice, received_dice(seen), seen.rolls_left, seen.rerollable, seen.choice, seen.chose),
        any(isinstance(deed, Discarding) and deed.seat == own for deed in seen.story),
        (sight.drawn, sight.table.alarm, seen.call, seen.owed) if awaited else None,
    )


def round_over(sight: Sight, seen: Observation, voice: Voice) -> list[Block]:
    """Between two rounds: what happened, and the winner's choice (F11)."""
    blocks: list[Block] = [Text(tell(this_turn(sight), voice) or voice.t("La manche est finie."))]
    if sight.seat in sight.to_act:
        said = [task(seen, voice), time_left(sight.table, voice.t)]
        blocks += [Text(join_lines(*said)), demon_buttons(seen, voice)]
    return blocks


def _back_buttons(choice: Choice, wish: Wish, voice: Voice) -> Row:
    t, before = voice.t, previous_wish(choice, wish)
    buttons = [Button("wish", t("Tout afficher"))]
    if before is not None:
        buttons.insert(0, Button("wish", t("Retour"), write_wish(before)))
    return Row(tuple(buttons))


def farewell(sight: Sight, voice: Voice) -> str:
    """What a seat's message says once its turn is over: what happened in it."""
    t, turn = voice.t, last_turn(sight)
    if turn is None or turn.ended is None:
        return t("Ce tour est fini : la suite est plus bas et dans le salon.")
    ended = turn.ended
    title = t("manche {n}, tour {turn} · fini", n=ended.round, turn=ended.turn)
    names = {seat: voice.name(seat) for seat in ended.rolled}
    return "\n".join((title, tell(turn, voice), "-# " + hands_in_words(ended.rolled, names, t)))
