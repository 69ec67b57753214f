"""Rights in one channel, by what the gateway tells of channels, roles and overwrites."""

import random

import pytest

from tests.support.wire import Play
from tests.support.wire_players import Company
from tests.support.wire_reading import text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(120)]


async def test_rights_count_in_the_table_s_channel(play: Play) -> None:
    hall, other = play.world.add_channel("jeux"), play.world.add_channel("ailleurs")
    company = Company(play, hall, play.people("Alice", "Bruno", "Chloé"), random.Random(4))
    alice, bruno, zoe = *company.people[:2], *play.people("Zoé")
    await company.begin()
    play.world.allow(other.id, bruno.id, manage_messages=True)
    play.world.allow(hall.id, zoe.id, view_channel=False)
    assert "en pause" in text_of(await play.command(alice, hall, "tasse pause"))
    assert "Seul l’hôte" in text_of(await play.command(bruno, other, "tasse stop"))

    play.world.allow(hall.id, bruno.id, manage_messages=True)
    assert "est arrêtée" in text_of(await play.command(bruno, other, "tasse stop"))
    assert "Dés vérifiés" in text_of(await play.command(bruno, other, "des verifier", table=1))
    hidden = text_of(await play.command(zoe, other, "des verifier", table=1))
    assert hidden == text_of(await play.command(zoe, other, "des verifier", table=99))
