"""What a game leaves behind: its chips turn by turn, its best moments, and the picture of them."""

from collections.abc import Iterable
from io import BytesIO
from itertools import pairwise, product
from random import Random
from typing import Any, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.tables.model import Status, Table
from bot.tables.ports import Entry, Stored
from bot.tables.proof.record import Record, record_of
from bot.tables.proof.remembering import find_moments
from bot.tables.proof.replay import play_again
from bot.texts import texts_for
from bot.ui.pages.limits import check
from bot.ui.pages.page import Page, Sketch
from cogs.defizz.face import tell_moment
from cogs.defizz.recap import (
    COLOURS,
    HEIGHT,
    PAPER,
    WIDTH,
    Curve,
    RecapDrawing,
    history_of,
    label_rows,
    look_of,
    sketch,
    steps,
)
from cogs.defizz.words import Voice
from engines import GAMES
from engines.core.records import AnyState, Refusal
from engines.defizz.model import Accept, Action, Answer, Choose, Pass, Refuse, Roll
from tests.cogs.defizz.table import FACE, GAME, MULTI_100
from tests.engines.defizz import playing
from tests.engines.defizz.decks import MIXED, chrono, cible, deck
from tests.engines.telling import kinds
from tests.support.tasse_table import NAMES, NOON, SEED, lobby_table

_EPOCH = 1_420_070_400_000
T, ENGLISH = texts_for("fr"), texts_for("en-US")
CARDS = deck(chrono("Reims"), cible(10), cible(20))
TWELVE = [f"Joueur {n}" for n in range(1, 13)]


class Recorded:
    """A game in play; each step notes its dice. The dice are given, else chance throws them."""

    def __init__(self, seats: int = 3, seed: int = 1, **options: Any) -> None:
        self.chance = Random(seed)
        self.given: list[int] = []
        self.taken: list[tuple[int, int]] = []
        self.log: list[Entry] = []
        chosen = {"first": "1", "shuffle": False, "deck": MIXED, "reader": "bot", **options}
        self.setup = GAME.setup([str(n) for n in range(1, seats + 1)], chosen)
        self.state: AnyState = GAME.start(self.setup, self._draw).state
        self._note("begin", None, None, {"rules": GAME.rules_version})

    def act(self, seat: str, action: Action, *dice: int, at: int = 0) -> Self:
        """A seat acts by a click `at` ms after noon."""
        self.given = list(dice)
        click = (NOON + at - _EPOCH) << 22
        action = GAME.stamp(action, click) if isinstance(action, Answer) else action
        self.state = GAME.act(self.state, seat, action, self._draw).state
        self._note("act", seat, click, dict(GAME.actions.plain(action)))
        return self

    def command(self, command: str) -> Self:
        self.state = GAME.system(self.state, command, self._draw).state
        self._note("system", None, None, {"command": command})
        return self

    def rush(self, steps: int) -> Self:
        """Let chance play."""
        for number in range(steps):
            if GAME.is_over(self.state):
                break
            wanted = playing.wish(self.state, self.chance)
            before = self.state
            try:
                self.state = playing.take(before, wanted, self._draw).state
            except Refusal:
                self.taken = []
                continue
            click = (NOON + number * 1000 - _EPOCH) << 22 if wanted.kind == "act" else None
            match wanted.kind:
                case "act":
                    payload = dict(GAME.actions.plain(wanted.action))
                case "leave" | "expire":
                    payload = {}
                case command:
                    payload = {"command": command}
            kind = wanted.kind if wanted.kind in ("act", "leave", "expire") else "system"
            self._note(kind, wanted.seat, click, payload)
        return self

    @property
    def table(self) -> Table:
        names = [*NAMES, *(f"Nom n° {n} · long de 32 *lettres*" for n in range(7, 13))]
        return lobby_table(names[: len(self.setup.seats)], game="defizz", status=Status.CLOSED)

    def record(self) -> Record:
        setup, position = GAME.setups.dump(self.setup), GAME.positions.dump(self.state.position)
        return record_of(Stored(self.table, SEED, setup, position, last_seq=len(self.log)), self.log, GAMES)

    def _draw(self, most: int) -> int:
        outcome = self.given.pop(0) if self.given else self.chance.randint(1, most)
        self.taken.append((most, outcome))
        return outcome

    def _note(self, kind: str, seat: str | None, click: int | None, payload: dict[str, Any]) -> None:
        draws, self.taken = tuple(self.taken), []
        self.log.append(Entry(len(self.log) + 1, kind, NOON, seat, None, click, payload, draws))


def games(seeds: Iterable[int]) -> Iterable[Recorded]:
    """Random games of all sizes and variants, to their ends or broken off."""
    for seed in seeds:
        chance = Random(seed)
        many = chance.randint(3, 12)
        yield Recorded(
            many,
            seed,
            reader=chance.choice(["seat", "bot"]),
            expert=chance.random() < 0.25,
            enrichment=chance.random() < 0.3,
        ).rush(chance.choice([30, 200, 3000]))


# -- chips and moments ----------------------------------------------------------------------------------


def evening() -> Recorded:
    """Three turns of three players: Bob wins a Chrono in 1.25\u00a0s, then a raised one, then Anne one."""
    game = Recorded(deck=CARDS)
    game.act("1", Roll(), MULTI_100).act("1", Choose(0, None, 100), at=1_000)
    game.act("1", Answer("Rome"), at=1_500).act("2", Answer("Reims"), at=2_250)
    game.act("3", Pass(), at=3_000)
    game.act("2", Roll(), MULTI_100).act("2", Choose(0, None, 800), at=10_000)
    game.act("3", Accept(), at=11_000).act("1", Refuse(), at=20_000)
    game.act("2", Answer("Reims"), at=23_000).act("3", Pass(), at=24_000)
    game.act("3", Roll(), MULTI_100).command("void")
    game.act("3", Roll(), MULTI_100).act("3", Choose(1, None, 100), at=30_000)
    game.command("end_after_round")
    return game.act("3", Answer("7")).act("1", Answer("10"))


def test_the_chips_are_told_turn_by_turn() -> None:
    history = history_of(evening().record())
    assert history.chips == ((1900, 1900, 1900), (1800, 2100, 1800), (1700, 3000, 1000), (1900, 2900, 900))


def facts_of(game: Recorded) -> dict[str, tuple[tuple[str, ...], dict[str, Any]]]:
    return kinds(find_moments(game.record(), GAME))


def test_the_best_moments_are_found() -> None:
    game = evening()
    assert facts_of(game) == {
        "raise": (("2",), {"stake": 800, "turn": 2}),
        "gain": (("2",), {"chips": 1700, "turn": 2}),
        "series": (("2",), {"times": 2, "turn": 2}),
        "fastest": (("2",), {"ms": 1250, "turn": 1}),
    }
    told = [tell_moment(moment, Voice(game.table, T)) for moment in find_moments(game.record(), GAME)]
    assert "⚡ La bonne réponse la plus rapide : **Bob**, 1,25\u00a0s au tour 1." in told
    assert "🚀 La plus forte mise : **Bob**, 800 🪙 au tour 2, et le pot avec." in told
    english = [
        tell_moment(moment, Voice(game.table, ENGLISH)) for moment in find_moments(game.record(), GAME)
    ]
    assert "⚡ Fastest right answer: **Bob**, 1.25\u00a0s in turn 1." in english


@pytest.mark.parametrize("seed", range(6))
def test_any_game_ends_with_the_chips_of_its_position(seed: int) -> None:
    (game,) = games([seed])
    record = game.record()
    record_seats = [seating.seat for seating in record.seats]
    *_, (_, last) = play_again(record, GAME)
    assert last.state.position == game.state.position
    history = history_of(record)
    assert history.turns == len(history.chips) - 1
    position = game.state.position
    if position.phase == "over":
        assert history.chips[-1] == position.chips
        assert history.turns == position.round
    for seats, facts in facts_of(game).values():
        assert set(seats) <= set(record_seats)
        assert 0 <= facts["turn"] <= position.round
    for t in (T, ENGLISH):
        blocks = FACE.keepsake(record, game.table, t)
        assert bool(blocks) is (history.turns >= 1)
        check(Page(1, 1, blocks))
        for block in blocks:
            assert not isinstance(block, Sketch) or len(block.alt) <= 1024


def test_a_record_that_does_not_tell_has_no_picture() -> None:
    record = evening().record()
    assert history_of(record.model_copy(update={"setup": None})) is None
    assert history_of(record.model_copy(update={"entries": record.entries[1:]})) is None
    assert FACE.keepsake(Recorded().record(), Recorded().table, T) == ()


def test_the_board_of_the_end_gets_the_picture() -> None:
    game = evening()
    (picture,) = FACE.keepsake(game.record(), game.table, T)
    assert "Bob : 1 900 au début, 3 000 au plus haut, 2 900 à la fin." in picture.alt.replace("\u202f", " ")
    assert picture.words == picture.alt


def test_it_is_painted_at_its_size_with_every_line_on_it() -> None:
    history = history_of(evening().record())
    assert history is not None
    names = {"1": "Anne", "2": "Zoé", "3": "明"}
    drawing = sketch(history, T, names).drawing
    assert isinstance(drawing, RecapDrawing)
    assert [curve.name for curve in drawing.curves] == ["Anne", "Zoé", "#3"]
    picture = Image.open(BytesIO(drawing.paint())).convert("RGB")
    assert picture.size == (WIDTH, HEIGHT)
    colours = [colour for _, colour in picture.getcolors(WIDTH * HEIGHT) or ()]
    for number in range(3):
        wanted, _, _ = look_of(number)
        assert any(max(abs(a - b) for a, b in zip(c, wanted, strict=True)) < 12 for c in colours)


def test_no_two_of_twelve_lines_look_alike_even_without_colours() -> None:
    looks = [look_of(number) for number in range(12)]
    assert len({(dashes, mark) for _, dashes, mark in looks}) == 12
    assert len({(colour, dashes) for colour, dashes, _ in looks}) == 12
    assert len({mark for _, _, mark in looks}) == 12


def test_every_colour_stands_out_from_the_paper() -> None:
    def light(colour: tuple[int, int, int]) -> float:
        parts = [part / 255 for part in colour]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colour in COLOURS:
        assert (light(PAPER) + 0.05) / (light(colour) + 0.05) > 4.5


@given(st.lists(st.floats(44, HEIGHT - 58), min_size=1, max_size=12))
def test_names_never_lie_upon_each_other(wanted: list[float]) -> None:
    rows = sorted(label_rows(wanted))
    assert all(lower - upper > 30.9 for upper, lower in pairwise(rows))
    assert rows[0] > 30
    assert rows[-1] <= HEIGHT - 58
    if len(wanted) == 1:
        assert rows == wanted


@given(st.integers(1, 100_000), st.sampled_from([(5, 100), (8, 1)]))
def test_scales_count_in_round_numbers(most: int, scale: tuple[int, int]) -> None:
    parts, unit = scale
    numbers = steps(most, parts, unit)
    assert numbers[0] == 0
    assert 1 <= len(numbers) <= parts + 1
    assert str(numbers.step).rstrip("0") in ("1", "2", "5")


def test_the_line_of_who_is_out_ends_there() -> None:
    assert Curve("A", (1900, 300, 0, 0, 0)).drawn == (1900, 300, 0)
    assert Curve("B", (0, 0, 500)).drawn == (0, 0, 500)
    assert Curve("C", (0, 0, 0)).drawn == (0,)


@pytest.mark.parametrize(("players", "turns"), list(product((2, 12), (1, 120))))
def test_the_smallest_and_the_largest_can_be_painted(players: int, turns: int) -> None:
    rows = [tuple((turn * (n + 1) * 100) % 22_800 for n in range(players)) for turn in range(turns + 1)]
    curves = tuple(Curve("W" * 32, tuple(row[n] for row in rows)) for n, _ in enumerate(TWELVE[:players]))
    picture = Image.open(BytesIO(RecapDrawing(curves, "tours", "jetons").paint()))
    assert picture.size == (WIDTH, HEIGHT)
