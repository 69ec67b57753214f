"""`make game NAME=yam`: write a small game that works, to be changed into yours.

Its three files go to `engines/yam`, its test to `tests/engines/yam`: they are found there, and nothing else
changes.
"""

from __future__ import annotations

import re
import string
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = Path(__file__).with_name("new_game")
GAME, TESTS = ("rules.py", "rules.md", "en.po"), ("test_rules.py",)


def write_game(root: Path, name: str) -> list[Path]:
    """Write the files of a new game; return them. Raises ValueError for a name that cannot be one."""
    if not re.fullmatch(r"[a-z]{2,32}", name):
        raise ValueError(f"{name!r} is no name for a command: 2 to 32 small letters, without accents")
    if (root / "engines" / name).exists() or (root / "bot" / name).exists():
        raise ValueError(f"there is something in engines/{name} already")
    title = name.capitalize()
    words = {"KIND": title, "TITLE": title, "L": free_letter(root), "IMPORTS": imports(name, title)}
    written = []
    for folder, files in ((root / "engines" / name, GAME), (root / "tests" / "engines" / name, TESTS)):
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
        for file in files:
            text = (TEMPLATES / f"{file}.txt").read_text(encoding="utf-8")
            path = folder / file
            path.write_text(re.sub(r"@([A-Z]+)@", lambda word: words[word[1]], text), encoding="utf-8")
            written.append(path)
    return written


def imports(name: str, kind: str) -> str:
    """Return what the test imports of ours, in order."""
    ours = f"from engines.{name}.rules import {', '.join(sorted((kind, 'Keep', 'Roll')))}"
    shared = ("from engines.core.draws import ScriptedDraws", "from engines.core.records import Place")
    return "\n".join(sorted((ours, *shared)))


def free_letter(root: Path) -> str:
    """Return the letter for its numbered rules: one that no page of rules has."""
    pages = (*root.glob("docs/rules/*.md"), *root.glob("engines/*/rules.md"), *root.glob("tests/*/rules.md"))
    taken = {
        found for page in pages for found in re.findall(r"^- \*\*([A-Z])\d", page.read_text("utf-8"), re.M)
    }
    return next(letter for letter in reversed(string.ascii_uppercase) if letter not in taken)


def main(arguments: list[str]) -> int:
    """Write the game that is named; say what comes next."""
    if len(arguments) != 1:
        sys.stderr.write("usage: make game NAME=yam\n")
        return 2
    try:
        written = write_game(ROOT, arguments[0])
    except ValueError as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    for path in written:
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
    sys.stdout.write(
        f"Play it: make play, then /{arguments[0]} start. What is missing: make test GAME={arguments[0]}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
