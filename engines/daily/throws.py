"""Ten throws of Diavolo: which pawn is the right one, and how fast that is seen (J6, J7)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final, get_args

from engines.core.draws import Draws
from engines.diavolo.model import Color, Throw
from engines.diavolo.throw import target, throw_dice

_THROWS = 10


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw that lies there."""

    throw: Throw

    @property
    def key(self) -> str:
        """Nothing: a day's throws never change."""
        return ""

    @property
    def right(self) -> Color:
        """The colour of the pawn to grab: grey where several colours are first together."""
        return target(self.throw)

    def tell(self) -> Mapping[str, object]:
        """Return the throw, with the right colour."""
        return {**asdict(self.throw), "right": self.right}


class Throws:
    """The discipline: a point for each right pawn; of equal scores the faster one is better."""

    name: Final = "diavolo"
    count: Final = _THROWS
    timed: Final = True

    def lay(self, draws: Draws) -> Sequence[Thrown]:
        """Return the throws, each drawn as at a table."""
        return tuple(Thrown(throw_dice(draws, children=False)) for _ in range(_THROWS))

    def judge(self, task: Thrown, answer: str) -> bool:
        """Return whether the right pawn was named; raises ValueError for what is no colour."""
        if answer not in get_args(Color):
            raise ValueError(answer)
        return task.right == answer
