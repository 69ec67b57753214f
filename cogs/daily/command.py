"""`/defi-du-jour`: what is typed and pressed; every button says the day, the discipline and the task."""

from collections.abc import Mapping
from typing import Any, Final

from discord import app_commands
from discord.ext.commands import AutoShardedBot

from bot.insight.model import BOARD
from bot.tables.daily.challenges import Challenges
from bot.tables.daily.model import Attempt, later
from bot.tables.homes import NOWHERE
from bot.tables.model import Denied
from bot.texts import N_, Texts, texts_for
from bot.ui.clicks.click import Click, language_here
from bot.ui.clicks.house import House, Interaction
from bot.ui.frame.notices import add_wordings
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Button, Page, Row, Text
from bot.ui.wire.commands import called
from bot.ui.wire.responder import Responder
from cogs.daily.attempt import Hub, Laid, attempt_page, board_page, hub_page, intro_page, placed, secret_page
from cogs.daily.wording import (
    CupWords,
    Place,
    QuizWords,
    ThrowWords,
    Wording,
    answer_form,
    score_words,
    short_day,
)
from engines.daily.discipline import DISCIPLINES
from engines.defizz.judging import is_blank

_WORDINGS: Final[dict[str, Wording]] = {"tasse": CupWords(), "diavolo": ThrowWords(), "defizz": QuizWords()}
_KIND: Final = "daily"

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "daily_over": (
        N_("Ce défi est fini : un nouveau commence chaque jour à minuit UTC. Tapez `/defi-du-jour`."),
    ),
    "daily_blank": (N_("Il n’y a rien à lire dans votre réponse. Rien n’a compté : réessayez."),),
    "daily_no_server": (
        N_("Le classement du jour est celui d’un serveur : tapez `/defi-du-jour` dans un de ses salons."),
    ),
}
"""Wordings of refusals (see bot.ui.frame.notices)."""
add_wordings(REASONS)


def plug(bot: AutoShardedBot, house: House) -> None:
    """Add `/defi-du-jour`, with the disciplines whose games are played here; nothing where there is none."""
    disciplines = {name: discipline for name, discipline in DISCIPLINES.items() if name in house.faces}
    if disciplines:
        challenges = Challenges(house.store.daily, disciplines, house.clock.now, house.new_seed)
        bot.tree.add_command(daily_command(house, challenges))


def daily_command(house: House, challenges: Challenges) -> app_commands.Command[Any, ..., None]:
    """The command that shows the day's challenge, wherever it is typed; its buttons are answered, too."""
    daily = _Daily(house, challenges)

    async def defi(interaction: Interaction) -> None:
        await house.answer(interaction, daily.begin)

    app_commands.allowed_installs(guilds=True, users=True)(defi)
    app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(defi)
    said = N_("Les mêmes dés pour tout le monde : une tentative par jour et par épreuve")
    extras = called(en="daily")
    return app_commands.Command(name="defi-du-jour", description=said, callback=defi, extras=extras)


class _Daily:
    """Shows the challenge and takes answers; nothing is remembered between two clicks but in the store."""

    def __init__(self, house: House, challenges: Challenges) -> None:
        self._house = house
        self._challenges = challenges
        house.router.register(
            "daily",
            {
                "hub": self._hub,
                "play": self._play,
                "open": self._open,
                "begin": self._begin,
                "answer": self._answer,
                "plain": self._plain,
                "write": self._write,
                "said": self._said,
                "board": self._board,
                "share": self._share,
                "copy": self._copy,
                "secret": self._secret,
            },
        )

    async def begin(self, responder: Responder) -> None:
        """Show the day's page to whoever asks."""
        self._house.refuse_blocked(responder.interaction)
        await responder.show(await self._hub_page(responder), _KIND)

    # -- clicks ----------------------------------------------------------------------------------------

    async def _hub(self, click: Click) -> None:
        """Show the day's page in the place of what was clicked."""
        await click.responder.update(await self._hub_page(click.responder))

    async def _play(self, click: Click) -> None:
        """Show the day's page to whoever pressed it below what somebody has shared."""
        await self.begin(click.responder)

    async def _open(self, click: Click) -> None:
        """Show somebody's attempt as it stands, or what the discipline is."""
        place, _ = _read(click)
        laid = await self._laid(place, click.responder)
        attempt = await self._challenges.attempt(place.day, place.name, click.user.id)
        t = click.responder.texts
        if attempt is None and place.day != self._challenges.today:
            raise Denied("daily_over")
        await click.responder.update(
            intro_page(laid, t) if attempt is None else attempt_page(laid, attempt, t)
        )

    async def _begin(self, click: Click) -> None:
        """Begin the attempt, or go on with it."""
        self._house.refuse_blocked(click.responder.interaction)
        place, _ = _read(click)
        laid = await self._laid(place, click.responder)
        where = click.responder.interaction.guild_id or NOWHERE
        attempt = await self._challenges.begin(click.ask, place.day, place.name, where)
        await click.responder.update(attempt_page(laid, attempt, click.responder.texts))

    async def _answer(self, click: Click) -> None:
        """Take an answer that a button gives."""
        place, words = _read(click)
        await self._take(click, place, words)

    async def _plain(self, click: Click) -> None:
        """Show the present task in words, without its picture."""
        place, _ = _read(click)
        laid, attempt = await self._own(click, place)
        await click.responder.update(attempt_page(laid, attempt, click.responder.texts, plain=True))

    async def _write(self, click: Click) -> None:
        """Open the form for an answer; where the task has been answered, show how things stand."""
        place, _ = _read(click)
        laid, attempt = await self._own(click, place)
        t = click.responder.texts
        if place.step == len(attempt.given) < len(laid.tasks) and place.day == self._challenges.today:
            await click.responder.open_form(answer_form(place, laid.tasks[place.step], t))
        elif place.day != self._challenges.today:
            raise Denied("daily_over")
        else:
            await click.responder.update(attempt_page(laid, attempt, t, _answered_before(t)))

    async def _said(self, click: Click) -> None:
        """Take an answer that was typed."""
        place, _ = _read(click)
        words = next(iter(click.values), "")
        if is_blank(words):
            raise Denied("daily_blank")
        await self._take(click, place, words)

    async def _board(self, click: Click) -> None:
        """Show the server's board of a day. Denied "daily_no_server" outside of servers."""
        place, _ = _read(click)
        guild_id = click.responder.interaction.guild_id
        if guild_id is None:
            raise Denied("daily_no_server")
        laid = await self._laid(place, click.responder)
        lines = await self._challenges.board(place.day, place.name, guild_id)
        people = {*(line.user_id for line in lines), click.user.id}
        hidden = await self._house.insight.kept.declined(BOARD, sorted(people))
        board = placed(lines, hidden, timed=laid.discipline.timed)
        others = [(one.name, face) for one, face in self._disciplines()]
        t, mine = click.responder.texts, click.user.id
        await click.responder.update(board_page(laid, board, others, mine, hidden=mine in hidden, t=t))

    async def _share(self, click: Click) -> None:
        """Post the result of whoever presses, in the server's language."""
        interaction = click.responder.interaction
        self._house.refuse_blocked(interaction)
        place, _ = _read(click)
        laid, attempt = await self._whole(click, place)
        t = await self._language_of(interaction)
        if await click.responder.post(shared_page(laid, attempt, click.user.display_name, t)) is None:
            said = click.responder.texts("Je n’ai pas pu le montrer à temps : appuyez encore une fois.")
            await click.responder.say(said)

    async def _copy(self, click: Click) -> None:
        """Show the result as a text to copy, for where nothing can be posted."""
        place, _ = _read(click)
        laid, attempt = await self._whole(click, place)
        t = click.responder.texts
        await click.responder.say(f"```\n{shared_line(laid, attempt, t)}\n```")

    async def _secret(self, click: Click) -> None:
        """Show the secret of the day before, with all that follows from it."""
        challenges = self._challenges
        day = later(challenges.today, -1)
        promise = (await challenges.promised()).get(day)
        names = challenges.disciplines if promise is not None else ()
        tasks = {name: await challenges.tasks(day, name) for name in names}
        await click.responder.show(secret_page(day, promise, tasks, click.responder.texts), "daily secret")

    # -- what they share -------------------------------------------------------------------------------

    async def _take(self, click: Click, place: Place, words: str) -> None:
        """Take an answer, and show what came of it with the next task, or the end."""
        laid = await self._laid(place, click.responder)
        attempt, counted = await self._challenges.answer(click.ask, place.day, place.name, place.step, words)
        t = click.responder.texts
        notice = "" if counted else _answered_before(t)
        await click.responder.update(attempt_page(laid, attempt, t, notice))

    async def _own(self, click: Click, place: Place) -> tuple[Laid, Attempt]:
        """The discipline of a click, and the clicker's attempt at it. Denied "stale" before it is begun."""
        attempt = await self._challenges.attempt(place.day, place.name, click.user.id)
        if attempt is None:
            raise Denied("stale")
        return await self._laid(place, click.responder), attempt

    async def _whole(self, click: Click, place: Place) -> tuple[Laid, Attempt]:
        """The same for an attempt that is over. Denied "stale" for one that is not."""
        laid, attempt = await self._own(click, place)
        if len(attempt.given) < len(laid.tasks):
            raise Denied("stale")
        return laid, attempt

    async def _laid(self, place: Place, responder: Responder) -> Laid:
        """A discipline as it lies there on a day. Denied "stale" for what there is not."""
        tasks = await self._challenges.tasks(place.day, place.name)
        responder.stopwatch.game = place.name
        discipline, face = self._challenges.disciplines[place.name], self._house.faces[place.name]
        return Laid(place.day, discipline, face, _WORDINGS[place.name], tasks)

    async def _hub_page(self, responder: Responder) -> Page:
        challenges, who = self._challenges, responder.interaction.user.id
        hub = Hub(
            challenges.today,
            self._disciplines(),
            await challenges.attempts(who),
            await challenges.promised(),
            await challenges.days_this_month(who),
        )
        return hub_page(hub, responder.texts)

    def _disciplines(self) -> list[Any]:
        """The disciplines with the faces of their games."""
        faces = self._house.faces
        return [(one, faces[name]) for name, one in self._challenges.disciplines.items()]

    async def _language_of(self, interaction: Interaction) -> Texts:
        settings = await self._house.servers.server(interaction.guild_id or 0)
        return texts_for(str(settings.get("locale") or language_here(interaction)))


def _answered_before(t: Texts) -> str:
    return t("ℹ️ Vous aviez déjà répondu à cela. Voici où vous en êtes.")


def _read(click: Click) -> tuple[Place, str]:
    """What a button says. Raises Denied "stale" for what we never wrote."""
    try:
        return Place.read(click.target.arg)
    except ValueError:
        raise Denied("stale") from None


# What others are shown of an attempt: a line that tells nothing of the tasks.


def shared_line(laid: Laid, attempt: Attempt, t: Texts) -> str:
    """Plain text: the discipline, the day, the score and which answers were right, in two lines."""
    score = score_words(attempt, len(laid.tasks), t, timed=laid.discipline.timed)
    marks = "".join("✓" if given.right else "✗" for given in attempt.given)
    head = t(
        "Gobelet · {game} du {day} · {score}",
        game=laid.face.spec.title,
        day=short_day(laid.day, t),
        score=score,
    )
    right = t.plural(
        "{n} réponse juste sur {count}",
        "{n} réponses justes sur {count}",
        attempt.score,
        count=len(laid.tasks),
    )
    return f"{head}\n{marks} ({right})"


def shared_page(laid: Laid, attempt: Attempt, name: str, t: Texts) -> Page:
    """The message for everybody, with the way to one's own attempt."""
    head, marks = shared_line(laid, attempt, t).split("\n")
    words = f"{laid.face.emoji} **{escape(name)}** · {head}\n{marks}"
    play = Button("daily.play", t("Jouer aussi"), style="success", emoji="🗓️")
    return Page(0, 0, (Text(words), Row((play,))), laid.face.spec.accent)
