"""From pages to discord.py and back: every click says all that it means."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

from bot.ui.pages.ids import BUTTON_PATTERN, SELECT_PATTERN, Target, parse
from bot.ui.pages.layout import DYNAMIC_ITEMS, TableButton, TableSelect, digest, modal, view
from bot.ui.pages.page import Button, Choice, Field, Form, Gap, Link, Page, Picture, Row, Select, Sketch, Text

PAGE = Page(
    12,
    7,
    (
        Text("**Anne** a la tasse"),
        Gap(),
        Picture("echelle.webp", "l'échelle des scores", b"RIFF"),
        Row((Button("roll", "Lancer", style="primary"), Link("Voir", "https://discord.com/channels/1/2"))),
        Select("say", "Annoncer", (Choice("64", "64"), Choice("21", "21", chosen=True))),
    ),
    accent=0x96542A,
)
FORM = Form(12, 7, "speak", "Annoncer", (Field("text", "Votre annonce", "hint", "douglas", most=100),))


class Ear:
    """A router that remembers what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[Target, tuple[str, ...]]] = []

    async def answer_click(self, interaction: Any, target: Target, values: tuple[str, ...]) -> None:
        self.heard.append((target, values))


def interaction(ear: Ear, **data: Any) -> Any:
    return SimpleNamespace(client=SimpleNamespace(router=ear), data=data)


async def test_the_view_holds_nothing_but_dynamic_items() -> None:
    made, _ = view(PAGE)
    clickable = [item for item in made.walk_children() if item.is_dispatchable()]
    assert clickable
    assert all(isinstance(item, ui.DynamicItem) or item._parent in clickable for item in clickable)
    assert made.timeout is None


async def test_every_sending_gets_a_fresh_view() -> None:
    (one, _), (two, _) = view(PAGE), view(PAGE)
    assert one is not two
    assert one.to_components() == two.to_components()


async def test_custom_ids_name_table_turn_verb_and_match_one_template() -> None:
    ids = re.findall(r"'custom_id': '([^']+)'", str(view(PAGE)[0].to_components()))
    assert ids == ["g:12:7:roll:", "s:12:7:say:"]
    for custom_id in ids:
        matching = [pattern for pattern in (BUTTON_PATTERN, SELECT_PATTERN) if pattern.fullmatch(custom_id)]
        assert len(matching) == 1


async def test_a_page_arrives_whole() -> None:
    made, files = view(PAGE)
    (container,) = made.to_components()
    text, line, gallery, buttons, select = container["components"]
    assert container["accent_color"] == 0x96542A
    assert text["content"] == "**Anne** a la tasse"
    assert line["type"] == 14
    assert gallery["items"][0]["description"] == "l'échelle des scores"
    assert gallery["items"][0]["media"]["url"] == "attachment://echelle.webp"
    assert buttons["components"][1]["url"] == "https://discord.com/channels/1/2"
    assert [option["value"] for option in select["components"][0]["options"]] == ["64", "21"]
    assert [(file.filename, file.description) for file in files] == [("echelle.webp", "l'échelle des scores")]


async def test_a_click_on_any_message_reaches_the_router() -> None:
    ear = Ear()
    button: ui.Button[Any] = ui.Button(custom_id="g:3:9:roll:")
    made = await TableButton.from_custom_id(interaction(ear), button, None)
    await made.callback(interaction(ear))
    assert ear.heard == [(Target("g", 3, 9, "roll"), ())]


async def test_a_choice_reaches_the_router_with_its_values() -> None:
    ear = Ear()
    select: ui.Select[Any] = ui.Select(custom_id="s:3:9:say:", options=[discord.SelectOption(label="64")])
    made = await TableSelect.from_custom_id(interaction(ear), select, None)
    await made.callback(interaction(ear, values=["64"]))
    assert ear.heard == [(Target("s", 3, 9, "say"), ("64",))]


async def test_the_store_of_views_keeps_our_templates() -> None:
    """discord.py forgets a template for the whole process when a view that mixes items ends."""
    store: Any = discord.ui.view.ViewStore(SimpleNamespace())
    store.add_dynamic_items(*DYNAMIC_ITEMS)
    for number in range(3):
        made, _ = view(replace(PAGE, drawn=number))
        store.add_view(made, 1)
        made.stop()
        store.remove_view(made)
    assert set(store._dynamic_items.values()) == set(DYNAMIC_ITEMS)


async def test_a_form_carries_its_target_and_forgets_itself() -> None:
    made = modal(FORM)
    sent = made.to_dict()
    assert parse(sent["custom_id"]) == Target("m", 12, 7, "speak")
    (label,) = sent["components"]
    assert label["component"]["custom_id"] == "text"
    assert label["component"]["max_length"] == 100
    assert label["description"] == "hint"
    assert made.is_finished()  # discord.py keeps no form that is over, sent or not


async def test_the_words_of_a_form_stand_above_its_fields() -> None:
    above, label = modal(replace(FORM, words="**Ici.**")).to_dict()["components"]
    assert (above["type"], above["content"]) == (10, "**Ici.**")
    assert label["component"]["custom_id"] == "text"


def test_a_page_that_discord_would_refuse_is_not_sent() -> None:
    with pytest.raises(ValueError, match="twice"):
        view(Page(1, 1, (Row((Button("roll", "a"), Button("roll", "b"))),)))


def test_a_sketch_is_not_sent_before_it_is_painted() -> None:
    sketch = Sketch("echelle.webp", "l'échelle", SimpleNamespace(), "les scores")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not painted"):
        view(Page(1, 1, (sketch,)))


def test_equal_pages_have_equal_digests_and_any_change_another() -> None:
    assert digest(PAGE) == digest(replace(PAGE))
    others = [
        replace(PAGE, drawn=8),
        replace(PAGE, accent=None),
        replace(PAGE, blocks=PAGE.blocks[:-1]),
        replace(PAGE, blocks=(*PAGE.blocks[:2], Picture("echelle.webp", "l'échelle des scores", b"RIFX"))),
    ]
    assert len({digest(page) for page in (PAGE, *others)}) == 5
