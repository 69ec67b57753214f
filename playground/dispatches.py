"""What the gateway tells bots, and which intent a bot must have asked for to hear it."""

from dataclasses import dataclass
from enum import IntFlag

from playground.wire import Json


class Intents(IntFlag):
    """The gateway intents that this guild has events for."""

    NONE = 0
    GUILDS = 1 << 0
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


@dataclass(frozen=True, slots=True)
class Dispatch:
    """One gateway event; `bare` is what a bot without the message content intent gets instead of `data`."""

    name: str
    data: Json
    intent: Intents = Intents.NONE
    in_guild: bool = True
    bare: Json | None = None
