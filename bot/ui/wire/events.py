"""Discord's scheduled events: one for each evening that is planned, where the bot may create events.

By REST alone, as pages are sent. It takes the permission « Créer des évènements » and nothing else.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal

import discord
import structlog
from aiohttp import ClientError

_log = structlog.get_logger(__name__)
_EXTERNAL: Final = discord.EntityType.external.value
_GUILD_ONLY: Final = discord.PrivacyLevel.guild_only.value
_STATUS: Final = {
    "active": discord.EventStatus.active.value,
    "completed": discord.EventStatus.completed.value,
    "canceled": discord.EventStatus.canceled.value,
}
_NAME, _WORDS = 100, 1000
_SILENT = (TimeoutError, discord.RateLimited, OSError, ClientError)


@dataclass(frozen=True, slots=True)
class Happening:
    """What an event says. Moments are in ms UTC; `place` is where it is, in words."""

    name: str
    words: str
    place: str
    starts_at: int
    ends_at: int

    def fields(self) -> dict[str, Any]:
        """The fields as Discord wants them."""
        return {
            "name": self.name[:_NAME],
            "description": self.words[:_WORDS],
            "entity_type": _EXTERNAL,
            "entity_metadata": {"location": self.place[:_NAME]},
            "privacy_level": _GUILD_ONLY,
            "scheduled_start_time": _stamp(self.starts_at),
            "scheduled_end_time": _stamp(self.ends_at),
        }


class Events:
    """Makes, changes and ends scheduled events. What Discord refuses is logged, never raised."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def make(self, guild_id: int, happening: Happening) -> int | None:
        """Make an event: its id, 0 where that is not permitted, None if it is worth another try."""
        http = self._client.http
        try:
            made = await http.create_guild_scheduled_event(guild_id, reason=None, **happening.fields())
        except discord.HTTPException as error:
            _log.info("event not made", guild=guild_id, code=error.code, status=error.status)
            return None if error.status >= 500 else 0
        except _SILENT as error:
            _log.info("event not made", guild=guild_id, error=type(error).__name__)
            return None
        return int(made["id"])

    async def change(self, guild_id: int, event_id: int, happening: Happening) -> bool:
        """Have an event say something else; whether that is done, or cannot be any more."""
        return await self._edit(guild_id, event_id, happening.fields())

    async def turn(
        self, guild_id: int, event_id: int, status: Literal["active", "completed", "canceled"]
    ) -> bool:
        """Begin, end or cancel an event; whether that is done, or cannot be any more."""
        return await self._edit(guild_id, event_id, {"status": _STATUS[status]})

    async def _edit(self, guild_id: int, event_id: int, fields: dict[str, Any]) -> bool:
        try:
            await self._client.http.edit_scheduled_event(guild_id, event_id, reason=None, **fields)
        except discord.HTTPException as error:
            _log.info("event not changed", guild=guild_id, code=error.code, status=error.status)
            return error.status < 500
        except _SILENT as error:
            _log.info("event not changed", guild=guild_id, error=type(error).__name__)
            return False
        return True


def _stamp(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat()
