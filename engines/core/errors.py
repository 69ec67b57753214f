"""How an engine says no: a code with parameters, never a sentence for people."""

from __future__ import annotations

from typing import Literal, TypeAlias

RefusalCode: TypeAlias = Literal[
    "bad_request",
    "unknown_game",
    "bad_options",
    "bad_seats",
    "not_started",
    "over",
    "not_your_turn",
    "illegal_action",
    "draws_exhausted",
]


class Refusal(Exception):
    """Raised when a request is not allowed: nothing has changed (C5), and a person is to be told why.

    `code` is one of the public codes; `reason` is finer where a person needs to know more ("score_too_low"),
    and equals the code otherwise; `params` are JSON-able values for the sentence that the shell writes.
    """

    def __init__(self, code: RefusalCode, reason: str | None = None, **params: object) -> None:
        super().__init__(code, reason or code, params)
        self.code: RefusalCode = code
        self.reason: str = reason or code
        self.params: dict[str, object] = params

    def __str__(self) -> str:
        """Return the code and its parameters in one line, for logs and for the text protocol."""
        told = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.reason} ({told})" if told else self.reason
