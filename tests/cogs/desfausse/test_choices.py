"""What the lists offer is what the rules allow, nothing more, nothing less; the rest is refused in words."""

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.tables.model import Status
from bot.texts import texts_for
from bot.ui.pages.ids import Target
from bot.ui.pages.limits import check, fit
from bot.ui.pages.page import Page
from cogs.desfausse.choices import (
    Wish,
    gift_step,
    is_on_offer,
    next_step,
    previous_wish,
    read_dice,
    read_wish,
    settle,
    settle_gift,
    write_dice,
    write_wish,
)
from cogs.desfausse.words import sort_of
from engines.core.records import Refusal
from engines.desfausse.hands import count_discards, discards
from engines.desfausse.model import Choice, Demon, Die, Discard, Gift, Observation, Pass, Reroll, Stop
from tests.cogs.desfausse.table import FACE, GAME, DesfausseTable, offered, opened, random_tables
from tests.support.plain_page import buttons, plain, selects, verbs

T, EN = texts_for("fr"), texts_for("en")
SEEDS = st.integers(0, 2**32)
MANY = 1000
"""So many ways are still compared one by one."""
A_FULL_HAND = {1: 5, 2: 5, 3: 5, 4: 5, 5: 5, 6: 5, 13: 5, 14: 5, 15: 5}


def asked(seed: int) -> Iterator[tuple[DesfausseTable, str, Observation]]:
    """Seats that have a discard to choose, in the course of a random game."""
    for table in random_tables(seed, 120):
        for seat in table.to_act:
            seen = GAME.observe(table.state, seat)
            if seen.choice is not None:
                yield table, seat, seen


def leaves(choice: Choice, wish: Wish) -> Iterator[Wish]:
    """Everything that can come of the wish, each question answered in every way."""
    wish = settle(choice, wish) if wish.combo else wish
    step = next_step(choice, wish)
    if step.asked == "confirm":
        yield wish
    for option in step.options:
        yield from leaves(choice, option)


def kind_of(action: Discard, dice: dict[int, Die]) -> object:
    """What matters of a discard, where dice of one sort stand for each other."""

    def sorts(numbers: tuple[int, ...]) -> tuple[object, ...]:
        return tuple(sorted(sort_of(dice[number]) for number in numbers))

    to = action.to if action.to == "hell" else tuple((seat, sorts(given)) for seat, given in action.to)
    curse = tuple((seat, sorts((number,))) for seat, number in action.curse or ())
    return sorts(action.combo), sorts(action.out), to, curse


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_f4_every_list_leads_to_every_legal_discard_and_to_no_other(seed: int) -> None:
    for table, seat, seen in islice(asked(seed), 8):
        choice = seen.choice
        assert choice is not None
        if count_discards(choice) > MANY:
            continue
        dice = {die.id: die for die in (*choice.usable, *choice.outside)}
        made = [wish.discard() for wish in leaves(choice, Wish())]
        assert [action for action in made if GAME.refusal(table.state, seat, action)] == []
        assert {kind_of(one, dice) for one in made} == {kind_of(one, dice) for one in discards(choice)}


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_a_wish_travels_in_a_custom_id_and_back(seed: int) -> None:
    for _, _, seen in islice(asked(seed), 10):
        assert seen.choice is not None
        for wish in islice(leaves(seen.choice, Wish()), 40):
            while wish is not None:
                code = write_wish(wish)
                assert read_wish(code) == wish
                assert str(Target("g", 12, 340, "wish", code))
                assert is_on_offer(seen.choice, wish)
                wish = previous_wish(seen.choice, wish)


def test_the_longest_wish_fits_however_often_people_came_and_went() -> None:
    """Seats that have two letters, five that get dice and four that are cursed."""
    seats = ("62", "99", "1000", "3843", "777")
    shares = tuple(sorted((seat, (number,)) for number, seat in enumerate(seats, 1)))
    debts = tuple(sorted((seat, number) for number, seat in enumerate(seats[:4], 34)))
    wish = Wish(divided=True, shares=shares, debts=debts)
    assert read_wish(write_wish(wish)) == wish
    assert len(write_wish(wish)) <= 40
    assert wish.discard() == Discard((1, 2, 3, 4, 5), (1, 2, 3, 4, 5), shares, debts)


@given(st.text(alphabet="0123456789abzAZ.=-+_,", max_size=40))
def test_no_code_whatever_breaks_the_reading(code: str) -> None:
    wish = read_wish(code)
    if wish is not None and not {"+", ","} & set(code):
        assert read_wish(write_wish(wish)) == wish


@given(st.sets(st.integers(1, 37)))
def test_dice_travel_as_signs(numbers: set[int]) -> None:
    assert read_dice(write_dice(numbers)) == tuple(sorted(numbers))


@settings(max_examples=6, deadline=None)
@given(SEEDS, st.sampled_from((T, EN)))
def test_every_page_of_the_choice_fits_and_leads_back(seed: int, t) -> None:
    for table, seat, seen in islice(asked(seed), 6):
        sight = table.seen(seat)
        panel = FACE.panel(sight, t, "La Taverne")
        for page in islice(opened(panel, sight, t), 25):
            assert check(page)
            assert check(fit(page))
            assert page is panel or "wish" in verbs(page)
            for action in offered(page):
                assert GAME.refusal(table.state, seat, action) is None
        assert seen.phase == "discard"


def test_what_a_combination_would_do_is_said_beside_it() -> None:
    """Three green 4s and a devil: two leave."""
    table = DesfausseTable.lying({1: "D", 3: 4, 4: 4, 6: 4}, {7: 5, 8: 6}).stop()
    page = FACE.panel(table.seen("1"), T)
    (select,) = selects(page)
    assert [(choice.label, choice.description) for choice in select.choices] == [
        ("3 dés : 2 petits verts, 1 gros vert", "2 dés partent, 1 reste (1 diable) · Enfers ou adversaires"),
        ("2 dés : 2 petits verts", "1 dé part, 1 reste (1 diable) · Enfers ou adversaires"),
        ("2 dés : 1 petit vert, 1 gros vert", "1 dé part, 1 reste (1 diable) · Enfers ou adversaires"),
    ]
    assert "1 diable : un dé de la combinaison reste en main" in plain(page)
    assert "pass" in verbs(page)


def test_a_whole_discard_is_put_together_and_said_in_words_before_it_stands() -> None:
    table = DesfausseTable.lying(
        {1: "D", 3: 4, 4: 4, 6: 4, 5: 3}, {7: "D", 8: "D", 9: "D"}, {13: 5, 14: 5}
    ).stop()
    sight = table.seen("1")
    assert "Un dé hors de la combinaison ira à chaque 😈 : **Bob**" in plain(FACE.panel(sight, T))

    def then(value: str) -> Page:
        page = FACE.form_or_page("wish", value, sight, T)
        assert isinstance(page, Page)
        return page

    def chosen(page: Page, label: str) -> str:
        return next(choice.value for choice in selects(page)[0].choices if choice.label == label)

    page = then(chosen(FACE.panel(sight, T), "3 dés : 2 petits verts, 1 gros vert"))
    page = then(chosen(page, "Partent : 1 petit vert, 1 gros vert"))
    page = then(chosen(page, "Répartir entre plusieurs"))
    page = then(chosen(page, "À Chloé"))
    page = then(chosen(page, "À Bob"))
    page = then(chosen(page, "gros rouge"))
    said = plain(page)
    for line in (
        "### Votre choix pour l’appel des 4",
        "Combinaison : 2 petits verts, 1 gros vert.",
        "Part chez **Bob** : 1 gros vert.",
        "Part chez **Chloé** : 1 petit vert.",
        "Reste en main : 1 petit vert.",
        "Pour **Bob** (😈) : 1 gros rouge.",
    ):
        assert line in said
    (action,) = offered(page)
    assert GAME.refusal(table.state, "1", action) is None
    (confirm,) = [button for button in buttons(page) if button.verb == "discard"]
    assert table.click("1", confirm.verb, confirm.arg).state.position.call == 5


def test_a_list_that_is_too_long_has_pages_that_show_every_choice() -> None:
    table = DesfausseTable.lying(A_FULL_HAND, {7: 6}, {16: 6}).stop()
    sight = table.seen("1")
    panel = FACE.panel(sight, T)
    labels: set[str] = set()
    value, pages = "", 0
    while pages < 10:
        page = panel if not value else FACE.form_or_page("wish", value, sight, T)
        (select,) = selects(page)
        new = {choice.label for choice in select.choices} - labels
        if not new:
            break
        labels |= new
        pages += 1
        onward = [choice.value for choice in select.choices if choice.label == "Plus de choix…"]
        value = onward[0] if onward else ""
    seen = GAME.observe(table.state, "1")
    assert seen.choice is not None
    assert len(labels - {"Plus de choix…"}) == len(next_step(seen.choice, Wish()).options) > 25


@pytest.mark.parametrize("value", ["", "/1/", "zz", "1=2", "!", "/9/!", "/x/", "/", "12=12", "3=3_23"])
def test_what_was_never_on_offer_opens_nothing_worse_than_the_panel(value: str) -> None:
    table = DesfausseTable.lying({3: 4, 4: 4, 6: 4, 5: 3}, {7: 5, 8: 5}).stop()
    page = FACE.form_or_page("wish", value, table.seen("1"), T)
    assert page is None or "discard" not in verbs(page)


def test_who_has_chosen_can_put_together_nothing_more() -> None:
    table = DesfausseTable.lying({3: 4, 4: 4}, {7: 4, 8: 5}).stop().skip("1")
    with pytest.raises(Refusal) as refusal:
        FACE.form_or_page("wish", "", table.seen("1"), T)
    assert refusal.value.reason == "already_chosen"


# -- gifts -------------------------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_f9_every_gift_that_is_owed_can_be_made_and_no_other(seed: int) -> None:
    tables = (table for table in random_tables(seed, 150) if table.state.position.phase == "gift")
    table = next(tables, None)
    assume(table is not None)
    (seat,) = table.to_act
    seen = GAME.observe(table.state, seat)
    dice = {die.id: die for die in seen.dice}

    def every(wish: Wish) -> Iterator[Gift]:
        wish = settle_gift(seen.owed, seen.dice, wish)
        step = gift_step(seen.owed, seen.dice, wish)
        if step.asked == "confirm":
            yield wish.gift()
        for option in step.options:
            yield from every(option)

    made = list(every(Wish()))
    assert [gift for gift in made if GAME.refusal(table.state, seat, gift)] == []
    legal = [action for action in GAME.legal_actions(table.state, seat).actions if isinstance(action, Gift)]

    def kind(gift: Gift) -> object:
        return tuple((other, sort_of(dice[number])) for other, number in gift.curse or ())

    assert {kind(gift) for gift in made} == {kind(gift) for gift in legal}
    for page in opened(FACE.panel(table.seen(seat), T), table.seen(seat), T):
        assert check(page)


def test_f9_a_gift_is_chosen_and_confirmed() -> None:
    table = DesfausseTable.lying({1: 3, 3: "D"}, {7: "D", 8: "D", 9: "D"}, {13: 6}).stop()
    while table.state.position.phase != "gift":
        table.skip(table.to_act[0])
    assert table.to_act == ("1",)
    sight = table.seen("1")
    panel = FACE.panel(sight, T)
    assert "donnez un dé de votre main à chaque 😈 : **Bob**" in plain(panel)
    (select,) = selects(panel)
    assert [choice.label for choice in select.choices] == ["petit rouge", "petit vert"]
    page = FACE.form_or_page("give", select.choices[1].value, sight, T)
    assert "Pour **Bob** (😈) : 1 petit vert." in plain(page)
    assert offered(page) == {Gift((("2", 3),))}


# -- refusals -------------------------------------------------------------------------------------------


def lying() -> DesfausseTable:
    """Anne has a devil and three 4s of two colours, Bob two 4s; Chloé holds nine dice; both have a 5."""
    nine = dict.fromkeys((13, 14, 15, 16, 17, 18, 9, 10, 11), 5)
    return DesfausseTable.lying({1: "D", 2: 4, 3: 4, 4: 4, 5: 5}, {7: 4, 8: 4, 12: 5}, nine).stop()


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Discard((7,), (7,), "hell"), "Ce dé n’est pas dans votre main."),
        (Discard((1, 2), (2,), "hell"), "C’est un diable : il est verrouillé"),
        (Discard((2, 5), (2,), "hell"), "Une combinaison n’a qu’une valeur"),
        (Discard((5,), (5,), "hell"), "On appelle les 4 : ce dé montre autre chose."),
        (Discard((2,), (2,), "hell"), "Avec vos diables (1), il faut au moins 2 dés"),
        (Discard((2, 3), (2, 3), "hell"), "Trop de dés : ici, il doit en partir 1"),
        (Discard((2, 3, 4), (2,), "hell"), "Pas assez de dés : ici, il doit en partir 2"),
        (Discard((2, 3), (4,), "hell"), "Seuls des dés de la combinaison peuvent partir."),
        (Discard((2, 3), (2,), (("2", (2,)),)), "la combinaison doit être d’une seule couleur"),
        (Discard((3, 4), (3,), (("3", (3,)),)), "Cette personne a déjà 9 dés"),
        (Discard((3, 4), (3,), (("1", (3,)),)), "On ne donne qu’à une autre personne"),
        (Discard((3, 4), (3,), (("2", (4,)),)), "Chaque dé qui part doit aller à une personne"),
        (Discard((3, 4), (3,), "hell", (("2", 2),)), "Cette personne n’attend pas de dé de votre part."),
        (Reroll((2,)), "Les lancers sont finis pour ce tour."),
        (Stop(), "Les lancers sont finis pour ce tour."),
        (Gift((("2", 2),)), "Vous n’avez rien à donner"),
        (Demon("2"), "Le gros dé rouge se donne à la fin d’une manche"),
    ],
)
def test_f5_an_illegal_choice_is_answered_in_plain_words(action, said) -> None:
    assert said in refused(lying(), "1", action)


def refused(table: DesfausseTable, seat: str, action) -> str:
    """What somebody is told who may not do this."""
    with pytest.raises(Refusal) as refusal:
        table.act(seat, action)
    return FACE.spec.refusal(refusal.value, T) or ""


def test_f4_f8_what_is_too_early_or_too_late_is_refused_in_words() -> None:
    table = lying().skip("1")
    assert "Votre choix pour cet appel est fait" in refused(table, "1", Discard((3, 4), (3,), "hell"))
    table = DesfausseTable.lying({1: 2, 2: 5}, {7: 5, 8: 6}).stop().skip("1")
    while table.state.position.phase == "discard":
        table.skip(table.to_act[0])
    assert "Cet appel est passé" in refused(table, "1", Pass())
    table = DesfausseTable.lying({1: 2, 2: 5}, {7: 3, 8: 5}, {13: 5}).stop()
    table.act("1", Discard((1,), (1,), (("2", (1,)),)))
    assert "Ce dé vient de vous être donné" in refused(table, "2", Discard((1,), (1,), "hell"))
    table = DesfausseTable("2 D 2 2 3 3", "2 2 2 2 3 3")
    for dice, said in (
        ((2,), "C’est un diable"),
        ((7,), "n’est pas dans votre main"),
        ((), "Choisissez d’abord"),
    ):
        assert said in refused(table, "1", Reroll(dice))


@pytest.mark.parametrize(
    ("verb", "arg", "action"),
    [
        ("reroll", "1a", Reroll((1, 10))),
        ("stop", "", Stop()),
        ("pass", "", Pass()),
        ("demon", "3", Demon("3")),
        ("discard", "1=23_4a", Discard((1, 2, 3), (2, 3), "hell", (("4", 10),))),
        ("gift", "_4a", Gift((("4", 10),))),
        ("discard", "!", None),
        ("gift", "=:", None),
        ("zz", "", None),
        ("pick", "1", None),
    ],
)
def test_a_verb_stands_for_its_action(verb, arg, action) -> None:
    assert FACE.spec.action(verb, arg, ()) == action


def test_f2_the_host_chooses_whether_hands_are_shown() -> None:
    table = DesfausseTable("2 2 2 2 3 3", "2 2 2 2 3 3").table(status=Status.LOBBY).held.table
    (hands,) = FACE.spec.offer_options(table, T, frozenset())
    assert (hands.name, hands.label) == ("hands", "Mains")
    assert [(one.value, one.label) for one in hands.choices] == [("hidden", "cachées"), ("shown", "montrées")]
