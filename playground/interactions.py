"""Interactions: what a person asked of the bot, and what the bot answered, once, in time."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Literal

from playground.messages import Message
from playground.wire import Json

AnswerKind = Literal["message", "deferred", "update", "deferred_update", "modal", "choices", "none"]
NO_ANSWER = "L'application ne répond pas"


class InteractionType(IntEnum):
    """What the person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's first answer; `kind` "none" with `error` when there was none within the time allowed."""

    kind: AnswerKind
    message: Message | None = None
    modal: Json | None = None
    choices: tuple[Json, ...] = ()
    error: str | None = None


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction, from the click to the last follow-up; `message` is the component's own message."""

    id: int
    token: str
    type: InteractionType
    person_id: int
    channel_id: int
    data: Json
    label: str
    message: Message | None = None
    answer: Answer | None = None
    original: Message | None = None
    expires_at: float = 0.0
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self, timeout: float | None = None) -> Answer:
        """The first answer, or the failure that the person is shown; TimeoutError after `timeout` seconds."""
        await asyncio.wait_for(self.answered.wait(), timeout)
        assert self.answer is not None
        return self.answer

    def settle(self, answer: Answer) -> None:
        """Write down the one answer and wake who waits for it."""
        self.answer = answer
        self.answered.set()

    @property
    def failed(self) -> bool:
        """Whether the person was told that the application does not respond."""
        return self.answer is not None and self.answer.error is not None


OnSettled = Callable[[Interaction], None]
