"""The small Discord in memory: a guild or several, their people, channels, messages, commands and emojis."""

from random import Random

from playground.guilds import Guilds
from playground.interactions import Interactions
from playground.posting import Messages
from playground.registry import Emoji, Registry
from playground.snowflakes import utc_now
from playground.visible import channel_for, interaction_for, sort_channels
from playground.wire import Clock, Json

ACK_SECONDS = 3.0
TOKEN_SECONDS = 900.0


class World(Guilds):
    """The whole state of this Discord, which outlives every bot that connects to it.

    `chance` makes its tokens and names of sessions: by default the same ones in each world.
    """

    def __init__(
        self,
        clock: Clock = utc_now,
        *,
        chance: Random | None = None,
        ack_seconds: float = ACK_SECONDS,
        token_seconds: float = TOKEN_SECONDS,
    ) -> None:
        super().__init__(clock)
        self.chance = chance or Random(1)  # noqa: S311 - a play thing's
        self.identifies_at_once = 1  # by how many shards in the same 5 s, as the bot is told
        self.emojis: dict[int, Emoji] = {}
        self.registry = Registry(self.snowflakes, self.application_id)
        self.guild_registry = Registry(self.snowflakes, self.application_id, self.guild_id)
        self.interactions = Interactions(
            self.snowflakes, self.changes, self.chance, ack_seconds, token_seconds
        )
        self.messages = Messages(self)

    def delete_channel(self, channel_id: int) -> None:
        """Delete a channel with its threads and messages."""
        for thread in [each for each in self.channels.values() if each.parent_id == channel_id]:
            self.delete_channel(thread.id)
        channel = self.channels.pop(channel_id)
        self.messages.forget(channel)
        self._tell_channel("THREAD_DELETE" if channel.kind == "thread" else "CHANNEL_DELETE", channel)

    def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message as a moderator would; an ephemeral one is dismissed."""
        self.messages.remove(self.channels[channel_id].messages[message_id])

    def commands(self) -> list[Json]:
        """Return the commands as the bot registered them, with translations; the guild's own come first."""
        own = self.guild_registry.list_all()
        return own + [each for each in self.registry.list_all() if each["name"] not in self.guild_registry]

    def find_command(self, words: str) -> tuple[Json, list[Json]]:
        """Return the command of words like "tasse start", and its sub-commands; raises ActorError."""
        name = words.removeprefix("/").partition(" ")[0]
        registry = self.guild_registry if name in self.guild_registry else self.registry
        return registry.find(words)

    def list_visible(self, person_id: int) -> Json:
        """Return all that one person sees, ready for JSON; every id is a string of digits.

        {"person": {...}, "channels": [{"id", "name", "kind": "text"|"thread"|"dm", "parent_id", "archived",
        "messages": [wire message + "ephemeral", "loading", "edited", "thread_id"]}],
        "interactions": [{"id", "channel_id", "message_id", "label", "state": "pending"|"failed", "error"}]}
        """
        person = self.people[person_id]
        places = [
            channel
            for channel in sort_channels(self.channels.values())
            if (channel.person_id == person_id if channel.kind == "dm" else person.in_server)
        ]
        return {
            "person": person.as_json(),
            "channels": [channel_for(person, channel) for channel in places],
            "interactions": [interaction_for(each) for each in self.interactions.find_shown_to(person_id)],
        }
