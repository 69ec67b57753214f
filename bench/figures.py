"""The few figures that are watched from release to release: one table, beside targets and the last release.

Targets and the last release's figures stand in docs/performance.md, one line a figure; here stands which of
the measured rows each is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["FIGURES", "KNOWN", "Figure", "note", "read_known", "table"]

KNOWN = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
NOT_MEASURED = "not measured"
Row = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure by its name in docs/performance.md.

    It is in the row whose label begins with `label`; there `pattern` finds it (its group, if it has one).
    """

    name: str
    label: str
    pattern: str = r"[\d.,]+"

    def find(self, rows: Iterable[Row]) -> str:
        """The figure among these rows."""
        for label, text in rows:
            if label.startswith(self.label) and (found := re.search(self.pattern, text)) is not None:
                return found[found.lastindex or 0]
        return NOT_MEASURED


def _each_game(name: str, label: str) -> Iterator[Figure]:
    for game in ("tasse", "diavolo", "debacle", "desfausse", "defizz", "mix"):
        yield Figure(name.format(game), label.format(game))


def _within(game: str, *names: str) -> Iterator[Figure]:
    for what in names:
        yield Figure(f"{what} a click, {game}", f"a click of {game}, ours", rf"([\d.]+) {what}")


def _thinking() -> Iterator[Figure]:
    for game in ("tasse", "diavolo", "debacle", "desfausse", "defizz"):
        yield Figure(f"decisions a second, {game}", f"thinking, {game}", r"([\d,]+) decisions")


def _judged(kind: str) -> Iterator[Figure]:
    row = f"Q1 {kind}, blind"
    yield Figure(f"% of {kind}'s right answers refused, known sets", f"{row}: right ones refused")
    yield Figure(f"% of {kind}'s wrong answers accepted, known sets", f"{row}: wrong ones accepted")


FIGURES = (
    Figure("ms of processor a click, mix, human pace", "human pace, mix: ours, processor time"),
    Figure("ms of processor a click, mix, full speed", "full speed, mix: ours, processor time"),
    *_each_game("whole click / echo, {}", "human pace, {}: ours / echo"),
    *_each_game("whole click / bare echo, {}", "human pace, {}: ours / bare echo"),
    *_within("tasse", "statements", "hops", "boards", "panels"),
    *_within("mix", "statements", "hops", "boards", "panels", "pictures"),
    Figure("kB written a click, desfausse", "a click of desfausse, ours", r"([\d.]+) kB written"),
    Figure(
        "counted requests a click, mix, human pace", "human pace, mix: ours, a click", r"([\d.]+) counted"
    ),
    Figure("ms a board of Débâcle, warm", "board of Débâcle, warm"),
    Figure("ms a throw of Diavolo, warm", "throw of Diavolo, warm"),
    Figure("ms a hand of DESfausse, warm", "hand of DESfausse, warm"),
    Figure("D1", "D1 ours / discord.py"),
    Figure("judging 50 answers / difflib", "Q1 all together / difflib"),
    *_judged("Chrono"),
    *_judged("Ping-pong"),
    Figure("% of Cible's right answers refused, known sets", "Q1 Cible, right refused", r"([\d.]+)%"),
    Figure("kB a finished table, tasse", "tasse: a finished table, packed"),
    Figure("kB a finished table, defizz", "defizz: a finished table, packed"),
    Figure("start with 10 000 tables / none", "ratio", r"[\d.]+"),
    Figure("kB of memory an idle table", "memory per idle table"),
    Figure("kB of memory a table in play", "memory per table in play"),
    Figure("kB of memory an empty server", "memory per empty server"),
    Figure("MB of memory of a process", "memory of the process"),
    *_thinking(),
    Figure("ms of loop lateness, thinking, p99", "loop lateness while", r"p99 ([\d.]+)"),
    Figure("loop lateness p99, thinking / idle", "loop lateness p99"),
    Figure("MB of memory to think in", "memory of the process that thinks"),
    Figure("click beside a computer / alone, p99", "a click beside a computer / alone"),
    Figure("ms that a click of 72 people waits, p99", "night, 72 people: a click waits", r"p99 ([\d.]+)"),
    Figure("s from the last answer to the standings", "night, until the standings"),
    Figure("edits a question, 72 people", "night, a question costs"),
    Figure("ms to rate 10 000 tables", "ranking, 10000 tables rated, and points", r"[\d.]+"),
    Figure("ms of processor for a ranking of 10 000 tables, first", "ranking of 10000 tables, first"),
    Figure("ms of processor for a ranking, after one more table", "ranking of 10000 tables, after"),
    Figure("ms for the first look at a replay, defizz, p95", "replay of defizz, first look", r"p95 ([\d.]+)"),
    Figure("ms for a step of a replay, desfausse, p95", "replay of desfausse, a new step", r"p95 ([\d.]+)"),
    Figure("ms of processor for a profile of 1 000 tables, first", "profile of 1000 tables, first"),
    Figure("ms of processor for a profile of 1 000 tables, again", "profile of 1000 tables, again"),
    Figure("ms of processor for a profile, after one more table", "profile of 1000 tables, after"),
    Figure("steps a second, SQLite, 64 tables", "door, 64 tables: SQLite"),
    Figure("steps a second, PostgreSQL, 64 tables", "door, 64 tables: PostgreSQL"),
    Figure("steps a second, PostgreSQL / SQLite", "door PostgreSQL / SQLite"),
    Figure("steps a second at 2.5 ms, together / one by one", "far door PostgreSQL / one by one"),
    Figure("processor time, PostgreSQL / SQLite", "shared, PostgreSQL / SQLite"),
    Figure("processor time, three processes / SQLite", "shared, PostgreSQL x 3 / SQLite"),
    Figure("processor time, three by HTTP / SQLite", "shared, PostgreSQL x 3 by HTTP / SQLite"),
    Figure("statements a click, PostgreSQL, mix", "shared, PostgreSQL: a click", r"([\d.]+) statements"),
    Figure("ms that forwarding adds to a click", "forwarding adds", r"-?[\d.]+"),
    Figure("rows a second moved to PostgreSQL", "move to PostgreSQL"),
    Figure("s from start to ready, 100 000 tables", "start to ready, PostgreSQL"),
    Figure("s from start to ready, second of two", "start to ready, second"),
)


def read_known(text: str) -> dict[str, tuple[str, str]]:
    """Target and the newest figure by name, from the table in docs/performance.md."""
    rows = (_cells(line) for line in text.splitlines() if line.startswith("| "))
    return {
        name: (target, next(filter(None, figures), "")) for name, target, *figures in rows if len(figures) > 1
    }


def note(text: str, rows: Iterable[Row]) -> str:
    """The page with what was measured in the newest release's column; the rest of it stays."""
    rows = list(rows)
    found = {each.name: each.find(rows) for each in FIGURES}
    return "\n".join(_note(line, found) for line in text.split("\n"))


def _note(line: str, found: Mapping[str, str]) -> str:
    if not line.startswith("| "):
        return line
    name, *cells = _cells(line)
    if len(cells) < 3 or found.get(name, NOT_MEASURED) == NOT_MEASURED:
        return line
    cells[1] = found[name]
    return f"| {' | '.join((name, *cells))} |"


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def table(rows: Iterable[Row]) -> str:
    """All figures, each beside its target and the last release's."""
    rows = list(rows)
    known = read_known(KNOWN.read_text(encoding="utf-8"))
    lines = [("figure", "measured", "target", "last release")]
    lines += [(each.name, each.find(rows), *known.get(each.name, ("", ""))) for each in FIGURES]
    return "\n".join(f"{name:<46} {now:>14} {target:>14} {last:>14}" for name, now, target, last in lines)
