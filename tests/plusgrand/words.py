"""How Le plus grand speaks: its rules, what happened, and how everybody stands."""

from collections.abc import Iterator, Sequence

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.names import seat_name
from tests.plusgrand.model import Claim, Doubted, Left, Observation, Said

_TOLD = 4
"""So many lines are told of what happened."""


def chapters(t: Texts) -> Sequence[tuple[str, str]]:
    """The rules, on one page."""
    rules = t(
        "1. Chacun lance **deux dés en secret**.\n"
        "2. À tour de rôle, dites une somme, **plus grande** que la précédente : c’est ce que vos dés "
        "feraient au moins, vrai ou non.\n"
        "3. Ou **doutez** : les dés de qui a parlé se montrent.\n"
        "4. S’ils font autant ou plus, c’est un point pour qui a parlé ; sinon, pour vous.\n"
        "5. Qui prend le point commence la manche suivante, avec d’autres dés. Le dernier "
        "point fait gagner.\n"
        "6. Se taire, c’est douter, ou dire 2 s’il n’y a rien à mettre en doute."
    )
    return ((t("En bref"), rules),)


def observed(sight: Sight) -> Observation:
    """What this audience sees of the game; TypeError before it has begun, or for a sight of another game."""
    if not isinstance(sight.observation, Observation):
        raise TypeError("no game of Le plus grand to be seen here")
    return sight.observation


def name(seat: str, sight: Sight, t: Texts) -> str:
    """A seat's name, in bold."""
    return f"**{seat_name(sight.table, seat, t)}**"


def claimed(claim: Claim | None, sight: Sight, t: Texts) -> str:
    """The sum to exceed or to doubt, and who said it."""
    if claim is None:
        return t("📣 Rien n’est encore dit.")
    return t("### 📣 {name} dit {sum}", name=name(claim.seat, sight, t), sum=claim.sum)


def points(seat: str, sight: Sight, t: Texts) -> list[str]:
    """A seat's points, and whether it has left."""
    seen = observed(sight)
    said = [t.plural("{n} point", "{n} points", seen.points[seat])]
    return [*said, t("a quitté la table")] if seat in seen.gone else said


def story(sight: Sight, t: Texts) -> str:
    """What happened last, a line each, the newest at the bottom."""
    lines = [line for scene in sight.scenes for event in scene.events for line in _told(event, sight, t)]
    return "\n".join(f"- {line}" for line in lines[-_TOLD:])


def _told(event: Said | Doubted | Left, sight: Sight, t: Texts) -> Iterator[str]:
    match event:
        case Said(claim):
            yield t("{name} dit {sum}.", name=name(claim.seat, sight, t), sum=claim.sum)
        case Doubted(claim, by, dice, to):
            yield t(
                "{by} doute : {name} avait {sum}. Un point pour {to} !",
                by=name(by, sight, t),
                name=name(claim.seat, sight, t),
                sum=sum(dice),
                to=name(to, sight, t),
            )
        case Left(seat):
            yield t("{name} quitte la table.", name=name(seat, sight, t))
