"""The text protocol, spoken to in Python objects."""

import json
from typing import Any

from engines import GAMES
from engines.core.protocol import Protocol


class Wire:
    """A protocol, after these requests, which must succeed."""

    def __init__(self, *requests: dict[str, Any]) -> None:
        self.protocol = Protocol(GAMES)
        for request in requests:
            assert self.ask(**request)["ok"], request

    def raw(self, line: bytes) -> Any:
        return json.loads(self.protocol.answer(line))

    def ask(self, **request: Any) -> Any:
        return self.raw(json.dumps(request).encode())

    def act(self, seat: str, kind: str, **fields: Any) -> Any:
        return self.ask(do="act", seat=seat, action={"type": kind, **fields})

    def code(self, **request: Any) -> str:
        """Ask for what must fail, and see that nothing has changed by it."""
        before = self.ask(do="dump")
        answer = self.ask(**request)
        assert not answer["ok"]
        assert set(answer) == {"ok", "error"}
        assert set(answer["error"]) == {"code", "message"}
        assert self.ask(do="dump") == before
        code: str = answer["error"]["code"]
        return code
