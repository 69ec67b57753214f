"""Turns pages and forms into the bodies that Discord is sent: plain values, made anew for each sending.

Nothing here keeps state, and no object of discord.py stands between a page and its body: making and walking
those cost more than all the rest of a page's way. Tests compare the bodies with what discord.py would send.
"""

from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final

import discord

from bot.ui.pages.ids import Kind, Target
from bot.ui.pages.limits import check, fit, fit_form
from bot.ui.pages.page import (
    Attachment,
    Block,
    Break,
    Button,
    Choice,
    Entry,
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
)

Body = dict[str, Any]
"""An object of Discord's interface, as it stands in JSON."""

_NONE_KEPT: Final[Mapping[str, int]] = MappingProxyType({})
_V2: Final = discord.MessageFlags(components_v2=True).value
_TYPE: Final = {name: kind.value for name, kind in discord.ComponentType.__members__.items()}
_STYLE: Final = {name: style.value for name, style in discord.ButtonStyle.__members__.items()}


def body_of(page: Page, kept: Mapping[str, int] = _NONE_KEPT) -> Body:
    """The body of a message that shows a page, without the contents of its files (see `files_of`).

    `kept` names the files that the message has already, with their ids: these stay, all others go. It
    mentions nobody. Texts that are too long are shortened. Raises ValueError where Discord would refuse the
    message: too many components, a custom id twice...
    """
    page = fit(page)
    check(page)
    files = file_blocks(page)
    new = [block for block in files if block.name not in kept]
    stay = [_describe_file(str(kept[block.name]), block) for block in files if block.name in kept]
    return {
        "components": _containers(page),
        "flags": _V2,
        "allowed_mentions": {"parse": []},
        "attachments": stay + [_describe_file(number, block) for number, block in enumerate(new)],
    }


def files_of(page: Page, kept: Mapping[str, int] = _NONE_KEPT) -> list[discord.File]:
    """The files to send with a page's body, in its order, but for those kept; they can be sent once."""
    new = (block for block in file_blocks(page) if block.name not in kept)
    return [discord.File(BytesIO(block.data), filename=block.name) for block in new]


def file_blocks(page: Page) -> list[Picture | Attachment]:
    """The files that a page shows or offers, in its order."""
    return [block for block in page.blocks if isinstance(block, Picture | Attachment)]


def form_body(form: Form) -> Body:
    """The body that opens a form. Raises ValueError for too many fields.

    discord.py is not told of it: the router answers it, even after a restart.
    """
    form = fit_form(form)
    above = [_text(form.words)] if form.words else []
    return {
        "custom_id": str(Target("m", form.table_id, form.drawn, form.verb, form.arg)),
        "title": form.title,
        "components": [*above, *(_entry(field) for field in form.fields)],
    }


def custom_ids(components: Any) -> set[str]:
    """The custom ids in a message, sent or received. They name the turn that it shows."""
    found = set()
    for component in components:
        found |= custom_ids(component.get("components", ()))
        if accessory := component.get("accessory"):
            found |= custom_ids((accessory,))
        if custom_id := component.get("custom_id"):
            found.add(custom_id)
    return found


def words_in(components: Any) -> set[str]:
    """All that can be read in a message, sent or received: texts, labels, what pictures are described by."""
    found = set()
    for component in components:
        for within in ("components", "items"):
            found |= words_in(component.get(within, ()))
        found |= {
            component[name].strip() for name in ("content", "label", "description") if component.get(name)
        }
    return found


def _describe_file(number: int | str, block: Picture | Attachment) -> Body:
    about: Body = {"id": number, "filename": block.name}
    return about | {"description": block.alt} if isinstance(block, Picture) else about


def _containers(page: Page) -> list[Body]:
    """The boxes of a page, which its breaks divide."""
    boxes = [_container(page.accent)]
    for block in page.blocks:
        if isinstance(block, Break):
            boxes.append(_container(block.accent))
        else:
            boxes[-1]["components"].append(_component(page, block))
    return boxes


def _container(accent: int | None) -> Body:
    return {"type": _TYPE["container"], "accent_color": accent, "spoiler": False, "components": []}


def _component(page: Page, block: Block) -> Body:
    match block:
        case Text():
            return _text(block.markdown)
        case Section():
            return _section(page, block)
        case Row():
            return _row([_button(page, button) for button in block.buttons])
        case Select():
            return _row([_select(page, block)])
        case Gap():
            return {"type": _TYPE["separator"], "divider": True, "spacing": 1}
        case Picture():
            picture = {"media": _uploaded(block.name), "spoiler": False, "description": block.alt}
            return {"type": _TYPE["media_gallery"], "items": [picture]}
        case Attachment():
            return {"type": _TYPE["file"], "file": _uploaded(block.name), "spoiler": False}
        case Sketch():
            raise ValueError(f"{block.name} is not painted yet")
        case Break():
            raise ValueError("a break is no component")


def _text(markdown: str) -> Body:
    return {"type": _TYPE["text_display"], "content": markdown}


def _section(page: Page, block: Section) -> Body:
    beside = block.beside
    return {
        "type": _TYPE["section"],
        "components": [_text(block.markdown)],
        "accessory": _thumbnail(beside) if isinstance(beside, Thumbnail) else _button(page, beside),
    }


def _thumbnail(picture: Thumbnail) -> Body:
    media = {"url": picture.url}
    return {"type": _TYPE["thumbnail"], "media": media, "spoiler": False, "description": picture.alt}


def _row(components: list[Body]) -> Body:
    return {"type": _TYPE["action_row"], "components": components}


def _uploaded(name: str) -> Body:
    return {"url": f"attachment://{name}"}


def _button(page: Page, button: Button | Link) -> Body:
    made: Body = {"type": _TYPE["button"], "label": button.label}
    if isinstance(button, Link):
        return made | {"style": _STYLE["link"], "disabled": False, "url": button.url}
    made["style"] = _STYLE[button.style]
    made["disabled"] = button.disabled
    made["custom_id"] = _id("g", page, button)
    return made if button.emoji is None else made | {"emoji": _emoji(button.emoji)}


def _select(page: Page, block: Select) -> Body:
    return {
        "type": _TYPE["select"],
        "custom_id": _id("s", page, block),
        "placeholder": block.placeholder,
        "min_values": block.least,
        "max_values": block.most,
        "disabled": False,
        "options": [_option(choice) for choice in block.choices],
    }


def _option(choice: Choice) -> Body:
    made: Body = {"label": choice.label, "value": choice.value, "default": choice.chosen}
    if choice.description:
        made["description"] = choice.description
    return made if choice.emoji is None else made | {"emoji": _emoji(choice.emoji)}


@lru_cache(maxsize=256)
def _emoji(mark: str) -> Body:
    """How a component names an emoji: `mark` is the sign itself, or one of the bot's own (`<:name:id>`)."""
    emoji = discord.PartialEmoji.from_str(mark)
    return {"id": emoji.id, "name": emoji.name} | ({"animated": True} if emoji.animated else {})


def _id(kind: Kind, page: Page, piece: Button | Select) -> str:
    return str(Target(kind, page.table_id, page.drawn, piece.verb, piece.arg))


def _entry(entry: Entry) -> Body:
    match entry:
        case Field():
            control = _line(entry)
        case Pick():
            control = _picked(entry)
        case Upload():
            control = _file(entry)
    label: Body = {"type": _TYPE["label"], "label": entry.label, "component": control}
    return label | {"description": entry.hint} if entry.hint else label


def _line(field: Field) -> Body:
    line: Body = {
        "type": _TYPE["text_input"],
        "style": (discord.TextStyle.paragraph if field.long else discord.TextStyle.short).value,
        "custom_id": field.name,
        "required": field.least > 0,
        "max_length": field.most,
    }
    if field.example:
        line["placeholder"] = field.example
    if field.value:
        line["value"] = field.value
    if field.least:
        line["min_length"] = field.least
    return line


def _picked(pick: Pick) -> Body:
    return {
        "type": _TYPE["select"],
        "custom_id": pick.name,
        "min_values": int(pick.needed),
        "max_values": 1,
        "required": pick.needed,
        "options": [_option(choice) for choice in pick.choices],
    }


def _file(upload: Upload) -> Body:
    return {
        "type": _TYPE["file_upload"],
        "custom_id": upload.name,
        "min_values": int(upload.needed),
        "max_values": 1,
        "required": upload.needed,
    }
