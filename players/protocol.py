"""The protocol "gobelet-player 1": one JSON object a line in, one a line out. See docs/player-protocol.md.

Every question holds all that its answer depends on, so that nothing need be kept between two lines.
"""

import json
from collections.abc import Mapping
from typing import Any, BinaryIO, Final

from engines.core.game import AnyGame
from engines.core.protocol import Request, field, read_request
from engines.core.records import Refusal
from players.core.speech import plain_decision, read_question
from players.registry import find_player, think

PROTOCOL: Final = "gobelet-player 1"


def answer(games: Mapping[str, AnyGame], line: bytes) -> bytes:
    """Return the answer to one line, as JSON in one line without a line end. Bad input never raises."""
    number: Any = None
    try:
        request = read_request(line)
        number = request.get("id")
        said: dict[str, Any] = {"ok": True, **_do(games, request)}
    except Refusal as refusal:
        said = {"ok": False, "error": {"code": refusal.code, "message": str(refusal)}}
    known = {} if number is None else {"id": number}
    return json.dumps({**said, **known}, ensure_ascii=True, separators=(",", ":")).encode()


def serve(games: Mapping[str, AnyGame], questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line at once until the input ends, or nobody reads the answers any more."""
    try:
        for line in questions:
            answers.write(answer(games, line) + b"\n")
            answers.flush()
    except BrokenPipeError:
        return


def _do(games: Mapping[str, AnyGame], request: Request) -> dict[str, Any]:
    match field(request, "do", str):
        case "hello":
            versions = {name: find_player(name).version for name in sorted(games)}
            return {"protocol": PROTOCOL, "name": "gobelet", "games": sorted(games), "versions": versions}
        case "decide":
            return _decide(games, request)
        case _:
            raise Refusal("bad_request", "unknown_do")


def _decide(games: Mapping[str, AnyGame], request: Request) -> dict[str, Any]:
    """Return what the house's player does. Raises Refusal `bad_request` for a question that is none."""
    question = read_question(games, request)
    try:
        decision = think(question)
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):
        # What was asked cannot come up in any game, so that no player is made for it.
        raise Refusal("bad_request", "malformed", where="question") from None
    return plain_decision(games[question.view.game], decision)
