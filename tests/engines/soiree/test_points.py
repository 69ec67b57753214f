"""What answers, stakes and corrections are worth (S11 to S16, S20)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.defizz.deck import Chrono, Cible, PingPong
from engines.soiree.asking import score, share_by_chips
from engines.soiree.model import Award, Proceed, Reply, Round, Tell, Wager
from tests.engines.soiree.decks import EVENING
from tests.engines.soiree.table import CHRONO, CIBLE, LIST, Evening

SPEEDY = {**CHRONO, "speed": True}


def test_S11_a_right_answer_is_worth_one() -> None:
    assert Evening(CHRONO).ready().say(A="Reims", B="Rennes", C="reims").points == "1 0 1"
    assert Evening({**CHRONO, "worth": 3}).ready().say(A="Reims", B="Rennes", C="reims").points == "3 0 3"


def test_S11_with_speed_the_first_ones_have_more() -> None:
    evening = Evening(SPEEDY, seats="ABCDE").ready("ABCDE")
    assert evening.say(A="Rennes", B="Reims", C="Reims", D="Reims", E="Reims").points == "0 3 2 1 1"
    evening = Evening(SPEEDY).ready().tell("A", "Reims", 9).tell("B", "Reims", 7).tell("C", "Reims", 7)
    assert evening.points == "1 3 3"


@pytest.mark.parametrize(
    ("texts", "points"),
    [
        (("312", "311", "200", "100", "0"), "3 2 1 0 0"),
        (("311", "313", "300", "0", "1"), "3 3 1 0 0"),
        (("312", "312", "312", "0", "0"), "3 3 3 0 0"),
        (("5", None, None, None, None), "3 0 0 0 0"),
        (("5", "6", None, None, None), "0 3 0 0 0"),
        (("5", "6", "7", None, None), "0 2 3 0 0"),
        (("5", "6", "6", "7", None), "0 2 2 3 0"),
    ],
)
def test_S12_the_nearest_numbers(texts: tuple[str | None, ...], points: str) -> None:
    evening = Evening(CIBLE, seats="ABCDE").ready("ABCDE")
    assert evening.say(**dict(zip("ABCDE", texts, strict=True))).points == points


def test_S12_what_names_no_number_is_refused_and_one_may_try_again() -> None:
    evening = Evening(CIBLE).ready()
    assert evening.why("A", Tell("beaucoup", 1)) == "not_a_number"
    assert evening.why("A", Tell("entre 10 et 20", 1)) == "number_several"
    assert evening.tell("A", "312").tell("B", "312").turn == "answer C"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("entre 300 et 320", "number_several"),
        ("300 ou 310", "number_several"),
        ("312 kg", "other_unit"),
        ("1 million 20", "tell_unclear"),
    ],
)
def test_S12_what_may_be_read_in_two_ways_is_not_guessed(text: str, why: str) -> None:
    evening = Evening(CIBLE).ready()
    assert evening.why("A", Tell(text, 1)) == why
    assert evening.tell("A", "= 312").turn == "answer BC"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("do, ré, mi", 3),
        ("ut ; do ; ré", 2),
        ("mi\nré", 2),
        ("do et mi", 2),
        ("fa, sol, la, si, do, ré", 1),
        ("fa", 0),
        ("Do,,  , RÉ", 2),
    ],
)
def test_S13_a_list_in_one_message(text: str, right: int) -> None:
    evening = Evening(LIST).ready().say(A=text, B=None, C=None)
    assert evening.points == f"{right} 0 0"


def test_S14_the_best_gain_their_stake_and_all_others_lose_it() -> None:
    evening = Evening({"length": 1}, {**CHRONO, "stakes": True, "worth": 2}).ready("ABC", 3)
    evening.say(A="do, ré, mi", B="do, ré, mi", C="do").ready("ABC").ready()
    assert (evening.turn, evening.points) == ("wager ABC", "3 3 1")
    assert evening.event("stakes_awaited").clue == "indice d2.0"
    assert evening.public.question is None
    evening.act("A", Wager(2))
    assert evening.told == ["stake_named"]
    assert (evening.own("A").wager, evening.own("B").wager) == (2, None)
    assert evening.why("A", Wager(1)) == "already_answered"
    evening.act("B", Wager(1)).timeout()
    assert evening.event("stake_named").silent
    evening.say(A="Reims", B="Rennes", C=None)
    assert evening.points == "7 1 0"
    assert [(one.wager, one.points) for one in evening.event("answer_told").said] == [
        (2, 4),
        (1, -2),
        (1, -1),
    ]


def test_S15_no_team_has_less_than_nothing() -> None:
    evening = Evening({**CHRONO, "stakes": True}).ready().stake(A=5, B=5, C=5)
    assert evening.say(A="Rennes", B=None, C="Reims").points == "0 0 5"
    assert evening.position.by_round == ((0, 0, 5),)


def test_S16_a_correction_with_its_reason() -> None:
    evening = Evening(CHRONO, quizmaster="A").act("A", Award("B", 4, " belle réponse "))
    told = evening.event("corrected")
    assert (told.seat, told.points, told.reason, told.by) == ("B", 4, "belle réponse", "A")
    assert evening.act("A", Award("B", -9, "triche")).event("corrected").points == -4
    assert evening.points == "0 0 0"
    for action, reason in (
        (Award("A", 1, "moi"), "no_such_team"),
        (Award("B", 0, "rien"), "points_out_of_bounds"),
        (Award("B", 101, "trop"), "points_out_of_bounds"),
        (Award("B", 1, "  "), "reason_missing"),
        (Award("B", 1, "x" * 201), "reason_too_long"),
    ):
        assert evening.why("A", action) == reason
    evening.act("A", Proceed()).act("A", Award("C", 3, "chanson"))
    assert evening.position.by_round == ((0, 0, 3),)


def test_S20_the_places_of_a_round_of_défis() -> None:
    seats = tuple("ABCDEFGH")
    assert share_by_chips(seats, {seat: (place,) for place, seat in enumerate(seats)}) == dict(
        zip(seats, (10, 7, 5, 3, 2, 1, 0, 0), strict=True)
    )
    assert share_by_chips(("A", "B", "C"), {"A": (1,), "B": (0,), "C": (0,)}) == {"B": 10, "C": 10, "A": 5}


replies = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 9), st.one_of(st.none(), st.integers(-50, 700))),
    min_size=1,
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(said=replies, mode=st.sampled_from((0, 1, 2)), speed=st.booleans(), stakes=st.booleans())
def test_S11_to_S14_points_are_bounded_and_depend_on_nothing_but_what_was_said(
    said: list[tuple[int, int, int | None]], mode: int, speed: bool, stakes: bool
) -> None:
    from engines.defizz.faults import read_deck

    question = read_deck(EVENING).cards[0].questions[mode]
    assert isinstance(question, Chrono | Cible | PingPong)
    most = (1, 0, 3)[mode]
    all_said = [
        Reply(
            f"T{place}",
            "x",
            at,
            right=min(right, most),
            number=None if mode != 1 or number is None else str(number),
        )
        for place, (right, at, number) in enumerate(said)
    ]
    wagers = {reply.seat: 1 + place % 5 for place, reply in enumerate(all_said)}
    played = Round(speed=speed, stakes=stakes)
    brought = score(question, played, all_said, wagers)
    assert brought == score(question, played, list(reversed(all_said)), wagers)
    assert set(brought) == set(wagers)
    limit = (3, 3, 5)[mode]
    for reply in all_said:
        points = brought[reply.seat]
        assert abs(points) == wagers[reply.seat] if stakes else 0 <= points <= limit
        if not stakes and mode != 1:
            assert bool(points) == bool(reply.right)
