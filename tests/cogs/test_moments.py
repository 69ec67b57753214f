"""What is told at the end of a game: its moments, found once in its record, also of packed tables."""

import re
from dataclasses import replace
from importlib import import_module
from itertools import takewhile
from typing import Any

import pytest

from bot.tables.model import End, Held, Person, Seat, Status, Vault
from bot.tables.proof.record import Record
from bot.tables.proof.remembering import chronicle_of, find_moments
from bot.tables.proof.replay import play_again
from bot.tables.sight import Sight, see
from bot.texts import texts_for
from bot.ui.frame.drawn import Aftermath
from bot.ui.frame.face import Face
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.limits import check, fit
from bot.ui.pages.page import Section, Text
from cogs import make_faces
from engines import GAMES
from engines.core.records import events_for
from engines.core.rules import Rules
from tests.stored.frozen import NOTES, OVER, RECORDS, versions
from tests.support.counting_store import Counting
from tests.support.games import home_of
from tests.support.plain_page import plain
from tests.support.sim_tasse import Company, one_sided, playing
from tests.support.stored import SEED, new_table

FACES = make_faces(EmojiBook())
LANGUAGES = (texts_for("fr"), texts_for("en-US"))
ENDED = [Record.load(RECORDS[name]) for name in OVER]
every_record = pytest.mark.parametrize("record", ENDED, ids=OVER)
every_game = pytest.mark.parametrize("name", sorted(FACES))
THREE = ("Anne", "Bob", "Chloé")
REDRAWS = 20


def is_ours(record: Record) -> bool:
    return find_moments(record, GAMES[record.game]) != ()


def sight_of(record: Record, *names: str) -> Sight:
    """The closed table of a record, as the channel sees it."""
    *_, (_, last) = play_again(record, GAMES[record.game])
    seats = tuple(
        Seat(seating.seat, (Person(100 + number, names[number] if number < len(names) else f"N{number}", 1),))
        for number, seating in enumerate(record.seats)
    )
    end = End("over", GAMES[record.game].winners(last.state) or (), SEED.hex())
    table = replace(new_table(game=record.game, status=Status.CLOSED, end=end), seats=seats)
    return see(Held(table, Vault(SEED, last.state)), GAMES[record.game], None, 0)


def test_every_game_has_a_record_with_moments() -> None:
    told = {record.game for record in ENDED if is_ours(record)}
    released = NOTES[versions()[-1]]["rules"].items()
    ours = {name for name, version in released if GAMES[name].replays(version)}
    assert told == ours, "of those that were released by rules that ours replay"


@every_record
def test_a_record_is_told_in_two_languages_above_what_is_technical(record: Record) -> None:
    if not is_ours(record):
        pytest.skip("other rules than today's cannot be replayed")
    face, sight = FACES[record.game], sight_of(record, "*Anne*")
    pages = []
    for t in LANGUAGES:
        after = face.look_back(record, sight, t)
        assert 2 <= len(after.moments) <= 3
        assert not any("*Anne*" in line.replace("**", "") for line in after.moments), "names are escaped"
        page = face.board(sight, t, after)
        check(fit(page))
        texts = [block.markdown for block in page.blocks if isinstance(block, Text | Section)]
        told = next(place for place, text in enumerate(texts) if after.moments[0] in text)
        proof = next(place for place, text in enumerate(texts) if f"`{SEED.hex()[:8]}" in text)
        places = next(place for place, text in enumerate(texts) if "` 1`" in text or "🥇" in text)
        assert places < told < proof
        pages.append(after.moments)
    assert set(pages[0]).isdisjoint(pages[1])


@every_record
def test_without_a_record_the_end_is_told_all_the_same(record: Record) -> None:
    if not is_ours(record):
        pytest.skip("other rules than today's cannot be replayed")
    face, sight = FACES[record.game], sight_of(record)
    assert face.board(sight, LANGUAGES[0]) == face.board(sight, LANGUAGES[0], Aftermath())
    silent = face.look_back(record.model_copy(update={"setup": None}), sight, LANGUAGES[0])
    assert silent == Aftermath(poster=silent.poster)
    assert silent.poster.drawing.captions == ()
    entries = tuple(line for line in record.entries if line.kind != "begin")
    broken = record.model_copy(update={"entries": entries})
    assert find_moments(broken, GAMES[record.game]) == ()


@every_record
def test_no_moment_is_made_of_what_only_one_seat_may_know(record: Record) -> None:
    game = GAMES[record.game]
    chronicle = chronicle_of(record, game)
    if chronicle is None:
        pytest.skip("other rules than today's cannot be replayed")
    secret = 0
    for told, (_, step) in zip(chronicle.steps, play_again(record, game), strict=True):
        assert told.events == tuple(events_for(step.events, None))
        assert told.see() == game.observe(step.state, None)
        secret += len(step.events) - len(told.events)
    ruled = any(line.kind == "act" and line.payload.get("type") == "rule" for line in record.entries)
    assert bool(secret) is (record.game in ("tasse", "desfausse") or ruled), "a ruling is told who leads"


@every_game
def test_every_kind_of_moment_has_words(name: str) -> None:
    face: Face = FACES[name]
    if type(face.spec.rules).find_moments is Rules.find_moments:
        pytest.skip("a game that tells nothing")
    source = (home_of(face.spec.rules) / "tally.py").read_text(encoding="utf-8")
    found = set(re.findall(r'Moment\(\s*"(\w+)"', source))
    assert found == set(import_module(f"cogs.{name}.face")._TELLERS)


def test_a_game_without_moments_says_nothing_of_them() -> None:
    record: Any = next(one for one in reversed(ENDED) if is_ours(one))
    face, sight = FACES[record.game], sight_of(record)
    words = plain(face.board(sight, LANGUAGES[0]))
    assert "Les grands moments" not in words


# -- once for all who look ------------------------------------------------------------------------------


def moments_on(words: object) -> list[str]:
    """What a board tells of the game, a line each."""
    told = str(words).partition("**Les grands moments**\n")[2]
    return list(takewhile(lambda line: "**" in line, told.split("\n")))


async def redraw(company: Company) -> None:
    """The board of the table is brought up to date where it stands, over and over."""

    async def over_and_over() -> None:
        for _ in range(REDRAWS):
            await company.world.bot.house.publisher.boards.refresh(1)

    await company.world.run(over_and_over)


async def test_the_record_of_a_game_is_read_once_however_often_its_end_is_drawn() -> None:
    store = Counting()
    async with playing(*THREE, store=store, seuil=2) as company:
        store.asked.clear()
        await company.plays_on(one_sided("Bob"))
        told = moments_on(company.board)
        assert len(told) >= 2
        assert store.asked["log"] == 2, "once for its board, and once to look back on it"
        looks = store.asked["load"]
        await redraw(company)
        assert store.asked["load"] >= looks + REDRAWS, "it was looked at as often"
        assert moments_on(company.board) == told
        assert store.asked["log"] == 2
        await company.world.restarts()
        await redraw(company)
        assert store.asked["log"] == 3, "another process reads it once, too"


async def test_the_end_of_a_packed_table_still_tells_its_moments(store) -> None:
    """Anew without a name that was erased."""
    async with playing(*THREE, store=store, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        over, world = company.board, company.world
        told = moments_on(over)
        assert len(told) >= 2
        assert await store.put_away(1)
        await world.restarts()
        house = world.bot.house
        words = plain((await house.pages.board_in_channel(await house.tables.look(1))).page)
        assert all(line in words for line in told)
        await company.host.presses(over, "rematch")
        await world.passes(10)
        again = world.reread(over)
        assert "La revanche est ouverte" in again
        assert moments_on(again) == told
        person = next(person for person in company.people if f"**{person.name}**" in told[0])
        await person.erases()
        await world.passes(30)
        left = moments_on(world.reread(over))
        assert len(left) == len(told)
        assert not any(person.name in line for line in left)
        assert "**Anonyme" in left[0]
