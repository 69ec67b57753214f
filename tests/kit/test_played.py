"""Every game of the kit is played by what screens offer, and the process dies in the middle."""

from random import Random

import pytest

from tests.kit.kits import KITS, every_kit
from tests.support import sim_company
from tests.support.games import FACES
from tests.support.sim import Person
from tests.support.sim_papers import Paper
from tests.support.store import FreshStore
from tests.support.wire_reading import Piece

MOST = 300
NAMES = ("Anne", "Bob", "Chloé", "Dario", "Élise", "Farid")


class Company(sim_company.Company):
    """People who press anything that they are offered."""

    games = FACES

    async def awaited(self) -> Person | None:
        """Whoever is to do something; None where nobody is."""
        (live,) = await self.world.store.live()
        for person in self.people:
            sight = await self.world.bot.house.tables.sight(live.table_id, person.id)
            if sight.seat in sight.to_act:
                return person
        return None

    async def page_of(self, person: Person) -> tuple[Paper, list[Piece]]:
        """Where somebody acts: a private message or, where there is none to act by, their hand."""
        verbs = {kind.type for kind in KITS[self.game].kinds}
        for paper in reversed(person.letters):
            if pieces := [piece for piece in paper.pieces if piece.verb in verbs]:
                return paper, pieces
        paper = (await person.presses(self.board, "hand")).paper
        return paper, [piece for piece in paper.pieces if piece.verb in verbs]

    async def goes_on(self, chance: Random) -> None:
        """Let whoever is awaited do something."""
        person = await self.awaited()
        assert person is not None, f"nobody can go on:\n{self.board}"
        paper, pieces = await self.page_of(person)
        piece = chance.choice(pieces)
        if piece.is_list:
            await person.chooses(paper, piece.verb, chance.choice(piece.values), piece.arg)
        else:
            await person.presses(paper, piece.verb, piece.arg)


@every_kit
async def test_it_is_played_from_its_command_to_dice_that_are_proved(name: str, chance: Random) -> None:
    kind = type("Company", (Company,), {"game": name})
    people = NAMES[: KITS[name].seats_min]
    async with sim_company.begun(kind, *people, store=FreshStore()) as company:
        for number in range(MOST):
            if "rematch" in company.board.verbs:
                break
            await company.goes_on(chance)
            if number == 1:
                await company.world.restarts()
        else:
            pytest.fail(f"still not over after {MOST} decisions: what ends {name}?")
        assert "Dés vérifiés" in await company.host.types("des verifier")
