"""Whatever people press, choose or type: a clear answer to them alone, and nothing changed."""

import random

import pytest

from playground.rules.components import walk
from tests.support.wire import Play, piece
from tests.support.wire_players import Company
from tests.support.wire_reading import links_of, pieces_of, text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(120)]

NASTY = "@everyone **gras** `code` 🎲 <@1> [x](http://x) ||s||\u202e"


def company(play: Play, *names: str, seed: int = 1) -> Company:
    names = names or ("Alice", "Bruno")
    return Company(play, play.world.add_channel("jeux"), play.people(*names), random.Random(seed))


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


async def test_any_custom_id_gets_an_answer(play: Play) -> None:
    lobby = company(play)
    await lobby.sit_down()
    board, person = lobby.board(), lobby.people[1]
    before = text_of(board)
    for custom_id in STRANGE:
        planted = play.plant(lobby.channel, custom_id)
        answer = await play.answer(await play.click(person, planted, custom_id))
        assert answer.kind in ("message", "update"), (custom_id, answer)
        assert answer.message is not None
        assert answer.message.audience == person.id or answer.message is planted, custom_id
    assert text_of(board) == before


async def test_year_old_buttons(play: Play) -> None:
    """Buttons from before many restarts carry all that is needed, and answer for the table of today."""
    lobby = company(play)
    old = play.plant(lobby.channel, "g:1:1:join:", "g:1:1:begin:", "g:1:1:roll:")
    await lobby.sit_down()
    await play.restart()
    (late,) = play.people("Chloé")
    await play.answer(await play.click(late, old, "g:1:1:join:"))
    await play.until_reads(lobby.board, "Chloé")
    await lobby.press(lobby.host, "begin")
    await play.until_reads(lobby.board, "Points")
    for verb, word in (("begin", "commencé"), ("roll", str(lobby.board().id))):
        answer = await play.answer(await play.click(lobby.host, old, f"g:1:1:{verb}:"))
        assert word in text_of(answer.message)


async def test_who_may_not(play: Play) -> None:
    table = company(play, "Alice", "Bruno")
    (stranger,) = play.people("Zoé")
    assert "une table" not in text_of(await play.command(stranger, table.channel, "tasse regles"))
    assert "/tasse start" in text_of(await play.command(stranger, table.channel, "tasse statut"))
    await play.command(table.host, table.channel, "tasse start")
    await play.up_to_date()
    refused = await play.command(stranger, table.channel, "tasse start")
    assert refused is not None
    assert refused.audience == stranger.id
    assert str(table.board().id) in text_of(refused)
    old = play.plant(play.world.add_channel("le-grenier"), "g:1:1:begin:")
    answer = await play.answer(await play.click(table.host, old, "g:1:1:begin:"))
    assert "au moins 2" in text_of(answer.message)
    await play.press(table.people[1], table.board(), "join")
    for person, verb, word in (
        (table.people[1], "join", "déjà"),
        (table.people[1], "begin", "hôte"),
        (stranger, "quit", "pas à cette table"),
    ):
        answer = await play.press(person, table.board(), verb)
        assert answer.message is not None
        assert answer.message.audience == person.id
        assert word in text_of(answer.message)
    await table.press(table.host, "begin")
    await play.until(table.offers, "a first move")
    for verb in ("roll", "hand"):
        answer = await play.press(stranger, table.board(), verb)
        assert "pas à cette table" in text_of(answer.message)
    waiting = next(p for p in table.people if table.choices(p) is None)
    answer = await play.press(waiting, table.board(), "roll")
    assert "Ce n’est pas à vous" in text_of(answer.message)
    assert play.rows("SELECT count(*) FROM log WHERE kind = 'act'") == [(0,)]
    assert "modération" in text_of(await play.command(table.people[1], table.channel, "tasse stop"))


async def test_the_same_click_twice(play: Play) -> None:
    table = company(play)
    await table.begin()
    (roller, message, _), *_ = await play.until(table.offers, "a first move")
    roll = piece(message, "roll")
    play.server.faults.hold()
    first = await play.touch(roller, message, roll)
    second = await play.touch(roller, message, roll)
    play.server.faults.release()
    kinds = sorted([(await play.answer(first)).kind, (await play.answer(second)).kind])
    assert kinds == ["message", "update"]
    assert play.rows("SELECT count(*) FROM log WHERE kind = 'act'") == [(1,)]


async def test_a_board_that_moved(play: Play) -> None:
    table = company(play)
    await table.begin()
    await play.until_reads(table.board, "Points")
    await play.up_to_date()
    old = table.board()
    shown = piece(old, "roll")
    held = play.plant(table.channel, shown.custom_id)
    play.world.delete_message(table.channel.id, held.id)
    await play.command(table.host, table.channel, "tasse statut")
    await play.until(
        lambda: table.board().id != old.id and not pieces_of(old), "the old board without buttons"
    )
    await play.until(lambda: str(table.board().id) in "".join(links_of(old)), "the way to the new one")
    roller = (await play.until(table.offers, "a move"))[0][0]
    assert (await play.press(roller, table.board(), "roll")).kind == "update"


async def test_forms_and_names_with_everything_in_them(play: Play) -> None:
    table = Company(play, play.world.add_channel("jeux"), play.people(NASTY, "Bruno"), random.Random(3))
    await table.begin(annonces="free")
    (roller, message, _), *_ = await play.until(table.offers, "a first move")
    await play.press(roller, message, "roll")
    speak = piece(message, "speak")
    for text in ("@everyone @here **gras**", "x" * 100, "💥" * 25, "\\*_~`>#-|", "\u202e\u200b."):
        opened = await play.touch(roller, message, speak)
        answer = await play.answer(opened)
        assert answer.kind == "modal"
        sent = await play.send_form(roller, opened, text)
        answer = await play.answer(sent)
        assert answer.kind == "message", text
        assert "aucun score" in text_of(answer.message)
    opened = await play.touch(roller, message, speak)
    await play.answer(opened)
    # Discord's own client would not send so much; whoever speaks to Discord directly may.
    for _, field in walk(opened.answer.modal["components"]):
        field.get("component", {}).update(max_length=4000)
    answer = await play.answer(await play.send_form(roller, opened, "éléphant " * 440))
    assert answer.kind == "message"
    assert play.rows("SELECT count(*) FROM log WHERE kind = 'act'") == [(1,)]
    opened = await play.touch(roller, message, speak)
    await play.answer(opened)
    answer = await play.answer(await play.send_form(roller, opened, "double six"))
    assert answer.kind == "update"
    await play.until_reads(table.board, "double 6")
    assert not table.board().mention_everyone
    assert "**gras**" not in text_of(table.board())
    for shown in table.channel.messages.values():
        assert not shown.mentions
