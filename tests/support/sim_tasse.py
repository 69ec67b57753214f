"""A game of La Tasse on SimCord: who holds the cup, and what they see, read from the messages alone."""

import re
from collections.abc import Callable
from functools import partial
from typing import Literal

from engines.tasse.scores import NORMAL
from tests.support import sim_company
from tests.support.sim import Person
from tests.support.sim_papers import Answer, Paper

Way = Literal["letter", "panel"]
Choose = Callable[[Person, Paper], tuple[str, str]]
"""What somebody does about their panel: a verb, and a value from its list ("" for a button)."""
_HOLDER = re.compile(r"\*\*(\w+)\*\* a la tasse")
_FACE = re.compile(r"gobelet_de_(\d)_")
_POINTS = re.compile(r"\*\*(\w+)\*\* (\d+)(?= ·|\u2003|$)", re.MULTILINE)


def dice_in(paper: Paper) -> str:
    """The dice shown in a message, as their two digits."""
    line = next(line for line in str(paper).splitlines() if "🎲" in line)
    return "".join(_FACE.findall(line))


def points_in(board: Paper) -> dict[str, int]:
    """Everybody's points, from the board's own list."""
    listed = str(board).partition("**Points**")[2]
    return {name: int(points) for name, points in _POINTS.findall(listed)}


class Company(sim_company.Company):
    """People at a table of La Tasse."""

    game = "tasse"

    @property
    def holder(self) -> Person:
        """Who has the cup, as the board says."""
        found = _HOLDER.search(str(self.board))
        assert found, self.board
        return self.world.people[found[1]]

    @property
    def others(self) -> list[Person]:
        holder = self.holder
        return [person for person in self.people if person is not holder]

    @property
    def points(self) -> dict[str, int]:
        return points_in(self.board)

    async def panel(self, person: Person, way: Way = "letter") -> Paper:
        """A person's own panel: the newest private message, or what "Mes dés" shows."""
        if way == "letter":
            return person.letter
        return (await person.presses(self.board, "hand")).paper

    async def rolls(self, way: Way = "letter") -> tuple[Person, Paper]:
        """Whoever holds the cup rolls; the person, and the panel with the dice."""
        person = self.holder
        paper = await self.panel(person, way)
        await person.presses(paper, "roll")
        return person, self.world.reread(paper)

    async def announces(self, person: Person, paper: Paper, score: str) -> Answer:
        """Choose a score from the list in the own panel."""
        return await person.chooses(paper, "say", score)

    async def plays_on(
        self, choose: Choose, way: Way = "letter", until: str = "rematch", most: int = 200
    ) -> int:
        """Play until the board has this verb (the end's, if not said); how many presses it took."""
        for presses in range(most):
            if until in self.board.verbs:
                return presses
            person = self.waited_for()
            paper = await self.panel(person, way)
            verb, value = choose(person, paper)
            if value:
                await person.chooses(paper, verb, value)
            else:
                await person.presses(paper, verb)
        raise AssertionError(f"not over after {most} presses:\n{self.board}")

    def waited_for(self) -> Person:
        """Who is to act: the opponent who declares in a duel, else who holds the cup."""
        board = str(self.board)
        duel = re.search(r"32 sur 32 : \*\*(\w+)\*\* choisit", board)
        if duel:
            return self.world.people[duel[1]]
        return self.holder


gathered = partial(sim_company.gathered, Company)
playing = partial(sim_company.begun, Company)


def one_sided(winner: str) -> Choose:
    """Everybody bluffs as high as possible, and is doubted; but the winner says the truth, or the least."""

    def choose(person: Person, paper: Paper) -> tuple[str, str]:
        verbs = paper.verbs
        for verb in ("duel", "say"):
            if verb in verbs:
                values = sorted(paper.piece(verb, is_list=True).values, key=NORMAL.index)
                if person.name != winner:
                    return verb, values[-1]
                rolled = "".join(sorted(dice_in(paper), reverse=True)) if verb == "say" else ""
                return verb, rolled if rolled in values else values[0]
        if "doubt" in verbs and _standing(paper) == NORMAL.index("21"):
            return "doubt", ""
        return ("roll", "") if "roll" in verbs else (verbs[0], "")

    return choose


def _standing(paper: Paper) -> int:
    """The place on the ladder of the announcement to match; -1 where there is none."""
    found = re.search(r"À égaler ou à battre\W+(double )?(\d+)\*\*", str(paper))
    return NORMAL.index(found[2] * 2 if found[1] else found[2]) if found else -1
