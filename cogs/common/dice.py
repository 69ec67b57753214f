"""`/des`: anybody may check the dice of a finished table, and see how even all of them are."""

from typing import Any, Optional

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.tables.model import Denied, Status
from bot.tables.proof.verify import ask_check, check, verdict_of
from bot.texts import N_, Texts, texts_for
from bot.thinking import find_player
from bot.ui.clicks.click import Click, language_here, place_of
from bot.ui.clicks.house import House, Interaction
from bot.ui.clicks.rights import may_know, may_manage_server
from bot.ui.frame.rolled import ALL, Counted, rolled_page
from bot.ui.frame.spec import GameSpec
from bot.ui.frame.verdicts import describe_verdict
from bot.ui.pages.page import Attachment, Page
from bot.ui.wire.responder import Responder
from cogs.common.last_game import played_games


@app_commands.allowed_contexts(guilds=True, dms=True)
class DiceCommands(app_commands.Group):
    """The commands about dice: checking those of a finished table, and the sums of all."""

    def __init__(self, house: House) -> None:
        says = N_("Vérifier que les dés étaient honnêtes")
        super().__init__(name="des", description=says)
        self.house = house
        self.add_command(_sums_command(house))

    @app_commands.command(name="verifier", description=N_("Vérifier chaque lancer d’une table terminée"))
    @app_commands.rename(number=N_("table"))
    @app_commands.describe(number=N_("Son numéro ; sinon, la dernière terminée dans ce salon"))
    async def verify(
        self, interaction: Interaction, number: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Replay the log of a table against its seed, and send the verdict with the record as a file."""

        async def work(responder: Responder) -> None:
            self.house.refuse_blocked(interaction)
            tables = self.house.tables
            here = interaction.channel_id or 0
            ended = number or await tables.latest(None, here, closed=True)
            table_id = ended or await tables.latest(None, here)
            if table_id is None:
                raise Denied("no_table_here")
            table = await tables.table(table_id)
            if table.guild_id != place_of(interaction) or not await may_know(interaction, table):
                raise Denied("no_such_table")
            if table.status is not Status.CLOSED:
                raise Denied("still_secret")
            async with self.house.backroom.enter(interaction.user.id) as do:
                whole = may_manage_server(interaction)  # they may export the server's decks anyway
                record = (await tables.record(table_id, whole=whole)).dump()
                face = self.house.faces.get(table.game)
                rules = None if face is None else face.spec.rules
                verdict = verdict_of(await do(check, ask_check(record, rules, find_player)))
            file = Attachment(f"gobelet-table-{table_id}.json", record)
            dice = face is None or face.spec.dice
            await responder.say(describe_verdict(verdict, responder.texts, dice=dice), file)

        await self.house.answer(interaction, work)


def _sums_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command that shows all dice of a server, with the games that have dice."""
    sums = DiceSums(house)

    async def bilan(interaction: Interaction, game: Optional[str] = None) -> None:  # noqa: UP045
        await house.answer(interaction, lambda responder: sums.begin(responder, game))

    # discord.py reads a command's parameters from its signature.
    bilan.__annotations__ |= {"interaction": discord.Interaction, "game": Optional[str]}  # noqa: UP045
    for described in (
        app_commands.rename(game=N_("jeu")),
        app_commands.describe(game=N_("Le jeu ; sinon, tous")),
        app_commands.choices(game=[Choice(name=spec.title, value=spec.name) for spec in sums.games]),
    ):
        described(bilan)
    said = N_("Tous les dés lancés sur ce serveur, et ce qu’en dit le hasard")
    return app_commands.Command(name="bilan", description=said, callback=bilan)


# `/des bilan`: all dice that a server has rolled, and whether they are as even as chance makes them.


class DiceSums:
    """Shows the sums of a server's dice; each button and each entry of a list says of which game."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.games: tuple[GameSpec, ...] = tuple(game for game in played_games(house) if game.dice)
        house.router.register("dice", {"show": self._show, "post": self._post})

    async def begin(self, responder: Responder, game: str | None) -> None:
        """Show the sums of a game, or of all. Raises Denied "server_alone" in private messages."""
        self._house.refuse_blocked(responder.interaction)
        if responder.interaction.guild_id is None:
            raise Denied("server_alone")
        await responder.show(await self._page(responder, game or ALL, responder.texts), "dice")

    async def _show(self, click: Click) -> None:
        """Show the sums of another game in the place of these."""
        name = next(iter(click.values), click.target.arg)
        await click.responder.update(await self._page(click.responder, name, click.responder.texts))

    async def _post(self, click: Click) -> None:
        """Show everybody, in the server's language."""
        interaction = click.responder.interaction
        self._house.refuse_blocked(interaction)
        settings = await self._house.servers.server(interaction.guild_id or 0)
        texts = texts_for(str(settings.get("locale") or language_here(interaction)))
        page = await self._page(click.responder, click.target.arg, texts, public=True)
        if await click.responder.post(page) is None:
            said = click.responder.texts("Je n’ai pas pu le montrer à temps : appuyez encore une fois.")
            await click.responder.say(said)

    async def _page(self, responder: Responder, name: str, t: Texts, *, public: bool = False) -> Page:
        """The page as it stands now. Raises Denied "stale" for what is no game with dice (any more)."""
        game = next((game for game in self.games if game.name == name), None)
        if game is None and name != ALL:
            raise Denied("stale")
        rolled = await self._house.insight.kept.rolled(responder.interaction.guild_id or 0)
        return rolled_page(Counted(rolled, self.games, game, public), t)
