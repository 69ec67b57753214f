"""Sentences for what a game's own rules refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.texts import Texts
from engines.core.errors import Refusal

__all__ = ["no_sentence", "sentences"]


def no_sentence(_refusal: Refusal, _t: Texts) -> str | None:
    """Say nothing: for a game that refuses nothing but what all games do."""
    return None


def sentences(reasons: Mapping[str, str]) -> Callable[[Refusal, Texts], str | None]:
    """What says the wording of a refusal's reason, filled with its parameters; None for other reasons."""

    def say(refusal: Refusal, t: Texts) -> str | None:
        wording = reasons.get(refusal.reason)
        return None if wording is None else t(wording, **refusal.params)

    return say
