"""Play any game through the text protocol: one JSON object a line in, one a line out."""

from __future__ import annotations

import sys

from engines import GAMES
from engines.core.protocol import serve

if __name__ == "__main__":
    serve(GAMES, sys.stdin.buffer, sys.stdout.buffer)
