"""What an operator is told: of dice, of the daily challenge, of pictures, of what was looked back on."""

import json
from hashlib import sha256

import pytest

from bot.insight.luck import Rolled
from bot.tables.decks import DeckInfo, NewPictures
from bot.tables.digests.model import FOLD, Digest, Verdict
from bot.tables.model import Status
from engines.daily.discipline import DISCIPLINES, draws_of
from tests.bot.operator.conftest import Desk
from tests.support.stored import begin, close, opening, seat
from tests.support.tables import ANNE, BOB, House


async def play(house: House, rolled: Rolled, game: str = "tasse", guild: int = 10) -> None:
    where = {"guild_id": guild, "game": game}
    begun = await house.store.commit(begin(await house.store.commit(opening(seats=(seat("1", 1),), **where))))
    ended = await house.store.commit(close(begun, "1"))
    await house.store.insight.keep_digest(Digest(ended.table.id, {0: 1}, None, None, None, rolled), 0)


def test_it_tells_of_all_servers_and_of_each_game_with_dice(either_desk: Desk) -> None:
    desk = either_desk
    told = desk.type("dice")
    nothing = "all games · 0 dice at 0 tables · 1:0 2:0 3:0 4:0 5:0 6:0 · fewer than 60, too few to judge"
    assert (told.status, told.wrong, told.text) == (0, "", f"{nothing} · 0 other draws\n")
    desk.happen(lambda house: play(house, Rolled((10, 10, 10, 10, 5, 15), 2, 1)))
    desk.happen(lambda house: play(house, Rolled((1, 0, 0, 0, 0, 0), 0, 1), "diavolo", 11), 2_000)
    desk.happen(lambda house: play(house, Rolled((0, 0, 0, 0, 0, 99), 9, 1), "soiree"), 3_000)
    everything, diavolo, tasse = desk.type("dice").text.splitlines()
    assert everything.startswith(
        "all games · 61 dice at 2 tables · 1:11 2:10 3:10 4:10 5:5 6:15 · chi-square "
    )
    assert diavolo.startswith("diavolo · 1 die at 1 table · 1:1 2:0")
    faces, spread = "1:10 2:10 3:10 4:10 5:5 6:15", "chi-square 5.0 of 5, p = 0.42"
    assert tasse == f"tasse · 60 dice at 1 table · {faces} · {spread} · 2 other draws"


@pytest.mark.parametrize(
    ("faces", "status", "said"),
    [
        ((80, 80, 80, 80, 80, 150), 1, "That is no chance"),
        ((90,) * 6, 0, "540 dice"),
        ((10, 10, 10, 10, 2, 18), 0, ", rare"),
    ],
)
def test_what_is_rare_is_called_so_and_what_is_no_chance_any_more_is_wrong(
    desk: Desk, faces: tuple[int, ...], status: int, said: str
) -> None:
    desk.happen(lambda house: play(house, Rolled(faces, 0, 1)))
    told = desk.type("dice")
    assert (told.status, said in told.text, "no chance" in told.text) == (status, True, bool(status))


# -- daily -------------------------------------------------------------------------------------------------


DAY, SEED = "2026-11-22", sha256(b"yesterday").digest()


def test_all_tasks_of_a_day_follow_from_its_secret(desk: Desk) -> None:
    told = desk.type("daily", DAY, SEED.hex())
    assert told.status == 0
    whole = json.loads(told.text)
    assert (whole["day"], whole["commitment"]) == (DAY, sha256(SEED).hexdigest())
    for name, discipline in DISCIPLINES.items():
        laid = [dict(task.tell()) for task in discipline.lay(draws_of(SEED, DAY, name))]
        assert whole["tasks"][name] == json.loads(json.dumps(laid))


@pytest.mark.parametrize("words", [("tomorrow", SEED.hex()), (DAY, "abc"), (DAY, SEED.hex()[:-2])])
def test_what_is_no_day_or_no_secret_is_said(desk: Desk, words: tuple[str, str]) -> None:
    told = desk.type("daily", *words)
    assert told.status == 2
    assert "YYYY-MM-DD" in told.wrong


# -- pictures ----------------------------------------------------------------------------------------------


KIB = 1024


def fill(desk: Desk, *decks: tuple[int, str, tuple[bytes, ...]]) -> None:
    """Let servers have decks with these pictures."""
    for guild_id, name, contents in decks:
        new = NewPictures({sha256(content).hexdigest(): content for content in contents})
        info, text = DeckInfo(name, 2, 1), json.dumps(sorted(new.pictures))
        desk.store(lambda store, it=(guild_id, info, text, new): store.put_deck(*it))


def test_an_empty_database_has_all_its_room(desk: Desk) -> None:
    told = desk.type("pictures")
    assert (told.status, told.wrong) == (0, "")
    assert told.text.startswith("0 pictures, 0.0 MiB; there may be 200 MiB in all, 25 MiB a server.")


def test_the_heaviest_server_comes_first(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTURES_MIB", "3")
    large, small = bytes(2 * KIB * KIB), bytes(512 * KIB)
    fill(desk, (10, "Quiz", (small,)), (11, "Quiz", (large, small)), (11, "Autre", (large,)))
    lines = desk.type("pictures").text.splitlines()
    assert lines[0].startswith("2 pictures, 2.5 MiB; there may be 3 MiB in all")
    assert lines[1:] == ["server 11 · 2 pictures, 2.5 MiB", "server 10 · 1 picture, 0.5 MiB"]


# -- insight rebuild ---------------------------------------------------------------------------------------


async def play_briefly(house: House) -> int:
    """A game of Débâcle that somebody leaves at once, for the commands know no coins."""
    table = await house.playing(ANNE, BOB, game="debacle")
    table = await house.tables.quit(house.ask(BOB), table.id)
    assert table.status is Status.CLOSED
    return table.id


def verdicts(desk: Desk, *table_ids: int) -> list[Verdict | None]:
    return [desk.store(lambda store, it=table_id: store.insight.verdict(it)) for table_id in table_ids]


def test_all_closed_tables_are_looked_back_on(either_desk: Desk) -> None:
    desk = either_desk
    assert desk.type("insight", "rebuild").text == "Looked back on 0 closed tables.\n"
    first, second = desk.happen(play_briefly), desk.happen(play_briefly, 5_000)
    live = desk.happen(lambda house: house.playing(ANNE, BOB, game="debacle"), 9_000).id
    assert verdicts(desk, first, second) == [None, None]
    for _ in range(2):
        told = desk.type("insight", "rebuild")
        assert (told.status, told.wrong, told.text) == (0, "", "Looked back on 2 closed tables.\n")
        early = Verdict(FOLD, "early")
        assert verdicts(desk, first, second, live) == [early, early, None]


def test_it_has_to_be_said_what_to_do(desk: Desk) -> None:
    with pytest.raises(SystemExit) as misused:
        desk.type("insight")
    assert misused.value.code == 2
