"""Channels: text channels of the guild, threads in them, and private channels."""

from dataclasses import dataclass, field
from typing import Literal

from playground.messages import Message
from playground.people import BITS, BOT, Overwrite, bits
from playground.wire import Json

ChannelKind = Literal["text", "thread", "dm"]
_TYPES: dict[ChannelKind, int] = {"text": 0, "thread": 11, "dm": 1}
_EVERYTHING = sum(BITS.values())


@dataclass(slots=True, eq=False)
class Channel:
    """A channel: `guild_id` is its server, `parent_id` a thread's channel.

    `person_id` is whose private channel it is with the bot. `overwrites` give single people
    rights here, or take them away.
    """

    id: int
    name: str
    kind: ChannelKind
    guild_id: int | None = None
    parent_id: int | None = None
    person_id: int | None = None
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 1440
    bot_permission_names: frozenset[str] | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    nonces: dict[str, int] = field(default_factory=dict)

    @property
    def bot_permissions(self) -> int:
        """The bot's permissions here, as bits."""
        return BOT if self.bot_permission_names is None else bits(self.bot_permission_names)

    def public_messages(self) -> list[Message]:
        """Return the messages that everybody here sees, oldest first."""
        return [message for message in self.messages.values() if message.audience is None]

    def as_json(self, bot_id: int) -> Json:
        """Return Discord's channel object; `Guild.channel_json` adds the recipient of a private one."""
        public = self.public_messages()
        common: Json = {
            "id": str(self.id),
            "type": _TYPES[self.kind],
            "last_message_id": str(public[-1].id) if public else None,
            "flags": 0,
        }
        if self.kind == "dm":
            return common
        common |= {
            "guild_id": str(self.guild_id),
            "name": self.name,
            "parent_id": None if self.parent_id is None else str(self.parent_id),
            "rate_limit_per_user": 0,
        }
        return common | (self._thread_fields(bot_id) if self.kind == "thread" else self._text_fields(bot_id))

    def _text_fields(self, bot_id: int) -> Json:
        overwrites = dict(self.overwrites)
        if self.bot_permission_names is not None:
            overwrites[bot_id] = Overwrite(self.bot_permissions, _EVERYTHING & ~self.bot_permissions)
        told = [overwrite.as_json(member_id) for member_id, overwrite in overwrites.items()]
        return {"position": 0, "topic": None, "nsfw": False, "permission_overwrites": told}

    def _thread_fields(self, bot_id: int) -> Json:
        return {
            "owner_id": str(bot_id),
            "member_count": 1,
            "message_count": len(self.public_messages()),
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": self.auto_archive_minutes,
                "archive_timestamp": "2015-01-01T00:00:00.000000+00:00",
                "locked": self.locked,
            },
        }
