"""`/profil`, badges and `/annee`: for oneself, of others, and shown to all."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.tables.digests.model import Digest
from bot.tables.model import End, Seat
from bot.ui.wire.clock import LoopClock
from tests.support.results import DAY
from tests.support.sim import Person, World, opened
from tests.support.sim_tasse import one_sided, playing
from tests.support.store import FreshStore
from tests.support.stored import begin, close, opening, seat

PEOPLE = ("Anne", "Bob", "Chloé", "David")
BLUFFER = {"said": 97, "lies": 47, "lies_caught": 10, "lies_passed": 34, "rolls": 97, "could": 41}
LUCKY = {"could_e6": 43_000_000, "var_e6": 22_000_000}
HONEST = {"won": 1, "left": 0, "seats": 3, "said": 8, "lies": 2, "free_lies": 0}
SURE = {"won": 1, "left": 0, "seats": 2, "rounds": 10, "wrong": 0}
PARIS = ZoneInfo("Europe/Paris")


def seat_of(number: int, person: Person) -> Seat:
    made = seat(str(number), person.id)
    return replace(made, people=(replace(made.people[0], name=person.name),))


async def play(
    world: World,
    *order: Person,
    ago: int = 0,
    game: str = "tasse",
    unrated: str | None = None,
    guild: int | None = None,
    channel: int = 7,
    facts: Mapping[str, int] | None = None,
) -> None:
    """A game that these people ended in this order, so many days ago; `facts` are those of the first."""
    seats = tuple(seat_of(number, person) for number, person in enumerate(order, 1))
    at = LoopClock().now() - ago * DAY
    where = {"guild_id": guild or world.guild.id, "channel_id": channel, "home_id": channel}
    begun = await world.store.commit(
        begin(await world.store.commit(opening(seats=seats, game=game, **where)))
    )
    end = End("over", (seats[0].name,), "ab" * 32)
    ended = await world.store.commit(close(begun, changed_at=at, end=end))
    places = {ordinal: ordinal + 1 for ordinal in range(len(order))}
    told = None if facts is None else {0: facts}
    await world.store.insight.keep_digest(Digest(ended.table.id, places, told, unrated, unrated), at)


@asynccontextmanager
async def company() -> AsyncIterator[tuple[World, Sequence[Person]]]:
    async with opened(*PEOPLE, store=FreshStore()) as world:
        yield world, list(world.people.values())


async def test_who_has_not_played_is_told_so_and_of_the_first_game_at_once() -> None:
    async with playing("Anne", "Bob", seuil=2) as table:
        anne = table.people[0]
        shown = (await anne.types("profil")).paper
        assert "Votre profil : La Tasse" in shown
        assert "Vous n’avez encore fini aucune partie de La Tasse ici" in shown
        assert "Montrer" not in str(shown)
        await table.plays_on(one_sided("Anne"))
        shown = (await anne.types("profil")).paper
        assert "**1 partie** finie, dont 1 classée" in shown
        assert "pas encore assez d’annonces" in shown
        shown = (await anne.types("annee")).paper
        assert "**1 partie** finie" in shown
        again = await anne.presses(shown, "open")
        assert "Étape" in again.paper or "étape" in again.paper


async def test_my_results_my_form_my_style_and_my_rivals() -> None:
    async with company() as (world, people):
        anne, bob, chloe, david = people
        for ago in range(9, 5, -1):
            await play(world, anne, bob, chloe, ago=ago, facts=BLUFFER | LUCKY)
        await play(world, bob, anne, david, chloe, ago=2, unrated="friendly")
        shown = (await anne.types("profil")).paper
        assert "**5 parties** finies, dont 4 classées" in shown
        assert "**4 gagnées** (80 %) · place moyenne **1,2** sur 3,2" in shown
        assert "Cote **" in shown
        assert "**Forme**, de la plus ancienne partie à la dernière : **1**/3 · **1**/3" in shown
        assert "**1**/3 · **1**/3 · 2/4" in shown
        assert "ment **48 %** du temps (188 sur 388 annonces)" in shown
        assert "Mensonges pris : **23 %** (40 sur 176)" in shown
        assert "dire vrai ou de montrer 164 fois sur 388 ; on en attend 172" in shown
        assert "Votre rival : **Chloé**, derrière vous 5 fois sur 5" in shown
        assert "bête noire" not in shown
        assert "David" not in shown


async def test_the_other_games_and_the_game_played_here_last() -> None:
    async with company() as (world, people):
        anne, bob, *_ = people
        reactions = {"rounds": 30, "right": 24, "wrong": 3, "none": 3, "right_timed": 24, "right_ms": 21_000}
        await play(
            world,
            anne,
            bob,
            game="diavolo",
            channel=world.channel.id,
            facts=reactions | {"fast_500": 10, "fast_750": 14},
        )
        shown = (await anne.types("profil")).paper
        assert "Votre profil : Diavolo" in shown
        assert "le bon pion **80 %** des fois, un autre 10 %, aucun 10 %, sur 30 manches" in shown
        assert "0,88 s en moyenne" in shown
        assert "la moitié en moins de 1 s" in shown
        await anne.chooses(shown, "show", f"tasse.{anne.id}", "games")
        assert "Votre profil : La Tasse" in world.reread(shown)
        assert "Votre profil : Débâcle" in (await anne.types("profil", jeu="debacle")).paper


async def test_others_see_results_and_rating_alone() -> None:
    async with company() as (world, people):
        anne, bob, chloe, _ = people
        for ago in range(4):
            await play(world, anne, bob, chloe, ago=ago, facts=BLUFFER | LUCKY)
        answer = await bob.types("profil", de=anne.member)
        shown = answer.paper
        assert "Anne : La Tasse" in shown
        assert "**4 parties** finies" in shown
        assert "Cote **" in shown
        for secret in ("Bluff", "Forme", "rival", "Chance", "Montrer", "Chloé"):
            assert secret not in str(shown)
        await bob.chooses(shown, "show", f"diavolo.{anne.id}", "games")
        assert "Encore aucune partie de Diavolo finie ici" in world.reread(shown)


async def test_a_profile_is_closed_to_strangers_and_if_its_owner_wishes() -> None:
    async with company() as (world, people):
        anne, bob, chloe, david = people
        await play(world, anne, bob)
        await play(world, chloe, david, guild=world.guild.id + 1)
        closed = "Je ne peux pas montrer ce profil"
        assert closed in await chloe.types("profil", de=anne.member)
        assert closed in await anne.types("profil", de=chloe.member)
        open_one = (await bob.types("profil", de=anne.member)).paper
        assert "Anne : La Tasse" in open_one
        said = await anne.types("mes-donnees visibilite", profil=False)
        assert "il n’y a que vous qui le voyez" in said
        assert "vous y figurez" in said
        assert closed in await bob.types("profil", de=anne.member)
        assert closed in await bob.chooses(open_one, "show", f"diavolo.{anne.id}", "games")
        assert "Votre profil" in (await anne.types("profil", de=anne.member)).paper
        await anne.types("mes-donnees visibilite", profil=True)
        assert "Anne : La Tasse" in (await bob.types("profil", de=anne.member)).paper


async def test_who_wishes_stands_in_no_ranking() -> None:
    async with company() as (world, people):
        anne, bob, chloe, david = people
        for ago in range(5):
            await play(world, anne, bob, chloe, david, ago=ago)
        said = await anne.types("mes-donnees visibilite", classement=False)
        assert "vous n’y figurez pas" in said
        theirs = (await bob.types("classement", periode="always")).paper
        assert "Anne" not in theirs
        assert "3 personnes" in theirs
        assert "` 1` **Bob (vous)**" in theirs
        assert "comme vous l’avez voulu" in (await anne.types("classement", periode="always")).paper
        await anne.types("mes-donnees visibilite", classement=True)
        assert "` 1` **Anne**" in (await bob.types("classement", periode="always")).paper


async def test_i_show_my_results_and_only_with_the_other_button_my_style() -> None:
    async with company() as (world, people):
        anne, bob, chloe, _ = people
        for ago in range(4):
            await play(world, anne, bob, chloe, ago=ago, facts=BLUFFER | LUCKY)
        mine = (await anne.types("profil")).paper
        await anne.presses(mine, "post")
        shown = world.board
        assert "Anne : La Tasse" in shown
        assert "**Forme**" in shown
        for secret in ("Bluff", "Chance", "rival", "Bob", "Chloé"):
            assert secret not in str(shown)
        await anne.presses(mine, "share")
        shown = world.board
        assert "ment **48 %** du temps" in shown
        for secret in ("rival", "bête noire", "Bob", "Chloé"):
            assert secret not in str(shown)
        theirs = (await bob.presses(shown, "mine")).paper
        assert "Votre profil : La Tasse" in theirs
        assert "**0 gagnée**" in theirs


async def test_erased_people_have_no_profile_no_badges_and_no_wishes() -> None:
    async with company() as (world, people):
        anne, bob, *_ = people
        for ago in range(4):
            await play(world, anne, bob, ago=ago)
        await play(world, bob, anne, facts=HONEST)
        theirs = (await bob.types("profil")).paper
        await bob.types("mes-donnees visibilite", classement=False, profil=True)
        await bob.erases()
        assert "**0 badge** sur 20" in (await bob.presses(theirs, "show")).paper
        assert "Je ne peux pas montrer" in await anne.types("profil", de=bob.member)
        assert "Vous n’avez encore fini" in (await bob.types("profil")).paper
        assert await world.store.insight.wishes(bob.id) == {}
        assert "Bob" not in (await anne.types("profil")).paper


async def test_english_speakers_read_english() -> None:
    async with company() as (world, people):
        dylan = world.person("Dylan", locale="en-GB")
        for ago in range(4):
            await play(world, dylan, *people, ago=ago, facts=BLUFFER | LUCKY)
        shown = (await dylan.types("profil")).paper
        assert "Your profile: La Tasse" in shown
        assert "**4 games** finished, 4 of them rated" in shown
        assert "lies **48%** of the time" in shown
        await dylan.presses(shown, "post")
        assert "Dylan: La Tasse" in world.board
        await world.store.set_server(world.guild.id, {"locale": "fr"})
        await dylan.presses(shown, "post")
        assert "Dylan : La Tasse" in world.board, "what all see is in the server's language"


async def test_a_profile_in_what_is_no_game_any_more_is_refused() -> None:
    async with company() as (world, (anne, bob, *_)):
        await play(world, anne, bob)
        shown = (await anne.types("profil")).paper
        before = len(world.papers())
        for gone in ("yams", "soiree", ""):
            old = json.loads(
                json.dumps(shown.components).replace("profile.post:tasse", f"profile.post:{gone}")
            )
            assert "n’est plus" in await anne.presses_late(replace(shown, components=old), "post", gone)
        assert len(world.papers()) == before


# -- badges ---------------------------------------------------------------------------------------------


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


async def test_english_speakers_read_of_badges_in_english() -> None:
    async with company() as (world, (_, bob, *_)):
        dylan = world.person("Dylan", locale="en-GB")
        await play(world, dylan, bob, facts=HONEST)
        mine = (await dylan.types("profil")).paper
        assert "**Badges**: Word of gold 🤝 (1 of 4)." in mine
        everything = (await dylan.presses(mine, "show")).paper
        assert "Your badges on this server" in everything
        assert "Yet to be won" in everything


# -- the year -------------------------------------------------------------------------------------------


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
        await bob.erases()
        assert "Aucune partie" in (await bob.types("annee")).paper
        shown = (await anne.types("annee")).paper
        assert "**3 parties** finies" in shown
        assert "souvent avec" not in shown
