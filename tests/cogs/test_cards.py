"""Moments of a game that is over, shared with everybody in a channel."""

import json
from io import BytesIO

from discord import PermissionOverwrite
from PIL import Image

from bot.ui.pages.reel import MOST, SIZE_AT_MOST, TIMES
from bot.ui.showing.cards import KEPT
from tests.cogs.test_replays import THREE, revisits, step
from tests.support.counting_store import Counting
from tests.support.sim import Paper, World
from tests.support.sim_tasse import Company, one_sided, playing


async def over(company: Company) -> Paper:
    """A game is played to its end; its replay, as its host has it, some steps before that."""
    await company.plays_on(one_sided("Bob"))
    shown = await revisits(company.host, company.board)
    shown = await company.host.leafs(shown, "show", f"{step(shown)[1] - 1}.last")
    for _ in range(3):
        shown = await company.host.leafs(shown, "show", f"{step(shown)[0] - 2}.back")
    return shown


def card_in(world: World) -> Paper:
    return next(paper for paper in reversed(world.papers()) if "Un moment partagé" in paper)


async def test_a_card_shows_everybody_the_step_and_leads_into_the_game_from_there() -> None:
    async with playing(*THREE, seuil=2) as company:
        shown = await over(company)
        anne, world = company.host, company.world
        told = await anne.presses(shown, "share")
        assert "C’est partagé dans ce salon." in told.paper
        card = card_in(world)
        assert "partagé par **Anne**" in card
        assert step(card) == step(shown)
        assert card.pictures == shown.pictures
        assert card.verbs == ["open"]
        await world.restarts()
        seen = (await world.person("Eve").presses(card_in(world), "open")).paper
        assert step(seen) == step(shown)


async def test_a_card_that_moves_ends_with_the_step_and_says_what_it_shows() -> None:
    async with playing(*THREE, seuil=2) as company:
        shown = await over(company)
        await company.host.presses(shown, "film")
        card = card_in(company.world)
        (alt,) = card.pictures
        assert alt.startswith("Animation de ")
        assert alt.endswith(shown.pictures[0])
        (file,) = card.files
        data = await file.read()
        film = Image.open(BytesIO(data))
        assert film.format == "WEBP"
        assert 2 <= film.n_frames <= MOST
        assert film.info["loop"] == TIMES
        assert len(data) <= SIZE_AT_MOST
        (still,) = [each for each in shown.files if each.filename.endswith(".png")]
        film.seek(film.n_frames - 1)
        assert (
            film.convert("RGB").tobytes() == Image.open(BytesIO(await still.read())).convert("RGB").tobytes()
        )


async def test_the_first_step_has_nothing_that_could_move() -> None:
    async with playing(*THREE, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        shown = await revisits(company.host, company.board)
        assert "share" in shown.verbs
        assert "film" not in shown.verbs


async def test_who_may_not_write_in_a_channel_shares_nothing_there() -> None:
    async with playing(*THREE, seuil=2) as company:
        shown = await over(company)
        anne, world = company.host, company.world
        world.allows(anne, world.channel, send_messages=False)
        assert "Vous ne pouvez pas écrire dans ce salon" in (await anne.presses(shown, "share")).paper
        assert not any("Un moment partagé" in paper for paper in world.papers())


async def test_where_the_bot_may_not_write_it_says_what_it_lacks() -> None:
    async with playing(*THREE, seuil=2) as company:
        await over(company)
        anne, world = company.host, company.world
        mute = world.guild.create_text_channel(
            "muet", overwrites={world.bot.user: PermissionOverwrite(send_messages=False)}
        )
        listed = (await anne.types("mes-parties", mute, lesquelles="over")).paper
        shown = (await anne.chooses(listed, "open", "1")).paper
        refused = (await anne.presses(shown, "share")).paper
        assert "Je ne peux pas écrire dans ce salon. Il me faut y « Voir le salon »" in refused
        assert not any("Un moment partagé" in paper for paper in world.papers(mute))


async def test_a_game_of_a_channel_that_not_all_see_is_shared_only_there() -> None:
    async with playing(*THREE, seuil=2) as company:
        await over(company)
        anne, world = company.host, company.world
        other = world.guild.create_text_channel("ailleurs")
        listed = (await anne.types("mes-parties", other, lesquelles="over")).paper
        shown = (await anne.chooses(listed, "open", "1")).paper
        await anne.presses(shown, "share")
        assert any("Un moment partagé" in paper for paper in world.papers(other))
        world.allows_all(world.channel, view_channel=False)
        refused = (await anne.presses(shown, "share")).paper
        assert "Tout le monde ne voit pas le salon de cette partie" in refused
        assert sum("Un moment partagé" in paper for paper in world.papers(other)) == 1


async def test_nobody_floods_a_channel_with_cards() -> None:
    async with playing(*THREE, seuil=2) as company:
        shown = await over(company)
        anne, world = company.host, company.world
        for _ in range(3):
            await anne.presses(shown, "share")
        assert "Vous avez partagé 3 moments en peu de temps" in (await anne.presses(shown, "share")).paper
        assert sum("Un moment partagé" in paper for paper in world.papers()) == 3
        await world.passes(600)
        await anne.presses(shown, "share")
        assert sum("Un moment partagé" in paper for paper in world.papers()) == 4


async def test_once_a_name_is_erased_cards_are_drawn_without_it_and_nobody_who_shared_is_kept() -> None:
    store = Counting()
    async with playing(*THREE, store=store, seuil=2) as company:
        shown = await over(company)
        anne, bob, _ = company.people
        world = company.world
        await anne.presses(shown, "share")
        assert "Bob" in card_in(world)
        (fact,) = (await store.facts("card ")).values()
        assert str(anne.id) not in fact
        assert "Anne" not in json.loads(fact).values()
        await bob.erases()
        await world.passes(30)
        card = card_in(world)
        assert "Bob" not in card
        assert "Anonyme 2" in card
        assert "Bob" not in " ".join(card.pictures)
        assert "partagé par" not in card
        assert step(card) == step(shown)


async def test_a_card_that_was_deleted_is_forgotten_when_it_would_be_drawn_again() -> None:
    store = Counting()
    async with playing(*THREE, store=store, seuil=2) as company:
        shown = await over(company)
        anne, bob, _ = company.people
        await anne.presses(shown, "share")
        await company.world.moderator("Mod").deletes(card_in(company.world))
        assert await store.facts("card ")
        await bob.erases()
        await company.world.passes(30)
        assert not await store.facts("card ")


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
