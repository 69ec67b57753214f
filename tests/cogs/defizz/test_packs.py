"""Z26: questions that show pictures, drawn by the house or brought in a zip, which name nothing."""

import json
from dataclasses import replace
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from PIL import Image

from bot.tables.tasks import Tasks
from bot.texts import texts_for
from bot.ui.pages.page import Page, Sketch, Stored, Text
from bot.ui.pages.page import Picture as Shown
from bot.ui.wire.studio import Studio
from cogs.defizz.deck_files import pictures_of
from cogs.defizz.drawings import HEIGHT, HouseDrawing, sketch_picture
from engines.defizz.atlas.maps import MAPS, find_sheet
from engines.defizz.deck import Picture, built_in_decks
from engines.defizz.drawings import DRAWINGS, key_of
from engines.defizz.faults import examine
from engines.defizz.shapes import Disc, Line
from tests.cogs.defizz.company import Quiz, brings, stored
from tests.cogs.defizz.table import DUEL_100, FACE, MULTI_100, DefizzTable
from tests.cogs.soiree.company import Company as Soiree
from tests.engines.defizz.decks import MIXED, chrono, cible, deck, pingpong
from tests.engines.soiree.decks import themed
from tests.support.plain_page import plain
from tests.support.sim import opened

ALT = "rouge partout, aucun signe"
SHOWN = {"name": "drapeau/japon", "alt": "Un disque rouge sur fond blanc."}
DISC = "Disque rouge, fond blanc."


def asking(*names: str) -> bytes:
    """A deck of which the first questions show these pictures."""
    cards: list[dict[str, Any]] = json.loads(json.dumps(MIXED["cards"]))
    for card, name in zip(cards, names, strict=False):
        card["questions"][0]["picture"] = {"name": name, "alt": ALT}
    return json.dumps({**MIXED, "cards": cards}).encode()


def photo(side: int = 40, form: str = "PNG", colour: str = "red", **said: Any) -> bytes:
    """A picture of one colour, this wide and half as high."""
    painted = BytesIO()
    Image.new("RGB", (side, side // 2), colour).save(painted, form, **said)
    return painted.getvalue()


def packed(*files: tuple[str, bytes]) -> bytes:
    """A zip with these files."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return made.getvalue()


DECK = ("paquet.json", asking("a.png"))
BOMB = packed(DECK, ("a.png", b"\0" * 3_000_000))
BAD: dict[str, tuple[bytes, str]] = {
    "cut off": (packed(DECK, ("a.png", photo()))[:-30], "ce zip est abîmé"),
    "a bomb": (BOMB, "a.png : cette image dépasse 1 Mio"),
    "a bomb of a deck": (packed(("d.json", b"0" * 3_000_000)), "le fichier dépasse 1 Mio"),
    "no deck": (packed(("a.png", photo())), "le zip ne contient pas de paquet"),
    "two decks": (packed(DECK, ("b.csv", b"x")), "plusieurs paquets"),
    "a path upwards": (packed(DECK, ("../a.png", photo())), "ce chemin n’est pas permis"),
    "a path from the root": (packed(DECK, ("/etc/a.png", photo())), "ce chemin n’est pas permis"),
    "a program": (packed(DECK, ("a.exe", b"MZ")), "a.exe : ce fichier n’est ni un paquet"),
    "a name twice": (packed(DECK, ("x/a.png", photo()), ("y/a.png", photo())), "deux fichiers du zip"),
    "not named": (packed(DECK, ("a.png", photo()), ("b.png", photo())), "aucune question ne montre"),
    "missing": (packed(("d.json", asking("b.png"))), "aucun dessin, et aucune image du zip"),
    "a digest for a name": (packed(("d.json", asking("0" * 64))), "aucun dessin, et aucune image du zip"),
    "no picture": (packed(DECK, ("a.png", b"GIF89a")), "ce n’est pas une image"),
    "another type": (packed(DECK, ("a.png", photo(form="GIF"))), "ce n’est pas une image"),
    "cut off picture": (packed(DECK, ("a.png", photo(900)[:200])), "ce n’est pas une image"),
    "too wide": (packed(DECK, ("a.png", photo(4001))), "plus de 4 000 pixels"),
    "too many": (packed(DECK, *((f"{n}.png", b"") for n in range(61))), "plus de 60 images"),
}


async def test_z26_of_a_bad_zip_nothing_is_stored_and_it_is_told_why() -> None:
    async with opened() as world:
        gerard = world.manager("Gérard")
        for what, (data, why) in BAD.items():
            answer = str(await brings(gerard, data, "quiz.zip")).replace("\\", "")
            assert why in answer.replace("\u00a0", " ").replace("\u202f", " "), (what, answer)
        assert await stored(world) == []


async def test_z26_pictures_are_painted_anew_kept_and_given_back() -> None:
    wide = photo(3000, "JPEG", comment=b"taken at home")
    shown = asking("a.jpg", "b.png", "drapeau/japon")
    data = packed(("q/d.json", shown), ("q/a.jpg", wide), ("q/b.png", photo()))
    async with opened() as world:
        gerard = world.manager("Gérard")
        world.works_apart()
        assert "est importé" in str(await brings(gerard, data, "quiz.zip", nom="quiz"))
        text = await world.store.load_deck(world.guild.id, "quiz")
        assert text is not None
        first, second = pictures_of(text)
        content = await world.store.load_picture(first)
        assert content is not None
        assert b"home" not in content
        with Image.open(BytesIO(content)) as kept:
            assert (kept.format, kept.size) == ("WEBP", (1000, 500))
        exported = world.file((await gerard.types("defizz paquet exporter", nom="quiz")).paper.files[0])
        with ZipFile(BytesIO(exported)) as archive:
            assert archive.namelist() == ["paquet.json", "image-01.webp", "image-02.webp"]
            assert second not in archive.read("paquet.json").decode()
        assert "est remplacé" in str(await brings(gerard, exported, "paquet.zip", nom="quiz"))
        assert await stored(world) == [("quiz", 6)]


async def test_z26_the_board_shows_a_picture_of_the_store_or_says_it_in_words() -> None:
    digest, data, tasks = "ab" * 32, photo(form="WEBP"), Tasks()
    sketch = sketch_picture(Picture(name=key_of(digest), alt=ALT), texts_for("fr"))

    async def fetch(wanted: str) -> bytes | None:
        return data if wanted == digest else None

    page, studio = Page(1, 1, (sketch,)), Studio(tasks, fetch=fetch)
    assert (await studio.paint_page(page)).blocks == (Shown("question.webp", ALT, data),)
    gone = replace(sketch, drawing=Stored("0" * 64))
    assert (await studio.paint_page(Page(1, 1, (gone,)))).blocks == (Text(sketch.words),)
    assert ALT in sketch.words


async def test_z26_a_game_goes_on_with_its_pictures_when_the_deck_is_deleted() -> None:
    shows = {"name": "a.png", "alt": ALT}
    asks = deck(*[chrono("Nippon", picture=shows)] * 6)
    data = packed(("d.json", json.dumps(asks).encode()), ("a.png", photo()))
    async with opened("Anne", "Bob") as world:
        gerard = world.manager("Gérard")
        assert "est importé" in await brings(gerard, data, "quiz.zip", nom="quiz")
        quiz = Quiz(world, [world.people["Anne"], world.people["Bob"]])
        await quiz.opens("quiz")
        await quiz.host.presses(quiz.board, "begin")
        assert "est supprimé" in await gerard.types("defizz paquet supprimer", nom="quiz")
        await world.restarts()
        await quiz.poses()
        (file,) = quiz.board.files
        with Image.open(BytesIO(world.file(file))) as shown:
            assert (file.filename, shown.format, shown.size) == ("question.webp", "WEBP", (40, 20))


# -- drawings of the house ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_drawing_is_painted_in_its_proportions(name: str) -> None:
    picture = Image.open(BytesIO(HouseDrawing(key_of(name)).paint()))
    assert picture.height == HEIGHT
    assert picture.width / picture.height == pytest.approx(DRAWINGS[name].ratio, rel=0.1)
    assert len(picture.convert("RGB").quantize(4).getcolors() or ()) > 1


@pytest.mark.parametrize("name", MAPS)
def test_what_a_map_marks_is_much_darker_than_the_rest(name: str) -> None:
    """Brightness alone tells it, for who sees no colours."""
    picture = Image.open(BytesIO(HouseDrawing(key_of(name)).paint())).convert("L")
    shapes, high = DRAWINGS[name].shapes, HEIGHT - 24
    marks = [shape for shape in shapes if isinstance(shape, Disc) and shape.colour == "#1f1f24"]
    spots = [(shape.x + shape.radius * 0.8, shape.y) for shape in marks]
    if MAPS[name].line:
        assert isinstance(shapes[-1], Line)
        spots += shapes[-1].points[1:-1]
    if MAPS[name].land:
        ring = max(find_sheet(MAPS[name].sheet).lands[MAPS[name].land], key=len)
        spots.append((sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)))
    shown = [
        (x * high, y * high) for x, y in spots if 0.02 < y < 0.98 and 0.02 < x < DRAWINGS[name].ratio - 0.02
    ]
    assert shown
    for x, y in shown:
        around = picture.crop((round(x + 11), round(y + 11), round(x + 14), round(y + 14)))
        assert around.getextrema()[0] < 110, "land and sea are above 200"


def test_no_two_drawings_are_the_same() -> None:
    assert len(set(DRAWINGS.values())) == len(DRAWINGS)


def test_z26_the_picture_comes_with_the_question_and_goes_with_it() -> None:
    cards = deck(chrono("Japon", picture=SHOWN))
    table = DefizzTable(deck=cards, reader="bot").roll(DUEL_100)
    assert not pictures(table)
    (sketch,) = pictures(table.choose(0, "2", 100))
    assert (sketch.alt, sketch.drawing) == (SHOWN["alt"], HouseDrawing(key_of("drapeau/japon")))
    assert "japon" not in sketch.name + sketch.words + plain(FACE.board(table.seen(), texts_for("fr")))
    for seat in (None, "1", "2"):
        assert "japon" not in repr(table.seen(seat).observation).casefold(), "nobody is told the name"
    table.answer("2", "Japon", 5).answer("1", "Chine", 9)
    assert not pictures(table)


def test_z26_a_quizmaster_has_the_picture_beside_the_card() -> None:
    cards = deck(chrono("Japon", picture=SHOWN), multi=(chrono("Japon", picture=SHOWN),) * 3)
    table = DefizzTable(4, deck=cards, reader="master", first="2").roll(MULTI_100)
    assert not pictures(table, "1")
    (sketch,) = pictures(table.choose(0, None, 100), "1")
    assert (sketch.alt, sketch.drawing) == (SHOWN["alt"], HouseDrawing(key_of("drapeau/japon")))
    assert [pictures(table, seat) for seat in "234"] == [[], [], []], "they answer beside the board"


async def test_z26_the_letter_of_a_quizmaster_shows_the_picture_that_came_with_a_deck() -> None:
    async with opened("Anne", "Bob", "Chloé") as world:
        assert "est importé" in await brings(world.manager("Gérard"), everywhere(), nom="quiz")
        quiz = Quiz(world, list(world.people.values())[:3])
        await quiz.gathers(lecteur="master")
        await quiz.takes("quiz")
        await quiz.host.presses(quiz.board, "begin")
        assert not quiz.host.letter.files
        await quiz.poses()
        assert [file.filename for file in quiz.host.letter.files] == ["question.webp"]
        assert DISC in json.dumps(quiz.host.letter.components, ensure_ascii=False)
        assert "japon.webp" not in json.dumps(quiz.host.letter.components)


async def test_s9_the_letter_of_who_leads_an_evening_shows_the_picture() -> None:
    async with opened("Anne", "Bob", "Chloé") as world:
        assert "est importé" in await brings(world.manager("Gérard"), everywhere(), nom="quiz")
        quiz = Soiree(world, list(world.people.values())[:3], world.channel)
        await quiz.gathers()
        panel = (await quiz.host.presses(quiz.board, "options")).paper
        await quiz.host.chooses(panel, "option", '"quiz"', "deck")
        assert "Paquet : quiz" in quiz.board
        await quiz.host.sets(quiz.board, '"1"', "quizmaster")
        await quiz.host.presses(quiz.board, "begin")
        assert not quiz.host.letter.files
        await quiz.host.presses(quiz.host.letter, "next")
        assert [file.filename for file in quiz.host.letter.files] == ["question.webp"]
        assert DISC in json.dumps(quiz.host.letter.components, ensure_ascii=False)


def everywhere() -> bytes:
    """A deck with cards enough for an evening, and a picture for every question."""
    asked = [chrono("Japon"), cible(312), pingpong("do", "ré")]
    shown = [{**question, "picture": {**SHOWN, "alt": DISC}} for question in asked] * 20
    return json.dumps(themed(deck(*shown)), ensure_ascii=False).encode()


def pictures(table: DefizzTable, seat: str | None = None) -> list[Sketch]:
    """What is drawn on the board, or for a seat alone."""
    seen, t = table.seen(seat), texts_for("fr")
    page = FACE.board(seen, t) if seat is None else FACE.panel(seen, t)
    return [block for block in page.blocks if isinstance(block, Sketch)]


@pytest.mark.parametrize(
    ("picture", "where", "reason"),
    [
        ({**SHOWN, "name": "drapeau/atlantide"}, "picture.name", "no_such_picture"),
        ({**SHOWN, "name": "../../etc/passwd"}, "picture.name", "no_such_picture"),
        ({**SHOWN, "alt": "Le drapeau du Japon, un disque"}, "picture.alt", "tells_the_answer"),
        ({**SHOWN, "alt": "court"}, "picture.alt", "string_too_short"),
        ({"name": "drapeau/japon"}, "picture.alt", "missing"),
        ("drapeau/japon", "picture", "dataclass_type"),
    ],
)
def test_z26_a_picture_that_is_none_or_tells_the_answer_is_found(picture, where, reason) -> None:
    found = examine(deck(chrono("Japon", picture=picture)))[1]
    assert [(one.where.rpartition("questions.")[2][2:], one.reason) for one in found][:1] == [(where, reason)]


def test_z26_the_deck_of_today_shows_pictures_that_tell_nothing() -> None:
    asked = [question for card in built_in_decks()[1].cards for question in card.questions]
    shown = [question for question in asked if question.picture is not None]
    assert len(shown) >= 24
    assert len({question.picture for question in shown}) == len(shown)


async def test_z26_the_board_carries_the_picture_under_a_name_that_tells_nothing() -> None:
    async with opened("Anne", "Bob") as world:
        shown = deck(*[chrono("Nippon", picture=SHOWN)] * 6)
        await brings(world.manager("Gérard"), json.dumps(shown).encode(), nom="images")
        quiz = Quiz(world, list(world.people.values()))
        await quiz.opens("images")
        await quiz.host.presses(quiz.board, "begin")
        await quiz.poses()
        (file,) = quiz.board.files
        assert file.filename == "question.webp"
        assert world.file(file)[8:12] == b"WEBP"
        assert SHOWN["alt"] in json.dumps(quiz.board.components, ensure_ascii=False)
        while "answer" in quiz.board.verbs:
            await quiz.says(quiz.awaited[0], "Chine")
        assert not quiz.board.files
