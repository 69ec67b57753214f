"""What a game's facts are recounted from: the JSON of its record, and its positions as plain data.

Each game has a file `recount.py` among its tests, which knows none of the rules' code.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.tables.proof.record import Record
from bot.tables.proof.replay import play_again
from engines.core.game import AnyGame
from tests.engines.playing import seeds
from tests.engines.recording import Lived

MANY = seeds(20, 1000)
"""The random games of each kind that are recounted."""
_BEGINNING = 1_420_070_400_000


@dataclass(frozen=True)
class Entry:
    """A line of a log as its JSON has it, with the positions around it, and when the table stood still.

    `told` are the events for all audiences, for what neither the line nor the positions tell.
    """

    line: dict[str, Any]
    setup: dict[str, Any]
    before: dict[str, Any]
    after: dict[str, Any]
    pauses: list[tuple[int, int]]
    told: list[dict[str, Any]]

    @property
    def kind(self) -> str:
        return self.line["kind"]

    @property
    def seat(self) -> str:
        return self.line["seat"]

    @property
    def payload(self) -> dict[str, Any]:
        return self.line["payload"]

    @property
    def draws(self) -> list[list[int]]:
        return self.line["draws"]

    @property
    def seats(self) -> list[str]:
        return self.setup["seats"]

    @property
    def options(self) -> dict[str, Any]:
        return self.setup["options"]

    @property
    def clicked(self) -> int | None:
        """When the click was made (ms UTC), if there was one."""
        return None if self.line["interaction"] is None else self.moment(int(self.line["interaction"]))

    @staticmethod
    def moment(order: int) -> int:
        """When a click with this order number was made (ms UTC)."""
        return (order >> 22) + _BEGINNING

    def without_pauses(self, since: int, until: int) -> int:
        """How many ms passed between two moments (ms UTC), 0 where they are the wrong way round."""
        still = [(max(since, begins), min(until, ends)) for begins, ends in self.pauses]
        return max(0, until - since) - sum(ends - begins for begins, ends in still if ends > begins)


def entries_of(data: bytes, game: AnyGame) -> Iterator[Entry]:
    """Yield the lines of a record (a file's bytes) that the rules answered."""
    told = json.loads(data)
    lines = {line["seq"]: line for line in told["entries"]}
    moments = {
        kind: [line["at"] for line in lines.values() if line["kind"] == kind] for kind in ("pause", "resume")
    }
    pauses = list(zip(moments["pause"], moments["resume"], strict=True))
    before: dict[str, Any] = {}
    for line, step in play_again(Record.load(data), game):
        after = json.loads(game.positions.dump(step.state.position))
        events = [game.events.plain(event) for event in step.events]
        yield Entry(lines[line.seq], told["setup"], before, after, pauses, events)
        before = after


def compare(lived: Lived, recount: Callable[[Iterator[Entry]], Mapping[str, Mapping[str, int]]]) -> None:
    """Compare a table's own facts with their recount from its record; what is 0 may be missing there."""
    recounted = recount(entries_of(lived.record().dump(), lived.game))
    assert _without_nothing(lived.game.tally(lived.story())) == _without_nothing(recounted)


def _without_nothing(facts: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    return {seat: {fact: n for fact, n in sheet.items() if n} for seat, sheet in facts.items()}
