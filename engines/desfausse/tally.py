"""What each seat did in a game of DESfausse, the rolls included that nobody else saw.

| fact | counts |
| --- | --- |
| rounds | rounds that it took part in |
| turns | turns that it took part in |
| rerolls | times that it rolled again (F2) |
| small | small dice thrown, once for each time (F1) |
| small_devils | of those, devils |
| big | big dice thrown |
| big_devils | of those, devils |
| devils | devils thrown, of both sizes |
| devils_e6 | how many of them chance gives to the same throws, in millionths |
| var_e6 | the variance of that, in millionths |
| angels | times that the Angel was thrown |
| angels_shown | of those, times that it showed the angel |
| cursed | turns in which it was cursed (F3) |
| asked | calls at which it could discard something (F4) |
| discards | discards (F5) |
| dice_1 | of those, discards in which one die left, gifts to the cursed left out |
| dice_2 | two dice |
| dice_3 | three dice |
| dice_4 | four dice and more |
| discarded | dice that left in discards, in all |
| given | of those, dice that somebody else got |
| cursed_given | dice given to the cursed (F9) |
| got | dice that it got by discards of others |
| cursed_got | dice that it got because it was cursed |
| rounds_won | rounds won (F10) |
| blessed | rounds that it began with the Angel (F11) |
| burdened | rounds that it began with somebody else’s big red die |
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from engines.core import telling
from engines.core.records import Event, SeatName
from engines.core.telling import Chronicle, Deed, Facts, Moment, Sheet, Story, Tally
from engines.desfausse import events
from engines.desfausse.dice import ANGEL, DEVIL, ways
from engines.desfausse.events import (
    DesfausseEvent,
    Discarded,
    Gave,
    RollingEnded,
    RoundWon,
    TurnEnded,
    TurnStarted,
)
from engines.desfausse.model import Die, MovedDie, Observation, Reroll

_MANY = 4
"""Discards are counted by how many dice left; the last number is for more, too."""

_NAMES = (
    *("rounds", "turns", "rerolls", "small", "small_devils", "big", "big_devils"),
    *("devils", "devils_e6", "var_e6", "angels", "angels_shown", "cursed", "asked", "discards"),
    *(f"dice_{many}" for many in range(1, _MANY + 1)),
    *("discarded", "given", "cursed_given", "got", "cursed_got", "rounds_won", "blessed", "burdened"),
)


def tally(story: Story) -> Facts:
    """Return every seat's facts."""
    sheets = telling.blank_sheets(story.seats, _NAMES)
    for deed in story.deeds:
        for seat, dice in _throws(deed):
            _count_throw(sheets[seat], dice)
    for sheet in sheets.values():
        _count_luck(sheet)
    for event in story.events():
        _count_discards(sheets, event)
        _count_turns(sheets, event)
    _count_taking_part(sheets, story.events())
    return sheets


def _throws(deed: Deed) -> Iterator[tuple[SeatName, tuple[Die, ...]]]:
    """Yield who threw what: whole hands when a turn opens, some dice when a seat rolls again."""
    again: Collection[int] | None = None
    for event in deed.events:
        match event:
            case events.Rerolled() if isinstance(deed.action, Reroll):
                again = deed.action.dice
            case events.HandRolled(seat, dice):
                yield seat, tuple(die for die in dice if again is None or die.id in again)
                again = None


def _count_throw(sheet: Sheet, dice: Iterable[Die]) -> None:
    """Count dice by their size, and devils; a devil is never thrown again in its turn."""
    for die in dice:
        if die.kind == "angel":
            sheet["angels"] += 1
            sheet["angels_shown"] += die.face == ANGEL
        else:
            sheet[die.kind] += 1
            sheet[f"{die.kind}_devils"] += die.face == DEVIL


def _count_luck(sheet: Sheet) -> None:
    """Count what chance gives: each throw is one of six faces, whatever the player chose to throw."""
    small, big = ways("small", DEVIL), ways("big", DEVIL)
    sheet["devils"] = sheet["small_devils"] + sheet["big_devils"]
    sheet["devils_e6"] = telling.millionths(sheet["small"] * small + sheet["big"] * big, 6)
    variance = sheet["small"] * small * (6 - small) + sheet["big"] * big * (6 - big)
    sheet["var_e6"] = telling.millionths(variance, 36)


def _count_discards(sheets: Tally, event: Event) -> None:
    """Count what seats could discard, discarded, gave and got."""
    match event:
        case events.Called():
            for seat in event.asked:
                sheets[seat]["asked"] += 1
        case events.Discarded(done):
            sheet = sheets[done.seat]
            sheet["discards"] += 1
            sheet[f"dice_{min(len(done.places), _MANY)}"] += 1
            sheet["discarded"] += len(done.places)
            _count_given(sheets, done.seat, done.places, "")
            _count_given(sheets, done.seat, done.curses, "cursed_")
        case events.Gave(giving):
            _count_given(sheets, giving.seat, giving.curses, "cursed_")


def _count_given(sheets: Tally, giver: SeatName, dice: Iterable[MovedDie], why: str) -> None:
    """Count the dice that reached somebody else's hand (F8)."""
    for moved in dice:
        if moved.to is not None and moved.where == "hand":
            sheets[giver][f"{why}given"] += 1
            sheets[moved.to][f"{why}got"] += 1


def _count_turns(sheets: Tally, event: Event) -> None:
    """Count what befell seats in turns and rounds."""
    match event:
        case events.Rerolled():
            sheets[event.seat]["rerolls"] += 1
        case events.RollingEnded():
            for seat in event.cursed:
                sheets[seat]["cursed"] += 1
        case events.RoundStarted():
            if event.blessed is not None and event.burdened is not None:
                sheets[event.blessed]["blessed"] += 1
                sheets[event.burdened]["burdened"] += 1
        case events.RoundWon():
            for seat in event.winners:
                sheets[seat]["rounds_won"] += 1


def _count_taking_part(sheets: Tally, told: Iterable[Event]) -> None:
    """Count turns, and rounds by their first turn: whoever takes part rolls when it opens."""
    opened: events.TurnStarted | None = None
    for event in told:
        match event:
            case events.TurnStarted():
                opened = event
            case events.Rerolled():
                opened = None
            case events.HandRolled(seat) if opened is not None:
                sheets[seat]["turns"] += 1
                sheets[seat]["rounds"] += opened.turn == 1


# What is worth telling of a game of DESfausse: devils, gifts, large discards, curses, quick rounds.

_MANY_DEVILS = 3
_MANY_DICE = 3
_OFTEN = 2
_QUICK = 4


def find_moments(chronicle: Chronicle[DesfausseEvent, Observation]) -> tuple[Moment, ...]:
    """Return the moments of a game, the best first."""
    events = tuple(chronicle.events())
    return telling.choose((*_devils(events), *_discards(events), *_rounds(events)))


def _devils(events: Iterable[DesfausseEvent]) -> Iterator[Moment]:
    """Most devils in a turn, told once all faces are (F2), and who was cursed most often (F3)."""
    cursed: Counter[SeatName] = Counter()
    for event in events:
        match event:
            case TurnEnded():
                for seat, dice in event.rolled.items():
                    devils = sum(die.face == DEVIL for die in dice)
                    facts = {"devils": devils, "dice": len(dice), "round": event.round, "turn": event.turn}
                    if devils >= _MANY_DEVILS:
                        yield Moment("devils", (seat,), facts, telling.weigh(15, 95, devils, 4))
            case RollingEnded():
                cursed.update(event.cursed)
                for seat in event.cursed:
                    if cursed[seat] >= _OFTEN:
                        weight = telling.weigh(15, 75, cursed[seat], 4)
                        yield Moment("cursed", (seat,), {"times": cursed[seat]}, weight)


def _discards(events: Iterable[DesfausseEvent]) -> Iterator[Moment]:
    """The largest discard (F5), most dice given to one seat, and a gift that barred its receiver (F7)."""
    single: set[SeatName] = set()
    for event in events:
        match event:
            case RollingEnded():
                single = {seat for seat, dice in event.hands.items() if len(dice) == 1}
            case Discarded():
                done = event.discarding
                single.discard(done.seat)
                if len(done.places) >= _MANY_DICE:
                    weight = telling.weigh(15, 85, len(done.places), 4)
                    yield Moment("discard", (done.seat,), {"dice": len(done.places)}, weight)
                yield from _gifts(done.seat, (*done.places, *done.curses), single)
            case Gave():
                yield from _gifts(event.giving.seat, event.giving.curses, set())


def _gifts(giver: SeatName, dice: Iterable[MovedDie], single: set[SeatName]) -> Iterator[Moment]:
    """What was given: `single` are those whose only die had not been discarded yet."""
    given = Counter(moved.to for moved in dice if moved.to is not None and moved.where == "hand")
    for receiver, many in given.items():
        yield Moment("gift", (giver, receiver), {"dice": many}, telling.weigh(15, 95, many, 3))
        if receiver in single:
            yield Moment("barred", (giver, receiver), {"dice": many}, telling.weigh(60, 80, many, 1))


def _rounds(events: Iterable[DesfausseEvent]) -> Iterator[Moment]:
    """The round that took the fewest turns (F10)."""
    turn = 0
    for event in events:
        match event:
            case TurnStarted():
                turn = event.turn
            case RoundWon() if turn <= _QUICK:
                yield Moment("quick", event.winners, {"turns": turn, "round": event.round}, 60 - 5 * turn)
