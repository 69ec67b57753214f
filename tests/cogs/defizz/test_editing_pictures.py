"""The picture of a question in `/defizz paquet modifier`: brought, chosen, replaced, taken away (Z26)."""

import json
from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image

from bot.tables.decks import Room
from bot.texts import texts_for
from cogs.defizz.deck_files import pictures_of
from cogs.defizz.editing import _choices
from engines.defizz.editing import NOTHING, Book
from tests.cogs.defizz.company import Quiz, brings, deck
from tests.cogs.defizz.test_packs import asking, packed, photo
from tests.support.sim import Person, World, opened
from tests.support.sim_papers import Answer, Paper

ALT = "rouge partout, aucun signe"


def test_z26_the_pictures_to_choose_from_begin_with_the_questions_own_and_those_of_unfinished_cards() -> None:
    def card(*digits: str) -> dict[str, Any]:
        return {"questions": [{"picture": {"name": digit * 64, "alt": ALT}} for digit in digits]}

    done, begun = (card("a", "b"), card("c", "d")), (card("e", "b"), card("f"))
    own = done[1]["questions"][1]
    listed = _choices(Book({}, done, begun), own, texts_for("fr"))
    assert [choice.value[0] for choice in listed] == [NOTHING, "d", "e", "b", "f", "a", "c"]
    assert [choice.value[0] for choice in listed if choice.chosen] == ["d"]


async def opens(person: Person, world: World, place: int = 0, card: int = 0) -> tuple[Answer, Paper]:
    """Open the form of a question's picture; the form, and the panel with its button."""
    panel = (await person.types("defizz paquet modifier", nom="quiz")).paper
    await person.chooses(panel, "card", panel.piece("card").values[card])
    panel = world.reread(panel)
    arg = [piece.arg for piece in panel.pieces if piece.verb == "picture"][place]
    return await person.presses(panel, "picture", arg), panel


async def hangs(
    person: Person, world: World, place: int = 0, card: int = 0, **fields: Any
) -> tuple[Answer, Paper]:
    """Fill the form of a question's picture; what is answered, and the panel as it is then."""
    form, panel = await opens(person, world, place, card)
    answer = await person.fills(form, panel, **fields)
    return answer, world.reread(panel)


async def pictures(world: World) -> list[dict[str, str] | None]:
    """What the questions of the deck show, in its order."""
    plain = json.loads(await world.store.load_deck(world.guild.id, "quiz") or "")
    return [one.get("picture") for card in plain["cards"] for one in card["questions"]]


async def test_z26_a_picture_is_brought_shown_replaced_and_taken_away() -> None:
    async with opened("Anne", "Bob") as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        _, panel = await hangs(
            gerard, world, file=("un été.jpg", photo(3000, "JPEG", comment=b"home")), alt=ALT
        )
        (shown,) = [file for file in panel.files if file.filename == "image-1.webp"]
        assert ALT in json.dumps(panel.components, ensure_ascii=False)
        with Image.open(BytesIO(world.file(shown))) as kept:
            assert (kept.format, kept.size) == ("WEBP", (1000, 500))
        (first,) = pictures_of(await world.store.load_deck(world.guild.id, "quiz") or "")
        assert b"home" not in (await world.store.load_picture(first) or b"")
        assert (await pictures(world))[0] == {"name": first, "alt": ALT}

        await hangs(gerard, world, file=("b.png", photo(colour="blue")), alt="bleu partout, aucun signe")
        second = (await pictures(world))[0]
        assert second["name"] != first
        assert second["alt"] == "bleu partout, aucun signe"

        await hangs(gerard, world, 1, kept=[second["name"]], alt=ALT)
        assert (await pictures(world))[1] == {"name": second["name"], "alt": ALT}
        await hangs(gerard, world, 0, kept=["-"])
        assert [one is None for one in (await pictures(world))[:2]] == [True, False]


async def test_z26_a_drawing_of_the_bot_is_hung_by_its_name() -> None:
    async with opened() as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        _, panel = await hangs(gerard, world, drawing="drapeau/japon", alt="un disque au milieu")
        assert (await pictures(world))[0] == {"name": "drapeau/japon", "alt": "un disque au milieu"}
        assert [file.filename for file in panel.files] == ["image-1.webp"]
        form, panel = await opens(gerard, world)
        assert "drapeau/japon" in json.dumps(form.form, ensure_ascii=False)
        await gerard.fills(form, panel, drawing="", alt="")
        assert (await pictures(world))[0] is None


async def test_z26_a_bad_picture_is_refused_by_its_reason_and_nothing_is_changed() -> None:
    file = ("a.png", photo())
    bad: list[tuple[dict[str, Any], str]] = [
        ({"file": ("a.png", b"GIF89a"), "alt": ALT}, "a.png : ce n’est pas une image"),
        ({"file": ("a.gif", photo(form="GIF")), "alt": ALT}, "ce n’est pas une image"),
        ({"file": ("a.png", photo(4001)), "alt": ALT}, "plus de 4 000 pixels"),
        ({"file": ("a.png", photo()[:60]), "alt": ALT}, "ce n’est pas une image"),
        ({"file": ("a.png", bytes(1024 * 1024 + 1)), "alt": ALT}, "cette image dépasse 1 Mio"),
        ({"file": file}, "Ce qu’on y voit : il manque"),
        ({"file": file, "alt": "court"}, "Ce qu’on y voit : la description d’une image a de 10 à 300 signes"),
        ({"alt": ALT}, "Image : il manque"),
        ({"drawing": "drapeau/nulle-part", "alt": ALT}, "ne porte ce nom"),
        ({"drawing": "ab" * 32, "alt": ALT}, "ne porte ce nom"),
        ({"file": file, "drawing": "drapeau/japon", "alt": ALT}, "il y a deux images à la fois"),
    ]
    async with opened() as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        before = await world.store.load_deck(world.guild.id, "quiz")
        for fields, why in bad:
            answer, _ = await hangs(gerard, world, **fields)
            told = str(answer).replace("\\", "").replace("\u00a0", " ").replace("\u202f", " ")
            assert "Rien n’a été enregistré" in told, (fields, told)
            assert why in told, (fields, told)
        assert await world.store.load_deck(world.guild.id, "quiz") == before


async def test_z26_what_was_typed_about_a_refused_picture_is_not_lost() -> None:
    """Nor what was typed beside a file that cannot be had."""
    async with opened() as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        world.mislay_files("perdu.png", 10)
        refused, _ = await hangs(gerard, world, file=("perdu.png", photo()), alt=ALT)
        assert "Discord ne me donne pas ce fichier" in refused
        again, _ = await opens(gerard, world)
        assert ALT in json.dumps(again.form, ensure_ascii=False)
        refused, _ = await hangs(gerard, world, file=("a.png", b"no picture"), alt=ALT)
        again = await gerard.presses(refused.paper, "picture")
        assert ALT in json.dumps(again.form, ensure_ascii=False)
        await gerard.fills(again, refused.paper, file=("a.png", photo()), alt=ALT)
        assert (await pictures(world))[0] is not None


async def test_z26_who_manages_the_server_no_more_hangs_nothing() -> None:
    async with opened() as world:
        role = world.guild.create_role("chef", permissions=discord.Permissions(manage_guild=True))
        chief = world.person("Max", roles=[role])
        await brings(chief, deck(), nom="quiz")
        form, panel = await opens(chief, world)
        role._role.permissions = 0
        answer = await chief.fills(form, panel, file=("a.png", photo()), alt=ALT)
        assert "Gérer le serveur" in answer
        assert set(await pictures(world)) == {None}


async def test_z26_a_question_with_a_picture_of_the_form_is_played_with_it() -> None:
    async with opened("Anne", "Bob") as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        total = len(await pictures(world))
        for card in range(total // 3):
            for place in range(3):
                await hangs(gerard, world, place, card, file=("a.png", photo(side=60 + card)), alt=ALT)
        quiz = Quiz(world, [world.people["Anne"], world.people["Bob"]])
        await quiz.opens("quiz")
        await quiz.host.presses(quiz.board, "begin")
        await quiz.poses()
        (file,) = quiz.board.files
        with Image.open(BytesIO(world.file(file))) as shown:
            assert (file.filename, shown.format) == ("question.webp", "WEBP")


async def test_z26_a_full_bot_says_so_and_takes_what_has_no_new_picture() -> None:
    red, blue = ("a.png", photo()), ("b.png", photo(colour="blue"))
    async with opened() as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        await hangs(gerard, world, file=red, alt=ALT)
        size = (await world.store.weigh_pictures()).size
    for room, why in (
        (Room(all=size), "Le bot n’a plus de place pour des images"),
        (Room(server=size), "Les images des paquets de ce serveur"),
        (Room(deck=size), "Les images d’un paquet"),
    ):
        async with opened(room=room) as world:
            gerard = world.manager("Gérard")
            await brings(gerard, deck(), nom="quiz")
            await hangs(gerard, world, file=red, alt=ALT)
            answer, _ = await hangs(gerard, world, 1, file=blue, alt=ALT)
            assert why in answer
            assert (await pictures(world))[1] is None
            packed_deck = packed(("d.json", asking("b.png")), ("b.png", blue[1]))
            assert ("Rien n’a changé" in await brings(gerard, packed_deck, "q.zip", nom="autre")) is (
                room.deck > size
            )
            await hangs(gerard, world, alt="tout est rouge ici")
            first = (await pictures(world))[0]
            assert first["alt"] == "tout est rouge ici"


@pytest.mark.parametrize(
    "late",
    [
        {"file": ("c.png", photo(colour="green")), "alt": "vert partout, aucun signe"},
        {"alt": "rouge, vraiment partout"},
        {"kept": ["-"], "alt": ""},
        {"drawing": "drapeau/japon", "alt": "un disque au milieu"},
    ],
    ids=["brought", "described", "taken away", "drawn"],
)
async def test_z26_who_comes_later_with_a_picture_is_told_and_undoes_nothing(late: dict[str, Any]) -> None:
    async with opened() as world:
        gerard, max_ = world.manager("Gérard"), world.manager("Max")
        await brings(gerard, deck(), nom="quiz")
        await hangs(gerard, world, file=("a.png", photo()), alt=ALT)
        form, panel = await opens(max_, world)
        await hangs(gerard, world, file=("b.png", photo(colour="blue")), alt="bleu partout, aucun signe")
        now = await world.store.load_deck(world.guild.id, "quiz")
        assert "entre-temps" in await max_.fills(form, panel, **late)
        assert await world.store.load_deck(world.guild.id, "quiz") == now
