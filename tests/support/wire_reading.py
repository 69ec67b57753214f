"""Messages as people see them: their words, and the buttons and lists that can be used."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from bot.ui.pages.ids import MENU
from playground.messages import Message

BUTTON, STRING_LIST, TEXT = 2, 3, 10


@dataclass(frozen=True, slots=True)
class Piece:
    """A button (no `values`) or a list that can be used; its custom id, taken apart.

    `verb` is given without its namespace: tests say "join" for "table.join". A button that stands in a menu
    is pressed by choosing `entry` from the list of this custom id.
    """

    custom_id: str
    label: str
    table: int
    drawn: int
    verb: str
    arg: str
    values: tuple[str, ...] = ()
    entry: str = ""

    @property
    def is_list(self) -> bool:
        return bool(self.values)


def walk(components: list[Any]) -> Iterator[dict[str, Any]]:
    """Every component of a message, in depth."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        accessory = component.get("accessory")
        if accessory is not None:
            yield from walk([accessory])


def text_of(message: Message | None) -> str:
    """All that a message says, what is written on its buttons and in its lists included."""
    if message is None:
        return ""
    lines = [message.content] if message.content else []
    for component in walk(message.components):
        if component["type"] == TEXT:
            lines.append(component["content"])
        elif component["type"] == BUTTON:
            lines.append(f"[{component.get('label', '')}]")
        elif component["type"] == STRING_LIST:
            options = ", ".join(option["label"] for option in component["options"])
            lines.append(f"{{{component.get('placeholder', '')}: {options}}}")
    return "\n".join(lines)


def links_of(message: Message | None) -> list[str]:
    """Where a message's link buttons lead."""
    return [each["url"] for each in walk(message.components if message else []) if each.get("url")]


def pieces_of(message: Message | None) -> list[Piece]:
    """What can be pressed or chosen from in a message."""
    return [
        piece
        for component in walk(message.components if message else [])
        if component.get("custom_id") and not component.get("disabled")
        for piece in _pieces(component)
    ]


def _pieces(component: dict[str, Any]) -> Iterator[Piece]:
    """A button or a list; of a menu, the buttons that stand in it."""
    whole = _piece(component)
    if f":{MENU}:" not in whole.custom_id:
        yield whole
        return
    for option in component["options"]:
        entry, label = option["value"], option["label"]
        verb, _, arg = entry.partition(":")
        yield replace(whole, label=label, verb=bare(verb), arg=arg, values=(), entry=entry)


def _piece(component: dict[str, Any]) -> Piece:
    custom_id = component["custom_id"]
    _, table, drawn, verb, arg = custom_id.split(":")
    label = component.get("label") or component.get("placeholder") or ""
    values = tuple(option["value"] for option in component.get("options", []))
    return Piece(custom_id, label, int(table), int(drawn), bare(verb), arg, values)


def bare(verb: str) -> str:
    """A verb without its namespace."""
    return verb.rpartition(".")[2]
