"""Le plus grand on SimCord, a game beside the bot's own: whole, and without what a game may leave out."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.insight.model import Played, Seated
from bot.insight.profile import sum_up
from bot.tables.past.replays import look_back
from bot.tables.proof.dice import Seed
from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from bot.texts import Texts, texts_for
from bot.ui.frame.face import Face
from bot.ui.pages.limits import check
from cogs.rankings.profile import Portrayed, Reach, Whose, profile_page
from db.store import SqliteStore
from engines.core import telling
from engines.core.records import Place
from tests.engines.by_hand import ByHand
from tests.engines.test_frames import table_of
from tests.plusgrand.rules import Doubt, PlusGrand, Say
from tests.support import sim_company
from tests.support.games import FACES, GAMES, SIXTH
from tests.support.plain_page import plain
from tests.support.results import ended
from tests.support.sim import Person
from tests.support.sim_papers import Paper

THREE = ("Anne", "Bob", "Chloé")
_FACE = re.compile(r"gobelet_de_(\d)_")
_HEX = re.compile(r"[0-9a-f]{16,64}")
ROUND = (6, 5, 4, 3, 2, 1)
LANGUAGES = (texts_for("fr"), texts_for("en-US"))


class Company(sim_company.Company):
    """People at a table of Le plus grand."""

    game = "plusgrand"
    games = FACES

    @property
    def speaker(self) -> Person:
        """Who has the word, as the board says."""
        return self.named(r"\*\*(\w+)\*\* a la parole")

    @property
    def over(self) -> bool:
        return "rematch" in self.board.verbs

    async def says(self, number: int) -> None:
        """Who has the word chooses a sum in their private message."""
        await self.speaker.chooses(self.speaker.letter, "say", str(number))

    async def plays_on(self, each_time: Callable[[], Any] | None = None) -> None:
        """Whoever is first says 7, and is doubted, until somebody has won."""
        for _ in range(60):
            if self.over:
                return
            if "doubt" in self.board.verbs:
                await self.speaker.presses(self.board, "doubt")
            else:
                await self.says(7)
            if each_time is not None:
                await each_time()
        raise AssertionError(f"not over:\n{self.board}")


gathered = partial(sim_company.gathered, Company)
playing = partial(sim_company.begun, Company)


def dice_in(paper: Paper) -> list[int]:
    return [int(face) for face in _FACE.findall(str(paper))]


async def test_a_table_from_its_start_to_a_winner_whose_dice_are_proved() -> None:
    async with gathered(*THREE) as company:
        promised = _HEX.search(str(company.board))
        assert promised is not None
        await company.host.presses(company.board, "begin")
        await company.plays_on()
        assert re.search(r"🏆 \*\*\w+\*\* gagne la partie", str(company.board))
        assert "3 points" in company.board
        assert promised[0] in company.board, "what was promised at the start stands beside the seed"
        answer = await company.host.types("des verifier")
        assert "Dés vérifiés" in answer
        (file,) = answer.paper.files
        record = Record.load(company.world.file(file))
        assert verify(record, GAMES).ok
        assert verify(record, GAMES).replayed > 3


async def test_options_are_offered_with_the_command_and_on_the_board() -> None:
    async with gathered(*THREE, points=1) as company:
        assert "1 point" in company.board
        await company.host.sets(company.board, '"2"', "first")
        await company.host.presses(company.board, "begin")
        assert company.speaker.name == "Bob"
        assert "**Victoire** : 1 point" in company.board


async def test_own_dice_come_by_private_message_and_lie_as_the_doubt_shows() -> None:
    async with playing(*THREE) as company:
        speaker = company.speaker
        own = dice_in(speaker.letter)
        assert len(own) == 2
        assert own == dice_in((await speaker.presses(company.board, "hand")).paper)
        await company.says(sum(own))
        await company.speaker.presses(company.board, "doubt")
        assert f"**{speaker.name}** avait {sum(own)}. Un point pour **{speaker.name}**" in company.board


async def test_the_board_has_the_same_buttons_for_all_and_opens_the_own_list() -> None:
    async with playing(*THREE) as company:
        panel = (await company.speaker.presses(company.board, "say")).paper
        assert panel.piece("say", is_list=True).values == tuple(map(str, range(2, 13)))
        other = next(person for person in company.people if person is not company.speaker)
        assert (await other.presses(company.board, "say")).paper.verbs == ["hand"]
        await company.speaker.chooses(panel, "say", "11")
        assert company.speaker.letter.piece("say", is_list=True).values == ("12",)


async def test_silence_counts_and_who_is_silent_three_times_leaves() -> None:
    async with playing("Anne", "Bob", points=9) as company:
        for _ in range(30):
            if company.over:
                break
            await company.world.passes(46)
        assert company.over
        assert "dit 2" in company.board
        assert "a quitté la table" in company.board


async def test_a_leaver_comes_last_and_equals_share_a_place() -> None:
    async with playing(*THREE) as company:
        await company.people[1].types("plusgrand quitter")
        assert "**Bob** quitte la table" in company.board
        await company.host.types("plusgrand stop")
        places = re.findall(r"` ?(\d)` \*\*(\w+)\*\*", str(company.board))
        assert places == [("1", "Anne"), ("1", "Chloé"), ("3", "Bob")]


async def test_the_process_dies_after_every_press(store: SqliteStore) -> None:
    async with playing(*THREE, store=store, points=1) as company:
        await company.plays_on(company.world.restarts)
        assert "🏆" in company.board
        assert "Dés vérifiés" in await company.host.types("des verifier")


async def _what_all_see(number: int) -> tuple[list[int], list[str]]:
    """Anne's dice by this seed, and all that goes to the channel until her claim is doubted."""
    seed = Seed(number.to_bytes(32, "big"))
    async with gathered(*THREE, new_seed=lambda: seed) as company:
        await company.host.sets(company.board, '"1"', "first")
        await company.host.presses(company.board, "begin")
        await company.says(5)
        await company.says(12)
        world = company.world
        requests = [each for each in world.env.http_requests if world.place(each) == company.channel.id]
        sent = [_HEX.sub("#", str(each.json)) for each in requests]
        return dice_in(company.host.letter), sent


async def test_what_all_see_is_the_same_whatever_the_dice() -> None:
    results = [await _what_all_see(number) for number in (1, 2, 3)]
    assert len({tuple(dice) for dice, _ in results}) > 1
    assert len(results[0][1]) > 3
    assert all(sent == results[0][1] for _, sent in results)


def over() -> ByHand:
    """Anna, Bo, Chloé and Dan: Dan leaves, Bo lies, and Chloé, who doubts it, wins."""
    lived = ByHand(PlusGrand(), "ABCD", *ROUND, 1, 1, goal=1)
    lived.leave("D", *ROUND, 1, 1)
    return lived.act("A", Say(3)).act("B", Say(12)).act("C", Doubt())


def test_winners_come_first_leavers_last_and_all_others_share_a_place() -> None:
    lived = over()
    assert lived.game.places(lived.state) == (Place(1, ("C",)), Place(2, ("A", "B")), Place(4, ("D",)))
    sheets = lived.facts()
    assert all(sorted(sheets[seat]) == sorted(telling.COMMON) for seat in "ABCD")
    assert [sheets[seat]["place"] for seat in "ABCD"] == [2, 2, 1, 4]


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
def test_a_replay_shows_what_all_saw(t: Texts) -> None:
    lived = over()
    past = look_back(table_of(lived), lived.record(), lived.game)
    face: Face = SIXTH()
    for number, frame in enumerate(past.frames):
        assert frame.moments == ()
        assert face.revealed(past, number, past.sight(number), t) == ""
        check(face.replay(past, number, t))


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
def test_a_profile_has_results_alone(t: Texts) -> None:
    spec, sheet = SIXTH.spec, over().facts()["A"]
    seats = tuple(Seated((user,), place) for user, place in enumerate((2, 2, 1, 4), 1))
    table = ended(1, 1, 2, 3, 4)._replace(game=spec.name, seats=seats)
    profile = sum_up(1, [Played(table, False, sheet)])
    assert spec.portrait(profile.facts, t) == ()
    page = profile_page(Portrayed(Whose(spec.name, 1), spec, (spec,), profile, None, {}, Reach.MINE), t)
    assert "**2**" in plain(check(page))
    assert not any("profile.share" in str(block) for block in page.blocks)
