"""Interactions by HTTP, without any gateway: whole tables are played so, by everything that people can do.

One table for all of it: a real port, real signatures, and a process that is killed and starts again.
"""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.wire import Play
from tests.support.wire_judges import judge
from tests.support.wire_players import Company
from tests.support.wire_reading import text_of

pytest.importorskip("nacl.signing", reason="PyNaCl signs what is posted")
pytestmark = pytest.mark.wire


class Posted(Play):
    """A bot that nothing is told of but what is posted to it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, SHARD_IDS="none")

    async def open(self) -> None:
        self.process.settings["INTERACTIONS_PORT"] = "0"
        self.process.settings["DISCORD_PUBLIC_KEY"] = self.server.endpoint.public_key
        await super().open()

    async def start(self) -> None:
        await self.process.start()
        await self.until(lambda: self.url is not None or not self.process.running, "the door")
        assert self.url is not None, self.process.printed()[-3000:]
        await self.server.endpoint.use([self.url])
        assert self.server.connected == 0

    @property
    def url(self) -> str | None:
        port = self.process.port("interactions by http")
        return None if port is None else f"http://127.0.0.1:{port}/interactions"

    async def kill(self) -> None:
        await self.process.kill()


@pytest.fixture
async def posted(tmp_path: Path) -> AsyncIterator[Posted]:
    play = Posted(tmp_path)
    try:
        await play.open()
        yield play
        judge(play)
    finally:
        await play.close()


async def test_a_whole_table_is_played_without_a_gateway(posted: Posted) -> None:
    hall = posted.world.add_channel("jeux")
    company = Company(posted, hall, posted.people("Alice", "Bruno", "Chloé"), random.Random(4))
    await company.begin(seuil=3)  # which takes at least 12 moves, whatever is rolled
    (_, panel, _), *_ = await posted.until(company.offers, "a first move")
    assert posted.world.guild_names[hall.guild_id] in text_of(panel)
    await talk_buries_the_board(posted, company)
    await company.play_on(lambda: len(posted.asked) > 18)
    await posted.restart()
    await rights_count_in_the_table_s_channel(posted, company)
    await company.play_on()
    assert company.over
    await posted.up_to_date()
    assert posted.server.connected == 0
    assert set(posted.server.endpoint.statuses) == {202}
    assert posted.server.unknown == []
    dice = text_of(await posted.command(company.host, hall, "des verifier", table=company.table))
    assert "Dés vérifiés" in dice


async def talk_buries_the_board(posted: Posted, company: Company) -> None:
    """Nobody tells of the talk, but a click tells of the newest message."""
    await posted.up_to_date()
    before, hall = company.board(), company.channel
    for number in range(8):
        await posted.server.say(company.host.id, hall.id, f"blabla {number}")
        await company.press(company.host, "rules")
    assert company.board().id == before.id
    so_far = len(posted.asked)
    await company.play_on(lambda: len(posted.asked) > so_far)
    await posted.until(lambda: company.board().id != before.id, "the board further down")


async def rights_count_in_the_table_s_channel(posted: Posted, company: Company) -> None:
    hall, other = company.channel, posted.world.add_channel("ailleurs")
    alice, bruno, zoe = *company.people[:2], *posted.people("Zoé")
    posted.world.allow(other.id, bruno.id, manage_messages=True)
    assert "en pause" in text_of(await posted.command(alice, hall, "tasse pause"))
    assert "Seul l’hôte" in text_of(await posted.command(bruno, other, "tasse stop"))
    hidden = text_of(await posted.command(zoe, other, "des verifier", table=99))
    posted.world.allow(hall.id, zoe.id, view_channel=False)
    assert text_of(await posted.command(zoe, other, "des verifier", table=company.table)) == hidden
    posted.world.allow(hall.id, bruno.id, manage_messages=True)
    assert "reprend" in text_of(await posted.command(alice, hall, "tasse statut"))
    assert "en pause" in text_of(await posted.command(bruno, hall, "tasse pause"))
    assert "reprend" in text_of(await posted.command(alice, hall, "tasse statut"))
