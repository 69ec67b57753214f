"""Teams of two, as people go through the lobby and play."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.support.sim import Person
from tests.support.sim_company import Company, gathered


class Quiz(Company):
    game = "defizz"

    async def joins(self, person: Person, team: str) -> None:
        """Choose a team in the list that Rejoindre opens."""
        choice = (await person.presses(self.board, "join")).paper
        await person.chooses(choice, "join", team)

    async def names(self, person: Person, title: str) -> str:
        answer = await person.presses(self.board, "title")
        return str(await person.fills(answer, self.board, title=title))


@asynccontextmanager
async def teams() -> AsyncIterator[Quiz]:
    """Anne with Bob against Chloé with Dan; the bot reads."""
    async with gathered(Quiz, "Anne", lecteur="bot", équipes=True) as quiz:
        for name, team in (("Bob", "1"), ("Chloé", "new"), ("Dan", "2")):
            person = quiz.world.person(name)
            quiz.people.append(person)
            await quiz.joins(person, team)
        yield quiz


async def test_people_find_together_in_the_lobby() -> None:
    async with teams() as quiz:
        board = quiz.board
        assert "2 équipes complètes" in board
        assert "**Anne**" in board
        assert "par deux" in board
        assert board.verbs == ["join", "quit", "begin", "invite", "dice", "options", "ask", "rules", "title"]
        late = quiz.world.person("Zoé")
        choice = (await late.presses(board, "join")).paper
        assert choice.piece("join", is_list=True).values == ("new",)
        await quiz.joins(quiz.people[1], "new")
        assert "1 place libre" in quiz.board
        assert "il manque quelqu’un ici : Anne et Bob" in await quiz.host.presses(quiz.board, "begin")
        await quiz.joins(late, "1")
        assert "il manque quelqu’un ici : Bob." in await quiz.host.presses(quiz.board, "begin")


async def test_a_name_is_only_a_name() -> None:
    async with teams() as quiz:
        _, bob, _, dan = quiz.people
        await quiz.names(bob, "@everyone <@1> **Zèbres**")
        assert "\\*\\*Zèbres" in quiz.board
        assert "@everyone" not in quiz.board
        assert "<@1>" not in quiz.board
        assert "pas seulement des espaces" in await quiz.names(dan, "\u200b\u200b")
        await quiz.names(dan, "Les Lynx")
        assert "**Les Lynx** : **Chloé**" in quiz.board
        stranger = quiz.world.person("Zoé")
        assert "Vous n’êtes pas à cette table" in await stranger.presses(quiz.board, "title")


async def test_both_of_a_team_are_reminded() -> None:
    async with teams() as quiz:
        await quiz.host.presses(quiz.board, "begin")
        await quiz.world.passes(quiz.seconds_left - 20)
        news = [
            [str(letter) for letter in person.letters if "c’est à vous de jouer" in letter]
            for person in quiz.people
        ]
        assert sorted((len(news[0]), len(news[2]))) == [0, 1]
        assert (len(news[0]), len(news[2])) == (len(news[1]), len(news[3]))


async def test_who_leaves_a_team_loses_its_panel() -> None:
    async with teams() as quiz:
        await quiz.host.presses(quiz.board, "begin")
        first = quiz.named(r"Joueur actif : \*\*Équipe (\w+)\*\*")
        second = quiz.people[quiz.people.index(first) + 1]
        await second.presses(quiz.board, "roll")
        await second.presses(quiz.board, "help")
        panel = str(second.letter)
        assert str(first.letter) == panel
        await first.types("defizz quitter")
        assert first.letters == []
        assert str(second.letter) == panel
