"""A server with a deck of its own on SimCord: files that are sent, tables where its cards are turned."""

from __future__ import annotations

import json
from typing import Any

from bot.ui.pages.escape import escape
from tests.cogs.defizz.company import Company
from tests.engines.defizz.decks import MIXED
from tests.support.sim import Answer, Channel, Person, World

__all__ = ["NAME", "Quiz", "brings", "deck", "stored"]

CLUE = 300
NAME = "Soirée *quiz* @here"


def deck(**changes: Any) -> bytes:
    """A sound deck of six cards, but for these changes, as a file."""
    return json.dumps({**MIXED, **changes}, ensure_ascii=False).encode()


async def brings(person: Person, data: bytes, filename: str = "mon-paquet.json", **options: Any) -> Answer:
    """Type `importer` with this file, in one's own server."""
    return await person.types("defizz paquet importer", fichier=(filename, data), **options)


async def stored(world: World) -> list[tuple[str, int]]:
    """The server's decks: their names and how many cards they have."""
    return [(info.name, info.cards) for info in await world.store.decks(world.guild.id)]


class Quiz(Company):
    """People who play with a deck that their server has brought; the bot reads."""

    def __init__(self, world: World, people: list[Person], channel: Channel | None = None) -> None:
        super().__init__(world, people, channel or world.channel)

    async def opens(self, name: str = "") -> None:
        """Gather round a table with the deck of this name; "" is the built-in one."""
        await self.gathers(lecteur="bot")
        if name:
            await self.takes(name)

    async def takes(self, name: str) -> None:
        """The host chooses a deck in the options; "" is the built-in one."""
        panel = (await self.host.presses(self.board, "options")).paper
        for page in ("1", "2"):
            if any(piece.arg == "deck" for piece in panel.pieces):
                break
            await self.host.presses(panel, "options", page)
            panel = self.world.reread(panel)
        await self.host.chooses(panel, "option", json.dumps(name, ensure_ascii=False), "deck")

    async def turns(self) -> str:
        """The next card is turned; its id, found by the clues on the board."""
        await self.rolls()
        table_id = self.board.piece("rules").table
        state = (await self.world.bot.house.tables._ledger.held(table_id)).vault.state
        assert state is not None
        board = str(self.board)
        (found,) = [
            card
            for card in state.setup.deck.cards
            if all(escape(question.clue, CLUE) in board for question in card.questions)
        ]
        return str(found.id)
