"""The documents name files that there are, and lead to documents that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
_NAMED = re.compile(r"`((?:bot|cogs|db|docs|engines|players|playground|scripts|tests)/[\w./-]*)`")
_LINKED = re.compile(r"\]\((?!https?:)([^)#\s]+)")


def test_there_are_documents() -> None:
    assert {path.name for path in DOCUMENTS} >= {
        "README.md",
        "CONTRIBUTING.md",
        "architecture.md",
        "glossary.md",
    }


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_is_named_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    lost = [name for name in _NAMED.findall(text) if not (ROOT / name).exists()]
    lost += [link for link in _LINKED.findall(text) if not (document.parent / link).exists()]
    assert lost == []


def test_a_word_of_the_glossary_has_one_meaning() -> None:
    rows = re.findall(r"^\| ([^|]+) \|", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.M)
    words = [word.lower() for row in rows for word in re.findall(r"\*\*(.+?)\*\*", row)]
    assert len(words) > 50
    assert sorted({word for word in words if words.count(word) > 1}) == []


def test_what_make_tries_exists() -> None:
    named = re.findall(r"tests/[\w./-]+", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
