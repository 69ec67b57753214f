"""People who play Diavolo by what the board shows them; and the right colour, read from words alone."""

import random
import re
from collections.abc import Callable, Mapping

from playground.channels import Channel
from playground.interactions import Answer, Interaction
from playground.messages import Message
from playground.people import Person
from tests.support.wire import Play
from tests.support.wire_players import Gathering, Offer
from tests.support.wire_reading import Piece, pieces_of, text_of

COLOURS = ("black", "white", "red", "grey")
NAMES = {"noir": "black", "blanc": "white", "rouge": "red", "gris": "grey"}
_DICE = re.compile(r"(Noir|Blanc|Rouge) (\d(?:, \d)*)\.")
_DISTANCES = re.compile(r"(noir|blanc|rouge) \d \((\d+,\d)\scm\)")
_MEASURES: Mapping[str, Callable[[list[int]], int]] = {
    "plus grande somme": sum,
    "plus petite somme": lambda dice: -sum(dice),
    "plus grand écart": lambda dice: max(dice) - min(dice),
    "plus grand nombre d’impairs": lambda dice: sum(die % 2 for die in dice),
    "plus haute valeur": max,
}


class Devils(Gathering):
    """The people of one table of Diavolo; everything happens on its board."""

    game = "diavolo"
    moves = frozenset({"roll", "grab"})

    def __init__(self, play: Play, channel: Channel, people: list[Person], chance: random.Random) -> None:
        super().__init__(play, channel, people, chance)
        self._stale: set[tuple[int, str]] = set()
        self._served: set[tuple[int, int, int]] = set()  # person, table, turn

    def offers(self) -> list[Offer]:
        """Whoever may roll or has no pawn yet, as far as they know."""
        board = self.board()
        found = ((person, board, self.choices(person, board)) for person in self.people)
        return [offer for offer in found if offer[2]]

    def choices(self, person: Person, board: Message) -> list[Piece]:
        """What a person would press on the board; nothing for those who have no gem or hold a pawn."""
        text = text_of(board)
        if re.search(rf"^[💀🚪] \*\*{person.name}\*\*", text, re.MULTILINE):
            return []
        rolls = re.search(rf"🎲 (À )?\*\*{person.name}\*\* (de )?lance", text) is not None
        robbed = f"⚡ **{person.name}**" in text
        return [
            each
            for each in pieces_of(board)
            if (each.verb == "roll" and rolls)
            or (each.verb == "grab" and (robbed or (person.id, each.table, each.drawn) not in self._served))
            if (person.id, each.custom_id) not in self._stale
        ]

    def note(self, asked: Interaction, answer: Answer) -> None:
        """A pawn taken ends the round for its player; who was refused tries something else."""
        said = plain(text_of(answer.message))
        if answer.kind != "message" or "Un instant" in said:
            return
        if " pris" in said or "avez déjà un diablotin" in said:
            _, table, drawn, *_ = asked.label.split(":")
            self._served.add((asked.person_id, int(table), int(drawn)))
        else:
            self._stale.add((asked.person_id, asked.label))

    def counted(self, answer: Answer) -> bool | None:
        """A grab is acknowledged in words; an earlier click may have had its pawn meanwhile."""
        said = plain(text_of(answer.message))
        if answer.kind == "message" and "Un clic plus rapide" in said:
            return None
        return (answer.kind == "message" and " pris" in said) or super().counted(answer)

    def turn_of(self, each: Piece) -> int:
        """Where all decide at once, a button names one's own step in the turn too."""
        return each.drawn // 10

    async def cut_short(self) -> None:
        """All but one leave: the last one wins."""
        for person in self.people[1:]:
            if not self.over:
                await self.play.command(person, self.channel, "diavolo quitter")
        await self.play.until(lambda: self.over, "the end")

    @property
    def roller(self) -> Person:
        """Who is to roll, as the board says."""
        text = text_of(self.board())
        return next(each for each in self.people if f"🎲 À **{each.name}** de lancer les dés" in text)

    async def may_roll(self) -> Person | None:
        """Wait until the dice can be thrown (or the game is over); by whom."""
        play = self.play
        await play.until(
            lambda: self.over or any(p.verb == "roll" for p in pieces_of(self.board())), "a roll"
        )
        return None if self.over else self.roller

    async def settled(self, number: int) -> str:
        """Wait for the result of a round; the words of the board."""
        words = f"**Manche {number} ·"
        await self.play.until(lambda: words in text_of(self.board()), words)
        return plain(text_of(self.board()))


def plain(text: str) -> str:
    """The same words with ordinary spaces."""
    return re.sub(r"[\u00a0\u202f]", " ", text)


def alt_of(components: list[dict]) -> str:
    """What the pictures among components show, in words."""
    items = [item for each in components for item in each.get("items", ())]
    below = [alt_of(each["components"]) for each in components if "components" in each]
    return plain(" ".join((*(item.get("description") or "" for item in items), *filter(None, below))))


def dice_told(words: str) -> dict[str, list[int]]:
    """The coloured dice of a throw that is told in words."""
    told = _DICE.findall(plain(words))
    return {NAMES[name.lower()]: [int(face) for face in faces.split(", ")] for name, faces in told}


def right_color(words: str) -> str:
    """The colour that the order asks for, from a throw told in words; an independent reading of D2 and D3."""
    words = plain(words)
    if "plus proche du dé Ordre" in words:
        (first, near), *others = _DISTANCES.findall(words)
        tied = any(distance == near and color != first for color, distance in others)
        return "grey" if tied else NAMES[first]
    measure = next(_MEASURES[order] for order in _MEASURES if f"Ordre : {order}" in words)
    values = {color: measure(dice) for color, dice in dice_told(words).items()}
    best = [color for color, value in values.items() if value == max(values.values())]
    return best[0] if len(best) == 1 else "grey"
