"""Le plus grand, described once."""

from collections.abc import Sequence

from bot.texts import N_, Texts
from bot.ui.frame.option import Option, Typed, numbers, seats
from bot.ui.frame.spec import GameSpec
from tests.plusgrand.model import Doubt, Say
from tests.plusgrand.rules import Action, PlusGrand
from tests.plusgrand.words import chapters


def _action_of(verb: str, arg: str, values: Sequence[str]) -> Action | None:
    """The engine's action for a verb with its values; None if the verb only opens something."""
    del arg
    if verb == "say" and values:
        return Say(int(values[0]))
    return Doubt() if verb == "doubt" else None


def _points(n: int, t: Texts) -> str:
    return t.plural("{n} point", "{n} points", n)


SPEC = GameSpec(
    rules=PlusGrand(),
    title="Le plus grand",
    pitch=N_("Le plus grand : deux dés secrets, et le dernier mot"),
    about=N_("Deux dés secrets : annoncez une somme plus grande, ou doutez de la dernière."),
    opening=N_("Ouvrir une table de Le plus grand"),
    emoji="👑",
    accent=0xC9971C,
    minutes=(2, 5),
    chapters=chapters,
    action=_action_of,
    options=(
        Option(
            name="goal",
            label=N_("Victoire"),
            choices=numbers(1, 2, 5, words=_points),
            typed=Typed(N_("points"), N_("Points pour gagner (3)"), most=9),
        ),
        Option(name="first", label=N_("Qui commence"), choices=seats()),
    ),
    greeting=N_("Vos dés secrets arriveront ici, avec les boutons pour jouer."),
)
