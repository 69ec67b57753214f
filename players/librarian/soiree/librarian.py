"""What a computer's seat may recall in the Soirée, and when: it knows a question as it would in Défizz."""

from typing import Any

from engines.core.records import SeatName
from engines.defizz.deck import Chrono, Cible, PingPong
from engines.defizz.model import Said
from engines.soiree.asking import players
from engines.soiree.challenges import inner_state
from engines.soiree.model import LIST_AT_MOST, Position, Setup, SoireeState
from players.core.player import Recollection
from players.librarian.core import Librarian, Memory
from players.librarian.defizz.librarian import (
    CLUE,
    TEXT,
    DefizzLibrarian,
    Grasp,
    feel,
    grasp,
    recall_answer,
    recall_number,
    recall_one_of,
)

_INSIDE = DefizzLibrarian()


class SoireeLibrarian(Librarian[Setup, Position]):
    """Has the cards of the evening."""

    game = "soiree"

    def recall(self, state: SoireeState, seat: SeatName, memory: Memory) -> Recollection | None:
        """Return what a seat feels of the clue before its stake, and what it says to the question.

        None for a quizmaster, who holds the answers, and while nothing is asked of the seat.
        """
        setup, position = state.setup, state.position
        if position.bout is not None and seat in position.bout.seats:
            return _INSIDE.recall(inner_state(setup, position.bout), seat, memory)
        asked = position.asked
        if asked is None or seat not in players(setup, position):
            return None
        known = grasp(setup.deck.card(asked.card), asked.question, memory)
        hunches = (feel(known, CLUE),)
        if position.phase != "answer":
            return Recollection(hunches) if position.phase == "wager" else None
        words = _find_words(known, setup)
        return Recollection(hunches, words, 0.0 if words is None else feel(known, TEXT))


def _find_words(known: Grasp[Any], setup: Setup) -> str | None:
    match known.question:
        case Chrono():
            return recall_answer(known, setup.deck)
        case Cible():
            return recall_number(known)
        case PingPong():
            return _recall_list(known)
    return None


def _recall_list(known: Grasp[PingPong]) -> str | None:
    """Return up to five answers, as they come to mind one after the other."""
    said: list[Said] = []
    for _ in range(LIST_AT_MOST):
        words = recall_one_of(known, said)
        if words is None:
            break
        group = next((n for n, wordings in enumerate(known.question.answers) if words in wordings), None)
        said.append(Said("", words, group=group))
    return ", ".join(one.text for one in said if one.text) or None
