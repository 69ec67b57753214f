"""Le plus grand as a real process plays it, killed in the middle."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support.wire import Play
from tests.support.wire_process import run_python
from tests.support.wire_reading import pieces_of, text_of
from tests.wire.conftest import judged

pytestmark = [pytest.mark.long, pytest.mark.wire, pytest.mark.kill]

MODULE = "tests.support.every_game"


@pytest_asyncio.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    """A bot with every game that the suites try."""
    async with judged(tmp_path, cold=True, module=MODULE) as made:
        yield made


async def test_a_table_survives_a_kill_and_its_dice_are_proved(play: Play, tmp_path: Path) -> None:
    channel, people = play.world.add_channel("jeux"), play.people("Alice", "Bruno")
    await play.command(people[0], channel, "plusgrand start", points=1)
    await play.press(people[1], play.board(channel), "join")
    await play.press(people[0], play.board(channel), "begin")
    speaker = await play.until(lambda: next(filter(play.panel, people), None), "whoever has the word")
    (other,) = (person for person in people if person is not speaker)
    await play.press(speaker, play.panel(speaker), "say", value="9")
    await play.kill()
    await play.start()
    await play.until_reads(lambda: play.board(channel), "dit 9", f"**{other.name}** a la parole")
    await play.until(lambda: play.panel(other), "the claim to be doubted")
    await play.press(other, play.panel(other), "doubt")
    board = await play.until_reads(lambda: play.board(channel), "gagne la partie", "1 point")
    assert "rematch" in {piece.verb for piece in pieces_of(board)}
    answer = await play.command(people[0], channel, "des verifier")
    assert answer is not None
    assert "Dés vérifiés" in text_of(answer)
    record = tmp_path / "record.json"
    record.write_bytes(answer.attachments[0].content)
    for module, status in ((MODULE, 0), ("bot", 1)):
        ended, said = await run_python(tmp_path, "-m", module, "verify", str(record))
        assert ended == status, said
