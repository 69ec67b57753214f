"""From pages to bodies: they are what discord.py would send, and every button says all that it means."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui
from discord.http import handle_message_parameters

from bot.ui.pages.ids import Target, parse
from bot.ui.pages.layout import body_of, custom_ids, files_of, form_body
from bot.ui.pages.page import (
    Attachment,
    Break,
    Button,
    Choice,
    Field,
    Form,
    Gap,
    Link,
    Page,
    Pick,
    Picture,
    Row,
    Section,
    Select,
    Sketch,
    Text,
    Thumbnail,
    Upload,
    digest,
    strip_buttons,
)

OWN = "<:de_6:1234>"
PAGE = Page(
    12,
    7,
    (
        Text("**Anne** a la tasse"),
        Gap(),
        Picture("echelle.webp", "l'échelle des scores", b"RIFF"),
        Attachment("partie.json", b"{}"),
        Row(
            (
                Button("roll", "Lancer", style="primary", emoji="🎲"),
                Button("six", "Six", "6", style="danger", emoji=OWN, disabled=True),
                Link("Voir", "https://discord.com/channels/1/2"),
            )
        ),
        Select(
            "say",
            "Annoncer",
            (Choice("64", "64"), Choice("21", "21", "la plus forte", OWN, chosen=True)),
            least=0,
            most=2,
        ),
        Break(0xC9971C),
        Section("### La Tasse", Thumbnail("https://cdn.discordapp.com/emojis/1234.png", "La Tasse")),
        Section("Empreinte", Button("table.dice", "Dés vérifiables", emoji="🔒")),
    ),
    accent=0x96542A,
)
FIELDS = (Field("text", "Votre annonce", "hint", "douglas"), Field("more", "Et", least=0, most=20, long=True))
FORM = Form(12, 7, "speak", "Annoncer", FIELDS, arg="3", words="**Ici.**")


def as_discord_py_builds(page: Page) -> Any:
    """The same message by discord.py's own objects."""
    options = [
        discord.SelectOption(label="64", value="64"),
        discord.SelectOption(label="21", value="21", description="la plus forte", emoji=OWN, default=True),
    ]
    roll, six = ("g:12:7:roll:", "g:12:7:six:6")
    pressed, danger = discord.ButtonStyle.primary, discord.ButtonStyle.danger
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    view = ui.LayoutView(timeout=None).add_item(
        ui.Container(
            ui.TextDisplay("**Anne** a la tasse"),
            ui.Separator(),
            gallery.add_item(media="attachment://echelle.webp", description="l'échelle des scores"),
            ui.File("attachment://partie.json"),
            ui.ActionRow(
                ui.Button(label="Lancer", style=pressed, emoji="🎲", custom_id=roll),
                ui.Button(label="Six", style=danger, emoji=OWN, disabled=True, custom_id=six),
                ui.Button(label="Voir", url="https://discord.com/channels/1/2"),
            ),
            ui.ActionRow(
                ui.Select(
                    custom_id="s:12:7:say:",
                    placeholder="Annoncer",
                    min_values=0,
                    max_values=2,
                    options=options,
                )
            ),
            accent_colour=page.accent,
        )
    )
    cup = ui.Thumbnail[Any]("https://cdn.discordapp.com/emojis/1234.png", description="La Tasse")
    lock = ui.Button[Any](label="Dés vérifiables", emoji="🔒", custom_id="g:12:7:table.dice:")
    view.add_item(
        ui.Container(
            ui.Section(ui.TextDisplay("### La Tasse"), accessory=cup),
            ui.Section(ui.TextDisplay("Empreinte"), accessory=lock),
            accent_colour=0xC9971C,
        )
    )
    files = files_of(page)
    files[0].description = "l'échelle des scores"
    nobody = discord.AllowedMentions.none()
    made = handle_message_parameters(view=view, attachments=files, allowed_mentions=nobody)
    assert made.multipart
    return discord.utils._from_json(made.multipart[0]["value"])


def plain(body: Any) -> Any:
    return discord.utils._from_json(discord.utils._to_json(body))


async def test_a_body_is_what_discord_py_would_send() -> None:
    theirs = as_discord_py_builds(PAGE)
    select = theirs["components"][0]["components"][5]["components"][0]
    del select["required"]  # it counts in forms alone
    assert theirs.pop("tts") is False  # nothing is ever read aloud
    assert plain(body_of(PAGE)) == theirs


async def test_a_form_is_what_discord_py_would_open() -> None:
    short, long = discord.TextStyle.short, discord.TextStyle.paragraph
    first: ui.TextInput[Any] = ui.TextInput(
        style=short, custom_id="text", placeholder="douglas", min_length=1, max_length=100
    )
    second: ui.TextInput[Any] = ui.TextInput(style=long, custom_id="more", required=False, max_length=20)
    made = ui.Modal(title="Annoncer", custom_id="m:12:7:speak:3")
    made.add_item(ui.TextDisplay("**Ici.**"))
    made.add_item(ui.Label(text="Votre annonce", description="hint", component=first))
    made.add_item(ui.Label(text="Et", component=second))
    theirs = plain(made.to_dict())
    for label in theirs["components"][1:]:
        assert label["component"].pop("label") is None
    assert plain(form_body(FORM)) == theirs


async def test_lists_and_places_for_files_in_a_form_are_what_discord_py_would_open() -> None:
    choices = (Choice("a", "La tour", "au loin"), Choice("-", "Aucune", chosen=True))
    fields = (
        Upload("file", "Image", "PNG", needed=False),
        Pick("kept", "Du paquet", choices, needed=False),
        Upload("more", "Une autre"),
        Pick("one", "Une", choices[:1]),
    )
    options = [
        discord.SelectOption(label="La tour", value="a", description="au loin"),
        discord.SelectOption(label="Aucune", value="-", default=True),
    ]
    file = ui.FileUpload[Any](custom_id="file", required=False, min_values=0, max_values=1)
    kept = ui.Select[Any](custom_id="kept", required=False, min_values=0, max_values=1, options=options)
    more = ui.FileUpload[Any](custom_id="more", required=True, min_values=1, max_values=1)
    one = ui.Select[Any](custom_id="one", required=True, min_values=1, max_values=1, options=options[:1])
    made = ui.Modal(title="Image", custom_id="m:0:0:edit.hang:x")
    made.add_item(ui.Label(text="Image", description="PNG", component=file))
    made.add_item(ui.Label(text="Du paquet", component=kept))
    made.add_item(ui.Label(text="Une autre", component=more))
    made.add_item(ui.Label(text="Une", component=one))
    theirs = plain(made.to_dict())
    for label in theirs["components"]:
        label["component"].pop("disabled", None)  # it counts in messages alone
    assert plain(form_body(Form(0, 0, "edit.hang", "Image", fields, arg="x"))) == theirs


def test_every_sending_gets_a_fresh_body_and_fresh_files() -> None:
    one, two = body_of(PAGE), body_of(PAGE)
    assert one == two
    one["components"][0]["components"].clear()
    assert two == body_of(PAGE)
    (first, _), (again, _) = files_of(PAGE), files_of(PAGE)
    assert first.fp is not again.fp


def test_custom_ids_name_table_turn_verb() -> None:
    ids = custom_ids(body_of(PAGE)["components"])
    assert ids == {"g:12:7:roll:", "g:12:7:six:6", "s:12:7:say:", "g:12:7:table.dice:"}
    assert ids == set(re.findall(r"'custom_id': '([^']+)'", str(body_of(PAGE))))
    assert {parse(custom_id) for custom_id in ids} == {
        Target("g", 12, 7, "roll"),
        Target("g", 12, 7, "six", "6"),
        Target("s", 12, 7, "say"),
        Target("g", 12, 7, "table.dice"),
    }


def test_without_its_buttons_a_page_keeps_words_pictures_and_links() -> None:
    kept = strip_buttons(PAGE)
    assert custom_ids(body_of(kept)["components"]) == set()
    way = Row((Link("Voir", "https://discord.com/channels/1/2"),))
    assert kept.blocks == (*PAGE.blocks[:4], way, *PAGE.blocks[6:8], Text("Empreinte"))


def test_the_files_of_a_page_are_those_that_its_body_describes() -> None:
    described = [(each["id"], each["filename"]) for each in body_of(PAGE)["attachments"]]
    files = files_of(PAGE)
    assert described == list(enumerate(file.filename for file in files))
    assert [file.fp.read() for file in files] == [b"RIFF", b"{}"]


def test_a_body_mentions_nobody() -> None:
    assert body_of(PAGE)["allowed_mentions"] == {"parse": []}


def test_a_page_that_discord_would_refuse_is_not_sent() -> None:
    with pytest.raises(ValueError, match="twice"):
        body_of(Page(1, 1, (Row((Button("roll", "a"), Button("roll", "b"))),)))


def test_a_sketch_is_not_sent_before_it_is_painted() -> None:
    sketch = Sketch("echelle.webp", "l'échelle", SimpleNamespace(), "les scores")
    with pytest.raises(ValueError, match="not painted"):
        body_of(Page(1, 1, (sketch,)))


def test_equal_pages_have_equal_digests_and_any_change_another() -> None:
    assert digest(PAGE) == digest(replace(PAGE))
    others = [
        replace(PAGE, drawn=8),
        replace(PAGE, accent=None),
        replace(PAGE, blocks=PAGE.blocks[:-1]),
        replace(PAGE, blocks=(*PAGE.blocks[:2], Picture("echelle.webp", "l'échelle des scores", b"RIFX"))),
    ]
    assert len({digest(page) for page in (PAGE, *others)}) == 5
