"""The small Discord itself, in memory: one guild, its people, channels, messages, commands and emojis."""

from collections.abc import Iterable

from playground.changes import Change, Feed
from playground.channels import Channel
from playground.people import Person
from playground.wire import Json


class World:
    """All that is true on this Discord; it outlives every bot that connects to it."""

    changes: Feed[Change]
    people: dict[int, Person]
    channels: dict[int, Channel]

    def add_person(self, name: str, locale: str = "fr", moderator: bool = False) -> Person:
        """Let someone join the server; the first one to come is a moderator in any case."""
        raise NotImplementedError

    def remove_person(self, person_id: int) -> None:
        """Let someone leave the server (nobody tells the bot: members are a privileged intent)."""
        raise NotImplementedError

    def set_dms(self, person_id: int, open: bool) -> None:
        """Open or close someone's private messages."""
        raise NotImplementedError

    def set_moderator(self, person_id: int, moderator: bool) -> None:
        """Give or take Manage Messages and Manage Server."""
        raise NotImplementedError

    def add_channel(self, name: str) -> Channel:
        """Create a text channel."""
        raise NotImplementedError

    def delete_channel(self, channel_id: int) -> None:
        """Delete a channel with its threads and messages."""
        raise NotImplementedError

    def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message, as a moderator would; of an ephemeral one, dismiss it."""
        raise NotImplementedError

    def set_bot_permissions(self, channel_id: int, names: Iterable[str] | None) -> None:
        """Restrict the bot in a text channel to the named permissions; None gives them all back."""
        raise NotImplementedError

    def commands(self) -> list[Json]:
        """The global commands as the bot registered them, localisations included."""
        raise NotImplementedError

    def visible(self, person_id: int) -> Json:
        """All that one person sees, ready for JSON; every id is a string of digits.

        {"person": {...}, "channels": [{"id", "name", "kind": "text"|"thread"|"dm", "parent_id", "archived",
        "messages": [wire message + "ephemeral", "loading", "edited"]}],
        "interactions": [{"id", "channel_id", "message_id", "label", "state": "pending"|"failed", "error"}]}
        """
        raise NotImplementedError
