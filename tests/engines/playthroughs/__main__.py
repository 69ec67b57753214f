"""Write the answers of playthrough files anew."""

import sys
from pathlib import Path

from tests.engines.playthroughs import replay

for name in sys.argv[1:]:
    Path(name).write_text(replay(Path(name).read_text("utf-8")), "utf-8")
