"""The shelf, with a card for each game; and the menu below any page, with what is seldom needed."""

import pytest

from bot.tables.model import Status
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.folding import append_link, fold, story_button, usual_buttons, words_button
from bot.ui.frame.shelf import shelf_page
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.ids import MENU, Target, entry, follow
from bot.ui.pages.limits import check, faults
from bot.ui.pages.page import Break, Button, Link, Page, Row, Section, Select, Sketch, Text
from cogs import GAMES, make_faces
from tests.support.games import FACES
from tests.support.plain_page import buttons, menu, plain, verbs
from tests.support.tasse_table import lobby_table

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
CARDS = tuple(face for face in GAMES if face.spec.planned is None)
"""The games that people open a table of at once."""
UPLOADED = EmojiBook({face.spec.name: f"<:sign:{10**17 + n}>" for n, face in enumerate(FACES)})


def faces(book: EmojiBook = UPLOADED, games: tuple[type[Face], ...] = GAMES) -> tuple[Face, ...]:
    return tuple(make_faces(book, games).values())


@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=lambda t: t.locale)
def test_every_game_has_a_card_with_picture_sentence_people_and_minutes(t: object) -> None:
    some = CARDS[:5]
    page = check(shelf_page(faces(games=some), 0, t))
    cards = [block for block in page.blocks if isinstance(block, Section)]
    assert len(cards) == len(some) == 5, "all on one page"
    for face, card in zip(faces(games=some), cards, strict=True):
        spec = face.spec
        assert t(spec.about) in card.markdown
        for number in (spec.seats_min, spec.seats_max, *spec.minutes):
            assert str(number) in card.markdown
        assert card.beside.alt == spec.title
        assert card.beside.url == face.badge.picture
        assert f"### {spec.title}\n" in card.markdown, "a picture stands for the sign"
    opening = [button.arg for button in buttons(page) if button.verb == "games.open"]
    assert opening == [face.spec.name for face in some]
    accents = {block.accent for block in page.blocks if isinstance(block, Break)}
    assert accents >= {face.spec.accent for face in some}


def test_what_is_planned_ahead_has_a_sentence_instead_of_a_card() -> None:
    assert "`/defizz soiree planifier`" in plain(shelf_page(faces(), 0, FRENCH))
    assert "`/defizz soiree planifier`" in plain(shelf_page(faces(), 0, ENGLISH))
    assert "soiree" not in plain(shelf_page(faces(), 0, FRENCH, private=True)), "not alone"


def test_below_the_cards_are_rules_my_tables_my_profile_and_how_to_begin() -> None:
    page = shelf_page(faces(), 0, FRENCH)
    (menu,) = [block for block in page.blocks if isinstance(block, Select)]
    rules = [f"games.rules:{game.spec.name}" for game in GAMES]
    own = ["daily.play:", "mine.list:", "profile.mine:", "ranking.look:"]
    assert [choice.value for choice in menu.choices] == ["learn.open:", *rules, *own]
    (alone,) = (
        block for block in shelf_page(faces(), 0, FRENCH, private=True).blocks if isinstance(block, Select)
    )
    assert [choice.value for choice in alone.choices] == ["learn.open:", *rules, *own[:2]]
    assert "Pour commencer" in plain(page)


def test_of_features_that_are_not_there_nothing_is_said() -> None:
    there = {"games.open", "games.trial", "games.rules", "mine.list", "profile.mine", "ranking.look"}
    words = plain(shelf_page(faces(), 0, FRENCH, there.__contains__))
    assert "/tuto" not in words
    assert "soiree planifier" not in words


def test_without_uploaded_signs_the_plain_ones_stand_there() -> None:
    page = check(shelf_page(faces(EmojiBook()), 0, FRENCH))
    assert not [block for block in page.blocks if isinstance(block, Section)]
    assert "### 🥤 La Tasse" in plain(page)


def test_in_private_messages_the_shelf_opens_tables_too_and_says_with_whom() -> None:
    page = check(shelf_page(faces(), 0, FRENCH, private=True))
    public = [button.verb for button in buttons(shelf_page(faces(), 0, FRENCH))]
    here = [button.verb for button in buttons(page)]
    assert here == [verb for verb in public if verb not in ("profile.mine", "ranking.look")]
    assert "entre vous et des ordinateurs" in plain(page)
    assert "Rejoindre" not in plain(page)
    assert "`/jouer` dans un salon" in plain(page)


def test_one_more_game_appears_by_itself() -> None:
    every = faces(games=tuple(FACES))
    pages = [check(shelf_page(every, number, FRENCH)) for number in (0, 1)]
    shown = [button.arg for page in pages for button in buttons(page) if button.verb == "games.open"]
    assert shown == [face.spec.name for face in every if face.spec.planned is None]
    assert "plusgrand" in shown
    ways = [[(b.arg, b.disabled) for b in buttons(page) if b.verb == "games.page"] for page in pages]
    assert ways == [[("0", True), ("1", False)], [("0", False), ("2", True)]]
    assert shelf_page(every, 99, FRENCH) == pages[1], "an old button never leads nowhere"


# -- the menu ----------------------------------------------------------------------------------------------


T = texts_for("fr")
ROLL, LINK = Button("roll", "Lancer"), Link("Source", "https://x")
RULES, GIVE = Button("game.rules", "Règles", rare=True), Button("a.give", "Donner", "2.x", rare=True)


class Blot:
    """Shows nothing."""

    def paint(self) -> bytes:
        return b""


def page(*blocks: Row | Text | Sketch) -> Page:
    return Page(12, 7, blocks)


def test_rare_buttons_of_all_rows_stand_in_one_list_at_the_end() -> None:
    folded = fold(page(Row((GIVE, ROLL)), Text("mot"), Row((RULES, LINK))), T)
    *rest, last = folded.blocks
    assert rest == [Row((ROLL,)), Text("mot"), Row((LINK,))]
    assert isinstance(last, Select)
    assert [(choice.value, choice.label) for choice in last.choices] == [
        ("a.give:2.x", "Donner"),
        ("game.rules:", "Règles"),
    ]
    assert faults(folded) == []


def test_a_row_that_is_empty_then_goes_away_and_a_single_one_stays_a_button() -> None:
    folded = fold(page(Row((ROLL,)), Row((RULES, GIVE))), T)
    assert folded.blocks[:-1] == (Row((ROLL,)),)
    alone = page(Row((ROLL, RULES)))
    assert fold(alone, T) == alone
    assert fold(page(Row((RULES,)), Row((RULES,))), T).blocks == (Row((RULES,)), Row((RULES,)))
    assert verbs(fold(page(Row((GIVE, RULES)), Row((RULES,))), T)) == ["give", "rules"], "each once"


def test_what_is_chosen_from_the_menu_is_the_button_and_other_lists_are_what_they_were() -> None:
    for button in (RULES, GIVE):
        meant = Target("g", 12, 7, button.verb, button.arg)
        assert follow(Target("s", 12, 7, MENU), (entry(button.verb, button.arg),)) == (meant, ())
    target = Target("s", 12, 7, "say")
    assert follow(target, ("64",)) == (target, ("64",))


@pytest.mark.parametrize("values", [(), ("",), ("game.rules",), ("game.rules::x",), ("13:8:game.rules:",)])
def test_what_is_no_entry_of_ours_means_nothing(values: tuple[str, ...]) -> None:
    assert follow(Target("s", 12, 7, MENU), values) == (None, ())


def test_a_picture_is_put_in_words_once() -> None:
    table, sketch = lobby_table(status=Status.PLAYING), Sketch("x.png", "un as", Blot(), "as")
    usual = usual_buttons(table, (sketch,), False, T)
    assert [button.verb for button in usual] == ["game.words", "game.rules", "seat.away", "seat.resign"]
    assert verbs(fold(page(Row((words_button(T),)), Row(usual)), T)) == ["words", "rules", "away", "resign"]


def test_there_is_a_story_where_not_all_is_told_and_nobody_gives_up_afterwards() -> None:
    usual = usual_buttons(lobby_table(status=Status.CLOSED), (), True, T)
    assert [button.verb for button in usual] == ["game.story", "game.rules", "table.dice"]


def test_a_link_stands_beside_the_last_buttons_if_there_is_room() -> None:
    assert append_link(page(Row((ROLL,)), Text("mot")), LINK).blocks == (Row((ROLL, LINK)), Text("mot"))
    full = Row((ROLL,) * 5)
    assert append_link(page(full), LINK).blocks == (full, Row((LINK,)))
    assert append_link(page(Text("mot")), LINK).blocks == (Text("mot"), Row((LINK,)))


def test_both_languages_name_the_menu() -> None:
    rare = Row((words_button(T), story_button(T)))
    placeholders = [
        block.placeholder
        for texts in (T, texts_for("en"))
        for block in fold(page(rare), texts).blocks
        if isinstance(block, Select)
    ]
    assert placeholders == ["Plus…", "More…"]
    assert [each.label for each in menu(fold(page(rare), T))] == ["En texte", "Ce qui s’est passé"]
