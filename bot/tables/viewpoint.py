"""What a computer at a seat is asked by: the decision that is awaited of it, its view, and its chance. Pure.

A computer's chance comes from the table's promised seed, by a prefix of its own, so that its luck is fixed
once the game has begun, as the dice are, and so that its decisions can be derived again after the end:

- seat key: HMAC-SHA-256(seed, "gobelet-player-1:TABLE:JOIN+JOIN+...:SEAT"), with the table's number and the
  joins as in the source of its dice (see bot.tables.proof.dice);
- chance: HMAC-SHA-256(seat key, the decision's name), which `players.core.chance` derives its draws from;
  where somebody else's program decides, or anything is done for a player that has failed, they may choose by
  it alone, and it is HMAC-SHA-256(chance, the number of the line seen last);
- what a computer knows, where a game asks for it: HMAC-SHA-256(seat key, "memory").
"""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.tables.model import Computer
from engines.core.draws import SeededDraws
from engines.core.game import AnyGame
from engines.core.records import AnyState
from players.core.chance import PREFIX
from players.core.player import PERSONAS, AnyDecision, AnyView, Budget, Persona, Told, View
from players.core.speech import Question
from players.core.uniform import Uniform
from players.librarian.core import Memory
from players.librarian.registry import recall

_MEMORY = "memory"


def key_of(seed: bytes, table_id: int, joins: Iterable[int], seat: str) -> bytes:
    """The key (32 bytes) of a seat, from the table's seed (32 bytes) and those who sat down."""
    return _derive(seed, f"{PREFIX}:{table_id}:{'+'.join(map(str, joins))}:{seat}")


def name_decision(game: AnyGame, state: AnyState, seat: str, offer: str | None = None) -> str:
    """The name of the decision that is awaited of a seat, or of its answer to an offer."""
    deadline = game.deadline(state)
    name = f"{'' if deadline is None else deadline.key}|{game.own_step(state, seat)}"
    return name if offer is None else f"{name}|{offer}"


def persona_of(computer: Computer) -> Persona:
    """The persona of a computer; the first one where there is no such persona any more."""
    return PERSONAS.get(computer.persona) or next(iter(PERSONAS.values()))


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat that a computer plays: who it is, and the seat's key.

    `computers` are all seats that no person plays.
    """

    seat: str
    computer: Computer
    key: bytes
    computers: tuple[str, ...]

    def ask(
        self,
        game: AnyGame,
        state: AnyState,
        told: tuple[Told[Any], ...],
        notes: str,
        budget: Budget,
        offer: str | None = None,
    ) -> Question:
        """The question for the decision that is awaited now, made of what this seat may know alone."""
        persona = persona_of(self.computer)
        memory = Memory(self.computer.level, persona, _derive(self.key, _MEMORY))
        view: AnyView = View(
            game.name,
            self.seat,
            game.observe(state, self.seat),
            game.legal_actions(state, self.seat),
            told,
            notes,
            offer,
            recall(game.name, state, self.seat, memory),
            self.computers,
        )
        chance = _derive(self.key, name_decision(game, state, self.seat, offer))
        return Question(view, self.computer.level, persona, budget, chance)


def draw_anew(question: Question, seen: int) -> Question:
    """The same question with a chance of its own for each line that was `seen` last (its number in the log).

    A choice by chance that leads back to where it was made is not made for ever then.
    """
    return replace(question, chance=_derive(question.chance, str(seen)))


def decide_anything(question: Question, seen: int) -> AnyDecision:
    """Anything that is legal: what is done where a player has failed (`seen` as in `draw_anew`)."""
    asked = draw_anew(question, seen)
    draws = SeededDraws(asked.chance, PREFIX)
    return Uniform(asked.view.game).decide(asked.view, asked.level, asked.persona, Budget(0), draws)


def _derive(key: bytes, name: str) -> bytes:
    return hmac.digest(key, name.encode(), "sha256")
