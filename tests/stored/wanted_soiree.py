"""Which evenings are frozen: tables that people open at once, and those to which they have registered."""

from typing import Any

from bot.tables.model import Manners, Pace
from bot.tables.sight import Sight
from tests.stored.decks import NAMES, PICTURED
from tests.stored.evenings import close_evening
from tests.stored.lastly import come_late, go_on, half_a_team, pause, stop, suspend
from tests.stored.wanting import Until, Wanted, over, seen, told, unseen

QUICK = {"length": 2, "modes": ["chrono"], "speed": True}
NUMBERS = {"length": 2, "modes": ["cible"], "worth": 2, "title": "Les chiffres de Gérard"}
LISTS = {"length": 2, "modes": ["pingpong"], "without": ["musique"]}
STAKES = {"length": 2, "themes": ["histoire", "nature"], "stakes": True}
CHALLENGES = {"play": "challenges", "length": 2}
OWN, LATER = Manners(deck=PICTURED), Manners(Pace.RELAXED, accessible=True, deck=PICTURED)


def of(*rounds: dict[str, Any], **options: Any) -> dict[str, Any]:
    """The options of an evening of these rounds."""
    return {"programme": list(rounds), **options}


LED = {"quizmaster": "1"}
TEAMS = {"people": 2}


WHOLE = of({**QUICK, "length": 4}, {**LISTS, "length": 3}, {**STAKES, "length": 3}, **TEAMS)
WHOLE_LED = of({**QUICK, "length": 4}, CHALLENGES, NUMBERS, STAKES, **LED)
"""Long enough to have moments."""


def told_some(sight: Sight) -> bool:
    """Whether some have answered, or named their stake, and others still may."""
    return len(sight.observation.answered) > 0 and len(sight.to_act) > 0


def asked(mode: str) -> Until:
    """Wait until such a question is asked of all, and some have answered."""
    return seen("answer", lambda sight: sight.observation.question.mode == mode and told_some(sight))


def between(sight: Sight) -> bool:
    """Whether a round is over, and the standings are told."""
    return sight.observation.round > 0


def from_behind(sight: Sight) -> bool:
    """Wait until a team has won that was last after the first round."""
    seen = sight.observation
    first = {team: seen.by_round[team][0] for team in seen.teams}
    winners = seen.winners or ()
    ahead = [team for team in first if any(first[team] > first[winner] for winner in winners)]
    return over(sight) and len(ahead) == len(first) - 1


SOIREE = (
    Wanted("soiree", "lobby", options={"evening": "apero", **TEAMS}),
    Wanted("soiree", "before", seen("break", told_some), 3, of(QUICK, LISTS), OWN),
    Wanted("soiree", "chrono", asked("chrono"), 4, of(QUICK, CHALLENGES), OWN),
    Wanted("soiree", "unseen", unseen, 3, of(QUICK), OWN),
    Wanted("soiree", "cible", asked("cible"), 5, of(NUMBERS, QUICK), OWN),
    Wanted("soiree", "list", asked("pingpong"), 3, of(LISTS, STAKES), OWN),
    Wanted("soiree", "stakes", seen("wager", told_some), 4, of(STAKES), OWN),
    Wanted("soiree", "reveal", seen("reveal", told_some), 3, of(STAKES, QUICK), OWN),
    Wanted(
        "soiree",
        "challenge",
        seen("challenges", lambda sight: sight.observation.bout.phase == "answer"),
        3,
        of(CHALLENGES, NUMBERS),
        OWN,
    ),
    Wanted(
        "soiree",
        "last challenge",
        seen("reveal", lambda sight: sight.observation.bout is not None),
        3,
        of(CHALLENGES, QUICK),
        OWN,
    ),
    Wanted("soiree", "standings", seen("break", between), 3, of(QUICK, LISTS, people=3), OWN, come_late),
    Wanted("soiree", "teams", asked("chrono"), 3, of(QUICK, **TEAMS), OWN, half_a_team),
    Wanted("soiree", "led", asked("chrono"), 4, of(QUICK, STAKES, **LED), OWN),
    Wanted("soiree", "verdict", seen("verdict", told("ruled")), 4, of(LISTS, CHALLENGES, **LED), OWN),
    Wanted("soiree", "led break", seen("break", between), 4, of(QUICK, NUMBERS, **LED), OWN),
    Wanted(
        "soiree",
        "led challenge",
        seen("challenges", lambda sight: sight.observation.bout.question is not None),
        4,
        of(CHALLENGES, **LED),
        OWN,
    ),
    Wanted("soiree", "tie", seen("answer", lambda sight: bool(sight.observation.tied)), 3, of(QUICK), OWN),
    Wanted(
        "soiree",
        "several decks",
        seen("reveal"),
        3,
        of({**QUICK, "deck": PICTURED}, {**LISTS, "deck": NAMES[0]}),
        OWN,
    ),
    Wanted("soiree", "built in", asked("chrono"), 3, {"evening": "apero"}),
    Wanted("soiree", "relaxed", seen("break", between), 3, of(QUICK, NUMBERS), LATER, go_on),
    Wanted("soiree", "paused by trouble", asked("pingpong"), 3, of(LISTS), OWN, pause),
    Wanted("soiree", "paused by host", seen("wager", told_some), 3, of(STAKES), OWN, suspend),
    Wanted("soiree", "evening", asked("cible"), 3, of(NUMBERS, QUICK, **LED, **TEAMS), OWN, evening=True),
    Wanted("soiree", "stopped", asked("chrono"), 3, of(QUICK), OWN, stop),
    Wanted("soiree", "won", from_behind, 4, WHOLE_LED, OWN, most=400),
    Wanted("soiree", "won evening", from_behind, 3, WHOLE, OWN, close_evening, 400, evening=True),
)
"""Evenings that people have planned are among them: one is under way, and one is over."""
