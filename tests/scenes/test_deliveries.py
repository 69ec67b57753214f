"""Interactions that come late, in another order or twice, and such as no message of ours offers."""

import asyncio
import random

from playground.rules.components import walk
from tests.support.scene import scene
from tests.support.wire import Play, piece
from tests.support.wire_players import Company
from tests.support.wire_reading import pieces_of, text_of

NASTY = "@everyone **gras** `code` 🎲 <@1> [x](http://x) ||s||\u202e"
STRANGE = (
    "g:1:1:zzz:",
    "g:999999999999999999:1:hand:",
    "g:0:0:rules:foo.1",
    "g:0:0:rules:tasse.x",
    "g:0:0:rules:tasse.99",
    "g:1:1:option:seuil",
    "g:1:1:options:99",
    "g:1:1:remove:77",
    "g:1:1:say:",
    "g:1:1:direction:7",
    "g:1:1:speak:now",
    "g:1:1:knock:",
    "g:1:1:rematch:",
    "g:0:0:erase:12",
    "g:1:1:erase:",
    "g:0:0:hand:",
    "m:1:1:speak:",
    "s:1:1:say:",
    "nothing of ours",
    "g:1:1",
    "g:1:1:roll:é",
    "x" * 100,
)
"""Custom ids that no message of ours has: forged, or of another version."""


def company_of(play: Play, *names: str) -> Company:
    return Company(play, play.world.add_channel("jeux"), play.people(*names), random.Random(4))


async def begun(play: Play, **options: object) -> Company:
    company = company_of(play, "Alice", "Bruno", "Chloé")
    await company.begin(**options)
    await play.until(company.offers, "a first move")
    return company


def acts(play: Play) -> int:
    return int(play.rows("SELECT count(*) FROM log WHERE kind = 'act'")[0][0])


@scene
async def test_any_custom_id_gets_an_answer(play: Play) -> None:
    lobby = company_of(play, "Alice", "Bruno")
    await lobby.sit_down()
    person, board = lobby.people[1], lobby.board()
    before = text_of(board)
    for custom_id in STRANGE:
        planted = play.plant(lobby.channel, custom_id)
        answer = await play.answer(await play.click(person, planted, custom_id))
        assert answer.kind in ("message", "update"), (custom_id, answer)
        assert answer.message is not None
        assert answer.message.audience == person.id or answer.message is planted, custom_id
    assert text_of(board) == before


@scene
async def test_forms_and_names_with_everything_in_them(play: Play) -> None:
    table = company_of(play, NASTY, "Bruno")
    await table.begin(annonces="free")
    (roller, message, _), *_ = await play.until(table.offers, "a first move")
    await play.press(roller, message, "roll")
    speak = piece(message, "speak")
    texts = ("@everyone @here **gras**", "x" * 100, "💥" * 25, "\\*_~`>#-|", "\u202e\u200b.", "long " * 700)
    for text in texts:
        opened = await play.touch(roller, message, speak)
        assert (await play.answer(opened)).kind == "modal"
        # Discord's own client would not send so much; whoever speaks to Discord directly may.
        for _, field in walk(opened.answer.modal["components"]):
            field.get("component", {}).update(max_length=4000)
        answer = await play.answer(await play.send_form(roller, opened, text))
        assert answer.kind == "message", text
    assert acts(play) == 1
    opened = await play.touch(roller, message, speak)
    await play.answer(opened)
    assert (await play.answer(await play.send_form(roller, opened, "double six"))).kind == "update"
    await play.until_reads(table.board, "double 6")
    assert "**gras**" not in text_of(table.board())
    assert not any(shown.mentions or shown.mention_everyone for shown in table.channel.messages.values())


@scene
async def test_clicks_of_two_people_for_one_turn(play: Play) -> None:
    """Who has the cup, and somebody else, in the same instant, in either order: exactly one counts."""
    for order in ((0, 1), (1, 0)):
        company, before = await begun(play), acts(play)
        roller = company.offers()[0][0]
        other = next(person for person in company.people if person is not roller)
        await play.until_reads(company.board, "Points")
        roll = piece(company.board(), "roll")
        play.server.faults.hold()
        clicks = [await play.touch(person, company.board(), roll) for person in (roller, other)]
        play.server.faults.release(order)
        answers = [await play.answer(click) for click in clicks]
        assert [answer.kind for answer in answers] == ["update", "message"]
        assert acts(play) == before + 1


@scene
async def test_joins_at_once(play: Play) -> None:
    """Twenty people sit down in one instant, delivered backwards; each has one seat."""
    company = company_of(play, *(f"P{n}" for n in range(20)))
    await company.open()
    join = piece(company.board(), "join")
    play.server.faults.hold()
    clicks = [await play.touch(person, company.board(), join) for person in company.people[1:]]
    play.server.faults.release(range(18, -1, -1))
    for click in clicks:
        await play.answer(click)
    assert play.rows("SELECT count(*), count(DISTINCT user_id) FROM seat_people") == [(20, 20)]
    await company.reached()


@scene
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


@scene
async def test_a_doubled_click_fills_a_table_or_opens_a_trial_once(play: Play) -> None:
    (alice,) = play.people("Alice")
    play.provoked = (40060,)
    filled, tried = play.world.add_channel("jeux"), play.world.add_channel("essai")
    await play.command(alice, filled, "tasse start")
    assert [each.verb for each in pieces_of(play.board(filled))][:4] == ["join", "quit", "fill", "invite"]
    play.server.faults.duplicate(1)
    await play.press(alice, play.board(filled), "fill")
    await play.until_reads(lambda: play.board(filled), "Points", "🤖 Basile, moyen")
    assert play.rows("SELECT count(*) FROM seat_people WHERE level = 'moyen'") == [(1,)]

    shelf = await play.command(alice, tried, "jouer")
    play.server.faults.duplicate(1)
    await play.press(alice, shelf, "trial", "diavolo")
    await play.until_reads(lambda: play.board(tried), "manche 1")
    begun = "SELECT table_id, count(*) FROM log WHERE kind IN ('open', 'join', 'begin') GROUP BY table_id"
    assert [many for _, many in play.rows(begun)] == [3, 3]


@scene
async def test_a_press_on_the_seat_that_is_left_comes_for_one_of_two(play: Play) -> None:
    """Somebody joins while the host seats a computer: the table has room for one of them."""
    channel = play.world.add_channel("jeux")
    alice, bruno = play.people("Alice", "Bruno")
    await play.command(alice, channel, "debacle start")
    board = play.board(channel)
    panel = (await play.press(alice, board, "invite")).message
    await asyncio.gather(play.press(alice, panel, "add", "fort"), play.press(bruno, board, "join"))
    assert play.rows("SELECT count(*) FROM seats") == [(2,)]
