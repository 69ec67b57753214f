"""`/tuto`: a first game by a script, shown to one person; every click says all of the way that led to it."""

from typing import Any

from discord import app_commands
from discord.app_commands import Choice
from discord.ext.commands import AutoShardedBot

from bot.tables.lessons import follow
from bot.tables.model import Denied, Person
from bot.texts import N_
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House, Interaction
from bot.ui.frame.face import Face
from bot.ui.frame.lesson import lesson_page, lessons_page, read_place
from bot.ui.pages.page import Page
from bot.ui.wire.commands import called
from bot.ui.wire.responder import Responder


def plug(bot: AutoShardedBot, house: House) -> None:
    """Add `/tuto`."""
    bot.tree.add_command(lessons_command(house))


def lessons_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command that begins a lesson, with the games that have one; its buttons are answered, too."""
    lessons = _Lessons(house)

    async def tuto(interaction: Interaction, game: str | None = None) -> None:
        await house.answer(interaction, lambda responder: lessons.begin(responder, game))

    games = [Choice(name=face.spec.title, value=face.spec.name) for face in lessons.faces]
    for described in (
        app_commands.rename(game=N_("jeu")),
        app_commands.describe(game=N_("Le jeu à apprendre")),
        app_commands.choices(game=games),
    ):
        described(tuto)
    said = N_("Apprendre un jeu en jouant, en quelques minutes")
    return app_commands.Command(name="tuto", extras=called(en="tutorial"), description=said, callback=tuto)


class _Lessons:
    """Shows lessons, each as far as the choices in a button have led."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.faces = tuple(face for face in house.faces.values() if face.spec.lesson is not None)
        house.router.register("learn", {"open": self._open, "step": self._step, "games": self._list})

    async def begin(self, responder: Responder, game: str | None) -> None:
        """Show the beginning of a game's lesson, or all games where none was named."""
        page = lessons_page(self.faces, responder.texts) if game is None else self._page(responder, game)
        await responder.show(page)

    async def _open(self, click: Click) -> None:
        """Show the beginning of a lesson beside what was clicked."""
        game, _ = read_place(click.target.arg)
        await self.begin(click.responder, game or None)

    async def _step(self, click: Click) -> None:
        """Show where a choice leads, in the place of where it was made."""
        game, choices = read_place(click.target.arg)
        chosen = "".join(click.values)
        choices = (*choices, int(chosen)) if chosen.isdecimal() else choices
        await click.responder.update(self._page(click.responder, game, choices))

    async def _list(self, click: Click) -> None:
        """Show all games that can be learnt, in the place of a lesson."""
        await click.responder.update(lessons_page(self.faces, click.responder.texts))

    def _page(self, responder: Responder, game: str, choices: tuple[int, ...] = ()) -> Page:
        """The page of a lesson; its beginning where the script has changed since the choices were made.

        Raises Denied "stale" for a game that has no lesson any more.
        """
        face = self._face(game)
        lesson, rules = face.spec.lesson, face.spec.rules
        if lesson is None:
            raise Denied("stale")
        responder.stopwatch.game = game
        user, t = responder.interaction.user, responder.texts
        learner = Person(user.id, user.display_name, responder.interaction.id)
        walk = follow(lesson, rules, choices, learner, t, t.locale)
        if walk is None:
            choices = ()
            walk = follow(lesson, rules, choices, learner, t, t.locale)
        assert walk is not None, "every script begins"
        return lesson_page(face, lesson, walk, choices, t)

    def _face(self, game: str) -> Face:
        try:
            return self._house.faces[game]
        except KeyError:
            raise Denied("stale") from None
