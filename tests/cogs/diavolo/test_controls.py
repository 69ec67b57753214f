"""Buttons stand for actions where they should, each refusal has its sentence; hints and practice."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings

from bot.tables.model import Learning, Manners
from bot.texts import Texts, texts_for
from bot.ui.pages.limits import check
from bot.ui.pages.page import Page, Sketch
from cogs.diavolo.controls import action_of, order_buttons
from cogs.diavolo.face import DiavoloFace, chance_of_grey
from cogs.diavolo.spec import REASONS
from cogs.diavolo.words import COLORS as WORDS
from engines.core.records import Refusal
from engines.diavolo.model import Action, Grab, Roll, Throw
from engines.diavolo.throw import COLORS, target
from tests.cogs.diavolo.table import EXAMPLE, GAMES, DiavoloTable, moments
from tests.support.plain_page import buttons, plain, verbs
from tests.support.tasse_table import lobby_table

T = texts_for("fr")
FACE = DiavoloFace()
FOUR = ("Anne", "Bob", "Chloé", "Dario")
FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
ORDERS = range(1, 7)
GREY, WHITE = (1, 2, 3) * 3, (3, 3, 2, 6, 5, 1, 4, 3, 2)
"""Dice of which all colours are equal, and others of which white is first by most orders."""
NEW = Learning({"2": 3})
TABLE = lobby_table()
ROUNDS = range(1, 200)


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
def test_private_buttons_are_what_is_legal_public_ones_those_of_the_phase(game) -> None:
    """An exhausted colour may still be free for a click made earlier (D5), so that it stays."""
    for table in moments(*game):
        alarm, kind = table.held.table.alarm, {"roll": Roll, "grab": Grab}.get(table.seen().observation.phase)
        for seat in table.state.setup.seats:
            sight = table.seen(seat)
            shown = offered(FACE.panel(sight, T))
            legal = [a if isinstance(a, Roll) else Grab(a.color, 0) for a in sight.legal.actions]
            if alarm is None or sight.now < alarm.opened_at:
                assert shown == []
            else:
                assert {a for a in shown if a in legal} == set(legal)
                assert len(shown) == len(set(shown))
                assert all(isinstance(a, Grab) and seat in sight.to_act for a in shown if a not in legal)
        public = offered(FACE.board(table.seen(), T))
        opened = kind is not None and alarm is not None and table.seen().now >= alarm.opened_at
        assert len(public) == ({Roll: 1, Grab: 4}[kind] if opened else 0)
        assert all(type(action) is kind for action in public)


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


def test_nothing_opens_but_the_shared_pieces() -> None:
    sight = DiavoloTable().seen("1")
    assert FACE.form_or_page("nonsense", "", sight, T) is None
    assert FACE.form_or_page("grab", "green", sight, T) is None


# -- hints ----------------------------------------------------------------------------------------------


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
def test_d3_the_odds_of_grey_are_those_of_all_throws(order) -> None:
    pairs = tuple(product(range(1, 7), repeat=2))
    grey = sum(target(Throw(*dice, order, None)) == "grey" for dice in product(pairs, repeat=3))
    assert chance_of_grey(order, children=True) == Fraction(grey, 36**3)
    nearest = [chance_of_grey(6, children=children) for children in (False, True)]
    assert nearest == [Fraction(1, 10), Fraction(1, 7)], "D2: two touch as often as each is nearest"


# -- practice -------------------------------------------------------------------------------------------


def begun(learning: Learning = NEW, **options: object) -> DiavoloTable:
    made = DiavoloTable(**options)
    made.held = replace(made.held, table=replace(made.held.table, learning=learning))
    return made


def opened(table: DiavoloTable, arg: str, seat: str = "1") -> Page:
    page = FACE.form_or_page("practice", arg, table.seen(seat), T)
    return check(page)


def test_a_practice_throw_stands_beside_the_first_one_of_a_table_with_a_newcomer() -> None:
    assert verbs(FACE.board(begun().seen(), T))[:2] == ["roll", "practice"]
    assert "practice" not in verbs(FACE.board(begun(Learning()).seen(), T))
    table = begun(manners=Manners())
    before = table.held
    asked = [button.arg.partition(".")[2] for button in buttons(opened(table, ""))]
    shown = {plain(opened(table, arg, seat)) for arg in ("0", "1", "2") for seat in ("1", "2")}
    assert len(shown) == 6, "each seat and each try has other dice"
    opened(table, "0.red")
    assert table.held is before, "the table is not touched"
    table.roll(1, 2, 3, 4, 5, 6, 1, 2, 3, 1)
    assert "practice" not in verbs(FACE.board(table.seen(), T))
    assert FACE.form_or_page("practice", "", table.seen("1"), T) is None
    grabs = [button.arg for button in buttons(FACE.board(table.seen(), T)) if button.verb == "grab"]
    assert asked == grabs, "the buttons stand as in the first round"


@pytest.mark.parametrize("children", [False, True])
def test_in_practice_exactly_one_colour_is_right_and_the_reason_is_told(children) -> None:
    table = begun(children=children)
    for number in range(12):
        asked = opened(table, str(number) if number else "")
        assert sum(isinstance(block, Sketch) for block in asked.blocks) == 1
        assert sorted(button.arg for button in buttons(asked)) == sorted(f"{number}.{c}" for c in COLORS)
        told = [plain(opened(table, f"{number}.{color}")) for color in COLORS]
        assert sum("c’était la bonne couleur" in text for text in told) == 1
        assert sum("Il fallait prendre" in text for text in told) == 3
        assert len({text.splitlines()[-1] for text in told}) == 1
        assert [button.arg for button in buttons(opened(table, f"{number}.red"))] == [str(number + 1)]


def test_the_pawns_change_places_each_round_but_at_an_accessible_table() -> None:
    """By the table's number and the round alone; no colour has a place of its own."""
    orders = [order_buttons(TABLE, number) for number in ROUNDS]
    assert all(sorted(order) == sorted(COLORS) for order in orders)
    assert all(before != after for before, after in pairwise(orders))
    assert orders == [order_buttons(TABLE, number) for number in ROUNDS], "by hash, not by chance"
    places = Counter((color, place) for order in orders for place, color in enumerate(order))
    assert len(places) == 16
    assert all(25 < times < 80 for times in places.values()), places
    accessible = lobby_table(manners=Manners(accessible=True))
    assert {order_buttons(accessible, number) for number in ROUNDS} == {COLORS}
