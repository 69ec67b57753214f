"""The rules, refusals and options in both languages fit Discord and lack nothing."""

import inspect
import re

import pytest

from bot.tables.model import Status
from bot.texts import texts_for
from bot.ui.frame.rulebook import rulebook
from bot.ui.pages.limits import check, fit
from bot.ui.pages.page import Text
from cogs.desfausse.refusals import REASONS
from cogs.desfausse.spec import SPEC
from engines.core.errors import Refusal
from engines.desfausse import reasons
from engines.desfausse.model import Demon, Discard, Gift, Pass, Reroll, Stop
from tests.cogs.desfausse.table import FACE, GAME, DesfausseTable
from tests.support.plain_page import buttons

LOCALES = ["fr", "en-GB"]
T = texts_for("fr")
PARAMS = {"call": 4, "devils": 2, "least": 3, "leave": 1, "die": 7, "seat": "2", "seats": ["2"]}
SHARED = {"not_your_turn", "illegal_action"}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_page_fits_and_leads_to_all_others(locale: str) -> None:
    pages = rulebook(SPEC, texts_for(locale))
    for number, page in enumerate(pages):
        assert check(page)
        assert check(fit(page))
        *ways, lesson = buttons(page)
        assert (lesson.verb, lesson.arg) == ("learn.open", "desfausse.")
        assert [way.arg for way in ways] == [f"desfausse.{n}" for n in range(len(pages))]
        assert [way.disabled for way in ways] == [n == number for n in range(len(pages))]


def test_everything_that_can_happen_is_explained() -> None:
    text = "\n".join(
        block.markdown for page in rulebook(SPEC, T) for block in page.blocks if isinstance(block, Text)
    )
    topics = {
        "F1": ("De 2 à 6", "2 petits rouges", "un diable une fois sur deux", "jamais de diable"),
        "F2": (
            "deux fois au plus",
            "verrouillé aussitôt",
            "À la fin du tour, tout est montré",
            "mains montrées",
        ),
        "F3": ("plus de la moitié de vos dés",),
        "F4": (
            "les 2, les 3, les 4, les 5 et les 6",
            "à un seul de ces appels",
            "choisissez en secret",
            "un choix validé ne change plus",
        ),
        "F5": ("moins un par diable", "au moins un doit partir", "d’une seule couleur", "mis de côté"),
        "F6": ("qu’un dé au début du tour", "la plus grande", "le plus de verts", "en même temps"),
        "F7": ("Si vous n’aviez qu’un dé et en recevez un",),
        "F8": ("au tour suivant", "9 dés", "un dé de trop va aux Enfers"),
        "F9": ("hors de la combinaison", "même un diable", "après l’appel des 6", "reste chez la personne"),
        "F10": ("gagnez un jeton", "2 jetons", "un dé qui arrive au même moment ne compte pas", "partagée"),
        "F11": ("contre l’Ange", "le plus de dés à la fin", "est tiré au sort"),
        "F12": ("2 minutes", "le premier choix possible"),
        "F13": ("vos dés vont aux Enfers", "un choix secret est annulé"),
        "C3": ("Trois absences de suite",),
    }
    assert {
        (decision, topic) for decision in topics for topic in topics[decision] if topic not in text
    } == set()


def test_the_worked_example_is_played_as_it_is_told() -> None:
    """Three 4s of one colour: how many leave depends on the devils alone."""
    for devils, leave in (((1,), 2), ((1, 2), 1)):
        hand = {**dict.fromkeys(devils, "D"), 3: 4, 4: 4, 6: 4}
        table = DesfausseTable.lying(hand, {7: 5, 8: 6}).stop()
        table.act("1", Discard((3, 4, 6), (3, 4, 6)[:leave], "hell"))
        assert leave == 3 - len(devils)
    table = DesfausseTable.lying({1: "D", 2: "D", 5: "D", 3: 4, 4: 4, 6: 4, 12: 5}, {7: 4, 8: 6}).stop()
    assert table.to_act == ("2",), "three devils: nothing to discard among the 4s"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_reason_of_the_engine_has_a_sentence(locale: str) -> None:
    """The reasons are read from the engine's own file, so that a new one cannot be forgotten."""
    t = texts_for(locale)
    code = inspect.getsource(reasons)
    named = set(re.findall(r'Refusal\("illegal_action", "(\w+)"', code))
    named |= set(re.findall(r'"([a-z]+(?:_[a-z]+)+|cursed|barred|locked)"', code)) - SHARED
    assert len(named) > 25
    for reason in named:
        said = FACE.spec.refusal(Refusal("illegal_action", reason, **PARAMS), t)
        assert said is not None, reason
        assert said.endswith(".")
        assert "{" not in said
    assert set(REASONS) == named


def test_what_all_games_share_is_left_to_the_shared_sentences() -> None:
    for reason in ("not_your_turn", "over", "illegal_action"):
        assert FACE.spec.refusal(Refusal("illegal_action", reason), T) is None


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
def test_f5_an_illegal_choice_is_answered_in_plain_words(action, said: str) -> None:
    table = lying()
    with pytest.raises(Refusal) as refusal:
        table.act("1", action)
    assert said in (FACE.spec.refusal(refusal.value, T) or "")


def test_f4_a_choice_stands_and_one_after_the_call_is_too_late() -> None:
    table = lying().skip("1")
    with pytest.raises(Refusal) as refusal:
        table.act("1", Discard((3, 4), (3,), "hell"))
    assert "Votre choix pour cet appel est fait" in (FACE.spec.refusal(refusal.value, T) or "")
    table = DesfausseTable.lying({1: 2, 2: 5}, {7: 5, 8: 6}).stop().skip("1")
    while table.state.position.phase == "discard":
        table.skip(table.to_act[0])
    with pytest.raises(Refusal) as refusal:
        table.act("1", Pass())
    assert "Cet appel est passé" in (FACE.spec.refusal(refusal.value, T) or "")


def test_f2_locked_dice_and_dice_of_others_are_not_rolled_again() -> None:
    table = DesfausseTable("2 D 2 2 3 3", "2 2 2 2 3 3")
    for dice, said in (
        ((2,), "C’est un diable"),
        ((7,), "n’est pas dans votre main"),
        ((), "Choisissez d’abord"),
    ):
        with pytest.raises(Refusal) as refusal:
            table.act("1", Reroll(dice))
        assert said in (FACE.spec.refusal(refusal.value, T) or "")


def test_f8_a_die_received_this_turn_cannot_be_used() -> None:
    table = DesfausseTable.lying({1: 2, 2: 5}, {7: 3, 8: 5}, {13: 5}).stop()
    table.act("1", Discard((1,), (1,), (("2", (1,)),)))
    with pytest.raises(Refusal) as refusal:
        table.act("2", Discard((1,), (1,), "hell"))
    assert "Ce dé vient de vous être donné" in (FACE.spec.refusal(refusal.value, T) or "")


def test_f2_the_host_chooses_whether_hands_are_shown() -> None:
    table = DesfausseTable("2 2 2 2 3 3", "2 2 2 2 3 3").table(status=Status.LOBBY).held.table
    (hands,) = FACE.spec.offer_options(table, T, frozenset())
    assert (hands.name, hands.label) == ("hands", "Mains")
    assert [(choice.value, choice.label) for choice in hands.choices] == [
        ("hidden", "cachées"),
        ("shown", "montrées"),
    ]
    for choice in hands.choices:
        GAME.setup(["1", "2"], {"hands": choice.value})


def test_the_face_knows_how_many_may_play_and_how_fast() -> None:
    assert (FACE.spec.seats_min, FACE.spec.seats_max) == (GAME.seats_min, GAME.seats_max)
    assert [pace.value for pace in FACE.spec.paces] == ["vif", "détente"]
    assert FACE.spec.greeting


@pytest.mark.parametrize(("verb", "arg"), [("discard", "!"), ("gift", "=:"), ("zz", ""), ("pick", "1")])
def test_a_button_that_stands_for_no_action(verb: str, arg: str) -> None:
    assert FACE.spec.action(verb, arg, ()) is None


def test_the_buttons_actions() -> None:
    assert FACE.spec.action("reroll", "1a", ()) == Reroll((1, 10))
    assert FACE.spec.action("stop", "", ()) == Stop()
    assert FACE.spec.action("pass", "", ()) == Pass()
    assert FACE.spec.action("demon", "3", ()) == Demon("3")
    assert FACE.spec.action("discard", "1=23_4a", ()) == Discard((1, 2, 3), (2, 3), "hell", (("4", 10),))
    assert FACE.spec.action("gift", "_4a", ()) == Gift((("4", 10),))
