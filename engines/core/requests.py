"""Reading one line of the text protocol: bytes become a request, or Refusal `bad_request` is raised."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Never, TypeVar

from engines.core.errors import Refusal

Request = Mapping[str, Any]
T = TypeVar("T")

_MISSING: Any = object()


def read_request(line: bytes) -> Request:
    """Return the JSON object of a line; raises Refusal `bad_request` for anything else.

    It refuses invalid UTF-8, lone surrogates, repeated keys, NaN and the infinities, numbers and nesting
    beyond what Python reads. What it accepts can always be written out again.
    """
    try:
        text = line.decode()
        request = json.loads(text, object_pairs_hook=_read_object, parse_constant=_refuse_constant)
        json.dumps(request, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Refusal("bad_request", "not_json") from None
    if not isinstance(request, dict):
        raise Refusal("bad_request", "not_an_object")
    return request


def field(request: Request, name: str, kind: type[T], default: T = _MISSING) -> T:
    """Return a field of exactly this type (a boolean is no number); raises Refusal `bad_request`."""
    value = request.get(name, default)
    if type(value) is not kind:
        raise Refusal("bad_request", "missing" if value is _MISSING else "wrong_type", field=name)
    return value


def list_of(request: Request, name: str, kind: type[T], default: list[T] = _MISSING) -> list[T]:
    """Return a field that is a list of exactly this type; raises Refusal `bad_request`."""
    values = field(request, name, list, default)
    if not all(type(value) is kind for value in values):
        raise Refusal("bad_request", "wrong_type", field=name)
    return values


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object; raises Refusal `bad_request` where a key comes twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("repeated key")
    return found


def _refuse_constant(name: str) -> Never:
    """Raise Refusal `bad_request` for NaN, Infinity and -Infinity, which are no JSON."""
    raise ValueError(name)
