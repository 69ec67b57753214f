"""Attacks by opening tables: in a loop, by rematches, by many people; and who the operator has blocked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.tables.limits import Block, Limits
from tests.cogs.defizz.company import deck
from tests.support.sim import Channel, Person, World, opened
from tests.support.sim_papers import Answer
from tests.support.sim_tasse import one_sided, playing

GAMES = ("tasse", "debacle", "desfausse", "diavolo", "defizz")
HEARD = 31.0
"""Seconds after which the bot has read the operator's list again."""


async def opens(person: Person, game: str = "tasse", channel: Channel | None = None) -> Answer:
    return await person.types(f"{game} start", channel)


async def loops(person: Person, times: int) -> list[Answer]:
    """Open and stop, over and over."""
    answers = []
    for _ in range(times):
        answers.append(await opens(person))
        await person.types("tasse stop")
    return answers


async def tables(world: World) -> int:
    """How many tables there have ever been."""
    return world.store.count_tables()


@asynccontextmanager
async def blocking(name: str) -> AsyncIterator[World]:
    """A server whose bot has heard that the operator blocked somebody."""
    async with opened(name) as world:
        await block(world, world.people[name])
        await world.passes(HEARD)
        yield world


async def block(world: World, person: Person) -> None:
    await world.bot.store.block(Block("user", person.id, "essaims", 0))


async def test_opening_and_stopping_in_a_loop_ends_soon_and_meets_the_limit_of_an_hour() -> None:
    async with opened("Eve", "Anne") as world:
        eve, anne = world.people["Eve"], world.people["Anne"]
        answers = await loops(eve, 6)
        assert "ouvert 4 tables en peu de temps" in answers[4]
        assert "<t:" in str(answers[4])
        await world.restarts()
        assert "en peu de temps" in (await loops(eve, 1))[0], "a restart makes nobody's past forgotten"
        assert await tables(world) == 4
        await opens(anne)
        assert await tables(world) == 5, "nobody else is kept from playing"
        await anne.types("tasse stop")
        world.thinking = 10.0  # three a minute
        answers = await loops(eve, 33)
        assert "ouvert 30 tables en peu de temps" in str(answers)
        assert await tables(world) == 31
        await world.passes(3600)
        await opens(eve)
        assert await tables(world) == 32


async def test_nobody_is_the_host_of_too_many_tables() -> None:
    async with opened("Eve", "Anne") as world:
        eve = world.people["Eve"]
        for game in GAMES[:3]:
            await opens(eve, game)
        await world.passes(61)
        refusal = await opens(eve, GAMES[3])
        assert "Vous avez déjà 3 tables" in refusal
        assert "`stop`" in refusal
        elsewhere = world.elsewhere("Ailleurs")
        member = elsewhere.guild.add_member(eve.member.user)
        shown = await world.done(lambda: member.slash(elsewhere.channel, "tasse start"))
        assert "Vous avez déjà 3 tables" in shown, "wherever they are"

        await eve.types(f"{GAMES[0]} stop")
        await opens(eve, GAMES[3])
        assert await tables(world) == 4


async def test_a_server_that_is_full_opens_nothing_more() -> None:
    people = ("Anne", "Bob", "Chloé", "Eve")
    async with opened(*people, limits=Limits(a_server=3)) as world:
        channels = [world.guild.create_text_channel(f"jeux-{number}") for number in range(4)]
        answers = []
        for name, channel in zip(people, channels, strict=True):
            answers.append(await opens(world.people[name], channel=channel))
            await world.passes(61)
        assert await tables(world) == 3
        assert "a déjà 3 tables ouvertes" in answers[3]

        other = world.elsewhere("Ailleurs")
        await other.person("Denis").types("tasse start", other.channel)
        assert await tables(world) == 4

        await world.people["Anne"].types("tasse stop", channels[0])
        await opens(world.people["Eve"], channel=channels[3])
        assert await tables(world) == 5


async def test_many_people_together_do_not_flood_a_server() -> None:
    names = tuple(f"N{number}" for number in range(6))
    async with opened(*names, limits=Limits(a_server=10)) as world:
        answers = [(await loops(world.people[name], 1))[0] for name in names]
        assert await tables(world) == 4
        assert "ouvert 4 tables sur ce serveur en peu de temps" in answers[5]


async def test_rematches_count_as_openings() -> None:
    async with playing("Eve", "Bob", seuil=1) as company:
        await company.plays_on(one_sided("Bob"))
        over, (eve, bob), world = company.board, company.people, company.world
        await world.passes(61)
        for _ in range(4):
            await eve.presses_late(over, "rematch")
            await eve.types("tasse stop")
        refusal = await eve.presses_late(over, "rematch")
        assert "ouvert 4 tables en peu de temps" in refusal
        assert await tables(world) == 5

        await bob.presses_late(over, "rematch")
        assert await tables(world) == 6
        await eve.presses_late(over, "rematch")  # the rematch that Bob opened is only joined
        assert "Eve" in company.board


async def test_a_second_delivery_of_the_last_opening_is_answered_as_the_first() -> None:
    async with opened("Eve", limits=Limits(a_host=1)) as world:
        emit, heard = world.env.backend.emit, []

        def emit_twice(event: str, payload: object) -> None:
            heard.append(event)
            emit(event, payload)
            if event == "INTERACTION_CREATE":
                emit(event, payload)

        world.env.backend.emit = emit_twice
        answer = await opens(world.people["Eve"])
        world.env.backend.emit = emit
        assert "INTERACTION_CREATE" in heard
        assert "déjà" not in answer
        assert await tables(world) == 1


async def test_who_is_blocked_begins_nothing_new_and_plays_on() -> None:
    async with playing("Eve", "Bob", seuil=1) as company:
        world, (eve, bob) = company.world, company.people
        await block(world, eve)
        await world.passes(HEARD)
        await company.plays_on(one_sided("Bob"))
        assert "rematch" in company.board.verbs, "what they played went on to its end"

        over = company.board
        for attempt in (
            await opens(eve),
            await opens(eve, "defizz"),
            await eve.presses(over, "rematch"),
            await eve.types("des verifier"),
            await eve.types("defizz paquet verifier", fichier=("a.json", deck())),
            await eve.types("defizz paquet importer", fichier=("a.json", deck())),
        ):
            assert "a bloqué votre compte" in attempt
        assert await tables(world) == 1

        await bob.presses(over, "rematch")
        assert "a bloqué votre compte" in await eve.presses(company.board, "join")
        assert "Dés vérifiés" in await bob.types("des verifier")
        assert "a bloqué" not in await eve.types("mes-donnees exporter"), "their data stay theirs"


async def test_a_block_is_heard_soon_and_lifted_soon_and_holds_from_the_first_moment_after_a_start() -> None:
    async with blocking("Eve") as world:
        eve = world.people["Eve"]
        assert "a bloqué votre compte" in await opens(eve)
        await world.restarts()
        assert "a bloqué votre compte" in await opens(eve)
        await world.bot.store.unblock("user", eve.id)
        await world.passes(HEARD)
        await opens(eve)
        assert await tables(world) == 1


async def test_nothing_is_opened_on_a_blocked_server_and_what_stood_goes_on() -> None:
    async with opened("Anne", "Bob", "Eve") as world:
        anne, bob, eve = world.people.values()
        await opens(eve)
        await block(world, eve)
        await world.passes(HEARD)
        await bob.presses(world.board, "join")
        await eve.presses(world.board, "begin")
        assert "a la tasse" in world.board, "a blocked host keeps what runs until somebody ends it"
        await opens(anne, "desfausse")
        await world.bot.store.block(Block("server", world.guild.id, "", 0))
        await world.passes(HEARD)
        assert "a bloqué ce serveur" in await opens(bob, "diavolo")
        await bob.presses(world.board, "join")
        assert "Bob" in world.board
        other = world.elsewhere("Ailleurs")
        await other.person("Denis").types("tasse start", other.channel)
        assert await tables(world) == 3


async def test_a_list_that_cannot_be_read_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    async with blocking("Eve") as world:

        async def locked() -> list[Block]:
            raise OSError("the disk is busy")

        monkeypatch.setattr(world.bot.store, "blocks", locked)
        await world.passes(HEARD)
        assert "a bloqué votre compte" in await opens(world.people["Eve"])
        monkeypatch.undo()
        failures = [entry for entry in world.log if entry["event"] == "list of blocks not read"]
        assert failures
        world.log[:] = [entry for entry in world.log if entry not in failures]
