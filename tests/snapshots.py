"""`make snapshots`: what is made from what there is: pages that list games, and what a click costs.

They are the table of the README, that of `docs/rules/README.md`, and what the playground's cards say of games
(it knows nothing of the bot, so that it cannot look there). Each stands between two marks, or is a whole
file; a test compares.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import cogs
from bot.texts import texts_for
from bot.ui.frame.spec import GameSpec
from tests import budget
from tests.support.games import ROOT, home_of, page_of

BEGIN = "<!-- made by `make snapshots` -->\n"
END = "<!-- until here -->\n"
RULES = ROOT / "docs" / "rules"
SPECS = tuple(face.spec for face in cogs.GAMES)
ENGLISH = texts_for("en")


def games_of_the_readme(before: str) -> str:
    """A row for each game that people choose from."""
    shelf = (spec for spec in SPECS if not spec.planned)
    rows = (f"| **{spec.title}** (`/{spec.name} start`) | {ENGLISH(spec.about)} |" for spec in shelf)
    return _between(before, "| | |", "| --- | --- |", *rows)


def pages_of_the_rules(before: str) -> str:
    """A row for each page of numbered rules: of every game, of each, and of the daily challenge."""
    every = "what holds in every game: seats, chance, deadlines, leaving, refusals"
    rows = [
        _rule(RULES / "common.md", "engines/core", every),
        *(_rule(page_of(spec.rules), _folder(spec), ENGLISH(spec.pitch)) for spec in SPECS),
        _rule(RULES / "defi.md", "engines/daily", "Le défi du jour, played alone"),
    ]
    heading = ("| Letter | Page | Code | What it is about |", "| --- | --- | --- | --- |")
    return _between(before, *heading, *rows)


def facts_of_the_cards(before: str) -> str:
    """How many people play each game and how long it takes, in the order of the shelf."""
    del before
    facts = {
        spec.name: {"people": [spec.seats_min, spec.seats_max], "minutes": [*spec.minutes]} for spec in SPECS
    }
    lines = (f"  {name}: {json.dumps(each)},\n" for name, each in facts.items())
    head = "// Made by `make snapshots`: what the bot's commands do not say of a game."
    return f"{head}\nexport const FACTS = {{\n{''.join(lines)}}};\n"


PAGES: Mapping[Path, Callable[[str], str]] = {
    ROOT / "README.md": games_of_the_readme,
    RULES / "README.md": pages_of_the_rules,
    ROOT / "playground" / "page" / "games.js": facts_of_the_cards,
}


def stale() -> Iterator[tuple[Path, str]]:
    """Yield each page that is not as it would be written now, and how it would be."""
    for path, write in PAGES.items():
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        after = write(before)
        if after != before:
            yield path, after


def main() -> int:
    """Write what is not up to date, and say what that was."""
    for path, text in [*stale()]:
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
    if budget.write():
        sys.stdout.write(f"{budget.KEPT.relative_to(ROOT)}\n")
    return 0


def _between(page: str, *lines: str) -> str:
    """The page with these lines between its marks; ValueError if it has none."""
    before, began, rest = page.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not began or not ended:
        raise ValueError("the page has no marks to write between")
    return "\n".join((f"{before}{BEGIN}", *lines, f"\n{END}{after}"))


def _rule(page: Path, code: str, about: str) -> str:
    numbered = re.search(r"^- \*\*([A-Z])\d+\*\*", page.read_text(encoding="utf-8"), re.M)
    letter = numbered[1] if numbered else "?"
    beside = page.name if page.parent == RULES else f"../../{page.relative_to(ROOT).as_posix()}"
    return f"| {letter} | [{page.name}]({beside}) | `{code}` | {about} |"


def _folder(spec: GameSpec) -> str:
    return home_of(spec.rules).relative_to(ROOT).as_posix()


if __name__ == "__main__":
    sys.exit(main())
