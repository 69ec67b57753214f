"""What people see of an evening: its message in the channel, and what is written to one person about it."""

from collections.abc import Sequence

from bot.tables.evenings.model import TEAMS_AT_MOST, Evening, Guest, Place, Stage, Team
from bot.tables.evenings.planning import Due
from bot.tables.evenings.registering import TEAM_NAME_LENGTH, list_open_teams
from bot.texts import Texts
from bot.ui.frame import notices
from bot.ui.frame.names import team_name
from bot.ui.pages.escape import escape, label
from bot.ui.pages.page import Block, Button, Choice, Field, Form, Gap, Link, Page, Row, Select, Text
from cogs.evenings.programme import count_minutes, programme_head, programme_lines, read_rounds

_ACCENT = 0x5A4AA0
_NAME, _IN_TEAM = 32, 20
_WORDS = 500
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def announcement(evening: Evening, t: Texts) -> Page:
    """The message as it should be now."""
    blocks: list[Block] = [Text("\n".join(head_lines(evening, t)))]
    if evening.words:
        blocks.append(Text(escape(evening.words, _WORDS)))
    match evening.stage:
        case Stage.CANCELLED:
            blocks.append(Text(_why_cancelled(evening, t)))
        case Stage.OVER:
            blocks += [Gap(), Text("\n".join(_result_lines(evening, t)))]
        case _:
            blocks += [Gap(), Text("\n".join(_programme(evening, t)))]
            blocks += [Gap(), Text("\n".join(_people(evening, t)))]
            blocks += _buttons(evening, t)
    return Page(0, 0, tuple(blocks), _ACCENT)


def head_lines(evening: Evening, t: Texts) -> list[str]:
    """The title, the hour, who leads, and how many may come."""
    lines = [f"## 🎤 {escape(evening.title, 80)}"]
    if evening.stage is Stage.OPEN and evening.called:
        lines.append(_waiting_words(evening, t))
    if evening.stage in (Stage.BEGINNING, Stage.PLAYING):
        lines.append(t("▶️ **La soirée est en cours.**"))
        if evening.people > 1:
            lines.append(t("-# On rejoint encore une équipe entre deux manches, par le bouton de la table."))
    lines.append(f"📅 {when(evening)}")
    leader = evening.leader
    who = t("le bot") if leader is None else f"<@{leader.user_id}>" if leader.user_id else t("personne")
    led = t("🎙️ Maître du jeu : {who}", who=who)
    planned = t("organisée par {who}", who=f"<@{evening.host_id}>")
    lines.append(f"{led} · {planned}" if evening.host_id else led)
    return lines


def when(evening: Evening) -> str:
    """The moment, in each reader's own time zone, and how far it is while the evening is to come."""
    second = evening.starts_at // 1000
    to_come = evening.stage in (Stage.DRAFT, Stage.OPEN)
    return f"<t:{second}:F> (<t:{second}:R>)" if to_come else f"<t:{second}:F>"


def place_mark(place: int) -> str:
    """A medal, or the number of a place; not as Discord's lists have it, which would count on over equals."""
    return _MEDALS.get(place, f"{place}\\.")


def event_words(evening: Evening, t: Texts) -> str:
    """What Discord's event says below its title, without markdown that it would not show."""
    rounds = read_rounds(evening)
    told = t.plural("{n} manche", "{n} manches", len(rounds))
    minutes = t("environ {n}\u00a0min", n=count_minutes(rounds))
    lines = [f"{told} · {minutes} · {_size_words(evening, t)}"]
    if evening.words:
        lines.append(evening.words)
    lines.append(t("Inscriptions par les boutons du message, dans le salon."))
    return "\n".join(lines)


def team_words(evening: Evening, team: Team, t: Texts) -> str:
    """What a team is called as plain text, the same as at the table: by its own name, or by its people."""
    names = [guest.name for guest in evening.members(team.number)]
    if team.name or len(names) != 1:
        return team.name or team_name(names, team.number, t)
    return names[0] or t("anonyme")


def _size_words(evening: Evening, t: Texts) -> str:
    if evening.people == 1:
        return t("chacun pour soi")
    return t("équipes de {n} au plus", n=evening.people)


def _waiting_words(evening: Evening, t: Texts) -> str:
    """Why an evening whose hour has come has not begun."""
    if evening.why:
        said = notices.sentence(evening.why, {}, t)
        return t("⚠️ Je n’ai pas pu ouvrir la table. {said} L’hôte peut réessayer.", said=said)
    return t("⏳ C’est l’heure, mais il faut au moins deux équipes : on attend encore un peu.")


def _why_cancelled(evening: Evening, t: Texts) -> str:
    match evening.why:
        case "alone":
            return t("❌ Annulée : il n’y avait pas assez de monde pour deux équipes.")
        case "missed":
            return t("❌ Annulée : je n’étais pas là à l’heure dite.")
        case "channel":
            return t("❌ Annulée : je ne pouvais plus écrire dans ce salon.")
        case "evening_deck":
            return t("❌ Annulée : ce serveur n’a plus le paquet de questions d’une manche.")
        case "evening_cards":
            return t("❌ Annulée : il n’y avait plus assez de questions pour une manche.")
    return t("❌ **Cette soirée est annulée.**")


def _programme(evening: Evening, t: Texts) -> list[str]:
    return [programme_head(evening, t), *programme_lines(evening, t)]


def _people(evening: Evening, t: Texts) -> list[str]:
    """How many come, the teams with their people, those without a team, the waiting list."""
    room = min(evening.places, TEAMS_AT_MOST * evening.people)
    coming = t.plural("{n} personne", "{n} personnes", len(evening.players))
    places = t("{n} places", n=room)
    lines = [f"**{coming}** · {places} · {_size_words(evening, t)}"]
    if evening.people > 1:
        for team in evening.teams:
            members = evening.members(team.number)
            count = f"{len(members)}/{evening.people}"
            name = escape(team_words(evening, team, t), _NAME)
            lines.append(_listed(f"**{name}** ({count})", members, t))
    single = [guest for guest in evening.players if not guest.team or evening.people == 1]
    if single:
        head = t("Déjà là") if evening.people == 1 else t("Sans équipe (on complète au début)")
        lines.append(_listed(head, single, t))
    if evening.waiting:
        head = t.plural("Liste d’attente ({n})", "Liste d’attente ({n})", len(evening.waiting))
        lines.append(_listed(head, evening.waiting, t))
    return lines


def _listed(head: str, guests: Sequence[Guest], t: Texts) -> str:
    return "- " + t("{option} : {value}", option=head, value=_names(guests, t))


def _names(guests: Sequence[Guest], t: Texts) -> str:
    return ", ".join(escape(guest.name, _IN_TEAM) if guest.name else t("anonyme") for guest in guests)


def _buttons(evening: Evening, t: Texts) -> list[Block]:
    """What everybody may press, whoever they are; who may not is told so."""
    key = str(evening.id)
    if evening.stage is Stage.OPEN:
        coming = [Button("evening.come", t("Je viens"), key, "success", "🙋")]
        if evening.people > 1:
            coming.append(Button("evening.teams", t("Équipes"), key, emoji="👥"))
        coming.append(Button("evening.mine", t("Mon inscription"), key, emoji="🎟️"))
        leading = Button("evening.begin", t("Commencer"), key, emoji="▶️")
        return [Row((*coming, leading, Button("evening.lead", t("Gérer"), key, emoji="⚙️")))]
    if evening.stage is Stage.PLAYING and evening.event_id:
        event = f"https://discord.com/events/{evening.guild_id}/{evening.event_id}"
        return [Row((Link(t("L’évènement"), event),))]
    return []


def _result_lines(evening: Evening, t: Texts) -> list[str]:
    """The teams in the order in which they came in."""
    ended = [team for team in evening.teams if team.place is not None]
    lines = [t("🏁 **La soirée est terminée.**")]
    if not ended:
        lines.append(t("Elle a été arrêtée avant la fin : elle ne compte pas."))
    for team in sorted(ended, key=lambda each: (each.place or 0, each.number)):
        mark = place_mark(team.place or 0)
        points = t.plural("{n} point", "{n} points", team.points or 0)
        members = evening.members(team.number)
        told = f"{mark} **{escape(team_words(evening, team, t), _NAME)}** · {points}"
        lines.append(f"{told} · {_names(members, t)}" if team.name or len(members) > 1 else told)
    return lines


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
