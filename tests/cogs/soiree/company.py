"""An evening on SimCord: what is asked is read from the board, and looked up in the deck."""

from functools import partial
from typing import Any

from bot.ui.pages.escape import escape
from cogs.defizz.words import LONGEST_QUESTION
from engines.defizz.deck import Cible, PingPong
from engines.defizz.shelf import MIXED, house_deck
from tests.support import sim_company
from tests.support.sim import Person
from tests.support.sim_papers import Answer, Paper

WRONG = "n’importe quoi"


def right(question: Any) -> str:
    """A right answer, as somebody types it."""
    if isinstance(question, Cible):
        return str(question.number).replace(".", ",")
    if isinstance(question, PingPong):
        return ", ".join(wordings[0] for wordings in question.answers[:3])
    return str(question.answers[0])


class Company(sim_company.Company):
    """People at an evening; the first one is its host."""

    game = "soiree"

    @property
    def question(self) -> Any:
        """The question on the board, from the deck."""
        for card in house_deck(MIXED).cards:
            for question in card.questions:
                if f"· {escape(question.text, LONGEST_QUESTION)}\n" in f"{self.board}\n":
                    return question
        raise AssertionError(self.board)

    async def are_ready(self) -> None:
        """Everybody who plays presses that they are ready."""
        for person in self.people:
            if "ready" in self.board.verbs:
                await person.presses(self.board, "ready")
        await self.settles()

    async def settles(self) -> None:
        """Let the board catch up: Discord rations the edits of a channel."""
        await self.world.passes(6)

    async def says(self, person: Person, text: str, paper: Paper | None = None) -> Answer:
        """Open the form and answer."""
        where = paper or self.board
        form = await person.presses(where, "tell")
        assert form.form is not None, form
        return await person.fills(form, where, text=text)

    async def answers(self, *knowing: Person) -> None:
        """Everybody answers what is asked; those who are knowing, rightly."""
        question = self.question
        for number, person in enumerate(self.people):
            wrong = str(90_000 + number) if isinstance(question, Cible) else WRONG
            if "tell" in self.board.verbs:
                await self.says(person, right(question) if person in knowing else wrong)
        await self.settles()

    async def plays_until_over(self, *knowing: Person, most: int = 120) -> None:
        """Play on to the end; in défis the host's command ends the round."""
        for _ in range(most):
            verbs = self.board.verbs
            if "rematch" in verbs:
                return
            if "ready" in verbs:
                await self.are_ready()
            elif "wager" in verbs:
                for person in self.people:
                    if "wager" in self.board.verbs:
                        await person.chooses(self.board, "wager", "3")
            elif "tell" in verbs:
                await self.answers(*knowing)
            else:
                await self.world.passes(61)
        raise AssertionError(f"not over after {most} steps:\n{self.board}")


gathered = partial(sim_company.gathered, Company)
playing = partial(sim_company.begun, Company)
