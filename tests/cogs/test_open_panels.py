"""Whatever panel somebody holds open says what one says that they open now."""

import re
from contextlib import suppress
from random import Random

import pytest

from bot.tables.asks import Ask, ByPerson
from bot.tables.model import Denied, Status
from bot.ui.frame.face import Face
from engines.core.clicks import order_of
from engines.core.records import Refusal
from tests.support.games import FACES
from tests.support.sim import THINKING, Person, opened
from tests.support.sim_company import Company, begun
from tests.support.sim_papers import Paper

THREE = ("Anne", "Bob", "Chloé")
STEPS = 16
WAITS = "on attend que tout le monde ait fini de lancer"
_AGE = re.compile(r"-# À jour <t:\d+:R>\.")


def said(paper: Paper) -> str:
    """What a panel says and offers, but for how old it is."""
    return _AGE.sub("", str(paper))


class Holders:
    """People who opened their panels in the channel, and play elsewhere: these stay open beside it."""

    def __init__(self, company: Company, seed: str) -> None:
        self.company, self.random = company, Random(seed)
        self.house = company.world.bot.house
        self.held: dict[str, Paper] = {}
        self._clicks = 0

    async def open(self, person: Person) -> None:
        """Open one's own panel in the channel, and leave it open."""
        self.held[person.name] = (await person.presses(self.company.board, "hand")).paper

    async def compare(self, person: Person) -> None:
        """Open one's own panel anew: the one that was open said the same until then."""
        world = self.company.world
        before = said(world.reread(self.held[person.name]))
        world.thinking = 0.0  # or what happens while they read stands in the new one
        await self.open(person)
        world.thinking = THINKING
        assert before == said(self.held[person.name])

    async def go_on(self) -> bool:
        """Somebody does anything that they may do, or the clock runs; whether the game goes on."""
        world, look = self.company.world, await self.house.tables.look(1)
        offers = [
            (person, sight.drawn, action)
            for person in self.company.people
            if (sight := look.sight_for(person.id)).legal is not None
            for action in sight.legal.actions
        ]
        if not offers or self.random.random() < 0.1:
            alarm = look.table.alarm
            await world.passes(30 if alarm is None else (alarm.at - self.house.tables.now()) / 1000 + 1)
        else:
            await world.run(lambda: self._act(*self.random.choice(offers)))
        return (await self.house.tables.table(1)).status is not Status.CLOSED

    async def _act(self, person: Person, drawn: int, action: object) -> None:
        self._clicks += 1
        now = self.house.tables.now()
        ask = Ask(ByPerson(person.id, person.name), now, order_of(now), self._clicks, drawn)
        with self.company.world.env._bot_scope(), suppress(Denied, Refusal):
            await self.house.tables.act(ask, 1, action)


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.spec.name)
async def test_in_any_game_an_open_panel_says_what_one_opened_now_says(face: type[Face]) -> None:
    spec = face.spec
    kind = type(spec.name, (Company,), {"game": spec.name, "games": FACES})
    async with begun(kind, *THREE[: spec.seats_max]) as company:
        holders = Holders(company, spec.name)
        for person in company.people:
            await holders.open(person)
        for _ in range(STEPS):
            if not await holders.go_on():
                break
            await holders.compare(holders.random.choice(company.people))


async def test_the_hand_of_a_trial_asks_what_is_awaited_now() -> None:
    """The computer rolls on after one has kept one's dice; then one has to choose, against the clock."""
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        hand, waited = (await anne.types("desfausse essai")).papers[-1], False
        for _ in range(200):
            if "**Anne** choisit" in world.board:
                break
            if "stop" in world.reread(hand).verbs:
                await anne.presses(world.reread(hand), "stop")
                waited = waited or WAITS in world.reread(hand)
            await world.passes(1)
        told = world.reread(hand)
        assert "📣 **Appel des" in told
        assert "pass" in told.verbs
        assert waited
        assert WAITS not in told
