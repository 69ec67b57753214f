"""From a judged body to the message: files stored, references resolved, parts numbered, pings counted."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import count

from playground.messages import Attachment, Message, MessageFlags, Upload
from playground.people import Person
from playground.rules.components import walk
from playground.wire import Json

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")
Store = Callable[[int, Upload, str | None], Attachment]


def apply(message: Message, body: Json, uploads: Sequence[Upload], store: Store) -> None:
    """Write a judged body into a message, new or edited; what the body leaves out stays."""
    message.attachments = _attachments(message, body, uploads, store)
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = deepcopy(body["embeds"] or [])
    if "components" in body:
        message.components = deepcopy(body["components"] or [])
        number(message.components)
        _spell_emojis(message.components)
    if body.get("flags") is not None:
        kept = message.flags & (MessageFlags.EPHEMERAL | MessageFlags.COMPONENTS_V2)
        message.flags = kept | MessageFlags(body["flags"]) & ~MessageFlags.LOADING
    _resolve(message)


def kept_files(message: Message | None, body: object) -> list[str]:
    """Return the names of a message's files that an edit leaves there; a body that names none leaves all."""
    if message is None:
        return []
    body = body.get("data", body) if isinstance(body, dict) else body
    named = body.get("attachments") if isinstance(body, dict) else None
    if not isinstance(named, list):
        return [each.filename for each in message.attachments]
    ids = {str(each.get("id")) for each in named if isinstance(each, dict)}
    return [each.filename for each in message.attachments if str(each.id) in ids]


def is_empty(message: Message) -> bool:
    """Return whether there is nothing at all to see in a message."""
    return not (message.content.strip() or message.embeds or message.attachments or message.components)


def mention(message: Message, allowed: Json | None, people: Mapping[int, Person]) -> None:
    """Note whom a message really pings: those named in its texts and `allowed` (None allows all)."""
    texts = list(_texts(message))
    parse = {"users", "everyone"} if allowed is None else set(allowed.get("parse") or ())
    listed = {int(user) for user in (allowed or {}).get("users") or ()}
    named = {int(found) for text in texts for found in _USER_MENTION.findall(text)}
    pinged = [user for user in sorted(named) if user in people and ("users" in parse or user in listed)]
    message.mentions = [people[user] for user in pinged]
    message.mention_everyone = "everyone" in parse and any(_EVERYONE.search(text) for text in texts)


def _texts(message: Message) -> Iterable[str]:
    yield message.content
    for _, component in walk(message.components):
        if isinstance(component.get("content"), str):
            yield component["content"]


def _attachments(message: Message, body: Json, uploads: Sequence[Upload], store: Store) -> list[Attachment]:
    listed: list[Json] | None = body.get("attachments") if "attachments" in body else None
    described = {int(each["id"]): each for each in listed or ()}
    kept = [each for each in message.attachments if listed is None or each.id in described]
    for attachment in kept:
        attachment.description = described.get(attachment.id, {}).get("description", attachment.description)
    words = (described.get(each.index, {}).get("description") for each in uploads)
    return kept + [store(message.channel_id, *new) for new in zip(uploads, words, strict=True)]


def number(components: list[Json]) -> None:
    """Give each component without an id the next free one, as Discord does."""
    parts = [component for _, component in walk(components)]
    taken = {part["id"] for part in parts if part.get("id")}
    free = (number for number in count(1) if number not in taken)
    for part in parts:
        if not part.get("id"):
            part["id"] = next(free)


def _spell_emojis(components: list[Json]) -> None:
    """Write the ids of emojis as text, as Discord does: as numbers, a page would round them."""
    for _, component in walk(components):
        for holder in [component, *component.get("options", [])]:
            emoji = holder.get("emoji")
            if emoji and emoji.get("id"):
                emoji["id"] = str(emoji["id"])


def _resolve(message: Message) -> None:
    by_name = {attachment.filename: attachment for attachment in message.attachments}
    for _, component in walk(message.components):
        for holder in [component, *component.get("items", [])]:
            for key in ("media", "file"):
                if isinstance(holder.get(key), dict):
                    _point(holder[key], by_name)
    for embed in message.embeds:
        for key in ("image", "thumbnail"):
            if embed.get(key):
                _point(embed[key], by_name)


def _point(media: Json, by_name: Mapping[str, Attachment]) -> None:
    url = media.get("url") or ""
    attachment = by_name.get(url.removeprefix("attachment://")) if url.startswith("attachment://") else None
    if attachment is not None:
        media |= {
            "url": attachment.url,
            "proxy_url": attachment.url,
            "attachment_id": str(attachment.id),
            "content_type": attachment.content_type,
        }
