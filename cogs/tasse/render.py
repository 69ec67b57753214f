"""The texts of La Tasse's board, made only from what everybody may know."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.tables.model import Scene
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.header import seat_list
from bot.ui.pages.page import time_left
from cogs.tasse.story import tell_step
from cogs.tasse.words import Voice, dice_in_words, has_ways
from engines.tasse.legal import target_of
from engines.tasse.model import Observation


def where(seen: Observation, t: Texts) -> str:
    """Which round it is; "" if the game has only one."""
    return "" if seen.rounds == 1 else t("manche {n} sur {rounds}", n=seen.round, rounds=seen.rounds)


def headline(seen: Observation, voice: Voice) -> str:
    """Who has the cup, and what they have to decide."""
    t = voice.t
    if seen.phase == "round_over" or seen.current is None:
        return t("🏁 La manche {n} est finie. La suivante commence quand vous voulez.", n=seen.round)
    name = voice.name(seen.current)
    if seen.duel is not None:
        opponent = voice.name(seen.duel.opponent)
        return t(
            "⚔️ 32 sur 32 : {opponent} choisit un score {name:que} doit battre.", opponent=opponent, name=name
        )
    if seen.phase == "direction_or_roll" and has_ways(seen):
        return t("{name} a la tasse : choisir le sens, puis lancer.", name=name)
    if seen.phase == "rolled":
        return t("{name} a la tasse et regarde ses dés : annoncer ou montrer ?", name=name)
    if seen.phase == "reroll":
        return t("{name} a la tasse et relance après son neuf.", name=name)
    if seen.announcement is not None:
        return t("{name} a la tasse : y croire et lancer, ou douter ?", name=name)
    return t("{name} a la tasse : lancer, sans rien à égaler.", name=name)


def standing(seen: Observation, voice: Voice) -> str:
    """A line with the announcement to match, and whose it is."""
    t = voice.t
    if seen.announcement is None:
        return t("📣 Aucune annonce : on part de zéro.")
    return t(
        "### 📣 À égaler ou à battre : {score}, annoncé par {name}",
        score=voice.score(seen.announcement.score),
        name=voice.name(seen.announcement.seat),
    )


def situation_lines(seen: Observation, voice: Voice) -> list[str]:
    """Who has the cup, the announcement and the direction, a line each."""
    t = voice.t
    lines = [headline(seen, voice)]
    if seen.phase not in ("round_over", "duel"):
        lines.append(standing(seen, voice))
    way = t("🔄 Sens : {way}", way=voice.direction(seen.direction))
    if seen.next is not None and seen.duel is None:
        way += " · " + t("après : {name}", name=voice.name(seen.next))
    if seen.phase != "round_over" and has_ways(seen):
        lines.append(way)
    return lines


def seat_lines(seen: Observation, voice: Voice) -> str:
    """The players in table order with points and notes; words repeat what signs say."""
    title = voice.t("**Points** · on sort à {threshold}", threshold=seen.threshold)
    return seat_list(title, [_seat(seat, seen, voice) for seat in seen.seats])


def _seat(seat: str, seen: Observation, voice: Voice) -> str:
    t = voice.t
    mark, notes = "◽", []
    if seat in seen.gone:
        mark, notes = "🚪", [t("a quitté la table")]
    elif seat not in seen.in_play and seen.phase != "round_over":
        mark, notes = "✖️", [t("hors jeu")]
    elif seat == seen.current:
        mark, notes = voice.cup, [t("a la tasse")]
    if seat == seen.first_out:
        notes.append(t("face de nul"))
    if seat in seen.in_play and seen.points[seat] >= seen.threshold and seen.phase != "round_over":
        notes.append(t("en sursis : il faut 2 points d’écart"))
    if seat == seen.skipped and seat in seen.in_play:
        notes.append(t("passe son tour"))
    if seen.rounds_won[seat]:
        notes.append(t.plural("{n} manche gagnée", "{n} manches gagnées", seen.rounds_won[seat]))
    if seen.missed[seat] and seat in seen.in_play:
        notes.append(t.plural("{n} absence", "{n} absences de suite", seen.missed[seat]))
    return " · ".join((f"{mark} {voice.listed(seat)} {seen.points[seat]}", *notes))


def sips_note(t: Texts) -> str:
    """The note that nobody has to drink, and that sips need no alcohol (T16)."""
    return "-# " + t("Une gorgée de ce qui vous plaît, sans alcool par défaut. Personne n’est obligé.")


# A seat's panel: its own dice while they are secret, and what it may do now.


def last_arrival(scenes: Sequence[Scene], seat: str, kind: str) -> int:
    """The version at which the `kind` ("cup" or "duel") last came to this seat; 0 if no scene says."""
    return max((scene.version for scene in scenes if _is_arrival(scene, seat, kind)), default=0)


def _is_arrival(scene: Scene, seat: str, kind: str) -> bool:
    for event in scene.events:
        if kind == "duel" and event.type in ("duels_started", "duelled", "duel_waived", "left"):
            return True
        if kind == "cup" and event.type in _GIVEN and seat == _GIVEN[event.type](event):
            return True
    return False


_GIVEN: Mapping[str, Callable[[Any], str]] = {
    "restarted": lambda event: event.seat,
    "round_started": lambda event: event.starter,
    "announced": lambda event: event.to,
}
"""Events by which the cup comes to a seat, each with how to find that seat."""


def outcome(sight: Sight, voice: Voice) -> str:
    """What came of this seat's last turn, in a line: the cup was lifted, believed, or it fell."""
    own = sight.seat or ""
    for scene in reversed(sight.scenes):
        if any(_settles(event, own) for event in scene.events):
            return tell_step(scene.events, voice)
    return ""


def _settles(event: Any, own: str) -> bool:
    """Whether an event ends what a seat's own message was about."""
    if event.type in ("doubted", "trusted"):
        return own in (event.seat, event.announcer)
    return event.type in ("shown", "joker_played", "misannounced", "fell") and event.seat == own


def situation(sight: Sight, seen: Observation, voice: Voice) -> str:
    """What this seat has to decide, the announcement, its points and the time left, a line each."""
    t = voice.t
    if seen.phase == "round_over":
        return headline(seen, voice)
    if sight.seat not in sight.to_act:
        # What others do is not shown here: this may only say what remains true.
        return t("Vous n’avez rien à décider pour l’instant.")
    lines = [_task(seen, voice)]
    if seen.phase != "duel":
        lines.append(standing(seen, voice))
    own = seen.points[sight.seat or ""]
    lines.append(
        t.plural(
            "Vous avez {n} point ; à {threshold}, on sort.",
            "Vous avez {n} points ; à {threshold}, on sort.",
            own,
            threshold=seen.threshold,
        )
    )
    lines.append(time_left(sight.table, t))
    return "\n".join(line for line in lines if line)


def _task(seen: Observation, voice: Voice) -> str:
    """What the seat has to decide now."""
    t = voice.t
    if seen.duel is not None:
        roller = voice.name(seen.duel.roller)
        return t("**À vous !** Choisissez un score : {roller} devra le battre.", roller=roller)
    if seen.phase == "direction_or_roll" and has_ways(seen):
        return t("**À vous !** Choisissez le sens si vous voulez, puis lancez.")
    if seen.phase == "rolled":
        if seen.show is not None:
            return t("**À vous !** Annoncez un score, vrai ou faux, ou montrez vos dés.")
        return t("**À vous !** Annoncez un score, vrai ou faux.")
    if seen.phase == "reroll":
        return t("**À vous !** Relancez : l’annonce à égaler n’a pas changé.")
    if seen.announcement is not None:
        return t("**À vous !** Croyez l’annonce et lancez, ou doutez et soulevez la tasse.")
    return t("**À vous !** Lancez : il n’y a rien à égaler.")


def own_dice(seen: Observation, voice: Voice) -> str:
    """The dice under the cup, for the seat that may see them, and the effect of showing them."""
    t = voice.t
    own = seen.dice or ""
    dice = f"{voice.book.dice(own)} **{dice_in_words(own, t)}**"
    if seen.phase != "rolled":
        return t("🎲 Sous la tasse, vos dés : {dice}. Un secret, tant que personne ne la soulève.", dice=dice)
    lines = [t("### 🎲 Vos dés : {dice}", dice=dice)]
    if seen.show is not None:
        lines.append(t("**Montrer** : {effect}", effect=_effect_words(seen, voice)))
    lines.append("-# " + t("Personne d’autre ne voit ces dés. Rien n’oblige à dire la vérité."))
    return "\n".join(lines)


def _effect_words(seen: Observation, voice: Voice) -> str:
    """What showing the dice would do now (T9, T10, T11)."""
    t = voice.t
    if seen.show == "joker":
        return _joker_words(seen, voice)
    if seen.show == "nine":
        return _nine_words(seen, voice)
    target = voice.name(target_of(seen))
    one = voice.points(1)
    effects = {
        "seven": t("un 7. {target} prend {points}.", target=target, points=one),
        "double_five": t(
            "un double 5. {target} prend {points} et passe son tour.", target=target, points=one
        ),
        "thirty_one": t("un 31. {target} prend {points} et le sens tourne.", target=target, points=one),
    }
    effect = effects[seen.show or ""]
    if seen.announcement is not None and seen.announcement.score == "21":
        effect += " " + t("Sur un 21, vous prenez {points} aussi, puis vous repartez de zéro.", points=one)
    return effect


def _joker_words(seen: Observation, voice: Voice) -> str:
    t = voice.t
    if seen.joker_lost:
        return t(
            "le joker. Rien ne bat un 21 : il échouerait à coup sûr ({points} pour vous).",
            points=voice.points(2),
        )
    return t(
        "le joker. Vous relancez devant tout le monde. Plus que {score} : {won} pour {target}. Sinon : "
        "{lost} pour vous. Un deuxième 32, et c’est la série de duels.",
        score=voice.score(seen.announcement.score if seen.announcement else ""),
        won=voice.points(1),
        target=voice.name(target_of(seen)),
        lost=voice.points(2),
    )


def _nine_words(seen: Observation, voice: Voice) -> str:
    t, one = voice.t, voice.points(1)
    if seen.nine_hits_roller:
        return t(
            "un 9. Attention : à {n} en jeu, la neuvième place, c’est la vôtre ({points}).",
            n=len(seen.in_play),
            points=one,
        )
    return t("un 9. La neuvième place à partir de la vôtre prend {points}, puis vous relancez.", points=one)
