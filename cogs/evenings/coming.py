"""What guests press: to come, to choose or make a team, to be reminded, to leave."""

from collections.abc import Callable, Mapping

from bot.tables.evenings import planning, registering
from bot.tables.evenings.model import Evening, Place, Stage
from bot.tables.evenings.planning import Due
from bot.tables.evenings.registering import TEAM_NAME_LENGTH, list_open_teams
from bot.texts import Texts
from bot.ui.clicks.click import Click, Handler, note_locale
from bot.ui.clicks.house import House
from bot.ui.pages.escape import escape, label, tidy
from bot.ui.pages.page import Block, Button, Choice, Field, Form, Link, Page, Row, Select, Text
from cogs.evenings.announcement import team_words, when
from cogs.evenings.keeping import Evenings
from cogs.evenings.reading import name_of, read_args, show_aside, text_of


class Coming:
    """The verbs of who comes to an evening."""

    def __init__(self, house: House, evenings: Evenings) -> None:
        self._house = house
        self._evenings = evenings

    def handlers(self) -> Mapping[str, Handler]:
        """By the verbs' names."""
        return {
            "come": self._come,
            "teams": self._show_teams,
            "team": self._join,
            "found": self._ask_name,
            "founded": self._found,
            "rename": self._ask_new_name,
            "renamed": self._rename,
            "mine": self._show_own,
            "remind": self._remind,
            "leave": self._leave,
        }

    async def _come(self, click: Click) -> None:
        """Take a place; on the waiting list where all are taken."""
        evening = await self._register(click, registering.register)
        await self._show(click, evening)

    async def _join(self, click: Click) -> None:
        """Come into the chosen team."""
        number = int(click.values[0]) if click.values and click.values[0].isdecimal() else 0

        def join(found: Evening, user_id: int, name: str, join_id: int) -> Evening:
            return registering.join_team(found, user_id, name, join_id, number)

        await self._show(click, await self._register(click, join))

    async def _found(self, click: Click) -> None:
        """Make a team of the typed name."""
        title = tidy(text_of(click, 0), registering.TEAM_NAME_LENGTH)

        def make(found: Evening, user_id: int, name: str, join_id: int) -> Evening:
            return registering.make_team(found, user_id, name, join_id, title)

        await self._show(click, await self._register(click, make))

    async def _rename(self, click: Click) -> None:
        """Give one's team the typed name."""
        title = tidy(text_of(click, 0), registering.TEAM_NAME_LENGTH)
        evening_id, user_id = read_args(click)[0], click.user.id
        changed = await self._evenings.change(
            evening_id, lambda found: registering.name_team(found, user_id, title)
        )
        await self._show(click, changed)

    async def _show_teams(self, click: Click) -> None:
        evening = await self._find(click)
        page = teams_page(evening, click.user.id, click.responder.texts)
        await show_aside(click, page)

    async def _ask_name(self, click: Click) -> None:
        evening = await self._find(click)
        await click.responder.open_form(naming_form(evening, "evening.founded", click.responder.texts))

    async def _ask_new_name(self, click: Click) -> None:
        evening = await self._find(click)
        await click.responder.open_form(naming_form(evening, "evening.renamed", click.responder.texts))

    async def _show_own(self, click: Click) -> None:
        await self._show(click, await self._find(click))

    async def _remind(self, click: Click) -> None:
        """Wish to be reminded, or not any more."""
        evening_id, wanted = (*read_args(click), 0)[:2]
        now, user_id = self._evenings.now(), click.user.id
        await note_locale(self._house.people, user_id, str(click.responder.interaction.locale))
        changed = await self._evenings.change(
            evening_id,
            lambda found: planning.want_reminders(found, user_id, now, wanted=bool(wanted)),
        )
        await self._show(click, changed)

    async def _leave(self, click: Click) -> None:
        """Give one's place back."""
        evening_id, user_id = read_args(click)[0], click.user.id
        changed = await self._evenings.change(evening_id, lambda found: registering.leave(found, user_id))
        await self._show(click, changed)

    async def _register(self, click: Click, change: Callable[[Evening, int, str, int], Evening]) -> Evening:
        """Change somebody's registration by their click."""
        self._house.refuse_blocked(click.responder.interaction)
        evening_id, user, join_id = read_args(click)[0], click.user, click.responder.interaction.id
        name = name_of(click)
        changed = await self._evenings.change(evening_id, lambda found: change(found, user.id, name, join_id))
        if changed.guest(user.id) is not None:  # letters, and panels at the table, are in their language
            await note_locale(self._house.people, user.id, str(click.responder.interaction.locale))
        return changed

    async def _find(self, click: Click) -> Evening:
        return await self._evenings.find(read_args(click)[0])

    async def _show(self, click: Click, evening: Evening) -> None:
        await show_aside(click, own_page(evening, click.user.id, click.responder.texts))


# What one guest of an evening sees alone: their registration, the teams to choose from, letters.


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
