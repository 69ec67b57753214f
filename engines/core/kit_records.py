"""The records that a game in one file is written in (see `engines.core.kit`).

Each subclass is a frozen dataclass by itself. What people read stands with it: French, to be translated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar, dataclass_transform

from pydantic import Field

from engines.core.records import Count, Frozen, SeatName
from engines.core.records import Event as AnyEvent

Style = Literal["primary", "secondary", "success", "danger"]
ROW: Final = "row"
"""Under this name the metadata of a field have its `Row`."""
_OPTION: Final = "option"


Die: TypeAlias = Annotated[int, Field(ge=1, le=6)]
"""What a die shows."""


@dataclass(frozen=True, slots=True)
class Row:
    """A field of a position that has one value for each seat, in the order of the seats.

    `first` is everybody's at the start. A `secret` one is known to its seat alone. `ranked` places the seats
    at the end: 1 the most first, -1 the least first, 0 not at all. `tell` says a secret to its seat ("Vos dés
    : {value}"), or how many it has of something, by two forms ("{n} point|{n} points"); "" for nothing.
    """

    first: Any = None
    secret: bool = False
    ranked: int = 0
    tell: str = ""


@dataclass(frozen=True, slots=True)
class OptionWords:
    """What people read of an option; French, to be translated.

    `choices` are usual numbers, each said by the forms in `unit` ("{n} point|{n} points"), or the words for
    each value of a closed list. `typed` is its name in the command, where a number is at `most`.
    """

    label: str
    unit: str = ""
    choices: tuple[int, ...] | Mapping[str | bool, str] = ()
    typed: str = ""
    most: int = 0


def secret(tell: str = "") -> Any:
    """Return a field of a position: a row of secrets, each known to its seat; () until they are dealt."""
    return field(metadata={ROW: Row(secret=True, tell=tell)})


def ranked(tell: str = "", *, first: int = 0, least: bool = False) -> Any:
    """Return a field of a position: a row of numbers that places the seats, the most (or least) first."""
    return field(metadata={ROW: Row(first, ranked=-1 if least else 1, tell=tell)})


def row(first: object, tell: str = "") -> Any:
    """Return a field of a position: a row of facts that everybody knows, at the start all the same."""
    return field(metadata={ROW: Row(first, tell=tell)})


def option(*, default: Any, label: str, **words: Any) -> Any:
    """Return a field of the options; its words are those of `OptionWords`."""
    return field(default=default, metadata={_OPTION: OptionWords(label, **words)})


def option_words(options: type[Any]) -> dict[str, OptionWords]:
    """Return what people read of the options of a record, by name."""
    return {each.name: each.metadata[_OPTION] for each in fields(options)}


def _name_type(kind: type[Any]) -> None:
    """Make a record a dataclass that is told apart by its `type`: its name, with a small letter."""
    name = f"{kind.__name__[0].lower()}{kind.__name__[1:]}"
    kind.__annotations__ = {**vars(kind).get("__annotations__", {}), "type": Literal[name]}
    kind.type = name
    dataclass(frozen=True)(kind)


@dataclass_transform(frozen_default=True)
class Record(Frozen):
    """Base of any other record of a game. Its subclasses are frozen dataclasses by themselves."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True)(cls)


@dataclass_transform(frozen_default=True, field_specifiers=(option,))
@dataclass(frozen=True)
class Options(Frozen):
    """What the host sets. Who begins is an option of every game: "drawn", or a seat."""

    first: str = field(default="drawn", metadata={_OPTION: OptionWords("Qui commence")})

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True)(cls)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(secret, ranked, row))
@dataclass(frozen=True, kw_only=True)
class Position(Frozen):
    """Everything that changes. `decision` counts what was decided, so that no deadline comes twice."""

    round: Count
    current: SeatName
    decision: Count
    missed: tuple[Count, ...]
    gone: tuple[SeatName, ...] = ()
    winners: tuple[SeatName, ...] | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True)(cls)


@dataclass_transform(frozen_default=True)
class Action(Frozen):
    """What a seat does. `label` and `style` are those of its button; with fields it is a list of values.

    One that `reveals` nothing must look the same whatever is secret and whatever chance brings; tests see to
    that.
    """

    type: ClassVar[str]
    label: ClassVar[str]
    style: ClassVar[Style]
    reveals: ClassVar[bool]

    def __init_subclass__(cls, *, label: str, style: Style = "secondary", reveals: bool = False) -> None:
        super().__init_subclass__()
        cls.label, cls.style, cls.reveals = label, style, reveals
        _name_type(cls)

    @property
    def values(self) -> tuple[Any, ...]:
        """The values of its fields, in order: what is chosen from a list."""
        return tuple(getattr(self, each.name) for each in fields(self) if each.name != "type")


@dataclass_transform(frozen_default=True)
class Event(AnyEvent):
    """What happened. `tell` is its sentence, filled with its fields: "{claim.seat} dit {claim.sum}."."""

    type: ClassVar[str]
    sentence: ClassVar[str]

    def __init_subclass__(cls, *, tell: str) -> None:
        super().__init_subclass__()
        cls.sentence = tell
        _name_type(cls)


class Left(Event, tell="{seat} quitte la table."):
    """A seat left for good, by itself or, `absent`, for its third missed deadline in a row (C3)."""

    seat: SeatName
    absent: bool


OptionsT = TypeVar("OptionsT", bound=Options)


@dataclass(frozen=True)
class Setup(Frozen, Generic[OptionsT]):
    """What stays the same for the whole table."""

    game: str
    seats: tuple[SeatName, ...]
    options: OptionsT


@dataclass(frozen=True, kw_only=True)
class Observation(Frozen):
    """What one audience may know: these facts, and those of the position.

    A row that all know is a dict by seat; a secret one is the own value of `seat`, None for others. `verbs`
    are the types of what whoever is awaited may do, as far as no secret decides it.
    """

    game: str
    seats: tuple[SeatName, ...]
    options: Any
    verbs: tuple[str, ...]
    seat: SeatName | None = None
