"""Messages: public, private, or ephemeral."""

import mimetypes
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntFlag

from playground.people import Person
from playground.wire import Json, stamp

# Uploaded files, kept in memory and served again on the loopback.


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request; `index` is the n of its part files[n]."""

    index: int
    filename: str
    content: bytes
    content_type: str | None = None


@dataclass(slots=True, eq=False)
class Attachment:
    """A stored file and its alternative text; `url` points at the loopback server."""

    id: int
    filename: str
    content: bytes
    content_type: str
    url: str
    description: str | None = None

    def as_json(self) -> Json:
        """Return the attachment object that Discord sends (sizes in bytes)."""
        body: Json = {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.content),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }
        return body if self.description is None else body | {"description": self.description}


def content_type_of(filename: str, declared: str | None) -> str:
    """Return a file's content type: by its name, else as declared, else plain bytes."""
    guessed, _ = mimetypes.guess_type(filename)
    return guessed or declared or "application/octet-stream"


mimetypes.add_type("image/webp", ".webp")


class MessageFlags(IntFlag):
    """The flags that a message may have here."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlags(0)


@dataclass(slots=True, eq=False)
class Message:
    """A message; `audience` is the only person who sees it, or None when the whole channel does."""

    id: int
    channel_id: int
    author: Person
    created_at: datetime
    content: str = ""
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: MessageFlags = NO_FLAGS
    type: int = 0
    audience: int | None = None
    edited_at: datetime | None = None
    nonce: str | int | None = None
    mentions: list[Person] = field(default_factory=list)
    mention_everyone: bool = False
    interaction: Json | None = None
    reference: Json | None = None
    thread_id: int | None = None
    application_id: int | None = None

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees this message."""
        return self.audience is not None

    @property
    def loading(self) -> bool:
        """Whether this is a deferred reply that still says "is thinking"."""
        return MessageFlags.LOADING in self.flags

    def as_json(self) -> Json:
        """Return the message object that Discord sends."""
        body: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel_id),
            "author": self.author.as_user(),
            "content": self.content,
            "timestamp": stamp(self.created_at),
            "edited_timestamp": stamp(self.edited_at),
            "tts": False,
            "mention_everyone": self.mention_everyone,
            "mentions": [person.as_user() for person in self.mentions],
            "mention_roles": [],
            "attachments": [attachment.as_json() for attachment in self.attachments],
            "embeds": self.embeds,
            "components": self.components,
            "pinned": False,
            "type": self.type,
            "flags": int(self.flags),
        }
        optional = {
            "nonce": self.nonce,
            "interaction_metadata": self.interaction,
            "message_reference": self.reference,
            "application_id": None if self.application_id is None else str(self.application_id),
            "webhook_id": str(self.application_id) if self.interaction is not None else None,
        }
        return body | {key: value for key, value in optional.items() if value is not None}
