"""What Discord sends of a submitted form: a value for each of its fields, and the files that came with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import discord
from aiohttp import ClientError

from bot.tables.model import Denied

_TOO_MANY: Final = 429
_FAILING: Final = 500
"""From this status on the other end is at fault, and soon the same may go well."""


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that somebody has sent: its name, its size in bytes, and where Discord keeps it."""

    name: str
    size: int
    url: str

    async def read(self, client: discord.Client) -> bytes:
        """Fetch it. Denied: `file_gone` if Discord has it no more, `file_later` if Discord fails."""
        try:
            return await client.http.get_from_cdn(self.url)
        except discord.HTTPException as error:
            passing = error.status >= _FAILING or error.status == _TOO_MANY
            raise Denied("file_later" if passing else "file_gone") from None
        except (ClientError, TimeoutError):
            raise Denied("file_later") from None


NO_FILES: Final[Mapping[str, SentFile]] = MappingProxyType({})
"""What comes with a click, and with a form into which no file can be put."""


def read_values(data: Any) -> tuple[str, ...]:
    """Return what the fields of a form hold, in order; "" for what was left empty.

    Of a list and of a file that is the value picked and the file's id.
    """
    components = data.get("components", ())
    fields = [
        inner for outer in components for inner in (outer.get("component"), *outer.get("components", ()))
    ]
    return tuple(_value(field) for field in fields if field is not None)


def read_files(data: Any) -> Mapping[str, SentFile]:
    """Return the files that came with a form, by their ids."""
    found = data.get("resolved", {}).get("attachments", {})
    return {number: SentFile(one["filename"], one["size"], one["url"]) for number, one in found.items()}


def _value(field: Any) -> str:
    if "value" in field:
        return str(field["value"])
    values = field.get("values", ())
    return str(values[0]) if values else ""
