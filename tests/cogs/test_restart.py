"""The process dies and another one goes on, is not home to a table, or cannot read what was written."""

import math
from typing import Any

from db.store import SqliteStore
from tests.support.sim import Person, World, opened
from tests.support.sim_tasse import Company, gathered, one_sided, playing
from tests.support.store import FreshStore

THREE = ("Anne", "Bob", "Chloé")


async def test_a_lobby_goes_on_after_a_restart(store: SqliteStore) -> None:
    async with gathered("Anne", "Bob", store=store) as company:
        before = company.board
        await company.world.restarts()
        assert company.board.id == before.id
        chloe = company.world.person("Chloé")
        await chloe.presses(company.board, "join")
        assert "3 places prises" in company.board
        await company.host.presses(company.board, "begin")
        assert "a la tasse" in company.board


async def test_a_game_goes_on_with_the_same_buttons(store: SqliteStore) -> None:
    async with playing(*THREE, store=store, seuil=1) as company:
        roller, paper = await company.rolls()
        messages = len(company.world.papers())
        letters = [len(person.letters) for person in company.people]
        await company.world.restarts()
        assert len(company.world.papers()) == messages
        assert [len(person.letters) for person in company.people] == letters
        await company.announces(roller, paper, "32")
        believer, letter = await company.rolls()
        await company.world.restarts(60)
        panel = (await believer.presses(company.board, "announce")).paper
        await company.world.restarts()
        await believer.chooses(panel, "say", "64")
        assert "**64**" in company.board
        assert company.world.has_gone(letter)
        await company.plays_on(one_sided("Bob"))


async def test_a_form_outlives_the_process(store: SqliteStore) -> None:
    async with playing(*THREE, store=store) as company:
        roller, paper = await company.rolls()
        form = await roller.presses(paper, "speak")
        await company.world.restarts()
        await roller.fills(form, paper, text="soixante-quatre")
        assert "**64**" in company.board


async def test_a_message_that_was_behind_is_caught_up(store: SqliteStore) -> None:
    async with playing(*THREE, store=store) as company:
        world, board, holder = company.world, str(company.board), company.holder
        world.thinking = 0
        await holder.presses(holder.letter, "roll")
        assert str(company.board) == board
        await world.restarts()
        assert "regarde ses dés" in company.board
        assert len(world.papers()) == 1


async def test_a_closed_table_stays_closed(store: SqliteStore) -> None:
    async with playing("Anne", "Bob", store=store) as company:
        await company.host.types("tasse stop")
        await company.world.restarts()
        assert "rematch" in company.board.verbs
        await company.host.presses(company.board, "rematch")
        assert "la table est ouverte" in company.board


# -- not home to a table --------------------------------------------------------------------------------


def leaves_home(world: World) -> None:
    """Another process has taken all slots, and keeps them."""
    keeper: Any = world.bot.cluster.keeper
    keeper._heart.cancel()
    homes: Any = world.bot.cluster.homes
    homes.shared = True
    homes.renew(math.inf)  # it has just asked the store, which would give it what nobody holds here
    for slot in tuple(homes.held):
        homes.drop(slot)
    world.bot.house.tables.leave_home(homes.some({0}))


async def comes_home(world: World) -> None:
    """Nobody else is there any more."""
    homes: Any = world.bot.cluster.homes
    homes.shared = False

    async def arrive() -> None:
        with world.env._bot_scope():
            await world.bot.cluster.residents.arrive(homes.some({0}))

    await world.run(arrive)


async def ready(company: Company) -> Person:
    """A turn is played, so that everybody has been written to; who rolls next."""
    roller, paper = await company.rolls()
    await company.announces(roller, paper, "32")
    return company.holder


def sent(world: World) -> list[str]:
    """What was sent and edited otherwise than as the answer to a click."""
    found = [(request.method, request.path) for request in world.env.http_requests]
    return [f"{method} {path}" for method, path in found if method != "GET" and "/channels/" in path]


async def test_elsewhere_a_click_is_answered_and_nothing_else_is_shown() -> None:
    store = FreshStore()
    async with playing(*THREE, store=store) as company:
        person, world = await ready(company), company.world
        leaves_home(world)
        noted, before = await store.posted(1), len(sent(world))
        letter = str(person.letter)
        await person.presses(company.board, "roll")
        assert "annoncer ou montrer" in company.board
        with world.env._bot_scope():
            world.bot.house.publisher.publish_soon(1)
        await world.passes(2)
        assert str(person.letter) == letter
        assert len(sent(world)) == before
        assert await store.posted(1) == noted
        await comes_home(world)
        assert "Vos dés" in person.letter
        assert len(sent(world)) > before


async def test_elsewhere_a_private_message_is_redrawn_and_not_noted() -> None:
    store = FreshStore()
    async with playing(*THREE, store=store) as company:
        person, world = await ready(company), company.world
        leaves_home(world)
        noted, board = await store.posted(1), str(company.board)
        await person.presses(person.letter, "roll")
        assert "Vos dés" in person.letter
        assert str(company.board) == board
        assert await store.posted(1) == noted
        await comes_home(world)
        assert "annoncer ou montrer" in company.board
        assert len(person.letters) == len(set(map(str, person.letters)))


async def test_who_wanted_slots_that_others_took_says_that_it_stands_by() -> None:
    """Else whoever started it (systemd) would wait for that, and start it anew."""
    async with opened("Anne") as world:
        leaves_home(world)
        bot: Any = world.bot
        told: list[int] = []
        bot.on_awake.add(told.append)
        bot._homecoming._awake = False  # as if nothing had ever come home
        for _ in range(4):
            await world.passes(10)
            bot.cluster.homes.renew(bot.cluster.homes.moment())  # its signs of life are stored
        assert told == [0]


async def test_elsewhere_no_clock_rings() -> None:
    async with playing(*THREE) as company:
        await ready(company)
        before = str(company.board)
        leaves_home(company.world)
        await company.world.passes(company.seconds_left + 60)
        assert str(company.board) == before
        await comes_home(company.world)
        await company.world.passes(5)
        assert str(company.board) != before


async def test_a_table_that_is_opened_elsewhere_is_posted_once_by_its_home() -> None:
    async with opened("Anne") as world:
        leaves_home(world)
        answer = await world.people["Anne"].types("tasse start")
        assert "La table est ouverte" in answer.paper
        await comes_home(world)
        boards = [paper for paper in world.papers() if "Anne" in paper and "La Tasse" in paper]
        assert len([paper for paper in boards if "La table est ouverte" not in paper]) == 1


async def test_what_another_may_have_drawn_is_shown_again() -> None:
    async with playing(*THREE) as company:
        await ready(company)
        world = company.world
        before = len(world.requests("PATCH"))
        with world.env._bot_scope():
            world.bot.house.publisher.publish_soon(1)
        await world.passes(5)
        assert len(world.requests("PATCH")) == before, "it shows what it should"
        with world.env._bot_scope():
            world.bot.house.tables.on_overtaken.tell(1)
        await world.passes(5)
        again = [world.place(request) for request in world.requests("PATCH")[before:]]
        assert company.channel.id in again


async def test_who_was_home_when_it_began_to_draw_tells_the_new_home() -> None:
    """It may have slept in the middle of it, and have drawn over something newer."""
    async with playing(*THREE) as company:
        world, told = company.world, []
        person = await ready(company)
        house = world.bot.house
        edit = house.courier.edit

        async def lose_home_and_edit(*given: Any) -> int:
            if world.bot.cluster.homes.held:
                leaves_home(world)
            return await edit(*given)

        async def wake(table_id: int, version: int, _guild_id: int) -> None:
            told.append((table_id, version))

        house.courier.edit, house.tables._wake = lose_home_and_edit, wake
        await person.presses(person.letter, "roll")
        await world.passes(5)
        assert "regarde ses dés" in company.board
        assert told == [(1, (await house.tables.table(1)).version)]


async def stale(company: Company, minutes: float) -> tuple[Person, Any]:
    """A private message so many minutes after its turn, and whose it is; the store knows of none."""
    person = await ready(company)
    letter = person.letter
    await person.presses(company.board, "roll")
    await company.announces(person, person.letter, "41")
    await company.world.passes(minutes * 60)
    store = company.world.store
    await store.forget_posted(1, person.id)
    company.world.bot.house.posts.clear()
    return person, letter


# -- what cannot be read --------------------------------------------------------------------------------


async def spoilt(company: Company) -> int:
    """Another version of the bot starts, which cannot read what this one wrote."""
    store = company.world.store
    position = store.peek(1).position
    store.poke(1, position=position.replace('"phase"', '"stage"'))
    await company.world.restarts()
    return 1


def excuse(company: Company) -> str:
    """The one thing that the log says, as an error without a traceback; and the incident's number."""
    said = [entry for entry in company.world.log if entry["log_level"] == "error"]
    assert {entry["event"] for entry in said} == {"table cannot be read"}
    company.world.log[:] = [entry for entry in company.world.log if entry not in said]
    (incident,) = {entry["incident"] for entry in said}
    return incident


async def test_a_press_shows_the_board_as_unreadable_and_stop_closes_it() -> None:
    async with playing(*THREE) as company:
        holder, board = company.holder, company.board
        await spoilt(company)
        refused = await holder.presses_late(board, "roll")
        incident = excuse(company)
        assert f"ne peut plus être lue (incident {incident})" in refused
        assert "`/tasse stop` la ferme" in company.board
        assert incident in company.board
        assert company.board.pieces == []
        assert all(company.world.reread(person.letter).pieces == [] for person in company.people)
        await company.world.passes(3 * 24 * 3600)
        assert incident in await company.host.types("mes-parties")
        assert "La table est arrêtée" in await company.host.types("tasse stop")
        assert "ne peut plus être lue" in company.board
        await company.world.passes(60)
        opened = await company.host.types("tasse start")
        assert "la table est ouverte" in company.board, opened
        assert not [entry for entry in company.world.log if entry["log_level"] == "error"]


async def test_a_moderator_closes_it_and_anybody_may_look() -> None:
    async with playing(*THREE) as company:
        moderator, stranger = company.world.moderator("Modeste"), company.world.person("Zoé")
        await spoilt(company)
        assert "ne peut plus être lue" in await stranger.types("tasse statut")
        excuse(company)
        assert "La table est arrêtée" in await moderator.types("tasse stop")
        told = await stranger.types("des verifier")
        assert "Dés vérifiés" in told or "vérification" in told
