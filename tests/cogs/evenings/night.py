"""A quiz night on SimCord: how its host plans it, and how people come."""

from typing import Any

from bot.tables.evenings.model import Evening
from tests.support.sim import Person, World
from tests.support.sim_papers import Answer, Paper

HOUR = 3600.0


class Night:
    """An evening that is announced, and its host."""

    def __init__(self, world: World, host: Person) -> None:
        self.world = world
        self.host = host

    @property
    def message(self) -> Paper:
        """What everybody sees."""
        kept = self.kept
        found = [paper for paper in self.world.papers() if paper.id == kept.message_id]
        return found[-1]

    @property
    def kept(self) -> Evening:
        """The evening as it is stored."""
        evenings: list[Evening] = self.world.store.peek_evenings()
        return evenings[-1]

    @property
    def stage(self) -> str:
        """How far it is."""
        return self.kept.stage.value

    async def comes(self, person: Person) -> Answer:
        return await person.presses(self.message, "come")

    async def makes(self, person: Person, name: str) -> Answer:
        """Somebody makes a team."""
        teams = (await person.presses(self.message, "teams")).paper
        form = await person.presses(teams, "found")
        return await person.fills(form, teams, name=name)

    async def joins(self, person: Person, number: int) -> Answer:
        teams = (await person.presses(self.message, "teams")).paper
        return await person.chooses(teams, "team", str(number))


async def drafted(world: World, host: Person, when: str = "dans 3 heures", **options: Any) -> Paper:
    """The plan of a draft, as its host sees it."""
    answer = await host.types("defizz soiree planifier", **options)
    assert answer.form is not None, answer
    sent = await world.done(
        lambda: host.member.submit_modal(answer.shown, {"title": "Quiz du jeudi", "when": when, "words": ""})
    )
    return sent.paper


async def announced(world: World, host: Person, when: str = "dans 3 heures", **options: Any) -> Night:
    """An evening that is open to everybody."""
    plan = await drafted(world, host, when, **options)
    await host.presses(plan, "publish")
    return Night(world, host)
