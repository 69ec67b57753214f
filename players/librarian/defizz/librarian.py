"""What a computer's seat may recall in Défizz, and when."""

from typing import Any, Final

from engines.core.records import SeatName
from engines.defizz.deck import Chrono, Cible, PingPong
from engines.defizz.model import DefizzState, Position, Setup
from engines.defizz.settling import challenge_of, is_asked
from players.core.player import Recollection
from players.librarian.core import Librarian, Memory
from players.librarian.defizz.answers import recall_answer, recall_number, recall_one_of
from players.librarian.defizz.knowledge import Grasp, Inkling, feel, grasp

CLUE: Final = Inkling("clue", 0.8)
"""A clue only hints at its question."""
TEXT: Final = Inkling("text", 2.0)
"""Whoever reads the question feels better what they know."""


class DefizzLibrarian(Librarian[Setup, Position]):
    """Has the deck that the table plays with."""

    game = "defizz"

    def recall(self, state: DefizzState, seat: SeatName, memory: Memory) -> Recollection | None:
        """Return what a seat feels of the card's clues and, once it is asked, what it says to the question.

        None for the reader, who holds the card, and while there is none.
        """
        setup, position = state.setup, state.position
        if position.card is None or seat == position.reader:
            return None
        card = setup.deck.card(position.card)
        inkling = TEXT if position.helped and seat == position.active else CLUE
        grasps = [grasp(card, place, memory) for place in range(len(card.questions))]
        hunches = tuple(feel(each, inkling) for each in grasps)
        if not is_asked(position) or seat not in challenge_of(position).participants:
            return Recollection(hunches)
        asked = grasps[challenge_of(position).question]
        words = _find_words(asked, setup, position)
        return Recollection(hunches, words, 0.0 if words is None else feel(asked, TEXT))


def _find_words(asked: Grasp[Any], setup: Setup, position: Position) -> str | None:
    match asked.question:
        case Chrono():
            return recall_answer(asked, setup.deck)
        case Cible():
            return recall_number(asked)
        case PingPong():
            return recall_one_of(asked, challenge_of(position).said)
    return None
