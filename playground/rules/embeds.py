"""Checks of embeds."""

from typing import Any

from playground.rules.fields import (
    Check,
    Path,
    Problems,
    array,
    boolean,
    integer,
    nullable,
    one_of,
    problem,
    record,
    text,
)

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
