"""The small Discord itself, in memory: one guild, its people, channels, messages, commands and emojis."""

from collections.abc import Iterable

from playground.attachments import Attachment
from playground.board import Board
from playground.changes import Change, Feed
from playground.channels import Channel
from playground.dispatches import Dispatch, Intents
from playground.emojis import Emoji
from playground.errors import ApiError
from playground.guild import guild_as_json, member_as_json
from playground.interactions import Interactions
from playground.people import Person
from playground.permissions import Overwrite, bits
from playground.registry import Registry
from playground.snowflakes import Snowflakes, utc_now
from playground.visible import channel_for, in_order, interaction_for
from playground.wire import Clock, Json

ACK_SECONDS = 3.0
TOKEN_SECONDS = 900.0


class World:
    """All that is true on this Discord; it outlives every bot that connects to it."""

    def __init__(
        self,
        clock: Clock = utc_now,
        *,
        ack_seconds: float = ACK_SECONDS,
        token_seconds: float = TOKEN_SECONDS,
    ) -> None:
        self.clock = clock
        self.snowflakes = Snowflakes(clock)
        self.changes: Feed[Change] = Feed()
        self.dispatches: Feed[Dispatch] = Feed()
        self.guild_id = self.snowflakes()
        self.bot_role_id = self.snowflakes()
        self.moderator_role_id = self.snowflakes()
        self._owner_id = self.snowflakes()
        self.bot = Person(self.snowflakes(), "Gobelet", "fr", moderator=False, joined_at=clock(), is_bot=True)
        self.people: dict[int, Person] = {}
        self.channels: dict[int, Channel] = {}
        self.files: dict[int, Attachment] = {}
        self.emojis: dict[int, Emoji] = {}
        self.registry = Registry(self.snowflakes, self.application_id)
        self.guild_registry = Registry(self.snowflakes, self.application_id, self.guild_id)
        self.interactions = Interactions(self.snowflakes, self.changes, ack_seconds, token_seconds)
        self.board = Board(self)
        self.base_url = ""

    @property
    def application_id(self) -> int:
        """The application has its bot's id, as on Discord."""
        return self.bot.id

    def add_person(self, name: str, locale: str = "fr", moderator: bool = False) -> Person:
        """Let someone join the server; the first one to come is a moderator in any case."""
        person = Person(self.snowflakes(), name, locale, moderator or not self.people, self.clock())
        self.people[person.id] = person
        self.changes.publish(Change("person", audience=person.id))
        return person

    def remove_person(self, person_id: int) -> None:
        """Let someone leave the server (nobody tells the bot: members are a privileged intent)."""
        self.people[person_id].in_server = False
        self.changes.publish(Change("person", audience=person_id))

    def set_dms(self, person_id: int, is_open: bool) -> None:
        """Open or close someone's private messages."""
        self.people[person_id].dms_open = is_open
        self.changes.publish(Change("person", audience=person_id))

    def set_moderator(self, person_id: int, moderator: bool) -> None:
        """Give or take Manage Messages and Manage Server."""
        self.people[person_id].moderator = moderator
        self.changes.publish(Change("person", audience=person_id))

    def add_channel(self, name: str) -> Channel:
        """Create a text channel."""
        channel = Channel(self.snowflakes(), name, "text")
        self.channels[channel.id] = channel
        self._tell_channel("CHANNEL_CREATE", channel)
        return channel

    def add_thread(self, parent: Channel, name: str, minutes: int, thread_id: int | None = None) -> Channel:
        """Create a thread in a text channel; one that hangs on a message has the message's id."""
        thread = Channel(thread_id or self.snowflakes(), name, "thread", parent_id=parent.id)
        thread.auto_archive_minutes = minutes
        self.channels[thread.id] = thread
        self._tell_channel("THREAD_CREATE", thread, newly_created=True)
        return thread

    def change_channel(self, channel: Channel, *, name: str, archived: bool, locked: bool) -> None:
        """Rename a channel, or archive or lock a thread."""
        channel.name, channel.archived, channel.locked = name, archived, locked
        self._tell_channel("THREAD_UPDATE" if channel.kind == "thread" else "CHANNEL_UPDATE", channel)

    def open_dm(self, person_id: int) -> Channel:
        """The private channel between the bot and a person, made at first use; ApiError 10013, 50007."""
        person = self.people.get(person_id)
        if person is None:
            raise ApiError(50007 if person_id == self.bot.id else 10013)
        for channel in self.channels.values():
            if channel.person_id == person_id:
                return channel
        channel = Channel(self.snowflakes(), self.bot.name, "dm", person_id=person_id)
        self.channels[channel.id] = channel
        self.changes.publish(Change("channel", channel.id, audience=person_id))
        return channel

    def delete_channel(self, channel_id: int) -> None:
        """Delete a channel with its threads and messages."""
        for thread in [each for each in self.channels.values() if each.parent_id == channel_id]:
            self.delete_channel(thread.id)
        channel = self.channels.pop(channel_id)
        self.board.forget(channel)
        self._tell_channel("THREAD_DELETE" if channel.kind == "thread" else "CHANNEL_DELETE", channel)

    def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message, as a moderator would; of an ephemeral one, dismiss it."""
        self.board.remove(self.channels[channel_id].messages[message_id])

    def set_bot_permissions(self, channel_id: int, names: Iterable[str] | None) -> None:
        """Restrict the bot in a text channel to the named permissions; None gives them all back."""
        channel = self.channels[channel_id]
        chosen = None if names is None else frozenset(names)
        bits(chosen or ())
        channel.bot_permission_names = chosen
        self._tell_channel("CHANNEL_UPDATE", channel)

    def allow(self, channel_id: int, person_id: int, **rights: bool) -> None:
        """Give someone rights in one text channel alone (True), or take them away there (False)."""
        channel = self.channels[channel_id]
        given = bits(name for name, may in rights.items() if may)
        channel.overwrites[person_id] = Overwrite(given, bits(rights) & ~given)
        self._tell_channel("CHANNEL_UPDATE", channel)

    def bot_permissions(self, channel: Channel) -> int:
        """What the bot may do in a channel, as bits; a thread follows its parent."""
        return self._ruling(channel).bot_permissions

    def permissions(self, person: Person, channel: Channel) -> int:
        """What someone may do in a channel of the guild, as bits; a thread follows its parent."""
        return self._ruling(channel).overwrites.get(person.id, Overwrite()).over(person.permissions)

    def _ruling(self, channel: Channel) -> Channel:
        parent = self.channels.get(channel.parent_id) if channel.parent_id is not None else None
        return parent or channel

    def commands(self) -> list[Json]:
        """The commands as the bot registered them, localisations included; the guild's own come first."""
        own = self.guild_registry.all()
        return own + [each for each in self.registry.all() if each["name"] not in self.guild_registry]

    def find_command(self, words: str) -> tuple[Json, list[Json]]:
        """The top command and its chain of sub-commands for "tasse start"; ActorError when there is none."""
        name = words.removeprefix("/").partition(" ")[0]
        registry = self.guild_registry if name in self.guild_registry else self.registry
        return registry.find(words)

    def someone(self, user_id: int) -> Person | None:
        """The person or the bot with this id."""
        return self.bot if user_id == self.bot.id else self.people.get(user_id)

    def channel_json(self, channel: Channel) -> Json:
        """The channel object that Discord sends, a private channel's recipient included."""
        body = channel.as_json(self.guild_id, self.bot.id)
        if channel.person_id is not None:
            body["recipients"] = [self.people[channel.person_id].as_user()]
        return body

    def member_json(self, person: Person) -> Json:
        """The member object with its user."""
        return member_as_json(person, self.bot_role_id, self.moderator_role_id)

    def guild_json(self) -> Json:
        """The guild object that REST answers."""
        return guild_as_json(self.guild_id, self.bot_role_id, self.moderator_role_id, self._owner_id)

    def guild_create(self) -> Json:
        """The guild as the gateway first tells it: channels, live threads, the bot as only member."""
        text = [each for each in self.channels.values() if each.kind == "text"]
        threads = [each for each in self.channels.values() if each.kind == "thread" and not each.archived]
        return self.guild_json() | {
            "joined_at": "2015-01-01T00:00:00.000000+00:00",
            "large": False,
            "unavailable": False,
            "member_count": 1 + sum(person.in_server for person in self.people.values()),
            "members": [self.member_json(self.bot)],
            "channels": [self.channel_json(each) for each in text],
            "threads": [self.channel_json(each) for each in threads],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def visible(self, person_id: int) -> Json:
        """All that one person sees, ready for JSON; every id is a string of digits.

        {"person": {...}, "channels": [{"id", "name", "kind": "text"|"thread"|"dm", "parent_id", "archived",
        "messages": [wire message + "ephemeral", "loading", "edited", "thread_id"]}],
        "interactions": [{"id", "channel_id", "message_id", "label", "state": "pending"|"failed", "error"}]}
        """
        person = self.people[person_id]
        places = [
            channel
            for channel in in_order(self.channels.values())
            if (channel.person_id == person_id if channel.kind == "dm" else person.in_server)
        ]
        return {
            "person": person.as_json(),
            "channels": [channel_for(person, channel) for channel in places],
            "interactions": [interaction_for(each) for each in self.interactions.shown_to(person_id)],
        }

    def _tell_channel(self, event: str, channel: Channel, **more: object) -> None:
        self.dispatches.publish(Dispatch(event, self.channel_json(channel) | more, Intents.GUILDS))
        self.changes.publish(Change("channel", channel.id))
