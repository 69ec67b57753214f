"""A player's own message: the hand as a picture, what may be done with it, and what became of the turn."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.letters import jump
from bot.ui.pages.escape import escaped
from bot.ui.pages.page import Block, Button, Link, Page, Row, Select, Text
from bot.ui.pages.stamps import paused, time_left
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
from cogs.desfausse.picture import alt_text, hands_in_words, sketch
from cogs.desfausse.render import ACCENT, hands, reveal
from cogs.desfausse.situation import asked, waiting
from cogs.desfausse.story import last_turn, tell, this_turn
from cogs.desfausse.wish import Wish, read, read_dice, write
from cogs.desfausse.words import EMOJI, TITLE, Voice, observed
from engines.core.errors import Refusal
from engines.desfausse.model import Choice, Numbers, Observation

__all__ = ["awaited", "gift_page", "panel", "pick_page", "wish_page", "words_page"]


def panel(sight: Sight, t: Texts, server: str = "") -> Page:
    """The seat's own page, with the buttons of what it may do now."""
    seen, voice = observed(sight), Voice(sight.table, t)
    if sight.table.status is not Status.PLAYING:
        return _page(sight, [_where(sight, seen, voice, server), Text(_standstill(sight, voice))])
    if seen.phase == "demon":
        return _page(sight, [_where(sight, seen, voice, server), *_round_over(sight, seen, voice)])
    blocks = [_where(sight, seen, voice, server), *_hand(sight, seen, voice), *_controls(sight, seen, voice)]
    if server:
        blocks.append(Row((Link(t("Aller à la table"), jump(sight.table)),)))
    return _page(sight, blocks, _farewell(sight, voice, server))


def pick_page(sight: Sight, dice: str, t: Texts, server: str = "") -> Page | None:
    """The panel with these dice picked to be rolled again; None for dice that may not be."""
    seen, voice = observed(sight), Voice(sight.table, t)
    picked = read_dice(dice)
    if sight.seat not in sight.to_act or seen.phase != "rolling":
        raise Refusal("not_your_turn", "rolls_are_over")
    if not set(picked) <= set(seen.rerollable):
        return None
    blocks = [_where(sight, seen, voice, server), *_hand(sight, seen, voice, picked)]
    return _page(sight, [*blocks, *rolling(seen, picked, t)])


def wish_page(sight: Sight, value: str, t: Texts, server: str = "") -> Page | None:
    """The next question about a discard, or its confirmation; None for one that was never on offer."""
    seen, voice = observed(sight), Voice(sight.table, t)
    choice = seen.choice
    if choice is None:
        raise Refusal("not_your_turn", "already_chosen" if seen.chose else None)
    code, page = turned(value)
    if not code and not page:
        return panel(sight, t, server)
    wish = read(code)
    if wish is None or (code and not fits(choice, wish := settled(choice, wish))):
        return None
    step = next_step(choice, wish)
    blocks: list[Block] = [_where(sight, seen, voice, server), sketch(seen, t)]
    if step.asked == "confirm":
        blocks += confirmation(choice, wish, voice)
    else:
        chosen = so_far(choice, wish, voice)
        blocks += [*([Text(chosen)] if chosen else []), wish_list(step, choice, wish, voice, page)]
    return _page(sight, [*blocks, _ways_back(choice, wish, voice)])


def gift_page(sight: Sight, code: str, t: Texts, server: str = "") -> Page | None:
    """The next question about a gift, or its confirmation; None for one that was never on offer."""
    seen, voice = observed(sight), Voice(sight.table, t)
    if seen.phase != "gift" or sight.seat not in sight.to_act:
        raise Refusal("not_your_turn", "no_gift_owed")
    wish = read(code)
    if not code:
        return panel(sight, t, server)
    if wish is None or not gift_fits(seen.owed, seen.dice, wish):
        return None
    wish = gift_settled(seen.owed, seen.dice, wish)
    step = gift_step(seen.owed, seen.dice, wish)
    blocks: list[Block] = [_where(sight, seen, voice, server), sketch(seen, t)]
    if step.asked == "confirm":
        blocks += gift_confirmation(seen.dice, wish, voice)
    else:
        blocks.append(gift_list(step, seen.dice, voice))
    return _page(sight, [*blocks, Row((Button("give", t("Retour")),))])


def words_page(sight: Sight, t: Texts) -> Page:
    """Everything that the pictures show, in words: one's own hand, then all hands that may be seen."""
    seen, voice = observed(sight), Voice(sight.table, t)
    shown = reveal(sight, voice)
    said = [alt_text(seen, t)] if seen.dice else []
    said += [shown.words] if shown is not None else []
    return _page(sight, [_where(sight, seen, voice, ""), *map(Text, said), Text(hands(seen, voice))])


def awaited(sight: Sight) -> str | None:
    """A key for each turn, and one for the choice that ends a round; None once the seat is out of it."""
    seen = observed(sight)
    if sight.seat is None or sight.seat not in seen.in_play or seen.phase == "over":
        return None
    if seen.phase == "demon" and sight.seat in sight.to_act:
        return f"demon.{seen.round}"
    return f"{seen.round}.{seen.turn}"


def _where(sight: Sight, seen: Observation, voice: Voice, server: str) -> Text:
    """Which table this is about, and where it stands."""
    place = f"<#{sight.table.channel_id}>" + (f" · {escaped(server, 60)}" if server else "")
    where = voice.t("manche {n}, tour {turn}", n=seen.round, turn=seen.turn)
    return Text(f"### {EMOJI} {TITLE} · {place}\n{where}")


def _hand(sight: Sight, seen: Observation, voice: Voice, picked: Numbers = ()) -> list[Block]:
    """What is asked, or why nothing is, and the hand."""
    if sight.seat in sight.to_act:
        said = [asked(seen, voice), time_left(sight.table, voice.t)]
    else:
        said = [waiting(seen, voice)]
    return [Text("\n".join(line for line in said if line)), sketch(seen, voice.t, picked)]


def _controls(sight: Sight, seen: Observation, voice: Voice) -> list[Block]:
    if sight.seat not in sight.to_act:
        return []
    if seen.phase == "rolling":
        return [*rolling(seen, (), voice.t)]
    if seen.choice is not None:
        step = next_step(seen.choice, Wish())
        pass_on = Button("pass", voice.t("Passer"))
        return [wish_list(step, seen.choice, Wish(), voice), Row((pass_on,))]
    return [gift_list(gift_step(seen.owed, seen.dice, Wish()), seen.dice, voice)]


def _round_over(sight: Sight, seen: Observation, voice: Voice) -> list[Block]:
    """Between two rounds: what happened, and for the winner the choice of F11."""
    blocks: list[Block] = [Text(tell(this_turn(sight), voice) or voice.t("La manche est finie."))]
    if sight.seat in sight.to_act:
        said = [asked(seen, voice), time_left(sight.table, voice.t)]
        blocks += [Text("\n".join(line for line in said if line)), demons(seen, voice)]
    return blocks


def _ways_back(choice: Choice, wish: Wish, voice: Voice) -> Row:
    t, before = voice.t, back(choice, wish)
    buttons = [Button("wish", t("Toutes les combinaisons"))]
    if before is not None:
        buttons.insert(0, Button("wish", t("Retour"), write(before)))
    return Row(tuple(buttons))


def _farewell(sight: Sight, voice: Voice, server: str) -> tuple[Block, ...]:
    """What stays of the message of a turn that is over: what happened in it."""
    turn = last_turn(sight)
    place = f"### {EMOJI} {TITLE} · <#{sight.table.channel_id}>"
    place += f" · {escaped(server, 60)}" if server else ""
    if turn is None or turn.ended is None:
        over = voice.t("Ce tour est fini : la suite est plus bas et dans le salon.")
        return (Text(f"{place}\n{over}"),)
    t, ended = voice.t, turn.ended
    title = t("manche {n}, tour {turn} · fini", n=ended.round, turn=ended.turn)
    names = {seat: voice.name(seat) for seat in ended.rolled}
    said = (place, title, tell(turn, voice), "-# " + hands_in_words(ended.rolled, names, t))
    return (Text("\n".join(said)),)


def _standstill(sight: Sight, voice: Voice) -> str:
    t = voice.t
    if sight.table.status is Status.PAUSED:
        return paused(sight.table, t)
    over = t("La partie est finie. Le résultat est dans le salon.")
    return "\n".join(line for line in (over, tell(this_turn(sight), voice)) if line)


def _page(sight: Sight, blocks: list[Block], farewell: tuple[Block, ...] = ()) -> Page:
    """A page without buttons names no turn, so that it is not sent again whenever one begins."""
    pressed = any(isinstance(block, Select) or _has_buttons(block) for block in blocks)
    return Page(sight.table.id, sight.drawn if pressed else 0, tuple(blocks), ACCENT, farewell)


def _has_buttons(block: Block) -> bool:
    return isinstance(block, Row) and any(isinstance(button, Button) for button in block.buttons)
