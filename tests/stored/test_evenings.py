"""Evenings that earlier versions stored are shown, registered for, begun and counted by this one."""

from functools import partial

import pytest

from bot.tables.evenings import planning, registering
from bot.tables.evenings.model import Evening, Stage
from bot.tables.evenings.registering import rank_people, rank_teams
from bot.tables.model import Status
from bot.texts import texts_for
from bot.ui.pages.limits import check, fit
from cogs.evenings.face import PlannedEvening
from tests.stored.evenings import changed
from tests.stored.frozen import NOTES, image, proved, standing, versions
from tests.stored.room import Room
from tests.stored.shrinker import LATER
from tests.stored.wanting import GUILDS
from tests.support.plain_page import plain

GUILD = GUILDS["soiree"]
LANGUAGES = (texts_for("fr"), texts_for("en-US"))
STEPS = 16
NEWCOMER = 17_001

every_version = pytest.mark.parametrize(
    "version", [version for version in versions() if "soiree" in NOTES[version]["rules"]]
)


def rows(room: Room, table: str) -> int:
    return int(room.store.sql.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


async def everything(room: Room) -> list[Evening]:
    """All evenings that are stored, by their numbers."""
    found = [await room.store.evenings.load(number) for number in range(1, 100)]
    return [evening for evening in found if evening is not None]


async def at(room: Room, stage: Stage) -> Evening:
    """The evening that is so far."""
    (found,) = [evening for evening in await everything(room) if evening.stage is stage]
    return found


def face_of(room: Room) -> PlannedEvening:
    return PlannedEvening(room.tables, room.store)


@every_version
async def test_every_evening_is_read_with_all_its_people_and_teams(version: str) -> None:
    async with standing(image(version), version) as room:
        found = await everything(room)
        assert {evening.stage for evening in found} == set(Stage)
        assert {
            name: rows(room, name) for name in ("evenings", "evening_people", "evening_teams", "seasons")
        } == {
            "evenings": len(found),
            "evening_people": sum(len(evening.guests) for evening in found),
            "evening_teams": sum(len(evening.teams) for evening in found),
            "seasons": len(await room.store.evenings.seasons(GUILD)),
        }
        live = [evening for evening in found if evening.stage.live]
        assert {evening.id for evening in await room.store.evenings.of_server(GUILD)} == {
            evening.id for evening in live
        }
        assert {evening.id for evening in live} <= {
            evening.id for evening in await room.store.evenings.at_work()
        }


@every_version
async def test_every_evening_is_shown(version: str) -> None:
    async with standing(image(version), version) as room:
        face = face_of(room)
        for evening in await everything(room):
            await face.check(evening)  # there are cards for all its rounds
            for t in LANGUAGES:
                assert evening.title in plain(check(fit(face.announcement(evening, t))))
                assert face.happening(evening, t).ends_at > evening.starts_at
                for guest in evening.guests:
                    assert guest.user_id is None or face.line(evening, guest.user_id, t)


@every_version
async def test_letters_that_were_due_are_due(version: str) -> None:
    async with standing(image(version), version) as room:
        evening = await at(room, Stage.OPEN)
        wanted = [guest for guest in evening.guests if guest.remind]
        reminded = [guest for guest in wanted if guest.reminded]
        (moved_up,) = [guest for guest in evening.guests if guest.owed]
        assert len(wanted) > len(reminded) > 0
        assert moved_up in evening.players
        due = planning.list_due(evening, LATER)
        assert [(each.user_id, each.what) for each in due] == [
            (moved_up.user_id, "moved_up"),
            *((guest.user_id, "1") for guest in wanted if guest not in reminded),
        ]
        for each in due:
            for t in LANGUAGES:
                assert evening.title in plain(check(fit(face_of(room).letter(evening, each, t))))
        sent = [partial(planning.note_sent, due=each) for each in due]
        evening = await changed(room.store.evenings, evening, *sent)
        assert planning.list_due(evening, LATER) == ()


@every_version
async def test_people_come_go_and_move_up(version: str) -> None:
    async with standing(image(version), version) as room:
        evening = await at(room, Stage.OPEN)
        (waits,), first, team = evening.waiting, evening.players[0], evening.teams[0]
        title, join_id = "Les Autres", room.ask(NEWCOMER).click or 0
        evening = await changed(
            room.store.evenings,
            evening,
            lambda found: registering.leave(found, first.user_id or 0),
            lambda found: registering.register(found, NEWCOMER, "nouveau", join_id),
            lambda found: registering.make_team(found, waits.user_id or 0, "", 0, title),
        )
        assert evening.leader is not None
        assert evening.leader in evening.guests
        assert [guest.user_id for guest in evening.waiting] == [NEWCOMER]
        assert [each.name for each in evening.teams] == [team.name, title]
        assert await room.store.evenings.load(evening.id) == evening


@every_version
@pytest.mark.parametrize("stage", [Stage.OPEN, Stage.BEGINNING])
async def test_an_evening_begins_is_played_and_counts(version: str, stage: Stage) -> None:
    async with standing(image(version), f"{version} {stage}", first_id=9_000) as room:
        evenings, face, evening = room.store.evenings, face_of(room), await at(room, stage)
        if stage is Stage.OPEN:
            evening = await changed(evenings, evening, planning.begin)
        table_id = await face.open_table(evening)
        evening = await changed(evenings, evening, lambda found: planning.note_table(found, table_id))
        table = await room.tables.table(table_id)
        assert table.status is Status.PLAYING
        playing = {guest.user_id for guest in evening.guests if guest not in evening.waiting}
        assert {person.user_id for person in table.people()} == playing
        await room.play(table_id, STEPS)
        await counts_at_its_end(room, evening)


@every_version
async def test_the_evening_under_way_is_played_on_and_counts(version: str) -> None:
    async with standing(image(version), version, first_id=9_000) as room:
        evening = await at(room, Stage.PLAYING)
        assert await room.store.evenings.of_table(evening.table_id or 0) == evening
        await room.came_back(evening.table_id)
        await room.play(evening.table_id or 0, STEPS)
        await counts_at_its_end(room, evening)


async def counts_at_its_end(room: Room, evening: Evening) -> None:
    """Its game ends, every team has a place, and all of it belongs to the season that runs."""
    evenings, table_id = room.store.evenings, evening.table_id or 0
    assert (await room.wind_up(table_id)).end.why == "over"
    outcome = await face_of(room).outcome(evening)
    evening = await changed(evenings, evening, lambda found: planning.end(found, outcome))
    assert all(team.place is not None for team in evening.teams)
    running = next(season for season in await evenings.seasons(GUILD) if season.ended_at is None)
    assert [each.id for each in await evenings.of_season(GUILD, running.id)] == [evening.id]
    proved(await room.tables.record(table_id), current=True)


@every_version
async def test_a_season_that_is_over_has_its_standings(version: str) -> None:
    async with standing(image(version), version) as room:
        running, ended = await room.store.evenings.seasons(GUILD)
        assert running.ended_at is None
        assert ended.ended_at is not None
        assert ended.ended_at <= running.began_at
        counted = await room.store.evenings.of_season(GUILD, ended.id)
        over = await at(room, Stage.OVER)
        assert list(counted) == [over]
        teams = [team for team in over.teams if team.name]
        assert [line.name for line in rank_teams(counted)] == [
            team.name for team in sorted(teams, key=lambda team: team.place or 0)
        ]
        assert len(rank_people(counted)) == len(over.players) > len(teams)
        assert await room.store.evenings.of_season(GUILD, running.id) == []
        assert await room.store.evenings.of_season(GUILD, None) == []


@every_version
async def test_who_came_to_an_evening_gets_their_data_and_is_forgotten(version: str) -> None:
    async with standing(image(version), version) as room:
        over = await at(room, Stage.OVER)
        gone, *others = over.players
        told = await room.store.export(gone.user_id)
        assert [(line["evening"], line["team"]) for line in told["evenings"]] == [(over.id, gone.team)]
        await room.tables.erase(gone.user_id or 0, room.store)
        assert (await room.store.export(gone.user_id))["evenings"] == []
        after = await at(room, Stage.OVER)
        assert [guest for guest in after.guests if guest.user_id is not None] == others
        assert gone.name not in [guest.name for guest in after.guests]
        assert len(rank_people([after])) == len(others)
