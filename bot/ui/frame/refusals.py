"""Sentences for the refusals of a game's own rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.texts import Texts
from bot.ui.pages.page import Button
from engines.core.errors import Refusal

__all__ = ["no_remedies", "no_sentence", "sentences"]


def no_sentence(_refusal: Refusal, _t: Texts) -> str | None:
    """Say nothing: for a game that refuses nothing but what all games do."""
    return None


def no_remedies(_refusal: Refusal, _t: Texts) -> tuple[Button, ...]:
    """Offer nothing: for a game in which people simply try again."""
    return ()


def sentences(reasons: Mapping[str, str]) -> Callable[[Refusal, Texts], str | None]:
    """Make the function that puts a refusal in words; `reasons` has a wording for each reason.

    It fills the wording with the refusal's parameters, and returns None for any other reason.
    """

    def say(refusal: Refusal, t: Texts) -> str | None:
        wording = reasons.get(refusal.reason)
        return None if wording is None else t(wording, **refusal.params)

    return say
