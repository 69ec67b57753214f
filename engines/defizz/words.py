"""Erasing what a seat typed from stored data: its answers, and the reasons that a quizmaster gave."""

from typing import Any

from engines.core.records import SeatName
from engines.core.rules import Kind

_TOLD = ("answered", "judged")
"""The types of the events that have an answer's text."""


def blank(kind: Kind, plain: Any, seat: SeatName) -> Any:
    """Return stored data of any version of the rules, with "" for each answer and reason of the seat."""
    if kind == "action":
        return _blank_action(plain)
    if kind == "event":
        return _blank_event(plain, seat)
    if kind == "position":
        changed = {
            name: _blank_answers(plain[name], seat) for name in ("challenge", "last") if plain.get(name)
        }
        if plain.get("before"):
            changed["before"] = blank(kind, plain["before"], seat)
        return {**plain, **changed}
    return plain


def _blank_action(plain: dict[str, Any]) -> dict[str, Any]:
    if plain.get("type") == "transfer":
        return {**plain, "reason": "…"}  # without a reason it would not be legal
    return _blank_text(plain) if plain.get("type") == "answer" else plain


def _blank_event(plain: dict[str, Any], seat: SeatName) -> dict[str, Any]:
    if plain.get("type") == "chips_moved" and plain.get("by") == seat:
        return {**plain, "reason": ""}
    return _blank_text(plain) if plain.get("type") in _TOLD and plain.get("seat") == seat else plain


def _blank_answers(part: dict[str, Any], seat: SeatName) -> dict[str, Any]:
    """Return a challenge, or the result of one, with "" for the answers of the seat."""
    said = part.get("said", ())
    return {**part, "said": [_blank_text(one) if one["seat"] == seat else one for one in said]}


def _blank_text(part: dict[str, Any]) -> dict[str, Any]:
    """Return a part with "" as its text; a null text, which is silence, stays."""
    return {**part, "text": ""} if part.get("text") is not None else part
