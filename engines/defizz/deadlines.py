"""How long each decision may take, and when another one is awaited (Z19)."""

from engines.core.records import Deadline
from engines.defizz.deck import Chance, Chrono, PingPong
from engines.defizz.model import DefizzState
from engines.defizz.modes.verdicts import pending_answer
from engines.defizz.observe import is_open_to_all, to_act
from engines.defizz.settling import question_of

SECONDS = {
    "roll": 60,
    "ask": 60,
    "choose": 60,
    "raise": 30,
    "chrono": 30,
    "cible": 30,
    "pingpong": 20,
    "name": 60,
    "verdict": 20,
    "vote": 20,
}

LOOKS = (2.0, 4.0)
"""When the later parts of a Chrono question appear, in seconds after it can be answered (Z9)."""


def deadline(state: DefizzState) -> Deadline | None:
    """Return the awaited decision, or None at the end; answers and verdicts have a clock at every pace.

    The key names the step and, where one seat is awaited, whose decision it is: another
    seat's leaving prolongs nobody's time.
    """
    position = state.position
    if position.phase == "over":
        return None
    kind = _kind(state)
    key = f"{position.round}.{position.decision}"
    if position.phase != "vote" and not is_open_to_all(state.setup, position):
        key += f".{_decider(state)}"
    always, race = position.phase in ("answer", "verdict", "vote"), kind == "chrono"
    looks = LOOKS if race else ()
    return Deadline(key, kind, SECONDS[kind], always=always, race=race, looks=looks, counted=always)


def _decider(state: DefizzState) -> str:
    """Return whose decision it is, by number: who owes it or, while verdicts are given, who is judged."""
    said = pending_answer(state.position)
    seat = to_act(state)[0] if said is None else said.seat
    return str(state.setup.seats.index(seat))


def _kind(state: DefizzState) -> str:
    """Return the kind of decision that is awaited: the phase or, for an answer, its kind."""
    if state.position.phase != "answer":
        return state.position.phase
    question = question_of(state.setup, state.position)
    if isinstance(question, Chrono):
        return "chrono"
    if isinstance(question, PingPong):
        return "pingpong"
    naming = isinstance(question, Chance) and question.resolver == "reader"
    return "name" if naming else "cible"
