"""`/annee`: for oneself, and shown to all."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from bot.ui.wire.clock import LoopClock
from tests.cogs.test_badges import HONEST
from tests.cogs.test_profile import company, play
from tests.support.sim_tasse import one_sided, playing

PARIS = ZoneInfo("Europe/Paris")


def this() -> int:
    """The year in which the world is."""
    return datetime.fromtimestamp(LoopClock().now() / 1000, PARIS).year


async def test_my_year_in_words_and_as_a_card() -> None:
    async with company() as (world, (anne, bob, chloe, _)):
        for _ in range(3):
            await play(world, anne, bob, chloe, facts=HONEST)
        await play(world, bob, anne, game="diavolo")
        shown = (await anne.types("annee")).paper
        assert f"Votre année {this()} sur ce serveur" in shown
        assert "**4 parties** finies, **3 gagnées**" in shown
        assert "**Meilleure place, La Tasse** : 1 sur 3" in shown
        assert "**Le plus souvent avec** : Bob, 4 parties" in shown
        assert "**Badges gagnés** : Parole d’or 🤝" in shown
        assert "**Cote, La Tasse** : de 1500 à" in shown
        (said,) = shown.pictures
        assert said.replace("\u00a0", " ").startswith(f"L’année {this()} d’Anne. Parties : 4. Victoires : 3.")


async def test_i_show_it_without_company_and_badges() -> None:
    async with company() as (world, (anne, bob, *_)):
        for _ in range(3):
            await play(world, anne, bob, facts=HONEST)
        mine = (await anne.types("annee")).paper
        await anne.presses(mine, "post")
        board = world.board
        assert f"L’année {this()} d’Anne" in board
        assert "**Badges gagnés** : 1" in board
        for hidden in ("Bob", "Parole d’or"):
            assert hidden not in str(board)
        theirs = (await bob.presses(board, "mine")).paper
        assert f"Votre année {this()}" in theirs
        assert "**3 parties** finies" in theirs


async def test_another_year_and_one_without_games() -> None:
    async with company() as (world, (anne, bob, *_)):
        await play(world, anne, bob, ago=99)
        assert "**1 partie** finie" in (await anne.types("annee", annee=this() - 1)).paper
        assert (
            f"Aucune partie finie ici en {this() - 5}" in (await anne.types("annee", annee=this() - 5)).paper
        )
        assert "Aucune partie" in (await bob.types("annee", annee=2015)).paper


async def test_other_servers_and_erased_people_are_not_told_of() -> None:
    async with company() as (world, (anne, bob, *_)):
        await play(world, anne, bob, guild=world.guild.id + 1)
        assert "Aucune partie" in (await anne.types("annee")).paper
        for _ in range(3):
            await play(world, anne, bob)
        asked = (await bob.types("mes-donnees effacer")).paper
        await bob.presses(asked, "erase")
        assert "Aucune partie" in (await bob.types("annee")).paper
        shown = (await anne.types("annee")).paper
        assert "**3 parties** finies" in shown
        assert "souvent avec" not in shown


async def test_the_best_game_can_be_looked_at_again() -> None:
    async with playing("Anne", "Bob", seuil=2) as table:
        await table.plays_on(one_sided("Anne"))
        shown = (await table.people[0].types("annee")).paper
        assert "**1 partie** finie" in shown
        again = await table.people[0].presses(shown, "open")
        assert "Étape" in again.paper or "étape" in again.paper


async def test_english_speakers_read_english() -> None:
    async with company() as (world, (_, bob, *_)):
        dylan = world.person("Dylan", locale="en-GB")
        await play(world, dylan, bob)
        shown = (await dylan.types("annee")).paper
        assert f"Your year {this()} on this server" in shown
        assert "**1 game** finished, **1 won**" in shown
