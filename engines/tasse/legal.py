"""What a seat may do now, and why it may not: the single truth that buttons and `act` share (C5)."""

from engines.core.records import LegalActions, Refusal, SeatName
from engines.core.seats import by_seat, next_seat
from engines.tasse import model
from engines.tasse.cup import find_show, read_words, score_to_match
from engines.tasse.model import Action, Observation, Position, TasseState
from engines.tasse.scores import DUEL_SCORES, HIGHEST, LOWEST, NORMAL, place
from engines.tasse.scoring import is_running, next_to, nine_hits_roller

_NOTHING: LegalActions[Action] = LegalActions()
_OPENING: LegalActions[Action] = LegalActions((model.Direct(1), model.Direct(-1), model.Roll()))
_ROLL: LegalActions[Action] = LegalActions((model.Roll(),))
_DOUBT_OR_ROLL: LegalActions[Action] = LegalActions((model.Doubt(), model.Roll()))
_DUEL: LegalActions[Action] = LegalActions(tuple(model.Declare(score) for score in DUEL_SCORES))
_NEXT_ROUND: LegalActions[Action] = LegalActions((model.NextRound(),))

_LADDER = tuple(model.Announce(score) for score in NORMAL)
_FROM: tuple[LegalActions[Action], ...] = tuple(LegalActions(_LADDER[n:]) for n in range(len(NORMAL)))
_FROM_OR_SHOW: tuple[LegalActions[Action], ...] = tuple(
    LegalActions((*_LADDER[n:], model.Show())) for n in range(len(NORMAL))
)
"""Actions after a roll, by the place of the standing score; made once, since every step lists them."""


def legal_actions(state: TasseState, seat: SeatName) -> LegalActions[Action]:
    """Return every action of the seat, without announcements in words (whose type is `announce` too)."""
    position = state.position
    if position.phase == "round_over":
        return _NOTHING if seat in position.gone else _NEXT_ROUND
    if seat not in to_act(position):
        return _NOTHING
    if position.phase == "rolled":
        standing = score_to_match(position)
        lowest = place(standing) if standing is not None else 0
        return (_FROM_OR_SHOW if find_show(position) else _FROM)[lowest]
    if position.phase == "turn" and position.announcement is not None:
        return _DOUBT_OR_ROLL
    if position.phase == "duel":
        return _DUEL
    return _OPENING if position.phase == "direction_or_roll" else _ROLL


def objection(state: TasseState, seat: SeatName, action: Action) -> Refusal | None:
    """Return why a seat that is awaited may not do this, or None when it may."""
    position = state.position
    if action in legal_actions(state, seat).actions:
        return None
    if position.phase == "rolled" and isinstance(action, model.Say):
        return _refuse_words(state, action)
    return Refusal(
        "illegal_action", _reason(position, action), phase=position.phase, to_match=score_to_match(position)
    )


def _refuse_words(state: TasseState, said: model.Say) -> Refusal | None:
    """Refuse words where the table plays guided, or where they name no score at all (T8)."""
    if state.setup.options.announce == "guided":
        return Refusal("illegal_action", "guided_only")
    reading = read_words(state.position, said)
    if reading is None:
        return Refusal("illegal_action", "no_score_named")
    if reading == "show" and find_show(state.position) is None:
        return Refusal("illegal_action", "nothing_to_show")
    return None


def _reason(position: Position, action: Action) -> str:
    """Return the finer reason why an action is not legal."""
    match action:
        case model.Announce(score) if position.phase == "rolled" and score in NORMAL:
            return "score_too_low"
        case model.Announce() if position.phase == "rolled":
            return "off_the_ladder"
        case model.Show() if position.phase == "rolled":
            return "nothing_to_show"
        case model.Doubt() if position.phase in ("direction_or_roll", "turn"):
            return "nothing_to_doubt"
        case model.Doubt() if position.phase == "reroll":
            return "no_doubt_after_nine"
        case model.Declare() if position.phase == "duel":
            return "not_a_duel_score"
        case model.Direct(1 | -1):
            return "direction_is_set"
        case model.Direct():
            return "no_such_direction"
    return "not_now"


# What one audience may know of a game: the only thing that leaves the engine towards people.


def to_act(position: Position) -> tuple[SeatName, ...]:
    """Return the seat that owes a decision: a duel's opponent, else who has the cup; none between rounds."""
    if position.current is None:
        return ()
    return (position.opponents[0],) if position.phase == "duel" else (position.current,)


def knower(position: Position) -> SeatName | None:
    """Return who knows the dice under the cup: the roller, then the announcer; None if there are none."""
    if position.dice is None:
        return None
    if position.phase == "rolled":
        return position.current
    return position.announcement.seat if position.announcement is not None else None


def observe(state: TasseState, seat: SeatName | None) -> Observation:
    """Return the public facts and, for a seat, the dice that it alone knows."""
    setup, position = state.setup, state.position
    running, holder = is_running(position), position.current
    own_dice = position.dice if seat is not None and knower(position) == seat else None
    show = find_show(position) if own_dice is not None and holder == seat else None
    dueling = position.phase == "duel" and holder is not None
    return Observation(
        game="tasse",
        phase=position.phase,
        seats=setup.seats,
        in_play=position.in_play,
        winners=position.winners,
        points=by_seat(setup.seats, position.points),
        direction=position.direction,
        current=holder,
        announcement=position.announcement,
        first_out=position.first_out,
        duel=model.Duel(holder, position.opponents[0]) if dueling and holder is not None else None,
        to_act=to_act(position),
        next=next_to(setup, position, holder) if holder is not None else None,
        starter=position.starter,
        skipped=position.skipped,
        gone=position.gone,
        threshold=setup.options.threshold,
        round=position.round,
        rounds=setup.options.rounds,
        rounds_won=by_seat(setup.seats, position.rounds_won),
        announce=setup.options.announce,
        sips=setup.options.sips,
        nine_hits_roller=running and nine_hits_roller(position),
        announce_from=(score_to_match(position) or LOWEST) if position.phase == "rolled" else None,
        missed=by_seat(setup.seats, position.missed),
        seat=seat,
        dice=own_dice,
        show=show,
        joker_lost=show == "joker" and score_to_match(position) == HIGHEST,
    )


# Whom a special would hit (T9, T11), as far as the seat that may show it can tell from what it sees.


def target_of(seen: Observation) -> SeatName:
    """Return who takes the point when the dice are shown: the next seat, or the one before for a 31.

    For the joker it is who takes the point if the roller wins. A nine is not answered here, since it goes
    nine seats on. Raises ValueError where the observer has nothing to show.
    """
    if seen.seat is None or seen.next is None or seen.show in (None, "nine"):
        raise ValueError("nothing to show that hits a neighbour")
    if seen.show == "thirty_one":
        return next_seat(seen.seats, seen.in_play, seen.seat, -seen.direction)
    return seen.next
