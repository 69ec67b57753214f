"""The edge between frozen records and JSON: strict types, and no field that the record does not have."""

import json
from collections.abc import Sequence
from dataclasses import fields
from functools import cached_property
from typing import Annotated, Any, Generic, TypeVar, Union

from pydantic import Discriminator, Tag, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from engines.core.records import Refusal, RefusalCode

T = TypeVar("T")


class Codec(Generic[T]):
    """Turns one kind of record into JSON and back, unchanged.

    Give it a record class, or several that are told apart by their `type` (two classes may share a type when
    their other fields differ). Pydantic prepares them at the first use, not at the start: a process rarely
    needs the records of every game.
    """

    def __init__(self, *records: type[T]) -> None:
        self._records = records

    @property
    def record(self) -> type[T]:
        """The record class; of several, the first."""
        return self._records[0]

    @cached_property
    def _adapter(self) -> TypeAdapter[T]:
        records = self._records
        return TypeAdapter(_union_by_type(records) if len(records) > 1 else records[0])

    def dump(self, value: T) -> str:
        """Return the record as JSON text in one line."""
        return self._adapter.dump_json(value).decode()

    def load(self, text: str | bytes, code: RefusalCode = "bad_request") -> T:
        """Return the record that the JSON text describes; raises Refusal `code` when it describes none."""
        try:
            return self._adapter.validate_json(text)
        except ValidationError as error:
            where = ".".join(
                str(step) for step in error.errors(include_url=False, include_input=False)[0]["loc"]
            )
            raise Refusal(code, "malformed", where=where) from None

    def plain(self, value: T) -> Any:
        """Return the record as dicts, lists, strings, numbers, booleans and None."""
        return self._adapter.dump_python(value, mode="json")

    def parse(self, plain: object, code: RefusalCode = "bad_request") -> T:
        """Return the record that plain JSON-able data describes; raises Refusal `code` for none."""
        try:
            return self.load(json.dumps(plain, allow_nan=False), code)
        except (TypeError, ValueError, RecursionError, PydanticSerializationError):
            raise Refusal(code, "malformed", where="") from None


class SparseCodec(Codec[T]):
    """A codec whose plain data has no key for a field that is None, such as an opponent not named."""

    def plain(self, value: T) -> Any:
        """Return the record as a dict, without the fields that are None."""
        return {name: fact for name, fact in super().plain(value).items() if fact is not None}


def _union_by_type(records: Sequence[type[Any]]) -> Any:
    """Return a union type: pydantic picks its member by the value's `type`, then by the fields it carries."""
    members: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for record in records:
        named = {field.name: field for field in fields(record)}
        members.setdefault(str(named["type"].default), []).append((record.__name__, frozenset(named)))

    def choose(value: object) -> str | None:
        if not isinstance(value, dict):
            return type(value).__name__
        kind = value.get("type")
        candidates = members.get(kind, []) if isinstance(kind, str) else []
        fitting = [name for name, known in candidates if known.issuperset(value)]
        return next(iter(fitting or [name for name, _ in candidates]), None)

    tagged = tuple(Annotated[record, Tag(record.__name__)] for record in records)
    return Annotated[Union[tagged], Discriminator(choose)]  # noqa: UP007 - built at run time
