"""What one audience may know of a game: all that leaves the engine towards people."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.core.seats import by_seat
from engines.desfausse.choices import candidates, choice_of, creditors_of, seats_asked, to_act
from engines.desfausse.dice import DEVIL, die
from engines.desfausse.hands import began_with_one, faces, in_play, is_barred, own_dice
from engines.desfausse.model import DesfausseState, Die, DieFace, Observation, Position, Setup
from engines.desfausse.rounds import TOKENS_TO_WIN


def observe(state: DesfausseState, seat: SeatName | None) -> Observation:
    """Return the public facts and, for a seat, its own dice and what it may choose from."""
    public = _public(state.setup, state.position)
    return public if seat is None else _own(state.setup, state.position, seat, public)


def _public(setup: Setup, position: Position) -> Observation:
    seats, present = setup.seats, in_play(setup, position)
    made = {seat for seat, choice in zip(seats, position.choices, strict=True) if choice is not None}
    single = tuple(seat for seat in present if began_with_one(setup, position, seat))
    awaited = to_act(setup, position)
    giver = awaited[0] if position.phase == "gift" and awaited else None
    return Observation(
        game="desfausse",
        phase=position.phase,
        seats=seats,
        in_play=present,
        winners=position.winners,
        hands=_hands(setup, position),
        tokens=by_seat(seats, position.tokens),
        call=position.call,
        cursed=position.cursed,
        hell=len(position.hell),
        aside=int(position.aside),
        round=position.round,
        turn=position.turn,
        to_act=awaited,
        hell_dice=tuple(die(number, len(seats)) for number in position.hell),
        received=by_seat(seats, position.received),
        rolls=by_seat(seats, position.rolls_left),
        asked=seats_asked(setup, position),
        chosen=tuple(seat for seat in seats if seat in made),
        single=single,
        barred=tuple(seat for seat in single if is_barred(setup, position, seat)),
        story=position.story,
        owed=creditors_of(setup, position, giver) if giver is not None else (),
        served=position.served,
        candidates=candidates(setup, position),
        gone=position.gone,
        missed=by_seat(seats, position.missed),
        shown=setup.options.hands == "shown",
    )


def _own(setup: Setup, position: Position, seat: SeatName, public: Observation) -> Observation:
    place, seats = setup.seats.index(seat), len(setup.seats)
    if position.phase == "demon":
        lying = faces(position)
        dice = tuple(die(number, seats, lying[number]) for number in position.held[place])
    else:
        dice = own_dice(setup, position, seat)
    left = position.rolls_left[place]
    loose = tuple(one.id for one in dice if one.face != DEVIL) if left else ()
    awaited = position.phase == "discard" and seat in public.to_act
    return replace(
        public,
        seat=seat,
        dice=dice,
        rolls_left=left,
        rerollable=loose,
        choice=choice_of(setup, position, seat) if awaited else None,
        chose=position.choices[place],
    )


def _hands(setup: Setup, position: Position) -> dict[SeatName, tuple[Die, ...]]:
    """Return the dice that each seat holds, received ones too, with faces if all may see them (F2)."""
    lying = faces(position) if _faces_are_public(setup, position) else {}
    rows = zip(setup.seats, position.held, position.received, strict=True)
    return {seat: _sort_dice(setup, (*held, *received), lying) for seat, held, received in rows}


def _sort_dice(setup: Setup, numbers: tuple[int, ...], lying: dict[int, DieFace]) -> tuple[Die, ...]:
    return tuple(die(number, len(setup.seats), lying.get(number)) for number in sorted(numbers))


def _faces_are_public(setup: Setup, position: Position) -> bool:
    """Return whether all may see faces: after the last turn or, by option, once rolling is over (F2)."""
    if position.phase == "over":
        return max(position.tokens) >= TOKENS_TO_WIN
    if position.phase == "demon":
        return True
    return position.phase in ("discard", "gift") and setup.options.hands == "shown"
