"""Quiz nights in a simulated world: opened at once or planned, with teams, round after round to the end."""

import random
from typing import Any, Final

from engines.defizz.shelf import MIXED, house_deck
from playground.channels import Channel
from playground.interactions import Answer, Interaction
from playground.messages import Message
from playground.people import Person
from tests.cogs.soiree.company import right
from tests.support.wire import Play
from tests.support.wire_defizz import WRONG, by_text
from tests.support.wire_diavolo import plain
from tests.support.wire_players import Gathering, Offer
from tests.support.wire_reading import Piece, pieces_of, text_of
from tests.world.people import Party

_TASTE: Final = {"tell": 4.0, "forgo": 0.5}
_DONE: Final = ("Réponse notée", "Mise notée")


class Night(Gathering):
    """The people of a quiz night, all of whom play by its board."""

    game = "soiree"
    moves = frozenset({"ready", "forgo", "tell", "wager"})

    def __init__(self, play: Play, channel: Channel, people: list[Person], chance: random.Random) -> None:
        super().__init__(play, channel, people, chance)
        self._done: set[tuple[int, int, str]] = set()
        self._opened: dict[int, str] = {}
        """The button by which each person opened their form."""

    def board(self) -> Message:
        """The newest message to all that belongs to a table; before there is one, the newest."""
        shown = [m for m in self.channel.messages.values() if m.author.is_bot and m.audience is None]
        of_tables = [each for each in shown if any(piece.table for piece in pieces_of(each))]
        return (of_tables or shown)[-1]

    @property
    def has_board(self) -> bool:
        """Whether the channel shows a table, not only that a night is planned."""
        return super().has_board and any(piece.table for piece in pieces_of(self.board()))

    @property
    def gathering(self) -> bool:
        """Whether it has not begun: who comes late joins between two rounds, too."""
        offered = {each.verb for each in pieces_of(self.board())}
        return "join" in offered and "hand" not in offered

    def shown(self) -> set[tuple[int, int]]:
        """The table and the turn that the board's buttons name."""
        lobby = self.gathering
        of_table = [each for each in pieces_of(self.board()) if each.table]
        return {(each.table, each.drawn if lobby else self.turn_of(each)) for each in of_table}

    def offers(self) -> list[Offer]:
        """Whoever has not said yet what is asked now."""
        board = self.board()
        found = [(person, board, self._open(person, board)) for person in self.people]
        return [offer for offer in found if offer[2]]

    def _open(self, person: Person, board: Message) -> list[Piece]:
        return [
            each
            for each in pieces_of(board)
            if each.verb in self.moves and (person.id, board.id, each.custom_id) not in self._done
        ]

    def decide(self, moves: list[Piece]) -> tuple[Piece, str | None]:
        """Rather an answer than none."""
        chosen = self.chance.choices(moves, [_TASTE.get(each.verb, 1.0) for each in moves])[0]
        return chosen, self.chance.choice(chosen.values) if chosen.is_list else None

    async def fill_in(self, opened: Interaction) -> Interaction:
        """Answer the question on the board, rightly every other time."""
        self._opened[opened.person_id] = opened.label
        asked = self._question()
        text = right(asked) if asked is not None and self.chance.random() < 0.5 else WRONG
        return await self.play.send_form(self.play.world.people[opened.person_id], opened, text)

    def _question(self) -> Any:
        """The question on the board; None where there is none."""
        said = plain(text_of(self.board())).replace("\\", "")
        every = by_text(house_deck(MIXED))
        return next((one for text, one in every if text.replace("\\", "") in said), None)

    def note(self, asked: Interaction, answer: Answer) -> None:
        """Who has said something waits for what comes next, and so does who was refused."""
        if answer.kind != "modal" and asked.message is not None:
            label = self._opened.pop(asked.person_id, asked.label)
            self._done.add((asked.person_id, asked.message.id, label))

    def counted(self, answer: Answer) -> bool | None:
        """An answer is acknowledged in words, to its sender alone."""
        if answer.kind == "message" and text_of(answer.message).startswith(_DONE):
            return True
        return super().counted(answer)

    def turn_of(self, each: Piece) -> int:
        """Where several decide at once, a button names one's own step in the turn too."""
        return each.drawn // 10


class Planned(Party):
    """People whose host plans a night: they register, and it begins when the host says so."""

    async def _open(self) -> None:
        offered = {each.verb: each for each in self._announced()}
        if "come" not in offered and "begin" not in offered:
            await self._plan()
            await self._wait(6.0)
            return
        for person in self.company.people:
            if self.chance.random() < 0.8:
                asked = await self.touch(person, self._message(), offered["come"])
                await self.browse(person, asked and asked.interaction.told, 1)
        if "begin" in offered and self.chance.random() < 0.7:
            await self.touch(self.company.host, self._message(), offered["begin"])
        await self._wait(6.0)

    def _message(self) -> Message:
        return super(Night, self.company).board()  # type: ignore[misc]

    def _announced(self) -> list[Piece]:
        channel = self.company.channel
        return (
            pieces_of(self._message()) if any(m.audience is None for m in channel.messages.values()) else []
        )

    async def _plan(self) -> None:
        """Type when and what, and announce it by the plan's own button."""
        host, channel = self.company.host, self.company.channel
        many = self.chance.choice((1, 2, 2))
        asked = await self._command("defizz soiree planifier", host, equipe=many, places=12)
        if asked is None or asked.answer is None or asked.answer.kind != "modal":
            return
        typed = {"title": "Quiz du jeudi", "when": "dans 2 heures", "words": ""}
        sent = self.world._noted(await self.world.server.submit_modal(host.id, asked.id, typed))
        await sent.wait(30.0)
        plan = sent.told or sent.original
        publish = next((each for each in pieces_of(plan) if each.verb == "publish"), None)
        if plan is not None and publish is not None and channel.id in self.world.world.channels:
            await self.touch(host, plan, publish)

    async def finish(self) -> None:
        """What was only planned is called off."""
        if not self.company.has_board:
            await self._command("defizz soiree annuler")
        await super().finish()
