"""What is refused, and why (C5); and who may know what: answers and unasked questions reach nobody else."""

import pytest

from engines.core.records import events_for
from engines.defizz.drawings import DRAWINGS_BY_KEY
from engines.defizz.model import Accept, Answer, AskQuestion, Choose, Judge, Name, Pass, Refuse, Roll
from tests.engines.defizz.decks import MIXED, chrono, cible, deck, pingpong
from tests.engines.defizz.table import DUEL_100, GAME, Table, of
from tests.engines.spoken import Wire

CITIES = deck(chrono("Reims"))
FIRST, START = of(deck=CITIES), {"do": "start", "game": "defizz", "seats": ["A", "B", "C"]}
OPTIONS = {"first": "A", "shuffle": False, "deck": MIXED}
SAYS = Answer("Reims", 1)


@pytest.mark.parametrize(
    ("start", "script", "seat", "action", "refused"),
    [
        *(
            (
                of(deck=deck(question)),
                "multi",
                "D",
                action,
                "not_your_turn reads",
            )  # the reader may not answer
            for question in (chrono("Reims"), cible(7), pingpong("do", "ré"))
            for action in (SAYS, Pass())
        ),
        *(
            (of("ABC", CITIES), "multi, A: Lyon @1", "A", action, "not_your_turn not_the_reader")
            for action in (Judge(right=True), Name("A"), AskQuestion(0))
        ),
        (FIRST, "roll 4, choose 0 - 300, B refuses", "B", Accept(), "not_your_turn refused"),
        (FIRST, "roll 4, choose 0 - 300, B refuses, C accepts", "B", SAYS, "not_your_turn refused"),
        (FIRST, "duel", "C", SAYS, "not_your_turn takes_no_part"),
        (of(deck=CITIES, reader="bot"), "multi, time", "B", SAYS, "not_your_turn not_your_turn"),
        (of(deck=CITIES, reader="bot"), "multi, time", "A", SAYS, "illegal_action not_now"),
        (of("ABC", deck(cible(100)), reader="bot"), "multi", "B", Answer("7"), "not_your_turn not_your_turn"),
        (
            of("ABC", deck(cible(100)), reader="bot"),
            "multi, A: 7",
            "A",
            Answer("8"),
            "not_your_turn already_answered",
        ),
        *(
            (of("ABC"), "", "A", action, "illegal_action not_now")  # each action has its phase
            for action in (Refuse(), Judge(right=True), Answer("x", 1), Choose(0, "B", 100))
        ),
        *(
            (FIRST, "multi", "A", Answer(text, 1), "illegal_action answer_empty")
            for text in ("", "   ", "\u200b\u200f", "!?…", "\u202e", "\n")
        ),
        (FIRST, "multi", "A", Answer("Reims " * 700, 1), "illegal_action answer_too_long"),
    ],
)
def test_C5_what_is_refused_says_why(start, script, seat, action, refused):
    assert " ".join(start().play(script).refused(seat, action)) == refused


def test_C5_who_is_out_or_gone_may_do_nothing():
    table = Table("ABCDE", CITIES).with_chips(19, 0, 19, 19, 19).leave("C")
    assert table.refused("B", Roll()) == ("not_your_turn", "eliminated")
    assert table.refused("C", Roll()) == ("not_your_turn", "left")


def test_C5_marks_that_turn_the_text_or_cannot_be_seen_change_no_verdict():
    table = Table("ABCD", CITIES, reader="bot").multi()
    assert table.answer("A", "\u202eRe\u200bi\u200fms\u00ad", 1).settle().result == "won A"
    assert Table("ABCD", CITIES).multi().answer("A", "x" * 200, 1).turn == "answer BC"


def spoken(die: int, **options: object) -> Wire:
    """A table of three, whose first seat has rolled."""
    wire = Wire({**START, "options": {**OPTIONS, **options}, "draws": [die]})
    assert wire.act("A", "roll")["ok"]
    return wire


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        *(
            ('"question":0,"opponent":"B","stake":' + stake, "bad_request")
            for stake in ("1e308", "1e999", "NaN", "100.5", '"100"')
        ),
        ('"question":true,"opponent":"B","stake":100', "bad_request"),
        ('"question":0,"opponent":2,"stake":100', "bad_request"),
        ('"question":0,"opponent":"B","stake":100,"more":1', "bad_request"),
        *(('"question":0,"opponent":"B","stake":' + stake, "illegal_action") for stake in ("-100", "150")),
    ],
)
def test_C5_bad_choices_over_the_protocol_change_nothing(fields, code):
    wire = spoken(1)
    before = wire.ask(do="dump")
    answer = wire.raw(f'{{"do":"act","seat":"A","action":{{"type":"choose",{fields}}}}}'.encode())
    assert (answer["error"]["code"], wire.ask(do="dump")) == (code, before)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        *(({"type": kind}, "bad_request") for kind in ("answer", "judge")),
        ({"type": "choose"}, "illegal_action"),
        ({"type": "answer", "text": "Reims", "at": 1.5}, "bad_request"),
        *(({"type": "name", "seat": None}, "bad_request"), ({"type": "help", "at": 1}, "bad_request")),
    ],
)
def test_C5_bad_actions_over_the_protocol_change_nothing(action, code):
    assert spoken(1).code(do="act", seat="A", action=action) == code


def test_C2_a_script_that_runs_out_changes_nothing():
    wire = Wire({**START, "options": OPTIONS})
    assert wire.code(do="act", seat="A", action={"type": "roll"}) == "draws_exhausted"


def test_choices_are_listed_without_what_they_leave_out():
    listed = spoken(4, enrichment=True).ask(do="legal", seat="A")["actions"]
    assert listed == [{"type": "help"}, *({"type": "choose", "question": place} for place in range(3))]


def test_too_many_stakes_are_named_by_their_types():
    rich = Table("AB", CITIES, reader="bot", enrichment=True, bank=5_000_500)
    rich.given(bank=0, chips=(5_000_000, 500), lost=0).roll(DUEL_100)
    assert [action.type for action in rich.legal("A")] == ["help"]
    assert rich.choose(0, "B", 4_999_900).turn == "raise B"


SECRET = deck(
    *(chrono("Reims", "réponse secrète"), cible(31_415, unit="mètre"), chrono("troisième secret")),
    multi=(cible(27_182), chrono("autre secret", reject=["piège secret"]), cible(16_180)),
)
HIDDEN, EXPERT, BOT = of(deck=SECRET), of(deck=SECRET, expert=True), of("ABC", SECRET, reader="bot")
CLUES, CARD = [f"indice d1.{n}" for n in range(3)], [f"question d1.{n}" for n in range(3)]
ANSWERS = ["secr", "31415"]
ALL = "-ABCD"


def who_sees(table: Table, word: str) -> str:
    """Those who get to see a word, of what they see and were told last: "-" for everybody."""
    found = ""
    for seat in (None, *table.state.setup.seats):
        told = [GAME.events.dump(event) for event in events_for(table.events, seat)]
        if word in GAME.observations.dump(GAME.observe(table.state, seat)) + " ".join(told):
            found += seat or "-"
    return found


@pytest.mark.parametrize(
    ("start", "script", "words", "who"),
    [
        (HIDDEN, "roll 1", CLUES, ALL),  # before the choice nobody sees more than the clues
        (HIDDEN, "roll 1", [*CARD, *ANSWERS], ""),
        (HIDDEN, "roll 1, help", CARD, "A"),  # help shows questions to the active seat
        (HIDDEN, "roll 1, help", ANSWERS, ""),
        (
            HIDDEN,
            "roll 1, choose 0 B 300",
            [*ANSWERS, CARD[0]],
            "D",
        ),  # from the choice on the reader sees all
        (EXPERT, "roll 1", [*ANSWERS, *CARD], "D"),  # Z16: among experts from the roll on
        (EXPERT, "roll 1, ask 1", [*ANSWERS, *CARD], "D"),
        (EXPERT, "roll 1, ask 1, choose - B 300", [*ANSWERS, *CARD], "D"),
        (EXPERT, "roll 1, !replace_reader 2", ["secr"], ""),
        (HIDDEN, "roll 4, choose 1 - 100", ["question m1.1"], ALL),  # once asked the question is public
        (HIDDEN, "roll 4, choose 1 - 100", ["question m1.0", "secret"], "D"),  # and no other
        (BOT, "roll 1, choose 0 B 100", ANSWERS, ""),
        (HIDDEN, "roll 1, choose 0 B 300, D leaves", ["secr"], ""),  # who has left sees the card no more
        (BOT, "roll 1, choose 0 B 100, A passes, B passes", ["Reims"], "-ABC"),  # revealed with the result
        (BOT, "roll 1, choose 0 B 100, A passes, B passes", ["31415"], ""),
        (HIDDEN, "roll 1, choose 0 B 300, B refuses", ["Reims", "question d1"], ""),
        (BOT, "multi 1, A: ma réponse @5", ["ma réponse"], "A"),  # an open Chrono
    ],
)
def test_Z3_Z9_Z16_who_sees_what(start, script, words, who):
    table = start().play(script)
    assert {word: who_sees(table, word) for word in words} == dict.fromkeys(words, who)


def test_Z16_who_holds_the_card_of_experts():
    assert EXPERT().own("D").card is None, "no card is turned yet"
    replaced = Table("ABCDE", SECRET, expert=True).play("roll 1, E leaves")
    assert (replaced.turn, replaced.own("D").card is not None, replaced.own("E").card) == (
        "ask D",
        True,
        None,
    )
    helped = HIDDEN().play("roll 4, help, choose 0 - 100")
    assert helped.own("A").card is not None
    assert helped.leave("A").own("A").card is None


TOLD = "Ses rois y furent sacrés, et l’ange de sa cathédrale sourit."
SHOWN = {"name": "drapeau/japon", "alt": "Un disque rouge sur fond blanc."}


def test_Z24_an_anecdote_is_told_with_the_answer_and_to_nobody_before() -> None:
    chatty = deck(chrono("Reims", anecdote=TOLD, tags=["villes", "France"]))
    table = Table("ABC", chatty, expert=True).roll(DUEL_100)
    assert who_sees(table, TOLD) + who_sees(table.ask(0), TOLD) == ""
    assert table.choose(None, "B", 100).public.question.theme == "villes"
    assert who_sees(table, TOLD) + who_sees(table.pass_("A"), TOLD) == ""
    assert who_sees(table.pass_("B"), TOLD) == "-ABC"


def test_Z26_a_picture_is_shown_to_all_while_its_question_is_asked_and_never_its_name() -> None:
    table = Table("ABC", deck(chrono("Nippon", picture=SHOWN)), expert=True).roll(DUEL_100)
    seen = [repr(table.own(seat)) for seat in (None, *"ABC")]
    assert SHOWN["alt"] not in "".join(seen)
    table.ask(0).choose(None, "B", 100)
    during = [repr(table.own(seat)) for seat in (None, *"ABC")]
    assert all(SHOWN["alt"] in one for one in during)
    assert table.public.question.picture.name in DRAWINGS_BY_KEY
    table.play("A passes, B passes")
    assert SHOWN["name"] not in "".join((*during, *(repr(table.own(seat)) for seat in (None, *"ABC"))))
