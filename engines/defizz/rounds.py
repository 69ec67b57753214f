"""From one active seat to the next: the die, the card, the reader's choice, the end (Z2, Z13, Z15)."""

from typing import Final

from engines.core.decks import Asked
from engines.core.records import GameOver, SeatName
from engines.core.replacing import replace
from engines.core.seats import next_seat, put_at
from engines.defizz import events
from engines.defizz.deck import Cible, Deck, Kind, Question, mark_of
from engines.defizz.model import BOT, Die, Position, Result, Setup
from engines.defizz.stakes import DefizzPlay, chips_of, give, let_stand, take_pot, turn

QUESTION_WORTH = 500
"""What a question pays in enrichment, as long as the bank has as much (Z16)."""


def is_paid_by_bank(setup: Setup, position: Position) -> bool:
    """Return whether questions are still paid by the bank (Z16)."""
    return setup.options.enrichment and position.bank > 0


def open_turn(play: DefizzPlay, active: SeatName, *, drawn: bool = False, again: bool = False) -> None:
    """Let a seat become active or, `again`, play its turn once more with the same reader (Z2, Z13)."""
    before = play.position
    keeps = again and may_read(before, before.reader)
    reader = before.reader if keeps else reader_for(play.setup, before, active)
    number = before.round if again else before.round + 1
    play.position = replace(
        before,
        phase="roll",
        round=number,
        active=active,
        reader=reader,
        die=None,
        card=None,
        helped=False,
        asked=None,
        challenge=None,
        poll=None,
        decision=before.decision + 1,
    )
    play.tell(events.RoundStarted(number, active, name_of(reader), drawn, again))


def roll(play: DefizzPlay, *, by_itself: bool = False) -> None:
    """Roll the die and turn a card; among experts the reader then chooses the question (Z2, Z16).

    From here on no verdict of the last challenge can be turned any more (Z21).
    """
    let_stand(play)
    outcome = play.draws(6)
    kind: Kind = "duel" if outcome <= 3 else "multi"
    double = len(play.position.in_play) <= LAST_TWO
    minimum = 100 * ((outcome - 1) % 3 + 1) * (2 if double else 1)
    play.tell(events.Rolled(play.position.active, kind, minimum, by_itself))
    card = turn(play, kind)
    play.tell(events.CluesRead(tuple(question.clue for question in card.questions)))
    play.position = replace(play.position, die=Die(kind, minimum), decision=play.position.decision + 1)
    if play.setup.options.expert:
        await_question(play)
    else:
        play.position = replace(play.position, phase="choose")


def use_help(play: DefizzPlay) -> None:
    """Let the active seat read the card's questions for itself, once a game (Z3)."""
    before = play.position
    place = play.setup.seats.index(before.active)
    left = put_at(before.help_left, place, False)
    play.position = replace(before, help_left=left, helped=True)
    play.tell(events.HelpUsed(before.active))


def await_question(play: DefizzPlay) -> None:
    """Await the reader's choice of a question; the bot makes it at once by a draw (Z16)."""
    play.position = replace(play.position, phase="ask")
    if play.position.reader is None:
        ask(play, play.draws(3) - 1, by_itself=False)


def ask(play: DefizzPlay, question: int, *, by_itself: bool) -> None:
    """Let the reader choose the question; the active seat then chooses the rest (Z16)."""
    before = play.position
    play.position = replace(before, phase="choose", asked=question, decision=before.decision + 1)
    assert before.card is not None, "a card has been turned"
    clue = play.setup.deck.card(before.card).questions[question].clue
    play.tell(events.QuestionChosen(name_of(before.reader), question, clue, by_itself))


def replace_reader(play: DefizzPlay) -> None:
    """Find another reader before the choice, if the reader has left or is one of the last two (Z15, Z20)."""
    position = play.position
    if may_read(position, position.reader):
        return
    change_reader(play, reader_for(play.setup, position, position.active))
    if position.phase == "ask":
        play.position = replace(play.position, decision=position.decision + 1)
        await_question(play)


def go_on(play: DefizzPlay, result: Result, *, again: bool) -> None:
    """Go on after a settled challenge: with the same turn `again`, the next turn, or the end."""
    play.count(*count_result(play.setup.deck, result, 1))
    play.position = replace(play.position, last=result, challenge=None)
    eliminate(play)
    position = play.position
    if len(position.in_play) == 1:
        close(play, position.in_play)
    elif again and position.active not in position.gone:
        open_turn(play, position.active, again=True)
    else:
        next_turn(play)


def next_turn(play: DefizzPlay) -> None:
    """Let the next seat in play become active, or close the table if the host has announced the end."""
    setup, position = play.setup, play.position
    if position.ending:
        most = max(chips_of(setup, position, seat) for seat in position.in_play)
        best = (seat for seat in position.in_play if chips_of(setup, position, seat) == most)
        close(play, tuple(best))
    else:
        open_turn(play, next_seat(setup.seats, position.in_play, position.active))


def pay_prize(play: DefizzPlay, winner: SeatName) -> int:
    """Pay the winner a question's worth out of the bank; return how many chips (Z16)."""
    if not is_paid_by_bank(play.setup, play.position):
        return 0
    give(play, winner, QUESTION_WORTH)
    play.position = replace(play.position, bank=play.position.bank - QUESTION_WORTH)
    return QUESTION_WORTH


def close_bank(play: DefizzPlay) -> None:
    """If the bank has too little for a question, give its rest to the one poorest seat, or lose it (Z16)."""
    setup, position = play.setup, play.position
    rest = position.bank
    if not 0 < rest < QUESTION_WORTH:
        return
    least = min(chips_of(setup, position, seat) for seat in position.in_play)
    poorest = [seat for seat in position.in_play if chips_of(setup, position, seat) == least]
    if len(poorest) == 1:
        give(play, poorest[0], rest)
        play.position = replace(play.position, bank=0)
    else:
        play.position = replace(position, bank=0, lost=position.lost + rest)
    play.tell(events.BankClosed(poorest[0] if len(poorest) == 1 else None, rest))


def eliminate(play: DefizzPlay) -> None:
    """Eliminate the seats without chips, unless the bank still pays (Z15, Z16)."""
    setup, position = play.setup, play.position
    if is_paid_by_bank(setup, position):
        return
    poor = tuple(seat for seat in position.in_play if not chips_of(setup, position, seat))
    if not poor:
        return
    in_play = tuple(seat for seat in position.in_play if seat not in poor)
    play.position = replace(position, in_play=in_play, out=(*position.out, *poor))
    for seat in poor:
        play.tell(events.Eliminated(seat))


def close(play: DefizzPlay, winners: tuple[SeatName, ...]) -> None:
    """End the table; chips still in the pot go to the last seat in play (Z20).

    No verdict can be turned any more (Z21).
    """
    let_stand(play)
    if len(winners) == 1:
        take_pot(play, winners[0])
    play.position = replace(
        play.position,
        phase="over",
        die=None,
        card=None,
        helped=False,
        asked=None,
        challenge=None,
        poll=None,
        winners=winners,
    )
    play.tell(GameOver(winners))


# Who reads: the seat before the active one, for the last two an eliminated one, or the bot (Z1, Z15).
#
# Or a quizmaster who never plays (Z27).

LAST_TWO = 2
"""With so many in play, minimums are doubled, and neither of them can read (Z15)."""

MASTER: Final = "master"
"""The value of the option `reader` by which the first seat reads all game long (Z27)."""


def master_of(setup: Setup) -> SeatName | None:
    """Return the seat that reads all game long and does not play, or None where there is none (Z27)."""
    return setup.seats[0] if setup.options.reader == MASTER else None


def players_of(setup: Setup) -> tuple[SeatName, ...]:
    """Return the seats that play: all but the quizmaster's (Z27)."""
    return setup.seats[1:] if setup.options.reader == MASTER else setup.seats


def name_of(reader: SeatName | None) -> str:
    """Return the public name of a reader: the seat, or "bot"."""
    return BOT if reader is None else reader


def reader_for(setup: Setup, position: Position, active: SeatName) -> SeatName | None:
    """Return who reads for `active`, or None for the bot."""
    if setup.options.reader == BOT:
        return None
    if setup.options.reader == MASTER:
        master = master_of(setup)
        return None if master in position.gone else master
    if len(position.in_play) > LAST_TWO:
        return next_seat(setup.seats, position.in_play, active, direction=-1)
    there = [seat for seat in position.out if seat not in position.gone]
    return there[-1] if there else None


def may_read(position: Position, reader: SeatName | None) -> bool:
    """Return whether a reader can go on, for it has not left and is not one of the last two."""
    if reader is None:
        return True
    return reader not in position.gone and not (
        len(position.in_play) <= LAST_TWO and reader in position.in_play
    )


def change_reader(play: DefizzPlay, reader: SeatName | None) -> None:
    """Let `reader` (None: the bot) read from now on."""
    play.position = replace(play.position, reader=reader)
    play.tell(events.ReaderChanged(name_of(reader)))


def opponents(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who may be challenged: all in play but the active seat and the reader, in turn."""
    place = setup.seats.index(position.active)
    around = (*setup.seats[place + 1 :], *setup.seats[:place])
    return tuple(seat for seat in around if seat in position.in_play and seat != position.reader)


# What became of a question that was asked, as numbers: was it solved, did the bot's verdicts stand?


def count_result(deck: Deck, result: Result | None, times: int) -> tuple[Asked, ...]:
    """Return the count of a result's question, `times` over; none where nobody was asked anything."""
    if result is None or result.question is None:
        return ()
    question = deck.card(result.card).questions[result.question]
    solved = any(is_right(question, one.right, one.number) for one in result.said)
    turned = any(
        one.bot is not None and one.right is not None and one.bot != one.right for one in result.said
    )
    return (Asked(mark_of(question), times, times * solved, times * turned),)


def is_right(question: Question, right: int | None, number: str | None) -> bool:
    """Whether anything in an answer was `right`; to a question for a number, whether that was exact."""
    if not isinstance(question, Cible):
        return bool(right)
    return number is not None and float(number) == question.number
