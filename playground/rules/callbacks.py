"""Checks of the first answer to an interaction."""

from collections.abc import Collection
from dataclasses import replace

from playground.rules.commands import check_choices
from playground.rules.fields import Problems, integer, problem, record
from playground.rules.messages import EPHEMERAL, check_message
from playground.rules.modals import check_modal

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
