"""No module needs itself on the way round, not even for the type checker alone or in a function's body."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

from tests.architecture.test_house import ROOMS

IMPORTS = {
    "at the top": "from {package} import {module}\n",
    "for the checker": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import {package}.{module}\n",
    "in a function": "def late():\n    from {package}.{module} import name\n",
}


def cycle(*packages: str) -> list[str]:
    """Give a cycle of modules, the first one again at its end; an empty list when there is none."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_itself_on_the_way_round() -> None:
    assert cycle(*ROOMS) == []


@pytest.mark.parametrize("way", IMPORTS)
def test_a_cycle_is_seen_however_the_import_is_written(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = f"circle_{list(IMPORTS).index(way)}"
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").touch()
    (tmp_path / package / "first.py").write_text(f"import {package}.second\n")
    (tmp_path / package / "second.py").write_text("")
    assert cycle(package) == []
    (tmp_path / package / "second.py").write_text(IMPORTS[way].format(package=package, module="first"))
    assert set(cycle(package)) == {f"{package}.first", f"{package}.second"}
