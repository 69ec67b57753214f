"""A game of Diavolo on SimCord: who rolls, what lies there, and what each has, from the messages alone."""

import re
from functools import partial

from tests.support import sim_company
from tests.support.sim import Person
from tests.support.sim_papers import Answer, Paper

COLORS = {"noir": "black", "blanc": "white", "rouge": "red", "gris": "grey"}
_DICE = re.compile(r"(Noir|Blanc|Rouge) ([\d, ]+)\.")
_NEAR = re.compile(r"(noir|blanc|rouge) \d \(([\d,]+) cm\)")
_GEMS = re.compile(r"\*\*(\w+)\*\* · 💎 (\d)")
_MEASURES = {
    "plus grande somme": sum,
    "plus petite somme": lambda dice: -sum(dice),
    "plus grand écart": lambda dice: max(dice) - min(dice),
    "plus grand nombre d’impairs": lambda dice: sum(die % 2 for die in dice),
    "plus haute valeur": max,
}


class Company(sim_company.Company):
    """People at a table of Diavolo."""

    game = "diavolo"

    @property
    def roller(self) -> Person:
        """Who rolls next, as the board says."""
        return self.named(r"🎲 À \*\*(\w+)\*\* de lancer les dés")

    @property
    def gems(self) -> dict[str, int]:
        """Everybody's gems, from the board's own list."""
        return {name: int(gems) for name, gems in _GEMS.findall(str(self.board))}

    async def rolls(self) -> Paper:
        """Wait until it may be, and roll; the board with the dice."""
        if "roll" not in self.board.verbs:
            await self.world.passes(3)
        await self.roller.presses(self.board, "roll")
        return self.board

    async def grabs(self, person: Person, color: str) -> Answer:
        return await person.presses(self.board, "grab", color)


def right_color(paper: Paper) -> str:
    """The colour to grab, found as who cannot see the picture must find it."""
    (said,) = paper.pictures
    return color_asked_for(said)


def color_asked_for(said: str) -> str:
    """The colour to grab by what the picture's words say of the dice and their order."""
    dice = {name.lower(): [int(die) for die in listed.split(", ")] for name, listed in _DICE.findall(said)}
    order = said.partition("Ordre : ")[2].partition(".")[0]
    if order == "plus proche du dé Ordre":
        near = _NEAR.findall(said)
        best = {color for color, distance in near if distance == near[0][1]}
    else:
        measured = {color: _MEASURES[order](listed) for color, listed in dice.items()}
        best = {color for color, value in measured.items() if value == max(measured.values())}
    return COLORS[best.pop()] if len(best) == 1 else "grey"


gathered = partial(sim_company.gathered, Company)
playing = partial(sim_company.begun, Company)
