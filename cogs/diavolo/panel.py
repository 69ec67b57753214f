"""What one seat sees in private: its gems, its pawn, and the throw in words for who asks."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.escape import escaped
from bot.ui.pages.page import Block, Page, Text
from bot.ui.pages.stamps import paused
from cogs.diavolo.controls import private_controls, waits
from cogs.diavolo.render import ACCENT, TITLE, throw_shown
from cogs.diavolo.story import settled
from cogs.diavolo.words import EMOJI, Voice, observed
from engines.diavolo.model import Observation

__all__ = ["acknowledged", "in_words", "panel"]


def panel(sight: Sight, t: Texts, server: str) -> Page:
    """The seat's own page, with the buttons of what it may do now."""
    seen, place = observed(sight), f"<#{sight.table.channel_id}>"
    where = f"### {EMOJI} {TITLE} · {place}" + (f" · {escaped(server, 60)}" if server else "")
    blocks: list[Block] = [Text(where), Text(_situation(sight, seen, Voice(sight.table, t)))]
    return _page(sight, blocks, t)


def in_words(sight: Sight, t: Texts) -> Page | None:
    """The throw without its picture, with the buttons of who may grab; None while none lies there."""
    picture = throw_shown(sight, t)
    if picture is None:
        return None
    blocks: list[Block] = [Text(picture.words)]
    return _page(sight, blocks, t)


def acknowledged(sight: Sight, t: Texts) -> str:
    """What its player alone is told of a grab: the pawn and the time, or that it went to an earlier click."""
    seen, voice = observed(sight), Voice(sight.table, t)
    if seen.phase == "grab":
        held = next((held for held in seen.held if held.seat == sight.seat), None)
        color, at = (held.color, held.at) if held else (None, None)
        opened_at = sight.table.alarm.opened_at if sight.table.alarm else 0
    else:
        color = seen.last.claims.get(sight.seat or "") if seen.last else None
        at = seen.last_at.get(sight.seat or "")
        opened_at = settled(sight)
    if color is None or at is None:
        return t("Un clic plus rapide avait déjà ce diablotin. Prenez-en un autre !")
    if not opened_at:
        return t("Diablotin {color} pris.", color=voice.color(color))
    return t("Diablotin {color} pris, {time}.", color=voice.color(color), time=voice.elapsed(at, opened_at))


def _situation(sight: Sight, seen: Observation, voice: Voice) -> str:
    t = voice.t
    if sight.table.status is Status.PAUSED:
        return paused(sight.table, t)
    if sight.table.status is Status.CLOSED:
        return t("La partie est finie. Le résultat est dans le salon.")
    gems = seen.gems[sight.seat or ""]
    if not gems:
        return t("Vous n’avez plus de gemme : la suite se regarde, sans jouer.")
    held = t("Vous avez {gems}.", gems=voice.gems(gems))
    return f"{held} {_call(sight, seen, voice)}"


def _call(sight: Sight, seen: Observation, voice: Voice) -> str:
    """What the seat is to do, if anything."""
    t = voice.t
    if seen.phase == "roll":
        if sight.seat == seen.roller:
            return t("**À vous** de lancer les dés.")
        return t("{name} va lancer les dés.", name=voice.name(seen.roller))
    if seen.pawn is not None:
        return acknowledged(sight, t)
    if waits(sight):
        return t("Les dés arrivent…")
    return t("**À vous** : prenez un diablotin !")


def _page(sight: Sight, blocks: list[Block], t: Texts) -> Page:
    playing = sight.table.status is Status.PLAYING
    controls = private_controls(sight, t) if playing else ()
    return Page(sight.table.id, sight.drawn, (*blocks, *controls), ACCENT)
