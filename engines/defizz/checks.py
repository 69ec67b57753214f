"""Whether a state that came from outside can be one of this game's: what all reachable positions keep to."""

from engines.core.replacing import replace
from engines.core.seats import sort_seats
from engines.defizz.checks_challenge import challenge_fits
from engines.defizz.checks_votes import marked_fits, poll_fits
from engines.defizz.faults import find_contradictions
from engines.defizz.model import DefizzState, Pile, Position, Result, Setup
from engines.defizz.rounds import (
    LAST_TWO,
    MASTER,
    QUESTION_WORTH,
    is_paid_by_bank,
    master_of,
    may_read,
    opponents,
    players_of,
)
from engines.defizz.stakes import CHIPS, chips_of, go_back, pile_of, pot

LEAST_SEATS = 2
MOST_SEATS = 12

_MINIMUMS = (100, 200, 300, 400, 600)


def is_possible(state: DefizzState) -> bool:
    """Return whether a game can have reached this state."""
    setup, position = state.setup, state.position
    if not marked_fits(setup, position) or (position.phase == "verdict" and position.reader is None):
        return False
    if position.before is not None and not _holds(setup, replace(go_back(position), before=None)):
        return False
    return _holds(setup, position)


def _holds(setup: Setup, position: Position) -> bool:
    """Return whether all that always holds does so, in a state or just before the bot gives its verdicts."""
    tests = (_table_stands, _seats_fit, _chips_fit, _cards_fit, _reader_fits, _last_fits, _phase_fits)
    return all(test(setup, position) for test in tests)


def _table_stands(setup: Setup, position: Position) -> bool:
    """Return whether the options, the deck and the counts belong together."""
    counts = (position.chips, position.paid, position.help_left)
    return (
        all(len(count) == len(setup.seats) for count in counts)
        and position.round >= 1
        and not (setup.options.expert and any(position.help_left))
        and next(find_contradictions(setup.deck), None) is None
    )


def _seats_fit(setup: Setup, position: Position) -> bool:
    """Return whether every seat is in play, eliminated or gone; a leaver may have been eliminated before."""
    in_play, out, gone = set(position.in_play), set(position.out), set(position.gone)
    return (
        position.in_play == sort_seats(setup.seats, in_play)
        and len(out) == len(position.out)
        and in_play.isdisjoint(out | gone)
        and in_play | out | gone | {master_of(setup)} == {*setup.seats, master_of(setup)}
        and master_of(setup) not in in_play | out
        and position.active in players_of(setup)
    )


def _chips_fit(setup: Setup, position: Position) -> bool:
    """Return whether all chips are there (Z17), and exactly the seats in play have any, unless staked."""
    options, many = setup.options, len(players_of(setup))
    total = options.bank if options.enrichment else CHIPS * many
    spent = options.bank - position.bank
    has = {seat: chips_of(setup, position, seat) for seat in setup.seats}
    return (
        sum(position.chips) + pot(position) + position.bank + position.lost == total
        and (position.bank == 0 or (options.enrichment and spent >= 0 and spent % QUESTION_WORTH == 0))
        and (position.bank == 0 or position.bank >= QUESTION_WORTH)
        and all(not chips or seat in position.in_play for seat, chips in has.items())
        and (position.challenge is not None or not pot(position))
        and (
            position.challenge is not None
            or is_paid_by_bank(setup, position)
            or all(has[seat] for seat in position.in_play)
        )
    )


def _cards_fit(setup: Setup, position: Position) -> bool:
    """Return whether the piles are the deck's, and the card was the last one turned from the die's pile."""
    die, card = position.die, position.card
    if not (_pile_fits(setup, position.duel, "duel") and _pile_fits(setup, position.multi, "multi")):
        return False
    if die is None or card is None:
        return die is None and card is None and not position.helped and position.asked is None
    pile = pile_of(position, die.kind)
    place = setup.seats.index(position.active)
    return (
        die.minimum in _MINIMUMS
        and pile.turned > 0
        and pile.order[pile.turned - 1] == card
        and not (position.helped and (setup.options.expert or position.help_left[place]))
    )


def _pile_fits(setup: Setup, pile: Pile, kind: str) -> bool:
    cards = sorted(card.id for card in setup.deck.cards if card.pile == kind)
    return sorted(pile.order) == cards and pile.turned <= len(cards)


def _reader_fits(setup: Setup, position: Position) -> bool:
    """Return whether the reader is the bot, another seat in play or, for the last two, one out (Z1, Z15)."""
    reader = position.reader
    if reader is None or position.phase == "over":
        return True
    if setup.options.reader == "bot" or reader == position.active or not may_read(position, reader):
        return False
    if setup.options.reader == MASTER:
        return reader == master_of(setup)
    return reader in position.in_play or (reader in position.out and len(position.in_play) <= LAST_TWO)


def _last_fits(setup: Setup, position: Position) -> bool:
    last = position.last
    return last is None or (
        any(card.id == last.card for card in setup.deck.cards)
        and last.active in setup.seats
        and (last.winner is None) == (last.outcome in ("tie", "nobody", "voided", "off"))
        and _seats_named(last) <= {*setup.seats, None}
    )


def _seats_named(last: Result) -> set[str | None]:
    return {last.winner, *(said.seat for said in last.said)}


def _phase_fits(setup: Setup, position: Position) -> bool:
    """Return whether the phase has what it needs, and nothing else."""
    if position.phase == "over":
        return _end_fits(setup, position)
    if (position.poll is not None) != (position.phase == "vote"):
        return False
    if len(position.in_play) < LAST_TWO or position.winners is not None:
        return False
    if position.poll is not None and position.poll.place is not None:
        resumed = replace(position, phase=position.poll.resumes, poll=None)
        return poll_fits(setup, position, position.poll) and _phase_fits(setup, resumed)
    if position.phase in ("raise", "answer", "verdict", "vote"):
        return position.die is not None and challenge_fits(setup, position)
    expert, asked = setup.options.expert, position.asked is not None
    if position.challenge is not None or position.active not in position.in_play:
        return False
    if position.phase == "roll":
        return position.die is None
    if position.phase == "ask":
        return expert and not asked and position.die is not None and position.reader is not None
    return expert == asked and position.die is not None and bool(opponents(setup, position))


def _end_fits(setup: Setup, position: Position) -> bool:
    """Return whether one seat is left and has won, or the host closed the table and the richest have won."""
    winners, in_play = position.winners, position.in_play
    if position.before is not None or position.poll is not None:
        return False
    if winners is None or position.die is not None or position.challenge is not None or not in_play:
        return False
    most = max(chips_of(setup, position, seat) for seat in in_play)
    richest = tuple(seat for seat in in_play if chips_of(setup, position, seat) == most)
    return winners == richest and (len(in_play) == 1 or position.ending)
