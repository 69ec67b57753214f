"""All that is made of games that are over when somebody asks for it, in one hand."""

from __future__ import annotations

from dataclasses import dataclass

from bot.insight.ladders import Ladders
from bot.insight.ports import DiceStore, ResultStore, WishStore
from bot.insight.profiles import Profiles

__all__ = ["Insight"]


@dataclass(frozen=True, slots=True)
class Insight:
    """Rankings, profiles, the tables that somebody `attended`, `dice` by server, and what people wish."""

    ladders: Ladders
    profiles: Profiles
    attended: ResultStore
    dice: DiceStore
    wishes: WishStore
