"""Whole games, from the command to the winner and what comes after."""

import random
from pathlib import Path

import pytest

from playground.interactions import Interaction
from playground.messages import Message
from playground.people import Person
from tests.support.wire import Play, piece
from tests.support.wire_judges import check_dice
from tests.support.wire_players import MOVES, Company
from tests.support.wire_process import ROOT, run_bot, run_python
from tests.support.wire_reading import pieces_of, text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(240)]

NAMES = ("Alice", "Bruno", "Chloé")


class ByButton(Company):
    """People without private messages: "Mes dés" and the buttons of the board, all in the channel."""

    async def move(self) -> Interaction | None:
        """Look under the cup one after the other, and use what is shown there or on the board."""
        while not self.over:
            for person in self.chance.sample(self.people, len(self.people)):
                if self.over:
                    break
                shown = (await self.play.press(person, self.board(), "hand")).message
                moves = [each for each in pieces_of(shown) if each.verb in MOVES]
                if shown is not None and moves:
                    return await self._use(person, shown)
            await self.play.up_to_date()
        return None

    async def _use(self, person: Person, shown: Message) -> Interaction:
        chosen, value = self.decide([each for each in pieces_of(shown) if each.verb in MOVES])
        public = [
            each
            for each in pieces_of(self.board())
            if each.verb == chosen.verb and each.drawn == chosen.drawn
        ]
        if public and self.chance.random() < 0.5:
            return await self.play.touch(person, self.board(), public[0])
        return await self.play.touch(person, shown, chosen, value)


async def test_a_game_by_private_messages_and_all_that_follows(play: Play, tmp_path: Path) -> None:
    company = Company(
        play, play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé"), random.Random(1)
    )
    await company.sit_down(seuil=2)
    promised = text_of(company.board()).split("Empreinte")[1].split("`")[1]
    await company.press(company.host, "begin")
    await play.until(company.offers, "a first move")
    assert "n’est pas terminée" in text_of(await play.command(company.host, company.channel, "des verifier"))
    moves = await company.play_on()
    assert moves > 5
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
    board = await play.until_reads(company.board, "la table est ouverte", "à 2 points", "Bruno")
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


async def test_a_game_in_the_channel_alone(play: Play) -> None:
    company = ByButton(
        play, play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé"), random.Random(2)
    )
    for person in company.people:
        play.world.set_dms(person.id, False)
    await company.sit_down(seuil=2)
    assert text_of(company.board()).count("** 🖱️") == 3
    await company.press(company.host, "begin")
    await play.until_reads(company.board, "Points")
    assert await company.play_on() > 5
    assert not any(play.letters(person) for person in company.people)


async def test_relaxed_rounds_in_a_thread_with_a_form_across_a_restart(play: Play) -> None:
    home = play.world.add_channel("jeux")
    company = Company(play, home, play.people("Alice", "Bruno"), random.Random(5))
    await company.sit_down(seuil=1, manches=2, rythme="détente", fil=True)
    await company.press(company.host, "begin")
    company.channel = await play.until(lambda: play.thread(home), "the thread")
    await play.until(lambda: company.channel.messages and company.offers(), "the board in the thread")
    assert play.rows("SELECT alarm_key FROM tables") == [(None,)]
    roller, message, _ = company.offers()[0]
    await play.press(roller, message, "roll")
    opened = await play.touch(roller, message, piece(message, "speak"))
    assert (await play.answer(opened)).kind == "modal"
    await play.restart()
    answer = await play.answer(await play.send_form(roller, opened, "double six"))
    assert answer.kind == "update"
    await play.until_reads(company.board, "double 6")
    await company.play_on()
    told = await play.press(roller, company.board(), "story")
    assert "gagne la manche 2" in text_of(told.message)
