"""The table at the end of the bench: each figure is found in its row, and known to docs/performance.md."""

from bench.figures import FIGURES, KNOWN, Figure, read_known, table

ROWS = [
    ("a click of mix, ours", "0.72 actions, 19.43 statements, 0.72 reads, 3.75 hops"),
    ("human pace, tasse: ours / echo", "2.29"),
    ("D1 ours / discord.py", "0.51 (target 0.25)"),
]


def test_a_figure_is_found_in_its_row() -> None:
    assert Figure("statements", "a click of mix, ours", r"([\d.]+) statements").find(ROWS) == "19.43"
    assert Figure("D1", "D1 ours / discord.py").find(ROWS) == "0.51"
    assert Figure("D2", "D2").find(ROWS) == "not measured"


def test_every_figure_stands_in_the_document() -> None:
    known = read_known(KNOWN.read_text(encoding="utf-8"))
    assert {figure.name for figure in FIGURES} <= known.keys()


def test_the_table_has_a_line_for_each_figure() -> None:
    head, *lines = table(ROWS).splitlines()
    assert head.split()[0] == "figure"
    assert len(lines) == len(FIGURES)
    (line,) = [each for each in lines if each.startswith("whole click / echo, tasse ")]
    assert line.split()[5:7] == ["2.29", "1.5"]
