"""Moments of a game that is over, shared with everybody in a channel."""

import json
from io import BytesIO

from discord import PermissionOverwrite
from PIL import Image

from bot.ui.pages.reel import MOST, SIZE_AT_MOST, TIMES
from cogs.replays import KEPT
from tests.cogs.test_replays import THREE, revisits, step
from tests.support.counting_store import Counting
from tests.support.sim import Channel, Person, World
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import Company, one_sided, playing


async def over(company: Company) -> Paper:
    """A game is played to its end; its replay, as its host has it, some steps before that."""
    await company.plays_on(one_sided("Bob"))
    return await some_steps_before_the_end(company)


def card_in(world: World) -> Paper:
    return next(paper for paper in reversed(world.papers()) if "Un moment partagé" in paper)


async def test_a_card_shows_everybody_the_step_and_leads_into_the_game_from_there() -> None:
    async with playing(*THREE, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        first = await revisits(company.host, company.board)
        assert "share" in first.verbs
        assert "film" not in first.verbs, "the first step has nothing that could move"
        shown = await some_steps_before_the_end(company)
        anne, world = company.host, company.world
        assert "C’est partagé dans ce salon." in (await anne.presses(shown, "share")).paper
        card = card_in(world)
        assert "partagé par **Anne**" in card
        assert step(card) == step(shown)
        assert card.pictures == shown.pictures
        assert card.verbs == ["open"]
        await world.restarts()
        seen = (await world.person("Eve").presses(card_in(world), "open")).paper
        assert step(seen) == step(shown)
        await anne.presses(shown, "film")
        await check_film(card_in(world), shown)
        for _ in range(2):
            await anne.presses(shown, "share")
        assert "Vous avez partagé 3 moments en peu de temps" in (await anne.presses(shown, "share")).paper
        assert cards_in(world) == 4
        await world.passes(600)
        await anne.presses(shown, "share")
        assert cards_in(world) == 5, "nobody floods a channel with cards"


async def check_film(card: Paper, shown: Paper) -> None:
    """A card that moves ends with the step, and says what it shows."""
    (alt,) = card.pictures
    assert alt.startswith("Animation de ")
    assert alt.endswith(shown.pictures[0])
    (file,) = card.files
    data = await file.read()
    film = Image.open(BytesIO(data))
    assert (film.format, film.info["loop"]) == ("WEBP", TIMES)
    assert 2 <= film.n_frames <= MOST
    assert len(data) <= SIZE_AT_MOST
    (still,) = [each for each in shown.files if each.filename.endswith(".png")]
    film.seek(film.n_frames - 1)
    last, whole = film.convert("RGB"), Image.open(BytesIO(await still.read())).convert("RGB")
    assert last.tobytes() == whole.tobytes()


async def some_steps_before_the_end(company: Company) -> Paper:
    """The replay of a game that is over, as its host has it, some steps before its end."""
    shown = await revisits(company.host, company.board)
    shown = await company.host.leafs(shown, "show", f"{step(shown)[1] - 1}.last")
    for _ in range(3):
        shown = await company.host.leafs(shown, "show", f"{step(shown)[0] - 2}.back")
    return shown


def cards_in(world: World, channel: Channel | None = None) -> int:
    return sum("Un moment partagé" in paper for paper in world.papers(channel))


async def test_a_card_is_shared_only_where_both_may_write_and_all_may_know_of_the_game() -> None:
    async with playing(*THREE, seuil=2) as company:
        shown = await over(company)
        anne, world = company.host, company.world
        world.allows(anne, world.channel, send_messages=False)
        assert "Vous ne pouvez pas écrire dans ce salon" in (await anne.presses(shown, "share")).paper
        world.allows(anne, world.channel, send_messages=True)
        assert cards_in(world) == 0
        mute = world.guild.create_text_channel(
            "muet", overwrites={world.bot.user: PermissionOverwrite(send_messages=False)}
        )
        refused = (await anne.presses(await opens_in(mute, anne), "share")).paper
        assert "Je ne peux pas écrire dans ce salon. Il me faut y « Voir le salon »" in refused
        assert cards_in(world, mute) == 0
        other = world.guild.create_text_channel("ailleurs")
        shown = await opens_in(other, anne)
        await anne.presses(shown, "share")
        assert cards_in(world, other) == 1
        world.allows_all(world.channel, view_channel=False)
        refused = (await anne.presses(shown, "share")).paper
        assert "Tout le monde ne voit pas le salon de cette partie" in refused
        assert cards_in(world, other) == 1


async def opens_in(channel: Channel, person: Person) -> Paper:
    """The replay of one's past game, opened from another channel."""
    listed = (await person.types("mes-parties", channel, lesquelles="over")).paper
    return (await person.chooses(listed, "open", "1")).paper


async def test_once_a_name_is_erased_cards_are_drawn_without_it_and_deleted_ones_are_forgotten() -> None:
    store = Counting()
    async with playing(*THREE, store=store, seuil=2) as company:
        shown = await over(company)
        anne, bob, chloe = company.people
        world = company.world
        await anne.presses(shown, "share")
        assert "Bob" in card_in(world)
        (fact,) = (await store.facts("card ")).values()
        assert str(anne.id) not in fact
        assert "Anne" not in json.loads(fact).values()
        await bob.erases()
        await world.passes(30)
        card = card_in(world)
        for words in ("Bob", "partagé par"):
            assert words not in card
        assert "Anonyme 2" in card
        assert "Bob" not in " ".join(card.pictures)
        assert step(card) == step(shown)
        await world.moderator("Mod").deletes(card)
        assert await store.facts("card ")
        await chloe.erases()
        await world.passes(30)
        assert not await store.facts("card "), "it is forgotten when it would be drawn again"


async def test_only_the_newest_cards_of_a_table_are_remembered() -> None:
    store = Counting()
    async with playing(*THREE, store=store, seuil=2) as company:
        shown = await over(company)
        for _ in range(KEPT // 3 + 1):
            for _ in range(3):
                await company.host.presses(shown, "share")
            await company.world.passes(600)
        cards = [paper.id for paper in company.world.papers() if "Un moment partagé" in paper]
        known = sorted(int(key.rpartition(" ")[2]) for key in await store.facts("card "))
        assert known == sorted(cards)[-KEPT:]
        assert len(cards) > KEPT


async def test_of_a_game_that_is_forgotten_a_card_keeps_no_name_that_is_erased() -> None:
    store = Counting()
    async with playing(*THREE, store=store, seuil=2) as company:
        shown = await over(company)
        anne, bob, _ = company.people
        world = company.world
        await anne.presses(shown, "share")
        card = card_in(world)
        assert await store.forget([1], 2_000_000_000_000) == 1
        await world.restarts()
        await bob.erases()
        await world.passes(30)
        left = world.reread(card)
        assert "Ce moment partagé n’est plus gardé." in left
        assert "Bob" not in left
        assert not left.pictures
        assert left.verbs == []
