"""The servers: their people, their channels, and whom they tell of changes."""

from collections.abc import Iterable

from playground.changes import Change, Feed
from playground.channels import Channel
from playground.dispatches import Dispatch, Intents
from playground.errors import ApiError
from playground.people import BOT, MEMBER, MODERATOR, Overwrite, Person, bits
from playground.snowflakes import Snowflakes, in_shard
from playground.wire import Clock, Json

GUILD_NAME = "Gobelet"
GUILD_LOCALE = "fr"


class Guilds:
    """People, who are in every server, and channels.

    The feed `dispatches` goes to the bots, `changes` to the page. `guild_names` has the servers by their ids.
    The first of them, `guild_id`, falls into the second of two shards, unlike private messages.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.snowflakes = Snowflakes(clock)
        self.changes: Feed[Change] = Feed()
        self.dispatches: Feed[Dispatch] = Feed()
        self.guild_id = in_shard(self.snowflakes(), 1, 2)
        self.guild_names = {self.guild_id: GUILD_NAME}
        self.bot_role_id = self.snowflakes()
        self.moderator_role_id = self.snowflakes()
        self._owner_id = self.snowflakes()
        self.bot = Person(self.snowflakes(), "Gobelet", "fr", moderator=False, joined_at=clock(), is_bot=True)
        self.people: dict[int, Person] = {}
        self.channels: dict[int, Channel] = {}
        self.events: dict[int, Json] = {}
        self.may_create_events = True
        self.base_url = ""

    @property
    def application_id(self) -> int:
        """The application's id: its bot's, as on Discord."""
        return self.bot.id

    def add_guild(self, name: str, shard: int = 0, shards: int = 1) -> int:
        """Create one more server, which falls into a shard of so many; return its id."""
        guild_id = in_shard(self.snowflakes(), shard, shards) - len(self.guild_names)
        self.guild_names[guild_id] = name
        told = self.guild_create(guild_id)
        del told["unavailable"]  # which says that the bot was there before
        self.dispatches.publish(Dispatch("GUILD_CREATE", told, Intents.GUILDS, guild_id))
        return guild_id

    def add_person(self, name: str, locale: str = "fr", moderator: bool = False) -> Person:
        """Let someone join the server; the first person is always a moderator."""
        person = Person(self.snowflakes(), name, locale, moderator or not self.people, self.clock())
        self.people[person.id] = person
        self.changes.publish(Change("person", audience=person.id))
        return person

    def remove_person(self, person_id: int) -> None:
        """Let someone leave the server; the bot is not told, since members are a privileged intent."""
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

    def add_channel(self, name: str, guild_id: int | None = None) -> Channel:
        """Create a text channel in a server (None: the first)."""
        channel = Channel(self.snowflakes(), name, "text", guild_id or self.guild_id)
        self.channels[channel.id] = channel
        self._tell_channel("CHANNEL_CREATE", channel)
        return channel

    def add_thread(self, parent: Channel, name: str, minutes: int, thread_id: int | None = None) -> Channel:
        """Create a thread in a text channel; `thread_id` is the id of the message it hangs on, if any."""
        thread = Channel(thread_id or self.snowflakes(), name, "thread", parent.guild_id, parent_id=parent.id)
        thread.auto_archive_minutes = minutes
        self.channels[thread.id] = thread
        self._tell_channel("THREAD_CREATE", thread, newly_created=True)
        return thread

    def change_channel(self, channel: Channel, *, name: str, archived: bool, locked: bool) -> None:
        """Rename a channel, or archive or lock a thread."""
        channel.name, channel.archived, channel.locked = name, archived, locked
        self._tell_channel("THREAD_UPDATE" if channel.kind == "thread" else "CHANNEL_UPDATE", channel)

    def open_dm(self, person_id: int) -> Channel:
        """Return the bot's private channel with a person, new at first; raises ApiError 10013 or 50007."""
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

    def set_bot_permissions(self, channel_id: int, names: Iterable[str] | None) -> None:
        """Leave the bot only the named permissions in a text channel; None gives all back."""
        channel = self.channels[channel_id]
        chosen = None if names is None else frozenset(names)
        bits(chosen or ())
        channel.bot_permission_names = chosen
        self._tell_channel("CHANNEL_UPDATE", channel)

    def allow(self, channel_id: int, person_id: int, **rights: bool) -> None:
        """Give someone rights in one text channel (True), or take them away (False)."""
        channel = self.channels[channel_id]
        given = bits(name for name, may in rights.items() if may)
        channel.overwrites[person_id] = Overwrite(given, bits(rights) & ~given)
        self._tell_channel("CHANNEL_UPDATE", channel)

    def bot_permissions(self, channel: Channel) -> int:
        """Return the bot's permissions in a channel, as bits; a thread has its parent's."""
        return self._ruling_channel(channel).bot_permissions

    def permissions(self, person: Person, channel: Channel) -> int:
        """Return someone's permissions in a channel of the guild, as bits; a thread has its parent's."""
        return self._ruling_channel(channel).overwrites.get(person.id, Overwrite()).over(person.permissions)

    def _ruling_channel(self, channel: Channel) -> Channel:
        parent = self.channels.get(channel.parent_id) if channel.parent_id is not None else None
        return parent or channel

    def someone(self, user_id: int) -> Person | None:
        """Return the person, or the bot, with this id, or None."""
        return self.bot if user_id == self.bot.id else self.people.get(user_id)

    def channel_json(self, channel: Channel) -> Json:
        """Return the channel object that Discord sends, with a private channel's recipient."""
        body = channel.as_json(self.bot.id)
        if channel.person_id is not None:
            body["recipients"] = [self.people[channel.person_id].as_user()]
        return body

    def member_json(self, person: Person) -> Json:
        """Return the member object with its user."""
        return member_as_json(person, self.bot_role_id, self.moderator_role_id)

    def guild_json(self, guild_id: int) -> Json:
        """Return the guild object that REST answers."""
        name = self.guild_names[guild_id]
        return guild_as_json(guild_id, name, self.bot_role_id, self.moderator_role_id, self._owner_id)

    def guild_create(self, guild_id: int) -> Json:
        """Return a guild as the gateway first tells it: channels, live threads, the bot as only member."""
        here = [each for each in self.channels.values() if each.guild_id == guild_id]
        text = [each for each in here if each.kind == "text"]
        threads = [each for each in here if each.kind == "thread" and not each.archived]
        return self.guild_json(guild_id) | {
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

    def _tell_channel(self, event: str, channel: Channel, **more: object) -> None:
        self.dispatches.publish(
            Dispatch(event, self.channel_json(channel) | more, Intents.GUILDS, channel.guild_id)
        )
        self.changes.publish(Change("channel", channel.id))


def role(role_id: int, name: str, permissions: int, position: int) -> Json:
    """Return a role object as Discord sends it."""
    return {
        "id": str(role_id),
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def guild_as_json(guild_id: int, name: str, bot_role: int, moderator_role: int, owner_id: int) -> Json:
    """Return the guild object without its channels and members."""
    return {
        "id": str(guild_id),
        "name": name,
        "owner_id": str(owner_id),
        "preferred_locale": GUILD_LOCALE,
        "roles": [
            role(guild_id, "@everyone", MEMBER, 0),
            role(bot_role, "Bot", BOT, 1),
            role(moderator_role, "Modération", MODERATOR, 2),
        ],
        "emojis": [],
        "stickers": [],
        "features": [],
        "icon": None,
        "splash": None,
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
    }


def member_as_json(person: Person, bot_role: int, moderator_role: int) -> Json:
    """Return the member object with its user."""
    roles = (bot_role,) if person.is_bot else (moderator_role,) if person.moderator else ()
    return person.as_member(roles) | {"user": person.as_user()}
