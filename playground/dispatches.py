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
    """A gateway event; a bot without the message content intent gets `bare` instead of `data`."""

    name: str
    data: Json
    intent: Intents = Intents.NONE
    in_guild: bool = True
    bare: Json | None = None
