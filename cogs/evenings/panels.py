"""What one guest of an evening sees alone: their registration, the teams to choose from, letters."""

from __future__ import annotations

from bot.tables.evenings.model import Evening, Place, Stage
from bot.tables.evenings.planning import Due
from bot.tables.evenings.registering import TEAM_NAME_LENGTH, list_open_teams
from bot.texts import Texts
from bot.ui.pages.escape import escape, label
from bot.ui.pages.page import Block, Button, Choice, Field, Form, Link, Page, Row, Select, Text
from cogs.evenings.announcement import team_words, when

__all__ = ["jump", "letter", "naming_form", "own_line", "own_page", "teams_page"]


def own_page(evening: Evening, user_id: int, t: Texts) -> Page:
    """Where somebody stands: their place and team, whether they are reminded, and what they may change."""
    guest, key = evening.guest(user_id), str(evening.id)
    lines = [f"**🎤 {escape(evening.title, 80)}** · {when(evening)}"]
    if guest is None:
        lines.append(t("Votre nom n’est pas sur la liste. « Je viens » vous y met."))
        return Page(0, 0, (Text("\n".join(lines)),))
    match guest.place:
        case Place.LEADS:
            lines.append(t("🎙️ Vous menez cette soirée."))
        case Place.WAITING:
            number = 1 + [one.user_id for one in evening.waiting].index(user_id)
            lines.append(
                t("⏳ Toutes les places sont prises : vous êtes n° {n} sur la liste d’attente.", n=number)
            )
            lines.append(t("-# Dès qu’une place se libère, elle est à vous, et je vous écris."))
        case Place.IN:
            lines.append(t("✅ Votre place est réservée."))
            lines += _team_lines(evening, user_id, t)
    reminded = (
        t("🔔 Je vous le rappellerai en message privé, la veille et 15 minutes avant.")
        if guest.remind
        else t("🔕 Pas de rappel.")
    )
    lines.append(reminded)
    if evening.stage not in (Stage.DRAFT, Stage.OPEN):
        return Page(0, 0, (Text("\n".join(lines)),))
    remind = t("Ne plus me le rappeler") if guest.remind else t("Me le rappeler")
    buttons = [Button("evening.remind", remind, f"{key}.{int(not guest.remind)}", emoji="🔔")]
    if guest.place is Place.IN and evening.people > 1:
        buttons.insert(0, Button("evening.teams", t("Équipes"), key, emoji="👥"))
    if guest.place is not Place.LEADS:
        buttons.append(Button("evening.leave", t("Ne plus venir"), key, "danger"))
    return Page(0, 0, (Text("\n".join(lines)), Row(tuple(buttons))))


def own_line(evening: Evening, user_id: int, t: Texts) -> str:
    """One evening in a list of somebody's games: its message, channel and hour, and what they are there."""
    title = f"[{escape(evening.title, 80)}]({jump(evening)})"
    return t(
        "🎤 {title} <#{channel}> : {when} · {what}",
        title=title,
        channel=evening.channel_id,
        when=when(evening),
        what=_standing(evening, user_id, t),
    )


def teams_page(evening: Evening, user_id: int, t: Texts) -> Page:
    """The teams with room, and the way to a new one or to another name for one's own."""
    guest, key = evening.guest(user_id), str(evening.id)
    own = None if guest is None else evening.team(guest.team)
    lines = [t("**Équipes** · {n} personnes au plus par équipe", n=evening.people)]
    if own is not None:
        lines.append(t("Votre équipe : **{team}**.", team=escape(team_words(evening, own, t))))
    choices = tuple(
        Choice(
            str(team.number),
            label(team_words(evening, team, t)),
            t.plural("{n} personne", "{n} personnes", len(evening.members(team.number))),
        )
        for team in list_open_teams(evening)
        if team != own
    )
    blocks: list[Block] = [Text("\n".join(lines))]
    if choices:
        blocks.append(Select("evening.team", t("Rejoindre une équipe"), choices, key))
    buttons = [Button("evening.found", t("Nouvelle équipe"), key, "primary", "➕")]
    if own is not None:
        buttons.append(Button("evening.rename", t("Renommer la mienne"), key, emoji="✏️"))
    return Page(0, 0, (*blocks, Row(tuple(buttons))))


def naming_form(evening: Evening, verb: str, t: Texts) -> Form:
    """The form for a team's name, new or not."""
    field = Field("name", t("Nom de l’équipe"), most=TEAM_NAME_LENGTH)
    return Form(0, 0, verb, t("Équipe"), (field,), str(evening.id))


def letter(evening: Evening, due: Due, t: Texts) -> Page:
    """A private message about an evening, with the way there."""
    title = escape(evening.title, 80)
    if due.what == "moved_up":
        told = t("🎟️ Une place s’est libérée à « {title} » : elle est à vous.", title=title)
    else:
        told = t("🔔 « {title} » approche.", title=title)
    lines = [
        told,
        f"📅 {when(evening)}",
        t("-# Le message de la soirée permet de changer d’équipe ou d’annuler."),
    ]
    return Page(0, 0, (Text("\n".join(lines)), Row((Link(t("Voir la soirée"), jump(evening)),))))


def jump(evening: Evening) -> str:
    """The address of an evening's message, or of its channel while there is none."""
    place = f"https://discord.com/channels/{evening.guild_id}/{evening.channel_id}"
    return f"{place}/{evening.message_id}" if evening.message_id else place


def _standing(evening: Evening, user_id: int, t: Texts) -> str:
    """What somebody is at an evening, in a few words."""
    guest = evening.guest(user_id)
    if guest is None:
        return t("vous l’organisez")
    match guest.place:
        case Place.LEADS:
            return t("vous la menez")
        case Place.WAITING:
            return t("liste d’attente")
    team = evening.team(guest.team)
    if team is None or evening.people == 1:
        return t("place réservée")
    return t("avec {team}", team=f"**{escape(team_words(evening, team, t))}**")


def _team_lines(evening: Evening, user_id: int, t: Texts) -> list[str]:
    guest = evening.guest(user_id)
    if guest is None or evening.people == 1:
        return []
    own = evening.team(guest.team)
    if own is None:
        return [t("👥 Sans équipe : vous en choisissez une, ou je vous place au début.")]
    return [t("👥 Votre équipe : **{team}**.", team=escape(team_words(evening, own, t)))]
