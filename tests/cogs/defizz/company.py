"""A game of Défizz on SimCord, also with a server's own deck: who is awaited, and what they know."""

import json
import re
from functools import partial
from typing import Any

from bot.ui.pages.escape import escape
from cogs.defizz.words import LONGEST_QUESTION, MOMENTS
from engines.defizz.deck import Chance, Cible, PingPong, answers_of
from engines.defizz.model import Pile
from engines.defizz.shelf import MIXED, house_deck
from tests.engines.defizz.decks import MIXED as SIX_CARDS
from tests.support import sim_company
from tests.support.sim import Channel, Person, World
from tests.support.sim_papers import Answer, Paper

WRONG = "n’importe quoi"
CAUTIOUS = 8
_AWAITED = re.compile(r"⏳ \*\*(\w+)\*\* ·")
_CHIPS = re.compile(r"Vos jetons : ([\d ]+)")
_LISTED = re.compile(r"\*\*(\w+)\*\* · [▰▱]+ \*\*([\d ]+)\*\*")


class Company(sim_company.Company):
    """People at a table of Défizz."""

    game = "defizz"

    @property
    def awaited(self) -> list[Person]:
        """Who owes a decision, as the board's list says."""
        return [self.world.people[name] for name in _AWAITED.findall(str(self.board))]

    @property
    def chips(self) -> dict[str, int]:
        """Everybody's chips who has any."""
        listed = _LISTED.findall(str(self.board))
        return {name: int(chips.replace(" ", "")) for name, chips in listed}

    @property
    def question(self) -> Any:
        """The question on the board, from the deck; nobody at the table reads it there."""
        said = f"{self.board}\n"
        for card in house_deck(MIXED).cards:
            for question in card.questions:
                if f"· {escape(question.text, LONGEST_QUESTION)}\n" in said:
                    return question
        raise AssertionError(said)

    async def rolls(self) -> Person:
        """The active seat rolls."""
        (person,) = self.awaited
        await person.presses(self.board, "roll")
        return person

    async def picks(self, person: Person, question: int = 0) -> Paper:
        """Choose a question on the board and, in a duel, the first opponent; the page of the stake."""
        arg = [piece.arg for piece in self.board.pieces if piece.verb == "pick"][question]
        paper = (await person.presses(self.board, "pick", arg)).paper
        lists = [piece for piece in paper.pieces if piece.is_list]
        if lists:
            await person.chooses(paper, lists[0].verb, lists[0].values[0])
            paper = self.world.reread(paper)
        return paper

    async def stakes(self, person: Person, paper: Paper, *, all_in: bool = False) -> None:
        """Stake the minimum, or everything."""
        if "pick" not in self.board.verbs:
            return  # the bank pays: the opponent was the last thing to be chosen
        if all_in and "stake" in paper.verbs:
            found = _CHIPS.search(str(paper))
            assert found, paper
            form = await person.presses(paper, "stake")
            await person.fills(form, paper, stake=found[1].strip())
        else:
            await person.presses(paper, "choose")

    async def says(self, person: Person, text: str, paper: Paper | None = None) -> Answer:
        """Open the form and answer, on the board or in another message."""
        where = paper or self.board
        form = await person.presses(where, "answer")
        assert form.form is not None, form
        return await person.fills(form, where, text=text)

    async def poses(self, question: int = 0, *, all_in: bool = False) -> Person:
        """Roll, choose, and let all take up the raise, until the question is asked or luck has decided."""
        person = await self.rolls()
        if "ask" in self.board.verbs:
            await self.awaited[0].presses(self.board, "ask", str(question))
            question = 0
        if "choose" in self.board.verbs:
            codes = [piece.arg for piece in self.board.pieces if piece.verb == "choose"]
            await person.presses(self.board, "choose", codes[question])
        else:
            await self.stakes(person, await self.picks(person, question), all_in=all_in)
        while "meet" in self.board.verbs:
            await self.awaited[0].presses(self.board, "meet")
        await self.reads()
        return person

    async def comes_to(self, mode: str, resolver: str | None = None) -> None:
        """Play up to a question of this mode."""
        top = piles(mode, resolver)
        await self.wakes_up_to(**top)
        person = await self.rolls()
        pile = top["duel" if "Duel" in self.board else "multi"]
        await self.stakes(person, await self.picks(person, place_of(pile, mode, resolver)))

    async def reads(self) -> None:
        """Wait until the whole question is there."""
        if " …" in self.board:
            await self.world.passes(MOMENTS[-1] / 1000)

    async def answers(self, person: Person, *, rightly: bool, said: int = 0) -> None:
        """Answer what is asked, rightly or not; `said` tells numbers and list entries of others apart."""
        question = self.question
        if isinstance(question, Cible):
            text = str(question.number) if rightly else str(90_000 + said)
        elif isinstance(question, Chance):
            text = str(1 + said)
        elif isinstance(question, PingPong) and rightly:
            text = question.answers[said % len(question.answers)][0]
        else:
            text = answers_of(question)[0][0] if rightly else WRONG
        await self.says(person, text)

    async def plays_until_over(self, knowing: str, most: int = 400) -> int:
        """One knows everything, the others nothing; from some decisions on all stakes are as high as can be.

        Return how many decisions it took.
        """
        for number in range(most):
            board = self.board
            if "rematch" in board.verbs:
                return number
            if "roll" in board.verbs:
                await self.poses(all_in=number > CAUTIOUS)
            elif "judge" in board.verbs:
                await self.awaited[0].presses(board, "judge", "right" if "**juste**" in board else "wrong")
            elif "name" in board.verbs:
                values = board.piece("name", is_list=True).values
                await self.awaited[0].chooses(board, "name", values[0])
            else:
                there = sorted(self.awaited, key=lambda person: person.name != knowing)
                await self.answers(there[0], rightly=there[0].name == knowing, said=number)
        raise AssertionError(f"not over after {most} decisions:\n{self.board}")


gathered = partial(sim_company.gathered, Company)
playing = partial(sim_company.begun, Company)


def piles(mode: str, resolver: str | None = None) -> dict[str, Pile]:
    """Both piles with a card on top that has a question of this mode."""
    return {kind: _pile(kind, mode, resolver) for kind in ("duel", "multi")}


def place_of(pile: Pile, mode: str, resolver: str | None = None) -> int:
    """Where on the top card a question of this mode stands."""
    questions = house_deck(MIXED).card(pile.order[0]).questions
    return next(place for place, one in enumerate(questions) if _fits(one, mode, resolver))


def right_answers(question: Any) -> list[str]:
    """Every wording that would be right."""
    return [text for wordings in answers_of(question) for text in wordings]


def _pile(kind: Any, mode: str, resolver: str | None) -> Pile:
    ids = house_deck(MIXED).pile(kind)
    cards = {card.id: card for card in house_deck(MIXED).cards}
    first = next(
        one for one in ids if any(_fits(question, mode, resolver) for question in cards[one].questions)
    )
    return Pile((first, *(one for one in ids if one != first)))


def _fits(question: Any, mode: str, resolver: str | None) -> bool:
    return question.mode == mode and (resolver is None or question.resolver == resolver)


CLUE = 300
NAME = "Soirée *quiz* @here"


def deck(**changes: Any) -> bytes:
    """A sound deck of six cards, but for these changes, as a file."""
    return json.dumps({**SIX_CARDS, **changes}, ensure_ascii=False).encode()


async def brings(person: Person, data: bytes, filename: str = "mon-paquet.json", **options: Any) -> Answer:
    """Type `importer` with this file, in one's own server."""
    return await person.types("defizz paquet importer", fichier=(filename, data), **options)


async def stored(world: World) -> list[tuple[str, int]]:
    """The server's decks: their names and how many cards they have."""
    return [(info.name, info.cards) for info in await world.store.decks(world.guild.id)]


class Quiz(Company):
    """People who play with a deck that their server has brought; the bot reads."""

    def __init__(self, world: World, people: list[Person], channel: Channel | None = None) -> None:
        super().__init__(world, people, channel or world.channel)

    async def opens(self, name: str = "") -> None:
        """Gather round a table with the deck of this name; "" is the built-in one."""
        await self.gathers(lecteur="bot")
        if name:
            await self.takes(name)

    async def takes(self, name: str) -> None:
        """The host chooses a deck in the options; "" is the built-in one."""
        panel = (await self.host.presses(self.board, "options")).paper
        for page in ("1", "2"):
            if any(piece.arg == "deck" for piece in panel.pieces):
                break
            panel = await self.host.leafs(panel, "options", page)
        await self.host.chooses(panel, "option", json.dumps(name, ensure_ascii=False), "deck")

    async def turns(self) -> str:
        """The next card is turned; its id, found by the clues on the board."""
        await self.rolls()
        table_id = self.board.piece("rules").table
        state = (await self.world.bot.house.tables._ledger.held(table_id)).vault.state
        assert state is not None
        board = str(self.board)
        (found,) = [
            card
            for card in state.setup.deck.cards
            if all(escape(question.clue, CLUE) in board for question in card.questions)
        ]
        return str(found.id)
