"""A round of défis: a whole game of Défizz inside the evening, by Défizz's own rules (S18 to S20, S27).

The evening hands on what is done and keeps the position. Défizz never knows that it is not alone: its seats
are the teams that were there when the round began, its deck the cards of the round.
"""

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias, TypeGuard, get_args

from engines.core.game import add_gone
from engines.core.play import Play
from engines.core.records import GameOver, SeatName, State
from engines.core.replacing import replace
from engines.core.seats import without
from engines.defizz import events as told
from engines.defizz import host as defizz_host
from engines.defizz.deck import Deck
from engines.defizz.events import DefizzEvent
from engines.defizz.model import Action as DefizzAction
from engines.defizz.model import DefizzState, LastTurn, Reading
from engines.defizz.model import Options as DefizzOptions
from engines.defizz.model import Position as DefizzPosition
from engines.defizz.model import Setup as DefizzSetup
from engines.defizz.rules import Defizz
from engines.defizz.stakes import find_turnable, let_stand
from engines.soiree import asking, events
from engines.soiree.asking import SoireePlay
from engines.soiree.model import Action, Bout, Position, Setup

DEFIZZ: Final = Defizz()
Inner: TypeAlias = Play[DefizzSetup, DefizzPosition, DefizzEvent]

_KINDS: Final = ("duel", "multi")
_COUNTED: Final = ("tie", "nobody")
"""The challenges without a winner that count for the length of a round (S19)."""


def is_of_defizz(action: Action) -> TypeGuard[DefizzAction]:
    """Return whether an action is one of Défizz's, which only a round of défis takes."""
    return isinstance(action, get_args(DefizzAction))


def ends_inside(action: Action) -> bool:
    """Return whether an action would end the game of Défizz by itself: a round has its own end (S19, S26)."""
    return isinstance(action, LastTurn)


def bout_of(position: Position) -> Bout:
    """Return the round of défis in play."""
    assert position.bout is not None, "a round of défis is on"
    return position.bout


def inner_state(setup: Setup, bout: Bout) -> DefizzState:
    """Return the game of Défizz as its own rules know it."""
    return State(_inner_setup(setup, bout.seats, bout.cards, bout.first), bout.position)


def begin(play: SoireePlay) -> None:
    """Begin the game with the teams that are there; the one with the fewest points begins (S18)."""
    setup, position = play.setup, play.position
    teams = asking.teams_there(setup, position)
    piles = _take_piles(setup, position)
    if not all(piles):
        play.tell(events.CardsRanOut(position.round))
        asking.end_round(play)
        return
    first = min(teams, key=lambda seat: asking.points_of(setup, position, seat))
    seats = teams if position.quizmaster is None else (position.quizmaster, *teams)
    cards = tuple(card for pile in piles for card in pile)
    step = DEFIZZ.start(_inner_setup(setup, seats, cards, first), play.draws)
    bout = Bout(seats, cards, first, step.state.position)
    asking.await_all(play, "challenges", ())  # whom to await, Défizz says
    play.position = replace(play.position, bout=bout)
    for event in step.events:
        play.tell(event)


def play_on(play: SoireePlay, happen: Callable[[Inner], object]) -> None:
    """Let something happen in the game of Défizz, and go on as it then stands (S19, S27)."""
    bout = bout_of(play.position)
    inner = _play_inside(play, happen)
    settled = bout.settled + sum(map(_count, inner.events))
    full = settled >= asking.round_of(play.setup, play.position).length
    play.position = replace(play.position, bout=replace(bout_of(play.position), settled=settled))
    finished = full or inner.position.winners is not None
    for event in _without_next(inner.events) if finished else inner.events:
        play.tell(event)
    if not finished or inner.position.poll is not None:
        if play.position.phase != "challenges":
            asking.await_all(play, "challenges", ())
    elif find_turnable(inner.position):
        asking.await_going_on(play, "reveal")
    else:
        close(play)


def close(play: SoireePlay, *, skipped: bool = False) -> None:
    """End the round: its last verdicts stand, and the teams get their points (S20, S27)."""
    for event in _play_inside(play, let_stand).events:
        play.tell(event)
    _pay(play)
    asking.end_round(play, skipped=skipped)


def playing(setup: Setup, bout: Bout) -> tuple[SeatName, ...]:
    """Return the teams of a round of défis: all its seats but a quizmaster's."""
    return without(bout.seats, (setup.options.quizmaster,))


def remove(play: SoireePlay, seat: SeatName) -> None:
    """Let a team leave the game of Défizz, too, or a quizmaster, for whom the bot then reads (S23).

    Between the last verdict and the standings, the teams that are ready stay so (S27).
    """

    def leave(inner: Inner) -> None:
        inner.position = add_gone(inner.position, seat)
        DEFIZZ.remove(inner, seat, absent=False)

    before = play.position
    bout = bout_of(before)
    if seat not in bout.seats or seat in bout.position.gone:
        return
    play_on(play, leave)
    if before.phase == play.position.phase == "reveal" and seat != play.setup.options.quizmaster:
        _keep_ready(play, without(before.waiting, (seat,)))


def _keep_ready(play: SoireePlay, waiting: tuple[SeatName, ...]) -> None:
    """Await these alone once somebody has left; go on where nobody is left to wait for.

    It stays a decision of its own, with its whole time: the positions of old records count it.
    """
    play.position = replace(play.position, waiting=waiting)
    if not waiting:
        close(play)


def skip(play: SoireePlay) -> None:
    """End the round at once: a challenge that is on is taken back (S26)."""
    if can_void(play.setup, play.position):
        play_on(play, lambda inner: DEFIZZ.obey(inner, defizz_host.VOID))
    length = asking.round_of(play.setup, play.position).length
    close(play, skipped=bout_of(play.position).settled < length)


def can_void(setup: Setup, position: Position) -> bool:
    """Return whether there is a challenge to take back."""
    state = inner_state(setup, bout_of(position))
    return defizz_host.VOID in DEFIZZ.host_commands(state)


def _inner_setup(
    setup: Setup, seats: tuple[SeatName, ...], cards: tuple[str, ...], first: SeatName
) -> DefizzSetup:
    deck = setup.deck
    known = tuple(map(deck.card, cards))
    own = Deck(format=1, name=deck.name, language=deck.language, licence=deck.licence, cards=known)
    reader: Reading = "master" if seats[0] == setup.options.quizmaster else "bot"
    options = DefizzOptions(first=first, reader=reader, contest=True, shuffle=False)
    return DefizzSetup("defizz", seats, options, own)


def _take_piles(setup: Setup, position: Position) -> tuple[tuple[str, ...], ...]:
    """Return the cards of both piles, each as long as the round, in the evening's order (S18)."""
    fitting, used = set(setup.fitting[position.round]), set(position.used)
    free = [card for card in position.order if card in fitting and card not in used]
    piles = ([card for card in free if setup.deck.card(card).pile == kind] for kind in _KINDS)
    length = asking.round_of(setup, position).length
    return tuple(tuple(pile[:length]) for pile in piles)


def _play_inside(play: SoireePlay, happen: Callable[[Inner], object]) -> Inner:
    """Let something happen in the game of Défizz, and take down what it left; nothing of it is told yet."""
    bout = bout_of(play.position)
    inner: Inner = Play(inner_state(play.setup, bout), play.draws)
    happen(inner)
    turned = DEFIZZ.dealer.find_newly_turned(bout.position, inner.position)
    used = (*play.position.used, *(card for card in turned if card not in play.position.used))
    play.position = replace(play.position, bout=replace(bout, position=inner.position), used=used)
    play.count(*inner.asked)
    return inner


def _count(event: DefizzEvent) -> int:
    """Return how many challenges more are over that count by an event; one less where it was undone (S19)."""
    if isinstance(event, told.SettlementUndone):
        return -1
    counts = isinstance(event, told.Settled) or (
        isinstance(event, told.StakesReturned) and event.outcome in _COUNTED
    )
    return int(counts)


def _without_next(happened: Iterable[DefizzEvent]) -> list[DefizzEvent]:
    """Return the events without a turn that nobody will play, and an end that is not the evening's."""
    return [event for event in happened if not isinstance(event, told.RoundStarted | GameOver)]


def _pay(play: SoireePlay) -> None:
    """Give the teams their points for the round, by chips (S20)."""
    bout = bout_of(play.position)
    state = inner_state(play.setup, bout)
    gone, teams = bout.position.gone, playing(play.setup, bout)
    ranks = {seat: (seat in gone, *DEFIZZ.rank(state, seat)) for seat in teams}
    shares = asking.share_by_chips(teams, ranks)
    worth = asking.round_of(play.setup, play.position).worth
    for seat in asking.teams_there(play.setup, play.position):
        asking.give(play, seat, worth * shares.get(seat, 0))
