"""Check a record: the promise, every die, who sat down, and the game itself, replayed from the start."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from pydantic import JsonValue, TypeAdapter

from bot.tables.proof.deriving import NODES_AT_MOST, Derivation, FindPlayer, derive_decisions
from bot.tables.proof.dice import Seed, deck_digest, prefix, read_shuffle, seal
from bot.tables.proof.record import DRAWING, Line, Record
from bot.tables.proof.replay import replay, rules_of
from engines.core.draws import derive
from engines.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be, at this entry (its number) or, for None, in the whole record.

    Codes: seed_hidden, commitment_differs, promise_changed, sequence_gap (expected), seats_differ,
    draws_unexpected, die_differs (k, n, recorded, expected), deck_differs, those of a `Failure` (see
    bot.tables.proof.replay) and those of a `Deviation` (see bot.tables.proof.deriving).
    """

    code: str
    entry: int | None = None
    params: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: the number of entries, of draws and of steps replayed, and all problems.

    `rules` are the versions of the rules by which the game was played, `known` ours. Where ours would not
    play it to the same events (`by_other_rules`), the dice are proved all the same, and nothing is replayed.
    `erased` lines have lost the words that somebody typed. `cards`: so many cards were compared with the
    digest of the deck. `decisions` of computers were derived again, of others (`undecided`) nothing can be
    said here; `by_programs` of others nobody can.
    """

    entries: int
    draws: int
    replayed: int
    problems: tuple[Problem, ...]
    rules: tuple[int, ...] = ()
    known: int | None = None
    by_other_rules: bool = False
    erased: int = 0
    cards: int = 0
    decisions: int = 0
    undecided: int = 0
    by_programs: int = 0

    @property
    def ok(self) -> bool:
        """Whether the seed was told, every die follows from it, and whatever was replayed led to the end."""
        return not self.problems


def verify(
    record: Record,
    games: Mapping[str, AnyGame],
    find_player: FindPlayer | None = None,
    most: int | None = None,
) -> Verdict:
    """Check everything that a record claims. Never raises for what a record holds: it becomes a problem.

    The decisions of computers are derived again with `find_player`, as far as that takes no more than so many
    positions looked at (`most`).
    """
    checks: tuple[Callable[[Record], Iterator[Problem]], ...] = (_promise, _order, _seating, _dice)
    problems = [problem for check in checks for problem in check(record)]
    game = games.get(record.game)
    cards = _cards(record, game)
    problems += _deck(record, cards)
    replayed = 0
    if record.seed is not None:
        # Before the end a record leaves the game out: there is nothing to replay.
        outcome = replay(record, games)
        replayed = outcome.steps
        if outcome.failure is not None and outcome.failure.code != "other_rules":
            problems.append(Problem(outcome.failure.code, outcome.failure.entry, outcome.failure.params))
    derived = Derivation()
    if game is not None and find_player is not None:
        derived = derive_decisions(record, game, find_player, most)
    problems += [Problem(each.code, each.entry, {"seat": each.seat}) for each in derived.deviations]
    rules = rules_of(record)
    return Verdict(
        entries=len(record.entries),
        draws=sum(len(line.draws) for line in record.entries),
        replayed=replayed,
        problems=tuple(problems),
        rules=rules,
        known=None if game is None else game.rules_version,
        by_other_rules=game is not None and not all(map(game.replays, rules)),
        erased=sum(line.erased for line in record.entries),
        cards=0 if record.deck is None else len(cards),
        decisions=derived.derived,
        undecided=derived.left,
        by_programs=derived.by_programs,
    )


def _promise(record: Record) -> Iterator[Problem]:
    if record.seed is None:
        yield Problem("seed_hidden")
    elif Seed.from_hex(record.seed).commitment != record.commitment:
        yield Problem("commitment_differs")
    for line in record.entries:
        if line.kind == "open" and _promised(line, record.commitment) != record.commitment:
            yield Problem("promise_changed", line.seq)


def _promised(line: Line, otherwise: str) -> JsonValue:
    return line.payload.get("commitment", otherwise) if isinstance(line.payload, dict) else otherwise


def _order(record: Record) -> Iterator[Problem]:
    if record.seed is None:
        return
    for expected, line in enumerate(record.entries, start=1):
        if line.seq != expected:
            yield Problem("sequence_gap", line.seq, {"expected": expected})
            return


def _seating(record: Record) -> Iterator[Problem]:
    """The seats that the dice name must be those of the lobby's log, and in their order."""
    begin = next((line for line in record.entries if line.kind == "begin"), None)
    if begin is None:
        return
    told = {seating.seat: list(seating.joins) for seating in record.seats}
    seated = _seated(record.entries[: record.entries.index(begin)])
    if told != seated or [seating.seat for seating in record.seats] != list(seated):
        yield Problem("seats_differ", begin.seq)


def _seated(lobby: tuple[Line, ...]) -> dict[str, list[str]]:
    """Who sits at the end of the lobby, by seat in the order of the seats' numbers."""
    joins: dict[str, list[str]] = {}
    for line in lobby:
        if line.seat is None:
            continue
        told = line.payload if isinstance(line.payload, dict) else {}
        if line.kind == "join" and "computer" in told:
            joins[line.seat] = [str(told.get("join"))]
        elif line.kind == "join" and "join" in told:  # who came before there was a table
            joins.setdefault(line.seat, []).append(str(told["join"]))
        elif line.kind in ("open", "join") and line.interaction is not None:
            joins.setdefault(line.seat, []).append(line.interaction)
        elif line.kind == "move":
            joins.setdefault(line.seat, []).extend(_got_up(joins, str(told.get("from")), told.get("join")))
        elif line.kind in ("quit", "remove") and "join" in told:
            _got_up(joins, line.seat, told["join"])
        elif line.kind in ("quit", "remove"):
            joins.pop(line.seat, None)
    return dict(sorted(joins.items(), key=lambda item: (len(item[0]), item[0])))


def _got_up(joins: dict[str, list[str]], seat: str, join: JsonValue) -> list[str]:
    """Take one person out of a team, who came by this interaction; the list of them, empty if none did."""
    there = joins.pop(seat, [])
    rest = [known for known in there if known != join]
    if rest:
        joins[seat] = rest
    return [known for known in there if known == join]


def _cards(record: Record, game: AnyGame | None) -> tuple[dict[str, Any], ...]:
    """The cards of the deck as the record shows them; none where it has no deck, or none that can be read."""
    if game is None or game.dealer is None or not isinstance(record.setup, dict):
        return ()
    try:
        cards = tuple(game.dealer.plain_cards(record.setup))
    except (KeyError, TypeError):
        return ()
    return tuple(dict(card) for card in cards if isinstance(card, dict) and isinstance(card.get("id"), str))


def _deck(record: Record, cards: tuple[dict[str, Any], ...]) -> Iterator[Problem]:
    """The cards, shown with their salts or by their seals, must be those of the digest at the beginning."""
    if record.deck is None or not cards:
        return
    seals = {card["id"]: card.get("seal") for card in cards}
    for card in cards:
        if "seal" not in card and card["id"] in record.salts:
            seals[card["id"]] = seal(card, record.salts[card["id"]])
    begin = next((line.payload for line in record.entries if line.kind == "begin"), None)
    promised = begin.get("deck") if isinstance(begin, dict) else None
    told = next((read_shuffle(line.payload) for line in record.entries if line.kind == "shuffle"), None)
    if promised != record.deck or deck_digest(seals, {} if told is None else told.marks) != promised:
        yield Problem("deck_differs")


def _dice(record: Record) -> Iterator[Problem]:
    """Every die in the log, in order and without a gap, must be what the seed says."""
    source = prefix(record.table, record.joins())
    key = None if record.seed is None else bytes.fromhex(record.seed)
    k = 0
    for line in record.entries:
        if line.draws and line.kind not in DRAWING:
            yield Problem("draws_unexpected", line.seq)
        for n, outcome in line.draws:
            expected = outcome if key is None else derive(key, source, k, n)
            if outcome != expected:
                params = {"k": k, "n": n, "recorded": outcome, "expected": expected}
                yield Problem("die_differs", line.seq, params)
            k += 1


# The check of a record as a job for a process of its own: the record's bytes in, the verdict's bytes out.

_VERDICTS = TypeAdapter(Verdict)


def ask_check(record: bytes, rules: AnyGame | None, find_player: FindPlayer) -> bytes:
    """What `check` is given: a record (a file's bytes, see `Record.load`), and where to find what it needs.

    That is its rules, None for a game that is unknown here, and what knows its player.
    """
    places = ("" if rules is None else _place_of(type(rules)), _place_of(find_player))
    return f"{' '.join(places)}\n".encode() + record


def check(asked: bytes) -> bytes:
    """Check the record of `ask_check`; the answer is for `verdict_of`."""
    places, _, record = asked.partition(b"\n")
    rules, player = places.decode().split(" ")
    games: list[AnyGame] = [_find(rules)()] if rules else []
    known = {game.name: game for game in games}
    return _VERDICTS.dump_json(verify(Record.load(record), known, _find(player), NODES_AT_MOST))


def _place_of(thing: Any) -> str:
    return f"{thing.__module__}:{thing.__qualname__}"


def _find(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def verdict_of(answer: bytes) -> Verdict:
    """What `check` found."""
    return _VERDICTS.validate_json(answer)
