"""The shapes of what is stored of a game, as digests: they may only change together with its rules version.

A shape is the JSON schema that pydantic (whose version is pinned) makes of a record, without the words in it.
"""

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from engines.core.codec import Codec
from engines.core.game import AnyGame
from tests.support.games import GAMES

SHAPES = Path(__file__).with_name("shapes.json")
_WORDS = ("title", "description", "examples")
_UNORDERED = ("anyOf", "enum", "oneOf", "required")
_NAMED = ("properties", "patternProperties")

Stored = dict[str, dict[str, dict[str, str]]]
"""By game, rules version and stored part ("setup", "event rolled"...): the digest of its shape."""


def version_of(game: AnyGame) -> int:
    """Return the rules version of a game; before there were any, it was 1."""
    return int(getattr(game, "rules_version", 1))


def digests(game: AnyGame) -> dict[str, str]:
    """Return the digest of each stored part: setup, position, events (scenes), actions (drafts, log)."""
    return dict(_digests(game))


@cache
def _digests(game: AnyGame) -> Mapping[str, str]:
    found = {"setup": _digest(*_records(game.setups)), "position": _digest(*_records(game.positions))}
    for kind, codec in (("event", game.events), ("action", game.actions)):
        by_type: dict[str, list[Any]] = {}
        for record in _records(codec):
            by_type.setdefault(record.__dataclass_fields__["type"].default, []).append(record)
        found |= {f"{kind} {name}": _digest(*records) for name, records in sorted(by_type.items())}
    return found


def shape(record: Any) -> Any:
    """Return what JSON a record is read from and written to: neither names of classes nor words count."""
    adapter = TypeAdapter(record)
    ways = (adapter.json_schema(mode="validation"), adapter.json_schema(mode="serialization"))
    return [_plain(way, way.get("$defs", {})) for way in ways]


def complaints(stored: Stored, games: Mapping[str, AnyGame] = GAMES) -> list[str]:
    """Return what is wrong between the shapes of these games and those that are frozen, in sentences."""
    found = []
    for name, game in sorted(games.items()):
        version, now = version_of(game), digests(game)
        frozen = stored.get(name, {}).get(str(version))
        if frozen is None:
            found.append(
                f"{name}: the shapes of rules version {version} are not frozen yet: "
                "run `python -m tests.stored.freeze --shapes` once it is settled"
            )
        elif changed := sorted(part for part in {*frozen, *now} if frozen.get(part) != now.get(part)):
            found.append(
                f"{name}: what is stored has another shape than rules version {version} gave it "
                f"({', '.join(changed)}). Tables of that version are out there: raise the game's "
                "rules_version, add an upgrade from the old shape, then run "
                "`python -m tests.stored.freeze --shapes`"
            )
    return found


def note_shapes(path: Path) -> list[str]:
    """Add the shapes of rules versions that are not frozen yet; the complaints about those that are."""
    stored = read(path)
    for name, game in sorted(GAMES.items()):
        stored.setdefault(name, {}).setdefault(str(version_of(game)), digests(game))
    path.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    return complaints(stored)


def read(path: Path) -> Stored:
    """Return what is frozen so far."""
    stored: Stored = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return stored


def _records(codec: Codec[Any]) -> tuple[Any, ...]:
    return codec._records


def _digest(*records: Any) -> str:
    shapes = sorted(json.dumps(shape(record), sort_keys=True) for record in records)
    return sha256("\n".join(shapes).encode()).hexdigest()


def _plain(schema: Any, known: Mapping[str, Any], around: tuple[str, ...] = ()) -> Any:
    """The schema with what it refers to in its place, without words, its sets in one order.

    `around` names the records around this part; one within itself is told by how far out it is.
    """
    if isinstance(schema, list):
        return [_plain(part, known, around) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name in around:
            return {"again": len(around) - around.index(name)}
        return _plain(known[name], known, (*around, name))
    plain: dict[str, Any] = {}
    for key, part in schema.items():
        if key in _NAMED:
            plain[key] = {name: _plain(inner, known, around) for name, inner in part.items()}
        elif key in _UNORDERED:
            plain[key] = sorted((_plain(inner, known, around) for inner in part), key=json.dumps)
        elif key not in ("$defs", "discriminator", *_WORDS):
            plain[key] = _plain(part, known, around)
    return plain
