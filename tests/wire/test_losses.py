"""What a table needs is taken away in mid-game: it pauses, its host is told, `statut` lets it go on."""

import random

import pytest

from tests.support.wire import Play, piece
from tests.support.wire_players import Company
from tests.support.wire_reading import pieces_of, text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(120)]


async def begun(play: Play, **options: object) -> Company:
    company = Company(
        play, play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé"), random.Random(4)
    )
    await company.begin(**options)
    await play.until_reads(company.board, "Points")
    await play.until(company.offers, "a first move")
    await play.up_to_date()
    return company


async def check_paused(play: Play, company: Company) -> None:
    await play.until(lambda: play.rows("SELECT status FROM tables") == [("paused",)], "the pause")
    letters = play.letters
    await play.until(
        lambda: any("en pause" in text_of(m) for m in letters(company.host)), "the host to be told"
    )


async def check_goes_on(play: Play, company: Company) -> None:
    """`statut` posts the board anew; its buttons, and those of the private messages, work."""
    told = await play.command(company.host, company.channel, "tasse statut")
    assert "reprend" in text_of(told)
    turn = play.rows("SELECT turn FROM tables")[0][0]
    await play.until(
        lambda: company.has_board and piece(company.board(), "rules").drawn == turn, "a new board"
    )
    await play.until(company.offers, "a move")
    await play.up_to_date()
    roller = company.offers()[0][0]
    assert (await play.press(roller, company.board(), "roll")).kind == "update"


async def test_who_asks_for_the_board_twice_gets_it_twice(play: Play) -> None:
    """Discord takes a message that is the same as one of a moment ago for a second try, and posts nothing."""
    company = await begun(play)
    for _ in range(3):
        old = company.board().id
        await play.command(company.host, company.channel, "tasse statut")
        await play.until(lambda old=old: company.board().id != old, "the board further down")
        await play.until(
            lambda old=old: not pieces_of(play.world.messages.find(old)), "the old one's buttons to go"
        )
    roller = company.offers()[0][0]
    assert (await play.press(roller, company.board(), "roll")).kind == "update"


async def test_the_board_is_deleted(play: Play) -> None:
    company = await begun(play)
    board = company.board()
    play.world.delete_message(company.channel.id, board.id)
    await check_paused(play, company)
    await play.until(lambda: not company.offers(), "the private buttons to rest")
    await check_goes_on(play, company)


async def test_the_channel_is_deleted(play: Play) -> None:
    company = await begun(play)
    play.world.delete_channel(company.channel.id)
    await check_paused(play, company)
    company.channel = play.world.add_channel("ailleurs")
    await check_goes_on(play, company)


async def test_permissions_are_taken_away(play: Play) -> None:
    company = await begun(play)
    person, message, _ = company.offers()[0]
    play.world.set_bot_permissions(company.channel.id, [])
    # What a click allows needs no permission, but lasts a quarter of an hour only: it has passed.
    play.server.faults.fail("PATCH", r"/messages/@original$", times=100_000, status=401, code=50027)
    await play.press(person, message, "roll")
    await check_paused(play, company)
    told = await play.command(company.host, company.channel, "tasse statut")
    assert "Je ne peux pas écrire" in text_of(told)
    play.world.set_bot_permissions(company.channel.id, None)
    await play.command(company.host, company.channel, "tasse statut")
    await play.until(lambda: play.rows("SELECT status FROM tables") == [("playing",)], "the game to go on")
    await play.until(lambda: play.world.messages.find(company.board().id) is not None, "a board")


async def test_private_messages_are_closed_in_mid_game(play: Play) -> None:
    company = await begun(play, seuil=2)
    for person in company.people:
        play.world.set_dms(person.id, False)
    (person, message, _), *_ = company.offers()
    await play.press(person, message, "roll")
    shown = (await play.press(person, company.board(), "hand")).message
    await play.press(person, shown, "say")
    await play.until(
        lambda: play.rows("SELECT count(*) FROM seat_people WHERE reach = 'button'")[0][0] >= 1, "the button"
    )
    nexts = [p for p in company.people if p is not person]
    panels = [(p, (await play.press(p, company.board(), "hand")).message) for p in nexts]
    mover, panel = next((p, m) for p, m in panels if any(each.verb == "roll" for each in pieces_of(m)))
    assert (await play.press(mover, panel, "roll")).kind == "update"


async def test_a_player_leaves_the_server(play: Play) -> None:
    """Nobody tells the bot; it notices when a private message fails, and the game goes on without them."""
    company = await begun(play)
    (person, message, _), *_ = company.offers()
    for other in company.people:
        if other is not person:
            play.world.remove_person(other.id)
    await play.press(person, message, "roll")
    offered = await play.until(lambda: company.choices(person), "the dice")
    await play.press(person, offered[0], "say")
    await play.until(lambda: play.rows("SELECT count(*) FROM seats WHERE has_left")[0][0] >= 1, "who left")
    await play.up_to_date()
    assert "quitté" in text_of(company.board()) or company.over


async def test_leaving_and_removing(play: Play) -> None:
    company = await begun(play, rythme="détente")
    moderator = company.host  # the first to join this server
    (awaited, _, _), *_ = company.offers()
    told = await play.command(moderator, company.channel, "tasse retirer", membre=awaited.id)
    assert text_of(told)
    await play.until(lambda: play.rows("SELECT count(*) FROM seats WHERE has_left") == [(1,)], "the removal")
    rest = [person for person in company.people if person is not awaited]
    told = await play.command(rest[0], company.channel, "tasse quitter")
    assert "quitté" in text_of(told)
    await play.until(lambda: company.over, "an end")
    assert piece(company.board(), "rematch")
