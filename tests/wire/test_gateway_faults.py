"""What the gateway does to interactions: twice, late, in another order, all at once, or not for a while."""

import itertools
import random

import pytest

from tests.support.wire import Play, piece
from tests.support.wire_players import Company
from tests.support.wire_reading import text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(120)]


async def begun(play: Play, seed: int = 4, **options: object) -> Company:
    company = Company(
        play, play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé"), random.Random(seed)
    )
    await company.begin(**options)
    await play.until(company.offers, "a first move")
    return company


def acts(play: Play) -> int:
    return int(play.rows("SELECT count(*) FROM log WHERE kind = 'act'")[0][0])


async def test_every_interaction_delivered_twice(play: Play) -> None:
    play.server.faults.duplicate(10_000)
    play.provoked = (40060,)
    company = await begun(play, seuil=2)
    moves = await company.play_on()
    assert acts(play) <= moves
    told = await play.command(company.host, company.channel, "des verifier")
    assert "Dés vérifiés" in text_of(told)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_clicks_of_two_people_for_one_turn(play: Play, order: tuple[int, int]) -> None:
    """Who has the cup, and somebody else, in the same instant: exactly one counts."""
    company = await begun(play)
    roller = company.offers()[0][0]
    other = next(person for person in company.people if person is not roller)
    await play.until_reads(company.board, "Points")
    roll = piece(company.board(), "roll")
    play.server.faults.hold()
    clicks = [await play.touch(person, company.board(), roll) for person in (roller, other)]
    play.server.faults.release(order)
    answers = [await play.answer(click) for click in clicks]
    assert [answer.kind for answer in answers] == ["update", "message"]
    assert acts(play) == 1


async def test_joins_and_the_start_at_once(play: Play) -> None:
    """Twenty people sit down in one instant, delivered backwards; each has one seat."""
    people = play.people(*(f"P{n}" for n in range(20)))
    channel = play.world.add_channel("jeux")
    company = Company(play, channel, people, random.Random(1))
    await play.command(people[0], channel, "tasse start")
    play.server.faults.hold()
    clicks = [
        await play.touch(person, company.board(), piece(company.board(), "join")) for person in people[1:]
    ]
    play.server.faults.release(range(18, -1, -1))
    for click in clicks:
        await play.answer(click)
    assert play.rows("SELECT count(*), count(DISTINCT user_id) FROM seat_people") == [(20, 20)]
    await company.reached()


async def test_an_answer_that_comes_too_late(play: Play) -> None:
    """Delivered after Discord gave up: the move counts, nobody is shown an answer, the board follows."""
    company = await begun(play)
    roller, message, _ = company.offers()[0]
    await play.up_to_date()
    play.provoked = (10062,)
    play.server.faults.hold()
    asked = await play.touch(roller, message, piece(message, "roll"))
    assert (await asked.wait(20)).error is not None
    play.server.faults.release()
    await play.until(lambda: acts(play) == 1, "the roll")
    await play.up_to_date()
    turn = play.rows("SELECT turn FROM tables")[0][0]
    assert company.choices(roller)[1][0].drawn == turn


async def test_the_socket_drops(play: Play, subtests: pytest.Subtests) -> None:
    """With and without a word of goodbye, to be resumed or not: play goes on, move by move."""
    company = await begun(play)
    for number, (resumable, abrupt) in enumerate(itertools.product((True, False), repeat=2), start=1):
        with subtests.test(resumable=resumable, abrupt=abrupt):
            assert play.server.faults.drop_gateway(resumable=resumable, abrupt=abrupt) == 1
            await play.until(lambda: play.connected, "the next socket")
            await play.up_to_date()
            asked = await company.move()
            await play.answer(asked)
            assert acts(play) == number


async def test_clicks_made_while_the_socket_was_gone(play: Play) -> None:
    """A resumed connection brings what was missed; each click counts once."""
    company = await begun(play)
    roller, message, _ = company.offers()[0]
    play.server.faults.drop_gateway(resumable=True, abrupt=True)
    asked = await play.touch(roller, message, piece(message, "roll"))
    await play.answer(asked)
    assert acts(play) == 1


async def test_clocks_stand_still_without_the_bot(play: Play) -> None:
    """A deadline that passed while nobody could be heard has no consequence: a minute is left, at least."""
    company = await begun(play)
    await play.kill()
    with play.writing() as connection:
        connection.execute("UPDATE tables SET alarm_at = alarm_at - 3600000")
    killed = int(play.world.clock().timestamp() * 1000)
    await play.start()
    await play.until(lambda: play.rows("SELECT alarm_at FROM tables")[0][0] > killed + 59_000, "a minute")
    await play.answer(await company.move())
    assert play.rows("SELECT count(*) FROM log WHERE kind = 'expire'") == [(0,)]
