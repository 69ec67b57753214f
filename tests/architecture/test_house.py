"""The house rules that a machine can hold: who imports whom, how large a room is, what is never there."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ui.frame.derived import DerivedFace
from bot.ui.frame.face import Face
from tests.support.games import FACES, GAMES, home_of, page_of

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("engines", "players", "bot", "cogs", "db", "playground")
RULES = ROOT / "docs" / "rules"
DECISIONS = ROOT.parent / "shared" / "rules" / "decisions.md"
SCREEN = 60
"""Lines of a function at most."""
ENTRY = re.compile(r"^- \*\*([A-Z]\d+)\*\* (.*)$", re.M)
"""How a page begins what it says of a numbered rule."""
PAGES = sorted({RULES / "common.md", RULES / "defi.md", *map(page_of, GAMES.values())})


def sources(*rooms: str) -> list[Path]:
    return [path for room in rooms or ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def entries(page: Path) -> dict[str, str]:
    """Return the numbers of a page of rules, each with the first line of what it says."""
    found = ENTRY.findall(page.read_text(encoding="utf-8"))
    assert len(dict(found)) == len(found), f"{page.name} gives a number twice"
    return dict(found)


def numbered_rules() -> dict[str, str]:
    """Return all numbers of the rules, each with the first line of what is said of it."""
    return {number: line for page in PAGES for number, line in entries(page).items()}


def remarks(text: str) -> Iterator[str]:
    """Yield the comments of a Python file, and the strings that stand by themselves: its docstrings."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and "noqa" not in token.string:
            yield token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def names_of_tests() -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8")):
            yield path, name


def test_every_folder_of_code_is_a_package() -> None:
    """One that is none is checked by nobody, and missing where the program is installed."""
    folders = {path.parent for path in sources()}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_files_are_small() -> None:
    assert [path for path in sources() if lines(path) > 600] == []


def test_functions_fit_a_screen() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in sources()
        if lines(path) > SCREEN
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= SCREEN
    ]
    assert long == []


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.spec.name)
def test_every_game_has_the_same_files(face: type[Face]) -> None:
    parts = ((home_of(face.spec.rules), ("model", "rules")), (home_of(face), ("spec", "face")))
    if issubclass(face, DerivedFace):  # it is all said in one file
        parts = ((home_of(face.spec.rules), ("rules",)),)
    for home, files in parts:
        missing = [name for name in ("__init__", *files) if not (home / f"{name}.py").is_file()]
        assert not missing, f"{home.relative_to(ROOT)} has no {', '.join(missing)}"


def test_shared_rooms_know_no_single_game() -> None:
    names = re.compile("|".join(GAMES))
    rooms = [*sources("bot/ui"), *sources("bot/tables")]
    assert [path.relative_to(ROOT) for path in rooms if names.search(path.read_text(encoding="utf-8"))] == []


def test_engines_and_players_have_no_clock_no_chance_and_no_loop() -> None:
    banned = re.compile(r"^\s*(?:import|from) (random|secrets|time|datetime|asyncio|discord|sqlite3)\b", re.M)
    rooms = sources("engines", "players")
    assert [path for path in rooms if banned.search(path.read_text(encoding="utf-8"))] == []


def test_sql_stands_in_one_room() -> None:
    sql = re.compile(r"[\"'](?:SELECT|INSERT|UPDATE|DELETE) ")
    elsewhere = sources("engines", "players", "bot", "cogs", "playground")
    assert [path for path in elsewhere if sql.search(path.read_text(encoding="utf-8"))] == []


def test_nothing_is_left_unfinished() -> None:
    marks = re.compile(r"\b(?:TODO|FIXME|XXX)\b|raise NotImplementedError|simplified|for now\b")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sources()
        for line in path.read_text(encoding="utf-8").splitlines()
        if marks.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_rules_of_every_game_are_written_down_by_number(page: Path) -> None:
    assert page.is_file(), "a game's rules are written down first"
    numbers = list(entries(page))
    assert numbers
    assert {number[0] for number in numbers} == {numbers[0][0]}, "one letter a page"
    assert numbers == sorted(numbers, key=lambda number: int(number[1:]))


def test_no_letter_of_the_rules_has_two_pages() -> None:
    letters = [{number[0] for number in entries(page)} for page in PAGES]
    assert sum(map(len, letters)) == len(set().union(*letters))


def test_every_decision_of_a_game_has_a_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "engines").rglob("*.py"))
    decided = numbered_rules()
    untested = [name for name in decided if not re.search(rf"def test_\w*(?<![A-Z]){name}(?!\d)", tests)]
    assert untested == []


def test_every_number_that_is_named_stands_in_the_rules() -> None:
    decided = numbered_rules()
    letters = "".join(sorted({number[0] for number in decided}))
    named = re.compile(rf"(?<!\w)[{letters}]\d+(?!\w)")
    code = [(path, path.read_text(encoding="utf-8")) for path in sources(*ROOMS, "scripts", "tests")]
    told = [(path, text) for path, text in code if not decided.keys() >= set(named.findall(text))]
    texts = [(path, remark) for path, text in told for remark in remarks(text)]
    texts += [(page, page.read_text(encoding="utf-8")) for page in {*PAGES, *RULES.glob("*.md")}]
    texts += [
        (played, line)
        for played in (ROOT / "tests" / "engines" / "playthroughs").rglob("*.txt")
        for line in played.read_text(encoding="utf-8").splitlines()
        if line.startswith("#")
    ]
    unknown = {
        f"{path.relative_to(ROOT)}: {number}"
        for path, text in texts
        for number in named.findall(text)
        if number not in decided
    }
    unknown |= {
        f"{path.relative_to(ROOT)}: {name}"
        for path, name in names_of_tests()
        for number in re.findall(r"(?<![A-Za-z0-9])[A-Z]\d+(?![A-Za-z0-9])", name)
        if number not in decided
    }
    assert unknown == set()


def test_the_numbers_are_those_that_were_decided() -> None:
    if not DECISIONS.is_file():
        pytest.skip("the page on which rules are decided is not beside this checkout")
    decided = dict(ENTRY.findall(DECISIONS.read_text(encoding="utf-8")))
    assert decided.keys() <= numbered_rules().keys()  # ours go on from there
