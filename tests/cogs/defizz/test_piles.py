"""Z18 on SimCord: a server does not see a card again before its pile is through, whatever comes between."""

from __future__ import annotations

from tests.cogs.defizz.quiz import Quiz, brings, deck
from tests.support.sim import World, opened

PILE = 3
"""Cards in each pile of the server's deck."""


async def game(world: World, name: str, turns: int) -> list[str]:
    """A game with this deck, ended after so many turns; the cards that were turned."""
    quiz = Quiz(world, list(world.people.values())[:2])
    await quiz.opens(name)
    await quiz.host.presses(quiz.board, "begin")
    seen = [await quiz.turns()]
    for _ in range(turns - 1):
        console = (await quiz.host.presses(quiz.board, "console")).paper
        await quiz.host.presses(console, "order", "void")
        await quiz.host.presses(world.reread(console), "order", "void.yes")
        seen.append(await quiz.turns())
    await quiz.host.types("defizz stop")
    return seen


async def test_z18_no_card_comes_again_before_its_pile_is_through() -> None:
    """Across games, a restart, games with another deck in between, and a deck that is mended meanwhile."""
    async with opened("Anne", "Bob") as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        own = await game(world, "quiz", 2)
        assert len(set(await game(world, "", 2))) == 2
        await world.restarts()
        own += await game(world, "quiz", 1)
        await brings(gerard, deck(licence="CC0"), nom="quiz")
        own += await game(world, "quiz", 3)

        through = 0
        for kind in "dm":
            pile = [card for card in own if card[0] == kind]
            for start in range(0, len(pile), PILE):
                part = pile[start : start + PILE]
                assert len(set(part)) == len(part), own
                through += len(part) == PILE
        assert through, "a pile went through"
        assert len(set(own)) < len(own), "and began again"


async def test_z18_a_deck_that_was_played_through_is_told_as_seen() -> None:
    async with opened("Anne", "Bob") as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        known: dict[str, set[str]] = {"d": set(), "m": set()}
        through = 0
        while through < 2:
            for card in await game(world, "quiz", PILE):
                pile = known[card[0]]
                if len(pile) == PILE:
                    pile.clear()
                pile.add(card)
            through = sum(len(pile) == PILE for pile in known.values())
            listed = str(await gerard.types("defizz paquet lister"))
            assert f"quiz** · 6 cartes · {sum(map(len, known.values()))} déjà vue" in listed


async def test_z18_what_one_server_has_seen_is_new_to_another() -> None:
    async with opened("Anne", "Bob") as world:
        there = world.elsewhere("Le Tripot")
        for place in (world, there):
            await brings(place.manager("Gérard"), deck(), nom="quiz")
        zoe, _ = there.person("Zoé"), there.person("Max")
        await game(world, "quiz", 2)
        listed = str(await zoe.types("defizz paquet lister"))
        assert "quiz** · 6 cartes · 0 déjà vue" in listed
        assert "quiz** · 6 cartes · 2 déjà vues" in await world.people["Anne"].types("defizz paquet lister")
