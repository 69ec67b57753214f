"""Dice: `/des` checks those of a table that is over, and says how even all of a server's are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from babel.numbers import format_decimal
from discord import app_commands
from discord.ext.commands import AutoShardedBot

from bot.insight.luck import ENOUGH_ROLLS, MOST, RARE, Rolled, once_in, sum_rolled
from bot.tables.model import Denied, Status
from bot.tables.proof.verify import ask_check, check, verdict_of
from bot.texts import N_, Texts, texts_for
from bot.thinking import find_player
from bot.ui.clicks.click import Click, language_here, place_of
from bot.ui.clicks.house import House, Interaction
from bot.ui.clicks.rights import may_know, may_manage_server
from bot.ui.frame.header import join_lines
from bot.ui.frame.spec import GameSpec
from bot.ui.frame.verdicts import describe_verdict
from bot.ui.pages.charts import SharesDrawing
from bot.ui.pages.page import Attachment, Block, Button, Choice, Gap, Page, Row, Select, Sketch, Text
from bot.ui.wire.responder import Responder
from cogs.common.last_game import played_games

# `/des`: anybody may check the dice of a finished table, and see how even all of them are.


def plug(bot: AutoShardedBot, house: House) -> None:
    """Add `/des`."""
    bot.tree.add_command(DiceCommands(house))


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

    async def bilan(interaction: Interaction, game: str | None = None) -> None:
        await house.answer(interaction, lambda responder: sums.begin(responder, game))

    for described in (
        app_commands.rename(game=N_("jeu")),
        app_commands.describe(game=N_("Le jeu ; sinon, tous")),
        app_commands.choices(
            game=[app_commands.Choice(name=spec.title, value=spec.name) for spec in sums.games]
        ),
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


# The page about all dice that a server has rolled: each face, and how often chance strays as far.

ALL: Final = "all"
"""What stands in buttons and lists for all games together."""
_ALARMING: Final = 0.001
"""Whoever runs the bot should hear of a spread that honest dice have less often than this."""
_NAME: Final = "bilan.webp"


@dataclass(frozen=True, slots=True)
class Counted:
    """The dice of a server by games, as they are shown: those of `game`, or of all `games` with dice.

    `public`: everybody sees it, and nothing is to be chosen there.
    """

    rolled: Mapping[str, Rolled]
    games: Sequence[GameSpec]
    game: GameSpec | None
    public: bool = False

    def sum(self) -> Rolled:
        """What is shown. Where people play without dice, whatever is drawn is none."""
        if self.game is not None:
            return self.rolled.get(self.game.name, Rolled())
        names = {game.name for game in self.games}
        with_dice = sum_rolled(one for name, one in self.rolled.items() if name in names)
        without = sum_rolled(one for name, one in self.rolled.items() if name not in names)
        return Rolled(with_dice.faces, with_dice.others + without.others + without.dice, with_dice.tables)


def rolled_page(counted: Counted, t: Texts) -> Page:
    """How often each face came up, how even that is, what is counted, and the ways to other games."""
    sums, game = counted.sum(), counted.game
    head = t("## 🎲 Bilan des dés")
    if game is not None:
        head = t("## 🎲 Bilan des dés : {game}", game=game.title)
    blocks: list[Block] = [Text(head), Gap()]
    if sums.dice:
        blocks += [Text(_counts(sums, t)), _bars(sums, t), Text(_faces(sums, t)), Text(_judged(sums, t))]
    else:
        blocks.append(Text(t("Aucun dé à six faces n’a encore roulé ici dans une table terminée.")))
    blocks += [Text(_legend(sums, t)), *_ways(counted, sums, t)]
    return Page(0, 0, tuple(blocks), None if game is None else game.accent)


def _number(number: float, t: Texts) -> str:
    """A number as the language writes it, without a fraction."""
    return format_decimal(round(number), locale=t.locale)


def _counts(sums: Rolled, t: Texts) -> str:
    """How many dice, at how many tables, and what is expected of each face."""
    number, expected = _number(sums.dice, t), _number(sums.expected, t)
    dice = t.plural("**{dice} dé** à six faces", "**{dice} dés** à six faces", sums.dice, dice=number)
    tables = t.plural("{n} table terminée", "{n} tables terminées", sums.tables)
    return join_lines(
        t("{dice}, dans {tables} de ce serveur.", dice=dice, tables=tables),
        t("On attend chaque face une fois sur six : {expected} fois.", expected=expected),
    )


def _bars(sums: Rolled, t: Texts) -> Sketch:
    """The faces as a picture, whose text has the same numbers."""
    faces = tuple((str(face), count) for face, count in enumerate(sums.faces, 1))
    each = [t("{face} : {count} fois", face=face, count=_number(count, t)) for face, count in faces]
    expected = _number(sums.expected, t)
    said = t(
        "Six barres, une par face. {told}. Une ligne dit ce qu’on attend : {expected}.",
        told=", ".join(each),
        expected=expected,
    )
    drawing = SharesDrawing(faces, t("part des dés, en %"), t("face du dé"), t("1 sur 6"))
    return Sketch(_NAME, said, drawing, "")


def _faces(sums: Rolled, t: Texts) -> str:
    """A line for each face: how often it came up, and by how much that is more or less than expected."""
    lines = []
    for face, count in enumerate(sums.faces, 1):
        away = round(count - sums.expected)
        more = format_decimal(away, format="+#,##0;\u2212#,##0", locale=t.locale) if away else "="
        lines.append(
            t("Face **{face}** : {count} fois ({more})", face=face, count=_number(count, t), more=more)
        )
    return join_lines(*lines)


def _judged(sums: Rolled, t: Texts) -> str:
    """How often honest dice stray as far, in words, and what to do where that is seldom."""
    share = sums.share
    if share is None:
        return t("C’est encore trop peu pour en juger : il en faut {enough}.", enough=ENOUGH_ROLLS)
    often = _often(share, t)
    if share >= RARE:
        return t(
            "Avec des dés honnêtes, un écart pareil ou plus grand arrive **{often}** : rien d’inhabituel.",
            often=often,
        )
    rare = t(
        "**C’est rare** : avec des dés honnêtes, un écart pareil ou plus grand n’arrive qu’**{often}**.",
        often=often,
    )
    verify = t(
        "Le hasard seul fait dire « rare » d’un bilan honnête sur vingt. Pour savoir, vérifiez : "
        "`/des verifier` refait chaque lancer d’une table terminée à partir de son secret."
    )
    if share >= _ALARMING:
        return join_lines(rare, verify)
    return join_lines(rare, verify, t("Aussi rare que cela, dites-le à la personne qui fait tourner ce bot."))


def _often(share: float, t: Texts) -> str:
    """So often (0 to 1) as people say it: "3 fois sur 10", and what is rarer "une fois sur 45"."""
    if share >= 0.95:
        return t("presque toujours")
    if share >= 0.15:
        return t("{n} fois sur 10", n=min(9, round(10 * share)))
    cases = once_in(share)
    if cases >= MOST:
        return t("une fois sur un million, ou moins")
    return t("une fois sur {cases}", cases=_number(cases, t))


def _legend(sums: Rolled, t: Texts) -> str:
    """What is counted and what is not, in small letters."""
    counted = t(
        "-# Comptent tous les tirages à six issues des tables terminées ou arrêtées, parties d’essai et "
        "ordinateurs compris. Ce qui se lance pour apprendre, hors des tables, n’y est pas."
    )
    lines = [counted]
    if sums.others:
        number = _number(sums.others, t)
        left_out = t.plural(
            "-# N’y est pas non plus {others} autre tirage : ordre des cartes, choix d’une place…",
            "-# N’y sont pas non plus {others} autres tirages : ordre des cartes, choix d’une place…",
            sums.others,
            others=number,
        )
        lines.append(left_out)
    if sums.share is not None:
        square = format_decimal(sums.chi_square, format="0.0", locale=t.locale)
        lines.append(t("-# Écart mesuré : khi carré de {square}, à 5 degrés de liberté.", square=square))
    lines.append(t("-# Chaque lancer d’une table terminée se vérifie : `/des verifier`."))
    return join_lines(*lines)


def _ways(counted: Counted, sums: Rolled, t: Texts) -> list[Block]:
    """The other games, and the button that shows the page to all."""
    if counted.public:
        return []
    game = counted.game
    name = ALL if game is None else game.name
    choices = (
        Choice(ALL, t("Tous les jeux"), emoji="🎲", chosen=game is None),
        *(Choice(one.name, one.title, emoji=one.emoji, chosen=one is game) for one in counted.games),
    )
    ways: list[Block] = [Select("dice.show", t("Jeu"), choices, "games")]
    if sums.dice:
        ways.append(Row((Button("dice.post", t("Montrer"), name),)))
    return ways
