"""What people do beside their game: look at panels, rankings, old games; leave, pause, come back."""

from collections.abc import Awaitable, Callable
from typing import Final

from tests.support.wire_reading import pieces_of
from tests.world.people import Party

_COMMANDS: Final = (
    "classement",
    "profil",
    "mes-parties",
    "mes-parties",
    "des verifier",
    "des bilan",
    "appel",
    "mes-donnees exporter",
    "mes-donnees visibilite",
    "aide",
    "tuto",
    "annee",
)


async def run_errand(party: Party) -> None:
    """Somebody does one of the things that are not part of any game."""
    errands, weights = zip(*_ERRANDS, strict=True)
    await party.chance.choices(errands, weights)[0](party)


async def _ask(party: Party) -> None:
    """A command of the house, and some clicks on what it shows."""
    person = party.chance.choice(party.company.people)
    asked = await party._command(party.chance.choice(_COMMANDS), person)
    if asked is not None:
        await party.browse(person, asked.told, party.chance.randrange(4))


async def _ask_game(party: Party) -> None:
    """The rules, or where the table stands."""
    person = party.chance.choice(party.company.people)
    asked = await party.command(party.chance.choice(("regles", "statut")), person)
    if asked is not None:
        await party.browse(person, asked.told, party.chance.randrange(3))


async def _open_panel(party: Party) -> None:
    """Somebody opens their own panel beside the board, and may press what is in it."""
    person = party.chance.choice(party.company.people)
    opened = await party.look_at(person)
    if opened is not None and party.chance.random() < 0.3:
        await party.browse(person, opened.message, 1)


async def _look_back(party: Party) -> None:
    """*Revoir* below a game that is over, and some of its steps."""
    person, board = party.chance.choice(party.company.people), party.company.board()
    ways = [each for each in pieces_of(board) if each.verb in ("open", "story")]
    if ways and (asked := await party.touch(person, board, party.chance.choice(ways))) is not None:
        await party.browse(person, asked.interaction.told, party.chance.randrange(1, 6))


async def _leave(party: Party) -> None:
    """Somebody leaves, from a lobby only to come back."""
    if party.company.gathering or len(party.company.people) > 2:
        await party.command("quitter", party.chance.choice(party.company.people))


async def _pause(party: Party) -> None:
    """The host stops the clock for a while."""
    await party.command("pause")
    await party._wait(party.chance.uniform(1.0, 15.0))
    await party.command("statut")


async def _stop(party: Party) -> None:
    await party.command("stop")


async def _remove(party: Party) -> None:
    """The host has somebody leave."""
    if len(party.company.people) > 2:
        await party.command("retirer", membre=party.chance.choice(party.company.people[1:]).id)


_ERRANDS: Final[tuple[tuple[Callable[[Party], Awaitable[None]], int], ...]] = (
    (_ask, 6),
    (_ask_game, 3),
    (_open_panel, 8),
    (_look_back, 4),
    (_leave, 1),
    (_pause, 1),
    (_stop, 1),
    (_remove, 1),
)
