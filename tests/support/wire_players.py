"""People at a table, who play at random by what they see and nothing else."""

import random
from collections.abc import Callable
from typing import TypeAlias

from playground.channels import Channel
from playground.interactions import Answer, Interaction
from playground.messages import Message
from playground.people import Person
from tests.support.wire import Play
from tests.support.wire_reading import Piece, pieces_of, text_of

MOVES = frozenset({"roll", "doubt", "show", "say", "duel", "direction", "next_round"})
"""What moves La Tasse on; the rest opens something."""
Offer: TypeAlias = tuple[Person, Message, list[Piece]]
"""Somebody, the message that they would use, and what of it."""


class Gathering:
    """The people of one table, and the dice by which they decide. Each game has its own kind."""

    game: str
    moves: frozenset[str]
    """The verbs that the log remembers: each changes the game, or the draft of a turn."""

    def __init__(self, play: Play, channel: Channel, people: list[Person], chance: random.Random) -> None:
        self.play = play
        self.channel = channel
        self.people = people
        self.chance = chance

    @property
    def host(self) -> Person:
        return self.people[0]

    def board(self) -> Message:
        return self.play.board(self.channel)

    async def open(self, **options: object) -> None:
        """Open a table; its board is the answer, or follows the answer of a bot that is busy."""
        await self.play.command(self.host, self.channel, f"{self.game} start", **options)
        await self.play.until(lambda: self.has_board, "the board")

    async def sit_down(self, **options: object) -> None:
        """Open a table, join it, wait until everybody is shown as reached."""
        await self.open(**options)
        for person in self.people[1:]:
            await self.play.press(person, self.board(), "join")
        await self.reached()

    async def reached(self) -> None:
        """Wait until everybody sits there, and it is known who gets private messages."""
        await self.play.until(lambda: _known(text_of(self.board()), len(self.people)), "DM or bouton for all")

    async def begin(self, **options: object) -> None:
        """Open a table and begin."""
        await self.sit_down(**options)
        await self.play.press(self.host, self.board(), "begin")

    async def rematch(self) -> None:
        """Play another game once one is over."""
        await self.press(self.host, "rematch")
        await self.play.until(lambda: self.gathering, "the rematch")
        for person in self.people[1:]:
            await self.press(person, "join")
        await self.reached()
        await self.press(self.host, "begin")

    @property
    def has_board(self) -> bool:
        """Whether the channel shows any message to all."""
        return any(message.audience is None for message in self.channel.messages.values())

    @property
    def over(self) -> bool:
        """Whether the game has ended: a rematch is offered (a cup 🏆 is told of each round won)."""
        return any(each.verb == "rematch" for each in pieces_of(self.board()))

    @property
    def gathering(self) -> bool:
        """Whether the board still asks people to join."""
        return any(each.verb == "join" for each in pieces_of(self.board()))

    def offers(self) -> list[Offer]:
        """Whoever could act by what they see, with what they could do."""
        raise NotImplementedError

    def decide(self, moves: list[Piece]) -> tuple[Piece, str | None]:
        """One of the moves, at random; of a list, one of its values."""
        chosen = self.chance.choice(moves)
        return chosen, self.chance.choice(chosen.values) if chosen.is_list else None

    def counted(self, answer: Answer) -> bool | None:
        """Whether somebody was told that their move counts; None if they were told neither yes nor no."""
        return {"update": True, "message": False}.get(answer.kind)

    def note(self, asked: Interaction, answer: Answer) -> None:
        """What somebody learns from an answer."""
        raise NotImplementedError

    async def fill_in(self, opened: Interaction) -> Interaction:
        """Write into the form that somebody's click has opened, and send it."""
        raise NotImplementedError

    def turn_of(self, each: Piece) -> int:
        """The table's turn that a button was drawn for."""
        return each.drawn

    def shown(self) -> set[tuple[int, int]]:
        """The table and the turn that the board's buttons name."""
        shown = pieces_of(self.board())
        if any(each.verb == "join" for each in shown):
            return {(each.table, each.drawn) for each in shown}
        return {(each.table, self.turn_of(each)) for each in shown}

    async def cut_short(self) -> None:
        """End the game soon, if it would not end so by itself."""

    async def move(self) -> Interaction | None:
        """Somebody who can does something; None when the game is over."""
        await self.play.until(
            lambda: self.over or self.offers(), f"a move or an end: {text_of(self.board())}"
        )
        if self.over:
            return None
        person, message, moves = self.chance.choice(self.offers())
        chosen, value = self.decide(moves)
        return await self.play.touch(person, message, chosen, value)

    async def play_on(self, enough: Callable[[], bool] = lambda: False, most: int = 3000) -> int:
        """Play until the end (or until it is enough); the number of moves."""
        for count in range(most):
            if enough():
                return count
            asked = await self.move()
            if asked is None:
                return count
            answer = await self.play.answer(asked)
            if answer.kind == "modal":
                asked = await self.fill_in(asked)
                answer = await self.play.answer(asked)
            self.note(asked, answer)
        raise AssertionError("the game does not end")

    async def press(self, person: Person, verb: str, arg: str | None = None) -> Answer:
        """Press a button of the board."""
        return await self.play.press(person, self.board(), verb, arg)

    @property
    def table(self) -> int:
        """The number of the table that the board shows."""
        return pieces_of(self.board())[0].table


class Company(Gathering):
    """People who play La Tasse, by private messages."""

    game = "tasse"
    moves = MOVES

    def __init__(self, play: Play, channel: Channel, people: list[Person], chance: random.Random) -> None:
        super().__init__(play, channel, people, chance)
        self._stale: set[tuple[int, str]] = set()

    def choices(self, person: Person) -> tuple[Message, list[Piece]] | None:
        """The person's private message that waits for a move, and the moves in it."""
        panel = self.play.panel(person)
        if panel is None:
            return None
        moves = [each for each in pieces_of(panel) if each.verb in MOVES]
        fresh = [each for each in moves if (panel.id, each.custom_id) not in self._stale]
        return (panel, fresh) if fresh else None

    def offers(self) -> list[Offer]:
        """Whoever could act by what they see, with what they could do."""
        found = []
        for person in self.people:
            mine = self.choices(person)
            if mine is not None:
                found.append((person, *mine))
        if not found and self.has_board:
            between = [each for each in pieces_of(self.board()) if each.verb == "next_round"]
            if between:
                found.append((self.host, self.board(), between))
        return found

    def decide(self, moves: list[Piece]) -> tuple[Piece, str | None]:
        """One of the moves, at random (choosing the direction is no progress: seldom)."""
        weights = [0.1 if each.verb == "direction" else 1.0 for each in moves]
        chosen = self.chance.choices(moves, weights)[0]
        return chosen, self.chance.choice(chosen.values) if chosen.is_list else None

    def note(self, asked: Interaction, answer: Answer) -> None:
        """Who was refused does not press the same thing again, but waits for the message to change."""
        if answer.kind == "message" and asked.message is not None:
            self._stale.add((asked.message.id, asked.label))


class Mixed(Company):
    """People who play La Tasse with computers among them, which take their time.

    Where the bot knows somebody else's program `alpha`, it sits down as well.
    """

    async def sit_down(self, **options: object) -> None:
        """Open a table, join it, and seat the program."""
        await super().sit_down(**options)
        if "COMPUTERS" in self.play.process.settings:
            panel = (await self.press(self.host, "invite")).message
            await self.play.press(self.host, panel, "add", "program", "moyen.@alpha")
            await self.play.until(lambda: "alpha, programme" in text_of(self.board()), "the program")

    async def cut_short(self) -> None:
        """The host ends the table."""
        if not self.over:
            await self.play.command(self.host, self.channel, "tasse stop")
            await self.play.until(lambda: self.over, "the end")


def _known(text: str, people: int) -> bool:
    seated = [line for line in text.splitlines() if line.startswith("- **")]
    return len(seated) >= people and not any(line.endswith("…") for line in seated)
