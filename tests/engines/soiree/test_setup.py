"""What an evening begins with (S1 to S5), who may know what, and what is erased of what people typed."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.defizz.deck import built_in_deck
from engines.defizz.faults import read_deck
from engines.defizz.shelf import CLASSIC, TODAY
from engines.soiree.model import Award, Proceed, Round, Tell
from engines.soiree.programme import HOUSE, PRESETS, check_programme, find_fitting, gather_decks
from tests.engines.playing import play_out
from tests.engines.soiree.decks import EVENING
from tests.engines.soiree.table import CHRONO, CIBLE, DUELS, GAME, LIST, Evening, refused_setup


def test_S1_two_to_twelve_teams_of_up_to_six_people() -> None:
    assert GAME.people_a_seat({}) == 1
    assert GAME.people_a_seat({"people": 6}) == 6
    assert refused_setup("A").reason == "too_few_seats"
    assert refused_setup("ABCDEFGHIJKLM").reason == "too_many_seats"
    assert refused_setup(people=7).code == "bad_options"
    assert len(Evening(CHRONO, seats="ABCDEFGHIJKL", people=6).public.teams) == 12


def test_S2_a_quizmaster_is_a_seat_but_no_team() -> None:
    assert GAME.least_seats({"quizmaster": "A"}) == 3
    assert refused_setup("AB", quizmaster="A").reason == "too_few_seats"
    assert refused_setup("ABC", quizmaster="Z").code == "bad_options"
    evening = Evening(CHRONO, seats="ABCDEFGHIJKLM", quizmaster="G")
    assert (evening.public.quizmaster, len(evening.public.teams)) == ("G", 12)
    assert evening.public.to_act == ("G",)
    evening = Evening(CHRONO, quizmaster="A")
    assert [place.seats for place in GAME.places(evening.state)] == [("B", "C")]
    assert evening.why("B", Proceed()) == "not_the_quizmaster"


@pytest.mark.parametrize("preset", PRESETS)
def test_S3_a_preset_stands_in_for_an_empty_programme_and_fits_the_built_in_cards(preset: str) -> None:
    setup = GAME.setup(["A", "B"], {"evening": preset})
    assert setup.programme == PRESETS[preset]
    assert setup.fitting == check_programme(PRESETS[preset], built_in_deck())
    assert GAME.setup(["A", "B"], {"evening": preset, "programme": [CHRONO]}).programme[0].length == 2


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        (Round(themes=("arts",)), {"d1": (0,), "d5": (), "m1": (0,)}),
        (Round(without=("arts", "jeux")), {"d1": (2,), "d5": (2,)}),
        (Round(modes=("pingpong",)), {"d1": (2,), "d5": ()}),
        (Round(level="easy"), {"d1": (0, 1, 2), "d2": ()}),
        (Round(level="hard"), {"d1": (), "d2": (0, 1, 2)}),
        (Round(play="challenges", themes=("arts",)), {"d5": (0,), "d1": (0,)}),
        (Round(deck="essai"), {"d1": ()}),
    ],
)
def test_S3_a_round_narrows_what_is_asked(wanted: Round, places: dict[str, tuple[int, ...]]) -> None:
    from engines.soiree.programme import fitting_questions

    deck = read_deck(EVENING)
    assert {card: fitting_questions(deck.card(card), wanted) for card in places} == places


def test_S3_a_round_may_take_one_part_of_the_cards() -> None:
    deck = gather_decks({"un": read_deck(EVENING), "deux": read_deck(EVENING)})
    assert len(deck.cards) == 20
    assert find_fitting(deck, Round(deck="deux", modes=("cible",)))[0] == "deux/d1"
    evening = Evening({**CHRONO, "deck": "deux"}, deck=deck).ready()
    assert evening.position.used == ("deux/d1",)
    with pytest.raises(ValueError, match="a deck"):
        gather_decks({})


def test_S3_the_decks_of_the_house_have_one_name_together_and_no_name_is_taken_for_another() -> None:
    rounds = [{"deck": HOUSE}, {"deck": "un"}, {"deck": TODAY}]
    assert set(GAME.dealer.parts({"programme": rounds})) == {CLASSIC, TODAY, "un"}
    decks = {name: read_deck(EVENING) for name in (CLASSIC, TODAY, "un", "un/deux")}
    whole = gather_decks(decks)
    found = find_fitting(whole, Round(deck=HOUSE))
    assert {GAME.dealer.origin("", card) for card in found} == {CLASSIC, TODAY}
    assert {GAME.dealer.origin("", card) for card in find_fitting(whole, Round(deck="un"))} == {"un"}


def test_S4_a_programme_that_may_run_short_is_refused_with_its_round() -> None:
    refusal = refused_setup(programme=[{**LIST, "length": 8}, {**CIBLE, "length": 3}])
    assert (refusal.code, refusal.reason) == ("bad_options", "too_few_cards")
    assert refusal.params == {"round": 2, "needed": 3, "found": 2}
    programme = [{**LIST, "length": 8}, {**CIBLE, "length": 2}]
    assert len(GAME.setup(["A", "B"], {"deck": EVENING, "programme": programme}).programme) == 2


def test_S4_a_round_of_défis_needs_cards_of_both_piles_and_luck_is_asked_of_nobody() -> None:
    assert refused_setup(programme=[{**DUELS, "length": 6}]).params["round"] == 1
    assert refused_setup(programme=[{**DUELS, "length": 3}, {**CHRONO, "length": 5}]).params["found"] == 3
    assert "m5" not in find_fitting(read_deck(EVENING), Round(modes=("chrono",)))


def test_S5_cards_come_in_order_once_and_a_draw_picks_among_their_questions() -> None:
    evening = Evening({"length": 3}).ready("ABC", 3)
    assert evening.public.question is not None
    assert (evening.public.question.mode, evening.public.question.text) == ("pingpong", "question d1.2")
    evening.say(A=None, B=None, C=None).ready("ABC", 1)
    assert evening.public.question is not None
    assert evening.public.question.text == "question d2.0"
    assert evening.position.used == ("d1", "d2")


def test_S5_all_cards_are_shuffled_at_the_start() -> None:
    setup = GAME.setup(["A", "B"], {"deck": EVENING, "programme": [CHRONO]})
    random = Random(7)
    draws = [random.randint(1, k) for k in range(10, 1, -1)]
    order = GAME.start(setup, ScriptedDraws(draws)).state.position.order
    assert sorted(order) == sorted(card.id for card in setup.deck.cards)
    assert {card[0] for card in order[:5]} == {"d", "m"}


MARK = "Zanzibar"


def seen_by(evening: Evening, seat: str | None) -> str:
    """All that an audience gets to see of an evening and of its last step."""
    told = [GAME.events.dump(event) for event in evening.events if event.audience in (None, (seat,))]
    return GAME.observations.dump(GAME.observe(evening.state, seat)) + "".join(told)


def test_S7_nobodys_answer_is_seen_before_the_reveal() -> None:
    evening = Evening(CHRONO, quizmaster="C", seats="ABC").act("C", Proceed()).tell("A", MARK)
    assert MARK in seen_by(evening, "A")
    assert MARK in seen_by(evening, "C")
    assert MARK not in seen_by(evening, "B") + seen_by(evening, None)
    evening.tell("B", "Reims")
    assert evening.turn == "verdict C"
    assert MARK not in seen_by(evening, "B") + seen_by(evening, None)
    assert MARK in seen_by(evening.act("C", Proceed()), None)


def test_S7_the_right_answer_is_seen_by_a_quizmaster_alone() -> None:
    evening = Evening(CHRONO, quizmaster="C").act("C", Proceed())
    assert "Reims" in seen_by(evening, "C")
    assert all("Reims" not in seen_by(evening, seat) for seat in (None, "A", "B"))
    assert all("Rennes" not in seen_by(evening, seat) for seat in (None, "A", "B"))


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_S7_no_audience_sees_a_solution_of_a_question_that_is_still_open(seed: int) -> None:
    for game, state, _, _, _ in play_out("soiree", seed):
        if state.position.phase not in ("wager", "answer", "verdict"):
            continue
        for seat in (None, *state.setup.seats):
            seen = game.observe(state, seat)
            leads = seat is not None and seat == state.position.quizmaster
            assert (seen.solution is not None) == leads
            assert seen.question is None or state.position.phase != "wager"
            assert seen.said is None or leads


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_S15_S16_points_are_the_sum_of_the_rounds_and_never_below_nothing(seed: int) -> None:
    for _, _, step, _, _ in play_out("soiree", seed):
        position = step.state.position
        assert min(position.points) >= 0
        assert tuple(map(sum, zip(*position.by_round, strict=True))) == position.points


def test_what_a_seat_typed_is_erased_and_played_again_all_the_same() -> None:
    evening = Evening(CHRONO, quizmaster="C", seats="ABC")
    evening.act("C", Award("A", 3, MARK))
    assert MARK not in erased("event", evening.events[0], "C")
    assert MARK not in erased("action", Award("A", 3, MARK), "C")
    assert GAME.actions.load(erased("action", Award("A", 3, MARK), "C")) == Award("A", 3, "…")
    evening.act("C", Proceed()).tell("A", MARK)
    assert MARK not in erased("position", evening.position, "A")
    assert MARK in erased("position", evening.position, "B")
    evening.tell("B", "Reims").act("C", Proceed())
    assert MARK not in erased("position", evening.position, "A")
    assert all(MARK not in erased("event", event, "A") for event in evening.events)
    assert MARK not in erased("action", Tell(MARK, 1), "A")


def erased(kind: Any, record: Any, seat: str) -> str:
    codec = GAME.codec(kind)
    return json.dumps(GAME.without_words(kind, codec.plain(record), seat), ensure_ascii=False)
