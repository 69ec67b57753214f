"""What an operator types beside a running bot: tables, close, block, purge, replay --steps."""

import asyncio
import re
import sqlite3
from contextlib import closing

import pytest

from bot.tables.limits import Block
from bot.tables.model import Status
from bot.tables.proof.dice import Seed
from db.files import FileLock
from engines import GAMES
from tests.bot.operator.conftest import Desk
from tests.support.tables import ANNE, BOB, House, why_denied


async def open_three(house: House) -> tuple[int, int, int]:
    playing = (await house.playing(ANNE, BOB, game="tasse")).id
    paused = (await house.playing(ANNE, BOB, game="diavolo")).id
    lobby = (await house.lobby(ANNE, game="debacle")).id
    await house.tables.suspend(house.ask(ANNE), paused)
    return playing, paused, lobby


def spoil(desk: Desk, table_id: int) -> None:
    with closing(sqlite3.connect(desk.database)) as connection, connection:
        connection.execute("UPDATE positions SET position = '{}' WHERE table_id = ?", (table_id,))


def listed(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"^table (\d+) ·", text, re.MULTILINE)]


def test_tables_are_listed_a_line_each_without_a_secret(desk: Desk) -> None:
    playing, paused, lobby = desk.happen(open_three)
    with FileLock.take(desk.database):  # as beside a running bot
        told = desk.type("tables")
    assert (told.status, told.wrong) == (0, "")
    assert listed(told.text) == [playing, paused, lobby]
    lines = told.text.splitlines()
    ours = GAMES["tasse"].rules_version
    for part in ("tasse", "server 10", "channel 20", "playing", f"rules {ours} (ours {ours})", " d "):
        assert part in lines[0]
    assert lines[1].endswith("by its host")
    assert desk.load(playing).seed.hex() not in told.text
    assert desk.load(playing).table.commitment not in told.text


def test_the_lists_can_be_narrowed(desk: Desk) -> None:
    _, paused, _ = numbers = desk.happen(open_three)
    assert listed(desk.type("tables", "--paused").text) == [paused]
    assert listed(desk.type("tables", "--older-than", "30").text) == [*numbers]
    assert desk.type("tables", "--older-than", "99999").text == "No such table.\n"
    assert desk.type("tables", "--unreadable").text == "No such table.\n"


def test_a_state_that_cannot_be_read_is_found_unchanged_and_can_be_closed(desk: Desk) -> None:
    playing, paused, _ = desk.happen(open_three)
    spoil(desk, playing)
    before = desk.load(playing)
    told = desk.type("tables", "--unreadable")
    assert listed(told.text) == [playing]
    assert "cannot be read" in told.text
    assert desk.load(playing) == before
    assert listed(desk.type("tables", "--unreadable", "--paused").text) == []
    assert paused in listed(desk.type("tables").text)
    assert desk.type("close", str(playing), "--reason", "unreadable").status == 0
    assert desk.load(playing).table.end.why == "operator"
    assert desk.type("tables", "--unreadable").text == "No such table.\n"


def test_a_table_is_closed_for_a_reason_that_its_log_keeps(desk: Desk) -> None:
    playing, *_ = desk.happen(open_three)
    told = desk.type("close", str(playing), "--reason", " stuck  since\nMonday ")
    assert (told.status, told.wrong) == (0, "")
    stored = desk.load(playing)
    table = stored.table
    assert (table.status, table.end.why, table.end.winners) == (Status.CLOSED, "operator", ())
    assert table.end.seed == stored.seed.hex()
    assert Seed(stored.seed).commitment == table.commitment
    assert desk.log(playing)[-1] == ("close", {"ending": "operator", "reason": "stuck since Monday"})
    with closing(sqlite3.connect(desk.database)) as connection:
        results = connection.execute("SELECT won, place FROM results WHERE table_id = ?", (playing,))
        assert results.fetchall() == [(0, None)] * 2
    assert desk.type("replay", str(playing)).status == 0


def test_what_cannot_be_closed_is_said(desk: Desk) -> None:
    playing, *_ = desk.happen(open_three)
    assert "no table 77" in desk.type("close", "77", "--reason", "x").wrong
    assert "Give a reason" in desk.type("close", str(playing), "--reason", " ").wrong
    with FileLock.take(desk.database):
        told = desk.type("close", str(playing), "--reason", "x")
    assert told.status != 0
    assert "/tables" in told.wrong
    assert desk.load(playing).table.status is Status.PLAYING
    desk.type("close", str(playing), "--reason", "x")
    assert "is closed already" in desk.type("close", str(playing), "--reason", "x").wrong


def test_the_version_names_program_schema_and_rules(desk: Desk) -> None:
    told = desk.type("--version")
    assert told.status == 0
    assert re.search(r"^gobelet \S", told.text)
    desk.happen(open_three)
    with closing(sqlite3.connect(desk.database)) as connection:
        (schema,) = connection.execute("SELECT max(number) FROM migrations").fetchone()
    assert f"schema {schema}\n" in told.text
    for name, game in GAMES.items():
        assert f"{name} {game.rules_version}" in told.text


def test_an_older_database_is_not_brought_up_to_date_under_a_running_bot(desk: Desk) -> None:
    desk.happen(open_three)
    with closing(sqlite3.connect(desk.database)) as connection, connection:
        connection.execute("DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)")
    before = desk.database.read_bytes()
    with FileLock.take(desk.database):
        told = desk.type("tables")
        assert "An older Gobelet is running" in told.wrong
        assert desk.type("backup", str(desk.folder / "copy.db")).status == 0
    assert desk.database.read_bytes() == before


# -- purge -------------------------------------------------------------------------------------------------


PARTS = ("log", "setups", "messages", "results", "seat_people", "tables")


async def play_and_end(house: House) -> tuple[int, int]:
    """A game that was stopped, and one that goes on."""
    ended = await house.playing(ANNE, BOB, game="tasse")
    await house.tables.stop(house.ask(ANNE), ended.id)
    return ended.id, (await house.playing(ANNE, BOB, game="tasse")).id


def counts(desk: Desk, table_id: int) -> dict[str, int]:
    with closing(sqlite3.connect(desk.database)) as connection:
        return {
            part: connection.execute(
                f"SELECT count(*) FROM {part} WHERE {'id' if part == 'tables' else 'table_id'} = ?",
                (table_id,),
            ).fetchone()[0]
            for part in PARTS
        }


def test_how_many_is_said_first_and_nothing_done_without_yes(desk: Desk) -> None:
    ended, _ = desk.happen(play_and_end)
    before = desk.load(ended)
    told = desk.type("purge", "--older-than", "30")
    assert told.text.startswith("1 closed tables would be forgotten")
    assert "--yes" in told.text
    assert desk.load(ended) == before
    assert desk.type("purge").status != 0


def test_results_stay_and_the_rest_goes_beside_a_running_bot(desk: Desk) -> None:
    ended, going = desk.happen(play_and_end)
    before, running = counts(desk, ended), desk.load(going)
    with FileLock.take(desk.database):
        told = desk.type("purge", "--older-than", "30", "--yes")
    assert "Of 1 closed tables, 1 are forgotten" in told.text
    kept = {part: before[part] for part in ("results", "seat_people", "tables")}
    assert counts(desk, ended) == {**kept, "log": 0, "setups": 0, "messages": 0}
    stored = desk.load(ended)
    assert (stored.setup, stored.position, stored.scenes) == (None, None, ())
    assert desk.load(going) == running
    assert desk.type("purge", "--older-than", "30").text.startswith("0 closed")


def test_only_what_is_old_enough_and_of_that_server(desk: Desk) -> None:
    desk.happen(play_and_end)
    assert desk.type("purge", "--older-than", "99999").text.startswith("0 closed")
    assert desk.type("purge", "--server", "11").text.startswith("0 closed")
    assert desk.type("purge", "--server", "10", "--older-than", "30").text.startswith("1 closed")


def test_whoever_asks_for_a_forgotten_game_is_told(desk: Desk) -> None:
    ended, _ = desk.happen(play_and_end)
    desk.type("purge", "--older-than", "30", "--yes")
    assert "was erased after" in desk.type("replay", str(ended)).wrong

    async def ask(house: House) -> None:
        tables = house.tables
        for wish in (tables.record, tables.sight):
            assert await why_denied(wish(ended)) == "forgotten"
        assert await why_denied(tables.rematch(house.ask(ANNE), ended)) == "forgotten"
        assert (await tables.table(ended)).end.rematch_id is None
        assert [part["table"] for part in (await house.store.export(BOB))["results"]] == [ended]

    desk.happen(ask, first_id=2_000)


# -- replay --steps ----------------------------------------------------------------------------------------


async def play_briefly(house: House) -> int:
    """A game of Débâcle that somebody leaves at once."""
    table = await house.playing(ANNE, BOB, game="debacle")
    return (await house.tables.quit(house.ask(BOB), table.id)).id


def test_a_closed_table_is_told_in_either_language(desk: Desk) -> None:
    closed = str(desk.happen(play_briefly))
    told = desk.type("replay", closed, "--steps")
    assert (told.status, told.wrong) == (0, "")
    steps = told.text.strip().split("\n\n")
    assert len(steps) == 2
    assert "Step 1 of 2 · the game begins · 2023-11-14 " in steps[0]
    assert "Step 2 of 2 · nom 2 leaves the table · 2023-11-14 " in steps[1]
    assert "nom 1 (Red) wins the game!" in steps[1]
    assert not any(mark in told.text for mark in ("**", "<t:", "<:", "-#"))
    french = desk.type("replay", closed, "--steps", "--language", "fr").text
    assert "Étape 2 sur 2 · nom 2 quitte la table" in french


def test_a_table_that_is_not_over_keeps_its_secrets(desk: Desk) -> None:
    live = desk.happen(lambda house: house.playing(ANNE, BOB, game="debacle"))
    told = desk.type("replay", str(live.id), "--steps")
    assert told.status != 0
    assert "not over yet" in told.wrong
    assert desk.type("replay", str(live.id)).status == 0, "its log can be checked all the same"


def test_a_game_that_never_began_has_no_steps(desk: Desk) -> None:
    async def give_up(house: House) -> int:
        lobby = await house.lobby(ANNE, BOB, game="debacle")
        return (await house.tables.stop(house.ask(ANNE), lobby.id)).id

    told = desk.type("replay", str(desk.happen(give_up)), "--steps")
    assert (told.status != 0, "never began" in told.wrong) == (True, True)


# -- block, unblock, blocks --------------------------------------------------------------------------------


ID = 123456789012345678


def stored(desk: Desk) -> list[Block]:
    return list(desk.store(lambda store: store.blocks()))


def test_somebody_is_blocked_listed_and_let_in_again(desk: Desk) -> None:
    told = desk.type("block", "user", str(ID), "--reason", "opens  and\tstops")
    assert (told.status, "is blocked" in told.text) == (0, True)
    (block,) = stored(desk)
    assert (block.kind, block.id, block.reason) == ("user", ID, "opens and stops")
    assert desk.type("block", "server", str(ID)).status == 0
    listed = desk.type("blocks").text.splitlines()
    assert [line.split()[:2] for line in listed] == [["server", str(ID)], ["user", str(ID)]]
    assert listed[1].endswith("opens and stops")
    assert desk.type("unblock", "user", str(ID)).status == 0
    assert [block.kind for block in stored(desk)] == ["server"]


def test_lifting_what_is_no_block_says_so(desk: Desk) -> None:
    told = desk.type("unblock", "user", str(ID))
    assert (told.status, "is not blocked" in told.wrong) == (1, True)
    told = desk.type("blocks")
    assert (told.status, told.text) == (0, "Nobody is blocked.\n")


@pytest.mark.parametrize(
    "wrong",
    [
        *(["user", text] for text in ("0", "-1", "Eve", "٣", str(2**63), "9" * 5000)),
        ["channel", str(ID)],
        ["user", str(ID), "--reason", "x" * 201],
        ["user", str(ID), "--reason", "\x1b[2J"],
    ],
)
def test_what_is_no_id_is_refused(desk: Desk, wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        desk.type("block", *wrong)
    assert refused.value.code == 2
    assert "usage" in capsys.readouterr().err
    assert not desk.database.exists()


async def test_a_running_bot_s_file_may_be_written(desk: Desk) -> None:
    store = await desk.open()
    try:
        assert (await asyncio.to_thread(desk.type, "block", "user", str(ID))).status == 0
        assert [block.id for block in await store.blocks()] == [ID]
    finally:
        await store.close()
