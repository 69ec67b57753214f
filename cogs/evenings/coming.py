"""What guests press: to come, to choose or make a team, to be reminded, to leave."""

from collections.abc import Callable, Mapping

from bot.tables.evenings import planning, registering
from bot.tables.evenings.model import Evening
from bot.ui.clicks.click import Click, Handler, note_locale
from bot.ui.clicks.house import House
from bot.ui.pages.escape import tidy
from cogs.evenings.announcement import naming_form, own_page, teams_page
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
