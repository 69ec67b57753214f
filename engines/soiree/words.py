"""Erasing what a seat typed from stored data: its answers, and the reasons that a quizmaster gave."""

from typing import Any

from engines.core.records import SeatName
from engines.core.stored import Kind
from engines.defizz import words as defizz


def blank(kind: Kind, plain: Any, seat: SeatName) -> Any:
    """Return stored data of any version of the rules, with "" for what the seat typed."""
    if kind == "action":
        return _blank_action(plain, seat)
    if kind == "event":
        return _blank_event(plain, seat)
    return _blank_position(plain, seat) if kind == "position" else plain


def _blank_action(plain: dict[str, Any], seat: SeatName) -> dict[str, Any]:
    if plain.get("type") == "tell":
        return {**plain, "text": ""}
    if plain.get("type") == "award":
        return {**plain, "reason": "…"}
    return dict(defizz.blank("action", plain, seat))


def _blank_event(plain: dict[str, Any], seat: SeatName) -> dict[str, Any]:
    if plain.get("type") == "answer_told":
        return {**plain, "said": _blank_said(plain["said"], seat)}
    if plain.get("type") == "corrected" and plain.get("by") == seat:
        return {**plain, "reason": ""}
    return dict(defizz.blank("event", plain, seat))


def _blank_position(plain: dict[str, Any], seat: SeatName) -> dict[str, Any]:
    last, bout = plain.get("last"), plain.get("bout")
    changed: dict[str, Any] = {"said": _blank_said(plain.get("said", ()), seat)}
    if last:
        changed["last"] = {**last, "said": _blank_said(last["said"], seat)}
    if bout:
        changed["bout"] = {**bout, "position": defizz.blank("position", bout["position"], seat)}
    return {**plain, **changed}


def _blank_said(said: Any, seat: SeatName) -> list[Any]:
    return [
        {**one, "text": ""} if one["seat"] == seat and one.get("text") is not None else one for one in said
    ]
