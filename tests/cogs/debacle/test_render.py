"""Board, own message and the file at the end tell everything, within limits, from the right side."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.model import End, Manners, Pace, Status
from bot.tables.pending import NOTHING_PENDING
from bot.texts import Texts, texts_for
from bot.ui.pages.limits import check, faults, fit
from bot.ui.pages.page import Attachment, Page, Sketch, digest
from cogs.debacle.story import _DEEDS, _TURNINGS, _WHY, last_ways
from engines.core.protocol import Protocol
from engines.debacle.board import CELL, START, board_with, read
from engines.debacle.events import DebacleEvent, RoundEnd
from engines.debacle.notation import read_game, requests
from tests.cogs.debacle.table import FACE, DebacleTable, opened, random_tables
from tests.engines.debacle.match import GAME
from tests.engines.debacle.playing import choose, random_tastes
from tests.support.plain_page import menu, plain, verbs
from tests.support.wire_reading import bare

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
SEEDS = st.integers(0, 2**32)
CAPTURES = """
6  B6 .  .  B3 .  .
5  .  .  B1 R4 .  .
4  .  .  .  .  .  .
3  .  .  B2 .  .  .
2  .  R5 .  .  .  .
1  R1 .  .  .  R5 R6
   a  b  c  d  e  f
"""
ALIKE = """
6  B6 B5 .  .  .  B1
5  .  .  .  .  .  .
4  .  .  .  .  .  .
3  .  .  .  .  .  .
2  .  R4 .  .  .  .
1  .  .  R4 .  R4 R3
   a  b  c  d  e  f
"""
T = texts_for("fr")


def board(table: DebacleTable, t: Texts = FRENCH) -> str:
    return plain(check(FACE.board(table.seen(), t)))


def panel(table: DebacleTable, seat: str, t: Texts = FRENCH) -> str:
    return plain(check(FACE.panel(table.seen(seat), t)))


def sketch(page: Page) -> Sketch:
    (found,) = [block for block in page.blocks if isinstance(block, Sketch)]
    return found


# -- any position ------------------------------------------------------------------------------------------


@settings(max_examples=6, deadline=None)
@given(SEEDS, st.sampled_from([FRENCH, ENGLISH]))
def test_every_page_fits_discord(seed: int, t: Texts) -> None:
    for number, table in enumerate(random_tables(seed)):
        if number % 3 == 0 and not table.over:
            table.offer(table.other)
        pages = [FACE.board(table.seen(), t)]
        for seat in ("1", "2"):
            sight = table.seen(seat)
            pages += [FACE.panel(sight, t, "Le serveur"), FACE.board_in_words(sight, t)]
            if seat in sight.to_act:
                pages += opened(FACE.panel(sight, t), sight, t)
        assert [faults(fit(page)) for page in pages] == [[]] * len(pages)
        assert [faults(page) for page in pages] == [[]] * len(pages)


@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_each_sees_the_board_from_their_own_side_and_words_name_every_die(seed) -> None:
    for table in random_tables(seed, 20):
        said = plain(FACE.board_in_words(table.seen(), FRENCH))
        for square, (_, value) in table.seen().observation.board.items():
            assert f"{value} en {square}" in said
        if table.over:
            return
        views = {seat: sketch(FACE.panel(table.seen(seat), FRENCH)) for seat in ("1", "2")}
        assert views["1"].drawing.view == sketch(FACE.board(table.seen(), FRENCH)).drawing.view == "red"
        assert views["2"].drawing.view == "black"
        for view in views.values():
            drawn = view.words.split("```")[1].replace("N", "B")
            assert board_with(read(drawn)) == table.state.position.board
        assert [view.words.splitlines()[1][0] for view in views.values()] == ["6", "1"]


@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_what_is_marked_is_where_the_last_dice_went(seed: int) -> None:
    before = START
    for table in random_tables(seed, 40):
        if table.over:
            return
        sight, now = table.seen(), table.state.position.board
        events = sight.drafted[-1] if sight.drafted else sight.scenes[-1].events
        marked = {CELL[cell] for way in last_ways([events]) for cell in way}
        changed = {cell for cell in range(36) if now[cell] != before[cell]}
        restarted = any(event.type == "round_started" for event in events)
        if sight.drafted:
            assert changed <= marked
        assert restarted <= (not marked)
        before = now


# -- at a glance -------------------------------------------------------------------------------------------


def test_it_tells_who_plays_what_is_left_and_until_when() -> None:
    text = board(DebacleTable())
    assert "## 🧊 Débâcle · manche 1, tour 1" in text
    assert "C’est à 🔴 **Anne** (Rouge)." in text
    assert "Il reste 2 actions à jouer." in text
    assert "<t:1800000600:" in text
    assert "⚫ **Bob** (Noir) 0" in text
    assert text.count("🔴") == text.count("(Rouge)"), "colours are never told by a sign alone"
    assert text.count("⚫") == text.count("(Noir)")
    assert "options" not in verbs(FACE.board(DebacleTable().seen(), FRENCH))
    relaxed = DebacleTable(manners=Manners(Pace.RELAXED))
    assert "<t:" not in board(relaxed)
    assert "options" in verbs(FACE.board(relaxed.seen(), FRENCH))


def test_a_draft_is_marked_for_both_and_for_all() -> None:
    table = DebacleTable().play("a1-a2")
    said = "✏️ **Brouillon** d’**Anne**, pas encore joué : roule a1→a2 (1→2)."
    for text in (
        board(table),
        panel(table, "1"),
        panel(table, "2"),
        plain(FACE.board_in_words(table.seen(), FRENCH)),
    ):
        assert said in text
    assert sketch(FACE.board(table.seen(), FRENCH)).drawing.draft
    assert "Brouillon" not in board(table.undo())


def test_a_turn_that_is_played_is_told_in_one_line() -> None:
    table = DebacleTable().play("a1-a2 b1!")
    assert "- **Anne** roule a1→a2 (1→2), flippe b1 (2→5)." in board(table)
    assert "Brouillon" not in board(table)
    assert "- **Anne** rolls a1→a2 (1→2), flips b1 (2→5)." in board(table, ENGLISH)


def test_a_chain_of_captures_is_told_with_its_bounces() -> None:
    table = DebacleTable(CAPTURES).play("d5xd6")
    text = board(table)
    assert "capture d6 (3) avec d5 (4→3)" in text
    assert "**Rebond** : le dé en d6 peut rejouer" in text
    whole = plain(FACE.board_in_words(table.seen(), FRENCH))
    assert "**Rebond** : le dé en d6 vient de capturer" in whole
    assert "avant ou après son rebond" in whole
    assert "Renoncer au rebond" in text
    table.play("d6!")
    assert "rebondit et flippe d6 (3→4)" in board(table)
    assert "**Retour au camp** : le dé en d6" in board(table)
    assert "die" not in verbs(FACE.board(table.seen(), FRENCH))
    assert "ramène le 4 de d6 au camp, en b1" in board(table.play("=b1"))
    assert "capturés : 3, 6, 6\n" in board(table)
    assert "capturés : 3, 6, 6 (15 points)" in plain(FACE.board_in_words(table.seen(), FRENCH))


def test_recovering_is_offered_with_its_price() -> None:
    table = DebacleTable(ALIKE, black_holds=(2, 5)).play("f1!")
    text = board(table.undo().play("f1-f2"))
    assert "**Récupérer** : le 2 capturé peut revenir au camp." in text
    whole = plain(FACE.board_in_words(table.seen(), FRENCH))
    assert "**Récupérer** : tous les dés de Rouge montrent la même valeur. Le 2 capturé" in whole
    assert "aura 1 action de plus" in whole
    table.play("+a1")
    assert "récupère un 2 en a1 (+1 action pour l’adversaire)" in board(table)
    assert "Au prochain tour, **Bob** aura 1 action de plus." in board(table)


def test_a_bonus_is_told_as_optional() -> None:
    assert "Et 2 actions en bonus, facultatives" in board(DebacleTable(actions_left=2, bonus_left=2))


def test_b10_the_end_of_a_quiet_round_is_announced() -> None:
    assert "sans capture" not in board(DebacleTable(turn=40, current=1, quiet_turns=39))
    assert "45 tours de suite sans capture : à 60" in board(DebacleTable(turn=47, quiet_turns=45))
    assert "après le tour 300" in board(DebacleTable(turn=281, quiet_turns=3))


def test_absences_are_counted_in_words() -> None:
    assert "🔴 **Anne** (Rouge) 0 · 1 absence" in board(DebacleTable().expire())
    assert "laisse passer le temps" in board(DebacleTable().play("a1-a2").expire())


def test_every_event_but_the_head_s_own_is_told() -> None:
    types = {event.__dataclass_fields__["type"].default for event in DebacleEvent.__args__}
    assert types - set(_DEEDS) - set(_TURNINGS) == {"turn_started", "game_over"}
    assert set(_DEEDS) | set(_TURNINGS) <= types
    assert set(_WHY) == set(RoundEnd.__args__)


def test_the_rare_buttons_stand_in_the_menu() -> None:
    page = FACE.board(DebacleTable().play("a1-a2").seen(), FRENCH)
    assert [bare(button.verb) for button in menu(page)] == [
        "offer",
        "grant",
        "words",
        "story",
        "rules",
        "away",
        "resign",
    ]


# -- the player's own message ------------------------------------------------------------------------------


def test_it_makes_sense_read_alone() -> None:
    text = plain(check(FACE.panel(DebacleTable().seen("1"), FRENCH, "Chez *nous*")))
    assert text.startswith(
        "### 🧊 Débâcle · <#20> · Chez \\*nous\\*\nVous avez les dés de Rouge, contre ⚫ **Bob**"
    )
    assert "À vous de jouer" in text
    assert "https://discord.com/channels/10/20" in text


def test_each_own_turn_has_a_key_of_its_own() -> None:
    table = DebacleTable()
    keys = [FACE.wants_panel(table.seen("1"))]
    assert FACE.wants_panel(table.seen("2")) is None
    table.play("a1-a2")
    assert FACE.wants_panel(table.seen("1")) == keys[0]
    table.play("b1!")
    assert FACE.wants_panel(table.seen("1")) is None
    keys.append(FACE.wants_panel(table.seen("2")))
    keys.append(FACE.wants_panel(table.play("f6! e6-e5").seen("1")))
    assert None not in keys
    assert len(set(keys)) == 3
    assert FACE.wants_panel(table.seen()) is None


def test_an_offer_is_told_with_its_maker_and_brought_to_who_waits() -> None:
    table = DebacleTable().offer("1")
    assert FACE.wants_panel(table.seen("2")) not in (None, FACE.wants_panel(table.seen("1")))
    text = panel(table, "2")
    assert "🤝 **Anne** propose d’arrêter la manche" in text
    assert "rien à décider" not in text
    assert FACE.wants_panel(table.play("a1-a2").seen("2")) is None
    theirs = DebacleTable().offer("2")
    assert FACE.wants_panel(theirs.seen("2")) is None
    assert "🤝 **Bob** propose d’arrêter la manche" in board(theirs)
    assert "[Accepter|accept:end_round] [Refuser|decline:end_round]" in board(theirs)


def test_who_waits_has_the_board_without_moves() -> None:
    page = FACE.panel(DebacleTable().seen("2"), FRENCH)
    assert sketch(page).drawing.view == "black"
    assert "Vous n’avez rien à décider pour l’instant" in plain(page)
    assert verbs(page) == ["words", "story", "resign"]


# -- the end -----------------------------------------------------------------------------------------------


def test_the_end_tells_winner_points_and_why() -> None:
    table = DebacleTable(CAPTURES, points=(20, 20), round=3)
    table.offer("2").accept("1")
    assert table.over
    text = board(table)
    assert "🏆 🔴 **Anne** (Rouge) gagne la partie ! 32 points contre 26" in text
    assert "d’un commun accord" in text
    assert "rematch" in verbs(FACE.board(table.seen(), FRENCH))
    assert "Secret des dés" in text


def test_a_resignation_and_an_absence_are_told_apart() -> None:
    assert "**Anne** a quitté la partie." in board(DebacleTable().leave("1"))
    table = DebacleTable(missed=(2, 0)).expire()
    assert table.over
    assert "**Anne** perd la partie : trois fois" in board(table)


def test_a_stopped_table_has_no_winner_and_a_paused_one_says_so() -> None:
    stopped = DebacleTable().table(status=Status.CLOSED, end=End("stopped", seed="00"))
    paused = DebacleTable().table(status=Status.PAUSED)
    for words, table in (("personne ne gagne", stopped), ("/debacle statut", paused)):
        assert words in board(table)
        assert words in panel(table, "1")


@pytest.mark.parametrize("locale", ["fr", "en-US"])
def test_pictures_and_words_change_with_each_drafted_action(locale: str) -> None:
    t = texts_for(locale)
    table = DebacleTable()
    seen = [digest(FACE.board(table.play(words).seen(), t)) for words in ("", "a1-a2", "b1!", "f6!")]
    assert len(set(seen)) == len(seen)


# -- the file at the end --------------------------------------------------------------------------------


def played(seed: int) -> DebacleTable:
    """A random game with all that may happen at a table, to its end or until it is stopped."""
    chance = Random(seed)
    table = DebacleTable(options=chance.choice([{}, {"first": "1"}, {"first": "2"}]))
    tastes = random_tastes(chance)
    for _ in range(chance.randrange(250)):
        if table.over:
            return table
        fate = chance.random()
        if fate < 0.02:
            table.expire()
        elif fate < 0.04:
            table.offer(table.seat).accept(table.other)
        elif fate < 0.042:
            table.leave(chance.choice("12"))
        elif fate < 0.1 and table.held.table.pending.draft:
            table.undo()
        else:
            table.act(choose(chance, tastes, table.state))
    return (
        table.table(status=Status.CLOSED, end=End("stopped"), pending=NOTHING_PENDING)
        if not table.over
        else table
    )


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["fr", "en-US"]))
def test_any_game_is_kept_and_replayed_to_the_same_position(seed: int, locale: str) -> None:
    table = played(seed)
    (kept,) = FACE.keepsake(table.record(), table.held.table, texts_for(locale))
    assert isinstance(kept, Attachment)
    protocol = Protocol({"debacle": GAME})
    answers = [
        json.loads(protocol.answer(line.encode()))
        for line in requests(read_game(kept.data.decode()), ("1", "2"))
    ]
    assert all(answer["ok"] for answer in answers)
    dumped = json.loads(protocol.answer(b'{"do":"dump"}'))["state"]
    state = table.held.vault.state
    assert GAME.positions.parse(dumped["position"]) == state.position


def test_the_file_reads_turn_by_turn_without_what_was_undone() -> None:
    table = DebacleTable().play("a1-a2").undo().play("a1-a2 b1! f6! e6-e5")
    assert FACE.keepsake(table.record(), table.held.table, T) == (), "a running table has none"
    table.leave("1")
    (kept,) = FACE.keepsake(table.record(), table.held.table, T)
    assert kept.name == "debacle-12.txt"
    text = kept.data.decode()
    assert text.endswith(
        "debacle red\nround 1 0:0\n1 red a1-a2 b1!\n2 black f6! e6-e5\n3 red red-leaves\nover 0:0 black\n"
    )
    assert "# Débâcle, table n° 12. Rejouer : python -m engines debacle-12.txt" in text


@pytest.mark.parametrize("winner", ["1", "2"])
def test_who_began_is_read_from_the_draw(winner: str) -> None:
    """The seed decides; both the drawn and the named beginning come out as the game's own."""
    table = DebacleTable(options={}).leave(winner)
    (kept,) = FACE.keepsake(table.record(), table.held.table, T)
    assert isinstance(kept, Attachment)
    begun = table.held.vault.state
    assert read_game(kept.data.decode()).first == ("red", "black")[begun.position.starter]
