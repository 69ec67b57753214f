"""Checks of a message's whole body, with what Discord refuses though its schema allows it."""

from collections.abc import Collection
from typing import Any

from playground.rules.components import CLASSIC_LAYOUT, TEXT, V2_LAYOUT, unique_ids, walk
from playground.rules.fields import (
    Check,
    Path,
    Problems,
    anything,
    array,
    boolean,
    integer,
    nullable,
    one_of,
    problem,
    record,
    snowflake,
    text,
)

# Checks of embeds.

_URL = nullable(text(1, 2048))
_PICTURE: Check = record(
    {"url": _URL, "proxy_url": _URL, "height": integer(0, 2**31), "width": integer(0, 2**31)}
)
_FIELD = record({"name": text(1, 256), "value": text(1, 1024), "inline": boolean}, ("name", "value"))
_EMBED = record(
    {
        "title": nullable(text(0, 256)),
        "description": nullable(text(0, 4096)),
        "url": _URL,
        "timestamp": nullable(text(1, 64)),
        "color": nullable(integer(0, 0xFFFFFF)),
        "footer": nullable(record({"text": text(0, 2048), "icon_url": _URL})),
        "image": nullable(_PICTURE),
        "thumbnail": nullable(_PICTURE),
        "author": nullable(record({"name": text(0, 256), "url": _URL, "icon_url": _URL})),
        "fields": array(_FIELD, 0, 25),
        "type": one_of(("rich",)),
        "flags": nullable(integer(0, 2**31 - 1)),  # discord.py sends 0; Discord takes it and ignores it
    }
)
_EMBEDS = array(_EMBED, 0, 10)


def check_embeds(value: object, path: Path) -> Problems:
    """Check for at most ten embeds, each within its limits, with 6000 characters together."""
    found = _EMBEDS(value, path)
    if not found and isinstance(value, list) and sum(_characters(embed) for embed in value) > 6000:
        found += problem(path, "MAX_EMBED_SIZE_EXCEEDED", "Embeds exceed 6000 characters together.")
    return found


def _characters(embed: Any) -> int:
    parts = [embed.get("title"), embed.get("description")]
    parts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields", []):
        parts += [field["name"], field["value"]]
    return sum(len(part) for part in parts if part)


EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
_SETTABLE_FLAGS = (1 << 2) | EPHEMERAL | (1 << 12) | COMPONENTS_V2

_ALLOWED_MENTIONS = record(
    {
        "parse": array(one_of(("users", "roles", "everyone")), 0, 3),
        "users": array(snowflake, 0, 100),
        "roles": array(snowflake, 0, 100),
        "replied_user": nullable(boolean),
    }
)
_ATTACHMENT = record(
    {
        "id": snowflake,
        "filename": text(1, 1024),
        "description": nullable(text(0, 1024)),
        "title": nullable(text(0, 1024)),
        "is_spoiler": boolean,
        "size": integer(0, 2**53),
        "content_type": nullable(text(0, 256)),
        "url": text(1, 4096),
        "proxy_url": text(1, 4096),
        "height": nullable(integer(0, 2**31)),
        "width": nullable(integer(0, 2**31)),
        "spoiler": boolean,
    },
    ("id",),
)
_REFERENCE = record(
    {
        "type": integer(0, 1),
        "message_id": snowflake,
        "channel_id": nullable(snowflake),
        "guild_id": nullable(snowflake),
        "fail_if_not_exists": boolean,
    },
    ("message_id",),
)


def _nonce(value: object, path: Path) -> Problems:
    if isinstance(value, int) and not isinstance(value, bool):
        return []
    return text(0, 25)(value, path)


_KEYS: dict[str, Check] = {
    "content": nullable(text(0, 2000)),
    "embeds": nullable(check_embeds),
    "allowed_mentions": nullable(_ALLOWED_MENTIONS),
    "components": nullable(array(anything)),
    "attachments": nullable(array(_ATTACHMENT, 0, 10)),
    "flags": nullable(integer(0, 2**31 - 1)),
    "poll": nullable(anything),
    "tts": boolean,
}
_CREATE = record(
    _KEYS
    | {
        "nonce": nullable(_nonce),
        "enforce_nonce": nullable(boolean),
        "message_reference": nullable(_REFERENCE),
        "sticker_ids": nullable(array(snowflake, 0, 3)),
    }
)
_EDIT = record(_KEYS)


def check_message(
    body: object,
    files: Collection[str] = (),
    *,
    flags: int = 0,
    editing: bool = False,
    kept_files: Collection[str] = (),
) -> Problems:
    """Judge a message body; an empty list means that Discord would take it.

    Args:
        body: the decoded JSON (for a multipart request, its payload_json).
        files: names of the files that come with it.
        flags: the flags of the message that is edited (V2 cannot be taken away again).
        editing: an edit may leave things out; a new message may not be empty.
        kept_files: names of the files that the edited message already has.
    """
    found = (_EDIT if editing else _CREATE)(body, ())
    if found or not isinstance(body, dict):
        return found
    wanted = (body.get("flags") or 0) | (flags & COMPONENTS_V2)
    found += _check_flags(body, wanted, editing=editing)
    found += _check_layout(body, v2=bool(wanted & COMPONENTS_V2))
    found += _check_files(body, {*files, *kept_files}, len(files))
    if not editing and not _has_substance(body, files):
        found += problem((), "EMPTY_MESSAGE", "Cannot send an empty message.")
    return found


def _has_substance(body: dict[str, Any], files: Collection[str]) -> bool:
    content = (body.get("content") or "").strip()
    return bool(
        content or files or any(body.get(key) for key in ("embeds", "components", "poll", "sticker_ids"))
    )


def _check_flags(body: dict[str, Any], wanted: int, *, editing: bool) -> Problems:
    found: Problems = []
    if (body.get("flags") or 0) & ~_SETTABLE_FLAGS and not editing:
        found += problem(("flags",), "MESSAGE_FLAGS_INVALID", "These flags cannot be set by a bot.")
    if not wanted & COMPONENTS_V2:
        return found
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(key):
            what = f"The {key} field cannot be used with the flag IS_COMPONENTS_V2."
            found += problem((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", what)
    return found


def _check_layout(body: dict[str, Any], *, v2: bool) -> Problems:
    components = body.get("components") or []
    found = (V2_LAYOUT if v2 else CLASSIC_LAYOUT)(components, ("components",))
    found += unique_ids(components, ("components",))
    if not v2:
        return found
    parts = [component for _, component in walk(components)]
    if len(parts) > 40:
        what = f"At most 40 components in depth, not {len(parts)}."
        found += problem(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", what)
    shown = sum(len(str(part.get("content", ""))) for part in parts if part.get("type") == TEXT)
    if shown > 4000:
        what = f"At most 4000 displayed characters in all, not {shown}."
        found += problem(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", what)
    return found


def _check_files(body: dict[str, Any], known: set[str], sent: int) -> Problems:
    found: Problems = []
    if sent > 10:
        found += problem(("files",), "BASE_TYPE_BAD_LENGTH", "Must have between 0 and 10 items.")
    for path, url in _media(body):
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in known:
            what = f"No file named {url.removeprefix('attachment://')!r} came with the message."
            found += problem(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", what)
    return found


def _media(body: dict[str, Any]) -> list[tuple[Path, str]]:
    media: list[tuple[Path, str]] = []
    for path, component in walk(body.get("components"), ("components",)):
        items = component.get("items")
        holders = [component, *(items if isinstance(items, list) else [])]
        for holder in holders:
            for key in ("media", "file"):
                place = holder.get(key) if isinstance(holder, dict) else None
                if isinstance(place, dict) and isinstance(place.get("url"), str):
                    media.append(((*path, key, "url"), place["url"]))
    for index, embed in enumerate(body.get("embeds") or []):
        for key in ("image", "thumbnail"):
            url = (embed.get(key) or {}).get("url")
            if url:
                media.append((("embeds", index, key, "url"), url))
    return media
