"""What is on a table but not yet played: a turn that is being drafted, and what somebody proposes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat proposes to the others: a command of the rules on which the players may agree.

    Or the removal of `whom`, who is absent; then it takes all the others, and `agreed` are those who do.
    """

    command: str
    seat: str
    whom: str | None = None
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """What is on the table but not yet played; each step of the game clears it.

    `draft` are the actions of a turn that is not ended yet, in order, as JSON-able data. `offer` is what
    somebody proposes.
    """

    draft: tuple[Mapping[str, Any], ...] = ()
    offer: Offer | None = None


NOTHING_PENDING = Pending()
