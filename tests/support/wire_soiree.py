"""People at an evening on the wire: twelve teams of six, who answer as fast as they can."""

import asyncio

from engines.defizz.deck import Chrono, PingPong
from engines.defizz.shelf import MIXED, house_deck
from playground.channels import Channel
from playground.interactions import Interaction
from playground.messages import Message
from playground.people import Person
from tests.support.wire import Play, piece
from tests.support.wire_defizz import WRONG
from tests.support.wire_diavolo import plain
from tests.support.wire_reading import pieces_of, text_of


class Night:
    """A quiz night in a channel. `teams` are its people by team; the first of all is its host."""

    def __init__(self, play: Play, channel: Channel, teams: list[list[Person]]) -> None:
        self.play = play
        self.channel = channel
        self.teams = teams

    @property
    def host(self) -> Person:
        return self.teams[0][0]

    @property
    def people(self) -> list[Person]:
        return [person for team in self.teams for person in team]

    @property
    def said(self) -> str:
        """The words of the board."""
        return plain(text_of(self.board))

    @property
    def board(self) -> Message:
        return self.play.board(self.channel)

    @property
    def verbs(self) -> set[str]:
        return {each.verb for each in pieces_of(self.board)}

    async def gathers(self) -> None:
        """The host opens a table for teams, and everybody joins their own."""
        await self.play.command(self.host, self.channel, "soiree start", équipes=6, programme="apero")
        await self.play.until(lambda: self.channel.messages, "the board")
        for number, (captain, *others) in enumerate(self.teams, 1):
            if captain is not self.host:
                await self._joins(captain, "new")
            for person in others:
                await self._joins(person, str(number))
        await self.play.until(lambda: "begin" in self.verbs, "enough teams")
        await self.play.press(self.host, self.board, "begin")
        await self.play.until(lambda: "ready" in self.verbs, "the first round")

    async def get_ready(self) -> None:
        """One of each team says that it is ready, all at once."""
        board = self.board
        button = piece(board, "ready")
        asked = [await self.play.touch(captain, board, button) for captain, *_ in self.teams]
        await asyncio.gather(*map(self.play.answer, asked))
        await self.play.until(lambda: "ready" not in self.verbs, "what comes next")

    async def answers_all(self, people: list[Person], knowing: list[Person]) -> list[str]:
        """All of these open the form and send it as fast as they can; what each of them is told."""
        return await asyncio.gather(*(self._answers(person, person in knowing) for person in people))

    async def _answers(self, person: Person, rightly: bool) -> str:
        board = self.board
        opened = await self.play.touch(person, board, piece(board, "tell"))
        if (await self.play.answer(opened)).kind != "modal":
            return told(opened)
        sent = await self.play.send_form(person, opened, self.right_answer() if rightly else WRONG)
        await self.play.answer(sent)
        return told(sent)

    def right_answer(self) -> str:
        said = self.said.replace("\\", "")  # of what is escaped, such as a colon
        for card in house_deck(MIXED).cards:
            for question in card.questions:
                if isinstance(question, Chrono) and plain(question.text) in said:
                    return question.answers[0]
                if isinstance(question, PingPong) and plain(question.text) in said:
                    return question.answers[0][0]
        raise AssertionError(self.said)

    async def _joins(self, person: Person, team: str) -> None:
        answer = await self.play.press(person, self.board, "join")
        chosen = await self.play.press(person, answer.message, "join", value=team)
        assert chosen.error is None


def told(asked: Interaction) -> str:
    """What somebody was told in answer to a click."""
    answer = asked.answer
    return "" if answer is None or answer.message is None else plain(text_of(answer.message))
