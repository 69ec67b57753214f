"""Derive what computers decided once more: from what their seats could see, and from their promised chance.

A line "decide" stands before what a computer did. Its payload says at which level and as whom it played, by
which version of its player and which `budget`, and of which line of the log it had `seen` the outcome; an
`offer` is what it was asked to agree to. A `version` of null: its player had failed, and anything was done;
"program": somebody else's program has decided, which nobody can derive here.

This shows that each decision is what this player decides who knows no more than its seat, with the luck that
was promised when the table was opened. It does not show that nobody else looked.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.tables.model import PROGRAM, Computer, read_computer
from bot.tables.proof.record import STEPS, Line, Record
from bot.tables.proof.replay import Failure, Retold, ends_step, play_again
from bot.tables.viewpoint import Chair, decide_anything, key_of, name_decision
from engines.core.draws import SeededDraws
from engines.core.game import AnyGame
from engines.core.records import AnyState
from players.core.chance import PREFIX
from players.core.player import AnyDecision, AnyPlayer, Budget, Player
from players.core.speech import Question

FindPlayer = Callable[[str], AnyPlayer]
"""Knows each game's player."""

NODES_AT_MOST = 120_000
"""So many positions are looked at for somebody who waits for it."""
_EACH = 20
"""What any decision costs, in positions."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """A decision that cannot be derived: this entry of the log, and why.

    Codes: decision_differs (seat), decision_missing (seat), decision_unsound (seat; it tells of a computer
    that does not play there, or of what it had not seen).
    """

    code: str
    entry: int
    seat: str


@dataclass(slots=True)
class Derivation:
    """What came of it: so many decisions as they should be, so many of which nothing can be said here.

    Beside these, so many were made `by_programs` of others, which nobody can derive.
    """

    derived: int = 0
    left: int = 0
    by_programs: int = 0
    deviations: list[Deviation] = field(default_factory=list)


def derive_decisions(
    record: Record, game: AnyGame, find_player: FindPlayer, most: int | None = None
) -> Derivation:
    """Derive all decisions of computers in the record of a table that is closed.

    `most`: how many positions may be looked at; whatever would take more is left. Where the replay fails,
    nothing more is said.
    """
    found = Derivation()
    if record.seed is None or not any(_is_of_computer(line) for line in record.entries):
        return found
    course = _Course(record, game, find_player(game.name), bytes.fromhex(record.seed), most)
    try:
        for place, line in enumerate(record.entries):
            if line.kind == "decide":
                course.derive(place, line, found)
            elif line.kind == "act" and course.is_unexplained(place, line):
                found.deviations.append(Deviation("decision_missing", line.seq, line.seat or ""))
            course.follow(line)
    except Failure:
        pass  # the replay itself is somebody else's to judge
    return found


def _is_of_computer(line: Line) -> bool:
    return line.kind == "decide" or "computer" in _payload(line)


class _Course:
    """A game on its way: its states, what everybody was told, who plays where."""

    def __init__(
        self, record: Record, game: AnyGame, player: AnyPlayer, seed: bytes, most: int | None
    ) -> None:
        self._record = record
        self._game = game
        self._player = player
        self._seed = seed
        self._spare = most
        self._again = play_again(record, game)
        self._states: list[tuple[int, AnyState]] = []
        self._before: AnyState | None = None
        self._events: tuple[Any, ...] = ()
        self._steps: list[Retold] = []
        self._notes: dict[str, tuple[int, str]] = {}
        self._draft: list[Any] = []
        self._seats: dict[str, Computer | None] = {}
        """Who sits where: people are None."""
        self._pilots: dict[str, str | None] = {}
        """At which level a computer plays for people."""
        self._explained: set[int] = set()

    def follow(self, line: Line) -> None:
        """Go on with this line of the log."""
        told, seat = _payload(line), line.seat or ""
        match line.kind:
            case "open" | "join":
                self._seats[seat] = read_computer(told.get("computer"))
            case "autopilot":
                self._pilots[seat] = told.get("level")
            case "draft":
                self._draft.append(line.payload)
            case "undo":
                del self._draft[-1:]
        if line.kind in STEPS:
            self._take(line)

    def _take(self, line: Line) -> None:
        _, step = next(self._again)
        self._draft.clear()
        self._states.append((line.seq, step.state))
        self._events += step.events
        if ends_step(line, self._game, self._before, step.state):
            self._steps.append(Retold(line.seq, step.state, self._events))
            self._events, self._before = (), step.state

    def is_unexplained(self, place: int, line: Line) -> bool:
        """Whether a computer is said to have done this, without a decision."""
        return self._seats.get(line.seat or "") is not None and place not in self._explained

    def derive(self, place: int, line: Line, found: Derivation) -> None:
        """Derive one decision, and compare it with what was done."""
        done = list(self._list_done(place, line))
        self._explained.update(range(place + 1, place + 1 + len(done)))
        try:
            told = _payload(line)
            state = self._state_at(line, told)
            computer = self._computer_of(line.seat or "", told, state)
            if _is_by_program(told, computer):
                found.by_programs += 1
                return
            if not self._can_be_derived(told):
                found.left += 1
                return
            decision = self._decide(line.seat or "", computer, state, told)
            as_decided = self._is_done(decision, done, told)
        except Failure:
            raise
        except Exception:  # whatever a forged file holds is its own fault
            found.deviations.append(Deviation("decision_unsound", line.seq, line.seat or ""))
            return
        if self._spare is not None:
            self._spare -= decision.nodes + _EACH
        if as_decided:
            found.derived += 1
        else:
            found.deviations.append(Deviation("decision_differs", line.seq, line.seat or ""))

    def _can_be_derived(self, told: Mapping[str, Any]) -> bool:
        """Whether our player can decide this again."""
        if self._spare is not None and self._spare <= 0:
            return False
        return told["version"] in (None, self._player.version)

    def _state_at(self, line: Line, told: Mapping[str, Any]) -> AnyState:
        """The state that was decided in: with what was drafted, where an offer was answered.

        Raises ValueError where something else was awaited then than now.
        """
        seen, seat = int(told["seen"]), line.seat or ""
        state = next(state for seq, state in reversed(self._states) if seq <= seen)
        latest = self._states[-1][1]
        if name_decision(self._game, state, seat) != name_decision(self._game, latest, seat):
            raise ValueError
        if "offer" in told:
            for plain in self._draft:
                (drafter,) = self._game.to_act(state)
                state = self._game.act(state, drafter, self._game.actions.parse(plain), _no_chance).state
        return state

    def _computer_of(self, seat: str, told: Mapping[str, Any], state: AnyState) -> Computer:
        """The computer that the line tells of, which must be the one that plays there."""
        computer = read_computer({"level": told["level"], "persona": told["persona"]})
        sits, pilot = self._seats[seat], self._pilots.get(seat)
        plays = computer == sits if pilot is None else computer is not None and computer.level.value == pilot
        if computer is None or not plays or self._game.has_left(state, seat):
            raise ValueError
        return computer

    def _decide(self, seat: str, computer: Computer, state: AnyState, told: Mapping[str, Any]) -> AnyDecision:
        seen, offer = told["seen"], told.get("offer")
        key = key_of(self._seed, self._record.table, self._record.joins(), seat)
        chair = Chair(seat, computer, key, self._list_computers(state))
        steps = [step for step in self._steps if step.seq <= seen]
        latest = tuple(step.told(seat) for step in steps[-self._game.steps_told :])
        budget = Budget(min(int(told["budget"]), self._player.budget.nodes))
        question = chair.ask(self._game, state, latest, self._read_notes(seat, steps), budget, offer)
        return decide_anything(question, seen) if told["version"] is None else _think(question, self._player)

    def _list_computers(self, state: AnyState) -> tuple[str, ...]:
        """The seats that no person plays, in the order of seats."""
        return tuple(
            seat
            for seat in (seating.seat for seating in self._record.seats)
            if (self._seats.get(seat) is not None or self._pilots.get(seat) is not None)
            and not self._game.has_left(state, seat)
        )

    def _read_notes(self, seat: str, steps: list[Retold]) -> str:
        if type(self._player).notice is Player.notice:
            return ""
        told, notes = self._notes.get(seat, (0, ""))
        if told > len(steps):
            told, notes = 0, ""
        for step in steps[told:]:
            notes = self._player.notice(notes, seat, step.told(seat))
        self._notes[seat] = (len(steps), notes)
        return notes

    def _list_done(self, place: int, line: Line) -> Iterator[Line]:
        """The lines that tell what came of a decision: they follow it at once.

        Not what somebody has clicked for whom a computer has just played: it is no part of the decision.
        """
        for other in self._record.entries[place + 1 :]:
            if other.kind not in ("act", "decline", "system"):
                return
            by_itself = other.seat == line.seat and other.interaction is None
            if other.kind == "act" and not by_itself and "offer" not in _payload(line):
                return
            yield other
            if other.kind != "act":
                return

    def _is_done(self, decision: AnyDecision, done: list[Line], told: Mapping[str, Any]) -> bool:
        if "offer" in told:
            return bool(done) and done[-1].kind == ("system" if decision.agrees else "decline")
        wanted = [_bare(self._game, self._game.actions.plain(action)) for action in decision.actions]
        acts = [_bare(self._game, _payload(other)) for other in done if other.kind == "act"]
        return acts == wanted


def _is_by_program(told: Mapping[str, Any], computer: Computer) -> bool:
    """Whether somebody else's program has decided; ValueError where a computer of ours passes for one."""
    if told["version"] != PROGRAM:
        return False
    if computer.program is None:
        raise ValueError
    return True


def _think(question: Question, player: AnyPlayer) -> AnyDecision:
    draws = SeededDraws(question.chance, PREFIX)
    return player.decide(question.view, question.level, question.persona, question.budget, draws)


def _bare(game: AnyGame, plain: Mapping[str, Any]) -> str:
    """An action without what others than its seat fill in."""
    hidden = game.left_out | game.decided_outside
    return json.dumps({name: fact for name, fact in plain.items() if name not in hidden}, sort_keys=True)


def _payload(line: Line) -> Mapping[str, Any]:
    return line.payload if isinstance(line.payload, dict) else {}


def _no_chance(_: int) -> int:
    raise ValueError("what is drafted takes no draws")
