"""What the pictures of decks take stands in the meters, soon after the start and again later."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from bot import meters
from bot.meters import METERS, Meter
from bot.tables.care.picturing import Picturing
from bot.tables.decks import DeckInfo
from bot.tables.pictures import NewPictures, Room
from bot.tables.tasks import Tasks
from tests.support.clock import FakeClock
from tests.support.store import FreshStore

PICTURE = b"RIFF\x00WEBP"
DIGEST = sha256(PICTURE).hexdigest()


async def test_pictures_are_weighed_soon_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {name: Meter(each.kind, each.help, each.labels, each.buckets) for name, each in METERS.items()}
    monkeypatch.setattr(meters, "METERS", made)
    store, clock, tasks = FreshStore(), FakeClock(0), Tasks()

    def told() -> list[float | None]:
        names = ("pictures", "picture_bytes", "picture_room_bytes")
        return [made[name].values.get(()) for name in names]

    picturing = Picturing(store, Room(all=99), clock, tasks)
    picturing.start()
    await clock.advance(10_000)
    await tasks.drain(5)
    assert told() == [0, 0, 99]
    await store.put_deck(10, DeckInfo("Quiz", 2, 1), json.dumps([DIGEST]), NewPictures({DIGEST: PICTURE}))
    await clock.advance(10 * 60_000)
    await tasks.drain(5)
    assert told() == [1, len(PICTURE), 99]
    picturing.stop()
    await store.put_deck(10, DeckInfo("Quiz", 2, 1), "[]")
    await clock.advance(60 * 60_000)
    await tasks.drain(5)
    assert told() == [1, len(PICTURE), 99]
