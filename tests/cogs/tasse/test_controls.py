"""Buttons and lists stand for actions, the private ones for exactly the legal ones; scores have names."""

import pytest

from bot.tables.model import Manners, Pace
from bot.tables.sight import Sight
from bot.texts import texts_for
from bot.ui.pages.page import Form, Page
from cogs.tasse.controls import action_of
from cogs.tasse.face import TasseFace
from cogs.tasse.words import dice_in_words, score_name
from engines.core.records import Refusal
from engines.tasse.model import Action, Announce, Declare, Direct, Doubt, NextRound, Roll, Say, Show
from engines.tasse.scores import ALL_SCORES, DUEL_SCORES
from tests.support.plain_page import buttons, plain, plain_form, selects, verbs
from tests.support.tasse_table import TasseTable

T = texts_for("fr")
FACE = TasseFace()
LOCALES = ["fr", "en-GB"]


def offered(page: Page) -> set[Action]:
    """Every action that the page's buttons and lists stand for."""
    made = {FACE.spec.action(button.verb, button.arg, ()) for button in buttons(page)}
    for select in selects(page):
        made |= {FACE.spec.action(select.verb, select.arg, [choice.value]) for choice in select.choices}
    return {action for action in made if action is not None}


def meant(sight: Sight) -> list[Action]:
    """What a seat may do and what makes a difference: where two play, no direction does."""
    two = len(sight.observation.in_play) == 2
    return [action for action in sight.legal.actions if not (two and isinstance(action, Direct))]


@pytest.mark.parametrize(
    ("verb", "arg", "values", "action"),
    [
        ("roll", "", (), Roll()),
        ("doubt", "", (), Doubt()),
        ("show", "", (), Show()),
        ("next_round", "", (), NextRound()),
        ("direction", "-1", (), Direct(-1)),
        ("say", "", ("64",), Announce("64")),
        ("speak", "", ("douglas",), Say("douglas")),
        ("duel", "", ("66",), Declare("66")),
        ("announce", "", (), None),
        ("duel", "", (), None),
        ("speak", "", (), None),
        ("direction", "2", (), None),
        ("nonsense", "", ("64",), None),
    ],
)
def test_a_verb_stands_for_its_action(verb, arg, values, action) -> None:
    assert action_of(verb, arg, values) == action


def test_the_panel_offers_exactly_what_is_legal_all_through_a_game() -> None:
    table = TasseTable(rounds=2, threshold=2)
    for step in range(60):
        for seat in ("1", "2", "3"):
            sight = table.seen(seat)
            if sight.table.status.value == "closed":
                assert offered(FACE.panel(sight, T)) == set()
            else:
                assert offered(FACE.panel(sight, T)) == set(meant(sight))
        if not table.seen().to_act:
            if table.seen().observation.phase == "over":
                break
            table.act("1", NextRound())
        elif step % 3:
            table.expire()
        elif table.seen().observation.phase in ("direction_or_roll", "turn"):
            table.act(table.seen().to_act[0], Roll(), 6, 4)
    assert table.seen().observation.phase == "over"


def test_where_two_play_no_direction_is_shown_nor_offered() -> None:
    two, three = TasseTable(["A", "B"]), TasseTable()
    for page in (FACE.board(two.seen(), T), FACE.panel(two.seen("1"), T)):
        assert "direction" not in verbs(page)
        assert "Sens" not in plain(page)
        assert "le sens" not in plain(page)
    assert "direction" in verbs(FACE.board(three.seen(), T))
    two.act("1", Roll(), 6, 4).act("1", Announce("64"))
    assert "Sens" not in plain(FACE.board(two.seen(), T))


def test_a_duel_is_declared_from_a_list_and_free_words_only_where_they_are_allowed() -> None:
    table = TasseTable()
    table.act("1", Roll(), 6, 4).act("1", Announce("64")).act("2", Roll(), 3, 2).act("2", Show(), 2, 3)
    page = FACE.panel(table.seen("3"), T)
    assert offered(page) == set(table.seen("3").legal.actions)
    assert verbs(page) == ["duel"]
    for announce, there in (("free", True), ("guided", False)):
        table = TasseTable(announce=announce).act("1", Roll(), 6, 4)
        assert ("speak" in verbs(FACE.panel(table.seen("1"), T))) is there


def test_the_form_says_what_to_match() -> None:
    table = TasseTable().act("1", Roll(), 6, 4).act("1", Announce("33")).act("2", Roll(), 6, 4)
    form = FACE.form_or_page("speak", "", table.seen("2"), T)
    assert isinstance(form, Form)
    assert "Au moins double 3" in plain_form(form)
    assert form.verb == "speak"
    assert FACE.spec.action(form.verb, form.arg, ["Double as"]) == Say("Double as")


def test_public_verbs_open_the_panel_of_the_clicker() -> None:
    table = TasseTable().act("1", Roll(), 6, 4)
    assert FACE.form_or_page("announce", "", table.seen("1"), T) == FACE.panel(table.seen("1"), T)
    assert FACE.form_or_page("nonsense", "", table.seen("1"), T) is None


def test_what_can_be_done_by_the_public_buttons_is_heard_by_the_engine() -> None:
    """The button is there whatever the dice are; only the clicker hears that there is nothing to show."""
    table = TasseTable().act("1", Roll(), 6, 4)
    assert "show" in verbs(FACE.board(table.seen(), T))
    with pytest.raises(Refusal) as refusal:
        table.act("1", Show())
    said = "Il n’y a rien à montrer avec ces dés : annoncez un score, vrai ou faux."
    assert FACE.spec.refusal(refusal.value, T) == said


def test_in_detente_the_host_finds_the_options_on_the_board() -> None:
    assert "options" not in verbs(FACE.board(TasseTable().seen(), T))
    assert "options" in verbs(FACE.board(TasseTable(manners=Manners(Pace.RELAXED)).seen(), T))


@pytest.mark.parametrize("locale", ["fr", "en-US"])
@pytest.mark.parametrize(
    ("before", "seat", "action"),
    [
        ([("1", Roll(), 6, 4), ("1", Announce("64"))], "2", Announce("21")),
        ([("1", Roll(), 6, 4), ("1", Announce("64")), ("2", Roll(), 5, 4)], "2", Announce("32")),
        ([("1", Roll(), 6, 4)], "1", Announce("63")),
        ([("1", Roll(), 6, 4)], "1", Show()),
        ([], "1", Doubt()),
        ([("1", Roll(), 6, 4)], "1", Say("bonjour")),
        ([("1", Roll(), 6, 4)], "1", Direct(1)),
        ([("1", Roll(), 6, 3), ("1", Show())], "1", Doubt()),
    ],
)
def test_every_refusal_of_the_rules_has_a_sentence(locale, before, seat, action) -> None:
    table = TasseTable()
    for who, what, *dice in before:
        table.act(who, what, *dice)
    with pytest.raises(Refusal) as refusal:
        table.act(seat, action)
    said = FACE.spec.refusal(refusal.value, texts_for(locale))
    assert said.endswith(".")


# -- how scores are called ------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_all_rolls_can_be_read_aloud(locale: str) -> None:
    t = texts_for(locale)
    said = {score: dice_in_words(score, t) for score in ALL_SCORES}
    assert len(set(said.values())) == len(ALL_SCORES)
    assert {score_name(score, t) for score in DUEL_SCORES if score[0] == score[1]} == {
        f"double {n}" for n in (1, 2, 3, 4, 6)
    }


def test_special_rolls_are_called_by_their_names() -> None:
    t = texts_for("fr")
    assert dice_in_words("52", t) == "7, car cinq et deux font sept"
    assert dice_in_words("63", t) == "9, car six et trois font neuf"
    assert dice_in_words("64", t) == "64, six et quatre"
    assert dice_in_words("33", t) == "double 3"
