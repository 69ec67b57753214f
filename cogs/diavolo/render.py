"""The parts of Diavolo's board: the throw, its order, and everybody's gems."""

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.header import seat_list
from bot.ui.pages.page import Sketch
from cogs.diavolo.controls import is_waiting
from cogs.diavolo.picture import sketch
from cogs.diavolo.story import last_opening
from cogs.diavolo.words import Voice, layout_seed, observation_of, order_name
from engines.diavolo.model import Observation


def sketch_throw(sight: Sight, t: Texts) -> Sketch | None:
    """The picture of the throw, for learners first with the Order die alone (D10); None before the roll."""
    seen = observation_of(sight)
    if seen.dice is None:
        return None
    seed = layout_seed(sight.table.id, seen.round)
    return sketch(seen.dice, t, seed, order_only=seen.order_first and is_waiting(sight))


def order_line(seen: Observation, t: Texts) -> str:
    """A heading that says what the Order die asks for."""
    order = order_name(seen.dice.order, t) if seen.dice else ""
    return "### " + t("Ordre : {order}", order=order)


def gems_list(seen: Observation, voice: Voice) -> str:
    """The players in table order with their gems; words repeat what signs say."""
    return seat_list(voice.t("**Gemmes**"), [_seat(seat, seen, voice) for seat in seen.seats])


def _seat(seat: str, seen: Observation, voice: Voice) -> str:
    t, gems = voice.t, seen.gems[seat]
    mark, notes = "◽", []
    if seat in seen.gone:
        mark, notes = "🚪", [t("a quitté la table")]
    elif not gems:
        mark, notes = "💀", [t("hors jeu")]
    elif seat == seen.roller and seen.phase == "roll":
        mark, notes = "🎲", [t("lance")]
    if seen.missed[seat] and gems:
        notes.append(t.plural("{n} absence", "{n} absences de suite", seen.missed[seat]))
    return " · ".join((f"{mark} {voice.listed(seat)} · 💎 {gems}", *notes))


# A seat's panel in words: its gems, its pawn, and how fast it was.


def grab_words(sight: Sight, t: Texts) -> str:
    """What a player is told of their grab: the pawn and the time, or that an earlier click has the pawn."""
    seen, voice = observation_of(sight), Voice(sight.table, t)
    if seen.phase == "grab":
        held = next((held for held in seen.held if held.seat == sight.seat), None)
        color, at = (held.color, held.at) if held else (None, None)
        opened_at = sight.table.alarm.opened_at if sight.table.alarm else 0
    else:
        color = seen.last.claims.get(sight.seat or "") if seen.last else None
        at = seen.last_at.get(sight.seat or "")
        opened_at = last_opening(sight)
    if color is None or at is None:
        return t("Un clic plus rapide avait déjà ce diablotin. Prenez-en un autre !")
    if not opened_at:
        return t("Diablotin {color} pris.", color=voice.color(color))
    return t("Diablotin {color} pris, {time}.", color=voice.color(color), time=voice.delay(at, opened_at))


def situation(sight: Sight, seen: Observation, voice: Voice) -> str:
    """The seat's gems, and what it has to do."""
    t = voice.t
    gems = seen.gems[sight.seat or ""]
    if not gems:
        return t("Vous n’avez plus de gemme : installez-vous et regardez la fin !")
    held = t("Vous avez {gems}.", gems=voice.gems(gems))
    return f"{held} {_task(sight, seen, voice)}"


def _task(sight: Sight, seen: Observation, voice: Voice) -> str:
    """What the seat has to do now, or whom it waits for."""
    t = voice.t
    if seen.phase == "roll":
        if sight.seat == seen.roller:
            return t("**À vous** de lancer les dés !")
        return t("{name} va lancer les dés.", name=voice.name(seen.roller))
    if seen.pawn is not None:
        return grab_words(sight, t)
    if is_waiting(sight):
        return t("Les dés arrivent…")
    return t("**À vous** : prenez un diablotin !")
