"""Hints: what a strong computer would do, asked with what the person sees, and put into a sentence."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.tables.advising import Adviser, may_advise, question_of
from bot.tables.computers.thought import MindFailed
from bot.tables.lessons import LEARNER, follow
from bot.tables.model import Computer, Denied, Held, Manners, Person, Seat, Status, Table
from bot.tables.sight import Sight, see
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.hints import HINT
from bot.ui.frame.lobby import lobby_page, options_page
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.page import Row
from cogs import make_faces
from cogs.tasse.face import chance_of
from engines import GAMES
from engines.debacle.model import Capture
from engines.debacle.model import Roll as Move
from engines.desfausse.model import Reroll, Stop
from engines.tasse.model import Announce, Direct, Doubt, Roll, Show
from players.core.player import Level
from players.core.speech import plain_decision, plain_question, read_question
from players.core.uniform import Uniform
from players.registry import find_player, think
from tests.support.asks import ask_of
from tests.support.plain_page import menu, plain, selects, verbs
from tests.support.sim import opened
from tests.support.sim_tasse import gathered
from tests.support.tasse_table import GAME, TasseTable, lobby_table

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACES = make_faces(EmojiBook())
LEARNT = sorted(name for name, face in FACES.items() if face.spec.lesson is not None)
"""The games of which there is a lesson, which is a quick way through them."""
FACE = FACES["tasse"]
ANNE = Person(7, "Anne", 8)
BASILE = Computer(Level.STRONG, "basile")


class Here:
    """Thinks in the test's own process."""

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        asked = read_question(GAMES, question)
        return plain_decision(GAMES[asked.view.game], think(asked))


class Nowhere:
    """What thinks has died."""

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        raise MindFailed("gone")


ADVISER = Adviser(Here(), find_player)


def seat_computers(table: Table, *names: str) -> Table:
    """The same table with computers in these seats."""

    def seated(seat: Seat) -> Seat:
        there = Person(None, "Basile", 1, computer=BASILE)
        return replace(seat, people=(there,)) if seat.name in names else seat

    return replace(table, seats=tuple(map(seated, table.seats)))


class Trial(TasseTable):
    """A table of one person, in the first seat, and computers."""

    def __init__(self, names: int = 2, **options: Any) -> None:
        super().__init__(("Anne", "Bob", "Chloé")[:names], announce="guided", **options)
        others = [str(n) for n in range(2, names + 1)]
        self.held = replace(self.held, table=seat_computers(self.held.table, *others))

    def sight(self, seat: str | None = "1") -> Sight:
        return see(self.held, GAME, seat, 0)


def rolled(*dice: int, said: str = "11", mine: tuple[int, int] = (3, 5)) -> Trial:
    """Anne has announced 53, and her computer, with these dice, `said`."""
    trial = Trial()
    for seat, action, draws in (
        ("1", Roll(), mine),
        ("1", Announce("53"), ()),
        ("2", Roll(), dice),
        ("2", Announce(said), ()),
    ):
        trial.act(seat, action, *draws)
    return trial


async def words(sight: Sight) -> str:
    decision = await ADVISER.advise(sight, GAME)
    return FACE.draw_hint(decision.actions, sight, FRENCH)


async def test_a_hint_says_what_to_do_and_the_odds() -> None:
    assert "Lancez" in await words(Trial().sight())
    said = await words(rolled(4, 2).sight())
    assert said.startswith(("**Doutez.**", "**Croyez, et lancez.**"))
    assert said.endswith("Un lancer fait ce score ou mieux : 50\u00a0%.")


def test_truth_bluff_doubt_and_joker_have_words_of_their_own() -> None:
    trial = Trial().act("1", Roll(), 3, 5)
    truth, bluff = (
        FACE.draw_hint((Announce(score),), trial.sight(), FRENCH).partition(".")[0] for score in ("53", "64")
    )
    assert truth == "**Annoncez la vérité**, **53**"
    assert bluff == "**Bluffez** : **64**"
    said = FACE.draw_hint((Doubt(),), rolled(4, 2, said="21").sight(), FRENCH)
    assert said == "**Doutez.** Un lancer fait ce score ou mieux : 6\u00a0%."
    joker = rolled(4, 2, said="53").act("1", Roll(), 3, 2)
    said = FACE.draw_hint((Show(),), joker.sight(), FRENCH)
    assert "joker" in said
    assert "%" in said


async def test_it_is_a_strong_computer_that_is_asked_with_what_the_person_sees() -> None:
    """The dice under the own cup are known, those of another and the seed have no part in it."""
    player = find_player("tasse")
    trial = rolled(4, 2)
    asked = question_of(trial.sight(), GAME, player)
    assert asked.level is Level.STRONG
    assert asked.view.computers == ("2",)
    other = replace(trial.held, vault=replace(trial.held.vault, seed=bytes(32)))
    assert question_of(see(other, GAME, "1", 0), GAME, player) == asked
    hidden = [
        plain_question(GAME, question_of(rolled(*d).sight(), GAME, player)) for d in ((4, 2), (1, 1), (6, 6))
    ]
    assert hidden[0] == hidden[1] == hidden[2]
    assert "42" not in str(hidden[0]["view"])
    own = [Trial().act("1", Roll(), *dice) for dice in ((4, 2), (6, 6))]
    one, two = (plain_question(GAME, question_of(each.sight(), GAME, player))["view"] for each in own)
    assert one != two


async def test_what_is_advised_is_allowed() -> None:
    for first in range(1, 7):
        for second in range(1, 7):
            trial = Trial()
            trial.act("1", Roll(), first, second)
            sight = trial.sight()
            (action,) = (await ADVISER.advise(sight, GAME)).actions
            assert action in sight.legal.actions
            for t in (FRENCH, ENGLISH):
                assert FACE.draw_hint((action,), sight, t)


@pytest.mark.parametrize(
    ("score", "chance"),
    [("32", Fraction(1)), ("66", Fraction(14, 36)), ("21", Fraction(2, 36)), ("11", Fraction(18, 36))],
)
def test_the_odds_of_a_score_or_better(score: str, chance: Fraction) -> None:
    assert chance_of(score) == chance


async def test_whoever_is_not_awaited_is_told_so_and_where_nobody_thinks_there_is_a_sentence() -> None:
    trial = Trial().act("1", Roll(), 3, 5).act("1", Announce("53"))
    for adviser, sight, why in (
        (ADVISER, trial.sight(), "not_your_turn"),
        (ADVISER, trial.sight(None), "not_at_table"),
        (Adviser(Nowhere(), find_player), Trial().sight(), "no_idea"),
        (Adviser(Here(), Uniform), Trial().sight(), "no_advice"),
    ):
        with pytest.raises(Denied, match=why):
            await adviser.advise(sight, GAME)


def test_hints_are_given_where_one_person_plays_against_computers_or_the_host_wishes() -> None:
    held, people = Trial(3).held, TasseTable().held.table
    alone, beside = held.table, seat_computers(people, "3")
    assert may_advise(alone)
    for table in (people, beside, seat_computers(alone, "1")):
        assert not may_advise(table), "people alone, two people and a computer, computers alone"
    for table in (alone, people, beside):
        assert may_advise(replace(table, manners=Manners(hints=True)))
        assert not may_advise(replace(table, manners=Manners(hints=False)))
    for status in (Status.LOBBY, Status.PAUSED, Status.CLOSED):
        assert not may_advise(replace(alone, status=status))
        assert not may_advise(replace(alone, manners=Manners(hints=True), status=status))


async def test_among_people_each_is_advised_by_what_they_see_alone() -> None:
    asked = []
    for dice in ((4, 2), (1, 1), (6, 6)):
        table = TasseTable(manners=Manners(hints=True), announce="guided")
        table.act("1", Roll(), *dice)
        table.act("1", Announce("53"))
        sight = see(table.held, GAME, "2", 0)
        (action,) = (await ADVISER.advise(sight, GAME)).actions
        assert action in (Doubt(), Roll())
        with pytest.raises(Denied, match="not_your_turn"):
            await ADVISER.advise(see(table.held, GAME, "3", 0), GAME)
        asked.append((plain_question(GAME, question_of(sight, GAME, find_player("tasse"))), action))
    assert asked[0] == asked[1] == asked[2]
    assert asked[0][0]["view"]["seat"] == "2"


@pytest.mark.parametrize("name", sorted(FACES))
def test_the_option_stands_where_a_game_has_hints(name: str) -> None:
    face, table = FACES[name], lobby_table(("Anne", "Bob"), game=name)
    specs = face.spec.offer_options(table, FRENCH, frozenset())
    pages = [options_page(table, face, specs, True, str(n), FRENCH) for n in range(3)]
    offered = [select for page in pages for select in selects(page) if select.arg == "hints"]
    assert offered
    for select in offered:
        assert [choice.chosen for choice in select.choices] == [True, False, False]


@pytest.mark.parametrize(
    ("hints", "words"), [(None, ""), (True, "Conseils pour tout le monde"), (False, "Sans conseils")]
)
def test_the_lobby_says_what_its_host_has_chosen(hints: bool | None, words: str) -> None:
    said = plain(lobby_page(lobby_table(manners=Manners(hints=hints)), FACE, FRENCH))
    assert words in said
    assert ("onseils" in said) == bool(words)


def test_the_button_stands_in_the_menu_where_hints_are_given() -> None:
    def board(face: Face, held: Held) -> Any:
        return face.board(see(held, GAME, None, 0), FRENCH)

    assert "Conseil" in plain(board(FACE, Trial().held))
    assert "Conseil" not in plain(board(FACE, TasseTable().held))
    assert HINT not in verbs(board(FACE, TasseTable().held))


@pytest.mark.parametrize("name", LEARNT)
def test_who_plays_alone_finds_the_button_beside_the_others_where_there_is_room(name: str) -> None:
    shown = set()
    for sight in lesson_sights(name):
        assert may_advise(sight.table)
        channel = replace(sight, seat=None, legal=None)
        page = FACES[name].board(channel, FRENCH)
        rows = [[button.verb for button in row.buttons] for row in page.blocks if isinstance(row, Row)]
        own = [row for row in rows if HINT in row]
        shown.add(bool(own))
        assert all(row[-1] == HINT and 1 < len(row) < 5 for row in own)
        assert bool(own) != (HINT in str(menu(page))), "else it is in the menu"
        among_all = replace(channel, table=replace(channel.table, manners=Manners(hints=True)))
        assert HINT in str(menu(FACES[name].board(among_all, FRENCH)))
    assert True in shown


@pytest.mark.parametrize("given", [True, False])
async def test_a_person_alone_asks_for_a_hint_that_nobody_else_sees_unless_they_take_them_away(given) -> None:
    async with opened("Anne") as world:
        anne, tables = world.people["Anne"], world.bot.house.tables
        await anne.types("tasse start")
        option = ("first", "1") if given else ("hints", False)
        await tables.set_option(ask_of(anne.id, "Anne", 77), 1, *option)
        await world.passes(1)
        await anne.presses(world.board, "fill")
        assert "hand" in world.board.verbs
        assert ("ask" in world.board.verbs) is given
        if given:
            hint = (await anne.presses(world.board, "ask")).papers
            assert any("💡 Lancez" in str(paper).replace("*", "") for paper in hint)
            stranger = world.person("Zoé")
            assert "💡" not in str(await stranger.presses(world.board, "ask"))
        assert "💡" not in world.board


async def test_the_host_gives_hints_to_everybody_and_each_reads_their_own_alone() -> None:
    async with gathered("Anne", "Bob") as company:
        await company.host.sets(company.board, "true", "hints", page="1")
        assert "Conseils pour tout le monde" in company.board
        await company.host.presses(company.board, "begin")
        assert "ask" in company.board.verbs
        roller, letter = await company.rolls()
        (waiting,) = company.others
        hint = await roller.presses(company.board, "ask")
        assert "💡" in str(hint.papers[-1])
        assert "💡" not in company.board
        assert not any("💡" in str(paper) for paper in waiting.letters)
        assert "Ce n’est pas à vous" in await waiting.presses(company.board, "ask")
        await company.announces(roller, letter, "66")
        assert "Un lancer fait ce score ou mieux" in str(
            (await waiting.presses(company.board, "ask")).papers[-1]
        )


def lesson_sights(name: str) -> Iterator[Sight]:
    """What somebody sees who learns a game: along the first ways of its lesson."""
    face = FACES[name]
    assert face.spec.lesson is not None
    for clicks in range(8):
        walk = follow(face.spec.lesson, face.spec.rules, (0,) * clicks, ANNE, FRENCH, "fr")
        if walk is None:
            return
        yield see(walk.held, face.spec.rules, LEARNER, 0)


@pytest.mark.parametrize("name", LEARNT)
def test_every_action_can_be_advised_in_both_languages(name: str) -> None:
    said = 0
    for sight in lesson_sights(name):
        legal = sight.legal.actions if LEARNER in sight.to_act else ()
        for action in legal[::3]:
            if isinstance(action, Direct):  # with two in play it means nothing, and nobody advises it
                continue
            french, english = (FACES[name].draw_hint((action,), sight, t) for t in (FRENCH, ENGLISH))
            assert french.startswith("**")
            assert french != english
            assert french.endswith((".", "%.", "!"))
            said += 1
    assert said > 5


@pytest.mark.parametrize("name", LEARNT)
async def test_what_a_strong_computer_does_is_allowed_and_has_words(name: str) -> None:
    rules, asked = FACES[name].spec.rules, 0
    for sight in lesson_sights(name):
        if LEARNER in sight.to_act:
            actions = (await ADVISER.advise(sight, rules)).actions
            assert sight.refusal(actions[0]) is None
            assert FACES[name].draw_hint(actions, sight, FRENCH).startswith("**")
            asked += 1
    assert asked > 3


def test_a_hint_of_desfausse_counts_what_may_leave() -> None:
    first = next(lesson_sights("desfausse"))
    assert FACES["desfausse"].draw_hint((Stop(),), first, FRENCH) == (
        "**Gardez** tout. À l’appel des 4, 2 dés peuvent partir."
    )
    assert FACES["desfausse"].draw_hint((Reroll((2, 4)),), first, FRENCH) == (
        "**Relancez** petit rouge 2, petit vert 6. À l’appel des 4, 2 dés peuvent partir."
    )


def test_a_hint_of_debacle_says_what_the_turn_takes() -> None:
    turn = (Move("c3", "c4"), Capture("c4", "c5"))
    said = FACES["debacle"].draw_hint(turn, next(lesson_sights("debacle")), FRENCH)
    assert said == "**Commencez par** : Rouler c3→c4 (5→6). Ce tour peut prendre 1 dé."
