"""A hint in Débâcle: the first move that a strong computer would play, and what its turn brings."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.sight import Sight
from bot.texts import Texts
from cogs.debacle.outcomes import outcome
from engines.debacle.model import Action, Capture, Doubles, Recover

__all__ = ["hint"]


def hint(actions: Sequence[Action], sight: Sight, t: Texts) -> str:
    """What to begin with, and why, in a sentence each; "" for no turn."""
    if not actions:
        return ""
    begin = t("**Commencez par** : {move}.", move=outcome(actions[0], sight, t))
    return f"{begin} {_reason(actions, t)}"


def _reason(actions: Sequence[Action], t: Texts) -> str:
    taken = sum(1 if isinstance(each, Capture) else 0 for each in actions)
    taken += sum(len(each.take) for each in actions if isinstance(each, Doubles))
    if taken:
        return t.plural("Ce tour peut prendre {n} dé.", "Ce tour peut prendre {n} dés.", taken)
    if any(isinstance(each, Recover) for each in actions):
        return t("Ce tour ramène un dé capturé.")
    return t("Rien de bon à prendre ce tour : il s’agit de se placer.")
