"""Turns pages and forms into what discord.py sends: a new view for each sending, which keeps no state.

All buttons and lists are dynamic items. A view must not mix them with other kinds: when it ended, discord.py
would forget the dynamic items' templates for the whole process.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any, Protocol, cast

import discord
from discord import ui

from bot.ui.pages.digest import digest
from bot.ui.pages.ids import BUTTON_PATTERN, SELECT_PATTERN, Kind, Target, parse
from bot.ui.pages.limits import check, fit, fit_form
from bot.ui.pages.page import (
    Attachment,
    Block,
    Button,
    Field,
    Form,
    Gap,
    Link,
    Page,
    Picture,
    Row,
    Select,
    Sketch,
    Text,
)

__all__ = ["DYNAMIC_ITEMS", "TableButton", "TableSelect", "digest", "modal", "view"]


class _Listener(Protocol):
    """Whoever answers the clicks on these items: the attribute `router` of the client."""

    async def answer_click(
        self, interaction: discord.Interaction[Any], target: Target, values: tuple[str, ...]
    ) -> None:
        """Answer a click on a button (`values` is empty) or a choice in a list. Raises nothing."""
        ...


class _Client(Protocol):
    router: _Listener


class TableButton(ui.DynamicItem[ui.Button[Any]], template=BUTTON_PATTERN):
    """A button of ours. It works in messages of any age, since its custom id says everything."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: Any, /
    ) -> TableButton:
        """Wrap the button that discord.py found in the clicked message."""
        return cls(cast("ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the click to the router."""
        await _hand_over(interaction, self.custom_id, ())


class TableSelect(ui.DynamicItem[ui.Select[Any]], template=SELECT_PATTERN):
    """A list of ours, which works in messages of any age."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: Any, /
    ) -> TableSelect:
        """Wrap the list that discord.py found in the clicked message."""
        return cls(cast("ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the router, with the values that Discord sent."""
        data = cast("dict[str, Any]", interaction.data or {})
        await _hand_over(interaction, self.custom_id, tuple(map(str, data.get("values", ()))))


DYNAMIC_ITEMS = (TableButton, TableSelect)
"""The client registers these in its `setup_hook`."""


async def _hand_over(interaction: discord.Interaction[Any], custom_id: str, values: tuple[str, ...]) -> None:
    target = parse(custom_id)
    if target is not None:
        await cast("_Client", interaction.client).router.answer_click(interaction, target, values)


def view(page: Page) -> tuple[ui.LayoutView, list[discord.File]]:
    """Make a new view of a page, and the files to send with it: its pictures and attachments.

    Texts that are too long are shortened. Raises ValueError where Discord would refuse the message: too many
    components, a custom id twice...
    """
    page = fit(page)
    check(page)
    files = [_file(block) for block in page.blocks if isinstance(block, Picture | Attachment)]
    made = ui.LayoutView(timeout=None)
    made.add_item(ui.Container(*(_item(page, block) for block in page.blocks), accent_colour=page.accent))
    made.stop()  # discord.py stores no view that is over: it would keep a timer for each ephemeral one
    return made, files


def modal(form: Form) -> ui.Modal:
    """Make a form. discord.py forgets it at once: the router answers it, even after a restart.

    Raises ValueError for too many fields.
    """
    form = fit_form(form)
    target = Target("m", form.table_id, form.drawn, form.verb, form.arg)
    made = ui.Modal(title=form.title, timeout=None, custom_id=str(target))
    if form.words:
        made.add_item(ui.TextDisplay(form.words))
    for field in form.fields:
        made.add_item(_entry(field))
    made.stop()  # as above: each form that is opened and never sent would stay in memory
    return made


def _item(page: Page, block: Block) -> ui.Item[Any]:
    match block:
        case Text():
            return ui.TextDisplay(block.markdown)
        case Gap():
            return ui.Separator()
        case Picture():
            gallery: ui.MediaGallery[Any] = ui.MediaGallery()
            return gallery.add_item(media=f"attachment://{block.name}", description=block.alt)
        case Sketch():
            raise ValueError(f"{block.name} is not painted yet")
        case Attachment():
            return ui.File(f"attachment://{block.name}")
        case Row():
            return ui.ActionRow(*(_button(page, button) for button in block.buttons))
        case Select():
            return ui.ActionRow(_select(page, block))


def _button(page: Page, button: Button | Link) -> ui.Item[Any]:
    if isinstance(button, Link):
        return ui.Button(label=button.label, url=button.url)
    plain: ui.Button[Any] = ui.Button(
        style=discord.ButtonStyle[button.style],
        label=button.label,
        custom_id=_id("g", page, button),
        emoji=button.emoji,
        disabled=button.disabled,
    )
    return TableButton(plain)


def _select(page: Page, block: Select) -> ui.Item[Any]:
    options = [
        discord.SelectOption(
            label=choice.label,
            value=choice.value,
            description=choice.description,
            emoji=choice.emoji,
            default=choice.chosen,
        )
        for choice in block.choices
    ]
    plain: ui.Select[Any] = ui.Select(
        custom_id=_id("s", page, block),
        placeholder=block.placeholder,
        min_values=block.least,
        max_values=block.most,
        options=options,
    )
    return TableSelect(plain)


def _id(kind: Kind, page: Page, piece: Button | Select) -> str:
    return str(Target(kind, page.table_id, page.drawn, piece.verb, piece.arg))


def _file(piece: Picture | Attachment) -> discord.File:
    alt = piece.alt if isinstance(piece, Picture) else None
    return discord.File(BytesIO(piece.data), filename=piece.name, description=alt)


def _entry(field: Field) -> ui.Label[Any]:
    line: ui.TextInput[Any] = ui.TextInput(
        style=discord.TextStyle.paragraph if field.long else discord.TextStyle.short,
        custom_id=field.name,
        placeholder=field.example or None,
        required=field.least > 0,
        min_length=field.least,
        max_length=field.most,
    )
    return ui.Label(text=field.label, description=field.hint or None, component=line)
