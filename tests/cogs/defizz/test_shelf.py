"""Which cards come: decks of the house, themes, difficulty, what a server has seen, and files too heavy."""

import json

import pytest

from bot.chores.backroom import Backroom, Bounds
from bot.tables.model import Denied
from bot.texts import texts_for
from bot.ui.pages.limits import check
from cogs.defizz.deck_files import complaints_page
from cogs.defizz.words import THEMES, theme_words
from cogs.evenings.programme import find_themes
from engines.defizz.deck import DECKS, Chance, built_in_deck, built_in_decks, read_deck_text
from engines.defizz.files import (
    COMPLAINTS_AT_MOST,
    SIZE_AT_MOST,
    Complaint,
    bring,
    make_request,
    read_file,
    read_result,
)
from engines.defizz.shelf import CLASSIC, FAMILIES, MIXED, TODAY, house_deck, theme_of, themes_of
from tests.bot.tables.test_shuffling import codes
from tests.cogs.defizz.company import NAME, Quiz, brings, deck, stored
from tests.engines.defizz import decks
from tests.support.sim import World, opened
from tests.support.sim_papers import Answer, Paper

ENGLISH, FRENCH = texts_for("en-GB"), texts_for("fr")
MANY = json.dumps({"cards": [{}] * 45_000}).encode()
FAULTY = deck(cards=[{}] * 900)


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


async def panel_with(quiz: Quiz, name: str) -> Paper:
    """The page of the options panel on which this list is."""
    panel = (await quiz.host.presses(quiz.board, "options")).paper
    for page in ("1", "2"):
        if any(piece.arg == name for piece in panel.pieces):
            break
        panel = await quiz.host.leafs(panel, "options", page)
    return panel


async def chooses(quiz: Quiz, name: str, *values: str) -> str:
    """The host picks these values in a list; what they are answered."""
    panel = await panel_with(quiz, name)
    first, *also = [json.dumps(value, ensure_ascii=False) for value in values]
    return str(await quiz.host.chooses(panel, "option", first, name, also))


async def test_z25_a_table_plays_with_the_themes_and_the_level_that_its_host_chose() -> None:
    async with opened("Anne", "Bob") as world:
        quiz = Quiz(world, list(world.people.values()))
        await quiz.opens()
        wanted = ("écrans", "sport et jeux", "musique", "histoire")
        await chooses(quiz, "themes", *wanted)
        await chooses(quiz, "difficulty", "hard")
        assert "Thèmes : " in quiz.board
        assert "Difficulté : difficile" in quiz.board
        await quiz.host.presses(quiz.board, "begin")
        await quiz.turns()
        table_id = quiz.board.piece("rules").table
        state = (await world.bot.house.tables._ledger.held(table_id)).vault.state
        for card in state.setup.deck.cards:
            for question in card.questions:
                assert isinstance(question, Chance) or theme_of(question) in wanted
                assert isinstance(question, Chance) or question.difficulty in (2, 3)
        await quiz.host.types("defizz stop")
        assert codes(await world.bot.house.tables.record(table_id)) == set()


async def test_z25_all_themes_chosen_are_as_none_and_no_choice_leaves_too_few_cards() -> None:
    async with opened("Anne", "Bob") as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom=NAME)
        quiz = Quiz(world, list(world.people.values()))
        await quiz.opens(TODAY)
        every = themes_of(house_deck(TODAY))
        panel = await panel_with(quiz, "themes")
        assert panel.piece("option", "themes").label == "Thèmes joués\u00a0: tous"
        assert "**Thèmes joués**" not in panel, "nothing is ticked"
        await chooses(quiz, "themes", *every)
        assert "Thèmes" not in quiz.board
        await chooses(quiz, "difficulty", "easy")
        before = str(quiz.board)
        told = await chooses(quiz, "themes", "musique")
        assert "il resterait trop peu de cartes" in told
        assert "il en faut 10 de chaque" in told
        assert str(quiz.board) == before
        assert "il resterait trop peu de cartes" in await chooses(quiz, "deck", NAME)
        assert str(quiz.board) == before


def own_deck() -> bytes:
    """A server's deck of two themes, one of which is a word of the house in other letters."""
    plain = json.loads(json.dumps(decks.MIXED))
    for number, card in enumerate(plain["cards"]):
        for question in card["questions"]:
            question["tags"] = ["Cinéma du samedi" if number % 2 else "Nos voisins"]
    return json.dumps(plain).encode()


def test_z25_every_theme_of_the_house_has_its_words() -> None:
    cards = [card for deck in built_in_decks() for card in deck.cards]
    tags = {tag for card in cards for question in card.questions for tag in question.tags}
    assert {*FAMILIES, *tags} == set(THEMES)
    assert all(theme_words(theme, FRENCH) == theme[:1].upper() + theme[1:] for theme in THEMES)


async def test_z25_whoever_reads_english_chooses_among_english_themes() -> None:
    async with opened() as world:
        dylan, bob = world.person("Dylan", locale="en-GB"), world.person("Bob")
        quiz = Quiz(world, [dylan, bob])
        await quiz.opens()
        panel = await panel_with(quiz, "themes")
        assert "Everyday life" in json.dumps(panel.components)
        assert "Vie quotidienne" not in json.dumps(panel.components)
        await chooses(quiz, "themes", "histoire", "musique", "sciences")
        assert "Themes: Science, History, Music" in quiz.board


async def test_z25_the_themes_of_a_server_stay_as_it_wrote_them() -> None:
    async with opened() as world:
        await brings(world.manager("Gérard"), own_deck(), nom=NAME)
        quiz = Quiz(world, [world.person("Dylan", locale="en-GB"), world.person("Bob")])
        await quiz.opens(NAME)
        panel = json.dumps((await panel_with(quiz, "themes")).components, ensure_ascii=False)
        assert "Cinéma du samedi" in panel
        assert "Nos voisins" in panel


def test_s3_a_theme_may_be_typed_as_it_is_shown() -> None:
    deck = house_deck(MIXED)
    assert find_themes("rivers and seas, Cinéma", deck, ENGLISH) == ("fleuves et mers", "cinéma")
    with pytest.raises(Denied) as denied:
        find_themes("rivers and seas", deck, FRENCH)
    assert "Cinéma" in denied.value.params["some"]
    assert find_themes("nos voisins", read_deck_text(own_deck().decode()), ENGLISH) == ("Nos voisins",)


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
        assert len(page.blocks[-1].data.splitlines()) == COMPLAINTS_AT_MOST + (more > 0)


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
    [(Bounds(answer=10), "C’est trop lourd à vérifier"), (Bounds(given=10), "C’est trop lourd à vérifier")],
)
async def test_what_needs_too_much_is_refused_and_nothing_stored(bounds: Bounds, words: str) -> None:
    async with opened() as world:
        gerard, room = world.manager("Gérard"), world.bot.house.backroom
        generous, room._bounds = room._bounds, bounds
        assert words in await brings(gerard, deck())
        assert await stored(world) == []
        room._bounds = generous
        assert "est importé" in await brings(gerard, deck())


def test_a_deck_gets_its_name_without_being_read_again() -> None:
    for data in (deck(), DECKS.dump(built_in_deck()).encode()):
        found, own = read_result(bring(make_request(data, "x"))), read_file(data).deck
        assert own is not None
        for name in ("été", 'a"b\\', "…", ""):
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
