"""`/des bilan`: all dice of a server, said in words, shown to all if somebody wishes."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.insight.luck import Rolled
from bot.tables.digests.model import Digest
from tests.support.sim import Person, World, opened
from tests.support.sim_tasse import one_sided, playing
from tests.support.store import FreshStore
from tests.support.stored import begin, close, opening, seat

EVEN = Rolled((1010, 990, 1025, 1003, 987, 985), 12, 1)
BIASED = Rolled((980, 980, 980, 980, 980, 1100), 0, 1)
WILD = Rolled((900, 900, 900, 900, 900, 1500), 1, 1)


async def play(world: World, rolled: Rolled, game: str = "tasse", guild: int | None = None) -> None:
    """A game that is over, at which this was rolled."""
    where = {"guild_id": guild or world.guild.id, "channel_id": 7, "home_id": 7, "game": game}
    begun = await world.store.commit(begin(await world.store.commit(opening(seats=(seat("1", 1),), **where))))
    ended = await world.store.commit(close(begun, "1"))
    digest = Digest(ended.table.id, {0: 1}, None, None, None, rolled)
    await world.store.insight.keep_digest(digest, 0)


@asynccontextmanager
async def tavern() -> AsyncIterator[tuple[World, Person]]:
    async with opened("Anne", store=FreshStore()) as world:
        yield world, world.people["Anne"]


async def test_where_little_or_nothing_was_rolled_it_says_so() -> None:
    async with tavern() as (world, anne):
        shown = (await anne.types("des bilan")).paper
        assert "Bilan des dés" in shown
        assert "Aucun dé à six faces n’a encore roulé ici" in shown
        assert shown.pictures == []
        assert "Montrer" not in str(shown.components)
        await play(world, Rolled((1, 0, 0, 0, 0, 0), 0, 1))
        shown = (await anne.types("des bilan")).paper
        assert "**1 dé** à six faces" in shown
        assert "encore trop peu pour en juger : il en faut 60" in shown
        assert "khi carré" not in shown
        answer = await world.done(lambda: anne.member.user.slash("des bilan"))
        assert "Cela se demande sur un serveur" in answer


async def test_even_dice_are_told_face_by_face_and_are_nothing_unusual() -> None:
    async with tavern() as (world, anne):
        await play(world, EVEN)
        await play(world, WILD, guild=world.guild.id + 1)
        shown = (await anne.types("des bilan")).paper
        assert "**6 000 dés** à six faces, dans 1 table terminée de ce serveur." in shown
        assert "On attend chaque face une fois sur six : 1 000 fois." in shown
        for line in ("**1** : 1 010 fois (+10)", "**2** : 990 fois (−10)", "**6** : 985 fois (−15)"):
            assert line in shown
        assert "un écart pareil ou plus grand arrive **9 fois sur 10** : rien d’inhabituel" in shown
        assert "khi carré de 1,2, à 5 degrés" in shown
        assert "N’y sont pas non plus 12 autres tirages" in shown
        assert "parties d’essai et ordinateurs compris. Ce qui se lance pour apprendre" in shown
        assert "`/des verifier`" in shown
        (said,) = shown.pictures
        assert said == (
            "Six barres, une par face. 1 : 1 010 fois, 2 : 990 fois, 3 : 1 025 fois, 4 : 1 003 fois, "
            "5 : 987 fois, 6 : 985 fois. Une ligne dit ce qu’on attend : 1 000."
        )


async def test_what_is_rare_is_said_plainly_with_what_to_do() -> None:
    async with tavern() as (world, anne):
        await play(world, BIASED)
        shown = (await anne.types("des bilan")).paper
        assert "**C’est rare**" in shown
        assert "n’arrive qu’**une fois sur 29**" in shown
        assert "un bilan honnête sur vingt. Pour savoir, vérifiez : `/des verifier` refait" in shown
        assert "dites-le à" not in shown
        await play(world, WILD)
        shown = (await anne.types("des bilan")).paper
        assert "**une fois sur un million, ou moins**" in shown
        assert "dites-le à la personne qui fait tourner ce bot" in shown


async def test_one_game_alone_and_without_dice_nothing_is_a_die() -> None:
    async with tavern() as (world, anne):
        await play(world, EVEN)
        await play(world, BIASED, game="desfausse")
        await play(world, Rolled((5, 5, 5, 5, 5, 5), 8, 1), game="soiree")
        shown = (await anne.types("des bilan")).paper
        assert "**12 000 dés** à six faces, dans 2 tables terminées" in shown
        assert "pas non plus 50 autres tirages" in shown
        await anne.chooses(shown, "show", "desfausse", "games")
        changed = world.reread(shown)
        assert "Bilan des dés : DESfausse" in changed
        assert "**6 000 dés**" in changed
        assert "**C’est rare**" in changed
        assert "autres tirages" not in changed
        typed = (await anne.types("des bilan", jeu="tasse")).paper
        assert "Bilan des dés : La Tasse" in typed
        assert "rien d’inhabituel" in typed
        assert "Aucun dé" in (await anne.types("des bilan", jeu="debacle")).paper


async def test_it_is_shown_to_all_in_the_language_of_the_server() -> None:
    async with tavern() as (world, _):
        dylan = world.person("Dylan", locale="en-GB")
        await play(world, EVEN)
        await play(world, BIASED, game="desfausse")
        mine = (await dylan.types("des bilan", jeu="tasse")).paper
        assert "**6,000 six-sided dice**, at 1 finished table of this server." in mine
        assert "comes **9 times in 10**: nothing unusual" in mine
        await world.store.set_server(world.guild.id, {"locale": "fr"})
        await dylan.presses(mine, "post")
        assert "Bilan des dés : La Tasse" in world.board
        assert "rien d’inhabituel" in world.board
        assert "Montrer" not in str(world.board.components)
        assert len(world.board.pictures) == 1


async def test_an_old_button_of_what_is_no_game_any_more_is_refused() -> None:
    async with tavern() as (world, anne):
        await play(world, EVEN)
        shown = (await anne.types("des bilan", jeu="tasse")).paper
        for gone in ("yams", "soiree", ""):
            old = json.loads(json.dumps(shown.components).replace("dice.post:tasse", f"dice.post:{gone}"))
            assert "n’est plus" in await anne.presses_late(replace(shown, components=old), "post", gone)


async def test_dice_are_counted_as_soon_as_a_game_is_over() -> None:
    async with playing("Anne", "Bob", seuil=2) as company:
        anne = company.people[0]
        assert "Aucun dé" in (await anne.types("des bilan")).paper
        await company.plays_on(one_sided("Anne"))
        shown = (await anne.types("des bilan")).paper
        assert "dans 1 table terminée" in shown
        log = [draw for entry in await company.world.store.log(1) for draw in entry.draws]
        dice = sum(sides == 6 for sides, _ in log)
        assert f"**{dice} dés**" in shown
