"""A game of DESfausse on SimCord, played by who reads their private messages and presses what is there."""

from functools import partial

from tests.support import sim_company
from tests.support.sim import Person
from tests.support.sim_papers import Paper

DECISIONS = frozenset({"stop", "wish", "give", "demon"})


class Company(sim_company.Company):
    """People at a table of DESfausse."""

    game = "desfausse"

    @property
    def awaited(self) -> list[Person]:
        """Who can decide something in their private message."""
        return [person for person in self.people if DECISIONS & set(person.letter.verbs)]

    async def stops(self, *people: Person) -> None:
        """These people, or all who still roll, keep their dice."""
        for person in people or self.people:
            if "stop" in person.letter.verbs:
                await person.presses(person.letter, "stop")

    async def decides(self, person: Person) -> None:
        """Take the first answer to each question; dice go to Hell where that is asked."""
        paper = person.letter
        if "stop" in paper.verbs:
            await person.presses(paper, "stop")
        elif "demon" in paper.verbs:
            await person.presses(paper, "demon", next(one.arg for one in paper.pieces if one.verb == "demon"))
        else:
            await self._puts_together(person)

    async def _puts_together(self, person: Person) -> None:
        while not (confirm := {"discard", "gift"} & set(person.letter.verbs)):
            paper = person.letter
            (question,) = [piece for piece in paper.pieces if piece.is_list]
            await person.chooses(paper, question.verb, question.values[0])
        await person.presses(person.letter, confirm.pop())

    async def plays_until(self, words: str, most: int = 400) -> Paper:
        """Play by private messages until the board says so."""
        for _ in range(most):
            if words in self.board:
                return self.board
            await self.decides(self.awaited[0])
        raise AssertionError(f"no {words!r} after {most} decisions:\n{self.board}")


gathered = partial(sim_company.gathered, Company)
playing = partial(sim_company.begun, Company)
