"""The texts and pictures of DESfausse's board, made from what everybody may know."""

from __future__ import annotations

from bot.tables.sight import Sight
from bot.ui.pages.page import Sketch
from cogs.desfausse.picture import hands_sketch
from cogs.desfausse.story import last_turn, this_turn
from cogs.desfausse.words import Voice, count_of, dice_names, make_up, observation_of
from engines.desfausse.model import Observation

__all__ = ["hands", "headline", "reveal"]


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
