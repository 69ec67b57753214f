"""Small checks that the judge's rules are made of, each named for what it accepts.

A check gets a value and its path in the body, and returns what is wrong.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: where in the body, Discord's name for it, and a sentence."""

    path: Path
    code: str
    message: str

    def __str__(self) -> str:
        where = ".".join(str(step) for step in self.path) or "body"
        return f"{where}: {self.message} ({self.code})"


Problems = list[Problem]
Check = Callable[[object, Path], Problems]


def problem(path: Path, code: str, message: str) -> Problems:
    """A list of the one problem."""
    return [Problem(path, code, message)]


def anything(_value: object, _path: Path) -> Problems:
    """Accepts whatever comes."""
    return []


def text(low: int, high: int) -> Check:
    """A string of `low` to `high` characters."""

    def check(value: object, path: Path) -> Problems:
        if not isinstance(value, str):
            return problem(path, "STRING_TYPE_CONVERT", "Must be a string.")
        if low <= len(value) <= high:
            return []
        return problem(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    return check


def pattern(expression: str, meaning: str) -> Check:
    """A string that matches the whole expression; `meaning` says it in words."""
    compiled = re.compile(expression)

    def check(value: object, path: Path) -> Problems:
        if isinstance(value, str) and compiled.fullmatch(value):
            return []
        return problem(path, "STRING_TYPE_REGEX", f"Must be {meaning}.")

    return check


def integer(low: int, high: int) -> Check:
    """A whole number from `low` to `high`."""

    def check(value: object, path: Path) -> Problems:
        if isinstance(value, bool) or not isinstance(value, int):
            return problem(path, "NUMBER_TYPE_COERCE", "Must be a whole number.")
        if low <= value <= high:
            return []
        return problem(path, "NUMBER_TYPE_RANGE", f"Must be between {low} and {high}.")

    return check


def number(value: object, path: Path) -> Problems:
    """Any number."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return []
    return problem(path, "NUMBER_TYPE_COERCE", "Must be a number.")


def boolean(value: object, path: Path) -> Problems:
    """True or false."""
    return [] if isinstance(value, bool) else problem(path, "BOOLEAN_TYPE_CONVERT", "Must be true or false.")


def snowflake(value: object, path: Path) -> Problems:
    """An id: an integer, or a string of digits."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return []
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return []
    return problem(path, "NUMBER_TYPE_COERCE", "Must be a snowflake.")


def one_of(choices: Collection[object]) -> Check:
    """One of the listed values, of the same kind (true is not 1)."""

    def check(value: object, path: Path) -> Problems:
        if any(value == choice and type(value) is type(choice) for choice in choices):
            return []
        return problem(path, "BASE_TYPE_CHOICES", f"Must be one of {sorted(map(str, choices))}.")

    return check


def nullable(inner: Check) -> Check:
    """Null, or what `inner` accepts."""
    return lambda value, path: [] if value is None else inner(value, path)


def array(inner: Check, low: int = 0, high: int | None = None) -> Check:
    """A list of `low` to `high` items that `inner` accepts."""

    def check(value: object, path: Path) -> Problems:
        if not isinstance(value, list):
            return problem(path, "LIST_TYPE_CONVERT", "Must be a list.")
        found = [each for index, item in enumerate(value) for each in inner(item, (*path, index))]
        if len(value) < low or (high is not None and len(value) > high):
            bounds = f"at least {low}" if high is None else f"between {low} and {high}"
            found += problem(path, "BASE_TYPE_BAD_LENGTH", f"Must have {bounds} items.")
        return found

    return check


def distinct(check_items: Check, key: str) -> Check:
    """A list in which no two objects have the same value under `key`."""

    def check(value: object, path: Path) -> Problems:
        found = check_items(value, path)
        items = value if isinstance(value, list) else []
        seen: set[object] = set()
        for index, item in enumerate(items):
            name = item.get(key) if isinstance(item, dict) else None
            if isinstance(name, (str, int)) and name in seen:
                found += problem(
                    (*path, index, key), "OPTION_DUPLICATED", f"The {key} {name!r} is used twice."
                )
            elif isinstance(name, (str, int)):
                seen.add(name)
        return found

    return check


def record(keys: Mapping[str, Check], required: Collection[str] = ()) -> Check:
    """An object with these keys and no others."""

    def check(value: object, path: Path) -> Problems:
        if not isinstance(value, dict):
            return problem(path, "DICT_TYPE_CONVERT", "Must be an object.")
        found: Problems = []
        for key in required:
            if key not in value:
                found += problem((*path, key), "BASE_TYPE_REQUIRED", "This field is required.")
        for key, item in value.items():
            if key in keys:
                found += keys[key](item, (*path, key))
            else:
                found += problem((*path, key), "UNKNOWN_KEY", "Discord knows no such field here.")
        return found

    return check


def both(first: Check, second: Check) -> Check:
    """What both accept; the second is asked only about what the first finds sound."""
    return lambda value, path: first(value, path) or second(value, path)


def by_type(checks: Mapping[int, Check]) -> Check:
    """An object whose `type` chooses its check."""

    def check(value: object, path: Path) -> Problems:
        if not isinstance(value, dict):
            return problem(path, "DICT_TYPE_CONVERT", "Must be an object.")
        kind = value.get("type")
        if isinstance(kind, int) and not isinstance(kind, bool) and kind in checks:
            return checks[kind](value, path)
        allowed = sorted(checks)
        return problem(
            (*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of {allowed}.'
        )

    return check
