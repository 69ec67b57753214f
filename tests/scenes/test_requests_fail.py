"""Discord answers badly or not at all: nothing answered is lost, nothing is posted twice, the board heals."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence

from tests.support.scene import scene
from tests.support.wire import Play, piece
from tests.support.wire_faults import fail_at
from tests.support.wire_players import Company
from tests.support.wire_reading import text_of

SENDS = r"^/channels/\d+/messages$"
BY_TOKEN = r"/messages/@original$"
EDITS = rf"^/channels/\d+/messages/\d+$|{BY_TOKEN}"
CALLBACKS = r"/callback$"


SENDS_FAIL: tuple[dict, ...] = (
    {"status": 429, "retry_after": 0.2},
    {"status": 429, "retry_after": 0.2, "is_global": True},
    {"status": 429, "retry_after": 0.2, "via": False},
    {"status": 500},
    {"status": 502, "when": "after"},
    {"cut": True},
    {"cut": True, "when": "after"},
    {"delay": 0.7, "when": "after"},
)
CALLBACKS_FAIL: tuple[dict, ...] = (
    {"status": 500},
    {"status": 500, "when": "after"},
    {"cut": True},
    {"cut": True, "when": "after"},
)


async def table_of_three(play: Play, seed: int = 4) -> Company:
    company = Company(
        play, play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé"), random.Random(seed)
    )
    await company.sit_down(seuil=3)
    return company


def turn_of(company: Company) -> int:
    """The turn of the table in this channel, by the database."""
    rows = company.play.rows("SELECT turn FROM tables WHERE channel_id = ?", (company.channel.id,))
    return int(rows[0][0])


async def healed(company: Company) -> None:
    """Wait until everybody at this table is shown how it stands."""
    behind = "SELECT 1 FROM tables WHERE channel_id = ? AND published < version"
    await company.play.until(lambda: not company.play.rows(behind, (company.channel.id,)), "the messages")
    await company.play.until(
        lambda: piece(company.board(), "rules").drawn == turn_of(company), "the board to heal"
    )


def check_posted_once(play: Play, company: Company) -> None:
    """No message stands there twice: neither the board nor anybody's letter."""
    boards = [m for m in company.channel.messages.values() if m.audience is None]
    assert len(boards) == 1
    for person in company.people:
        said = [text_of(letter) for letter in play.letters(person) if letter.audience is None]
        assert len(said) == len(set(said)), "\n\n".join(said)


async def at_a_table_each(
    play: Play, orders: Sequence[dict], check: Callable[[Play, dict], Awaitable[None]]
) -> None:
    """A table for each way of failing, side by side: what fails at one must not hold up the others."""
    done = await asyncio.gather(*(check(play, order) for order in orders), return_exceptions=True)
    for order, failure in zip(orders, done, strict=True):
        if failure is not None:
            raise AssertionError(order) from failure
    await play.up_to_date()


@scene
async def test_sends_and_edits_fail(play: Play) -> None:
    await at_a_table_each(play, SENDS_FAIL, heals_after_failing_sends)


async def heals_after_failing_sends(play: Play, order: dict) -> None:
    company = await table_of_three(play)
    ordered = [
        fail_at(company, method, path, times=2, **order)
        for path, method in ((SENDS, "POST"), (EDITS, "PATCH"))
    ]
    await company.press(company.host, "begin")
    for _ in range(6):
        asked = await company.move()
        if asked is None:
            break
        company.note(asked, await play.answer(asked))
    await healed(company)
    check_posted_once(play, company)
    assert [fault.served for fault in ordered] == [2, 2]


TOKENS_DIE: tuple[dict, ...] = (
    {"status": 401, "code": 50027},
    {"status": 404, "code": 10015},
    {"status": 404, "code": 10015, "when": "after"},
    {"cut": True},
)


@scene
async def test_tokens_die_early(play: Play) -> None:
    """No click allows an edit any more; the ordinary edits do what those would have done."""
    await at_a_table_each(play, TOKENS_DIE, goes_on_without_tokens)


async def goes_on_without_tokens(play: Play, order: dict) -> None:
    company = await table_of_three(play)
    dead = fail_at(company, "PATCH", BY_TOKEN, times=100_000, **order)
    await company.press(company.host, "begin")
    moves = iter(range(8))
    await company.play_on(lambda: next(moves, None) is None)
    await healed(company)
    check_posted_once(play, company)
    assert dead.served
    play.server.faults.cancel(dead)


@scene
async def test_a_callback_fails(play: Play) -> None:
    """The move counts, whatever became of its answer; the message follows by the publisher."""
    play.provoked = (40060,)  # discord.py tries again after a 500, though it was applied
    await at_a_table_each(play, CALLBACKS_FAIL, counts_without_an_answer)


async def counts_without_an_answer(play: Play, order: dict) -> None:
    company = await table_of_three(play)
    await company.press(company.host, "begin")
    (roller, message, _), *_ = await play.until(company.offers, "a first move")
    await healed(company)
    fail_at(company, "POST", CALLBACKS, **order)
    asked = await play.touch(roller, message, piece(message, "roll"))
    rolled = "SELECT interaction_id FROM log WHERE kind = 'act' AND user_id = ?"
    await play.until(lambda: play.rows(rolled, (roller.id,)) == [(asked.id,)], "the roll")
    await asked.wait(40)
    turn = turn_of(company)
    await play.until(
        lambda: company.choices(roller) and company.choices(roller)[1][0].drawn == turn, "the dice"
    )
    await healed(company)


@scene
async def test_a_slow_answer_is_acknowledged_before(play: Play) -> None:
    """While an edit of the board hangs, clicks on it are acknowledged all the same."""
    company = await table_of_three(play)
    await company.press(company.host, "begin")
    (roller, message, _), *_ = await play.until(company.offers, "a first move")
    await play.up_to_date()
    hang = play.server.faults.fail("PATCH", EDITS, delay=4.0)
    await play.press(roller, message, "roll")
    await hang.struck.wait()
    answer = await company.press(company.people[0], "hand")
    assert answer.kind in ("message", "deferred_update")
    offered = company.choices(roller)
    assert offered is not None
    assert (await play.press(roller, offered[0], offered[1][0].verb)).error is None
    await play.up_to_date()


@scene
async def test_the_channel_is_never_flooded(play: Play) -> None:
    """With Discord's real limits, the bot keeps below them by itself: no 429 in fast play."""
    company = await table_of_three(play, seed=9)
    await company.press(company.host, "begin")
    moves = iter(range(30))
    await company.play_on(lambda: next(moves, None) is None)
    await play.up_to_date()
    assert not [(r.method, r.path) for r in play.server.requests if r.status == 429]
