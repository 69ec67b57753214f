"""The menu below a page: one list for all buttons that are seldom needed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.tables.model import Pace, Status, Table
from bot.texts import Texts
from bot.ui.frame.verdicts import check_words
from bot.ui.pages.ids import MENU, entry
from bot.ui.pages.page import Block, Button, Choice, Link, Page, Row, Select, Sketch

BUTTONS_IN_A_ROW = 5
"""Discord has at most so many buttons side by side."""


def fold(page: Page, t: Texts, title: str = "") -> Page:
    """Put the rare buttons of a page's rows into one menu at its end; a single one stays where it is.

    `title` says what is in the menu, "" if that is anything.
    """
    rare = (button for button in _buttons(page.blocks) if button.rare)
    entries = {entry(button.verb, button.arg): button.label for button in rare}
    if len(entries) < 2:
        return page
    kept = (_without_rare(block) if isinstance(block, Row) else block for block in page.blocks)
    blocks = (block for block in kept if not isinstance(block, Row) or block.buttons)
    menu = Select(MENU, title or t("Plus…"), tuple(Choice(value, label) for value, label in entries.items()))
    return replace(page, blocks=(*blocks, menu))


def append_link(page: Page, link: Link) -> Page:
    """Put a link beside the last buttons of a page, or below everything if there is no room."""
    blocks = list(page.blocks)
    place = next((n for n in reversed(range(len(blocks))) if isinstance(blocks[n], Row)), None)
    last = None if place is None else blocks[place]
    if place is None or not isinstance(last, Row) or len(last.buttons) >= BUTTONS_IN_A_ROW:
        return replace(page, blocks=(*blocks, Row((link,))))
    blocks[place] = Row((*last.buttons, link))
    return replace(page, blocks=tuple(blocks))


def words_button(t: Texts) -> Button:
    """The button that puts in words what a picture shows."""
    return Button("game.words", t("En texte"), rare=True)


def story_button(t: Texts) -> Button:
    """The button that tells what happened before the last scene."""
    return Button("game.story", t("Ce qui s’est passé"), rare=True)


def usual_buttons(
    table: Table, shown: Sequence[Block], folded: bool, t: Texts, *, dice: bool = True
) -> tuple[Button, ...]:
    """The rare buttons that every board has, by what it shows: `folded` if it does not tell all.

    `dice` is as in `Badge`. Without deadlines the options are there, to remove somebody.
    """
    buttons = [words_button(t)] if any(isinstance(block, Sketch) for block in shown) else []
    buttons += [story_button(t)] if folded else []
    buttons.append(Button("game.rules", t("Règles"), rare=True))
    if table.status is Status.CLOSED:
        buttons.append(Button("table.dice", check_words(dice, t), rare=True))
    elif table.manners.pace is Pace.RELAXED:
        buttons.append(Button("table.options", t("Options"), rare=True))
    if table.status is Status.PLAYING:
        buttons.append(Button("seat.away", t("Jouez pour moi"), rare=True))
        buttons.append(Button("seat.resign", t("Abandonner"), rare=True))
    return tuple(buttons)


def _buttons(blocks: Sequence[Block]) -> Iterator[Button]:
    for block in blocks:
        if isinstance(block, Row):
            yield from (button for button in block.buttons if isinstance(button, Button))


def _without_rare(row: Row) -> Row:
    return Row(tuple(each for each in row.buttons if isinstance(each, Link) or not each.rare))
