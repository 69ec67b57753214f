"""Tables in private messages with the bot: one person's own."""

import asyncio
import random

import pytest

from cogs import GAMES
from playground.channels import Channel
from playground.messages import Message
from playground.people import Person
from tests.support.scene import scene
from tests.support.wire import Play, piece
from tests.support.wire_debacle import Floes
from tests.support.wire_defizz import Quiz
from tests.support.wire_desfausse import Brood
from tests.support.wire_diavolo import Devils
from tests.support.wire_players import Company, Gathering
from tests.support.wire_reading import pieces_of, text_of

NAMES = [face.spec.name for face in GAMES]


def home_of(play: Play, name: str, locale: str = "fr") -> tuple[Person, Channel]:
    """Somebody new, and their private messages with the bot."""
    (person,) = play.people(name, locale=locale)
    return person, play.world.open_dm(person.id)


async def opened(play: Play, person: Person, channel: Channel, game: str = "tasse") -> Message:
    """The board of a table that somebody opens in their private messages."""
    board = await play.command(person, channel, f"{game} start")
    assert board is not None
    assert board.audience is None
    await play.until(lambda: play.rows("SELECT 1 FROM messages WHERE message_id = ?", (board.id,)), "a note")
    return board


def posts(play: Play) -> list[str]:
    """Where the bot has posted messages by itself, not as answers."""
    return [r.path for r in play.server.requests if r.method == "POST" and r.path.endswith("/messages")]


@scene
async def test_every_game_opens_in_private_messages(play: Play) -> None:
    for number, game in enumerate(NAMES):
        anne, channel = home_of(play, f"Anne {number}")
        board = await opened(play, anne, channel, game)
        assert "la table est ouverte" in text_of(board)
        verbs = {each.verb for each in pieces_of(board)}
        assert {"begin", "quit", "options", "rules"} <= verbs
        assert "join" not in verbs, "nobody else can come"
        again = text_of(await play.command(anne, channel, f"{game} start"))
        assert f"https://discord.com/channels/@me/{channel.id}/{board.id}" in again, "one of a game is enough"
        listed = text_of(await play.command(anne, channel, "mes-parties"))
        assert "messages privés" in listed
        assert "<#" not in listed, "Discord makes no link of a private channel"
        await play.press(anne, board, "quit")
        await play.until_reads(lambda board=board: board, "table fermée")
    paces = play.rows("SELECT DISTINCT pace FROM tables WHERE game NOT IN ('diavolo', 'soiree')")
    assert paces == [("détente",)], "nobody waits for anybody"
    await play.up_to_date()
    assert posts(play) == [], "no greeting beside the board, which stands there already"


BY_COMPUTERS = "SELECT count(*) FROM log WHERE table_id = ? AND kind = 'act' AND user_id IS NULL"


async def play_with(play: Play, alone: Gathering, decisions: int) -> None:
    """Play on until the computers of a table have decided so often from now on."""
    table = alone.table
    enough = decisions + play.rows(BY_COMPUTERS, (table,))[0][0]
    while not alone.over and play.rows(BY_COMPUTERS, (table,))[0][0] < enough:
        if not alone.offers():
            await asyncio.sleep(0.05)
            continue
        asked = await alone.move()
        assert asked is not None
        answer = await play.answer(asked)
        if answer.kind == "modal":
            asked = await alone.fill_in(asked)
            answer = await play.answer(asked)
        alone.note(asked, answer)


@scene
async def test_every_game_is_played_alone_and_goes_on_after_a_crash(play: Play) -> None:
    everybody = []
    for kind in (Company, Devils, Floes, Brood, Quiz):
        person, channel = home_of(play, kind.__name__)
        everybody.append(alone := kind(play, channel, [person], random.Random(3)))
        await opened(play, person, channel, kind.game)
        await alone.press(person, "begin")
    # A turn of DESfausse has several decisions, all made in one panel, which follows by itself.
    await asyncio.gather(
        *(play_with(play, alone, 2 if alone.game == "desfausse" else 1) for alone in everybody)
    )
    await play.restart()
    for alone in everybody:  # nobody but who answered with it could change a panel: it is opened once more
        if any(each.verb == "hand" for each in pieces_of(alone.board())):
            await alone.press(alone.host, "hand")
    await asyncio.gather(*(play_with(play, alone, 1) for alone in everybody))
    for alone in everybody:
        if not alone.over:
            await play.command(alone.host, alone.channel, f"{alone.game} quitter")
        await play.until(lambda alone=alone: alone.over, "the end")
        said = text_of(await play.command(alone.host, alone.channel, "des verifier"))
        assert "Dés vérifiés" in said
        seen = " ".join(text_of(message) for message in play.seen(alone.host, alone.channel))
        again = text_of(alone.board())
        assert "🤖" in again, "the end tells who played"
        others = [other.host.name for other in everybody if other is not alone]
        assert not any(name in seen for name in others), "nothing of anybody else's table is told"
    anne = everybody[0]
    await anne.press(anne.host, "rematch")
    await play.until_reads(anne.board, "la table est ouverte", "🤖")
    assert [path for path in posts(play) if path.split("/")[-2] not in _channels(everybody)] == []


def _channels(everybody: list[Gathering]) -> set[str]:
    return {str(alone.channel.id) for alone in everybody}


@scene
async def test_nobody_else_is_told_of_it_or_can_sit_down(play: Play) -> None:
    anne, hers = home_of(play, "Anne")
    board = await opened(play, anne, hers)
    bruno, his = home_of(play, "Bruno")
    hall = play.world.add_channel("jeux")
    await play.until(lambda: play.rows("SELECT id FROM tables WHERE published = version"), "the board noted")
    before = play.rows("SELECT * FROM tables")
    begin = piece(board, "begin").custom_id
    forged = [begin, begin.replace("table.begin", "table.join"), begin.replace("table.begin", "seat.hand")]
    for place in (his, hall):
        message = play.plant(place, *forged)
        for custom_id in forged:
            asked = await play.click(bruno, message, custom_id)
            answer = await play.answer(asked)
            assert answer.kind == "message"
            told = text_of(await play.shown(asked))
            assert "Anne" not in told
            assert str(hers.id) not in told
    told = text_of(await play.command(bruno, hall, "des verifier", table=1))
    assert told == text_of(await play.command(bruno, hall, "des verifier", table=99))
    assert play.rows("SELECT * FROM tables") == before


@scene
async def test_what_belongs_to_a_server_stays_there(play: Play) -> None:
    anne, channel = home_of(play, "Anne")
    assert "Gérer le serveur" in text_of(await play.command(anne, channel, "defizz paquet signalements"))
    assert "déjà vue" in text_of(await play.command(anne, channel, "defizz paquet lister"))
    for command in ("tables", "reglages"):
        with pytest.raises(Exception, match="cannot be used here"):
            await play.type(anne, channel, command)


@scene
async def test_closed_private_messages_pause_the_table_until_they_are_open_again(play: Play) -> None:
    play.provoked = (50007,)
    anne, channel = home_of(play, "Anne")
    board = await opened(play, anne, channel)
    await play.press(anne, board, "begin")
    await play.until_reads(lambda: board, "Points")
    await play.up_to_date()
    play.world.set_dms(anne.id, False)
    await play.command(anne, channel, "tasse statut")  # a new board is wanted, and cannot be posted
    await play.until(lambda: play.rows("SELECT status FROM tables") == [("paused",)], "the pause")
    play.world.set_dms(anne.id, True)
    assert "reprend" in text_of(await play.command(anne, channel, "tasse statut"))
    await play.until_reads(lambda: play.board(channel), "Points")


@scene
async def test_who_has_their_data_erased_leaves_no_trace_of_their_channel(play: Play) -> None:
    anne, channel = home_of(play, "Anne")
    board = await opened(play, anne, channel)
    await play.press(anne, board, "begin")
    await play.until_reads(lambda: board, "Points")
    await play.up_to_date()
    question = await play.command(anne, channel, "mes-donnees effacer")
    await play.press(anne, question, "erase")
    await play.until(
        lambda: play.rows("SELECT guild_id, home_id, channel_id FROM tables") == [(-1, 0, 0)], "it"
    )
    assert not any(each.verb == "roll" for each in pieces_of(board)), "what is left there is over"
    names = [row[0] for row in play.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for name in names:
        told = play.rows(f"SELECT * FROM {name}")
        assert name == "openings" or str(channel.id) not in str(told), name  # these are forgotten in an hour
