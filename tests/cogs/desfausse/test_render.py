"""The board and a player's own message: within Discord's limits, true to events, silent on secrets."""

from itertools import islice, permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.texts import Texts, texts_for
from bot.ui.pages.limits import check, faults, fit
from bot.ui.pages.page import Page, Sketch, digest, strip_buttons
from engines.desfausse.model import Discard, Reroll, Stop
from tests.cogs.desfausse.table import FACE, GAME, DesfausseTable, offered, random_tables
from tests.engines.desfausse.twins import desfausse_twins
from tests.support.plain_page import buttons, plain, verbs

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
SEEDS = st.integers(0, 2**32)
THREE = ("2 2 2 2 3 D", "4 D 4 4 5 5", "3 3 6 6 5 5")


def board(table: DesfausseTable, t: Texts = FRENCH) -> str:
    return plain(check(FACE.board(table.seen(), t)))


def panel(table: DesfausseTable, seat: str, t: Texts = FRENCH) -> str:
    return plain(check(FACE.panel(table.seen(seat), t)))


def sketches(page: Page) -> list[Sketch]:
    return [block for block in page.blocks if isinstance(block, Sketch)]


# -- any position ------------------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None)
@given(SEEDS, st.sampled_from((FRENCH, ENGLISH)), st.sampled_from(("hidden", "shown")))
def test_every_page_fits_and_has_legal_buttons_only_where_something_is_awaited(seed, t, hands) -> None:
    decide = {"stop", "reroll", "pass", "wish", "give", "demon", "pick", "all"}
    for table in random_tables(seed, 60, hands=hands):
        pages = [FACE.board(table.seen(), t), FACE.board_in_words(table.seen(), t)]
        for seat in table.state.setup.seats:
            own = FACE.panel(table.seen(seat), t, "La Taverne des Six Dés")
            pages += [own, FACE.board_in_words(table.seen(seat), t)]
            legal = GAME.legal_actions(table.state, seat)
            for action in offered(own):
                assert GAME.refusal(table.state, seat, action) is None
                assert action in legal.actions or not legal.complete
            assert bool(decide & set(verbs(own))) == (seat in table.to_act)
        for page in pages:
            assert faults(page) == []
            assert faults(fit(page)) == []
            assert faults(strip_buttons(page)) == []
            assert not verbs(strip_buttons(page))


@settings(max_examples=10, deadline=None)
@given(SEEDS, st.sampled_from(("hidden", "shown")))
def test_f2_what_others_hold_or_chose_changes_nothing_that_one_sees(seed: int, hands: str) -> None:
    """Two tables that differ in what an audience may not know look the same to it."""
    for table in islice(random_tables(seed, 60, hands=hands), 3, None, 4):
        for audience in (None, *table.state.setup.seats):
            for twin in islice(desfausse_twins(table.state, audience), 3):
                mine, other = table.seen(audience), table.put(twin).seen(audience)
                show = FACE.board if audience is None else FACE.panel
                assert show(mine, FRENCH) == show(other, FRENCH)
                assert FACE.board_in_words(mine, FRENCH) == FACE.board_in_words(other, FRENCH)
                assert FACE.wants_panel(mine) == FACE.wants_panel(other)


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_what_others_do_meanwhile_leaves_a_hand_that_decides_alone(seed: int) -> None:
    """Else their clicks would wipe out the dice that one has just picked."""
    before: dict[str, str] = {}
    key = None
    for table in random_tables(seed, 60):
        deadline = GAME.deadline(table.state)
        now = None if deadline is None else (deadline.key, len(table.state.position.gone))
        if now != key:
            key, before = now, {}
        for seat in table.to_act:
            told = str(GAME.own_step(table.state, seat))
            shown = told + digest(FACE.panel(table.seen(seat), FRENCH))
            if before.get(seat, "")[:1] == told:
                assert shown == before[seat]
            before[seat] = shown


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_panels_with_the_same_needs_are_the_same_and_each_turn_has_one_key(seed) -> None:
    """But for the winner's choice, which has another."""
    shown: dict[str, list[tuple[object, str]]] = {}
    spared = 0
    for table in random_tables(seed, 60):
        position = table.state.position
        for seat in table.state.setup.seats:
            sight = table.seen(seat)
            needs, panel = FACE.panel_needs(sight), digest(FACE.panel(sight, FRENCH, "La Taverne"))
            for before, then in shown.setdefault(seat, []):
                if needs is not None and needs == before:
                    assert panel == then
                    spared += 1
            shown[seat] = [*shown[seat][-5:], (needs, panel)]
            turn = f"{position.round}.{position.turn}"
            if position.phase == "demon" and seat in table.to_act:
                turn = f"demon.{position.round}"
            gone = table.over or seat in position.gone
            assert FACE.wants_panel(sight) == (None if gone else turn)
    assume(spared)  # of some games hardly anything is left as it was


# -- rolling -----------------------------------------------------------------------------------------------


def test_f2_the_board_says_who_still_rolls_and_what_everybody_holds_without_faces() -> None:
    table = DesfausseTable(*THREE)
    said = board(table)
    assert "🎲 **Anne**, **Bob** et **Chloé** lancent encore, en secret." in said
    held = "**Anne** · 6 dés · 2 petits rouges, 2 petits verts, 1 gros rouge, 1 gros vert"
    assert "**Anne** · 6 dés\n" in said
    assert held in plain(FACE.board_in_words(table.seen(), FRENCH))
    assert not sketches(FACE.board(table.seen(), FRENCH))
    table.stop("13")
    assert "🎲 **Bob** lance encore, en secret." in board(table)


def test_f2_a_reroll_alone_changes_nothing_in_the_channel() -> None:
    table = DesfausseTable(*THREE)
    before = digest(FACE.board(table.seen(), FRENCH))
    table.reroll("2", [7, 9], "6 6")
    assert digest(FACE.board(table.seen(), FRENCH)) == before


def test_f2_dice_are_picked_let_go_and_rolled_again() -> None:
    table = DesfausseTable(*THREE)
    sight = table.seen("2")
    page = FACE.panel(sight, FRENCH)
    labels = [button.label for button in buttons(page) if button.verb == "pick"]
    assert labels == [
        "1 · petit rouge 4",
        "3 · petit vert 4",
        "4 · petit vert 4",
        "5 · gros rouge 5",
        "6 · gros vert 5",
    ]
    assert [button.disabled for button in buttons(page) if button.verb == "reroll"] == [True]

    def picked(page: Page, number: str) -> Page:
        (button,) = [one for one in buttons(page) if one.verb == "pick" and one.label.startswith(number)]
        further = FACE.form_or_page("pick", button.arg, sight, FRENCH)
        assert check(further)
        return further

    page = picked(picked(picked(page, "5"), "6"), "1")
    assert offered(page) == {Reroll((7, 11, 12)), Stop()}
    assert "À relancer : 1, 5, 6." in plain(page)
    page = picked(page, "1")
    assert offered(page) == {Reroll((11, 12)), Stop()}
    everything = FACE.form_or_page(
        "all", next(b.arg for b in buttons(page) if b.verb == "all"), sight, FRENCH
    )
    assert isinstance(everything, Page)
    assert offered(everything) == {Reroll((7, 9, 10, 11, 12)), Stop()}
    assert "all" not in verbs(everything)
    drawn = table.drawn("2")
    table.click("2", "reroll", "bc", "3 4")
    assert table.drawn("2") != drawn
    assert "il vous reste 1 relance" in panel(table, "2")
    assert "5 : gros rouge 3. 6 : gros vert 4." in panel(table, "2")


@pytest.mark.parametrize("dice", ["8", "1", "79b1", "zZ"])
def test_f2_no_page_has_dice_picked_that_may_not_be_rolled(dice: str) -> None:
    """A devil, and dice of others."""
    table = DesfausseTable(*THREE)
    assert FACE.form_or_page("pick", dice, table.seen("2"), FRENCH) is None


def test_who_is_not_asked_gets_no_new_message_at_each_call() -> None:
    """A page without buttons names no turn, though it has the way to the table."""
    table = DesfausseTable.lying({1: 2, 2: 3, 3: 4}, {7: 2, 8: 3, 9: 4}, {13: 6}).stop()
    before = digest(FACE.panel(table.seen("3"), FRENCH, "La Taverne"))
    calls = set()
    while table.state.position.call != 6:
        assert digest(FACE.panel(table.seen("3"), FRENCH, "La Taverne")) == before
        calls.add(table.drawn("3"))
        table.skip(table.to_act[0])
    assert len(calls) > 1


def test_who_has_done_with_rolling_waits_in_peace() -> None:
    table = DesfausseTable(*THREE).stop("1")
    said = panel(table, "1")
    assert "on attend que tout le monde ait fini de lancer" in said
    assert "[" not in said


# -- calls -------------------------------------------------------------------------------------------------


def test_f4_the_board_says_who_chooses_but_not_what() -> None:
    table = DesfausseTable(*THREE).stop()
    said = board(table)
    assert "📣 **Appel des 2** : **Anne** choisit en secret." in said
    assert "petit rouge 2" not in said
    assert "Vous n’avez rien à décider à cet appel" in panel(table, "3")


def test_f6_a_call_is_told_in_the_order_in_which_it_took_place_and_why() -> None:
    table = DesfausseTable.lying(
        {1: 4}, {7: 4, 8: 4, 9: 4, 10: 3}, {13: 4, 15: 4, 16: 3}, {19: 4, 20: 4, 21: 6}
    ).stop()
    while table.state.position.call != 4:
        table.skip(table.to_act[0])
    table.act("4", Discard((19, 20), (19, 20), "hell"))
    table.act("3", Discard((13, 15), (13, 15), "hell"))
    table.act("2", Discard((7, 8, 9), (7, 8, 9), "hell"))
    assert "🔒 Votre choix : 3 dés (2 petits rouges, 1 petit vert), dont" in panel(table, "2")
    said = board(table.skip("1"))
    lines = said.split("📣 **Les 4**")[1].splitlines()[1:5]
    assert lines == [
        "① **Bob** défausse 3 dés (2 petits rouges, 1 petit vert) : 2 petits rouges, 1 petit vert aux Enfers."
        " *(plus grande combinaison)*",
        "② **Chloé** défausse 2 dés (1 petit rouge, 1 petit vert) : 1 petit rouge, 1 petit vert aux Enfers. "
        "*(1 vert compté)*",
        "③ **Dario** défausse 2 dés (2 petits rouges) : 2 petits rouges aux Enfers. *(0 vert compté)*",
        "passe : **Anne**",
    ]


def test_f4_choices_that_arrive_in_any_order_come_out_the_same() -> None:
    chosen = {
        "1": Discard((1, 2), (1, 2), (("2", (1,)), ("3", (2,)))),
        "2": Discard((9, 10), (9, 10), "hell"),
        "3": Discard((13,), (13,), (("1", (13,)),)),
    }
    boards = set()
    for order in permutations(chosen):
        table = DesfausseTable.lying({1: 4, 2: 4, 3: 6}, {9: 4, 10: 4, 11: 5}, {13: 4, 14: 5}).stop()
        for seat in order:
            table.act(seat, chosen[seat])
        boards.add(board(table))
    assert len(boards) == 1
    assert "① **Bob** défausse 2 dés" in boards.pop()


def test_f6_a_single_die_goes_first_and_equals_go_together() -> None:
    table = DesfausseTable.lying({1: 5, 2: 6}, {7: 5, 8: 6}, {13: 2, 14: 6}).stop()
    while table.state.position.call != 5:
        table.skip(table.to_act[0])
    table.act("1", Discard((1,), (1,), "hell"))
    table.act("2", Discard((7,), (7,), (("3", (7,)),)))
    said = board(table)
    assert (
        "① **Anne** défausse 1 dé (1 petit rouge) : 1 petit rouge aux Enfers. *(en même temps que **Bob**)*"
        in said
    )
    assert "① **Bob** défausse 1 dé (1 petit rouge) : 1 petit rouge à **Chloé**." in said
    assert "dont 1 reçu ce tour" in said


def test_f3_the_cursed_are_named_and_told_why() -> None:
    table = DesfausseTable("2 2 3 3 4 4", "D D D D 4 5").stop()
    assert "😈 La malédiction frappe **Bob**" in board(table)
    assert "😈 **Bob** · 6 dés" in board(table)
    assert "😈 La malédiction vous frappe" in panel(table, "2")


def test_f9_what_the_cursed_got_is_told() -> None:
    table = DesfausseTable.lying({1: 2, 2: 6, 5: 5}, {7: "D", 8: "D", 9: 4}, {13: 5, 14: 6}).stop()
    table.act("1", Discard((1,), (1,), "hell", (("2", 5),)))
    assert "1 petit rouge aux Enfers ; 1 gros rouge pour **Bob** (😈)." in board(table)
    while table.state.position.phase == "discard":
        table.skip(table.to_act[0])
    assert "🎁 **Chloé** doit donner un dé aux 😈 : **Bob**." in board(table)
    table.click("3", "gift", "_2d")
    assert "🎁 **Chloé** n’a rien défaussé et donne : 1 petit rouge pour **Bob** (😈)." in board(table)


def test_f8_a_die_too_many_is_said_to_go_to_hell() -> None:
    full = dict.fromkeys((7, 8, 9, 10, 11, 13, 14, 15), 6) | {11: 5}
    table = DesfausseTable.lying({1: 3, 2: 3, 3: 5}, full, {16: 5}).stop()
    table.act("1", Discard((1, 2), (1, 2), (("2", (1, 2)),)))
    said = board(table)
    assert "1 petit rouge à **Bob** ; 1 petit rouge aux Enfers (**Bob** ne peut plus rien recevoir)." in said


def test_f12_who_let_the_time_pass_is_named() -> None:
    table = DesfausseTable(*THREE).stop("1").expire()
    assert "⏳ Temps écoulé pour **Bob** et **Chloé**." in board(table)


def test_f13_who_leaves_is_told_and_marked() -> None:
    table = DesfausseTable(*THREE).leave("2")
    said = board(table)
    assert "🚪 **Bob** quitte la table, ses dés vont aux Enfers." in said
    assert "🚪 **Bob** · a quitté la table" in said
