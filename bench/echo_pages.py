"""Recorded pages as discord.py's own pieces, built anew for each sending as any bot would."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord import ui

__all__ = ["layout", "modal"]

Json = dict[str, Any]


def layout(body: Json) -> ui.LayoutView:
    """The view of a recorded message."""
    made = ui.LayoutView(timeout=None)
    for component in body.get("components") or ():
        made.add_item(_item(component))
    made.stop()
    return made


def modal(data: Json) -> ui.Modal:
    """A recorded form."""
    made = ui.Modal(title=data["title"], timeout=None, custom_id=data["custom_id"])
    for component in data["components"]:
        made.add_item(_item(component))
    made.stop()
    return made


def _item(component: Json) -> ui.Item[Any]:
    return _MAKERS[component["type"]](component)


def _container(c: Json) -> ui.Item[Any]:
    return ui.Container(*map(_item, c["components"]), accent_colour=c.get("accent_color"))


def _button(c: Json) -> ui.Item[Any]:
    return ui.Button(
        style=discord.ButtonStyle(c["style"]),
        label=c.get("label"),
        custom_id=c.get("custom_id"),
        url=c.get("url"),
        emoji=_emoji(c),
        disabled=c.get("disabled", False),
    )


def _list(c: Json) -> ui.Item[Any]:
    options = [
        discord.SelectOption(
            label=each["label"],
            value=each["value"],
            description=each.get("description"),
            emoji=_emoji(each),
            default=each.get("default", False),
        )
        for each in c["options"]
    ]
    return ui.Select(
        custom_id=c["custom_id"],
        placeholder=c.get("placeholder"),
        min_values=c.get("min_values", 1),
        max_values=c.get("max_values", 1),
        options=options,
        disabled=c.get("disabled", False),
    )


def _emoji(piece: Json) -> discord.PartialEmoji | None:
    return discord.PartialEmoji.from_dict(piece["emoji"]) if piece.get("emoji") else None


def _section(c: Json) -> ui.Item[Any]:
    return ui.Section(*map(_item, c["components"]), accessory=_item(c["accessory"]))


def _gallery(c: Json) -> ui.Item[Any]:
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    for each in c["items"]:
        gallery.add_item(media=each["media"]["url"], description=each.get("description"))
    return gallery


def _label(c: Json) -> ui.Item[Any]:
    return ui.Label(text=c["label"], description=c.get("description"), component=_item(c["component"]))


def _line(c: Json) -> ui.Item[Any]:
    return ui.TextInput(
        style=discord.TextStyle(c["style"]),
        custom_id=c["custom_id"],
        placeholder=c.get("placeholder"),
        required=c.get("required", True),
        min_length=c.get("min_length"),
        max_length=c.get("max_length"),
    )


_MAKERS: Mapping[int, Callable[[Json], ui.Item[Any]]] = {
    1: lambda c: ui.ActionRow(*map(_item, c["components"])),
    2: _button,
    3: _list,
    4: _line,
    9: _section,
    10: lambda c: ui.TextDisplay(c["content"]),
    11: lambda c: ui.Thumbnail(c["media"]["url"], description=c.get("description")),
    12: _gallery,
    13: lambda c: ui.File(c["file"]["url"]),
    14: lambda c: ui.Separator(visible=c.get("divider", True)),
    17: _container,
    18: _label,
}
