"""Discord's limits for messages and forms: finds what breaks them, and shortens texts that are too long."""

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.ui.pages.escape import set_spaces
from bot.ui.pages.page import (
    Attachment,
    Block,
    Button,
    Choice,
    Entry,
    Field,
    Form,
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

COMPONENTS = 40
CHARACTERS = 4000
BUTTONS_IN_A_ROW = 5
CHOICES = 25
BUTTON_LABEL = 80
CHOICE_TEXT = 100
PLACEHOLDER = 150
ALT_TEXT = 1024
FORM_TITLE = FIELD_LABEL = 45
FIELD_HINT = FIELD_EXAMPLE = 100
FIELDS = 5
TYPED = 4000
FILES = 10
_FILE_NAME = re.compile(r"[A-Za-z0-9_.-]+")


def check(page: Page) -> Page:
    """Return the page as it is. Raises ValueError, naming every broken limit, if Discord would refuse it."""
    found = faults(page)
    if found:
        raise ValueError("; ".join(found))
    return page


def faults(page: Page) -> list[str]:
    """Every limit of Discord that this page breaks, a phrase each; empty if there is none."""
    found = [fault for block in page.blocks for fault in _block_faults(block)]
    components = 1 + sum(_weight(block) for block in page.blocks)
    if components > COMPONENTS:
        found.append(f"{components} components, at most {COMPONENTS}")
    characters = _count_in_words(page.blocks)
    if characters > CHARACTERS:
        found.append(f"{characters} characters of text, at most {CHARACTERS}")
    if not page.blocks:
        found.append("an empty page")
    found.extend(_repetition_faults(page))
    found.extend(_file_faults(page))
    return found


def fit(page: Page) -> Page:
    """Set French no-break spaces in a page, and cut ("…") every text to the length that Discord takes.

    Where all texts together are too long, the longest paragraphs are cut first.
    """
    blocks = tuple(_fit_block(block) for block in page.blocks)
    while (excess := _count(blocks) - CHARACTERS) > 0:
        longest = max(_paragraphs(blocks), key=lambda block: len(block.markdown))
        keep = max(len(longest.markdown) - excess, len(longest.markdown) // 2)
        shorter = replace(longest, markdown=cut(longest.markdown, keep))
        blocks = tuple(shorter if block is longest else block for block in blocks)
    return replace(page, blocks=blocks)


def fit_form(form: Form) -> Form:
    """Cut all texts of a form to the lengths that Discord takes.

    Raises ValueError for no field or too many (the words above the fields count as one), and for a list that
    Discord would refuse.
    """
    most = FIELDS - bool(form.words)
    if not 1 <= len(form.fields) <= most:
        raise ValueError(f"{len(form.fields)} fields, from 1 to {most}")
    fields = tuple(_fit_entry(entry) for entry in form.fields)
    words = _cut_line(form.words, CHARACTERS)
    return replace(form, title=_cut_line(form.title, FORM_TITLE), fields=fields, words=words)


def cut(text: str, most: int) -> str:
    """Replace the end of a text by "…" if it is longer than `most` characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _cut_line(text: str, most: int) -> str:
    return cut(set_spaces(text), most)


def _count(blocks: tuple[Block, ...]) -> int:
    return sum(len(block.markdown) for block in _paragraphs(blocks))


def _paragraphs(blocks: tuple[Block, ...]) -> list[Text | Section]:
    return [block for block in blocks if isinstance(block, Text | Section)]


def _count_in_words(blocks: tuple[Block, ...]) -> int:
    """Count the characters of a page whose sketches are replaced by their words, as may be necessary."""
    return _count(blocks) + sum(len(block.words) for block in blocks if isinstance(block, Sketch))


def _weight(block: Block) -> int:
    match block:
        case Row(buttons):
            return 1 + len(buttons)
        case Select():
            return 2
        case Section():
            return 3
        case _:
            return 1


def _block_faults(block: Block) -> Iterator[str]:
    match block:
        case Text(markdown) | Section(markdown) if not markdown.strip():
            yield "an empty text"
        case Section():
            yield from _beside_faults(block.beside)
        case Row(buttons):
            if not 1 <= len(buttons) <= BUTTONS_IN_A_ROW:
                yield f"{len(buttons)} buttons in a row, from 1 to {BUTTONS_IN_A_ROW}"
            yield from (
                _length_fault("button", button.label, BUTTON_LABEL) for button in buttons if _is_long(button)
            )
        case Select():
            yield from _select_faults(block)
        case Picture() | Sketch():
            yield from _alt_faults(block.alt)
            if isinstance(block, Sketch) and block.words.isspace():
                yield "a sketch without words"
        case _:
            return


def _beside_faults(beside: Button | Thumbnail) -> Iterator[str]:
    if isinstance(beside, Thumbnail):
        yield from _alt_faults(beside.alt)
    elif _is_long(beside):
        yield _length_fault("button", beside.label, BUTTON_LABEL)


def _alt_faults(alt: str) -> Iterator[str]:
    if not 1 <= len(alt) <= ALT_TEXT:
        yield f"an alternative text of {len(alt)} characters, from 1 to {ALT_TEXT}"


def _select_faults(block: Select) -> Iterator[str]:
    yield from _list_faults(block.verb, block.choices, block.least, block.most)
    if len(block.placeholder) > PLACEHOLDER:
        yield _length_fault("placeholder", block.placeholder, PLACEHOLDER)


def _list_faults(name: str, choices: tuple[Choice, ...], least: int, most: int) -> Iterator[str]:
    if not 1 <= len(choices) <= CHOICES:
        yield f"{len(choices)} choices in {name!r}, from 1 to {CHOICES}"
    if len({choice.value for choice in choices}) < len(choices):
        yield f"a value twice in {name!r}"
    if not 0 <= least <= most <= max(1, len(choices)):
        yield f"from {least} to {most} of {len(choices)} in {name!r}"
    if sum(choice.chosen for choice in choices) > most:
        yield f"too many chosen in {name!r}"
    for choice in choices:
        for text in (choice.value, choice.label, choice.description or "."):
            if not 1 <= len(text) <= CHOICE_TEXT:
                yield _length_fault("choice", text, CHOICE_TEXT)


def _is_long(button: Button | Link) -> bool:
    return not 1 <= len(button.label) <= BUTTON_LABEL


def _length_fault(what: str, text: str, most: int) -> str:
    return f"{what} {text[:20]!r} of {len(text)} characters, from 1 to {most}"


def _file_faults(page: Page) -> Iterator[str]:
    """What is wrong with file names: blocks refer to files by name, which Discord must keep unchanged."""
    names = [block.name for block in page.blocks if isinstance(block, Picture | Sketch | Attachment)]
    yield from (f"a file named {name!r}" for name in names if not _FILE_NAME.fullmatch(name))
    yield from (f"two files named {name!r}" for name in sorted(set(names)) if names.count(name) > 1)
    if len(names) > FILES:
        yield f"{len(names)} files, at most {FILES}"


def _repetition_faults(page: Page) -> Iterator[str]:
    """Which custom ids stand twice, which Discord refuses; a button and a list can never have the same."""
    seen: set[tuple[str, str, str]] = set()
    for block in page.blocks:
        for piece in _pieces(block):
            if isinstance(piece, Button | Select):
                key = (type(piece).__name__, piece.verb, piece.arg)
                if key in seen:
                    yield f"{piece.verb!r} with {piece.arg!r} twice"
                seen.add(key)


def _pieces(block: Block) -> tuple[object, ...]:
    """What can perhaps be pressed or chosen from in a block."""
    if isinstance(block, Row):
        return block.buttons
    return (block.beside,) if isinstance(block, Section) else (block,)


def _fit_block(block: Block) -> Block:
    match block:
        case Text(markdown):
            return Text(set_spaces(markdown))
        case Section(markdown, beside):
            return Section(set_spaces(markdown), _fit_beside(beside))
        case Row(buttons):
            return Row(tuple(_fit_button(button) for button in buttons))
        case Select():
            choices = tuple(_fit_choice(choice) for choice in block.choices)
            return replace(block, placeholder=_cut_line(block.placeholder, PLACEHOLDER), choices=choices)
        case Picture() | Sketch():
            return replace(block, alt=_cut_line(block.alt, ALT_TEXT))
        case _:
            return block


def _fit_beside(beside: Button | Thumbnail) -> Button | Thumbnail:
    if isinstance(beside, Thumbnail):
        return replace(beside, alt=_cut_line(beside.alt, ALT_TEXT))
    return replace(beside, label=_cut_line(beside.label, BUTTON_LABEL))


def _fit_button(button: Button | Link) -> Button | Link:
    label = _cut_line(button.label, BUTTON_LABEL)
    return button if label == button.label else replace(button, label=label)


def _fit_choice(choice: Choice) -> Choice:
    label = _cut_line(choice.label, CHOICE_TEXT)
    description = None if choice.description is None else _cut_line(choice.description, CHOICE_TEXT)
    if (label, description) == (choice.label, choice.description):
        return choice
    return replace(choice, label=label, description=description)


def _fit_entry(entry: Entry) -> Entry:
    label, hint = _cut_line(entry.label, FIELD_LABEL), _cut_line(entry.hint, FIELD_HINT)
    match entry:
        case Field():
            example, most = _cut_line(entry.example, FIELD_EXAMPLE), min(entry.most, TYPED)
            value = entry.value[:most]
            return replace(entry, label=label, hint=hint, example=example, most=most, value=value)
        case Pick():
            choices = tuple(_fit_choice(choice) for choice in entry.choices)
            if found := list(_list_faults(entry.name, choices, int(entry.needed), 1)):
                raise ValueError("; ".join(found))
            return replace(entry, label=label, hint=hint, choices=choices)
        case Upload():
            return replace(entry, label=label, hint=hint)
