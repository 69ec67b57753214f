"""Write what is missing of today's versions."""

from __future__ import annotations

import json

from engines import GAMES
from tests.engines.stored import SHAPES, moments, path_of, shapes

known = json.loads(SHAPES.read_text("utf-8")) if SHAPES.exists() else {}
for name, game in GAMES.items():
    path = path_of(name, game.rules_version)
    if not path.exists():
        lines = (json.dumps(moment, ensure_ascii=False, separators=(",", ":")) for moment in moments(name))
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    known.setdefault(name, {}).setdefault(str(game.rules_version), shapes(name))
SHAPES.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", "utf-8")
