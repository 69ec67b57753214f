"""Plays La Tasse: whom to believe, and what to say of dice that nobody else sees."""

from collections.abc import Mapping
from itertools import chain
from typing import Final

from engines.core.draws import Draws
from engines.core.records import SeatName
from engines.tasse.events import Rolled, TasseEvent
from engines.tasse.model import Action, Announce, Declare, Doubt, Observation, Roll, Show
from engines.tasse.scores import DUEL_SCORES
from players.core.chance import draw_one, draw_weighted, happens
from players.core.player import Budget, Decision, Level, Persona, Player, Told, View, take_time
from players.tasse import policy
from players.tasse.challenge import SCORES, SHOW, rank_of
from players.tasse.notes import Notes, take_notes
from players.tasse.policy import Place, Policy

TasseView = View[Observation, Action, TasseEvent]
_LISTEN_S: Final = 2.5
_SPEAK_S: Final = 4.0


class TassePlayer(Player[Observation, Action, TasseEvent]):
    """Keeps count of who lies and doubts at its table (see `Notes`)."""

    game = "tasse"

    def notice(self, notes: str, seat: SeatName, told: Told[TasseEvent]) -> str:
        """Return the notes after one more step."""
        del seat
        return take_notes(notes, told.events)

    def decide(
        self, view: TasseView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> Decision[Action]:
        """Return what to do: roll, doubt, announce, show, or declare for a duel."""
        del budget
        listed = view.legal.actions
        if not listed:
            raise ValueError(f"nothing to do for {view.seat}")
        seen = view.observation
        if Doubt() in listed:
            doubted = _doubts(view, _policy(view, level, persona), draws)
            return Decision((Doubt() if doubted else Roll(),), take_time(_LISTEN_S, persona, draws))
        if seen.phase == "rolled":
            action = _say(_policy(view, level, persona), seen, draws)
            return Decision((action,), take_time(_SPEAK_S, persona, draws, forced=len(listed) == 1))
        if seen.phase == "duel":
            score = draw_one(DUEL_SCORES, draws) if level is Level.EASY else DUEL_SCORES[-1]
            return Decision((Declare(score),), take_time(_LISTEN_S, persona, draws))
        action = Roll() if Roll() in listed else listed[0]
        return Decision((action,), take_time(_LISTEN_S, persona, draws, forced=True))


def _policy(view: TasseView, level: Level, persona: Persona) -> Policy:
    """Return how a level plays at this table, against whoever decides next or spoke last."""
    seen = view.observation
    other = seen.announcement.seat if seen.phase == "turn" and seen.announcement else seen.next
    lies, doubts = Notes.read(view.notes).habits(other or "")
    return policy.of_level(level, Place(len(seen.in_play), lies, doubts), persona)


def _doubts(view: TasseView, playing: Policy, draws: Draws) -> bool:
    standing = view.observation.announcement
    assert standing is not None, "there is something to doubt"
    return happens(playing.doubt(_matched(view), rank_of(standing.score)), draws)


def _say(playing: Policy, seen: Observation, draws: Draws) -> Action:
    """Return an announcement of the dice under the cup, or `Show`."""
    assert seen.dice is not None, "its roller knows the dice"
    standing = seen.announcement.score if seen.announcement is not None else None
    weights: Mapping[int, float] = playing.choices(rank_of(standing), seen.dice)
    choice = draw_weighted(weights, draws)
    return Show() if choice == SHOW else Announce(SCORES[choice])


def _matched(view: TasseView) -> int:
    """Return the rank that stood when the announcer rolled, as everybody was told."""
    events = chain.from_iterable(told.events for told in reversed(view.told))
    rolled = next((event for event in events if isinstance(event, Rolled)), None)
    return rank_of(rolled.to_match) if rolled is not None else 0
