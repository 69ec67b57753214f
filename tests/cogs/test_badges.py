"""Badges on `/profil`, on their own page, and shown to all."""

from __future__ import annotations

from tests.cogs.test_profile import company, play

HONEST = {"won": 1, "left": 0, "seats": 3, "said": 8, "lies": 2, "free_lies": 0}
SURE = {"won": 1, "left": 0, "seats": 2, "rounds": 10, "wrong": 0}


async def test_they_stand_on_my_profile_and_on_a_page_of_all() -> None:
    async with company() as (world, (anne, bob, chloe, _)):
        await play(world, anne, bob, chloe, ago=4, facts=HONEST)
        await play(world, anne, bob, game="diavolo", ago=2, facts=SURE)
        shown = (await anne.types("profil", jeu="tasse")).paper
        assert "**Badges** : Parole d’or 🤝 (1 sur 4)." in shown
        everything = (await anne.presses(shown, "show")).paper
        assert "**2 badges** sur 20" in everything
        assert "- **Parole d’or** 🤝" in everything
        assert "- **Main sûre** 🧤" in everything
        assert "- Touche-à-tout 🧭 : gagner à trois jeux différents. *À gagner*" in everything


async def test_friendly_tables_and_those_with_computers_earn_none() -> None:
    async with company() as (world, (anne, bob, *_)):
        await play(world, anne, bob, unrated="friendly", facts=HONEST)
        await play(world, anne, bob, unrated="computers", facts=HONEST)
        assert "**Badges** : aucun pour l’instant, sur 4." in (await anne.types("profil")).paper


async def test_others_see_them_only_once_they_are_shown() -> None:
    async with company() as (world, (anne, bob, *_)):
        await play(world, anne, bob, facts=HONEST)
        assert "Badges" not in (await bob.types("profil", de=anne.member)).paper
        mine = (await anne.types("profil")).paper
        await anne.presses(mine, "post")
        assert "Parole d’or" not in world.board
        everything = (await anne.presses(mine, "show")).paper
        await anne.presses(everything, "post")
        assert "Les badges d’Anne" in world.board
        assert "Parole d’or" in world.board
        assert "Touche-à-tout" not in world.board
        theirs = (await bob.presses(world.board, "show")).paper
        assert "**0 badge** sur 20" in theirs


async def test_erased_people_have_none() -> None:
    async with company() as (world, (anne, bob, *_)):
        await play(world, anne, bob, facts=HONEST)
        mine = (await anne.types("profil")).paper
        asked = (await anne.types("mes-donnees effacer")).paper
        await anne.presses(asked, "erase")
        assert "**0 badge** sur 20" in (await anne.presses(mine, "show")).paper


async def test_english_speakers_read_english() -> None:
    async with company() as (world, (_, bob, *_)):
        dylan = world.person("Dylan", locale="en-GB")
        await play(world, dylan, bob, facts=HONEST)
        mine = (await dylan.types("profil")).paper
        assert "**Badges**: Word of gold 🤝 (1 of 4)." in mine
        everything = (await dylan.presses(mine, "show")).paper
        assert "Your badges on this server" in everything
        assert "Yet to be won" in everything
