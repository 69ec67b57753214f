"""Moving chips: into the pot, to the winner, back, or out of the game (Z5 to Z8, Z13, Z17)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from engines.core.draws import Draws
from engines.core.play import Play
from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.core.seats import by_seat, put_at
from engines.defizz import events
from engines.defizz.deck import Card, Cible, Kind, PingPong, Question, answers_of
from engines.defizz.events import DefizzEvent
from engines.defizz.model import Pile, Position, Said, Setup

DefizzPlay: TypeAlias = Play[Setup, Position, DefizzEvent]

CHIPS = 1900
"""What each seat begins with: three of 100, three of 200, two of 500 (Z1)."""


def chips_of(setup: Setup, position: Position, seat: SeatName) -> int:
    """Return a seat's chips, without those it has paid into the pot."""
    return position.chips[setup.seats.index(seat)]


def pot(position: Position) -> int:
    """Return how many chips lie in the pot."""
    return sum(position.paid)


def effective_stake(setup: Setup, position: Position, stake: int, seats: Iterable[SeatName]) -> int:
    """Return the stake, up to `stake`, that all of `seats` can pay (Z7)."""
    return min(stake, *(chips_of(setup, position, seat) for seat in seats))


def pay(play: DefizzPlay, seat: SeatName, most: int) -> int:
    """Put `most` chips of a seat into the pot, or all it has if less; return how many."""
    place = play.setup.seats.index(seat)
    position = play.position
    paid = min(most, position.chips[place])
    play.position = replace(
        position,
        chips=add_at(position.chips, place, -paid),
        paid=add_at(position.paid, place, paid),
    )
    return paid


def give(play: DefizzPlay, seat: SeatName, chips: int) -> None:
    """Give a seat chips from the bank."""
    place = play.setup.seats.index(seat)
    play.position = replace(play.position, chips=add_at(play.position.chips, place, chips))


def take_pot(play: DefizzPlay, seat: SeatName) -> int:
    """Give a seat all that lies in the pot (Z8); return how much."""
    position, place = play.position, play.setup.seats.index(seat)
    won = pot(position)
    play.position = replace(position, chips=add_at(position.chips, place, won), paid=no_chips(play.setup))
    return won


def return_stakes(play: DefizzPlay) -> tuple[Mapping[SeatName, int], int]:
    """Give back what was paid; return how much each seat got, and what is lost by leavers (Z13, Z20)."""
    position = play.position
    paid = by_seat(play.setup.seats, position.paid)
    returned = {seat: chips for seat, chips in paid.items() if chips and seat not in position.gone}
    lost = pot(position) - sum(returned.values())
    has = zip(play.setup.seats, position.chips, strict=True)
    chips = tuple(had + returned.get(seat, 0) for seat, had in has)
    play.position = replace(position, chips=chips, paid=no_chips(play.setup), lost=position.lost + lost)
    return returned, lost


def forfeit(play: DefizzPlay, seat: SeatName, *, to_pot: bool) -> int:
    """Take all chips of a leaver, into the pot or out of the game (Z20); return how many."""
    chips = chips_of(play.setup, play.position, seat)
    if to_pot:
        return pay(play, seat, chips)
    give(play, seat, -chips)
    play.position = replace(play.position, lost=play.position.lost + chips)
    return chips


def no_chips(setup: Setup) -> tuple[int, ...]:
    """Return a row of no chips for each seat."""
    return (0,) * len(setup.seats)


def add_at(counts: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    """Return the counts with `more` added at `place` (from 0)."""
    return put_at(counts, place, counts[place] + more)


# The moment before the verdicts that can still be turned, and what stands since then (Z21).

_LEFT_OUT = Pile(())


def mark(play: DefizzPlay) -> None:
    """Keep the position as it is before a verdict is given; no pile is turned while it can be turned."""
    if play.setup.options.contest:
        bare = replace(play.position, duel=_LEFT_OUT, multi=_LEFT_OUT, before=None)
        play.position = replace(play.position, before=bare)


def let_stand(play: DefizzPlay) -> None:
    """Let the verdicts given so far stand for good, and tell the answers that were held back for them."""
    last = play.position.last
    held = last is not None and is_held(play.setup, play.position)
    if play.position.before is not None:
        play.position = replace(play.position, before=None)
    if last is not None and last.question is not None and held:
        question = play.setup.deck.card(last.card).questions[last.question]
        play.tell(tell_answers(question, last.card, last.question, late=True))


def holds_answers(question: Question, position: Position) -> bool:
    """Return whether a question's answers stay untold while a verdict can be turned: the list of a Ping-pong.

    Whoever had read it could go on with it (Z21).
    """
    return isinstance(question, PingPong) and bool(find_turnable(position))


def is_held(setup: Setup, position: Position) -> bool:
    """Return whether the answers of the last challenge are not told yet."""
    last = position.last
    if position.before is None or position.challenge is not None or last is None or last.question is None:
        return False
    return holds_answers(setup.deck.card(last.card).questions[last.question], position)


def tell_answers(question: Question, card: str, place: int, *, late: bool = False) -> events.AnswerRevealed:
    """Return what tells the right answers of question number `place` of a card."""
    answers = tuple(wordings[0] for wordings in answers_of(question))
    number, unit = (question.number, question.unit) if isinstance(question, Cible) else (None, None)
    return events.AnswerRevealed(card, place, answers, number, unit, late)


def go_back(position: Position) -> Position:
    """Return the position as it was before the verdicts; who has gone or was late since then stays so."""
    before = position.before
    assert before is not None, "a verdict can be turned"
    return replace(
        before,
        duel=position.duel,
        multi=position.multi,
        missed=position.missed,
        gone=position.gone,
        ending=position.ending,
        decision=position.decision + 1,
        before=before,
    )


def said_since(position: Position) -> tuple[Said, ...]:
    """Return the answers of the challenge whose verdicts can be turned, as they are judged now."""
    if position.challenge is not None:
        return position.challenge.said
    return position.last.said if position.last is not None else ()


def find_turnable(position: Position) -> tuple[int, ...]:
    """Return the places (from 0) of the answers whose verdicts can be turned, the last verdict last."""
    before = position.before
    if before is None or before.challenge is None or position.winners is not None:
        return ()
    said = said_since(position)
    judged = [
        place
        for place, (was, now) in enumerate(zip(before.challenge.said, said, strict=False))
        if was.text is not None and was.right is None and now.right is not None
    ]
    order = before.challenge.participants
    return tuple(sorted(judged, key=lambda place: (said[place].at or 0, order.index(said[place].seat))))


def place_of(position: Position, seat: SeatName | None) -> int | None:
    """Return the place of the answer of `seat`, by default the last judged, if its verdict can be turned."""
    said = said_since(position)
    found = [place for place in find_turnable(position) if seat in (None, said[place].seat)]
    return found[-1] if found else None


def judge_of(position: Position) -> SeatName | None:
    """Return who read when the verdicts were given, or None for the bot."""
    return None if position.before is None else position.before.reader


def let_bot_judge(play: DefizzPlay) -> None:
    """Take down that the bot reads now in the same challenge: from here on the table may contest."""
    before = play.position.before
    if before is not None:
        play.position = replace(play.position, before=replace(before, reader=None))


# The two piles of cards: shuffling, turning a card, and shuffling again a pile that is used up (Z18).


def shuffle(cards: Sequence[str], draws: Draws) -> tuple[str, ...]:
    """Return the cards shuffled by Fisher and Yates, from the last down, with a draw 1..k for each k."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = draws(last + 1) - 1
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def pile_of(position: Position, kind: Kind) -> Pile:
    """Return the Duel or the Multi pile."""
    return position.duel if kind == "duel" else position.multi


def turn(play: DefizzPlay, kind: Kind) -> Card:
    """Turn the top card of a pile, and return it; a pile that is used up is shuffled first."""
    pile = pile_of(play.position, kind)
    if pile.turned == len(pile.order):
        pile = Pile(shuffle(pile.order, play.draws), through=pile.through + 1)
        play.tell(events.PileShuffled(kind))
    card = play.setup.deck.card(pile.order[pile.turned])
    rest = replace(pile, turned=pile.turned + 1)
    if kind == "duel":
        play.position = replace(play.position, duel=rest, card=card.id)
    else:
        play.position = replace(play.position, multi=rest, card=card.id)
    return card
