"""Deck files that would be too much for the bot, on SimCord: read elsewhere, within bounds, one at a time."""

from __future__ import annotations

import json

import pytest

from bot.chores.backroom import Backroom, Bounds
from bot.texts import texts_for
from bot.ui.pages.limits import check
from cogs.defizz.deck_words import complaints_page
from engines.defizz.bringing import bring, make_request, read_result
from engines.defizz.deck import DECKS, built_in_deck
from engines.defizz.files import COMPLAINTS_AT_MOST, SIZE_AT_MOST, Complaint, read_file
from tests.cogs.defizz.quiz import brings, deck, stored
from tests.support.sim import Answer, World, opened

MANY = json.dumps({"cards": [{}] * 45_000}).encode()
FAULTY = deck(cards=[{}] * 900)


def listed(world: World, answer: Answer) -> list[str]:
    (report,) = answer.paper.files
    return world.file(report).decode().splitlines()


async def test_complaints_are_counted_and_the_first_ones_told() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        answer = await anne.types("defizz paquet verifier", fichier=("d.json", FAULTY))
        assert "2700 erreurs" in answer
        lines = listed(world, answer)
        assert len(lines) == COMPLAINTS_AT_MOST + 1
        assert lines[-1] == "… et 2500 autres erreurs"
        answer = await anne.types("defizz paquet verifier", fichier=("d.json", MANY))
        assert "1 erreur" in answer
        assert "plus de 1 000 cartes" in answer


@pytest.mark.parametrize("locale", ["fr", "en-GB"])
def test_of_two_hundred_long_complaints_the_page_is_one_that_discord_takes(locale: str) -> None:
    faults = [Complaint(n, "x" * 60, "bad_id") for n in range(COMPLAINTS_AT_MOST)]
    for more in (0, 1, 100_000):
        page = check(complaints_page(faults, more, texts_for(locale)))
        assert len(page.blocks[-1].data.splitlines()) == COMPLAINTS_AT_MOST + (more > 0)  # type: ignore[union-attr]


async def test_while_one_is_read_all_others_are_told_that_it_is_occupied() -> None:
    async with opened("Anne", "Bob") as world:
        anne, gerard = world.people["Anne"], world.manager("Gérard")
        async with world.bot.house.backroom.enter(anne.id):
            assert "C’est occupé" in await brings(gerard, deck())
            assert "C’est occupé" in await gerard.types("defizz paquet verifier", fichier=("d.json", MANY))
            assert "votre vérification précédente" in await anne.types(
                "defizz paquet verifier", fichier=("d.json", deck())
            )
            world.mislay_files("50-Mo.json", 50_000_000)
            assert "dépasse 1 Mio" in await brings(gerard, b"", "50-Mo.json"), "that is known at once"
        assert await stored(world) == []
        assert "est importé" in await brings(gerard, deck())


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        (Bounds(answer=10), "C’est trop lourd à vérifier"),
        (Bounds(given=10), "C’est trop lourd à vérifier"),
    ],
)
async def test_what_needs_too_much_is_refused_and_nothing_stored(bounds: Bounds, words: str) -> None:
    async with opened() as world:
        gerard, room = world.manager("Gérard"), world.bot.house.backroom
        generous, room._bounds = room._bounds, bounds
        assert words in await brings(gerard, deck())
        assert await stored(world) == []
        room._bounds = generous
        assert "est importé" in await brings(gerard, deck())


@pytest.mark.parametrize("name", ["été", 'a"b\\', "…", ""])
def test_a_deck_gets_its_name_without_being_read_again(name: str) -> None:
    for data in (deck(), DECKS.dump(built_in_deck()).encode()):
        found, own = read_result(bring(make_request(data, "x"))), read_file(data).deck
        assert own is not None
        again = DECKS.load(found.text(name))
        assert (again.name, again.cards, again.language) == (name, own.cards, own.language)
        assert DECKS.dump(again) == found.text(name), "as the bot itself would have written it"
        assert (found.name, found.cards, found.duel) == (own.name, len(own.cards), len(own.pile("duel")))


async def test_the_heaviest_files_stay_within_the_bounds() -> None:
    """Whatever fits into a file ends with complaints, not with the end of memory or time."""
    chances = [{"mode": "chance"}] * 29_000
    answers = [{"mode": "pingpong", "answers": [[1]] * 25_000}]
    fields = {f"k{n}": 1 for n in range(59_000)}
    for cards in ([{"questions": chances}], [{"questions": answers}], [fields]):
        async with Backroom().enter(1) as do:
            found = read_result(await do(bring, make_request(deck(cards=cards), "x")))
        assert len(found.complaints) == COMPLAINTS_AT_MOST
    for sign in (b",", b'"', b"[1],", b"\\"):
        async with Backroom().enter(1) as do:
            data = (b'{"a":[' + sign * SIZE_AT_MOST)[:SIZE_AT_MOST]
            assert read_result(await do(bring, make_request(data, "x"))).complaints
