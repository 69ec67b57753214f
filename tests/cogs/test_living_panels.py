"""One private message a seat lives: it asks for one thing, never says what is not true, and tells the end."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.cogs.debacle.company import Company as Debacle
from tests.cogs.debacle.company import playing as debacle
from tests.cogs.defizz.company import playing as defizz
from tests.cogs.desfausse.company import playing as desfausse
from tests.support.sim import Person, World, opened
from tests.support.sim_diavolo import playing as diavolo
from tests.support.sim_diavolo import right_color
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import dice_in, gathered, one_sided, playing

TWO, THREE = ("Anne", "Bob"), ("Anne", "Bob", "Chloé")
GREETING = "vous êtes à la table"


class Crowd:
    """What stood in people's private messages after each thing that somebody did, and how often they rang.

    `most` is the most panels that anybody had at a time; `asking` are those of whoever was asked something by
    two of them. `calls` counts how often people became awaited by what another one did, or by the clock: for
    nothing else do they need a new message.
    """

    def __init__(self) -> None:
        self.most = self.calls = 0
        self.asking: list[str] = []
        self._awaited: set[tuple[int, str]] = set()

    async def look(self, world: World) -> None:
        for person in world.people.values():
            letters = person.letters
            self.most = max(self.most, len(letters))
            if sum(bool(each.verbs) for each in letters) > 1:
                self.asking.append("\n---\n".join(map(str, letters)))
        tables = world.bot.house.tables
        sights = [(await tables.look(live.table_id)).sight() for live in await world.store.live()]
        awaited = {(sight.table.id, seat) for sight in sights for seat in sight.to_act}
        self.calls += len(awaited - self._awaited)
        self._awaited = awaited

    def check(self, world: World, least: int) -> None:
        """There was one panel a person at most, and no message but one greeting each, and for calls.

        `least` is how many calls there were at least.
        """
        assert (self.most, self.asking) == (1, [])
        private = {person.member.user.dm_channel.id for person in world.people.values()}
        sent = [each for each in world.requests("POST", "/messages$") if world.place(each) in private]
        assert least <= len(sent) - len(world.people) <= self.calls


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> Crowd:
    """Looks at all private messages whenever somebody has done something."""
    seen, run = Crowd(), World.run

    async def run_and_look(self: World, work: Callable[[], Awaitable[Any]]) -> Any:
        result = await run(self, work)
        await seen.look(self)
        return result

    monkeypatch.setattr(World, "run", run_and_look)
    return seen


def told_the_end(person: Person) -> bool:
    """Whether the only private message of a person says how the game ended, and leads on."""
    (panel,) = person.letters
    return panel.verbs == ["rematch"] and bool(panel.links) and "gagne la partie" in panel


# -- whole games -------------------------------------------------------------------------------------------


async def test_la_tasse_by_private_message(crowd: Crowd) -> None:
    async with playing(*THREE, seuil=3) as company:
        assert await company.plays_on(one_sided("Bob")) > 15
        crowd.check(company.world, least=8)  # whoever is called is called by a message of their own
        assert all(told_the_end(person) for person in company.people)
        winner = company.named(r"🏆 \*\*(\w+)\*\*")
        assert "Votre place : 1 sur 3." in winner.letter
        await winner.presses(winner.letter, "rematch")
        assert "la table est ouverte" in company.board
        panel = next(each for each in winner.letters if "gagne la partie" in each)
        assert "La revanche est ouverte" in panel


async def test_la_tasse_on_the_board_leaves_no_panel_behind(crowd: Crowd) -> None:
    async with playing(*THREE, seuil=2) as company:
        await company.plays_on(one_sided("Bob"), "panel")
        assert (crowd.most, crowd.asking) == (1, [])
        assert all(not person.letters or told_the_end(person) for person in company.people)


async def test_desfausse_by_private_message(crowd: Crowd) -> None:
    async with desfausse(*TWO) as company:
        await company.plays_until("manche 1, tour 2")
        assert all(len(person.letters) == 1 for person in company.people), "who clicks is there already"
        assert all("manche 1, tour 2" in person.letter for person in company.people)
        await company.plays_until("gagne la partie", 900)
        crowd.check(company.world, least=12)
        assert all(told_the_end(person) for person in company.people)


async def test_debacle_and_its_end_by_resigning(crowd: Crowd) -> None:
    async with debacle(*TWO) as company:
        for _ in range(6):
            await turn(company)
        crowd.check(company.world, least=5)
        leaver = company.mover
        await leaver.resigns(leaver.letter)
        for person in company.people:
            assert all(told_the_end(person) for _ in person.letters)
        assert told_the_end(leaver)
        assert "Votre place : 2 sur 2." in leaver.letter


async def test_defizz_by_all_means(crowd: Crowd) -> None:
    async with defizz(*THREE) as company:
        await company.plays_until_over("Chloé")
        crowd.check(company.world, least=0)


async def test_diavolo_rings_nobody(crowd: Crowd) -> None:
    async with diavolo(*THREE) as company:
        while "rematch" not in company.board.verbs:
            right = right_color(await company.rolls())
            for person, color in zip(company.people, (right, "grey", "black"), strict=True):
                if "grab" in company.board.verbs:  # who came before may have ended the round
                    await company.grabs(person, color)
            await company.world.passes(20)
        await crowd.look(company.world)
        assert crowd.calls > 5
        assert [letter for person in company.people for letter in person.letters] == []


async def turn(company: Debacle) -> None:
    """Whoever is to move takes a whole turn in their private message."""
    mover = company.mover
    while company.mover is mover:
        await company._does_something(mover)


# -- the greeting ------------------------------------------------------------------------------------------


async def test_the_first_call_takes_the_place_of_the_greeting() -> None:
    """Who leaves the lobby keeps none, and finds a new one on coming back."""
    async with gathered(*THREE) as company:
        bob = company.people[1]
        first = bob.letter
        await bob.presses(company.board, "quit")
        assert bob.letters == []
        await bob.presses(company.board, "join")
        assert bob.letter.id != first.id
        greetings = {person.name: person.letter for person in company.people}
        assert all(GREETING in greeting for greeting in greetings.values())
        await company.host.presses(company.board, "begin")
        assert all(len(person.letters) == 1 for person in company.people)
        assert company.world.has_gone(greetings[company.holder.name])
        assert "roll" in company.holder.letter.verbs
        for person in company.others:
            assert str(person.letter) == str(greetings[person.name]), "nothing calls them yet"


async def test_of_a_table_that_never_began_the_greeting_says_so() -> None:
    async with gathered(*THREE) as company:
        *stay, chloe = company.people
        await chloe.presses(company.board, "quit")
        assert chloe.letters == [], "who leaves keeps none"
        await company.host.types("tasse stop")
        for person in stay:
            (told,) = person.letters
            assert "La table a été fermée avant le début" in told
            assert f"<#{company.channel.id}>" in told
            assert GREETING not in told
            assert told.verbs == []
        asked = len(company.world.requests("PATCH"))
        await company.world.restarts()
        assert len(company.world.requests("PATCH")) == asked, "it is said once"


async def test_who_opens_their_private_messages_later_finds_what_is_asked() -> None:
    async with opened("Anne", "Bob") as world:
        anne, bob = world.people.values()
        bob.closes_private_messages()
        await anne.types("tasse start")
        notice = (await bob.presses(world.board, "join")).paper
        await anne.presses(world.board, "begin")
        assert bob.letters == []
        bob.opens_private_messages()
        assert "c’est réglé" in await bob.presses(notice, "knock")
        (letter,) = bob.letters
        assert GREETING in letter or letter.verbs
        assert "c’est réglé" in await bob.presses(notice, "knock")
        assert [each.id for each in bob.letters] == [letter.id]


# -- what it says meanwhile --------------------------------------------------------------------------------


async def test_after_the_announcement_the_dice_are_told_until_all_know_them() -> None:
    async with playing(*THREE) as company:
        roller, paper = await company.rolls()
        while (dice := dice_in(paper)) not in paper.piece("say", is_list=True).values:
            await company.announces(roller, paper, paper.piece("say", is_list=True).values[-1])
            before, (roller, paper) = (roller, paper), await company.rolls()
            told = company.world.reread(before[1])
            for secret in ("🎲", "gobelet_de_"):
                assert secret not in told, "dice that nobody lifted are never told"
        await company.announces(roller, paper, dice)
        assert "Un secret" in roller.letter
        assert dice_in(roller.letter) == dice
        doubter = company.holder
        await doubter.presses(doubter.letter, "doubt")
        told = company.world.reread(paper)
        assert f"**{doubter.name}** doute" in told
        assert dice_in_story(told) == dice
        assert "Un secret" not in told
        assert told.verbs == []


async def test_who_plays_on_the_board_finds_no_old_panel() -> None:
    async with playing(*THREE) as company:
        person = company.holder
        letter = person.letter
        opened = (await person.presses(company.board, "roll")).paper
        await person.chooses(opened, "say", "41")
        assert company.world.has_gone(letter)
        assert "Un secret" in company.world.reread(opened)


# -- reminders, pauses, crashes ----------------------------------------------------------------------------


async def test_a_reminder_takes_the_place_of_the_panel_and_a_restart_calls_nobody_again() -> None:
    async with playing(*THREE) as company:
        holder, letter = company.holder, company.holder.letter
        await company.world.passes(company.seconds_left - 10)
        (panel,) = holder.letters
        assert company.world.has_gone(letter)
        assert "c’est à vous de jouer" in panel
        assert panel.verbs == letter.verbs
        await holder.presses(panel, "roll")
        assert "c’est à vous de jouer" not in holder.letter
        assert "Vos dés" in holder.letter
        await company.announces(holder, holder.letter, "41")
        shown = {person.name: [str(letter) for letter in person.letters] for person in company.people}
        await company.world.restarts(away=5)
        assert company.holder.letter.verbs
        for person in company.people:
            assert len(person.letters) == len(shown[person.name])
            if person is not company.holder:  # whose time has moved
                assert [str(letter) for letter in person.letters] == shown[person.name]


async def test_a_reminder_of_a_game_without_a_panel_goes_away_once_it_was_heeded() -> None:
    async with defizz(*THREE, lecteur="bot") as company:
        (awaited,) = company.awaited
        await company.world.passes(company.seconds_left - 10)
        assert "c’est à vous de jouer" in awaited.letter
        await company.rolls()
        assert awaited.letters == []


async def test_after_a_pause_people_are_called_again_by_one_message() -> None:
    async with playing(*THREE) as company:
        holder, others = company.holder, company.others
        letter = holder.letter
        await company.host.types("tasse pause")
        assert company.world.reread(letter).verbs == []
        assert "en pause" in company.world.reread(letter)
        assert all(GREETING in other.letter for other in others), "nothing changes for them"
        await company.host.types("tasse statut")
        (panel,) = holder.letters
        assert "roll" in panel.verbs


# -- the end of a table ------------------------------------------------------------------------------------


async def test_who_leaves_is_told_so_and_a_stopped_table_tells_everybody_how_it_ended() -> None:
    async with playing(*THREE) as company:
        leaver = company.others[0]
        greeting = leaver.letter
        await leaver.types("tasse quitter")
        (told,) = leaver.letters
        assert told.id == greeting.id, "before their first call, too"
        assert "Vous avez quitté la table" in told
        assert GREETING not in told
        assert told.verbs == []
        roller, paper = await company.rolls()
        await company.announces(roller, paper, "41")
        host = next(person for person in company.people if person is not leaver)
        await host.types("tasse stop")
        for person in company.people:
            (panel,) = person.letters
            assert "arrêtée avant la fin" in panel
            assert panel.verbs == ["rematch"]
        assert "Un secret" not in roller.letter


def dice_in_story(paper: Paper) -> str:
    """The dice that a line of the story names, by their emojis' names."""
    return "".join(re.findall(r"gobelet_de_(\d)_", str(paper)))
