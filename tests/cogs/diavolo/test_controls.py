"""Buttons stand for actions where they should, each refusal has its sentence; hints and practice."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings

from bot.tables.learning import Learning
from bot.tables.model import Manners
from bot.texts import Texts, texts_for
from bot.ui.pages.limits import check
from bot.ui.pages.page import Page, Sketch
from cogs.diavolo.controls import action_of
from cogs.diavolo.face import DiavoloFace
from cogs.diavolo.hint import chance_of_grey
from cogs.diavolo.places import order_buttons
from cogs.diavolo.refusals import REASONS
from cogs.diavolo.words import COLORS as WORDS
from engines.core.errors import Refusal
from engines.diavolo.model import Action, Grab, Roll, Throw
from engines.diavolo.pawns import COLORS
from engines.diavolo.throw import target
from tests.cogs.diavolo.table import EXAMPLE, GAME, GAMES, DiavoloTable, moments
from tests.support.plain_page import buttons, plain, verbs
from tests.support.tasse_table import lobby_table

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
def test_every_refusal_of_the_rules_has_a_sentence(locale, reason, before, seat, action) -> None:
    table = DiavoloTable(FOUR)
    if before is not None:
        table.roll(*EXAMPLE, 1)
        for grab in before:
            table.grab(*grab)
    with pytest.raises(Refusal) as refusal:
        table.act(seat, action)
    assert refusal.value.reason == reason
    said = FACE.spec.refusal(refusal.value, texts_for(locale))
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


FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
ORDERS = range(1, 7)
GREY, WHITE = (1, 2, 3) * 3, (3, 3, 2, 6, 5, 1, 4, 3, 2)
"""Dice of which all colours are equal, and others of which white is first by most orders."""


def said(table: DiavoloTable, t: Texts = FRENCH) -> str:
    return FACE.draw_hint((), table.seen("1"), t)


def thrown(order: int, dice: tuple[int, ...], near: int, **options: bool) -> DiavoloTable:
    return DiavoloTable(**options).roll(*dice, order, *((near,) if order == 6 else ()))


@pytest.mark.parametrize("order", ORDERS)
def test_whatever_the_right_colour_is_the_hint_is_the_same(order: int) -> None:
    words = {said(thrown(order, dice, near)) for dice, near in ((GREY, 10), (WHITE, 4), (WHITE, 9))}
    assert len(words) == 1
    (text,) = words
    assert not any(WORDS[color] in text for color in ("black", "white", "red"))
    assert text.startswith("**")


def test_each_order_has_a_way_to_look_of_its_own() -> None:
    assert len({said(thrown(order, GREY, 1)) for order in ORDERS}) == 6
    assert len({said(thrown(order, GREY, 1), ENGLISH) for order in ORDERS}) == 6


def test_before_the_throw_it_says_how_often_grey_is_right() -> None:
    text = said(DiavoloTable())
    assert text == (
        "**Pensez au gris** : c’est lui pour 26\u00a0% des lancers, surtout à l’ordre « plus haute valeur » "
        "(49\u00a0%)."
    )
    assert "nombre d’impairs" in said(DiavoloTable(children=True)), "with two dice it is another order"


@pytest.mark.parametrize("order", range(1, 6))
def test_d3_the_odds_of_grey_are_those_of_all_throws(order: int) -> None:
    pairs = tuple(product(range(1, 7), repeat=2))
    grey = sum(target(Throw(*dice, order, None)) == "grey" for dice in product(pairs, repeat=3))
    assert chance_of_grey(order, children=True) == Fraction(grey, 36**3)


def test_d2_two_dice_touch_the_order_die_as_often_as_each_is_nearest() -> None:
    assert chance_of_grey(6, children=False) == Fraction(1, 10)
    assert chance_of_grey(6, children=True) == Fraction(1, 7)


NEW = Learning({"2": 3})


def begun(learning: Learning = NEW, **options: object) -> DiavoloTable:
    made = DiavoloTable(**options)
    made.held = replace(made.held, table=replace(made.held.table, learning=learning))
    return made


def opened(table: DiavoloTable, arg: str, seat: str = "1") -> Page:
    page = FACE.form_or_page("practice", arg, table.seen(seat), T)
    return check(page)


def test_the_button_stands_beside_the_first_throw_of_a_table_with_a_newcomer() -> None:
    assert verbs(FACE.board(begun().seen(), T))[:2] == ["roll", "practice"]
    assert "practice" not in verbs(FACE.board(begun(Learning()).seen(), T))
    thrown = begun().roll(1, 2, 3, 4, 5, 6, 1, 2, 3, 1)
    assert "practice" not in verbs(FACE.board(thrown.seen(), T))
    assert FACE.form_or_page("practice", "", thrown.seen("1"), T) is None


@pytest.mark.parametrize("options", [{}, {"children": True}])
@pytest.mark.parametrize("number", range(12))
def test_exactly_one_colour_is_right_and_the_reason_is_told(number: int, options: dict[str, bool]) -> None:
    table = begun(**options)
    asked = opened(table, str(number) if number else "")
    assert sum(isinstance(block, Sketch) for block in asked.blocks) == 1
    assert sorted(button.arg for button in buttons(asked)) == sorted(f"{number}.{c}" for c in COLORS)
    told = [plain(opened(table, f"{number}.{color}")) for color in COLORS]
    assert sum("c’était la bonne couleur" in text for text in told) == 1
    assert sum("Il fallait prendre" in text for text in told) == 3
    assert len({text.splitlines()[-1] for text in told}) == 1
    assert [button.arg for button in buttons(opened(table, f"{number}.red"))] == [str(number + 1)]


def test_each_seat_and_each_try_has_other_dice() -> None:
    table = begun()
    shown = {plain(opened(table, arg, seat)) for arg in ("0", "1", "2") for seat in ("1", "2")}
    assert len(shown) == 6


def test_the_table_is_not_touched() -> None:
    table = begun()
    before = table.held
    opened(table, "0.red")
    assert table.held is before


def test_the_buttons_stand_as_in_the_first_round() -> None:
    table = begun(manners=Manners())
    asked = [button.arg.partition(".")[2] for button in buttons(opened(table, ""))]
    table.roll(1, 2, 3, 4, 5, 6, 1, 2, 3, 1)
    grabs = [button.arg for button in buttons(FACE.board(table.seen(), T)) if button.verb == "grab"]
    assert asked == grabs


TABLE = lobby_table()
ROUNDS = range(1, 200)


def test_every_round_shows_all_colours_and_never_in_the_order_of_the_last_one() -> None:
    orders = [order_buttons(TABLE, number) for number in ROUNDS]
    assert all(sorted(order) == sorted(COLORS) for order in orders)
    assert all(before != after for before, after in pairwise(orders))
    assert orders == [order_buttons(TABLE, number) for number in ROUNDS], "by hash, not by chance"


def test_no_colour_has_a_place_of_its_own() -> None:
    places = Counter((color, place) for n in ROUNDS for place, color in enumerate(order_buttons(TABLE, n)))
    assert len(places) == 16
    assert all(25 < times < 80 for times in places.values()), places


def test_an_accessible_table_keeps_them_in_place() -> None:
    accessible = lobby_table(manners=Manners(accessible=True))
    assert {order_buttons(accessible, number) for number in ROUNDS} == {COLORS}
