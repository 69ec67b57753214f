"""The shape of what is stored changes only together with the version of the rules."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from engines.core.records import Frozen
from tests.stored import shapes
from tests.stored.freeze import main
from tests.stored.shapes import SHAPES, complaints, digests, note_shapes, read, shape, version_of
from tests.support.games import GAMES


def test_what_is_stored_has_the_shape_that_its_rules_version_gave_it() -> None:
    assert complaints(read(SHAPES)) == []


@pytest.mark.parametrize("name", sorted(read(SHAPES)))
def test_every_stored_part_is_frozen_under_every_version_so_far(name: str) -> None:
    frozen = read(SHAPES)[name]
    assert sorted(map(int, frozen)) == list(range(1, version_of(GAMES[name]) + 1))
    for parts in frozen.values():
        assert {"setup", "position"} < set(parts)
        assert {part.split()[0] for part in parts} == {"setup", "position", "event", "action"}


def made(hint: Any, *, doc: str = "A die.", name: str = "value", default: Any = ...) -> Any:
    """A record of one field."""
    namespace = {"__annotations__": {name: hint}, "__doc__": doc}
    if default is not ...:
        namespace[name] = default
    return dataclass(frozen=True)(type("Die", (Frozen,), namespace))


@pytest.mark.parametrize(
    "other",
    [
        made(str),
        made(int | None),
        made(Annotated[int, Field(ge=1)]),
        made(tuple[int, ...]),
        made(Literal[1, 2]),
        made(int, name="face"),
        made(int, default=1),
        made(made(int)),
    ],
    ids=["type", "optional", "bound", "list", "choice", "name", "default", "inside"],
)
def test_another_shape_is_noticed(other: Any) -> None:
    assert shape(other) != shape(made(int))


def test_other_words_are_the_same_shape() -> None:
    assert shape(made(int, doc="Something else.")) == shape(made(int))
    described = made(Annotated[int, Field(title="Title", description="Words")])
    assert shape(described) == shape(made(int))
    assert shape(made(Literal["b", "a"])) == shape(made(Literal["a", "b"]))
    assert shape(made(made(int, doc="Inside."))) == shape(made(made(int)))
    assert shape(made(int, name="title")) != shape(made(int, name="description"))


def test_a_change_without_a_version_is_told_with_what_to_do() -> None:
    version = str(version_of(GAMES["tasse"]))
    stored = {"tasse": {version: digests(GAMES["tasse"])}}
    stored["tasse"][version]["position"] = "0" * 64
    del stored["tasse"][version]["event rolled"]
    stored["tasse"][version]["action bet"] = "0" * 64
    (said,) = complaints(stored, {"tasse": GAMES["tasse"]})
    assert said.startswith(f"tasse: what is stored has another shape than rules version {version} gave it")
    assert "(action bet, event rolled, position)" in said
    assert "raise the game's rules_version, add an upgrade" in said


def test_a_version_without_shapes_is_told() -> None:
    (said,) = complaints({"debacle": {}}, {"debacle": GAMES["debacle"]})
    assert said.startswith("debacle: the shapes of rules version")
    assert "--shapes" in said


def test_frozen_shapes_are_never_written_again(tmp_path: Path) -> None:
    path = tmp_path / "shapes.json"
    assert note_shapes(path) == []
    stored = read(path)
    version = str(version_of(GAMES["tasse"]))
    assert stored["tasse"][version] == digests(GAMES["tasse"])
    stored["tasse"][version]["setup"] = "0" * 64
    path.write_text(json.dumps(stored), encoding="utf-8")
    assert [said.partition(":")[0] for said in note_shapes(path)] == ["tasse"]
    assert read(path) == stored


def test_a_frozen_version_is_never_written_again(capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(shapes.__file__).with_name("0.1.0.sql.xz").stat()
    assert main(["0.1.0"]) == 1
    assert "frozen already" in capsys.readouterr().err
    assert Path(shapes.__file__).with_name("0.1.0.sql.xz").stat().st_mtime_ns == before.st_mtime_ns
