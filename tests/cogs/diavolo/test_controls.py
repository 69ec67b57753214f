"""Buttons stand for actions, the private ones for what is legal, and each refusal has its sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from bot.texts import texts_for
from bot.ui.pages.page import Page
from cogs.diavolo.controls import action_of
from cogs.diavolo.face import DiavoloFace
from cogs.diavolo.refusals import REASONS
from engines.core.errors import Refusal
from engines.diavolo.model import Action, Grab, Roll
from tests.cogs.diavolo.games import GAMES, moments
from tests.cogs.diavolo.table import EXAMPLE, GAME, DiavoloTable
from tests.support.plain_page import buttons

T = texts_for("fr")
FACE = DiavoloFace()
FOUR = ("Anne", "Bob", "Chloé", "Dario")


def offered(page: Page) -> list[Action]:
    """Every action that the page's open buttons stand for."""
    made = (FACE.spec.action(button.verb, button.arg, ()) for button in buttons(page) if not button.disabled)
    return [action for action in made if action is not None]


@pytest.mark.parametrize(
    ("verb", "arg", "action"),
    [
        ("roll", "", Roll()),
        ("grab", "black", Grab("black", 0)),
        ("grab", "grey", Grab("grey", 0)),
        ("grab", "green", None),
        ("grab", "", None),
        ("hand", "", None),
        ("nonsense", "red", None),
    ],
)
def test_a_verb_stands_for_its_action(verb: str, arg: str, action: Action | None) -> None:
    assert action_of(verb, arg, ()) == action
    assert FACE.spec.action(verb, arg, ("red",)) == action


@settings(max_examples=25, deadline=None)
@given(GAMES)
def test_private_buttons_are_what_is_legal_and_the_exhausted_colours(game: tuple) -> None:
    """An exhausted colour may still be free for a click made earlier (D5), so that it stays."""
    for table in moments(*game):
        for seat in table.state.setup.seats:
            sight = table.seen(seat)
            shown = offered(FACE.panel(sight, T))
            legal = [a if isinstance(a, Roll) else Grab(a.color, 0) for a in sight.legal.actions]
            alarm = table.held.table.alarm
            if alarm is None or sight.now < alarm.opened_at:
                assert shown == []
            else:
                assert {a for a in shown if a in legal} == set(legal)
                assert len(shown) == len(set(shown))
                assert all(isinstance(a, Grab) and seat in sight.to_act for a in shown if a not in legal)


@settings(max_examples=25, deadline=None)
@given(GAMES)
def test_public_buttons_are_those_of_the_phase(game: tuple) -> None:
    for table in moments(*game):
        sight, alarm = table.seen(), table.held.table.alarm
        legal = {Roll: 1, Grab: 4}
        kind = {"roll": Roll, "grab": Grab}.get(sight.observation.phase)
        opened = alarm is not None and sight.now >= alarm.opened_at
        expected = legal[kind] if kind is not None and opened else 0
        shown = offered(FACE.board(sight, T))
        assert len(shown) == expected
        assert all(type(action) is kind for action in shown)


@pytest.mark.parametrize("locale", ["fr", "en-US"])
@pytest.mark.parametrize(
    ("reason", "before", "seat", "action"),
    [
        ("holds_a_pawn", [("2", "red", 900)], "2", Grab("white", 10**18)),
        ("color_exhausted", [("1", "grey", 900)], "2", Grab("grey", 10**30)),
        ("already_rolled", [], "1", Roll()),
        ("no_such_color", [], "1", Grab("green", 5)),
        ("not_rolled_yet", None, "1", Grab("red", 5)),
    ],
)
def test_every_refusal_of_the_rules_has_a_sentence(
    locale: str, reason: str, before: list | None, seat: str, action: Action
) -> None:
    table = DiavoloTable(FOUR)
    if before is not None:
        table.roll(*EXAMPLE, 1)
        for grab in before:
            table.grab(*grab)
    with pytest.raises(Refusal) as refusal:
        table.act(seat, action)
    assert refusal.value.reason == reason
    said = FACE.spec.refusal(refusal.value, texts_for(locale))
    assert said is not None
    assert said[-1] in ".!"
    assert (said == REASONS[reason]) is (locale == "fr")


def test_d8_who_is_out_is_refused_kindly() -> None:
    table = DiavoloTable(FOUR).roll(*EXAMPLE, 1).expire().with_gems(0, 5, 5, 5).wait().roll(*EXAMPLE, 1)
    with pytest.raises(Refusal) as refusal:
        table.grab("1", "red", 900)
    assert "profitez du spectacle" in (FACE.spec.refusal(refusal.value, T) or "")


def test_a_refusal_that_all_games_share_is_left_to_the_shared_sentences() -> None:
    assert FACE.spec.refusal(Refusal("over"), T) is None
    assert FACE.spec.refusal(Refusal("not_your_turn"), T) is None
    assert FACE.spec.refusal(Refusal("bad_request", "unknown_seat"), T) is None


def test_nothing_opens_but_the_shared_pieces() -> None:
    sight = DiavoloTable().seen("1")
    assert FACE.form_or_page("nonsense", "", sight, T) is None
    assert FACE.form_or_page("grab", "green", sight, T) is None


def test_the_face_knows_how_many_may_play() -> None:
    assert (FACE.spec.seats_min, FACE.spec.seats_max) == (GAME.seats_min, GAME.seats_max)
