"""What is worth telling of DESfausse: devils, gifts, discards, curses, quick rounds."""

from __future__ import annotations

from engines.desfausse.events import Discarded, Gave, RollingEnded, RoundWon, TurnEnded, TurnStarted
from engines.desfausse.model import Die, Discarding, Giving, MovedDie
from engines.desfausse.rules import Desfausse
from tests.engines.telling import kinds, tell

GAME = Desfausse()
DIE = Die(1, "small", "red", 3)
DEVIL = Die(2, "small", "green", "D")


def found(*events):
    return kinds(GAME.find_moments(tell("ABC", *events)))


def discarded(
    seat: str, *to: str | None, curses: tuple[MovedDie, ...] = (), where: str = "hand"
) -> Discarded:
    """A discard of one die to each of these (None: to Hell)."""
    places = tuple(MovedDie(DIE, receiver, "hell" if receiver is None else where) for receiver in to)
    return Discarded(Discarding(3, 1, seat, False, len(to), 0, (), places, curses))


def test_F2_most_devils_of_a_turn_are_told():
    two, four = (DEVIL, DEVIL, DIE), (DEVIL, DEVIL, DEVIL, DIE, DEVIL)
    assert found(TurnEnded(1, 1, {"A": two, "B": two})) == {}
    told = found(TurnEnded(1, 1, {"A": two, "B": two}), TurnEnded(1, 2, {"A": two, "B": four}))
    assert told == {"devils": (("B",), {"devils": 4, "dice": 5, "round": 1, "turn": 2})}


def test_F3_who_was_cursed_most_often_is_told():
    assert found(RollingEnded(("A",), {}), RollingEnded(("B",), {})) == {}
    assert found(*[RollingEnded(("A", "B"), {})] * 2, RollingEnded(("B",), {})) == {
        "cursed": (("B",), {"times": 3})
    }


def test_F5_the_largest_discard_and_most_dice_given_to_one_seat_are_told():
    told = found(
        discarded("A", None, None, None), discarded("B", "C", "C"), discarded("C", "A", "B", "A", None)
    )
    assert told == {
        "discard": (("C",), {"dice": 4}),
        "gift": (("B", "C"), {"dice": 2}),
    }


def test_F8_a_die_that_did_not_arrive_is_no_gift():
    assert found(discarded("A", "B", where="hell")) == {}
    assert found(Gave(Giving("A", (MovedDie(DIE, "B", "kept"),)), False)) == {}
    assert found(Gave(Giving("A", (MovedDie(DIE, "B", "hand"),)), False)) == {
        "gift": (("A", "B"), {"dice": 1})
    }


def test_F7_a_gift_that_bars_who_has_a_single_die_is_told():
    single = RollingEnded((), {"A": (DIE, DIE), "B": (DIE,), "C": (DIE, DIE)})
    assert "barred" not in found(discarded("A", "B"))
    assert found(single, discarded("A", "B"))["barred"] == (("A", "B"), {"dice": 1})
    assert "barred" not in found(single, discarded("B", None), discarded("A", "B"))
    curse = (MovedDie(DIE, "B", "hand"),)
    assert found(single, discarded("A", None, curses=curse))["barred"] == (("A", "B"), {"dice": 1})


def test_F10_a_round_that_took_few_turns_is_told():
    def won(turn: int, number: int) -> list:
        return [TurnStarted(number, turn), RoundWon(number, ("B",), {"B": 1}, {})]

    assert found(*won(5, 1)) == {}
    assert found(*won(4, 1), *won(3, 2)) == {"quick": (("B",), {"turns": 3, "round": 2})}
