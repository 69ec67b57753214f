"""How turns, rounds and games of DESfausse end on the board and in private messages."""

from __future__ import annotations

from bot.tables.model import End, Manners, Pace, Status
from bot.texts import texts_for
from bot.ui.pages.limits import check
from bot.ui.pages.page import Page, Sketch
from cogs.desfausse.painting import HandsDrawing
from cogs.desfausse.words import dice_names, make_up
from engines.desfausse.model import Demon, Discard
from tests.cogs.desfausse.table import FACE, GAME, DesfausseTable, offered
from tests.support.plain_page import buttons, plain, verbs

FRENCH = texts_for("fr")
THREE = ("2 2 2 2 3 D", "4 D 4 4 5 5", "3 3 6 6 5 5")


def board(table: DesfausseTable) -> str:
    return plain(check(FACE.board(table.seen(), FRENCH)))


def panel(table: DesfausseTable, seat: str) -> str:
    return plain(check(FACE.panel(table.seen(seat), FRENCH)))


def sketches(page: Page) -> list[Sketch]:
    return [block for block in page.blocks if isinstance(block, Sketch)]


def test_f2_the_end_of_a_turn_shows_all_hands_in_one_picture() -> None:
    table = DesfausseTable("2 2 2 2 3 D", "4 D 4 4 5 5").stop()
    rolled = GAME.observe(table.state, "1").dice
    while table.state.position.turn == 1:
        table.skip(table.to_act[0])
    (picture,) = sketches(FACE.board(table.seen(), FRENCH))
    assert isinstance(picture.drawing, HandsDrawing)
    assert [row.name for row in picture.drawing.rows] == ["Anne", "Bob"]
    assert f"Anne : {dice_names(rolled, FRENCH)}." in picture.alt
    assert picture.words in plain(
        FACE.board_in_words(table.seen(), FRENCH) or FACE.board(table.seen(), FRENCH)
    )
    assert "Personne n’a rien défaussé." in board(table)


def test_a_message_of_a_turn_that_is_over_keeps_what_happened_and_no_button() -> None:
    table = DesfausseTable("2 2 2 2 3 D", "4 D 4 4 5 5").stop()
    table.act("1", Discard((1, 2, 3, 4), (1, 2, 3), "hell"))
    while table.state.position.turn == 1:
        table.skip(table.to_act[0])
    assert "pick" in verbs(FACE.panel(table.seen("1"), FRENCH))
    left = FACE.farewell(table.seen("1"), FRENCH, "La Taverne")
    assert left is not None
    assert verbs(left) == []
    assert sketches(left) == []
    said = plain(left)
    assert "manche 1, tour 1 · fini" in said
    assert "**Anne** défausse 4 dés" in said
    assert "**Bob** : petit rouge 4, petit rouge diable" in said


def test_f10_f11_the_end_of_a_round_says_who_won_what_was_left_and_who_gets_what() -> None:
    table = DesfausseTable.lying({1: 2}, {7: 5, 8: 5, 9: 5}, {13: 5, 14: 3, 15: 4}).stop()
    table.act("1", Discard((1,), (1,), "hell"))
    said = board(table)
    assert "🏆 Manche 1 : **Anne** n’a plus aucun dé et gagne un jeton !" in said
    assert "Jetons : **Anne** 1 sur 2." in said
    assert "Il restait : **Bob** 3 dés, **Chloé** 3 dés." in said
    assert "👼 **Anne** aura l’Ange à la prochaine manche." in said
    assert "À qui donner son gros dé rouge : **Bob** ou **Chloé** ?" in said
    assert "petit rouge 5" in said
    own = FACE.panel(table.seen("1"), FRENCH)
    assert [button.label for button in buttons(own)] == ["Le donner à Bob", "Le donner à Chloé"]
    assert offered(own) == {Demon("2"), Demon("3")}
    assert verbs(FACE.panel(table.seen("2"), FRENCH)) == []
    table.click("1", "demon", "3")
    said = board(table)
    assert (
        "🔔 Manche 2 : **Anne** joue avec l’Ange à la place de son gros dé rouge, qui va à **Chloé**" in said
    )
    assert make_up(GAME.observe(table.state, None).hands["1"], FRENCH).endswith("l’Ange")


def test_f10_the_end_of_the_game_ranks_everybody_and_offers_a_rematch() -> None:
    table = DesfausseTable.lying({1: 2}, {7: 5, 8: 5, 9: 5}, {13: 5}, tokens="1 1 0").stop()
    table.act("1", Discard((1,), (1,), "hell"))
    page = FACE.board(table.seen(), FRENCH)
    said = plain(page)
    assert "🏆 **Anne** gagne la partie !" in said
    assert said.split("**Classement**\n")[1].splitlines()[:3] == [
        "` 1` **Anne** · 2 jetons",
        "` 2` **Bob** · 1 jeton · 3 dés en main",
        "` 3` **Chloé** · 0 jeton · 1 dé en main",
    ]
    assert "rematch" in verbs(page)
    assert len(sketches(page)) == 1
    assert "Votre place : 2 sur 3." in panel(table, "2")
    assert "rematch" not in verbs(FACE.board(table.table(end=End(rematch_id=13)).seen(), FRENCH))


def test_winners_that_are_through_together_share_the_game() -> None:
    table = DesfausseTable.lying({1: 2}, {7: 2}, {13: 5, 14: 6}, tokens="1 1 0").stop()
    table.act("1", Discard((1,), (1,), "hell")).act("2", Discard((7,), (7,), "hell"))
    assert "🏆 **Anne** et **Bob** gagnent la partie !" in board(table)


def test_a_stopped_table_has_no_winner() -> None:
    table = DesfausseTable(*THREE).table(status=Status.CLOSED, end=End("stopped", seed="00" * 32))
    assert "La table a été arrêtée avant la fin : personne ne gagne." in board(table)
    assert "petit rouge 2" not in board(table)


def test_a_paused_table_says_how_it_goes_on() -> None:
    table = DesfausseTable(*THREE).table(status=Status.PAUSED)
    assert "`/desfausse statut`" in board(table)
    assert "`/desfausse statut`" in panel(table, "1")


def test_shown_hands_are_seen_from_the_end_of_the_rolling_on() -> None:
    table = DesfausseTable(*THREE, hands="shown")
    assert "petit rouge 2" not in board(table)
    table.stop()
    assert "petit rouge 2, petit rouge 2, petit vert 2" in board(table)
    assert len(sketches(FACE.board(table.seen(), FRENCH))) == 1


def test_the_relaxed_pace_has_options_and_no_clock() -> None:
    table = DesfausseTable(*THREE, manners=Manners(pace=Pace.RELAXED))
    page = FACE.board(table.seen(), FRENCH)
    assert "options" in verbs(page)
    assert "⏳ Jusqu’à" not in plain(page) + panel(table, "1")
    assert "options" not in verbs(FACE.board(DesfausseTable(*THREE).seen(), FRENCH))
