"""The daily challenge, rule by rule: what a seed makes of a day, and which answers are right."""

from collections import Counter
from hashlib import sha256
from hmac import digest

import pytest

from engines.core.draws import ScriptedDraws
from engines.daily.discipline import (
    BELIEVE,
    DISCIPLINES,
    DOUBT,
    NO_ANSWER,
    Cup,
    Cups,
    Quiz,
    Thrown,
    Throws,
    announce,
    draws_of,
    open_questions,
)
from engines.defizz.deck import Chrono
from engines.defizz.shelf import CLASSIC, TODAY, house_deck
from engines.diavolo.model import Throw
from engines.tasse.scores import NORMAL, SPECIALS, place

SEED = sha256(b"a day").digest()
DAY = "2026-11-23"


def seeds(many: int) -> list[bytes]:
    return [sha256(str(number).encode()).digest() for number in range(many)]


def cups(many: int) -> list[Cup]:
    return [cup for seed in seeds(many) for cup in Cups().lay(draws_of(seed, DAY, "tasse"))]


def test_J1_the_first_draw_of_a_day_by_hand() -> None:
    x = int.from_bytes(digest(SEED, f"gobelet-daily-1:{DAY}:tasse:0:0".encode(), "sha256")[:8], "big")
    assert x < 2**64 - 2**64 % 6
    assert Cups().lay(draws_of(SEED, DAY, "tasse"))[0].standing == NORMAL[x % 6]


@pytest.mark.parametrize("name", DISCIPLINES)
def test_J1_a_day_depends_on_its_seed_the_day_and_the_discipline_alone(name: str) -> None:
    def lay(seed: bytes, day: str) -> list[object]:
        return [task.tell() for task in DISCIPLINES[name].lay(draws_of(seed, day, name))]

    assert lay(SEED, DAY) == lay(SEED, DAY)
    assert lay(SEED, DAY) != lay(SEED, "2026-11-24")
    assert lay(SEED, DAY) != lay(bytes(32), DAY)
    assert draws_of(SEED, DAY, "tasse")(2**40) != draws_of(SEED, DAY, "diavolo")(2**40)


def test_J2_the_disciplines_and_how_many_tasks_each_has() -> None:
    laid = {name: len(one.lay(draws_of(SEED, DAY, name))) for name, one in DISCIPLINES.items()}
    assert laid == {"tasse": 10, "diavolo": 10, "defizz": 5}
    assert laid == {name: one.count for name, one in DISCIPLINES.items()}
    assert list(DISCIPLINES) == [one.name for one in DISCIPLINES.values()]


def test_J4_a_cup_is_the_score_to_match_two_dice_and_what_was_said() -> None:
    draws = ScriptedDraws([2, 6, 4, 6, *[1, 6, 4, 7, 2] * 9])
    first, second, *_ = Cups().lay(draws)
    assert first == Cup("41", "64", "64")
    assert second == Cup("32", "64", "11")
    assert draws.rest == ()


def test_J4_to_match_is_one_of_the_six_lowest_scores() -> None:
    assert {cup.standing for cup in cups(60)} == set(NORMAL[:6])


def test_J4_to_believe_is_right_only_where_the_dice_show_just_that() -> None:
    rules = Cups()
    for dice, true in (("64", True), ("65", False), ("52", False), ("62", False)):
        cup = Cup("32", dice, "64")
        assert rules.judge(cup, BELIEVE) is true
        assert rules.judge(cup, DOUBT) is not true
    with pytest.raises(ValueError, match="perhaps"):
        rules.judge(cup, "perhaps")


def test_J5_whoever_can_tells_the_truth_six_times_of_seven() -> None:
    told = Counter(announce("42", "64", ScriptedDraws([honest, 1])) for honest in range(1, 8))
    assert told == {"64": 6, "65": 1}
    assert announce("42", "42", ScriptedDraws([6])) == "42"
    assert announce("42", "21", ScriptedDraws([])) == "21"


def test_J5_a_lie_is_one_of_the_four_lowest_that_can_be_told() -> None:
    assert [announce("42", "41", ScriptedDraws([n])) for n in (1, 2, 3, 4)] == ["42", "51", "53", "54"]
    assert [announce("42", "63", ScriptedDraws([n])) for n in (1, 4)] == ["42", "54"]
    assert [announce("42", "64", ScriptedDraws([7, n])) for n in (1, 4)] == ["65", "11", "22", "33"][::3]
    assert [announce("32", "44", ScriptedDraws([7, n])) for n in (1, 2)] == ["66", "21"]


def test_J5_no_announcement_is_below_what_stands_and_about_half_are_true() -> None:
    laid = cups(400)
    assert all(place(cup.said) >= place(cup.standing) for cup in laid)
    assert not any(cup.true for cup in laid if cup.dice in SPECIALS)
    assert 0.45 < sum(cup.true for cup in laid) / len(laid) < 0.52


def test_J5_thinking_pays_more_than_always_doubting() -> None:
    """Whoever knows how often each announcement is true is right three times of four."""
    seen: dict[tuple[str, str], Counter[bool]] = {}
    for cup in cups(1000):
        seen.setdefault((cup.standing, cup.said), Counter())[cup.true] += 1
    best = sum(max(counted.values()) for counted in seen.values()) / 10_000
    always = sum(counted[False] for counted in seen.values()) / 10_000
    assert best > 0.72 > 0.56 > always


def test_J6_the_right_answer_is_the_right_colour() -> None:
    rules = Throws()
    clear, tied = Throw((6, 6, 6), (1, 1, 1), (2, 2, 2), 1), Throw((6, 1, 1), (6, 2, 2), (1, 1, 1), 5)
    assert rules.judge(Thrown(clear), "black")
    assert not rules.judge(Thrown(clear), "grey")
    assert rules.judge(Thrown(tied), "grey")
    with pytest.raises(ValueError, match="blue"):
        rules.judge(Thrown(clear), "blue")
    laid = rules.lay(draws_of(SEED, DAY, "diavolo"))
    assert {len(one.throw.black) for one in laid} == {3}


def test_J7_only_the_throws_are_timed() -> None:
    assert [one.name for one in DISCIPLINES.values() if one.timed] == ["diavolo"]


def test_J8_five_questions_of_five_cards_of_the_house() -> None:
    house = {card.id: card for name in (CLASSIC, TODAY) for card in house_deck(name).cards}
    for seed in seeds(40):
        asked = Quiz().lay(draws_of(seed, DAY, "defizz"))
        assert len({one.card for one in asked}) == 5
        for one in asked:
            question = house[one.card].questions[one.number]
            assert question == one.question
            assert isinstance(question, Chrono)
            assert question.picture is None


def test_J8_what_is_drawn_is_the_next_of_those_left() -> None:
    pool = open_questions()
    asked = Quiz().lay(ScriptedDraws([1, 1, 1, 1, 1]))
    firsts = list({one.card: one for one in reversed(pool)}.values())[::-1]
    assert list(asked) == firsts[:5]


def test_J9_answers_are_judged_as_at_a_table() -> None:
    rules = Quiz()
    asked = next(one for one in open_questions() if "Prométhée" in one.question.answers)
    assert rules.judge(asked, "  promethee !")
    assert not rules.judge(asked, "Atlas")
    assert not rules.judge(asked, NO_ANSWER)
    with pytest.raises(ValueError, match="nothing"):
        rules.judge(asked, " … ")
