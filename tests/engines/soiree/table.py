"""An evening to play by hand: each step uses up exactly the draws that it is given."""

from typing import Any, Self

from engines.core.decks import Asked
from engines.core.draws import ScriptedDraws
from engines.core.records import Event, Refusal
from engines.defizz import model as defizz
from engines.defizz.model import Contest, Vote
from engines.soiree import model
from engines.soiree.rules import Soiree
from tests.engines.defizz.table import add_up
from tests.engines.soiree.decks import EVENING
from tests.engines.table import HandTable, refusal

GAME = Soiree()
CHRONO: dict[str, Any] = {"length": 2, "modes": ["chrono"]}
CIBLE: dict[str, Any] = {"length": 2, "modes": ["cible"]}
LIST: dict[str, Any] = {"length": 2, "modes": ["pingpong"]}
DUELS: dict[str, Any] = {"play": "challenges", "length": 1}


class Evening(HandTable):
    """An evening in play, which keeps the events of its last step. Cards are not shuffled at the start."""

    game = GAME

    def __init__(
        self, *rounds: dict[str, Any], seats: str = "ABC", deck: Any = EVENING, **options: Any
    ) -> None:
        chosen = {"programme": list(rounds or (CHRONO,)), "shuffle": False, "deck": deck, **options}
        self.state = GAME.start(GAME.setup(list(seats), chosen), ScriptedDraws()).state
        self.steps: list[tuple[Event, ...]] = []
        self.asked: list[Asked] = []

    @property
    def counts(self) -> list[tuple[int, int, int]]:
        """How often each question was asked, solved and turned until now, in the order of the first time."""
        return add_up(self.asked)

    @property
    def points(self) -> str:
        """The points in seat order: "3 0 1"."""
        return " ".join(map(str, self.position.points))

    @property
    def turn(self) -> str:
        """What is awaited from whom: "answer BC"."""
        return f"{self.position.phase} {''.join(GAME.to_act(self.state))}".strip()

    @property
    def seen(self) -> str:
        """What is awaited from whom, or who has won, and the points: "answer BC; 0 1 0", "over B; 0 1 0"."""
        won = f" {''.join(self.position.winners)}" if self.position.winners is not None else ""
        return f"{self.turn}{won}; {self.points}"

    def play(self, script: str) -> Self:
        """Let these things happen: "ready" (all who are awaited), "ready AB", "ready 3" (with draws), "go on"
        (the quizmaster), "A Reims, B -" (no answer), "A staking 5, rules B 1", "time, C leaves, !withdraw";

        in a round of défis "A multi 0" or "A duel B 0 300" (its question and stake), "A: Reims" (an answer),
        "B accepts", "right" and "wrong" (the quizmaster judges), "A contests A", "B votes yes".
        """
        for deed in script.split(", ") if script else ():
            who, colon, text = deed.partition(": ")
            if colon:
                said = sum(event.type == "answered" for step in self.steps for event in step)
                self.act(who, GAME.decide(self.state, who, defizz.Answer(text, said)))
            elif deed[0] == "!":
                self.command(deed[1:])
            elif deed[0].isupper():
                self._act(deed[0], *deed[2:].split(" "))
            else:
                self._all(*deed.split())
        return self

    def _all(self, verb: str, *rest: str) -> None:
        master = self.position.quizmaster
        match verb, *rest:
            case "ready", seats if seats.isalpha():
                self.ready(seats)
            case "ready", *draws:
                self.ready("".join(GAME.to_act(self.state)), *map(int, draws))
            case "go", "on":
                self.act(master, model.Proceed())
            case "rules", seat, right:
                self.act(master, model.Rule(seat, int(right)))
            case ("time",):
                self.timeout()
            case verdict, *_:
                self.act(master, defizz.Judge(right=verdict == "right"))

    def _act(self, seat: str, verb: str, *rest: str) -> None:
        match verb, *rest:
            case ("leaves",):
                self.leave(seat)
            case "staking", points:
                self.act(seat, model.Wager(int(points)))
            case "multi", question, *stake:
                self.roll(seat, 4).act(
                    seat, defizz.Choose(int(question), None, int(stake[0]) if stake else 100)
                )
            case "duel", rival, question, stake:
                self.roll(seat, 1).act(seat, defizz.Choose(int(question), rival, int(stake)))
            case ("accepts",):
                self.act(seat, defizz.Accept())
            case "contests", *whose:
                self.act(seat, Contest(*whose))
            case "votes", turn:
                self.act(seat, Vote(turn=turn == "yes"))
            case _:
                said = sum(reply.text is not None for reply in self.position.said)
                text = " ".join((verb, *rest))
                self.act(seat, model.Forgo()) if text == "-" else self.tell(seat, text, said)

    def ready(self, seats: str = "ABC", *draws: int) -> Self:
        """Let these teams say that they are ready; the last one takes the draws."""
        for seat in seats:
            self.act(seat, model.Ready(), *(draws if seat == seats[-1] else ()))
        return self

    def tell(self, seat: str, text: str, at: int = 0) -> Self:
        return self.act(seat, GAME.decide(self.state, seat, model.Tell(text, at)))

    def say(self, **texts: str | None) -> Self:
        """Let teams answer one after the other, a millisecond apart; None is no answer."""
        for at, (seat, text) in enumerate(texts.items()):
            if text is None:
                self.act(seat, model.Forgo())
            else:
                self.tell(seat, text, at)
        return self

    def stake(self, **stakes: int) -> Self:
        for seat, stake in stakes.items():
            self.act(seat, model.Wager(stake))
        return self

    def roll(self, seat: str, number: int) -> Self:
        return self.act(seat, defizz.Roll(), number)

    def why(self, seat: str, action: model.Action) -> str:
        """Return the reason why an action is refused; nothing changes by it."""
        return self.refused(seat, action)[1]

    def look_at(self, step: Any) -> None:
        self.steps.append(step.events)
        self.asked += step.asked


def refused_setup(seats: str = "ABC", **options: Any) -> Refusal:
    """Return why an evening cannot begin."""
    return refusal(GAME.setup, list(seats), {"deck": EVENING, **options})
