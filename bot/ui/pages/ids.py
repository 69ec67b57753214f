"""Custom ids: the text behind a button, list or form. It says all that a click means, so nothing is kept.

    g:12:7:roll:            a button of table 12, drawn for version (or turn) 7: the game's own verb roll
    g:12:7:table.join:      a verb that all games share stands in the namespace of what answers it
    s:12:7:announce:        a list
    m:12:7:announce:        a form (modal)
    s:12:7:page.menu:       a list of buttons: the chosen value is the verb and argument of one

Table 0 belongs to no table (personal panels). At most 100 characters.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from bot.ui.pages.page import Block, Button, Link, Page, Row, Section, Select, Text

Kind = Literal["g", "s", "m"]

MENU = "page.menu"
"""The verb of every menu: what is meant is the button that was chosen from it."""
_LENGTH = 100
"""Characters that Discord grants a custom id."""
_VERB = r"(?P<verb>(?:[a-z]{1,12}\.)?[a-z_]{1,24})"
_ANY = re.compile(
    rf"(?P<kind>[gsm]):(?P<table>\d{{1,18}}):(?P<drawn>\d{{1,18}}):{_VERB}:(?P<arg>[A-Za-z0-9_+.,=-]{{0,40}})"
)


@dataclass(frozen=True, slots=True)
class Target:
    """What a button, list or form (`kind`) stands for.

    `drawn` is the version or turn that it was drawn for, `arg` the verb's argument.
    """

    kind: Kind
    table_id: int
    drawn: int
    verb: str
    arg: str = ""

    def __str__(self) -> str:
        """The custom id. Raises ValueError if it is too long, malformed, or has the name of an old verb."""
        text = f"{self.kind}:{self.table_id}:{self.drawn}:{self.verb}:{self.arg}"
        if _ANY.fullmatch(text) is None or len(text) > _LENGTH:
            raise ValueError(f"not a custom id of ours: {text!r}")
        if self.verb in OLD_VERBS:
            raise ValueError(f"{self.verb!r} is read as {OLD_VERBS[self.verb]!r}: another name is needed")
        return text


def parse(custom_id: str) -> Target | None:
    """Read a custom id, however old; None if it is not one of ours."""
    match = _ANY.fullmatch(custom_id)
    if match is None:
        return None
    kind: Kind = match["kind"]  # type: ignore[assignment]  # the pattern allows these three letters only
    verb = current_verb(match["verb"])
    return Target(kind, int(match["table"]), int(match["drawn"]), verb, match["arg"])


def entry(verb: str, arg: str) -> str:
    """The value of a menu's entry that stands for a button with this verb and argument."""
    return f"{verb}:{arg}"


def follow(target: Target, values: tuple[str, ...]) -> tuple[Target | None, tuple[str, ...]]:
    """What is meant by a choice: for a menu, the button that was chosen (None if it is not one of ours)."""
    if target.verb != MENU:
        return target, values
    chosen = parse(f"g:{target.table_id}:{target.drawn}:{values[0]}") if values else None
    return chosen, ()


def without_dead(page: Page, answers: Callable[[str], bool]) -> Page:
    """The page without buttons, lists and entries of menus whose verb nobody answers; as it is if all are."""
    blocks = tuple(_living(page.blocks, answers))
    return page if blocks == page.blocks else replace(page, blocks=blocks)


def _living(blocks: tuple[Block, ...], answers: Callable[[str], bool]) -> Iterator[Block]:
    for block in blocks:
        match block:
            case Row(buttons):
                kept = tuple(one for one in buttons if isinstance(one, Link) or answers(one.verb))
                if kept:
                    yield block if len(kept) == len(buttons) else Row(kept)
            case Section(words, Button() as button) if not answers(button.verb):
                yield Text(words)
            case Select(verb, _, choices) if verb == MENU:
                left = tuple(one for one in choices if answers(current_verb(one.value.partition(":")[0])))
                if left:
                    yield block if len(left) == len(choices) else replace(block, choices=left)
            case Select(verb):
                if answers(verb):
                    yield block
            case _:
                yield block


# What verbs were called before they had namespaces, so that every old button still works.

OLD_VERBS: Mapping[str, str] = MappingProxyType(
    {
        "join": "table.join",
        "quit": "table.quit",
        "begin": "table.begin",
        "options": "table.options",
        "option": "table.option",
        "remove": "table.remove",
        "rematch": "table.rematch",
        "team": "team.join",
        "title": "team.title",
        "hand": "seat.hand",
        "knock": "seat.knock",
        "resign": "seat.resign",
        "rules": "game.rules",
        "words": "game.words",
        "undo": "draft.undo",
        "offer": "agreement.offer",
        "accept": "agreement.accept",
        "decline": "agreement.decline",
        "grant": "agreement.grant",
        "absent": "agreement.absent",
        "console": "host.console",
        "order": "host.order",
        "report": "deck.report",
        "reported": "deck.reported",
        "settle_report": "deck.settle",
        "tables": "server.tables",
        "shut": "server.shut",
        "erase": "data.erase",
    }
)
"""The verbs that all games shared in 0.1.0, and what each is called now. No name is ever added.

No game may give one of these names to a verb of its own.
"""


def current_verb(verb: str) -> str:
    """What a verb is called now; `verb` may come from a custom id of any age."""
    return OLD_VERBS.get(verb, verb)
