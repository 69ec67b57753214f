"""The texts of La Tasse's board, made only from what everybody may know."""

from __future__ import annotations

from bot.texts import Texts
from bot.ui.frame.badge import seat_list
from cogs.tasse.words import Voice, has_ways
from engines.tasse.model import Observation

__all__ = ["headline", "seat_lines", "sips_note", "situation_lines", "standing", "where"]


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
