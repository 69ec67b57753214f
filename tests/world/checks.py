"""What must hold in every simulated world, at each moment or once Discord is well again."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from playground.snowflakes import moment_of
from tests.support.wire_judges import judge
from tests.support.wire_reading import pieces_of, text_of
from tests.support.wire_storm import Storm
from tests.world.faults import Weather
from tests.world.loop import START
from tests.world.people import Party
from tests.world.world import SimWorld

__all__ = ["Broken", "Judge"]

_EXPLAINED: Final = (
    "DiscordServerError",
    "HTTPException",
    "NotFound",
    "Forbidden",
    "RateLimited",
    "ClientConnectorError",
    "ClientConnectionError",
    "ClientOSError",
    "ConnectionResetError",
    "ServerDisconnectedError",
    "ConnectionClosed",
    "TimeoutError",
    "OperationalError",
    "StoreError",
)
"""Errors that a fault of Discord's, of the line or of the disk brings about, by their names."""
_ERROR: Final = re.compile(r"^(?:[a-z_]+\.)*([A-Z]\w+(?:Error|Exception|Closed|NotFound|Forbidden|Limited|Warning|Exit)?)(?:: |$)")


class Broken(AssertionError):
    """Something does not hold."""


class Judge(Storm):
    """Looks at one world; what it asks of tables is what the tests with real kills ask (see `Storm`)."""

    def __init__(self, world: SimWorld, parties: Sequence[Party], weather: Weather) -> None:
        super().__init__(world, world.ground.dice("judge"))
        self.world = world
        self.weather = weather
        self.parties = parties
        self.companies = [party.company for party in parties]

    def look(self) -> None:
        """What holds at any moment: everybody is answered, and what was answered is in the log, once."""
        self.moves = [asked for party in self.parties for asked in party.asked if asked.answer is not None]
        self._everybody_was_answered()
        self.check_answers()

    def _everybody_was_answered(self) -> None:
        for asked in self.moves:
            assert asked.answer is not None
            if asked.answer.error is None:
                continue
            at = moment_of(asked.interaction.id).timestamp() - START
            if not self.weather.is_trouble(at - 1.0, at + 4.0):
                raise Broken(f"not answered, and nothing was wrong: {asked.interaction.label} at {at:.3f}")

    async def look_back(self) -> None:
        """What holds once all is well again: boards, records, the log of the process, and what was ever sent."""
        await self.check_messages()
        self.look()

    async def look_at_end(self) -> None:
        """What holds when all games are over."""
        await self.check_records()
        self._conserves()
        self._logs_no_surprise()

    def _conserves(self) -> None:
        """Every table that has ended is told of once, with places for all who sat there."""

    def _logs_no_surprise(self) -> None:
        """No traceback but of what the faults explain."""
        for trace in tracebacks(self.world.printed()):
            last = next((found[1] for line in reversed(trace) if (found := _ERROR.match(line))), "?")
            if last not in _EXPLAINED or not self.weather.struck:
                raise Broken("\n".join(trace[-60:]))


def tracebacks(printed: str) -> Iterable[list[str]]:
    """Each traceback of a log, with the line that it belongs to."""
    lines = printed.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("Traceback")]
    for start in starts:
        end = start + 1
        while end < len(lines) and not re.match(r"\d{4}-\d\d-\d\dT", lines[end]):
            end += 1
        yield lines[max(0, start - 1) : end]
