"""Days and attempts: what is promised when, what counts, and what comes too late."""

import pytest

from bot.tables.asks import Ask, ByPerson
from bot.tables.daily.challenges import Challenges
from bot.tables.daily.model import Attempt, begin_of, day_of, later, month_of
from bot.tables.model import Denied
from bot.tables.proof.dice import Seed
from db.jobs.daily import KeptDaily
from engines.daily.discipline import BELIEVE, DISCIPLINES, DOUBT
from tests.support.store import FreshStore

DAY, NEXT = "2026-11-23", "2026-11-24"
NOON = begin_of(DAY) + 12 * 3_600_000
ANNE, BOB = 1, 2


class Watch:
    """A clock that stands still until it is set."""

    def __init__(self, now: int = NOON) -> None:
        self.at = now

    def now(self) -> int:
        return self.at


def opened(watch: Watch, store: KeptDaily, first: int = 1) -> Challenges:
    numbers = iter(range(first, first + 100))
    return Challenges(store, DISCIPLINES, watch.now, lambda: Seed(next(numbers).to_bytes(32, "big")))


def ask(user_id: int, at: int) -> Ask:
    return Ask(ByPerson(user_id, f"P{user_id}"), at, at << 22, at << 22)


async def right_answers(challenges: Challenges, name: str, day: str = DAY) -> list[str]:
    return [str(task.tell()["right"]) for task in await challenges.tasks(day, name)]


async def play(challenges: Challenges, name: str, words: list[str], at: int, gap: int) -> Attempt:
    """Anne begins, and answers at equal distances."""
    attempt = await challenges.begin(ask(ANNE, at), DAY, name, 10)
    for step, word in enumerate(words):
        attempt, counted = await challenges.answer(ask(ANNE, at + gap * (step + 1)), DAY, name, step, word)
        assert counted
    return attempt


async def test_J1_tomorrow_is_promised_today_and_stays_so() -> None:
    watch, store = Watch(), FreshStore().daily
    said = await opened(watch, store).promised()
    assert sorted(said) == [DAY, NEXT]
    watch.at += 24 * 3_600_000
    again = await opened(watch, store, first=50).promised()  # another process, which would draw others
    assert {day: again[day] for day in said} == said
    assert sorted(again) == [DAY, NEXT, later(NEXT, 1)]
    assert again[NEXT].since == NOON < begin_of(NEXT)


async def test_J1_days_are_those_of_utc() -> None:
    assert day_of(begin_of(DAY)) == day_of(begin_of(NEXT) - 1) == DAY
    assert later("2026-12-31", 1) == "2027-01-01"
    assert month_of(DAY) == ("2026-11-01", DAY)


async def test_J1_there_is_no_looking_ahead() -> None:
    challenges = opened(Watch(), FreshStore().daily)
    await challenges.promised()
    with pytest.raises(Denied, match="stale"):
        await challenges.tasks(NEXT, "tasse")
    with pytest.raises(Denied, match="daily_over"):
        await challenges.begin(ask(ANNE, NOON), NEXT, "tasse", 10)


async def test_J3_one_attempt_whoever_begins_it_twice() -> None:
    challenges = opened(Watch(), FreshStore().daily)
    first = await challenges.begin(ask(ANNE, NOON), DAY, "tasse", 10)
    assert await challenges.begin(ask(ANNE, NOON + 9), DAY, "tasse", 11) == first
    assert (await challenges.begin(ask(BOB, NOON), DAY, "tasse", 10)).user_id == BOB


async def test_J3_an_answer_that_was_taken_stays() -> None:
    watch, store = Watch(), FreshStore().daily
    challenges = opened(watch, store)
    right = (await right_answers(challenges, "tasse"))[0]
    wrong = BELIEVE if right == DOUBT else DOUBT
    await challenges.begin(ask(ANNE, NOON), DAY, "tasse", 10)
    taken, counted = await challenges.answer(ask(ANNE, NOON + 1), DAY, "tasse", 0, wrong)
    assert counted
    assert not taken.score
    elsewhere = opened(watch, store)
    assert await elsewhere.answer(ask(ANNE, NOON + 2), DAY, "tasse", 0, right) == (taken, False)
    assert await elsewhere.answer(ask(ANNE, NOON + 2), DAY, "tasse", 5, right) == (taken, False)
    for nothing in ("perhaps", ""):
        with pytest.raises(Denied, match="stale"):
            await elsewhere.answer(ask(ANNE, NOON + 3), DAY, "tasse", 1, nothing)
    with pytest.raises(Denied, match="stale"):
        await elsewhere.answer(ask(BOB, NOON + 3), DAY, "tasse", 0, right)


async def test_J3_a_click_counts_by_its_own_moment_and_none_after_the_day() -> None:
    watch = Watch()
    challenges = opened(watch, FreshStore().daily)
    await challenges.begin(ask(ANNE, NOON), DAY, "tasse", 10)
    watch.at = begin_of(NEXT) + 5
    _, counted = await challenges.answer(ask(ANNE, begin_of(NEXT) - 1), DAY, "tasse", 0, BELIEVE)
    assert counted  # heard late, made in time
    with pytest.raises(Denied, match="daily_over"):
        await challenges.answer(ask(ANNE, begin_of(NEXT)), DAY, "tasse", 1, BELIEVE)
    assert await challenges.board(DAY, "tasse", 10) == []


async def test_J7_right_answers_take_their_time_and_wrong_ones_fifteen_seconds() -> None:
    challenges = opened(Watch(), FreshStore().daily)
    right = await right_answers(challenges, "diavolo")
    wrong = ["grey" if one != "grey" else "red" for one in right]
    attempt = await play(challenges, "diavolo", [wrong[0], *right[1:]], NOON, 2_000)
    assert [given.ms for given in attempt.given] == [15_000, *[2_000] * 9]
    assert (attempt.score, attempt.ms) == (9, 33_000)


async def test_J7_no_throw_takes_more_than_fifteen_seconds() -> None:
    challenges = opened(Watch(), FreshStore().daily)
    attempt = await play(challenges, "diavolo", await right_answers(challenges, "diavolo"), NOON, 60_000)
    assert (attempt.score, attempt.ms) == (10, 150_000)


async def test_J7_elsewhere_time_does_not_count() -> None:
    challenges = opened(Watch(), FreshStore().daily)
    attempt = await play(challenges, "tasse", await right_answers(challenges, "tasse"), NOON, 60_000)
    assert (attempt.score, attempt.ms) == (10, 0)
    (line,) = await challenges.board(DAY, "tasse", 10)
    assert (line.user_id, line.score) == (ANNE, 10)


async def test_J9_the_verdict_is_kept_with_the_answer_and_its_question() -> None:
    challenges = opened(Watch(), FreshStore().daily)
    first = (await challenges.tasks(DAY, "defizz"))[0]
    attempt = await play(challenges, "defizz", [first.question.answers[0]], NOON, 1)
    assert attempt.given[0] == (first.question.answers[0], True, 0, first.key)
