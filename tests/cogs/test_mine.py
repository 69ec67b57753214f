"""`/mes-parties` and `/mes-donnees`."""

import json

from tests.support.sim import opened
from tests.support.sim_tasse import one_sided, playing

THREE = ("Anne", "Bob", "Chloé")


async def test_no_table_is_mine() -> None:
    async with opened("Anne") as world:
        assert "Vous n’êtes à aucune table" in await world.people["Anne"].types("mes-parties")


async def test_my_tables_say_whose_turn_it_is() -> None:
    async with playing(*THREE) as company:
        assert "à vous de jouer" in await company.holder.types("mes-parties")
        other = company.others[0]
        assert f"c’est à {company.holder.name}" in await other.types("mes-parties")
        await company.host.types("tasse stop")
        assert "Vous n’êtes à aucune table" in await other.types("mes-parties")


async def test_my_data_come_by_private_message() -> None:
    async with playing(*THREE) as company:
        bob = company.people[1]
        await company.rolls()
        assert "parties en message privé" in await bob.types("mes-donnees exporter")
        (file,) = bob.letter.page.attachments
        data = json.loads(company.world.file(file))
        assert data["user_id"] == bob.id
        assert [seat["name"] for seat in data["seats"]] == ["Bob"]
        assert "seed" not in json.dumps(data)


async def test_my_data_with_closed_private_messages() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        anne.closes_private_messages()
        assert "messages privés sont fermés" in await anne.types("mes-donnees exporter")


async def test_erasing_asks_first_and_leaves_the_table() -> None:
    async with playing(*THREE, seuil=2) as company:
        bob = company.people[1]
        asked = (await bob.types("mes-donnees effacer")).paper
        assert "C’est définitif" in asked
        assert "**Bob** 0" in company.board
        await bob.presses(asked, "erase")
        assert "C’est fait" in company.world.reread(asked)
        assert "Bob" not in company.board
        await company.plays_on(one_sided("Anne"))
        assert "Bob" not in company.board
        assert "Anonyme" in company.board


async def test_the_host_may_erase_themselves() -> None:
    async with playing(*THREE) as company:
        asked = (await company.host.types("mes-donnees effacer")).paper
        await company.host.presses(asked, "erase")
        assert "Anne" not in company.board
        assert "La table est arrêtée" in await company.people[1].types("tasse stop")
