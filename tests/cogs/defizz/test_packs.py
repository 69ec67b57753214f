"""`/defizz paquet` with pictures: a zip comes in, is shown at a table, and goes out again (Z26)."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from PIL import Image

from bot.tables.tasks import Tasks
from bot.texts import texts_for
from bot.ui.pages.page import Page, Stored, Text
from bot.ui.pages.page import Picture as Shown
from bot.ui.wire.studio import Studio
from cogs.defizz.drawings import sketch_picture
from cogs.defizz.exporting import pictures_of
from engines.defizz.deck import Picture
from engines.defizz.drawings import key_of
from tests.cogs.defizz.quiz import Quiz, brings, stored
from tests.engines.defizz.decks import MIXED, chrono, deck
from tests.support.sim import opened

ALT = "rouge partout, aucun signe"


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
