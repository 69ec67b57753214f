"""Which tables are frozen: every game in several phases, and how tables end."""

from bot.tables.model import Manners, Pace
from tests.stored.decks import NAMES
from tests.stored.lastly import (
    again,
    come_and_go,
    disagree,
    forget,
    go_on,
    half_a_team,
    pause,
    report,
    stop,
    suspend,
    warned,
)
from tests.stored.room import Room
from tests.stored.wanted_soiree import SOIREE
from tests.stored.wanting import Wanted, answered, asked, over, seen, told, unseen

THREE_DAYS, RELAXED = Manners(Pace.THREE_DAYS), Manners(Pace.RELAXED)
OWN, OTHER = (Manners(deck=name, at_once=name == NAMES[1]) for name in NAMES)
BOT = {"reader": "bot"}

TASSE = (
    Wanted(
        "tasse", "lobby", options={"threshold": 4, "sips": True}, manners=Manners(Pace.BRISK, locale="en")
    ),
    Wanted("tasse", "direction", seen("direction_or_roll", lambda sight: sight.observation.direction == -1)),
    Wanted("tasse", "turn", seen("turn", lambda sight: sight.observation.announcement is not None), 4),
    Wanted("tasse", "rolled", seen("rolled"), 2, {"announce": "guided", "first": "2"}),
    Wanted("tasse", "slip", seen("rolled", told("misannounced")), 4, {"sips": True}),
    Wanted("tasse", "reroll", seen("reroll"), 9, {"threshold": 5}),
    Wanted("tasse", "duel", seen("duel"), 4, most=400),
    Wanted("tasse", "skipped", seen("rolled", told("skipped")), 5),
    Wanted("tasse", "round_over", seen("round_over"), 3, {"rounds": 3, "threshold": 2}),
    Wanted("tasse", "relaxed", seen("turn"), 3, {"rounds": 2}, Manners(Pace.RELAXED, accessible=True), go_on),
    Wanted("tasse", "paused by trouble", seen("rolled"), then=pause),
    Wanted("tasse", "paused by host", seen("turn"), then=suspend),
    Wanted("tasse", "won", over, 3, {"threshold": 2, "rounds": 2}, then=again),
    Wanted("tasse", "stopped", seen("rolled", told("announced")), then=stop),
    Wanted("tasse", "idle", then=Room.pass_deadline),
)
DIAVOLO = (
    Wanted("diavolo", "lobby", seats=2, options={"children": True}, manners=Manners(accessible=True)),
    Wanted("diavolo", "roll", seen("roll", lambda sight: sight.observation.round > 2), 4),
    Wanted("diavolo", "thrown", seen("grab"), 6, {"first": "3"}),
    Wanted("diavolo", "unseen", unseen, 3),
    Wanted("diavolo", "grab", seen("grab", lambda sight: len(sight.observation.held) == 2), 5),
    Wanted(
        "diavolo", "closing", seen("grab", lambda sight: sight.observation.closing), 3, {"children": True}
    ),
    Wanted(
        "diavolo",
        "learning",
        seen("grab", lambda sight: sight.observation.order_first),
        2,
        {"learning": True},
    ),
    Wanted(
        "diavolo", "gone", seen("grab", lambda sight: len(sight.observation.gone) > 0), 4, manners=RELAXED
    ),
    Wanted(
        "diavolo", "paused by trouble", seen("grab", lambda sight: bool(sight.observation.held)), then=pause
    ),
    Wanted(
        "diavolo", "paused by host", seen("roll", lambda sight: sight.observation.round > 1), then=suspend
    ),
    Wanted("diavolo", "won", over, 4, then=forget),
)
DEBACLE = (
    Wanted("debacle", "begun", seen("play"), 2, {"first": "2"}),
    Wanted("debacle", "draft", seen("play", lambda sight: len(sight.drafted) == 1), 2),
    Wanted("debacle", "bounce", seen("play", lambda sight: sight.observation.bounce is not None), 2),
    Wanted(
        "debacle",
        "returning",
        seen("play", lambda sight: sight.observation.returning is not None),
        2,
        then=disagree,
    ),
    Wanted(
        "debacle",
        "recovery",
        seen("play", lambda sight: sight.observation.recoverable is not None),
        2,
        most=900,
    ),
    Wanted(
        "debacle",
        "offer",
        lambda sight: sight.table.pending.offer is not None and len(sight.table.pending.draft) > 0,
        2,
    ),
    Wanted("debacle", "days", seen("play", lambda sight: len(sight.drafted) > 0), 2, {}, THREE_DAYS, warned),
    Wanted("debacle", "paused by host", lambda sight: len(sight.table.pending.draft) > 1, 2, then=suspend),
    Wanted("debacle", "won", over, 2, most=1200),
)
DESFAUSSE = (
    Wanted("desfausse", "lobby", seats=6, options={"hands": "shown"}, then=come_and_go),
    Wanted("desfausse", "rolling", seen("rolling", lambda sight: len(sight.to_act) == 2), 4),
    Wanted("desfausse", "call", seen("discard", lambda sight: len(sight.observation.chosen) > 0), 5),
    Wanted("desfausse", "shown", seen("discard"), 3, {"hands": "shown"}, RELAXED),
    Wanted("desfausse", "cursed", seen("discard", lambda sight: len(sight.observation.cursed) > 0), 4),
    Wanted("desfausse", "gift", seen("gift"), 5),
    Wanted("desfausse", "demon", seen("demon"), 3, most=600),
    Wanted(
        "desfausse",
        "paused by trouble",
        seen("discard", lambda sight: bool(sight.observation.story)),
        then=pause,
    ),
    Wanted("desfausse", "won", over, 2, most=900),
)
DEFIZZ = (
    Wanted("defizz", "lobby", seats=4, options={"teams": True, **BOT}, manners=OWN),
    Wanted(
        "defizz",
        "roll",
        seen("roll", answered),
        4,
        manners=OWN,
        then=report,
    ),
    Wanted("defizz", "choose", seen("choose", lambda sight: sight.observation.helped), 4, manners=OWN),
    Wanted(
        "defizz", "raise", seen("raise", lambda sight: len(sight.observation.refused) > 0), 5, manners=OTHER
    ),
    Wanted("defizz", "chrono", asked("chrono"), 4, BOT, OWN),
    Wanted("defizz", "chrono right", asked("chrono", 2), 5, {}, OTHER),
    Wanted("defizz", "unseen", unseen, 3, BOT, OWN),
    Wanted("defizz", "cible", asked("cible"), 4, BOT, OTHER),
    Wanted("defizz", "ping-pong", asked("pingpong", 2), 3, BOT, OWN),
    Wanted(
        "defizz",
        "nearest",
        seen("answer", lambda sight: sight.observation.resolver == "nearest"),
        3,
        BOT,
        OWN,
    ),
    Wanted(
        "defizz", "naming", seen("answer", lambda sight: sight.observation.resolver == "reader"), 4, {}, OTHER
    ),
    Wanted(
        "defizz",
        "verdict",
        seen("verdict", lambda sight: sight.observation.question.mode == "chrono"),
        4,
        {},
        OWN,
    ),
    Wanted("defizz", "verdict in ping-pong", seen("verdict", told("judged")), 4, {}, OTHER),
    Wanted("defizz", "ask", seen("ask", lambda sight: sight.observation.round > 1), 4, {"expert": True}, OWN),
    Wanted("defizz", "expert", seen("choose"), 3, {"expert": True, **BOT}, OTHER),
    Wanted("defizz", "teams", asked("cible"), 3, {"teams": True, **BOT}, OWN, half_a_team),
    Wanted("defizz", "teams read", seen("verdict"), 3, {"teams": True}, OWN),
    Wanted(
        "defizz",
        "enrichment",
        seen("choose", lambda sight: sight.observation.round > 2),
        4,
        {"enrichment": True, "bank": 5000},
        OWN,
    ),
    Wanted(
        "defizz", "relaxed", seen("choose"), 3, BOT, Manners(Pace.RELAXED, accessible=True, deck=NAMES[0])
    ),
    Wanted("defizz", "ending", seen("raise", lambda sight: sight.observation.ending), 4, BOT, OWN),
    Wanted("defizz", "out", seen("roll", lambda sight: bool(sight.observation.out)), 4, BOT, OWN),
    Wanted("defizz", "paused by host", seen("choose"), 3, {}, OTHER, suspend),
    Wanted("defizz", "built in", asked("chrono"), 3, BOT),
    Wanted("defizz", "won", over, 4, {}, OWN),
)

WANTED = (*TASSE, *DIAVOLO, *DEBACLE, *DESFAUSSE, *DEFIZZ, *SOIREE)
"""Closed tables are among them: `won` by the rules, `stopped`, and a lobby to which nobody came (`idle`)."""
