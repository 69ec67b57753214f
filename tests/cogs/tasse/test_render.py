"""The board tells everything at a glance and at the end, and nothing that the channel may not know."""

from dataclasses import replace

import pytest

from bot.tables.model import End, Manners, Pace, Status
from bot.tables.playing.seating import SEATS_AT_MOST
from bot.texts import Texts, texts_for
from bot.ui.frame.verdicts import promise_in_full
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.limits import check
from bot.ui.pages.page import digest
from cogs.tasse.face import TasseFace
from cogs.tasse.story import _TELLERS
from engines.tasse.events import TasseEvent
from engines.tasse.model import Announce, Declare, Direct, Doubt, NextRound, Roll, Say, Show
from engines.tasse.scores import ALL_SCORES, NORMAL
from tests.support.plain_page import menu, plain, verbs
from tests.support.tasse_table import GAME, SEED, TasseTable
from tests.support.wire_reading import bare

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACE = TasseFace()


def board(table: TasseTable, t: Texts = FRENCH) -> str:
    return plain(check(FACE.board(table.seen(), t)))


def panel(table: TasseTable, seat: str, t: Texts = FRENCH) -> str:
    return plain(check(FACE.panel(table.seen(seat), t)))


# -- at a glance -------------------------------------------------------------------------------------------


def test_it_tells_cup_announcement_direction_points_and_deadline() -> None:
    text = board(TasseTable().act("1", Roll(), 6, 4).act("1", Announce("64")))
    assert "**Bob** a la tasse : y croire et lancer, ou douter ?" in text
    assert "À égaler ou à battre : **64**, annoncé par **Anne**" in text
    assert "Sens : ↓ vers le bas · après : **Chloé**" in text
    assert "🥤 **Bob** 0 · a la tasse" in text
    assert "<t:1800000090:T>" in text
    assert "<t:1800000090:R>" in text


def test_what_was_revealed_can_still_be_read_when_the_next_one_has_rolled() -> None:
    table = TasseTable().act("1", Roll(), 6, 4).act("1", Announce("65")).act("2", Doubt())
    assert "**Anne** bluffait avec **65**" in board(table)
    table.act("1", Roll(), 3, 2)
    assert "**Anne** bluffait avec **65**" in board(table)
    assert "**Anne** lance les dés en secret." in board(table)
    assert "bluffait" not in board(table.act("1", Announce("41")))


def test_without_a_clock_there_is_no_deadline_and_of_one_round_no_number() -> None:
    assert "<t:" not in board(TasseTable(manners=Manners(Pace.RELAXED)).table(alarm=None))
    assert "Manche" not in board(TasseTable())
    assert "Manche 1 :" in board(TasseTable(rounds=2))


def test_who_is_out_or_gone_or_stays_on_for_want_of_a_gap_is_said_in_words() -> None:
    table = TasseTable(["A", "B", "C", "D"], threshold=1)
    table.act("1", Roll(), 5, 2).act("1", Show()).leave("4")
    assert "✖️ **B** 1 · hors jeu · face de nul" in board(table)
    assert "🚪 **D** 0 · a quitté la table" in board(table)
    two = TasseTable(["A", "B"], threshold=1).act("1", Roll(), 5, 2).act("1", Show())
    assert "🥤 **B** 1 · a la tasse · en sursis : il faut 2 points d’écart" in board(two)


def test_a_fresh_start_is_told_where_it_is_not_plain() -> None:
    """Who has just scored has the cup, says the head; with a double 5 it is somebody else."""
    liar = TasseTable().act("1", Roll(), 6, 4).act("1", Announce("66")).act("2", Doubt())
    assert "repart de zéro" not in board(liar)
    skipped = TasseTable().act("1", Roll(), 5, 5).act("1", Show())
    assert "**Chloé** repart de zéro." in board(skipped)


@pytest.mark.parametrize(
    ("phase", "play", "expected"),
    [
        ("direction_or_roll", [], ["roll", "direction", "direction"]),
        ("rolled", [("1", Roll(), 6, 4)], ["announce", "show"]),
        ("turn", [("1", Roll(), 6, 4), ("1", Announce("64"))], ["roll", "doubt"]),
        ("reroll", [("1", Roll(), 6, 3), ("1", Show())], ["roll"]),
    ],
)
def test_its_buttons_are_the_verbs_of_the_phase(phase: str, play: list, expected: list[str]) -> None:
    table = TasseTable()
    for seat, action, *dice in play:
        table.act(seat, action, *dice)
    assert table.seen().observation.phase == phase
    page = FACE.board(table.seen(), FRENCH)
    folded = [bare(button.verb) for button in menu(page)]
    assert verbs(page) == [*expected, "hand", *folded]
    assert folded[-3:] == ["rules", "away", "resign"]


# -- what just happened --------------------------------------------------------------------------------------


def test_dice_are_told_with_faces_and_in_words() -> None:
    book = EmojiBook({f"de_{n}": f"<:de_{n}:{n}>" for n in range(1, 7)})
    table = TasseTable().act("1", Roll(), 3, 3).act("1", Announce("64")).act("2", Doubt())
    text = plain(TasseFace(book).board(table.seen(), FRENCH))
    assert "<:de_3:3>\u200a<:de_3:3> double 3. **Anne** bluffait avec **64** !" in text
    assert "**Anne** prend 1 point, total 1." in text


def test_a_free_announcement_is_quoted_harmlessly() -> None:
    table = TasseTable().act("1", Roll(), 6, 4).act("1", Say("**99** [7](8) @1 " + "7" * 90))
    text = board(table)
    assert "**99**" not in text
    assert "[7](8)" not in text
    assert "mauvaise annonce" in text
    assert "7" * 40 not in text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("le 64 !", "**Bob** annonce **64** à **Chloé**."),
        ("6 3", "**Bob** annonce « … » : mauvaise annonce !"),
        ("4 2", "**Bob** annonce « … », moins que **62** : mauvaise annonce !"),
    ],
)
def test_t8_erased_words_are_told_as_what_they_came_to(said: str, told: str) -> None:
    table = TasseTable().act("1", Roll(), 6, 2).act("1", Announce("62")).act("2", Roll(), 6, 4)
    table.act("2", Say(said))
    assert f"« {said} »" in board(table)
    *before, scene = table.held.vault.scenes
    erased = [GAME.without_words("event", GAME.events.plain(event), "2") for event in scene.events]
    scenes = (*before, replace(scene, events=tuple(map(GAME.events.parse, erased))))
    table.held = replace(table.held, vault=replace(table.held.vault, scenes=scenes))
    assert told in board(table)
    assert said not in board(table)


def test_t8_a_special_said_by_its_name_is_told_as_shown() -> None:
    table = TasseTable().act("1", Roll(), 5, 2).act("1", Say("sept !"))
    text = board(table)
    assert "**Anne** montre" in text
    assert "sept !" not in text


def test_only_the_last_step_is_told_and_the_menu_tells_what_was_before() -> None:
    table = TasseTable().act("1", Direct(1))
    assert "story" in verbs(FACE.board(table.seen(), FRENCH))
    for turn in range(20):
        table.act("1", Direct(1 if turn % 2 else -1))
    assert board(table).count("choisit le sens") == 1
    assert plain(FACE.story(table.seen(), FRENCH)).count("choisit le sens") == GAME.steps_told


def test_every_event_but_own_dice_and_the_end_has_words() -> None:
    types = {event.__dataclass_fields__["type"].default for event in TasseEvent.__args__}
    assert types - set(_TELLERS) == {"peeked", "game_over"}
    assert set(_TELLERS) <= types


def test_sips_are_worded_with_the_points_and_pressed_on_nobody() -> None:
    table = TasseTable(sips=True).act("1", Roll(), 5, 2).act("1", Show())
    assert "1 point et une gorgée" in board(table)
    assert "Personne n’est obligé" in board(table)
    assert "gorgée" not in board(TasseTable().act("1", Roll(), 5, 2).act("1", Show()))


# -- secrecy -------------------------------------------------------------------------------------------------


def test_whatever_dice_lie_under_a_cup_all_others_see_the_same() -> None:
    """Once they are rolled, once the cup went on (also who holds it now), and once they are rolled over."""
    shown = []
    for score in sorted(ALL_SCORES):
        dice = int(score[0]), int(score[1])
        rolled = TasseTable().act("1", Roll(), 6, 4).act("1", Announce("64")).act("2", Roll(), *dice)
        passed = TasseTable().act("1", Roll(), *dice).act("1", Announce("21"))
        pages = [FACE.board(each.seen(), FRENCH) for each in (rolled, passed)]
        pages += [FACE.panel(rolled.seen(seat), FRENCH) for seat in ("1", "3")]
        pages += [FACE.panel(passed.seen("2"), FRENCH)]
        passed.act("2", Roll(), 6, 6)
        pages += [FACE.board(passed.seen(), FRENCH), FACE.panel(passed.seen("1"), FRENCH)]
        due = [FACE.wants_panel(rolled.seen(seat)) for seat in ("1", "3")]
        shown.append((pages, list(map(digest, pages)), due))
    assert all(each == shown[0] for each in shown)


# -- the private panel ---------------------------------------------------------------------------------------


def test_it_names_game_channel_and_server_and_what_showing_own_dice_does() -> None:
    text = plain(check(FACE.panel(TasseTable().seen("1"), FRENCH, "Chez *nous*")))
    assert text.startswith("### 🥤 La Tasse · <#20> · Chez \\*nous\\*")
    assert "https://discord.com/channels/10/20" in text
    text = panel(TasseTable().act("1", Roll(), 5, 2), "1")
    assert "[5][2] **7, car cinq et deux font sept**" in text
    assert "**Montrer** : un 7. **Bob** prend 1 point." in text


@pytest.mark.parametrize(
    ("standing", "dice", "words"),
    [
        ("64", (3, 1), "**Anne** prend 1 point et le sens tourne"),
        ("21", (3, 1), "Sur un 21, vous prenez 1 point aussi"),
        ("64", (5, 5), "**Chloé** prend 1 point et passe son tour"),
        ("64", (6, 3), "La neuvième place à partir de la vôtre"),
        ("64", (3, 2), "Plus que **64** : 1 point pour **Chloé**"),
        ("21", (3, 2), "Rien ne bat un 21"),
    ],
)
def test_specials_and_the_joker_are_explained(standing: str, dice: tuple[int, int], words: str) -> None:
    table = TasseTable().act("1", Roll(), 6, 4).act("1", Announce(standing)).act("2", Roll(), *dice)
    assert words in panel(table, "2")


def test_what_is_said_of_showing_is_what_happens() -> None:
    """The one whom the panel names is the one who scores, in both directions."""
    for direction in (1, -1):
        for dice in ((5, 2), (5, 5), (3, 1)):
            table = (
                TasseTable(["Anne", "Bob", "Chloé", "Dario"])
                .act("1", Direct(direction))
                .act("1", Roll(), *dice)
            )
            text = panel(table, "1")
            table.act("1", Show())
            (scored,) = [event for event in table.seen().scenes[-1].events if event.type == "scored"]
            name = table.held.table.seat(scored.seat).people[0].name
            assert f"**{name}** prend 1 point" in text


def test_a_nine_warns_where_it_falls_on_the_roller() -> None:
    assert "c’est la vôtre (1 point)" in panel(TasseTable(["A", "B"]).act("1", Roll(), 6, 3), "1")
    assert "c’est vous" not in panel(TasseTable(["A", "B", "C"]).act("1", Roll(), 6, 3), "1")


def test_after_the_announcement_the_roller_still_knows_and_reads_nothing_that_will_be_wrong() -> None:
    """A private message is not redrawn for what others do."""
    table = TasseTable().act("1", Roll(), 6, 4).act("1", Announce("66"))
    text = panel(table, "1")
    assert "Sous la tasse, vos dés : [6][4]" in text
    assert "Vous n’avez rien à décider pour l’instant" in text
    assert "À égaler ou à battre" not in text
    assert "a la tasse" not in text
    table.act("2", Doubt())
    assert "[6][4] **64" not in panel(table, "1")


def test_between_rounds_panel_and_board_offer_the_next_one() -> None:
    table = TasseTable(threshold=1, rounds=2, names=["A", "B"])
    while table.seen().to_act:
        table.expire()
    assert "La manche 1 est finie" in panel(table, "1")
    assert verbs(FACE.panel(table.seen("1"), FRENCH)) == ["next_round"]
    assert "Manche suivante" in board(table)
    table.act("1", NextRound())
    assert "manche 2 sur 2" in board(table)


def test_a_private_message_is_due_once_a_turn() -> None:
    table = TasseTable()
    opening = FACE.wants_panel(table.seen("1"))
    assert opening is not None
    assert FACE.wants_panel(table.seen("2")) is None
    table.act("1", Direct(-1)).act("1", Direct(1)).act("1", Roll(), 6, 4)
    assert FACE.wants_panel(table.seen("1")) == opening
    table.act("1", Announce("64"))
    assert FACE.wants_panel(table.seen("1")) is None
    turn = FACE.wants_panel(table.seen("2"))
    table.act("2", Roll(), 6, 3)
    assert FACE.wants_panel(table.seen("2")) == turn
    table.act("2", Show())
    assert FACE.wants_panel(table.seen("2")) == turn
    table.act("2", Roll(), 6, 4).act("2", Announce("64")).act("3", Doubt())
    again = FACE.wants_panel(table.seen("3"))
    assert again not in (None, turn, opening)


def test_each_duel_is_due_to_its_opponent() -> None:
    table = TasseTable()
    table.act("1", Roll(), 6, 4).act("1", Announce("64")).act("2", Roll(), 3, 2).act("2", Show(), 2, 3)
    assert FACE.wants_panel(table.seen("3")) is not None
    assert FACE.wants_panel(table.seen("1")) is None
    table.act("3", Declare("32"), 6, 4)
    assert FACE.wants_panel(table.seen("1")) is not None
    assert FACE.wants_panel(table.seen("3")) is None


# -- the end, a pause, and the limits -----------------------------------------------------------------------


def test_the_end_ranks_reveals_the_seed_and_offers_a_rematch() -> None:
    table = TasseTable(threshold=1)
    table.act("1", Roll(), 5, 2).act("1", Show()).act("3", Roll(), 6, 1).act("3", Show())
    for text in (board(table), panel(table, "1"), panel(table, "2")):
        assert SEED.hex() not in text
    while table.seen().to_act:
        table.expire()
    text = board(table)
    winner = table.held.table.seat(table.held.table.end.winners[0]).people[0].name
    assert f"🏆 **{winner}** gagne la partie !" in text
    assert f"` 1` **{winner}**" in text
    assert SEED.hex() in text
    assert "/des verifier" in plain(promise_in_full(table.held.table, FRENCH))
    assert verbs(FACE.board(table.seen(), FRENCH)) == ["rematch", "open", "words", "story", "rules", "dice"]
    opened = table.table(end=End(rematch_id=13))
    assert verbs(FACE.board(opened.seen(), FRENCH)) == ["open", "words", "story", "rules", "dice"]


def test_a_stopped_game_has_no_winner_and_a_paused_one_says_how_to_go_on() -> None:
    stopped = TasseTable().table(status=Status.CLOSED, end=End("stopped", seed=SEED.hex()), alarm=None)
    assert "personne ne gagne" in board(stopped)
    assert verbs(FACE.panel(stopped.seen("1"), FRENCH)) == ["rematch"]
    paused = TasseTable().table(status=Status.PAUSED, alarm=None)
    assert "/tasse statut" in board(paused)
    assert verbs(FACE.panel(paused.seen("1"), FRENCH)) == []


@pytest.mark.parametrize("name", ["N" * 32, "*" * 32])
@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=["fr", "en"])
def test_a_full_table_fits_from_start_to_end(name: str, t: Texts) -> None:
    table = TasseTable([name] * SEATS_AT_MOST, threshold=1, rounds=2, sips=True)
    for seat in range(1, 9):
        score = NORMAL[seat]
        table.act(str(seat), Roll(), 6, 4).act(str(seat), Say(f"{score[0]} {score[1]}"))
    for seat in (*range(1, 8), 25):
        panel(table, str(seat), t)
    board(table, t)
    while table.seen().to_act:
        table.expire()
        board(table, t)
    board(table.act("1", NextRound()), t)


@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=["fr", "en"])
def test_every_text_is_in_one_language(t: Texts) -> None:
    table = TasseTable()
    table.act("1", Roll(), 6, 4).act("1", Announce("64")).act("2", Roll(), 3, 2).act("2", Show(), 2, 3)
    text = board(table, t) + panel(table, "3", t)
    assert ("Your turn" in text) is (t is ENGLISH)
    assert ("À vous" in text) is (t is FRENCH)


# -- places at the end ----------------------------------------------------------------------------------


def tied() -> TasseTable:
    """Two of three have won a round each when the last one ends; the third went out first in it."""
    table = TasseTable(rounds=2).put(round=2, rounds_won=(1, 0, 0), in_play=("1", "2"), out=("3",))
    table.put(points=(9, 0, 12)).act("1", Roll(), 3, 2).act("1", Announce("21")).act("2", Doubt())
    assert table.held.table.end.winners == ("1", "2")
    return table


def test_T14_tied_winners_share_the_first_place_on_the_board_and_the_next_is_the_third() -> None:
    said = plain(check(FACE.board(tied().seen(), FRENCH)))
    assert "🏆 **Anne** et **Bob** gagnent la partie !" in said
    assert [line[:4] for line in said.splitlines() if line.startswith("`")] == ["` 1`", "` 1`", "` 3`"]
    assert "**Anne** and **Bob** win" in plain(check(FACE.board(tied().seen(), ENGLISH)))


def test_T14_everybody_is_told_the_own_place_and_that_it_is_shared() -> None:
    table = tied()
    told = [plain(check(FACE.panel(table.seen(seat), FRENCH, "La Taverne"))) for seat in ("1", "2", "3")]
    assert ["Votre place : 1 sur 3, à égalité." in text for text in told] == [True, True, False]
    assert "Votre place : 3 sur 3." in told[2]


def test_T18_the_board_lists_who_went_out_later_first() -> None:
    table = TasseTable().put(in_play=("1", "2"), out=("3",), points=(9, 0, 10))
    table.act("1", Roll(), 3, 2).act("1", Announce("21")).act("2", Doubt())
    said = plain(check(FACE.board(table.seen(), FRENCH)))
    listed = [line for line in said.splitlines() if line.startswith("`")]
    assert ["Bob" in listed[0], "Anne" in listed[1], "Chloé" in listed[2]] == [True, True, True]
