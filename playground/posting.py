"""Posting, editing and removing messages, and telling everybody concerned."""

from collections.abc import Sequence
from urllib.parse import quote

from playground.bodies import apply, is_empty, mention
from playground.changes import Change
from playground.channels import Channel
from playground.dispatches import Dispatch, Intents
from playground.errors import ApiError
from playground.guilds import Guilds
from playground.messages import NO_FLAGS, Attachment, Message, MessageFlags, Upload, content_type_of
from playground.people import Person
from playground.wire import Json

NONCE_MINUTES = 5


class Messages:
    """All messages of the servers by their ids, and the files that came with them."""

    def __init__(self, guild: Guilds) -> None:
        self._guild = guild
        self._messages: dict[int, Message] = {}
        self.files: dict[int, Attachment] = {}

    def find(self, message_id: int) -> Message | None:
        """Return the message with this id, which may be ephemeral, or None."""
        return self._messages.get(message_id)

    def post(
        self,
        channel: Channel,
        author: Person,
        body: Json,
        uploads: Sequence[Upload] = (),
        *,
        flags: MessageFlags = NO_FLAGS,
        audience: int | None = None,
        interaction: Json | None = None,
        kind: int = 0,
        reference: Json | None = None,
    ) -> Message:
        """Post a message with a judged body, and return it; `flags` are added to the body's."""
        guild = self._guild
        message = Message(guild.snowflakes(), channel.id, author, guild.clock())
        message.type, message.audience, message.reference = kind, audience, reference
        message.nonce, message.interaction = body.get("nonce"), interaction
        message.application_id = guild.application_id if interaction is not None else None
        apply(message, body, uploads, self.keep)
        message.flags |= flags
        mention(message, body.get("allowed_mentions"), guild.people)
        if channel.archived:
            guild.change_channel(channel, name=channel.name, archived=False, locked=channel.locked)
        channel.messages[message.id] = self._messages[message.id] = message
        self._tell("MESSAGE_CREATE", message)
        return message

    def edit(self, message: Message, body: Json, uploads: Sequence[Upload] = ()) -> Message:
        """Edit a message by a judged body; raises ApiError 50006 when nothing would be left of it."""
        before = message.content, message.embeds, message.attachments, message.components, message.flags
        apply(message, body, uploads, self.keep)
        if is_empty(message):
            message.content, message.embeds, message.attachments, message.components, message.flags = before
            raise ApiError(50006)
        message.flags &= ~MessageFlags.LOADING
        message.edited_at = self._guild.clock()
        mention(message, body.get("allowed_mentions"), self._guild.people)
        self._tell("MESSAGE_UPDATE", message)
        return message

    def remove(self, message: Message) -> None:
        """Remove a message."""
        channel = self._guild.channels[message.channel_id]
        del channel.messages[message.id], self._messages[message.id]
        if message.audience is None:
            data: Json = {"id": str(message.id), "channel_id": str(channel.id)}
            data |= {} if channel.guild_id is None else {"guild_id": str(channel.guild_id)}
            told = Dispatch("MESSAGE_DELETE", data, _intent(channel), channel.guild_id)
            self._guild.dispatches.publish(told)
        self._guild.changes.publish(Change("message", channel.id, message.id, self._audience(message)))

    def forget(self, channel: Channel) -> None:
        """Forget the messages of a channel that is gone."""
        for message_id in channel.messages:
            self._messages.pop(message_id, None)

    def _audience(self, message: Message) -> int | None:
        channel = self._guild.channels.get(message.channel_id)
        return message.audience if channel is None or channel.person_id is None else channel.person_id

    def keep(self, channel_id: int, upload: Upload, description: str | None = None) -> Attachment:
        """Store a file, and serve it under the channel's address from now on."""
        attachment_id = self._guild.snowflakes()
        attachment = Attachment(
            id=attachment_id,
            filename=upload.filename,
            content=upload.content,
            content_type=content_type_of(upload.filename, upload.content_type),
            url=f"{self._guild.base_url}/attachments/{channel_id}/{attachment_id}/{quote(upload.filename)}",
            description=description,
        )
        self.files[attachment_id] = attachment
        return attachment

    def _tell(self, event: str, message: Message) -> None:
        guild = self._guild
        channel = guild.channels[message.channel_id]
        if message.audience is None:
            data = message.as_json()
            in_guild = channel.guild_id is not None
            if in_guild:
                author = guild.member_json(message.author)
                author.pop("user")
                data |= {"guild_id": str(channel.guild_id), "member": author}
            known = not in_guild or message.author is guild.bot or f"<@{guild.bot.id}>" in message.content
            hidden: Json = {"content": "", "embeds": [], "attachments": [], "components": []}
            bare = None if known else data | hidden
            guild.dispatches.publish(Dispatch(event, data, _intent(channel), channel.guild_id, bare))
        guild.changes.publish(Change("message", channel.id, message.id, self._audience(message)))


def _intent(channel: Channel) -> Intents:
    return Intents.DIRECT_MESSAGES if channel.kind == "dm" else Intents.GUILD_MESSAGES
