"""What concerns people and servers: languages, settings, one's tables, one's data."""

import json
import random

import pytest

from tests.support.wire import Play
from tests.support.wire_players import Company
from tests.support.wire_reading import text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(120)]


async def test_each_their_language(play: Play) -> None:
    """What one person sees is in their language; what all see, in the server's."""
    channel = play.world.add_channel("games")
    alice, *_ = play.people("Alice")
    (dylan,) = play.people("Dylan", locale="en-US")
    company = Company(play, channel, [alice, dylan], random.Random(1))
    await company.sit_down()
    assert "la table est ouverte" in text_of(company.board())
    assert "Rules" in text_of(
        (await play.press(dylan, company.board(), "rules")).message
    ) or "The" in text_of((await play.press(dylan, company.board(), "rules")).message)
    assert "already" in text_of((await play.press(dylan, company.board(), "join")).message)
    await play.until(lambda: play.letters(dylan), "a letter")
    assert "you" in text_of(play.letters(dylan)[0]).lower()
    assert "vous" in text_of(play.letters(alice)[0])
    await play.command(alice, channel, "reglages", langue="English")
    await play.command(alice, channel, "tasse stop")
    await play.command(alice, channel, "tasse start")
    await play.until_reads(company.board, "Host")


async def test_settings_of_the_server(play: Play) -> None:
    channel = play.world.add_channel("jeux")
    alice, bruno = play.people("Alice", "Bruno")
    company = Company(play, channel, [alice, bruno], random.Random(1))
    await company.sit_down()
    options = (await play.press(alice, company.board(), "options")).message
    assert "doit d’abord le permettre" in text_of(options)
    assert "permise" in text_of(await play.command(alice, channel, "reglages", gorgees=True))
    options = (await play.press(alice, company.board(), "options")).message
    assert "doit d’abord le permettre" not in text_of(options)


async def test_my_tables_and_my_data(play: Play) -> None:
    channel = play.world.add_channel("jeux")
    alice, bruno, chloe = play.people("Alice", "Bruno", "Chloé")
    assert "aucune table" in text_of(await play.command(chloe, channel, "mes-parties"))
    company = Company(play, channel, [alice, bruno], random.Random(8))
    await company.begin(seuil=1)
    await play.until(company.offers, "a first move")
    (roller, *_), *_ = company.offers()
    mine = text_of(await play.command(roller, channel, "mes-parties"))
    assert "à vous de jouer" in mine
    assert str(channel.id) in mine
    await company.play_on()
    before = len(play.letters(bruno))
    assert "message privé" in text_of(await play.command(bruno, channel, "mes-donnees exporter"))
    exported = play.letters(bruno)[before]
    data = json.loads(exported.attachments[0].content)
    assert str(bruno.id) in json.dumps(data)
    asked = await play.command(bruno, channel, "mes-donnees effacer")
    assert play.rows("SELECT count(*) FROM seat_people WHERE user_id = ?", (bruno.id,)) == [(1,)]
    answer = await play.press(bruno, asked, "erase")
    assert "effacé" in text_of(answer.message)
    for table, column in (("seat_people", "user_id"), ("log", "user_id"), ("contacts", "user_id")):
        question = f"SELECT count(*) FROM {table} WHERE {column} = ?"
        assert play.rows(question, (bruno.id,)) == [(0,)], table
    assert "Dés vérifiés" in text_of(await play.command(alice, channel, "des verifier"))


async def test_rules_page_by_page(play: Play) -> None:
    channel = play.world.add_channel("jeux")
    (alice,) = play.people("Alice")
    shown = await play.command(alice, channel, "tasse regles")
    assert shown is not None
    seen = {text_of(shown)}
    answer = await play.press(alice, shown, "rules", "tasse.1")
    assert answer.kind == "update"
    seen.add(text_of(shown))
    assert len(seen) == 2
