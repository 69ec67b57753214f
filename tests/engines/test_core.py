"""What all games share: draws, seats, records, refusals, order numbers, and what is kept by weight."""

import dataclasses
import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.clicks import moment_of, moment_of_tick, order_of, tick_of
from engines.core.codec import Codec
from engines.core.draws import ScriptedDraws, SeededDraws, derive
from engines.core.game import (
    add_gone,
    count_misses,
    forget_misses,
    order_of_arrival,
    order_seats,
    seats_fit,
    seats_to_remove,
    standing_fits,
)
from engines.core.keeping import Kept
from engines.core.records import Event, Place, Refusal, events_for
from engines.core.replacing import replace
from engines.core.seats import first_seat, next_seat, read_seats, seats_after
from engines.tasse import model
from engines.tasse.events import Fell, Peeked
from engines.tasse.rules import Tasse
from tests.support.coin import Position
from tests.support.games import GAMES


def by_hand(key: bytes, prefix: str, k: int, j: int) -> int:
    """The first eight bytes of the HMAC, as the design writes it down."""
    return int.from_bytes(hmac.new(key, f"{prefix}:{k}:{j}".encode(), hashlib.sha256).digest()[:8], "big")


@given(st.binary(max_size=40), st.integers(0, 10**6), st.integers(1, 10**6))
def test_derived_outcomes_are_what_the_encoding_says(key, k, n):
    outcome = derive(key, "gobelet-1:7:1+2", k, n)
    assert 1 <= outcome <= n
    accepted = (x for j in range(100) if (x := by_hand(key, "gobelet-1:7:1+2", k, j)) < 2**64 - 2**64 % n)
    assert outcome == next(accepted) % n + 1


def test_derived_outcomes_reject_what_would_be_unfair():
    # With n just above 2**63 half of all words are rejected: some outcome among these needs another one.
    n = 2**63 + 1
    rejected = [k for k in range(64) if by_hand(b"key", "p", k, 0) >= n]
    assert rejected
    for k in rejected:
        assert derive(b"key", "p", k, n) != by_hand(b"key", "p", k, 0) % n + 1


@pytest.mark.parametrize("n", [-1, 0, 2**64 + 1])
def test_a_die_that_no_word_can_throw_is_refused(n):
    with pytest.raises(ValueError, match="no fair outcome"):
        derive(b"key", "p", 0, n)


def test_seeded_draws_go_on_from_where_they_were():
    whole = SeededDraws(b"seed", "p")
    outcomes = [whole(6) for _ in range(60)]
    assert set(Counter(outcomes)) == {1, 2, 3, 4, 5, 6}
    later = SeededDraws(b"seed", "p", taken=20)
    assert [later(6) for _ in range(40)] == outcomes[20:]
    assert later.taken == 60


def test_scripted_draws_are_used_in_order_and_only_within_range():
    draws = ScriptedDraws([2, 7])
    assert draws(6) == 2
    with pytest.raises(Refusal) as outside:
        draws(6)
    assert (outside.value.code, draws.rest) == ("bad_request", (7,))
    assert draws(7) == 7
    with pytest.raises(Refusal) as empty:
        draws(6)
    assert empty.value.code == "draws_exhausted"


def test_next_seat_goes_round_in_both_directions_over_who_is_present():
    seats = ("A", "B", "C", "D")
    assert next_seat(seats, seats, "D") == "A"
    assert next_seat(seats, seats, "A", -1) == "D"
    assert next_seat(seats, ("A", "C"), "B") == "C"
    assert next_seat(seats, ("A",), "A") == "A"
    assert seats_after(seats, seats, "C") == ["D", "A", "B"]
    assert seats_after(seats, ("A", "D"), "B", -1) == ["A", "D"]
    with pytest.raises(LookupError):
        next_seat(seats, (), "A")


def test_seats_are_few_enough_many_enough_and_told_apart():
    assert read_seats(["A", "B"], 2, 2) == ("A", "B")
    for seats in (["A"], ["A", "B", "C"], ["A", "A"], ["A", ""]):
        with pytest.raises(Refusal) as caught:
            read_seats(seats, 2, 2)
        assert caught.value.code == "bad_seats"


def test_c3_misses_are_counted_in_a_row_and_the_third_removes():
    seats, coin = ("A", "B", "C"), Position(("A", "B", "C"), "A", (0, 0, 0), (0, 2, 1))
    assert count_misses(seats, coin, ()) is coin
    after = count_misses(seats, coin, ("B", "C"))
    assert after.missed == (0, 3, 2)
    assert seats_to_remove(seats, after, ("B", "C")) == ("B",)
    assert seats_to_remove(seats, after, ("C",)) == ()
    assert forget_misses(seats, after, "B").missed == (0, 0, 2)
    assert forget_misses(seats, after, "A") is after
    assert add_gone(add_gone(after, "C"), "A").gone == ("C", "A")


def test_c3_c4_how_seats_stand_must_be_possible():
    seats, coin = ("A", "B", "C"), Position(("A", "B"), "A", (0, 0, 0), (0, 2, 3), gone=("C",))
    assert standing_fits(seats, coin)
    assert standing_fits(seats, dataclasses.replace(coin, winners=("A", "B"), missed=(3, 0, 0)))
    for wrong in (
        {"missed": (0, 0)},
        {"missed": (0, -1, 0)},
        {"missed": (0, 3, 0)},
        {"gone": ("C", "C")},
        {"gone": ("D",)},
        {"gone": seats},
        {"winners": ("C",)},
        {"winners": ("B", "A")},
        {"winners": ("A", "A")},
    ):
        assert not standing_fits(seats, dataclasses.replace(coin, **wrong)), wrong


def test_seats_from_outside_are_few_enough_many_enough_and_told_apart():
    assert seats_fit(("A", "B"), 2, 2)
    assert seats_fit(("A", "B", "C"), 2, None)
    for seats in ((), ("A",), ("A", "B", "C"), ("A", "A"), ("A", "")):
        assert not seats_fit(seats, 2, 2)


def test_equal_ranks_share_a_place_and_the_next_number_is_left_out():
    ranks = {"A": (1,), "B": (0, 5), "C": (1,), "D": (0, 4), "E": (2,)}
    assert order_seats(tuple(ranks), ranks.__getitem__) == (
        Place(1, ("D",)),
        Place(2, ("B",)),
        Place(3, ("A", "C")),
        Place(5, ("E",)),
    )
    assert order_seats(("A", "B"), lambda seat: ()) == (Place(1, ("A", "B")),)


def test_C6_winners_share_the_first_place_and_leavers_come_last_the_first_last_of_all():
    ranks = {"A": 3, "B": 1, "C": 2, "D": 2, "E": 0, "F": 0, "G": 9}
    places = order_of_arrival(tuple(ranks), ("A", "B"), ("E", "F"), lambda seat: (ranks[seat],))
    assert [(place.number, place.seats) for place in places] == [
        (1, ("A", "B")),
        (3, ("C", "D")),
        (5, ("G",)),
        (6, ("F",)),
        (7, ("E",)),
    ]


def test_first_seat_is_drawn_or_named():
    assert first_seat("drawn", ("A", "B"), ScriptedDraws([2])) == "B"
    assert first_seat("A", ("A", "B"), ScriptedDraws()) == "A"


def test_events_reach_their_audience():
    fell, peeked = Fell("A"), Peeked("A", "64", audience=("A",))
    told: list[Event] = [fell, peeked]
    assert events_for(told, None) == [fell]
    assert events_for(told, "A") == [fell, peeked]
    assert events_for(told, "B") == [fell]


def test_records_of_one_type_are_told_apart_by_their_fields():
    actions = Tasse.actions
    assert actions.load('{"type":"announce","score":"64"}') == model.Announce("64")
    assert actions.parse({"type": "announce", "text": "64"}) == model.Say("64")
    assert actions.plain(model.Say("64")) == {"type": "announce", "text": "64"}


@pytest.mark.parametrize(
    "plain",
    [None, [], {}, {"value": 1}, {"type": "direction", "value": float("nan")}, {"type": {"roll"}}, {1: 2}],
)
def test_what_describes_no_record_is_refused_with_the_code_asked_for(plain):
    with pytest.raises(Refusal) as caught:
        Tasse.actions.parse(plain, "bad_options")
    assert caught.value.code == "bad_options"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_records_are_replaced_as_the_standard_library_does(name):
    game = GAMES[name]
    seats = ["A", "B", "C"][: game.seats_max]
    before = game.start(game.setup(seats, {}), SeededDraws(b"key", "p")).state.position
    text = game.positions.dump(before)
    after = replace(before, winners=(), missed=(2,) * len(seats))
    assert after == dataclasses.replace(before, winners=(), missed=(2,) * len(seats)) != before
    assert game.positions.dump(before) == text
    for wrong in (lambda: replace(before, winner=()), lambda: after.__setattr__("winners", ())):
        with pytest.raises((TypeError, dataclasses.FrozenInstanceError)):
            wrong()


def test_a_codec_of_one_record_needs_no_type():
    codec = Codec(model.Duel)
    assert codec.load(codec.dump(model.Duel("A", "B"))) == model.Duel("A", "B")


def test_a_refusal_has_a_code_a_reason_and_facts_but_no_sentence():
    plain, fine = Refusal("over"), Refusal("illegal_action", "score_too_low", to_match="64")
    assert (plain.code, plain.reason, plain.params) == ("over", "over", {})
    assert (fine.code, fine.reason, fine.params) == ("illegal_action", "score_too_low", {"to_match": "64"})
    assert str(fine) == "score_too_low (to_match='64')"


NOON = 1_770_000_000_000


def test_order_numbers_begin_with_2015() -> None:
    assert moment_of(0) == datetime(2015, 1, 1, tzinfo=UTC).timestamp() * 1000


def test_a_known_number_of_discord_tells_its_moment() -> None:
    # The example of Discord's own documentation of snowflakes: 2016-04-30 11:18:25.796 UTC.
    assert moment_of(175_928_847_299_117_063) == 1_462_015_105_796


@pytest.mark.parametrize("below", [0, 1, 2**22 - 1])
def test_whatever_stands_below_its_ms_a_number_has_the_same_moment(below: int) -> None:
    assert moment_of(order_of(NOON) + below) == NOON
    assert moment_of_tick(tick_of(order_of(NOON) + below)) == NOON


def test_the_next_ms_comes_after_every_number_of_the_one_before() -> None:
    assert order_of(NOON + 1) == order_of(NOON) + 2**22


def made_of(made: list[str], name: str) -> Callable[[], str]:
    def make() -> str:
        made.append(name)
        return name.upper()

    return make


def weighing(weight: int) -> Callable[[], int]:
    return lambda: weight


def test_a_value_is_made_once() -> None:
    made: list[str] = []
    kept: Kept[str, str] = Kept(10)
    assert [kept.get("a", weighing(3), made_of(made, "a")) for _ in range(3)] == ["A"] * 3
    assert made == ["a"]


def test_what_was_wanted_longest_ago_goes_first() -> None:
    made: list[str] = []
    kept: Kept[str, str] = Kept(10)
    for name in ("a", "b", "a", "c"):  # 4 + 4 + 4 is more than 10
        kept.get(name, weighing(4), made_of(made, name))
    assert (len(kept), kept.weight) == (2, 8)
    kept.get("a", weighing(4), made_of(made, "a"))
    kept.get("b", weighing(4), made_of(made, "b"))
    assert made == ["a", "b", "c", "b"]


def test_many_small_ones_weigh_as_much_as_a_large_one() -> None:
    kept: Kept[int, str] = Kept(100)
    for number in range(1000):
        kept.get(number, weighing(1 + number % 7), str)
        assert kept.weight <= 100
    kept.get(1000, weighing(100), str)
    assert (len(kept), kept.weight) == (1, 100)


def test_what_is_too_large_pushes_nothing_out() -> None:
    made: list[str] = []
    kept: Kept[str, str] = Kept(10)
    kept.get("a", weighing(10), made_of(made, "a"))
    assert [kept.get("b", weighing(11), made_of(made, "b")) for _ in range(2)] == ["B", "B"]
    assert kept.get("a", weighing(10), made_of(made, "a")) == "A"
    assert made == ["a", "b", "b"]


def test_what_cannot_be_made_is_not_kept() -> None:
    kept: Kept[str, int] = Kept(10)
    for text in ("x", "1"):
        try:
            kept.get("key", weighing(1), lambda text=text: int(text))  # type: ignore[misc]
        except ValueError:
            continue
    assert (len(kept), kept.weight) == (1, 1)


def test_what_another_thread_made_meanwhile_counts_once() -> None:
    kept: Kept[str, str] = Kept(50)
    assert kept.get("a", weighing(7), lambda: kept.get("a", weighing(7), lambda: "A")) == "A"
    assert (len(kept), kept.weight) == (1, 7)


def test_threads_that_ask_at_once_count_a_value_once() -> None:
    kept: Kept[int, str] = Kept(50)

    def ask(number: int) -> None:
        kept.get(number % 20, weighing(7), lambda: str(number))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(ask, range(4000)))
    assert kept.weight == 7 * len(kept) <= 50
