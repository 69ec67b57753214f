"""Golden playthroughs: whole tables as text, replayed line by line through the text protocol.

A file holds requests (`> `), the answer to each (`< `) and remarks (`# `). After a wanted change of rules,
or to begin a new one from requests alone, write the answers anew and read the difference:

    python -m tests.engines.playthroughs tests/engines/playthroughs/tasse/*.txt
"""

from engines.core.protocol import Protocol
from tests.support.games import GAMES


def replay(text: str) -> str:
    """Return the playthrough with the answers that the engines give to its requests today."""
    protocol = Protocol(GAMES)
    lines = []
    for line in text.splitlines():
        if line.startswith("< "):
            continue
        lines.append(line)
        if line.startswith("> "):
            lines.append("< " + protocol.answer(line[2:].encode()).decode())
    return "\n".join(lines) + "\n"
