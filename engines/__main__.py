"""Play any game through the text protocol: one JSON object a line in, one a line out.

python -m engines            answers what it reads
python -m engines GAME.txt   replays a game of Débâcle from its moves, and prints the answers
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, TextIO

from engines import GAMES
from engines.core.protocol import Protocol, serve
from engines.core.records import Refusal
from engines.debacle.notation import GameRecord, read_game, requests, write_word

USAGE = "usage: python -m engines [GAME.txt]   (without a file: requests from standard input)"
SIZE_AT_MOST = 1_000_000
"""The most bytes that a file may have; the longest games have some thousands."""


def main(arguments: Sequence[str], asked: BinaryIO, answers: BinaryIO, complaints: TextIO) -> int:
    """Serve the protocol, or replay one file; return the exit code, 0 if all went well."""
    if not arguments:
        serve(GAMES, asked, answers)
        return 0
    if len(arguments) > 1 or arguments[0].startswith("-"):
        complaints.write(USAGE + "\n")
        return 2
    try:
        replay(_read(Path(arguments[0])), answers)
    except ValueError as problem:
        complaints.write(f"{arguments[0]}: {problem}\n")
        return 1
    except BrokenPipeError:
        return 1
    return 0


def replay(record: GameRecord, answers: BinaryIO) -> None:
    """Write the answers to the requests of a game; raises ValueError where the rules refuse a move."""
    protocol, answered = Protocol(GAMES), 0
    try:
        for request in requests(record):
            answers.write(protocol.answer(request.encode()) + b"\n")
            answered += 1
    except Refusal as refusal:
        # The first request is the start; the others are the happenings, one each.
        place = answered - 1
        word = write_word(record.happenings[place])
        raise ValueError(f"word {place + 1} ({word}): the rules refuse it: {refusal}") from None
    finally:
        answers.flush()


def _read(path: Path) -> GameRecord:
    """Return the game that a file tells; raises ValueError that says what is wrong with the file."""
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_AT_MOST + 1)
    except OSError as error:
        raise ValueError(error.strerror or type(error).__name__) from None
    if len(data) > SIZE_AT_MOST:
        raise ValueError(f"larger than {SIZE_AT_MOST} bytes, which no game is")
    try:
        return read_game(data.decode())
    except UnicodeDecodeError:
        raise ValueError("no text in UTF-8") from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdin.buffer, sys.stdout.buffer, sys.stderr))
