"""The events that the gateway sends to bots, and the intent that each needs."""

from dataclasses import dataclass
from enum import IntFlag

from playground.wire import Json


class Intents(IntFlag):
    """The gateway intents for which this guild has events."""

    NONE = 0
    GUILDS = 1 << 0
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A gateway event of a server, or (None) of private messages.

    A bot without the message content intent gets `bare` instead of `data`.
    """

    name: str
    data: Json
    intent: Intents = Intents.NONE
    guild_id: int | None = None
    bare: Json | None = None
