"""The table at the end of the bench: each figure is found in its row, and known to docs/performance.md."""

from bench.figures import FIGURES, KNOWN, Figure, note, read_known, table

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


PAGE = """\
Text | with bars.

| figure | target | 0.4.0 | 0.3.0 |
| --- | --- | --- | --- |
| D1 | 0.25 |  | 0.46 |
| statements a click, mix | 10 | 6.00 | 6.20 |
| an old one |  | 1 | 2 |
"""


def test_the_newest_figure_is_known_even_if_it_is_the_last_release_s() -> None:
    known = read_known(PAGE)
    assert known["D1"] == ("0.25", "0.46")
    assert known["statements a click, mix"] == ("10", "6.00")


def test_what_was_measured_is_noted_in_the_page_and_nothing_else_changes() -> None:
    noted = note(PAGE, ROWS)
    assert "| D1 | 0.25 | 0.51 | 0.46 |" in noted
    assert "| statements a click, mix | 10 | 19.43 | 6.20 |" in noted
    before, after = PAGE.splitlines(), noted.splitlines()
    assert [a for a, b in zip(before, after, strict=True) if a != b] == [before[4], before[5]]
    assert note(PAGE, []) == PAGE
