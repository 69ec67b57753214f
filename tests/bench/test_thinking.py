"""The questions of the bench are real ones: self-contained, and answered by what is legal."""

import pytest

from bench.thinking import questions_of
from engines import GAMES
from players.core.speech import plain_decision, read_question
from players.registry import think


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_of_this_game_and_answered(game: str) -> None:
    asked = questions_of(game, 3)
    assert len(asked) == 3
    for plain in asked:
        question = read_question(GAMES, plain)
        assert question.view.game == game
        assert plain_decision(GAMES[game], think(question))["actions"]
