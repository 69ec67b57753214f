"""What is asked of a player and what it answers, as JSON: this is what travels.

A question holds everything that its answer depends on. It is made of a view alone: nothing that a seat
may not know can be in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engines.core.game import AnyGame
from engines.core.records import LegalActions, Refusal
from players.core.player import (
    PERSONAS,
    AnyDecision,
    AnyPlayer,
    AnyView,
    Budget,
    Decision,
    Level,
    Persona,
    Recollection,
    Told,
    View,
)


@dataclass(frozen=True, slots=True)
class Question:
    """One decision that is asked of a player. `chance` (32 bytes) is the key that its draws come from."""

    view: AnyView
    level: Level
    persona: Persona
    budget: Budget
    chance: bytes

    def skimmed_by(self, player: AnyPlayer) -> Question:
        """The same question, as far as this player looks at it."""
        return replace(self, view=player.skim(self.view))


def plain_question(game: AnyGame, question: Question) -> dict[str, Any]:
    """Return a question as JSON-able data."""
    view = question.view
    return {
        "game": view.game,
        "seat": view.seat,
        "level": question.level.value,
        "persona": question.persona.key,
        "budget": question.budget.nodes,
        "chance": question.chance.hex(),
        "view": game.observations.plain(view.observation),
        "legal": [game.actions.plain(action) for action in view.legal.actions],
        "complete": view.legal.complete,
        "types": list(view.legal.types),
        "told": [
            {"after_ms": told.after_ms, "events": [_without_audience(game, event) for event in told.events]}
            for told in view.told
        ],
        "notes": view.notes,
        "offer": view.offer,
        "recollection": _plain_recollection(view.recollection),
        "computers": list(view.computers),
    }


def read_question(games: Mapping[str, AnyGame], plain: Mapping[str, Any]) -> Question:
    """Return the question that JSON-able data describes; raises Refusal `bad_request` for none."""
    try:
        game = games[plain["game"]]
        view: AnyView = View(
            game.name,
            str(plain["seat"]),
            game.observations.parse(plain["view"]),
            LegalActions(
                tuple(game.actions.parse(action) for action in plain["legal"]),
                bool(plain["complete"]),
                tuple(plain["types"]),
            ),
            tuple(
                Told(tuple(game.events.parse(event) for event in told["events"]), told["after_ms"])
                for told in plain["told"]
            ),
            str(plain["notes"]),
            plain["offer"],
            _read_recollection(plain["recollection"]),
            tuple(str(seat) for seat in plain.get("computers", ())),
        )
        level, persona = Level(plain["level"]), PERSONAS[plain["persona"]]
        return Question(view, level, persona, Budget(int(plain["budget"])), bytes.fromhex(plain["chance"]))
    except (KeyError, TypeError, ValueError):
        raise Refusal("bad_request", "malformed", where="question") from None


def _plain_recollection(recollection: Recollection | None) -> dict[str, Any] | None:
    if recollection is None:
        return None
    return {
        "hunches": list(recollection.hunches),
        "words": recollection.words,
        "sure": recollection.sure,
    }


def _read_recollection(plain: Mapping[str, Any] | None) -> Recollection | None:
    if plain is None:
        return None
    words = plain["words"]
    hunches = tuple(float(hunch) for hunch in plain["hunches"])
    return Recollection(hunches, None if words is None else str(words), float(plain["sure"]))


def plain_decision(game: AnyGame, decision: AnyDecision) -> dict[str, Any]:
    """Return a decision as JSON-able data."""
    answer: dict[str, Any] = {"after_ms": decision.delay_ms, "nodes": decision.nodes}
    if decision.agrees is not None:
        return {"agrees": decision.agrees, **answer}
    return {
        "actions": [_without_given(game, game.actions.plain(each)) for each in decision.actions],
        **answer,
    }


def read_decision(game: AnyGame, view: AnyView, plain: Mapping[str, Any]) -> AnyDecision:
    """Return the decision that JSON-able data describes; raises Refusal `bad_request` for none.

    Whether its actions are legal is for the rules to say.
    """
    try:
        delay, nodes = int(plain.get("after_ms") or 0), int(plain.get("nodes") or 0)
        if "agrees" in plain:
            return Decision((), delay, nodes, bool(plain["agrees"]))
        listed = list(_listed(game, view))
        actions = tuple(_read_action(game, listed, each) for each in plain["actions"])
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Refusal("bad_request", "malformed", where="decision") from None
    return Decision(actions, delay, nodes)


def _listed(game: AnyGame, view: AnyView) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield what is legal as it is listed, where that may lack what others than the seat fill in."""
    if game.left_out or game.decided_outside:
        for action in view.legal.actions:
            yield _without_given(game, game.actions.plain(action)), action


def _read_action(game: AnyGame, listed: list[tuple[dict[str, Any], Any]], plain: Mapping[str, Any]) -> Any:
    """Return the listed action that is described, else the one that the codec reads."""
    wanted = _without_given(game, dict(plain))
    for known, action in listed:
        if known == wanted:
            return action
    return game.actions.parse(dict(plain))


def _without_given(game: AnyGame, plain: dict[str, Any]) -> dict[str, Any]:
    """Return an action as lists show it: without what others than its seat fill in."""
    hidden = game.left_out | game.decided_outside
    return {name: fact for name, fact in plain.items() if name not in hidden}


def _without_audience(game: AnyGame, event: Any) -> dict[str, Any]:
    return {name: fact for name, fact in game.events.plain(event).items() if name != "audience"}
