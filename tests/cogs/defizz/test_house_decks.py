"""Z23 on SimCord: the decks that come with the game are chosen like a server's own."""

from __future__ import annotations

from engines.defizz.deck import built_in_decks
from engines.defizz.shelf import CLASSIC, HOUSE_DECKS, MIXED, TODAY, house_deck
from tests.cogs.defizz.quiz import Quiz, brings, deck, stored
from tests.support.sim import opened


def test_z23_the_usual_deck_has_all_cards_of_the_house_once() -> None:
    classic, today = built_in_decks()
    ids = [card.id for card in house_deck(MIXED).cards]
    assert len(set(ids)) == len(ids) == len(classic.cards) + len(today.cards)
    assert (house_deck(CLASSIC), house_deck(TODAY)) == (classic, today)
    assert all(house_deck(name).pile(kind) for name in HOUSE_DECKS for kind in ("duel", "multi"))


async def test_z23_the_host_chooses_one_of_the_house_and_its_cards_come() -> None:
    async with opened("Anne", "Bob") as world:
        seen: list[str] = []
        for name, shown in ((TODAY, "Paquet : d’aujourd’hui"), (CLASSIC, "Paquet : classique"), (MIXED, "")):
            quiz = Quiz(world, list(world.people.values()))
            await quiz.opens()
            await quiz.takes(name)
            assert shown in quiz.board
            assert shown or "Paquet" not in quiz.board
            await quiz.host.presses(quiz.board, "begin")
            seen.append(await quiz.turns())
            assert seen[-1] in {card.id for card in house_deck(name).cards}
            await quiz.host.types("defizz stop")
        listed = str(await quiz.host.types("defizz paquet lister"))
        cards = {card.id for card in house_deck(CLASSIC).cards}
        told = f"classique** · {len(cards)} cartes · {len(cards.intersection(seen))} déjà vue"
        assert told in listed


async def test_z23_no_deck_that_is_brought_takes_a_name_of_the_house() -> None:
    async with opened("Anne") as world:
        await brings(world.manager("Gérard"), deck(), nom=f" {TODAY}")
        assert await stored(world) == [("aujourdhui", 6)]
