"""*Revoir*: a table that is over, step by step, for whoever may know of it, after restarts, too."""

from __future__ import annotations

import re
from pathlib import Path

from db.store import SqliteStore
from tests.cogs.test_ranking import play
from tests.support.counting_store import Counting
from tests.support.sim import Paper, Person, opened
from tests.support.sim_tasse import one_sided, playing
from tests.support.store import FreshStore

THREE = ("Anne", "Bob", "Chloé")
STEP = re.compile(r"Étape (\d+) sur (\d+)")
HIDDEN = "Caché à ce moment-là"


def step(paper: Paper) -> tuple[int, int]:
    """Which step is shown, and of how many."""
    found = STEP.search(str(paper))
    assert found, paper
    return int(found[1]), int(found[2])


async def revisits(person: Person, board: Paper) -> Paper:
    return (await person.presses(board, "open")).paper


async def test_a_game_is_gone_through_from_beginning_to_end_and_tells_what_lay_under_the_cup() -> None:
    async with playing(*THREE, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        anne, world = company.host, company.world
        shown = await revisits(anne, company.board)
        number, most = step(shown)
        assert (number, most > 10) == (1, True)
        told = [str(shown)]
        for wanted in range(2, most + 1):
            await anne.presses(shown, "show", f"{wanted - 1}.on")
            shown = world.reread(shown)
            assert step(shown) == (wanted, most)
            told.append(str(shown))
        assert "**Bob** gagne la partie" in shown
        assert any(HIDDEN in page and ": un mensonge." in page for page in told)
        assert any(HIDDEN in page and ": la vérité." in page for page in told)
        await anne.presses(shown, "show", "0.first")
        assert str(world.reread(shown)) == told[0]


async def test_the_picture_of_a_step_is_put_in_words() -> None:
    async with playing(*THREE, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        bob = company.people[1]
        shown = await revisits(bob, company.board)
        assert shown.pictures
        told = (await bob.presses(shown, "words")).paper
        assert "La tasse est fermée." in told
        assert not told.pictures
        assert told.verbs == []


async def test_the_list_leads_to_a_moment() -> None:
    async with playing(*THREE, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        bob = company.people[1]
        shown = await revisits(bob, company.board)
        values = shown.piece("show", "list", is_list=True).values
        assert 2 <= len(values) <= 25
        assert list(values) == sorted(values, key=int)
        await bob.chooses(shown, "show", values[-1], "list")
        last = company.world.reread(shown)
        assert step(last)[0] == step(last)[1]


async def test_nothing_is_kept_in_memory_for_a_replay_that_somebody_has_open() -> None:
    async with playing(*THREE, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        anne = company.host
        shown = await revisits(anne, company.board)
        await anne.presses(shown, "show", "1.on")
        before = str(company.world.reread(shown))
        await company.world.restarts()
        await anne.presses(company.world.reread(shown), "show", "2.on")
        assert step(company.world.reread(shown))[0] == 3
        await anne.presses(company.world.reread(shown), "show", "1.back")
        assert str(company.world.reread(shown)) == before


async def test_who_only_sees_the_channel_may_look_too() -> None:
    async with playing(*THREE, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        assert step(await revisits(company.world.person("Eve"), company.board))[0] == 1


async def test_a_running_game_is_not_shown() -> None:
    async with playing(*THREE) as company:
        assert "open" not in company.board.verbs
        await company.host.types("tasse stop")
        shown = await revisits(company.host, company.board)
        assert step(shown) == (1, 1)
        assert "La table a été arrêtée avant la fin" in shown


async def test_a_replay_is_made_once_for_all_its_readers_and_told_of_a_packed_table(tmp_path: Path) -> None:
    store = Counting()
    async with playing(*THREE, store=store, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        store.asked.clear()
        for person in company.people:
            shown = await revisits(person, company.board)
            await person.presses(shown, "show", "1.on")
        assert store.asked["log"] == 1
    packed = await SqliteStore.open(tmp_path / "gobelet.db")
    async with playing(*THREE, store=packed, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        before = str(await revisits(company.host, company.board))
        assert await packed.put_away(1)
        await company.world.restarts()
        assert str(await revisits(company.host, company.board)) == before
    await packed.close()


async def test_erased_people_have_no_name_in_a_replay() -> None:
    async with playing(*THREE, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        anne, bob, _ = company.people
        assert "Bob" in await revisits(anne, company.board)
        asked = (await bob.types("mes-donnees effacer")).paper
        await bob.presses(asked, "erase")
        await company.world.passes(30)
        shown = await revisits(anne, company.board)
        assert "Bob" not in shown
        assert "Anonyme 2" in shown


async def test_ones_own_past_tables_are_listed_newest_first_and_lead_to_their_replays() -> None:
    async with playing(*THREE, seuil=2) as company:
        anne, eve, world = company.host, company.world.person("Eve"), company.world
        empty = (await anne.types("mes-parties", lesquelles="over")).paper
        assert "Aucune de vos parties" in empty
        await company.plays_on(one_sided("Bob"))
        await anne.types("tasse essai")
        await anne.types("tasse stop")
        shown = (await anne.types("mes-parties", lesquelles="over")).paper
        lines = [line for line in str(shown).splitlines() if "La Tasse, table" in line and "<t:" in line]
        assert ["table 2" in line for line in lines] == [True, False]
        assert "gagnée" not in lines[0], "nobody has won it"
        assert "place : " in lines[1]
        opened_page = (await anne.chooses(shown, "open", "1")).paper
        assert step(opened_page)[0] == 1
        assert "Aucune de vos parties" in (await eve.types("mes-parties", lesquelles="over")).paper
        mine = (await anne.types("mes-parties")).paper
        await anne.presses(mine, "list")
        assert "Vos parties passées" in world.reread(mine)


async def test_a_long_list_has_pages() -> None:
    async with opened("Anne", "Bob", store=FreshStore()) as world:
        anne, bob = world.people["Anne"], world.people["Bob"]
        for ago in range(20):
            await play(world, anne, bob, ago=ago)
        shown = (await anne.types("mes-parties", lesquelles="over")).paper
        assert str(shown).count("<t:") == 15
        await anne.presses(shown, "list", "15.older")
        older = world.reread(shown)
        assert str(older).count("<t:") == 5
        await anne.presses(older, "list", "0.newer")
        assert str(world.reread(shown)) == str(shown)
        broken = (await anne.chooses(world.reread(shown), "open", "1")).paper
        assert "je ne peux plus la rejouer" in broken, "it tells of no rules, and was so begun by the first"
