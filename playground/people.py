"""The people of the guild, as users and as members."""

from dataclasses import dataclass
from datetime import datetime

from playground.permissions import MEMBER, MODERATOR
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
