"""Write what is missing of today's versions."""

import json

from tests.engines.stored import moments, path_of
from tests.support.games import GAMES

for name, game in GAMES.items():
    path = path_of(name, game.rules_version)
    if not path.exists():
        lines = (json.dumps(moment, ensure_ascii=False, separators=(",", ":")) for moment in moments(name))
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
