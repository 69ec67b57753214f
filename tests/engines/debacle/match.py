"""A table of Débâcle to play by hand: boards are drawings, actions are words of the notation."""

from typing import Any, Self

import pytest

from engines.core.draws import ScriptedDraws
from engines.core.records import Refusal
from engines.debacle.board import BLACK, RED, board_with, dice_alone, draw, other_side, read
from engines.debacle.model import Action
from engines.debacle.notation import read_word, write_word
from engines.debacle.rules import Debacle
from tests.engines.table import HandTable

GAME = Debacle()
NO_DRAWS = ScriptedDraws()


class Match(HandTable):
    """A table with seats A (Red) and B (Black). Each method is one happening and keeps its events.

    `red_holds` and `black_holds` are captured values; dice that are neither drawn nor held are held as 6s.
    """

    game = GAME

    def __init__(
        self,
        drawing: str | None = None,
        to_move: int = RED,
        red_holds: tuple[int, ...] = (),
        black_holds: tuple[int, ...] = (),
        **given: Any,
    ) -> None:
        setup = GAME.setup(["A", "B"], {})
        self.state = GAME.start(setup, ScriptedDraws((to_move + 1,))).state
        if drawing is not None:
            board = board_with(read(drawing))
            missing = [6 - len(dice_alone(board, other_side(side))) for side in (RED, BLACK)]
            captured = tuple(
                tuple(sorted((*held, *(6,) * (count - len(held)))))
                for held, count in zip((red_holds, black_holds), missing, strict=True)
            )
            self.given(board=board, captured=captured, **given)
        else:
            self.given(**given)

    @property
    def drawing(self) -> str:
        return draw(self.public.board)

    @property
    def legal(self) -> set[str]:
        """All that the side to move may do, as words."""
        return {write_word(action) for action in self.actions}

    @property
    def actions(self) -> tuple[Action, ...]:
        return GAME.legal_actions(self.state, self.seat).actions

    @property
    def seat(self) -> str:
        (seat,) = GAME.to_act(self.state)
        return seat

    @property
    def left(self) -> tuple[int, int]:
        """The actions owed, and the bonus."""
        return self.public.actions_left, self.public.bonus_left

    @property
    def turn(self) -> str:
        """Who is to move, and the actions owed with the bonus: "A 2+0"."""
        return f"{self.seat} {self.public.actions_left}+{self.public.bonus_left}"

    def words(self, mark: str) -> set[str]:
        """What the side to move may do, of the words with this mark in them."""
        return {word for word in self.legal if mark in word}

    def play(self, words: str) -> Self:
        """Let the side to move do these things, one after the other."""
        for word in words.split():
            self.act(self.seat, read_word(word))
        return self

    def agree(self) -> Self:
        return self.command("end_round")

    def refused(self, word: str | Action, seat: str | None = None) -> str:
        """Try what is refused, and return the reason. Nothing may change (C5)."""
        before, action = self.state, read_word(word) if isinstance(word, str) else word
        assert action not in self.actions or seat not in (None, self.seat)
        with pytest.raises(Refusal) as caught:
            GAME.act(self.state, seat or self.seat, action, NO_DRAWS)
        assert self.state == before
        assert caught.value.code in ("illegal_action", "not_your_turn")
        return caught.value.reason
