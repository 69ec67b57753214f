"""The shelf: a card for each game, however many there are."""

from __future__ import annotations

import pytest

from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.shelf import shelf_page
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.limits import check
from bot.ui.pages.page import Break, Section, Select
from cogs import GAMES, make_faces
from tests.support.games import FACES
from tests.support.plain_page import buttons, plain

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
CARDS = tuple(face for face in GAMES if face.spec.planned is None)
"""The games that people open a table of at once."""
UPLOADED = EmojiBook({face.spec.name: f"<:sign:{10**17 + n}>" for n, face in enumerate(FACES)})


def faces(book: EmojiBook = UPLOADED, games: tuple[type[Face], ...] = GAMES) -> tuple[Face, ...]:
    return tuple(make_faces(book, games).values())


@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=lambda t: t.locale)
def test_every_game_has_a_card_with_picture_sentence_people_and_minutes(t: object) -> None:
    page = check(shelf_page(faces(), 0, t))
    cards = [block for block in page.blocks if isinstance(block, Section)]
    assert len(cards) == len(CARDS) == 5, "all on one page"
    for face, card in zip(faces(games=CARDS), cards, strict=True):
        spec = face.spec
        assert t(spec.about) in card.markdown
        for number in (spec.seats_min, spec.seats_max, *spec.minutes):
            assert str(number) in card.markdown
        assert card.beside.alt == spec.title
        assert card.beside.url == face.badge.picture
        assert f"### {spec.title}\n" in card.markdown, "a picture stands for the sign"
    opening = [button.arg for button in buttons(page) if button.verb == "games.open"]
    assert opening == [face.spec.name for face in CARDS]
    accents = {block.accent for block in page.blocks if isinstance(block, Break)}
    assert accents >= {face.spec.accent for face in CARDS}


def test_what_is_planned_ahead_has_a_sentence_instead_of_a_card() -> None:
    assert "`/defizz soiree planifier`" in plain(shelf_page(faces(), 0, FRENCH))
    assert "`/defizz soiree planifier`" in plain(shelf_page(faces(), 0, ENGLISH))
    assert "soiree" not in plain(shelf_page(faces(), 0, FRENCH, private=True)), "not alone"


def test_below_the_cards_are_rules_my_tables_my_profile_and_how_to_begin() -> None:
    page = shelf_page(faces(), 0, FRENCH)
    (menu,) = [block for block in page.blocks if isinstance(block, Select)]
    rules = [f"games.rules:{game.spec.name}" for game in GAMES]
    own = ["mine.list:", "profile.mine:", "ranking.look:"]
    assert [choice.value for choice in menu.choices] == ["learn.open:", *rules, *own]
    (alone,) = (
        block for block in shelf_page(faces(), 0, FRENCH, private=True).blocks if isinstance(block, Select)
    )
    assert [choice.value for choice in alone.choices] == ["learn.open:", *rules, "mine.list:"]
    assert "Pour commencer" in plain(page)


def test_the_daily_challenge_stands_there_where_there_is_one() -> None:
    for private in (False, True):
        page = check(shelf_page(faces(), 0, FRENCH, private=private, daily=True))
        (menu,) = [block for block in page.blocks if isinstance(block, Select)]
        assert [choice.label for choice in menu.choices if choice.value == "daily.play:"] == [
            "Le défi du jour"
        ]


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
