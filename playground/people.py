"""The people of the guild, as users and as members."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from playground.wire import Json, stamp


@dataclass(slots=True, eq=False)
class Person:
    """A Discord user with a language, in the server or gone from it."""

    id: int
    name: str
    locale: str
    moderator: bool
    joined_at: datetime
    dms_open: bool = True
    in_server: bool = True
    is_bot: bool = False

    @property
    def permissions(self) -> int:
        """This person's permissions in the guild, as bits."""
        return MODERATOR if self.moderator else MEMBER

    def as_user(self) -> Json:
        """Return the user object that Discord sends."""
        return {
            "id": str(self.id),
            "username": self.name if self.is_bot else self.name.lower().replace(" ", "_"),
            "global_name": None if self.is_bot else self.name,
            "discriminator": "0000" if self.is_bot else "0",
            "avatar": None,
            "bot": self.is_bot,
            "public_flags": 0,
        }

    def as_member(self, roles: tuple[int, ...] = ()) -> Json:
        """Return the member object without its user; `roles` are the ids of the person's roles."""
        return {
            "roles": [str(role) for role in roles],
            "joined_at": stamp(self.joined_at),
            "nick": None,
            "avatar": None,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }

    def as_json(self) -> Json:
        """Return this person as the page gets them."""
        return {
            "id": str(self.id),
            "name": self.name,
            "locale": self.locale,
            "moderator": self.moderator,
            "dms_open": self.dms_open,
            "in_server": self.in_server,
        }


# Discord's permission bits, as far as this small guild knows them.

BITS = {
    "add_reactions": 1 << 6,
    "attach_files": 1 << 15,
    "create_events": 1 << 44,
    "create_public_threads": 1 << 35,
    "embed_links": 1 << 14,
    "kick_members": 1 << 1,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "manage_messages": 1 << 13,
    "manage_threads": 1 << 34,
    "mention_everyone": 1 << 17,
    "read_message_history": 1 << 16,
    "send_messages": 1 << 11,
    "send_messages_in_threads": 1 << 38,
    "use_application_commands": 1 << 31,
    "use_external_emojis": 1 << 18,
    "view_channel": 1 << 10,
}


def bits(names: Iterable[str]) -> int:
    """Return the bits of the named permissions; raises KeyError for a name that is not known here."""
    total = 0
    for name in names:
        total |= BITS[name]
    return total


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What one member may and may not do in one channel, as permission bits."""

    allow: int = 0
    deny: int = 0

    def over(self, granted: int) -> int:
        """Return the `granted` permissions with this overwrite applied."""
        return granted & ~self.deny | self.allow

    def as_json(self, member_id: int) -> dict[str, object]:
        """Return the overwrite object that Discord sends."""
        return {"id": str(member_id), "type": 1, "allow": str(self.allow), "deny": str(self.deny)}


MEMBER_NAMES = frozenset(
    {
        "add_reactions",
        "attach_files",
        "create_public_threads",
        "embed_links",
        "read_message_history",
        "send_messages",
        "send_messages_in_threads",
        "use_application_commands",
        "use_external_emojis",
        "view_channel",
    }
)
BOT_NAMES = MEMBER_NAMES | {"manage_threads", "create_events"}
MODERATOR_NAMES = MEMBER_NAMES | {"manage_messages", "manage_guild", "manage_threads", "manage_channels"}

MEMBER = bits(MEMBER_NAMES)
BOT = bits(BOT_NAMES)
MODERATOR = bits(MODERATOR_NAMES)
