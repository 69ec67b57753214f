"""A page as plain text, for reading it and for asking what it says."""

from bot.ui.pages.ids import MENU
from bot.ui.pages.page import (
    Attachment,
    Break,
    Button,
    Form,
    Gap,
    Link,
    Page,
    Picture,
    Row,
    Section,
    Select,
    Sketch,
    Text,
)
from tests.support.wire_reading import bare


def plain(page: Page) -> str:
    """Texts as they are; buttons as [label], lists as {placeholder: labels}."""
    return "\n".join(_block(block) for block in page.blocks)


def plain_form(form: Form) -> str:
    fields = (f"{field.label} ({field.hint}) <{field.example}>" for field in form.fields)
    return "\n".join((f"== {form.title} ==", *fields))


def buttons(page: Page) -> list[Button]:
    found: list[object] = []
    for block in page.blocks:
        found += block.buttons if isinstance(block, Row) else []
        found += [block.beside] if isinstance(block, Section) else []
    return [*(button for button in found if isinstance(button, Button)), *menu(page)]


def selects(page: Page) -> list[Select]:
    """The lists, but for the menu: that stands for its buttons."""
    return [block for block in page.blocks if isinstance(block, Select) and block.verb != MENU]


def menu(page: Page) -> list[Button]:
    """The buttons that stand in the menu."""
    lists = [block for block in page.blocks if isinstance(block, Select) and block.verb == MENU]
    chosen = [choice for block in lists for choice in block.choices]
    parts = ((each.label, each.value.partition(":")) for each in chosen)
    return [Button(verb, label, arg, rare=True) for label, (verb, _, arg) in parts]


def verbs(page: Page) -> list[str]:
    """What can be done on a page, without namespaces: "join" for "table.join"."""
    return [bare(piece.verb) for piece in (*buttons(page), *selects(page))]


def _block(block: object) -> str:
    match block:
        case Text(markdown):
            return markdown
        case Section(markdown, beside):
            shown = f"[{_face(beside)}]" if isinstance(beside, Button) else f"<picture: {beside.alt}>"
            return f"{markdown} {shown}"
        case Gap():
            return "-----"
        case Break():
            return "====="
        case Row(shown):
            return " ".join(f"[{_face(button)}]" for button in shown)
        case Select():
            entries = "; ".join(
                _entry(choice.label, choice.description, choice.chosen) for choice in block.choices
            )
            return f"{{{block.placeholder}: {entries}}}"
        case Picture() | Sketch():
            return f"<picture: {block.alt}>"
        case Attachment():
            return f"<file: {block.name}>"
    raise TypeError(block)


def _face(button: Button | Link) -> str:
    if isinstance(button, Link):
        return f"{button.label} -> {button.url}"
    return f"{button.label}|{bare(button.verb)}:{button.arg}" + (" (off)" if button.disabled else "")


def _entry(label: str, description: str | None, chosen: bool) -> str:
    return ("*" if chosen else "") + label + (f" ({description})" if description else "")
