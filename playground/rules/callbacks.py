"""Checks of the first answer to an interaction."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from playground.rules.commands import check_choices
from playground.rules.components import (
    CHECKBOXES,
    COMMON,
    CUSTOM_ID,
    ROW,
    SELECT_CHECKS,
    TEXT,
    TEXT_CHECK,
    selection_sense,
    unique_ids,
)
from playground.rules.fields import (
    Check,
    Path,
    Problems,
    array,
    boolean,
    both,
    by_type,
    distinct,
    integer,
    nullable,
    one_of,
    problem,
    record,
    text,
)
from playground.rules.messages import EPHEMERAL, check_message

PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
_KINDS = (PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL)
_DEFERRED = record({"flags": integer(0, 2**31 - 1)})


def check_callback(
    body: object, files: Collection[str] = (), *, flags: int = 0, kept_files: Collection[str] = ()
) -> Problems:
    """Judge a callback; `flags` and `kept_files` are those of the message that an update (type 7) edits."""
    if not isinstance(body, dict):
        return problem((), "DICT_TYPE_CONVERT", "Must be an object.")
    kind = body.get("type")
    if kind not in _KINDS:
        return problem(("type",), "BASE_TYPE_CHOICES", f"Must be one of {_KINDS}.")
    found = [
        each
        for key in body.keys() - {"type", "data"}
        for each in problem((key,), "UNKNOWN_KEY", "Discord knows no such field here.")
    ]
    data = body.get("data")
    return found + _check_data(kind, data, files, flags, kept_files)


def _check_data(
    kind: int, data: object, files: Collection[str], flags: int, kept_files: Collection[str]
) -> Problems:
    if kind == DEFERRED:
        return _check_deferred(data)
    if kind in (MESSAGE, CHOICES, MODAL) and data is None:
        return problem(("data",), "BASE_TYPE_REQUIRED", "This field is required.")
    found: Problems = []
    if kind == MESSAGE:
        found = check_message(data, files)
    elif kind == UPDATE and data is not None:
        found = check_message(data, files, flags=flags, editing=True, kept_files=kept_files)
    elif kind == CHOICES:
        found = check_choices(data)
    elif kind == MODAL:
        found = check_modal(data)
    return [replace(each, path=("data", *each.path)) for each in found]


def _check_deferred(data: object) -> Problems:
    if data is None:
        return []
    found = _DEFERRED(data, ("data",))
    if not found and isinstance(data, dict) and data.get("flags", 0) & ~EPHEMERAL:
        found = problem(
            ("data", "flags"), "MESSAGE_FLAGS_INVALID", "A deferred answer may only be ephemeral."
        )
    return found


# Checks of modals.

TEXT_INPUT, LABEL, FILE_UPLOAD, RADIO, CHECKBOX = 4, 18, 19, 21, 23


def _input_sense(value: Any, path: Path) -> Problems:
    low, high, given = value.get("min_length", 0), value.get("max_length", 4000), value.get("value")
    if low > high:
        what = "min_length must not be above max_length."
        return problem((*path, "min_length"), "TEXT_INPUT_INVALID_RANGE", what)
    if given and not low <= len(given) <= high:
        return problem(
            (*path, "value"), "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length."
        )
    return []


_INPUT_KEYS: dict[str, Check] = COMMON | {
    "custom_id": CUSTOM_ID,
    "style": one_of((1, 2)),
    "min_length": integer(0, 4000),
    "max_length": integer(1, 4000),
    "required": boolean,
    "value": nullable(text(0, 4000)),
    "placeholder": nullable(text(0, 100)),
}
_LABELLED_INPUT = both(
    record(_INPUT_KEYS | {"label": nullable(text(0, 45))}, ("custom_id", "style")), _input_sense
)
_ROW_INPUT = both(record(_INPUT_KEYS | {"label": text(1, 45)}, ("custom_id", "style", "label")), _input_sense)
_OPTION = record(
    {"label": text(1, 100), "value": text(1, 100), "description": nullable(text(0, 100)), "default": boolean},
    ("label", "value"),
)
_CHOICE: dict[str, Check] = COMMON | {"custom_id": CUSTOM_ID, "required": boolean}
_RANGE: dict[str, Check] = {"min_values": nullable(integer(0, 10)), "max_values": nullable(integer(1, 10))}
_IN_LABEL: dict[int, Check] = SELECT_CHECKS | {
    TEXT_INPUT: _LABELLED_INPUT,
    FILE_UPLOAD: record(_CHOICE | _RANGE, ("custom_id",)),
    RADIO: record(_CHOICE | {"options": distinct(array(_OPTION, 2, 10), "value")}, ("custom_id", "options")),
    CHECKBOXES: both(
        record(
            _CHOICE | _RANGE | {"options": distinct(array(_OPTION, 1, 10), "value")}, ("custom_id", "options")
        ),
        selection_sense,
    ),
    CHECKBOX: record(COMMON | {"custom_id": CUSTOM_ID, "default": boolean}, ("custom_id",)),
}
_LABEL = record(
    COMMON | {"label": text(1, 45), "description": nullable(text(0, 100)), "component": by_type(_IN_LABEL)},
    ("label", "component"),
)
_ROW = record(COMMON | {"components": array(by_type({TEXT_INPUT: _ROW_INPUT}), 1, 1)}, ("components",))
_MODAL = record(
    {
        "custom_id": CUSTOM_ID,
        "title": text(1, 45),
        "components": array(by_type({ROW: _ROW, LABEL: _LABEL, TEXT: TEXT_CHECK}), 1, 5),
    },
    ("custom_id", "title", "components"),
)


def check_modal(data: object, path: Path = ()) -> Problems:
    """Judge a modal (the `data` of a callback of type 9)."""
    found = _MODAL(data, path)
    if isinstance(data, dict):
        found += unique_ids(data.get("components"), (*path, "components"))
    return found
