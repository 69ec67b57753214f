"""A whole game of one real process, from the command to the winner and what comes after.

One is played so, of La Tasse: that process, sockets and files go together. All games are played in simulated
worlds (`tests/world`), and each by its own rules on SimCord (`tests/cogs`).
"""

import random
from pathlib import Path

import pytest

from tests.support.wire import Play
from tests.support.wire_judges import check_dice
from tests.support.wire_players import Company
from tests.support.wire_process import ROOT, run_bot, run_python
from tests.support.wire_reading import text_of

pytestmark = pytest.mark.wire


async def test_a_game_by_private_messages_and_all_that_follows(play: Play, tmp_path: Path) -> None:
    channel, people = play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé")
    company = Company(play, channel, people, random.Random(1))
    await company.sit_down(seuil=1)
    promised = text_of(company.board()).split("Empreinte")[1].split("`")[1]
    await company.press(company.host, "begin")
    await play.until(company.offers, "a first move")
    assert "n’est pas terminée" in text_of(await play.command(company.host, company.channel, "des verifier"))
    await company.play_on()
    await play.until_reads(company.board, "Classement", promised)
    await check_promise(play, company, tmp_path, promised)
    await check_rematch(play, company, promised)


async def check_promise(play: Play, company: Company, folder: Path, promised: str) -> None:
    """What was promised is what was told; the bot's command line agrees, and a false record is found out."""
    record = await check_dice(company, folder)
    assert promised in record.read_text()
    status, printed = await run_bot(folder, play.process.settings, "verify", str(record))
    assert (status, "Dice verified" in printed) == (0, True), printed
    record.write_text(record.read_text().replace(promised[:8], "00000000"))
    assert (await run_python(folder, str(ROOT / "scripts" / "verify_dice.py"), str(record)))[0] == 1


async def check_rematch(play: Play, company: Company, promised: str) -> None:
    """A new lobby with a new commitment, the same options, the seats reserved; one click each."""
    await company.press(company.people[1], "rematch")
    board = await play.until_reads(company.board, "la table est ouverte", "à 1 point", "Bruno")
    assert promised not in text_of(board)
    assert text_of(board).count("place réservée") == 2
    assert "Hôte : **Bruno**" in text_of(board).replace("\u00a0", " ")
    for person in (company.people[0], company.people[2]):
        await company.press(person, "join")
    await play.until(lambda: "réservée" not in text_of(company.board()), "everybody to confirm")
    await company.press(company.people[1], "begin")
    await play.until(company.offers, "a move of the rematch")
    assert "arrêtée" in text_of(await play.command(company.people[1], company.channel, "tasse stop"))
    await play.until_reads(company.board, "arrêtée avant la fin")
