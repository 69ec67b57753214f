"""A game of Débâcle on SimCord, played by who reads the pictures' words and presses what is there."""

import re
from functools import partial

from engines.debacle.board import CELL, OWN, RED, beats, board_with
from tests.support import sim_company
from tests.support.sim import Person
from tests.support.sim_papers import Answer

_PLAYS = re.compile(r"C’est à \S+ \*\*(\w+)\*\* \(\w+\)\.")
_DICE = re.compile(r"(Rouge|Noir), \d dés? : ([^.]*)\.")
_DIE = re.compile(r"([a-f][1-6])=([1-6])")


class Company(sim_company.Company):
    """Two people at a table of Débâcle."""

    game = "debacle"

    @property
    def mover(self) -> Person:
        """Whose turn it is, as the board says."""
        return self.named(_PLAYS.pattern)

    @property
    def waiting(self) -> Person:
        mover = self.mover
        return next(person for person in self.people if person is not mover)

    async def moves(self, die: str, code: str) -> Answer:
        """Who is to move chooses a die in their private message, then what it does."""
        person = self.mover
        await person.chooses(person.letter, "die", die)
        return await person.presses(person.letter, "do", code)

    async def plays_until(self, words: str, most: int = 80) -> None:
        """Play eagerly, by private messages, until the board says so."""
        for _ in range(most):
            if words in self.board:
                return
            await self._does_something(self.mover)
        raise AssertionError(f"no {words!r} after {most} deeds:\n{self.board}")

    async def loses_on_purpose(self) -> None:
        """Black makes doubles, Red takes them and offers to end the round, until Red has won."""
        red, black = self.people
        while "rematch" not in self.board.verbs:
            paper = red.letter
            if self.mover is black:
                await self.moves("f6", "f6_")
                await self.moves("e6", "e6_")
            elif "doubles" in paper.verbs:
                takes = paper.piece("doubles", is_list=True).values
                await red.chooses(paper, "doubles", max(takes, key=len))
                await red.presses(self.board, "offer")
                await black.presses(self.board, "accept")
            else:
                await self.moves("a1", "a1_")
                await self.moves("b1", "b1_")

    async def _does_something(self, person: Person) -> None:
        """Take what can be taken, do what is due, else go forward."""
        paper = person.letter
        for verb in ("doubles", "back"):
            if verb in paper.verbs:
                await person.chooses(paper, verb, paper.piece(verb, is_list=True).values[-1])
                return
        if "die" in paper.verbs:
            dice = paper.piece("die", is_list=True).values
            await person.chooses(paper, "die", next(filter(self._can_capture, dice), _foremost(dice)))
            paper = person.letter
        moves = [piece.arg for piece in paper.pieces if piece.verb == "do"]
        if not moves:
            await person.presses(paper, "pass")
            return
        await person.presses(paper, "do", max(moves, key=_eagerness))

    def _can_capture(self, die: str) -> bool:
        """Whether a neighbour may be taken, by what the board's picture says in words."""
        dice = {
            at: (("red", "black")[color == "Noir"], int(value))
            for color, listed in _DICE.findall(self.board.pictures[0])
            for at, value in _DIE.findall(listed)
        }
        board, cell = board_with(dice), CELL[die]
        own = RED if board[cell] & OWN[RED] else 1
        near = [
            cell + step for step in (-6, 6, *((-1,) if cell % 6 else ()), *((1,) if cell % 6 < 5 else ()))
        ]
        return any(0 <= at < 36 and board[at] & OWN[1 - own] and beats(board[cell], board[at]) for at in near)


def _foremost(dice: list[str]) -> str:
    """A die that has not gone far yet, so that all of them go."""
    return sorted(dice, key=lambda die: (die[1] in "16", die))[0]


def _eagerness(code: str) -> int:
    """Captures before rolls that go forward, these before others."""
    if "x" in code:
        return 3
    return 2 if "-" in code and code[1] != code[4] else 1


gathered = partial(sim_company.gathered, Company)
playing = partial(sim_company.begun, Company)
