"""Whether the tests see faults: small ones are put into the product, one at a time, drawn by a seed.

`python -m tests.mutants --seed 1 --count 60 --under engines db bot` works in a copy of the tree and says of
each fault whether the tests of its room saw it. The same seed draws the same faults of the same product.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.support.project import ROOT

GAMES = ("tasse", "debacle", "defizz", "desfausse", "diavolo", "soiree", "plusgrand")
OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SECONDS = 420
"""After so long the tests count as having seen the fault: it keeps them from ending."""


@dataclass(frozen=True)
class Mutant:
    """A fault: the node of the source that becomes another text."""

    path: str
    node: ast.expr | ast.stmt
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.node.lineno}: {' '.join(self.text.split())[:90]}"

    def apply(self, source: str) -> str:
        """The source with the fault."""
        lines = source.encode().splitlines(keepends=True)  # ast counts bytes
        first, last = self.node.lineno - 1, (self.node.end_lineno or 0) - 1
        before = b"".join(lines[:first]) + lines[first][: self.node.col_offset]
        after = lines[last][self.node.end_col_offset :] + b"".join(lines[last + 1 :])
        indent = "\n" + " " * self.node.col_offset if isinstance(self.node, ast.stmt) else " "
        return (before + self.text.replace("\n", indent).encode() + after).decode()


def mutants(path: str, source: str) -> list[Mutant]:
    """Every fault that can be put into this file."""
    tree = ast.parse(source)
    return [Mutant(path, node, text) for part in _bodies(tree) for node, text in _faults(part)]


def _bodies(tree: ast.AST) -> Iterator[ast.stmt]:
    """The statements inside functions: what stands outside is mostly tables and types."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from node.body


def _faults(statement: ast.stmt) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    if isinstance(
        statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
    ):
        return
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):  # a docstring
        return
    if isinstance(statement, ast.Expr | ast.Assign | ast.AugAssign):
        yield statement, "pass"
    if isinstance(statement, ast.Return) and not _is_none(statement.value):
        yield statement, "return None"
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.stmt):
            yield from _faults(child)
        elif not (isinstance(statement, ast.AnnAssign) and child is statement.annotation):
            for node in ast.walk(child):
                yield from _in_expression(node)
    if isinstance(statement, ast.If | ast.While):
        yield statement.test, f"(not ({ast.unparse(statement.test)}))"


def _in_expression(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    match node:
        case ast.Compare(left, [operator], [right]):
            yield node, f"({ast.unparse(ast.Compare(left, [OPPOSITES[type(operator)]()], [right]))})"
        case ast.BoolOp(operator, values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield node, f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.IfExp(test, body, orelse):
            yield node, f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Constant(value) if type(value) is int:
            yield node, str(value + 1)
        case ast.Constant(value) if type(value) is bool:
            yield node, str(not value)


def _is_none(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def tests_of(path: str) -> list[str]:
    """What pytest is told to run for a file of the product: the tests of its room, near ones first."""
    room, *folders = Path(path).with_suffix("").parts
    nearest = next(
        (ROOT / "tests" / room / Path(*folders[:depth]) for depth in range(len(folders), 0, -1)
         if (ROOT / "tests" / room / Path(*folders[:depth])).is_dir()),
        ROOT / "tests" / room,
    )  # fmt: skip
    arguments = [nearest.relative_to(ROOT).as_posix()]
    if game := next((folder for folder in folders if folder in GAMES), None):
        every = sorted((ROOT / "tests" / room).glob("test_*.py"))
        return ["-k", game, *arguments, *(test.relative_to(ROOT).as_posix() for test in every)]
    return arguments


def is_seen(mutant: Mutant, copy: Path) -> bool:
    """Whether the tests fail with the fault in the copy."""
    target = copy / mutant.path
    sound = target.read_text(encoding="utf-8")
    target.write_text(mutant.apply(sound), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests_of(mutant.path)]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS, check=False
        )
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(sound, encoding="utf-8")


def copied(into: Path) -> Path:
    """The tree as git knows it, with what is not yet committed."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, into / name)
    return into


def drawn(seed: int, count: int, under: list[str]) -> list[Mutant]:
    """So many faults, evenly over the files' lines; each seed draws its own."""
    files = sorted(file for folder in under for file in (ROOT / folder).rglob("*.py"))
    found = [m for file in files for m in mutants(file.relative_to(ROOT).as_posix(), file.read_text("utf-8"))]
    return Random(seed).sample(found, min(count, len(found)))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--under", nargs="+", default=["engines", "players", "bot", "cogs", "db"])
    asked = parser.parse_args()
    seen = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder))
        for number, mutant in enumerate(drawn(asked.seed, asked.count, asked.under), 1):
            found = is_seen(mutant, copy)
            seen += found
            print(f"{number:4} {'killed  ' if found else 'survived'} {mutant}", flush=True)
    print(f"{seen} of {number} killed")


if __name__ == "__main__":
    main()
