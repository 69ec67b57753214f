"""The texts and pictures of DESfausse's board, made from what everybody may know."""

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import Panel
from bot.ui.frame.header import join_lines
from bot.ui.pages.page import Block, Button, Row, Sketch, Text, time_left
from cogs.desfausse.choices import (
    Wish,
    gift_step,
    is_gift_on_offer,
    is_on_offer,
    next_step,
    previous_wish,
    read_dice,
    read_wish,
    settle,
    settle_gift,
    write_wish,
)
from cogs.desfausse.controls import demon_buttons, rolling_rows
from cogs.desfausse.menus import confirmation, gift_confirmation, gift_list, progress, read_page, wish_list
from cogs.desfausse.picture import hands_in_words, hands_sketch, received_dice, sketch
from cogs.desfausse.story import last_turn, tell, this_turn
from cogs.desfausse.words import Voice, count_of, dice_names, make_up, observation_of
from engines.core.records import Refusal
from engines.desfausse.dice import DEVIL
from engines.desfausse.model import Choice, Discard, Discarding, Numbers, Observation, Pass


def hands(seen: Observation, voice: Voice, *, brief: bool = False) -> str:
    """The players in table order with their dice, tokens and notes, a line each; then Hell.

    `brief`: how many dice, but not which.
    """
    lines = [voice.t("**Mains** · 2 jetons pour gagner")]
    lines += [_seat(seat, seen, voice, brief=brief) for seat in seen.seats]
    return "\n".join((*lines, _hell(seen, voice)))


def reveal(sight: Sight, voice: Voice) -> Sketch | None:
    """The picture of all hands of the last finished turn, or of this one if hands are shown; else None."""
    seen = observation_of(sight)
    if seen.phase == "rolling":
        turn = last_turn(sight)
        rolled = turn.ended.rolled if turn is not None and turn.ended is not None else {}
    elif seen.phase in ("demon", "over"):
        ended = this_turn(sight).ended
        rolled = ended.rolled if ended is not None else {}
    else:
        rolled = {seat: dice for seat, dice in seen.hands.items() if seen.shown and dice}
    names = {seat: voice.plain_name(seat) for seat in rolled}
    return hands_sketch(rolled, names, voice.t) if rolled else None


def headline(sight: Sight, seen: Observation, voice: Voice) -> str:
    """Who still has to roll, choose or give; never what they chose."""
    t, names, n = voice.t, voice.names(sight.to_act), len(sight.to_act)
    if seen.phase == "rolling":
        return t.plural(
            "🎲 {names} lance encore, en secret.", "🎲 {names} lancent encore, en secret.", n, names=names
        )
    if seen.phase == "discard":
        return t.plural(
            "📣 **Appel des {call}** : {names} choisit en secret.",
            "📣 **Appel des {call}** : {names} choisissent en secret.",
            n,
            call=seen.call,
            names=names,
        )
    if seen.phase == "gift":
        return t(
            "🎁 {name} doit donner un dé aux 😈 : {cursed}.",
            name=names,
            cursed=voice.names(seen.owed),
        )
    return t(
        "👼 {name} aura l’Ange à la prochaine manche. À qui donner son gros dé rouge : {names} ?",
        name=names,
        names=t.either([voice.name(seat) for seat in seen.candidates]),
    )


def _seat(seat: str, seen: Observation, voice: Voice, *, brief: bool) -> str:
    t, dice = voice.t, seen.hands[seat]
    if seat in seen.gone:
        return f"🚪 {voice.listed(seat)} · " + t("a quitté la table")
    known = any(die.face is not None for die in dice)
    held = dice_names(dice, t) if known else make_up(dice, t)
    notes = [f"{_mark(seat, seen)} {voice.listed(seat)}", count_of(len(dice), t)]
    if dice and not brief:
        notes.append(held)
    received = len(seen.received[seat])
    if received:
        notes.append(t.plural("dont {n} reçu ce tour", "dont {n} reçus ce tour", received))
    if seat in seen.cursed:
        notes.append(t("😈 malédiction"))
    if seat in seen.barred:
        notes.append(t("a reçu un dé : ne défausse rien ce tour"))
    if seen.tokens[seat]:
        notes.append("🏅 " + t.plural("{n} jeton", "{n} jetons", seen.tokens[seat]))
    if seen.missed[seat]:
        notes.append(t.plural("{n} absence", "{n} absences de suite", seen.missed[seat]))
    return " · ".join(notes)


def _mark(seat: str, seen: Observation) -> str:
    if seat in seen.cursed:
        return "😈"
    return "⏳" if seat in seen.to_act else "◽"


def _hell(seen: Observation, voice: Voice) -> str:
    t = voice.t
    if not seen.hell_dice:
        said = t("🔥 Enfers : vides")
    else:
        said = t(
            "🔥 Enfers : {count} ({dice})",
            count=count_of(seen.hell, t),
            dice=make_up(seen.hell_dice, t),
        )
    return said + (" · " + t("l’Ange est mis de côté") if seen.aside else "")


# A seat's panel: its hand as a picture, what it may do with it, and how the turn ended.


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


# What a seat has to decide, or why nothing, in a sentence or two.


def task(seen: Observation, voice: Voice) -> str:
    """What the seat has to decide now."""
    t = voice.t
    if seen.phase == "rolling":
        rolls = t.plural("il vous reste {n} relance", "il vous reste {n} relances", seen.rolls_left)
        locked = t("Les diables sont verrouillés.") if _has_devils(seen) else ""
        call = t("**À vous** : {rolls}. Choisissez les dés à relancer, ou gardez tout.", rolls=rolls)
        return f"{call} {locked}".rstrip()
    if seen.choice is not None:
        return _discard_task(seen, seen.choice.devils, voice)
    if seen.phase == "gift":
        return t(
            "**À vous** : vous n’avez rien défaussé, donnez un dé de votre main à chaque 😈 : {names}.",
            names=voice.names(seen.owed),
        )
    return t(
        "**À vous** : vous jouerez la prochaine manche avec l’Ange. À qui donnez-vous votre gros dé rouge ?"
    )


def waiting_reason(seen: Observation, voice: Voice) -> str:
    """Why the seat has nothing to decide; the text changes only with its own hand or part in the turn."""
    t, own = voice.t, seen.seat or ""
    if own not in seen.in_play:
        return t("Vous avez quitté la table.")
    if seen.phase == "rolling":
        return t("Vos dés sont posés : on attend que tout le monde ait fini de lancer.")
    if seen.chose is not None:
        return _choice_words(seen, seen.chose, voice)
    if own in seen.cursed:
        return t(
            "😈 La malédiction vous frappe : plus de la moitié de vos dés sont des diables. Vous ne "
            "défaussez rien ce tour, et les autres vous donnent chacun un dé (jusqu’à 9 dés en main)."
        )
    if own in seen.barred:
        return t("Vous n’aviez qu’un dé et en avez reçu : vous ne défaussez rien ce tour.")
    if any(isinstance(deed, Discarding) and deed.seat == own for deed in seen.story):
        return t("Votre défausse de ce tour est faite.")
    return t("Vous n’avez rien à décider à cet appel.")


def _discard_task(seen: Observation, devils: int, voice: Voice) -> str:
    t = voice.t
    said = [t("📣 **Appel des {call}** : que défaussez-vous, en secret ?", call=seen.call)]
    if devils:
        said.append(
            t.plural(
                "Vous avez {n} diable : un dé de la combinaison reste en main.",
                "Vous avez {n} diables : {n} dés de la combinaison restent en main.",
                devils,
            )
        )
    if seen.choice is not None and seen.choice.cursed:
        said.append(
            t(
                "Un dé hors de la combinaison ira à chaque 😈 : {names}.",
                names=voice.names(seen.choice.cursed),
            )
        )
    return " ".join(said)


def _choice_words(seen: Observation, chose: Discard | Pass, voice: Voice) -> str:
    """The seat's own choice, which is final while the others still choose."""
    t = voice.t
    if isinstance(chose, Pass):
        return t("🔒 Vous passez à cet appel. On attend les autres.")
    combo = [die for die in seen.dice if die.id in chose.combo]
    ways = {t("aux Enfers"): chose.out} if chose.to == "hell" else dict(_shares(chose, voice))
    shares = [
        t("{dice} {to}", dice=make_up((die for die in combo if die.id in numbers), t), to=to)
        for to, numbers in ways.items()
    ]
    return t(
        "🔒 Votre choix : {count} ({dice}), dont {out}. On attend les autres.",
        count=count_of(len(combo), t),
        dice=make_up(combo, t),
        out=", ".join(shares),
    )


def _shares(chose: Discard, voice: Voice) -> list[tuple[str, tuple[int, ...]]]:
    if chose.to == "hell":
        return []
    return [(voice.t("à {name}", name=voice.name(seat)), numbers) for seat, numbers in chose.to]


def _has_devils(seen: Observation) -> bool:
    return any(die.face == DEVIL for die in seen.dice)
