"""How computers play Défizz: what they stake, say and propose, how long they take, and who wins."""

import json
from hashlib import sha256
from itertools import islice
from random import Random

import pytest

from engines.core.draws import SeededDraws
from engines.defizz.events import GaveUp, Judged, QuestionAsked
from engines.defizz.model import Accept, Answer, Choose, Help, Judge, Name, Pass, Refuse
from engines.defizz.observe import Observation, Spoken
from players.arena import view_of
from players.core.player import PERSONAS, Budget, Level, Persona, Recollection, Told
from players.core.speech import Question, plain_decision
from players.defizz.player import STRANGER, Notes, chance_to_win, luckiest_number
from players.registry import think
from tests.engines.defizz.decks import MIXED, chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import DUEL_100, MULTI_100, Table
from tests.players.quizzing import GAME, PLAYER, open_table, visit

every_level = pytest.mark.parametrize("level", list(Level), ids=lambda level: level.value)
VARIANTS = (
    {"reader": "seat"},
    {"reader": "seat", "expert": True},
    {"reader": "bot", "expert": True},
    {"reader": "seat", "teams": True},
    {"enrichment": True, "bank": 1500},
)


def decide(table, seat, recollection=None, *, level=Level.MEDIUM, persona="basile", key=bytes(32), notes=""):
    """Return what a computer does at a seat to whose mind this comes, and how long it takes."""
    view = view_of(GAME, table.state, seat, (), notes, recollection)
    who = persona if isinstance(persona, Persona) else PERSONAS[persona]
    return think(Question(view, level, who, Budget(0), key))


def do(*args, **options):
    (action,) = decide(*args, **options).actions
    return action


def often(table, seat, recollection=None, **options):
    """Return what a computer does with forty different chances."""
    chances = (Random(seed).randbytes(32) for seed in range(40))
    return [do(table, seat, recollection, key=key, **options) for key in chances]


def feels(*hunches):
    return Recollection(hunches)


def says(words, sure=0.5):
    return Recollection((0.5, 0.5, 0.5), words, sure)


def choosing(die=MULTI_100, seats="ABCDE"):
    return Table(seats, reader="bot").roll(die)


def asked(question):
    """Return a table of three that has been asked a question for 100."""
    return Table("ABC", deck(question), reader="bot").multi()


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.STRONG])
def test_it_asks_for_what_it_knows_best(level):
    assert do(choosing(), "A", feels(0.2, 0.9, 0.6), level=level).question == 1
    assert do(choosing(), "A", feels(0.7, 0.1, 0.6), level=level).question == 0


def test_it_stakes_more_the_surer_it_is():
    stakes = [do(choosing(), "A", feels(sure, 0.1, 0.1)).stake for sure in (0.55, 0.7, 0.9)]
    assert stakes == sorted(stakes)
    assert stakes[0] < stakes[2]
    assert do(choosing(DUEL_100).help(), "A", feels(0.45, 0.2, 0.1)).stake == 100


def test_who_feels_sure_of_nothing_reads_the_card_once_and_stakes_the_minimum():
    table = choosing()
    assert do(table, "A", feels(0.1, 0.2, 0.1)) == Help()
    assert isinstance(do(table, "A", feels(0.1, 0.6, 0.1)), Choose)
    table.help()
    assert do(table, "A", feels(0.1, 0.2, 0.1)).stake == 100


def test_luck_is_worth_no_raise_to_whoever_has_read_the_card():
    table = Table("AB", deck(chrono(), chance("coin"), chrono()), reader="bot").roll(DUEL_100)
    assert do(table, "A", feels(0.4, 0.9, 0.4)).question == 1
    table.help()
    assert do(table, "A", feels(0.8, 0.9, 0.4)).question == 0
    assert do(table, "A", feels(0.2, 0.9, 0.2)) == Choose(1, "B", 200)


def test_a_bold_persona_stakes_more_than_a_shy_one():
    stakes = [do(choosing(), "A", feels(0.8, 0.1, 0.1), persona=who).stake for who in ("octavie", "gaspard")]
    assert stakes[0] < stakes[1]


@every_level
def test_nobody_stakes_more_than_half_of_their_chips_before_the_last_three(level):
    staked = 0
    for seats, die in (("ABCDE", MULTI_100), ("ABCD", DUEL_100)):
        for action in often(
            choosing(die, seats), "A", feels(0.97, 0.97, 0.97), level=level, persona="gaspard"
        ):
            assert action.stake <= 900
            staked = max(staked, action.stake)
    assert staked > 500
    last = Table("ABCDE", reader="bot").with_chips(19, 0, 19, 0, 19).roll(MULTI_100)
    assert max(each.stake for each in often(last, "A", feels(0.97, 0.97, 0.97), persona="gaspard")) > 900


def test_who_has_less_than_the_minimum_stakes_the_minimum():
    poor = Table("ABC", reader="bot").with_chips(1, 28, 28).roll(DUEL_100 + 2)
    assert {action.stake for action in often(poor, "A", feels(0.9, 0.1, 0.1))} == {300}


def test_it_follows_a_raise_when_it_is_sure_and_the_bold_sooner():
    table = choosing().choose(0, None, 500)
    assert do(table, "B", feels(0.9, 0.1, 0.1)) == Accept()
    assert do(table, "B", feels(0.1, 0.9, 0.9)) == Refuse()
    least = {}
    for who in ("octavie", "gaspard"):
        steps = (sure / 100 for sure in range(100))
        least[who] = next(
            sure for sure in steps if do(table, "B", feels(sure, 0, 0), persona=who) == Accept()
        )
    assert least["gaspard"] < least["octavie"]


def test_nobody_follows_with_more_than_half_of_their_chips_on_a_mere_feeling():
    high = choosing().choose(0, None, 1900)
    low = choosing().choose(0, None, 800)
    assert do(high, "B", feels(0.56, 0.1, 0.1)) == Refuse()
    assert do(low, "B", feels(0.56, 0.1, 0.1)) == Accept()


def test_it_says_what_comes_to_its_mind_or_passes():
    for question, words in ((chrono(), "Reims"), (chrono(), "Rennes"), (pingpong(), "ré")):
        assert do(asked(question), "A", says(words)) == Answer(words)
        assert do(asked(question), "A", says(None)) == Pass()
        assert do(asked(question), "A", None) == Pass(), "nothing is recalled for it"


def test_a_number_that_has_been_said_is_not_said_again():
    table = asked(cible(40)).answer("A", "312")
    near = {action.text for action in often(table, "B", says("312"))}
    assert near == {"311", "313"}
    assert do(table, "B", says("310")) == Answer("310")
    table = asked(cible(3.5)).answer("A", "3,14").answer("B", "3,15")
    assert {action.text for action in often(table, "C", says("3,14"))} == {"3,13"}


@pytest.mark.parametrize("highest", [6, 7, 20])
def test_by_luck_it_takes_the_number_that_most_draws_are_nearest_to(highest):
    for seed in range(30):
        chances = Random(seed)
        taken = chances.sample(range(1, highest + 1), chances.randint(1, highest - 1))
        said = [Spoken("A", str(number), False, 0, None, None, str(number)) for number in taken]
        worth = {}
        for number in {*range(1, highest + 1)} - {*taken}:
            nearest = [
                min(abs(other - drawn) for other in (*taken, number)) for drawn in range(1, highest + 1)
            ]
            wins = [abs(number - drawn) == least for drawn, least in enumerate(nearest, start=1)]
            shared = [
                any(abs(other - n) == least for other in taken) for n, least in enumerate(nearest, start=1)
            ]
            worth[number] = sum(won - 0.5 * (won and alike) for won, alike in zip(wins, shared, strict=True))
        found = int(luckiest_number(highest, said, SeededDraws(bytes(32), "t"), careless=False))
        assert worth[found] == max(worth.values())


def test_by_luck_a_weak_player_says_any_number():
    table = Table("ABC", deck(chance("nearest", max=9)), reader="bot").multi().answer("A", "5")
    said = {int(action.text) for action in often(table, "B", level=Level.EASY)}
    assert said <= {1, 2, 3, 4, 6, 7, 8, 9}
    assert len(said) > 5
    assert {action.text for action in often(table, "B", level=Level.STRONG)} == {"4", "6"}


@every_level
def test_by_luck_it_passes_where_every_number_has_been_said(level):
    table = Table("ABCD", deck(chance("nearest", max=2)), reader="bot").multi().answer("A", "1")
    assert do(table, "B", level=level) == Answer("2")
    assert do(table.answer("B", "2"), "C", level=level) == Pass()


def test_a_reader_confirms_the_bots_verdict_and_names_a_participant():
    for words, right in (("Reims", True), ("Rennes", False)):
        table = Table("ABC", deck(pingpong("Reims", "Metz"))).multi().answer("A", words)
        assert table.turn == "verdict C"
        assert do(table, "C", None) == Judge(right)
    table = Table("ABC", deck(chance("reader"))).multi()
    assert set(often(table, "C")) == {Name("A"), Name("B")}


@every_level
def test_nobody_is_quicker_in_a_race_than_people_can_be(level):
    waited = [
        decide(asked(chrono("la")), "A", says("la", 1.0), level=level, persona="zelie", key=bytes([n] * 32))
        for n in range(200)
    ]
    assert min(decision.delay_ms for decision in waited) >= 900


def test_who_is_sure_or_strong_is_quicker_in_a_race():
    def mean_time(sure, level):
        keys = [Random(seed).randbytes(32) for seed in range(60)]
        table = asked(chrono())
        return sum(decide(table, "A", says("Reims", sure), level=level, key=key).delay_ms for key in keys)

    assert mean_time(0.9, Level.MEDIUM) < mean_time(0.2, Level.MEDIUM)
    assert mean_time(0.5, Level.STRONG) < mean_time(0.5, Level.MEDIUM) < mean_time(0.5, Level.EASY)


def test_the_chance_to_win_adds_up():
    for others in (1, 2, 5):
        assert chance_to_win(0.4, 0.4, others) == pytest.approx(1 / (others + 1))
        assert chance_to_win(0.9, 0.4, others) > chance_to_win(0.5, 0.4, others)
    assert chance_to_win(0.5, 0.25, 1) == pytest.approx((0.5 * 0.75 + 0.5 * 0.125) / (1 - 0.5 * 0.75))


@every_level
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: " ".join(options))
def test_a_table_of_computers_ends_in_every_variant(options, level):
    arena = open_table(7, *[level] * 3, **options)
    arena.play(4_000)
    assert len(GAME.winners(arena.state)) == 1
    assert arena.refused <= 2


def test_a_table_ends_though_seats_leave_and_cards_are_taken_back():
    arena = open_table(21, *[Level.MEDIUM] * 5, reader="seat")
    dice = SeededDraws(bytes(32), "host")
    for step in range(5_000):
        if arena.is_over:
            break
        if step == 40:
            arena.state = GAME.leave(arena.state, "P2", dice).state
        elif step % 25 == 24 and "void" in GAME.host_commands(arena.state):
            arena.state = GAME.system(arena.state, "void", dice).state
        arena.step()
    assert arena.is_over
    assert "P2" in arena.state.position.gone


def test_the_same_table_is_played_the_same_way_again():
    played = []
    for _ in range(2):
        seen: list[Observation] = []
        arena = open_table(5, Level.STRONG, Level.MEDIUM, Level.EASY)
        while not arena.is_over:
            arena.step()
            seen.append(GAME.observe(arena.state, None))
        played.append(seen)
    assert played[0] == played[1]


def wins(one, others, tables):
    """Return in how many of so many tables of four the one wins against the others."""
    won = 0
    for seed in range(tables):
        arena = open_table(f"{one.value} {seed}", one, others, others, others)
        arena.play(4_000)
        won += GAME.winners(arena.state) == ("P1",)
    return won


def test_a_strong_player_wins_every_second_table_against_three_of_medium_strength():
    assert wins(Level.STRONG, Level.MEDIUM, 14) >= 7


def test_a_weak_player_hardly_ever_wins_against_three_of_medium_strength():
    assert wins(Level.EASY, Level.MEDIUM, 14) <= 1


def test_all_that_is_done_is_legal():
    kinds = set()
    for state, seat, memory, view in visit(31, Level.EASY, reader="seat"):
        decision = think(Question(view, Level.EASY, memory.persona, Budget(0), memory.key))
        for action in decision.actions:
            kinds.add(type(action))
            assert GAME.refusal(state, seat, GAME.decide(state, seat, GAME.stamp(action, 1))) is None
    assert {Accept, Answer, Choose, Judge, Pass, Refuse} <= kinds


def test_it_keeps_in_mind_who_was_right_and_challenges_who_was_not():
    notes = PLAYER.notice("", "A", Told((QuestionAsked(0, "chrono", "?", ("B", "C")),)))
    for seat, right in (("B", True), ("C", False)):
        for _ in range(8):
            judged = Judged(seat, "Reims", right, right, "bot")
            notes = PLAYER.notice(notes, "A", Told((judged,)))
    for _ in range(8):
        notes = PLAYER.notice(notes, "A", Told((GaveUp("D", silent=True),)))
    asked_list = QuestionAsked(0, "pingpong", "?", ("B", "C"))
    notes = PLAYER.notice(notes, "A", Told((asked_list, Judged("C", "ré", True, True, "bot"))))
    known = Notes.read(notes)
    assert known.heard == {"B": (8, 8), "C": (0, 8), "D": (0, 8)}
    assert known.skill("C") == known.skill("D") < known.skill("E") == STRANGER < known.skill("B")
    table = choosing(DUEL_100, "ABCDE")
    against = [action.opponent for action in often(table, "A", feels(0.8, 0.1, 0.1), notes=notes)]
    assert against.count("C") + against.count("D") > 2 * against.count("B")
    stakes = {}
    for action in often(table, "A", feels(0.7, 0.1, 0.1), notes=notes):
        stakes[action.opponent] = action.stake
    assert stakes["B"] < stakes["E"] < stakes["C"]
    weak = often(table, "A", feels(0.8, 0.1, 0.1), notes=notes, level=Level.EASY)
    assert {action.opponent for action in weak} == {*"BCDE"}, "a weak player keeps nothing in mind"


def test_a_raise_of_somebody_who_knows_much_is_followed_less_often():
    table = choosing().choose(0, None, 500)
    followed = {}
    for right in (True, False):
        notes = ""
        for _ in range(8):
            judged = Judged("A", "x", right, right, "bot")
            notes = PLAYER.notice(notes, "B", Told((QuestionAsked(0, "chrono", "?", ("A",)), judged)))
        steps = [sure / 100 for sure in range(100)]
        followed[right] = sum(do(table, "B", feels(sure, 0, 0), notes=notes) == Accept() for sure in steps)
    assert followed[True] < followed[False]


def test_decisions_are_those_of_this_version():
    """Where they change, records of older tables cannot be derived again: give the player a new version."""
    decided = [
        (seat, plain_decision(GAME, think(Question(view, level, memory.persona, Budget(0), memory.key))))
        for level in Level
        for _, seat, memory, view in islice(visit(77, level, reader="seat", deck=MIXED), 60)
    ]
    digest = sha256(json.dumps(decided, sort_keys=True).encode()).hexdigest()
    assert (PLAYER.version, digest[:16]) == (1, "a1c975d4fc65ad91")
