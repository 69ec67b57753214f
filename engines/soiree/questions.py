"""A question *pour tous*, from the stakes to the reveal, and what rulings change (S7 to S17)."""

from engines.core.decks import Asked
from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.core.seats import by_seat, put_at, without
from engines.defizz.deck import Cible, mark_of
from engines.defizz.rounds import is_right
from engines.soiree import asking, events
from engines.soiree.asking import SoireePlay
from engines.soiree.model import Reply, Result, Setup, Spoken, Tell


def next_question(play: SoireePlay) -> None:
    """Ask the next question of the round, or of the tie; where there is none, end the round."""
    if play.position.tied:
        asking.ask_tie(play)
        return
    if play.position.number == asking.round_of(play.setup, play.position).length:
        asking.end_round(play)
        return
    asked = asking.take_card(play)
    if asked is None:
        play.tell(events.CardsRanOut(play.position.round))
        asking.end_round(play)
    else:
        asking.open_question(play, asked)


def wager(play: SoireePlay, seat: SeatName, stake: int, *, silent: bool = False) -> None:
    """Take down a stake; once all are there, ask the question (S14)."""
    before = play.position
    place = play.setup.seats.index(seat)
    waiting = without(before.waiting, (seat,))
    play.position = replace(before, wagers=put_at(before.wagers, place, stake), waiting=waiting)
    play.tell(events.StakeNamed(seat, silent))
    if not waiting:
        asking.pose(play)


def tell(play: SoireePlay, seat: SeatName, answer: Tell) -> None:
    """Take down an answer, secret until the reveal (S7)."""
    taken = asking.hear(asking.question_of(play.setup, asking.asked_of(play.position)), answer)
    play.tell(events.Told(seat))
    _take_down(play, Reply(seat, answer.text, answer.at, taken.right, taken.right, taken.number))


def forgo(play: SoireePlay, seat: SeatName, *, silent: bool = False) -> None:
    """Take down that a team says nothing (S7)."""
    play.tell(events.Forwent(seat, silent))
    _take_down(play, Reply(seat, None))


def close_stakes(play: SoireePlay) -> None:
    """Let all that have named no stake stake one (S14)."""
    for seat in play.position.waiting:
        wager(play, seat, asking.LEAST_STAKE, silent=True)


def close_answers(play: SoireePlay) -> None:
    """Take no more answers (S7)."""
    for seat in play.position.waiting:
        forgo(play, seat, silent=True)


def end_answers(play: SoireePlay) -> None:
    """Let the quizmaster judge what was said, or tell the answer at once (S9, S10)."""
    position = play.position
    judged = not isinstance(asking.question_of(play.setup, asking.asked_of(position)), Cible)
    if position.quizmaster is None or not judged or all(reply.text is None for reply in position.said):
        reveal(play)
        return
    asking.await_all(play, "verdict", (position.quizmaster,))
    play.tell(events.AnswersClosed(position.quizmaster))


def rule(play: SoireePlay, seat: SeatName, right: int) -> None:
    """Rule on an answer; after the reveal, count the points of the question anew (S9, S10)."""
    position = play.position
    again = position.phase == "reveal"
    said = position.last.said if again and position.last is not None else position.said
    bot = next(reply.bot for reply in said if reply.seat == seat)
    ruled = tuple(replace(reply, right=right) if reply.seat == seat else reply for reply in said)
    audience = None if again or position.quizmaster is None else (position.quizmaster,)
    play.tell(events.Ruled(seat, right, bot, again, audience=audience))
    if again:
        _take_back(play)
        _count(play, ruled)
        _tell_answer(play, again=True)
    else:
        play.position = replace(position, said=ruled)


def reveal(play: SoireePlay) -> None:
    """Tell the answer, and who had what; then the next question is awaited, or a tie decided (S10, S21)."""
    _count(play, play.position.said)
    _tell_answer(play, again=False)
    if play.position.tied:
        _decide_tie(play)
    else:
        asking.await_going_on(play, "reveal")


def withdraw(play: SoireePlay, *, skipping: bool = False) -> None:
    """Take back the question and what it brought; ask another one unless the round is skipped (S17, S26)."""
    before = play.position
    revealed = before.phase == "reveal"
    play.tell(events.QuestionWithdrawn(before.number, revealed))
    if revealed:
        _take_back(play)
        play.position = replace(play.position, last=None)
    play.position = replace(play.position, number=before.number - 1, asked=None, said=(), wagers=())
    if not skipping:
        next_question(play)


def spoken(setup: Setup, result: Result) -> tuple[Spoken, ...]:
    """Return what was said to a question that is revealed, in the order of moments, silence last (S10)."""
    points = by_seat(setup.seats, result.points)
    wagers = by_seat(setup.seats, result.wagers) if result.wagers else {}
    return tuple(
        show_reply(reply, wager=wagers.get(reply.seat), points=points[reply.seat])
        for reply in in_order(setup, result.said)
    )


def show_reply(reply: Reply, *, wager: int | None = None, points: int | None = None) -> Spoken:
    """Return an answer as those may know it who may know all of it."""
    return Spoken(
        reply.seat, reply.text, reply.at, reply.bot, reply.right, reply.number, wager=wager, points=points
    )


def in_order(setup: Setup, said: tuple[Reply, ...]) -> tuple[Reply, ...]:
    """Return answers in the order of their moments, then seats; silence comes last (S8)."""
    return tuple(sorted(said, key=lambda one: (one.text is None, one.at or 0, setup.seats.index(one.seat))))


def _take_down(play: SoireePlay, reply: Reply) -> None:
    before = play.position
    waiting = without(before.waiting, (reply.seat,))
    play.position = replace(before, said=(*before.said, reply), waiting=waiting)
    if not waiting:
        end_answers(play)


def _count(play: SoireePlay, said: tuple[Reply, ...]) -> None:
    """Give the points of the question that is asked; a tie brings none (S11 to S15, S21)."""
    setup, before = play.setup, play.position
    asked = asking.asked_of(before)
    row = [0] * len(setup.seats)
    if not before.tied:
        stakes = before.wagers or (None,) * len(setup.seats)
        answering = {reply.seat for reply in said}
        wagers = {seat: stake for seat, stake in by_seat(setup.seats, stakes).items() if seat in answering}
        brought = asking.score(asking.question_of(setup, asked), asking.round_of(setup, before), said, wagers)
        for seat, points in brought.items():
            row[setup.seats.index(seat)] = asking.give(play, seat, points)
    last = Result(asked, said, before.wagers, tuple(row))
    play.count(count_result(setup, last, 1))
    play.position = replace(play.position, last=last, said=())


def _take_back(play: SoireePlay) -> None:
    """Take back what the last question brought, and that it was counted."""
    last = play.position.last
    assert last is not None, "a question has been revealed"
    play.count(count_result(play.setup, last, -1))
    for seat, points in by_seat(play.setup.seats, last.points).items():
        asking.give(play, seat, -points)


def _tell_answer(play: SoireePlay, *, again: bool) -> None:
    setup, last = play.setup, play.position.last
    assert last is not None, "a question has been revealed"
    asked = last.asked
    play.tell(
        events.AnswerTold(
            asking.posed(setup, asked), asking.solution(setup, asked), spoken(setup, last), again
        )
    )


def _decide_tie(play: SoireePlay) -> None:
    """Let the one nearest win; else another Cible comes after the reveal (S21)."""
    position = play.position
    last = position.last
    assert last is not None, "a question has been revealed"
    question = asking.question_of(play.setup, last.asked)
    assert isinstance(question, Cible), "a tie is decided by numbers"
    best = asking.nearest(question, last.said)
    if len(best) == 1:
        asking.close(play, best)
    else:
        asking.await_going_on(play, "reveal")


# What became of a question *pour tous*, as numbers: was it solved, did the bot's verdicts stand?


def count_result(setup: Setup, result: Result, times: int) -> Asked:
    """Return the count of a question that was revealed, `times` over."""
    question = asking.question_of(setup, result.asked)
    solved = any(is_right(question, reply.right, reply.number) for reply in result.said)
    turned = any(reply.bot != reply.right for reply in result.said)
    return Asked(mark_of(question), times, times * solved, times * turned)
