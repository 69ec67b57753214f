"""Advice: what a strong computer would do in a person's place, by what that person may know themselves.

It is asked like any computer, with a view that is made of the person's own sight. Its chance is public, so
that a hint tells nothing of the table's seed.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from bot.tables.computers.thought import Mind, MindFailed
from bot.tables.model import Denied, Status, Table
from bot.tables.sight import Sight
from engines.core.game import AnyGame
from players.core.player import PERSONAS, AnyDecision, AnyPlayer, Level, Told, View
from players.core.speech import Question, plain_question, read_decision
from players.core.uniform import Uniform

_PERSONA: Final = next(iter(PERSONAS.values()))


def may_advise(table: Table) -> bool:
    """Whether hints are given at a table: by its host's wish, else where one person plays with computers."""
    if table.status is not Status.PLAYING:
        return False
    if table.manners.hints is not None:
        return table.manners.hints
    return table.alone


class Adviser:
    """Asks what thinks for computers on behalf of people; `find_player` knows each game's player."""

    def __init__(self, mind: Mind, find_player: Callable[[str], AnyPlayer]) -> None:
        self._mind = mind
        self._find_player = find_player

    async def advise(self, sight: Sight, game: AnyGame) -> AnyDecision:
        """What a strong computer would do in this seat.

        Raises Denied `not_at_table`, `no_advice` where no hints are given, `not_your_turn`, or `no_idea`
        where what thinks has failed.
        """
        if sight.seat is None:
            raise Denied("not_at_table")
        player = self._find_player(game.name)
        if not may_advise(sight.table) or isinstance(player, Uniform):  # who does anything knows nothing
            raise Denied("no_advice")
        if sight.seat not in sight.to_act:
            raise Denied("not_your_turn")
        question = question_of(sight, game, player)
        try:
            answer = await self._mind.think(plain_question(game, question.skimmed_by(player)))
        except MindFailed:
            raise Denied("no_idea") from None
        return read_decision(game, question.view, answer)


def question_of(sight: Sight, game: AnyGame, player: AnyPlayer) -> Question:
    """What is asked in a person's place; ValueError for a sight that is nobody's."""
    seat = sight.seat
    if seat is None or sight.legal is None:
        raise ValueError("nobody's sight")
    told = tuple(Told(scene.events) for scene in sight.scenes)
    notes = ""
    for step in told:
        notes = player.notice(notes, seat, step)
    computers = tuple(other.name for other in sight.table.seats if other.by_computer)
    view: Any = View(game.name, seat, sight.observation, sight.legal, told, notes, computers=computers)
    chance = sha256(f"hint:{sight.table.id}:{sight.drawn}:{seat}".encode("ascii")).digest()
    return Question(view, Level.STRONG, _PERSONA, player.budget, chance)
