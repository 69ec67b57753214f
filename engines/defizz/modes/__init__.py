"""How a question that has been asked is decided, by the rules of its mode (Z9 to Z12, Z14).

Each mode has the same five functions: `begin` once the question is asked, `hear` an answer, `give_up` when
there is none, `judge` a pending answer for good, and `resume` after somebody has left.
"""

from types import ModuleType

from engines.core.records import SeatName
from engines.defizz.deck import Chance, Chrono, Cible
from engines.defizz.events import Judging
from engines.defizz.model import Answer
from engines.defizz.modes import chance, chrono, pingpong, target
from engines.defizz.settling import question_of
from engines.defizz.stakes import DefizzPlay


def begin(play: DefizzPlay) -> None:
    """Await the answers, or let chance decide at once."""
    _mode(play).begin(play)


def hear(play: DefizzPlay, seat: SeatName, answer: Answer) -> None:
    """Take down an answer."""
    _mode(play).hear(play, seat, answer)


def give_up(play: DefizzPlay, seat: SeatName, *, silent: bool = False) -> None:
    """Take down that a seat has no answer; `silent`: its deadline has passed."""
    _mode(play).give_up(play, seat, silent=silent)


def judge(play: DefizzPlay, *, right: bool, by: Judging) -> None:
    """Give the final verdict on the pending answer (Z14)."""
    _mode(play).judge(play, right=right, by=by)


def resume(play: DefizzPlay) -> None:
    """Go on after a seat has left; if it was the reader, the bot has taken its place (Z20)."""
    _mode(play).resume(play)


def _mode(play: DefizzPlay) -> ModuleType:
    question = question_of(play.setup, play.position)
    if isinstance(question, Chrono):
        return chrono
    if isinstance(question, Cible):
        return target
    if isinstance(question, Chance):
        return target if question.resolver == "nearest" else chance
    return pingpong
