"""Plays DESfausse: what to roll again, when to discard what, and to whom dice go."""

from typing import Final

from engines.core.draws import Draws
from engines.desfausse.events import DesfausseEvent
from engines.desfausse.model import Action, Demon, Gift, Observation, Reroll, Stop
from players.core.chance import draw_one
from players.core.player import Budget, Decision, Level, Persona, Player, View, glance, take_time
from players.desfausse.policy import choose_debts, of_level
from players.desfausse.table import read_table

DesfausseView = View[Observation, Action, DesfausseEvent]
_ROLL_S: Final = 5.0
_CHOOSE_S: Final = 6.0
_GIVE_S: Final = 4.0


class DesfaussePlayer(Player[Observation, Action, DesfausseEvent]):
    """Decides by the own dice, and by how many dice the others hold."""

    game = "desfausse"

    def skim(self, view: DesfausseView) -> DesfausseView:
        """Return the view without the steps, and most of what is legal."""
        return glance(view)

    def decide(
        self, view: DesfausseView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> Decision[Action]:
        """Return what to do: roll or stop, discard or pass, give, or choose who gets the big red die."""
        del budget
        if not view.legal.actions:
            raise ValueError(f"nothing to do for {view.seat}")
        seen, policy = view.observation, of_level(level, persona)
        action: Action
        match seen.phase:
            case "rolling":
                numbers = policy.roll(seen)
                action, median = Reroll(numbers) if numbers else Stop(), _ROLL_S
            case "discard":
                assert seen.choice is not None, "a choice is awaited"
                action, median = policy.call(seen, seen.choice), _CHOOSE_S
            case "gift":
                action, median = Gift(choose_debts(read_table(seen), seen.owed, seen.dice)), _GIVE_S
            case _:
                action, median = _burden(seen, level, draws), _GIVE_S
        return Decision((action,), take_time(median, persona, draws, forced=len(view.legal.actions) == 1))


def _burden(seen: Observation, level: Level, draws: Draws) -> Demon:
    """Choose who gets the big red die: whoever has won most rounds, unless one does not think of it (F11)."""
    most = max(seen.tokens[seat] for seat in seen.candidates)
    leaders = [seat for seat in seen.candidates if seen.tokens[seat] == most]
    return Demon(draw_one(seen.candidates if level is Level.EASY else leaders, draws))
