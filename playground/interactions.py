"""Interactions: what a person asks of the bot, and what the bot answers: once, and in time."""

import asyncio
from base64 import urlsafe_b64encode
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from random import Random
from typing import Literal

from playground.changes import Change, Feed
from playground.errors import ApiError
from playground.messages import Message
from playground.snowflakes import Snowflakes
from playground.wire import Json

AnswerKind = Literal[
    "message", "deferred", "update", "release", "deferred_update", "modal", "choices", "none"
]
NO_ANSWER = "L'application ne répond pas"


class InteractionType(IntEnum):
    """What a person did to begin an interaction."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's first answer; where none came in time, `kind` is "none", and `error` says so.

    A "release" is an update that changes nothing but lets go of what was chosen from a list.
    """

    kind: AnswerKind
    message: Message | None = None
    modal: Json | None = None
    choices: tuple[Json, ...] = ()
    error: str | None = None


@dataclass(slots=True, eq=False)
class Interaction:
    """An interaction, from the click to the last follow-up; `message` is the one whose component was used.

    `original` is what @original means: the reply or, after an update, `message`. `told` is the first message
    that the bot made in answer: a follow-up where it had only acknowledged before.
    """

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
    told: Message | None = None
    expires_at: float = 0.0
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self, seconds: float | None = None) -> Answer:
        """Wait for the first answer, or the failure shown instead; raises TimeoutError after `seconds`."""
        await asyncio.wait_for(self.answered.wait(), seconds)
        assert self.answer is not None
        return self.answer

    @property
    def failed(self) -> bool:
        """Whether the person was told that the application does not respond."""
        return self.answer is not None and self.answer.error is not None

    def metadata(self, user: Json) -> Json:
        """Return what a reply's message says of the interaction; `user` is the person's user object."""
        body: Json = {
            "id": str(self.id),
            "type": int(self.type),
            "user": user,
            "authorizing_integration_owners": {},
        }
        if self.type is InteractionType.COMMAND:
            body["name"] = self.label
        if self.message is not None:
            body["interacted_message_id"] = str(self.message.id)
        return body


class Interactions:
    """All interactions. A first answer has `ack_seconds`; tokens, by `chance`, live for `token_seconds`."""

    def __init__(
        self,
        snowflakes: Snowflakes,
        changes: Feed[Change],
        chance: Random,
        ack_seconds: float,
        token_seconds: float,
    ) -> None:
        self._snowflakes = snowflakes
        self._changes = changes
        self._chance = chance
        self._ack_seconds = ack_seconds
        self._token_seconds = token_seconds
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._recent: dict[int, deque[Interaction]] = {}

    def open(
        self,
        kind: InteractionType,
        person_id: int,
        channel_id: int,
        data: Json,
        label: str,
        message: Message | None = None,
    ) -> Interaction:
        """Begin an interaction; from now on the bot has `ack_seconds` to answer it."""
        loop = asyncio.get_running_loop()
        interaction = Interaction(
            id=self._snowflakes(),
            token=urlsafe_b64encode(self._chance.randbytes(48)).decode(),
            type=kind,
            person_id=person_id,
            channel_id=channel_id,
            data=data,
            label=label,
            message=message,
            expires_at=loop.time() + self._token_seconds,
        )
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        self._recent.setdefault(person_id, deque(maxlen=10)).append(interaction)
        loop.call_later(self._ack_seconds, self._fail, interaction)
        self._announce(interaction)
        return interaction

    def settle(self, interaction: Interaction, answer: Answer) -> None:
        """Note the first answer, and wake those who wait for it.

        An update that changes nothing tells them nothing: they wait for what follows it.
        """
        interaction.answer = answer
        interaction.original = answer.message
        if answer.kind in ("message", "deferred"):
            interaction.told = answer.message
        if answer.kind != "release":
            interaction.answered.set()
        self._announce(interaction)

    def follow_up(self, interaction: Interaction, message: Message) -> None:
        """Note a follow-up; where those who wait have been told nothing yet, it is the answer to them."""
        interaction.told = interaction.told or message
        if not interaction.answered.is_set():
            interaction.answer = Answer("message", message)
            interaction.answered.set()
            self._announce(interaction)

    def find_unanswered(self, interaction_id: int, token: str) -> Interaction:
        """Return the interaction to answer; raises ApiError 10062 unknown or late, 40060 answered before."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.failed:
            raise ApiError(10062)
        if interaction.answer is not None:
            raise ApiError(40060)
        return interaction

    def find_by_token(self, token: str) -> Interaction:
        """Return a follow-up's interaction; raises ApiError 10015 unknown or not answered, 50027 expired."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.answer is None or interaction.failed:
            raise ApiError(10015)
        if asyncio.get_running_loop().time() > interaction.expires_at:
            raise ApiError(50027)
        return interaction

    def find_with_modal(self, interaction_id: int) -> Interaction | None:
        """Return the interaction with this id if it was answered with a modal, or None."""
        interaction = self._by_id.get(interaction_id)
        return interaction if interaction and interaction.answer and interaction.answer.modal else None

    def find_shown_to(self, person_id: int) -> list[Interaction]:
        """Return this person's latest interactions that still wait for an answer, or have failed."""
        recent = self._recent.get(person_id, ())
        return [
            each
            for each in recent
            if each.type is not InteractionType.AUTOCOMPLETE and (each.answer is None or each.failed)
        ]

    def _fail(self, interaction: Interaction) -> None:
        if interaction.answer is None:
            self.settle(interaction, Answer("none", error=NO_ANSWER))
        interaction.answered.set()

    def _announce(self, interaction: Interaction) -> None:
        message_id = None if interaction.message is None else interaction.message.id
        self._changes.publish(
            Change("interaction", interaction.channel_id, message_id, audience=interaction.person_id)
        )
