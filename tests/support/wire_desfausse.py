"""People who play DESfausse by what their private messages offer them."""

import random

from playground.channels import Channel
from playground.interactions import Answer, Interaction
from playground.people import Person
from tests.support.wire import Play
from tests.support.wire_players import Gathering, Offer
from tests.support.wire_reading import Piece, pieces_of

OPENERS = frozenset({"pick", "all", "wish", "give"})
"""What only shows more of one's own panel."""
_TASTE = {"reroll": 2.0, "all": 0.3, "stop": 0.6, "pass": 0.4, "discard": 6.0, "gift": 6.0}


class Brood(Gathering):
    """The people of one table of DESfausse, by private messages."""

    game = "desfausse"
    moves = frozenset({"reroll", "stop", "discard", "pass", "gift", "demon"})

    def __init__(self, play: Play, channel: Channel, people: list[Person], chance: random.Random) -> None:
        super().__init__(play, channel, people, chance)
        self._stale: set[tuple[int, str]] = set()

    def choices(self, person: Person) -> list[Piece]:
        """What a person's panel offers, but for what they were refused."""
        panel = self.play.panel(person)
        return [
            each
            for each in pieces_of(panel)
            if each.verb in self.moves | OPENERS
            and panel is not None
            and (panel.id, each.custom_id) not in self._stale
        ]

    def offers(self) -> list[Offer]:
        """Whoever could act by what they see, with what they could do."""
        found = ((person, self.play.panel(person), self.choices(person)) for person in self.people)
        return [(person, panel, moves) for person, panel, moves in found if panel is not None and moves]

    def decide(self, moves: list[Piece]) -> tuple[Piece, str | None]:
        """Anything, but rather what leads on, and mostly to Hell: else a game takes very long."""
        weights = [
            _TASTE.get(each.verb, 1.0 if each.is_list or each.verb != "wish" else 0.1) for each in moves
        ]
        chosen = self.chance.choices(moves, weights)[0]
        lost = [value for value in chosen.values if "=" in value and self.chance.random() < 0.9]
        return chosen, self.chance.choice(lost or chosen.values) if chosen.is_list else None

    def note(self, asked: Interaction, answer: Answer) -> None:
        """What was refused is not pressed again."""
        if answer.kind == "message" and asked.message is not None:
            self._stale.add((asked.message.id, asked.label))

    def turn_of(self, each: Piece) -> int:
        """Where all decide at once, a button names one's own step in the turn too."""
        return each.drawn // 10

    async def cut_short(self) -> None:
        """All but one leave: the last one wins."""
        for person in self.people[1:]:
            if not self.over:
                await self.play.command(person, self.channel, "desfausse quitter")
        await self.play.until(lambda: self.over, "the end")
