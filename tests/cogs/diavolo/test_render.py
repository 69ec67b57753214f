"""The board tells everything at a glance, shows no throw too soon, and is edited seldom in a race."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from bot.tables.model import End, Manners, Pace, Status
from bot.texts import Texts, texts_for
from bot.ui.pages.limits import check, faults
from bot.ui.pages.page import Page, Row, Sketch, digest
from cogs.diavolo.controls import order_buttons
from cogs.diavolo.face import DiavoloFace
from engines.diavolo.model import Grab, Roll
from tests.cogs.diavolo.table import EXAMPLE, GAMES, DiavoloTable, moments
from tests.support.plain_page import buttons, menu, plain, verbs
from tests.support.tasse_table import SEED

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACE = DiavoloFace()
OTHER = (6, 6, 6, 6, 6, 6, 1, 1, 1)
FOUR = ("Anne", "Bob", "Chloé", "Dario")


def page(table: DiavoloTable, t: Texts = FRENCH) -> Page:
    return FACE.board(table.seen(), t)


def board(table: DiavoloTable, t: Texts = FRENCH) -> str:
    return plain(check(page(table, t)))


def pictures(shown: Page) -> list[Sketch]:
    return [block for block in shown.blocks if isinstance(block, Sketch)]


# -- before the throw ------------------------------------------------------------------------------------


def test_it_tells_who_rolls_the_gems_and_the_deadline() -> None:
    text = board(DiavoloTable())
    assert "## 😈 Diavolo · manche 1" in text
    assert "🎲 À **Anne** de lancer les dés." in text
    assert "🎲 **Anne** · 💎 5 · lance" in text
    assert "◽ **Bob** · 💎 5" in text
    assert "<t:1800000030:T>" in text
    assert verbs(page(DiavoloTable())) == ["roll", "hand", "rules", "away", "resign"]


def test_between_rounds_the_roller_waits_until_all_have_read_and_without_a_clock_does_not() -> None:
    table = DiavoloTable().roll(*EXAMPLE, 1).expire()
    (roll,) = [button for button in buttons(page(table)) if button.verb == "roll"]
    assert roll.disabled
    table.wait(2_499)
    assert buttons(page(table))[0].disabled
    table.wait(1)
    assert not buttons(page(table))[0].disabled
    relaxed = DiavoloTable(manners=Manners(Pace.RELAXED)).table(alarm=None)
    assert "<t:" not in board(relaxed)
    assert not buttons(page(relaxed))[0].disabled
    below = [button.verb for button in menu(page(relaxed))]
    assert below == ["game.rules", "table.options", "seat.away", "seat.resign"]


# -- the throw -------------------------------------------------------------------------------------------


def test_the_throw_comes_with_its_order_in_words_and_four_buttons() -> None:
    table = DiavoloTable(FOUR).roll(*EXAMPLE, 3)
    shown = page(table)
    assert len(pictures(shown)) == 1
    text = board(table)
    assert "<picture: Noir 2, 3, 6. Blanc 1, 5, 6. Rouge 3, 5, 5. Ordre : plus grand écart.>" in text
    assert "### Ordre : plus grand écart" in text
    grabs = [button for button in buttons(shown) if button.verb == "grab"]
    assert [b.arg for b in grabs] == list(order_buttons(table.seen().table, 1))
    assert {(b.arg, b.emoji, b.label) for b in grabs} == {
        ("black", "⚫", "Noir (3)"),
        ("white", "⚪", "Blanc (3)"),
        ("red", "🔴", "Rouge (3)"),
        ("grey", "🔘", "Gris (1)"),
    }
    assert verbs(shown) == ["grab"] * 4 + ["hand", "words", "rules", "away", "resign"]


def test_d4_the_buttons_say_how_many_pawns_there_are() -> None:
    for many, each in ((2, 1), (3, 2), (4, 3)):
        table = DiavoloTable(FOUR[:many]).roll(*EXAMPLE, 1)
        labels = {button.label for button in buttons(page(table)) if button.verb == "grab"}
        assert labels == {f"Noir ({each})", f"Blanc ({each})", f"Rouge ({each})", "Gris (1)"}


def test_d5_an_exhausted_colour_keeps_its_button_and_who_lost_a_pawn_is_called() -> None:
    """A click that was made earlier, and has not arrived yet, may still take its pawn."""
    table = DiavoloTable(FOUR[:3]).roll(*EXAMPLE, 1).grab("1", "grey", 900)
    (grey,) = [button for button in buttons(page(table)) if button.arg == "grey"]
    assert (grey.label, grey.disabled) == ("Gris (0)", False)
    table.grab("2", "grey", 800)
    assert "⚡ **Anne** : un clic plus rapide avait déjà ce diablotin." in board(table)
    assert "⚡" not in board(table.grab("1", "red", 1200))


def test_in_a_race_only_the_counts_of_pawns_change() -> None:
    """Not who took them; so that one grab is one small edit, and nobody copies a neighbour's choice."""
    by_anne = DiavoloTable(FOUR).roll(*EXAMPLE, 1)
    before = page(by_anne)
    by_anne.grab("1", "red", 900)
    by_bob = DiavoloTable(FOUR).roll(*EXAMPLE, 1).grab("2", "red", 1100)
    assert page(by_anne) == page(by_bob)
    assert _without_counts(page(by_anne)) == _without_counts(before)
    assert page(by_anne) != before


def _without_counts(shown: Page) -> Page:
    rows = (
        block for block in shown.blocks if not (isinstance(block, Row) and block.buttons[0].verb == "grab")
    )
    return replace(shown, blocks=tuple(rows))


def test_d6_the_wait_for_late_clicks_changes_nothing_on_the_board() -> None:
    table = DiavoloTable(FOUR[:2]).roll(*EXAMPLE, 1).grab("1", "red", 900)
    shown, alarm = page(table), table.held.table.alarm
    assert page(table.table(alarm=replace(alarm, settle_at=alarm.opened_at + 1300))) == shown


# -- learners (D10) --------------------------------------------------------------------------------------


def test_d10_learners_see_the_order_die_alone_first() -> None:
    table = DiavoloTable(FOUR, learning=True).roll(*EXAMPLE, 1)
    assert verbs(page(table)) == ["hand", "words", "rules", "away", "resign"]
    assert "<picture: Ordre : plus grande somme.>" in board(table)
    assert "grab" not in verbs(FACE.panel(table.seen("1"), FRENCH))
    table.wait(4_000)
    assert verbs(page(table)) == ["grab"] * 4 + ["hand", "words", "rules", "away", "resign"]
    assert "Rouge 3, 5, 5" in board(table)


def test_d10_nothing_of_the_other_dice_shows_before_their_time() -> None:
    """Not on the board, in the panel, in the words, nor in what tells one board from another."""
    shown = []
    for dice in (EXAMPLE, OTHER):
        table = DiavoloTable(FOUR, learning=True).roll(*dice, 6, 1 if dice is OTHER else 10)
        words = FACE.board_in_words(table.seen("2"), FRENCH)
        shown.append((page(table), digest(page(table)), FACE.panel(table.seen("2"), FRENCH), words))
    assert shown[0] == shown[1]


def test_d10_the_lead_is_over_after_three_rounds() -> None:
    table = DiavoloTable(FOUR, learning=True)
    for number in range(1, 5):
        table.wait().roll(*EXAMPLE, 1)
        assert ("grab" in verbs(page(table))) is (number == 4)
        table.wait()
        for seat in "1234":
            table.grab(seat, "red" if seat != "4" else "grey", 500 + int(seat))
        table.settle()


# -- secrecy ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [0, 1])
def test_nothing_of_the_throw_shows_before_it_is_thrown(before) -> None:
    """Boards that differ only in the secret seed, so in what comes next, are the same to the byte.

    Nor does it say where the dice lie.
    """
    shown, drawings = [], []
    for seed in (SEED, SEED[::-1]):
        table = DiavoloTable(FOUR)
        for _ in range(before):
            table.roll(*EXAMPLE, 6, 2).expire()
        table.held = replace(table.held, vault=replace(table.held.vault, seed=seed))
        shown.append((page(table), digest(page(table)), FACE.panel(table.seen("1"), FRENCH)))
        assert pictures(page(table)) == []
        assert FACE.board_in_words(table.seen("1"), FRENCH) is None
        drawings.append(pictures(page(table.wait().roll(*EXAMPLE, 1)))[0].drawing)
    assert shown[0] == shown[1]
    assert drawings[0] == drawings[1]


def test_the_seed_is_shown_at_the_end_alone() -> None:
    table = DiavoloTable(FOUR[:2]).put(gems=(1, 5))
    assert SEED.hex() not in board(table)
    table.roll(*EXAMPLE, 1)
    assert SEED.hex() not in board(table)
    table.wait().grab("2", "red", 900).expire()
    assert SEED.hex() in board(table)


# -- drawing ahead ---------------------------------------------------------------------------------------


def test_the_throw_is_what_is_worth_drawing_ahead() -> None:
    table = DiavoloTable(FOUR)
    assert FACE.guess_next(table.seen()) == ("1", Roll())
    assert FACE.guess_next(table.roll(*EXAMPLE, 1).seen()) is None
    assert FACE.guess_next(table.expire().seen()) == ("2", Roll())
    assert FACE.guess_next(table.table(status=Status.PAUSED).seen()) is None


def test_the_picture_drawn_ahead_is_the_one_that_is_shown() -> None:
    """Tried beforehand there is no clock yet; learners' whole picture is ready for the end of the lead."""
    for options in ({}, {"learning": True}):
        table = DiavoloTable(FOUR, **options).roll(*EXAMPLE, 6, 4)
        tried = replace(table.seen(), table=replace(table.held.table, alarm=None))
        assert pictures(FACE.board(tried, FRENCH)) == pictures(page(table.wait()))


# -- in private ------------------------------------------------------------------------------------------


def test_the_panel_says_what_one_holds_and_may_do() -> None:
    table = DiavoloTable(FOUR)
    assert verbs(FACE.panel(table.seen("1"), FRENCH)) == ["roll"]
    assert verbs(FACE.panel(table.seen("2"), FRENCH)) == []
    assert "**Anne** va lancer" in plain(FACE.panel(table.seen("2"), FRENCH))
    table.roll(*EXAMPLE, 1).grab("2", "red", 900)
    assert "Diablotin 🔴 rouge pris, " in plain(FACE.panel(table.seen("2"), FRENCH))
    assert verbs(FACE.panel(table.seen("2"), FRENCH)) == []
    assert verbs(FACE.panel(table.seen("1"), FRENCH)) == ["grab"] * 4
    assert "Vous avez 5 gemmes." in plain(FACE.panel(table.seen("1"), FRENCH))


def test_the_panel_names_its_table_and_nothing_goes_by_private_message() -> None:
    table = DiavoloTable()
    text = plain(FACE.panel(table.seen("1"), FRENCH, "Chez *nous*"))
    assert text.startswith("### 😈 Diavolo · <#20> · Chez \\*nous\\*")
    assert FACE.wants_panel(table.seen("1")) is None
    assert FACE.wants_panel(table.roll(*EXAMPLE, 1).seen("1")) is None


def test_who_is_out_watches() -> None:
    table = DiavoloTable(FOUR).roll(*EXAMPLE, 1).expire().with_gems(0, 5, 5, 5).wait().roll(*EXAMPLE, 1)
    assert "💀 **Anne** · 💎 0 · hors jeu" in board(table)
    assert "Vous n’avez plus de gemme" in plain(FACE.panel(table.seen("1"), FRENCH))
    assert verbs(FACE.panel(table.seen("1"), FRENCH)) == []


def test_in_words_the_throw_comes_with_the_buttons_of_who_may_grab() -> None:
    table = DiavoloTable(FOUR).roll(*EXAMPLE, 1).grab("2", "red", 900)
    for seat, expected in (("1", ["grab"] * 4), ("2", []), (None, [])):
        shown = FACE.board_in_words(table.seen(seat), FRENCH)
        assert shown is not None
        assert pictures(shown) == []
        assert "Rouge 3, 5, 5. Ordre : plus grande somme." in plain(check(shown))
        assert verbs(shown) == expected


def test_a_grab_is_acknowledged_with_its_time() -> None:
    table = DiavoloTable(FOUR[:3]).wait().roll(*EXAMPLE, 1).grab("1", "grey", 1840)
    grab = Grab("grey", 0)
    assert FACE.acknowledge(grab, table.seen("1"), FRENCH) == "Diablotin 🔘 gris pris, 1,84\u00a0s."
    assert FACE.acknowledge(grab, table.seen("1"), ENGLISH) == "You grabbed an imp: 🔘 grey, 1.84\u00a0s."
    assert FACE.acknowledge(Roll(), table.seen("1"), FRENCH) is None
    table.grab("2", "grey", 1200)
    assert "plus rapide" in (FACE.acknowledge(grab, table.seen("1"), FRENCH) or "")
    table.expire()
    assert FACE.acknowledge(grab, table.seen("2"), FRENCH) == "Diablotin 🔘 gris pris, 1,20\u00a0s."


# -- the end, a pause, and the limits --------------------------------------------------------------------


def test_the_end_names_the_winner_and_ranks_by_staying_power() -> None:
    table = DiavoloTable(FOUR[:3]).roll(*EXAMPLE, 1).expire().with_gems(0, 1, 3).wait()
    table.roll(*EXAMPLE, 1).grab("3", "red", 700).expire()
    text = board(table)
    assert "🏆 **Chloé** garde ses gemmes et gagne la partie !" in text
    assert "` 1` **Chloé** · 3 gemmes\n` 2` **Bob** · 0 gemme\n` 3` **Anne** · 0 gemme" in text
    assert "💀 **Bob** n’a plus de gemme" in text
    assert "Dés vérifiables" in text
    assert verbs(page(table)) == ["rematch", "open", "rules", "dice"]
    assert verbs(page(table.table(end=End(rematch_id=13)))) == ["open", "rules", "dice"]


def test_d8_when_the_last_gems_go_together_nobody_wins() -> None:
    table = DiavoloTable(FOUR[:2]).put(gems=(1, 1))
    table.roll(*EXAMPLE, 1).expire()
    assert "personne ne gagne, chacun paie son verre" in board(table)


def test_a_stopped_game_has_no_winner_and_a_paused_one_says_how_to_go_on() -> None:
    stopped = DiavoloTable(FOUR).table(status=Status.CLOSED, end=End("stopped", seed=SEED.hex()), alarm=None)
    assert "arrêtée avant la fin" in board(stopped)
    assert verbs(FACE.panel(stopped.seen("1"), FRENCH)) == ["rematch"]
    table = DiavoloTable(FOUR).roll(*EXAMPLE, 1).table(status=Status.PAUSED, alarm=None)
    assert "/diavolo statut" in board(table)
    assert pictures(page(table)) == []
    assert "grab" not in verbs(page(table)) + verbs(FACE.panel(table.seen("1"), FRENCH))


@settings(max_examples=25, deadline=None)
@given(GAMES)
def test_every_page_of_every_game_stays_within_the_limits(game: tuple) -> None:
    for table in moments(*game):
        for t in (FRENCH, ENGLISH):
            assert faults(page(table, t)) == []
            for seat in (None, *table.state.setup.seats):
                words = FACE.board_in_words(table.seen(seat), t)
                assert words is None or faults(words) == []
                if seat is not None:
                    assert faults(FACE.panel(table.seen(seat), t, "Serveur")) == []


@pytest.mark.parametrize("name", ["N" * 32, "*" * 32])
@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=["fr", "en"])
def test_the_longest_names_fit(name: str, t: Texts) -> None:
    table = DiavoloTable([name] * 6)
    board(table, t)
    board(table.roll(*EXAMPLE, 6, 10), t)
    for seat in "12345":
        table.grab(seat, "grey", 9000 - 1000 * int(seat))
    board(table, t)
    board(table.expire(), t)


def test_each_language_is_kept_to() -> None:
    table = DiavoloTable(FOUR).roll(*EXAMPLE, 5).grab("1", "grey", 1840)
    assert "Order: highest value" in board(table, ENGLISH)
    text = board(table.expire(), ENGLISH)
    assert "in 1.84\u00a0s" in text
    assert "manche" not in text
    assert "gemme" not in text
