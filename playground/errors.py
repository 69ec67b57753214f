"""Errors: Discord's own by their codes, and what people's clients would not send."""

from collections.abc import Sequence

from playground.rules.fields import Problem
from playground.wire import Json

_KNOWN: dict[int, tuple[int, str]] = {
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10070: (404, "Unknown Guild Scheduled Event"),
    10063: (404, "Unknown application command"),
    40001: (401, "Unauthorized"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    180000: (400, "Cannot update a finished event"),
}


class ApiError(Exception):
    """An error of the REST interface: HTTP status, Discord's code and its JSON body."""

    def __init__(self, code: int, problems: Sequence[Problem] = ()) -> None:
        self.status, self.message = _KNOWN[code]
        self.code = code
        self.problems = tuple(problems)
        super().__init__(f"{self.message} ({code})", *map(str, problems))

    def as_json(self) -> Json:
        """Return the body that goes out with the status."""
        body: Json = {"message": self.message, "code": self.code}
        return body | {"errors": _nest(self.problems)} if self.problems else body


class ActorError(Exception):
    """Raised for what Discord's own client would not let a person do (no such button, an empty field…)."""


def invalid(problems: Sequence[Problem]) -> None:
    """Raise ApiError 50035 when there are problems, or 50006 when the message is merely empty."""
    if any(problem.code == "EMPTY_MESSAGE" for problem in problems):
        raise ApiError(50006)
    if problems:
        raise ApiError(50035, problems)


def _nest(problems: Sequence[Problem]) -> Json:
    tree: Json = {}
    for problem in problems:
        place = tree
        for step in problem.path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return tree
