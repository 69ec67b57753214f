"""What one audience of Défizz may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engines.core.events import Frozen, SeatName
from engines.defizz.ballots import Polled, Turning
from engines.defizz.deck import Mode, Picture, Resolver
from engines.defizz.model import Die, Index, Outcome, Phase


@dataclass(frozen=True, slots=True)
class AskedQuestion(Frozen):
    """A question that has been asked, as everybody may read it; `theme` is its first tag, if it has one.

    The name of its `picture` is a key (see `drawings.key_of`), because the deck's own tells the answer.
    """

    index: Index
    mode: Mode
    text: str
    theme: str | None = None
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Spoken(Frozen):
    """An answer as the audience may know it; another seat's has no text while some can still answer (Z9)."""

    seat: SeatName
    text: str | None
    passed: bool
    at: int | None
    bot: bool | None
    right: bool | None
    number: str | None


@dataclass(frozen=True, slots=True)
class CardQuestion(Frozen):
    """A question of the card, with answers for the reader, without for the active seat that used its help."""

    clue: str
    mode: Mode
    text: str
    answers: tuple[tuple[str, ...], ...] | None = None
    reject: tuple[str, ...] | None = None
    number: int | float | None = None
    unit: str | None = None
    resolver: Resolver | None = None
    max: int | None = None


@dataclass(frozen=True, slots=True)
class Revealed(Frozen):
    """The last challenge as everybody may know it; `answers` in their first wordings, `number` for a Cible.

    `question` and what belongs to it are null when no question was asked; `by_lot` as in `Result`. `held`:
    the answers are not told yet, since a verdict of this Ping-pong can still be turned (Z21).
    """

    outcome: Outcome
    active: SeatName
    winner: SeatName | None
    pot: int
    prize: int
    said: tuple[Spoken, ...]
    question: AskedQuestion | None = None
    card: str | None = None
    answers: tuple[str, ...] = ()
    number: int | float | None = None
    unit: str | None = None
    source: str | None = None
    by_lot: bool = False
    held: bool = False
    anecdote: str | None = None


@dataclass(frozen=True, slots=True)
class Observation(Frozen):
    """What one audience may know: the public facts, then what is the audience's own (`seat` and below).

    During the choice, `opponents` may be challenged, with a stake from `least` to `most`; then `chosen` is
    the question's index. `waiting` have still to decide, in that order. `verdict` is the answer that awaits
    the reader's verdict. `card` is for the reader, with the answers, from the choice on (among experts from
    the roll on, Z16), and for the active seat after its help. `answer` is what the seat itself said last.
    `turning` is null where no verdict can be turned.
    """

    game: Literal["defizz"]
    phase: Phase
    seats: tuple[SeatName, ...]
    in_play: tuple[SeatName, ...]
    winners: tuple[SeatName, ...] | None
    chips: Mapping[SeatName, int]
    pot: int
    bank: int
    lost: int
    active: SeatName
    reader: str
    die: Die | None
    clues: tuple[str, ...] | None
    question: AskedQuestion | None
    asked: int | None
    stake: int | None
    participants: tuple[SeatName, ...]
    help_left: Mapping[SeatName, bool]
    to_act: tuple[SeatName, ...]
    opponent: SeatName | None
    opponents: tuple[SeatName, ...]
    chosen: int | None
    refused: tuple[SeatName, ...]
    waiting: tuple[SeatName, ...]
    paid: Mapping[SeatName, int]
    least: int | None
    most: int | None
    unit: str | None
    resolver: Resolver | None
    max: int | None
    said: tuple[Spoken, ...]
    verdict: Spoken | None
    helped: bool
    last: Revealed | None
    round: int
    out: tuple[SeatName, ...]
    gone: tuple[SeatName, ...]
    missed: Mapping[SeatName, int]
    expert: bool
    teams: bool
    enrichment: bool
    ending: bool
    seat: SeatName | None = None
    card: tuple[CardQuestion, ...] | None = None
    answer: str | None = None
    master: SeatName | None = None
    contest: bool = False
    poll: Polled | None = None
    turning: Turning | None = None
