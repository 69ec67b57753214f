"""Which module stands for which capability."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bot.tables.playing.capabilities.decks import DeckHooks
from bot.tables.playing.capabilities.drafting import DraftHooks
from bot.tables.playing.capabilities.hooks import Hooks
from bot.tables.playing.capabilities.teams import TeamHooks
from engines.core.capabilities import Capability
from engines.core.game import AnyGame

__all__ = ["hooks_of"]

_HOOKS: Mapping[Capability, Hooks] = {
    Capability.TEAMS: TeamHooks(),
    Capability.DECKS: DeckHooks(),
    Capability.DRAFTS: DraftHooks(),
}
"""The others have a part in nothing but their own verbs."""


def hooks_of(game: AnyGame) -> tuple[Hooks, ...]:
    """What this game's capabilities add, in the order of `Capability`."""
    return _find(game.capabilities)


@cache
def _find(capabilities: frozenset[Capability]) -> tuple[Hooks, ...]:
    return tuple(hooks for capability, hooks in _HOOKS.items() if capability in capabilities)
