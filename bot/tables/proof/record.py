"""The record of a table: one JSON file from which anybody can check its dice and replay its game.

Format "gobelet-record 2", UTF-8 (files of "gobelet-record 1", which lack what is marked 2, are read too):

    format      "gobelet-record 2"
    table       the table's number; with the joins it names the source of the dice (see bot.tables.proof.dice)
    game        the game's name
    commitment  SHA-256 of the seed, hex, shown when the lobby opened
    seed        32 bytes, hex; null until the table is closed
    seats       those seated at the start, in seat order: {"seat": name, "joins": [interaction id, ...]}
    rules       (2) the version of the rules by which the game began
    deck        (2) the digest of the deck that was played with; null where there is none
    salts       (2) the salts of the cards that are shown, by their ids (see bot.tables.proof.dice)
    setup       the game's setup, null when no game began (or the table still runs); of the cards of a deck
                only those that were turned are shown, the others by their seals
    entries     the whole log in order: {"seq", "kind", "at" (ms UTC), "seat", "interaction", "payload",
                "draws": [[n, outcome], ...], "erased"}; everybody who sat down or got up in the lobby is
                in it. A line "rules" says that the game went on by another version of the rules. erased
                (2): what somebody typed was taken out, because they had their data erased
    position    SHA-256, hex, of the last position (see `digest`); null when no game began

A line "join" whose payload has a "computer" (its level and its persona) seats one: "join" is the interaction
by which somebody wanted it there, and which its seat has among the joins; one may seat several.

A line "join" whose payload has a "join" alone seats a person who had registered before the table was opened,
by that interaction (0 for somebody who needed none).

Interaction ids are decimal texts, for not every JSON reader keeps 64-bit numbers. No person's name and no
user id stands in a record.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from bot.tables.keeping.codec import read_state, whole_setup
from bot.tables.keeping.retention import refuse_forgotten
from bot.tables.model import Status, joins_of
from bot.tables.ports import Entry, Stored
from bot.tables.proof.dice import salt_of, veil
from engines.core.clicks import moment_of
from engines.core.decks import Dealer
from engines.core.game import AnyGame
from engines.core.records import Refusal

FORMAT: Final = "gobelet-record 2"
_FORMATS: Final = frozenset({"gobelet-record 1", FORMAT})
SIZE_AT_MOST = 16 * 1024 * 1024
"""Bytes of a file that is read at all; the longest real table stays far below."""

STEPS = frozenset({"begin", "act", "expire", "leave", "system"})
"""The kinds of entries that the rules answer; of the others only "shuffle" draws, before "begin"."""
DRAWING = STEPS | {"shuffle"}
"""The kinds of entries that draw."""
_TOLD_AT_THE_END = DRAWING | {"draft", "decide"}
"""The kinds of entries in which something secret may stand."""

Hex32 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Snowflake = Annotated[str, Field(pattern=r"^[0-9]{1,20}$")]
Count = Annotated[int, Field(ge=1, le=2**32)]


class RecordError(Exception):
    """A file that is no record.

    Codes: too_large (most), not_json, not_a_record, unknown_format (known), bad_field (where).
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Seating(_Part):
    """A seat of the start and the interactions by which its people sat down."""

    seat: str
    joins: tuple[Snowflake, ...]


class Line(_Part):
    """One entry of the log; `draws` are (n, outcome) in order."""

    seq: int
    kind: str
    at: int
    seat: str | None = None
    interaction: Snowflake | None = None
    payload: JsonValue = None
    draws: tuple[tuple[Count, Count], ...] = ()
    erased: bool = False

    @property
    def clicked_at(self) -> int | None:
        """When the click was made that led to it (ms UTC); None where none did."""
        return None if self.interaction is None else moment_of(int(self.interaction))


class Record(_Part):
    """A table from its opening to its end, as the module's text describes it."""

    format: Literal["gobelet-record 1", "gobelet-record 2"] = FORMAT
    table: int
    game: str
    commitment: Hex32
    seed: Hex32 | None
    seats: tuple[Seating, ...]
    rules: int = 1
    deck: Hex32 | None = None
    salts: Mapping[str, Hex32] = {}
    setup: JsonValue
    entries: tuple[Line, ...]
    position: Hex32 | None

    @classmethod
    def load(cls, data: bytes) -> Record:
        """Read a file's bytes; raises RecordError for whatever is not a sound record of this format."""
        if len(data) > SIZE_AT_MOST:
            raise RecordError("too_large", most=SIZE_AT_MOST)
        _check_format(data)
        try:
            return cls.model_validate_json(data)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            raise RecordError("bad_field", where=".".join(str(step) for step in first["loc"])) from None

    def dump(self) -> bytes:
        """Write the record as a file's bytes, indented for people; `load` gives the same record back."""
        return (self.model_dump_json(indent=1) + "\n").encode()

    def joins(self) -> tuple[int, ...]:
        """The interaction ids that are mixed into the dice, in seat order."""
        return tuple(int(join) for seating in self.seats for join in seating.joins)


def record_of(
    stored: Stored,
    log: Sequence[Entry],
    games: Mapping[str, AnyGame],
    *,
    whole: bool = False,
    revealed: bool | None = None,
    setup: bool = True,
) -> Record:
    """Make a table's record from what the store keeps; `games`: the rules that there are.

    While the table runs, the record has neither its seed nor what was done since the start (secret choices
    and dice stand there), unless `revealed` is set, which only the operator's own check of the store may do.
    `whole`: with every card of the deck, for those who may see it. Without `setup` it has none, for who has
    read the stored one: laying out a deck takes long. Denied("forgotten") where the log is gone.
    """
    table = stored.table
    refuse_forgotten(table)
    if revealed is None:
        revealed = table.status is Status.CLOSED
    begun = stored.position is not None
    begin = next((entry.payload for entry in log if entry.kind == "begin"), {})
    game = games.get(table.game)
    laid_out, salts = _setup_of(stored, game, whole) if revealed and setup else (None, {})
    return Record(
        table=table.id,
        game=table.game,
        commitment=table.commitment,
        seed=stored.seed.hex() if revealed else None,
        seats=_seatings(stored) if begun else (),
        rules=begin.get("rules", 1),
        deck=begin.get("deck"),
        salts=salts,
        setup=laid_out,
        entries=tuple(_line(entry) for entry in log if revealed or entry.kind not in _TOLD_AT_THE_END),
        position=_last(stored) if revealed else None,
    )


def _last(stored: Stored) -> str | None:
    """The digest of the last position; None where there is none, or none that anybody can read."""
    try:
        return None if stored.position is None else digest(stored.position)
    except ValueError:
        return None


def digest(position: str) -> str:
    """The hex SHA-256 of a position's JSON text: keys sorted, no spaces, UTF-8 as it is."""
    plain = json.dumps(json.loads(position), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(plain.encode()).hexdigest()


def _check_format(data: bytes) -> None:
    """Say first whether this is a record at all: "bad field" would puzzle who took the wrong file."""
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        raise RecordError("not_json") from None
    if not isinstance(plain, dict) or not isinstance(plain.get("format"), str):
        raise RecordError("not_a_record")
    if plain["format"] not in _FORMATS:
        raise RecordError("unknown_format", known=FORMAT)


def _setup_of(stored: Stored, game: AnyGame | None, whole: bool) -> tuple[Any, dict[str, str]]:
    """The setup as the record shows it, and the salts of the cards that it shows."""
    if stored.setup is None or game is None:
        return None, {}
    try:
        setup = json.loads(whole_setup(stored, game) or "null")
    except Refusal:
        return None, {}  # its deck is damaged: whoever checks the record is told that there is no setup
    dealer = game.dealer
    if dealer is None:
        return setup, {}
    cards = dealer.plain_cards(setup)
    shown = {card["id"] for card in cards} if whole else _turned(stored, game, dealer)
    told = [card if card["id"] in shown else veil(card, stored.salt) for card in cards]
    salts = {} if stored.salt is None else {card: salt_of(stored.salt, card) for card in sorted(shown)}
    return dealer.with_plain_cards(setup, told), salts


def _turned(stored: Stored, game: AnyGame, dealer: Dealer) -> frozenset[str]:
    """The ids of the cards that everybody has seen; none where the state cannot be read any more."""
    try:
        state = read_state(stored, game)
    except Refusal:
        return frozenset()
    return frozenset() if state is None else dealer.list_all_turned(state.setup, state.position)


def _seatings(stored: Stored) -> tuple[Seating, ...]:
    return tuple(
        Seating(seat=seat.name, joins=tuple(map(str, joins_of(seat)))) for seat in stored.table.seats
    )


def _line(entry: Entry) -> Line:
    return Line(
        seq=entry.seq,
        kind=entry.kind,
        at=entry.at,
        seat=entry.seat,
        interaction=None if entry.interaction_id is None else str(entry.interaction_id),
        payload=dict(entry.payload),
        draws=entry.draws,
        erased=entry.erased,
    )
