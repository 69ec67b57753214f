"""The rules of every game, page by page in both languages, and a sentence for whatever they refuse."""

import inspect
import re
from importlib import import_module

import pytest

from bot.texts import texts_for
from bot.ui.frame.lesson import rulebook
from bot.ui.pages.limits import check, fit
from bot.ui.pages.page import Text
from engines.core.records import Refusal
from engines.debacle import legal as debacle
from engines.defizz import host, leading
from engines.defizz import legal as defizz
from engines.desfausse import legal as desfausse
from engines.desfausse.model import Discard
from engines.tasse.scores import NORMAL
from tests.cogs.desfausse.table import DesfausseTable
from tests.engines.debacle.match import Match
from tests.support.games import FACES, GAMES
from tests.support.plain_page import buttons, plain

FRENCH, ENGLISH = LANGUAGES = (texts_for("fr"), texts_for("en-GB"))
SPECS = {face.spec.name: face.spec for face in FACES}
every_game = pytest.mark.parametrize("spec", SPECS.values(), ids=list(SPECS))
TOPICS = {
    "tasse": """
        Douter | Croire | sens | Double 5 | **31** | **9** | Sur un 21 | joker | 32 sur 32
        Mauvaise annonce | douglas | 2 points d’écart | face de nul | 90 secondes
        Trois absences de suite | Partir | Gorgées | /des verifier | 2, 4 ou 8""",
    "debacle": """
        rangée 1 | deux actions | jamais en arrière | 6 devient un 1 | deux fois de suite | montrer **plus**
        sauf un autre 1 | prend cette valeur | Rebondir | Retour au camp | doubles | même valeur
        le plus faible | 1 action en bonus | 2 pour un 4 | 5 dés | 30 points | 60 tours | 300 tours
        10 minutes | première case vide | Trois absences de suite | Abandonner | brouillon | /des verifier""",
    "diavolo": """
        D1: De 2 à 6 | 5 gemmes
        D2: plus grande somme | plus petite somme | plus grand écart | faces impaires | plus haute valeur
        D2: plus proche du dé Ordre | touchent, c’est une égalité
        D3: à égalité en tête
        D4: à 4 ou plus | un seul gris
        D5: ne s’échange pas | l’instant où Discord a reçu le clic
        D6: la bonne couleur est épuisée | 15 secondes
        D7: jamais plus de 5
        D8: personne ne gagne
        D9: 30 secondes pour lancer
        D10: Deux dés par couleur | Apprentissage
        D11: diablotin ne revient pas
        C3: Trois absences de suite | Accessible | /des verifier""",
    "desfausse": """
        F1: De 2 à 6 | 2 petits rouges | un diable une fois sur deux | jamais de diable
        F2: deux fois au plus | verrouillé aussitôt | À la fin du tour, tout est montré | mains montrées
        F3: plus de la moitié de vos dés
        F4: les 2, les 3, les 4, les 5 et les 6 | à un seul de ces appels | choisissez en secret
        F4: un choix validé ne change plus
        F5: moins un par diable | au moins un doit partir | d’une seule couleur | mis de côté
        F6: qu’un dé au début du tour | la plus grande | le plus de verts | en même temps
        F7: Si vous n’aviez qu’un dé et en recevez un
        F8: au tour suivant | 9 dés | un dé de trop va aux Enfers
        F9: hors de la combinaison | même un diable | après l’appel des 6 | reste chez la personne
        F10: gagnez un jeton | 2 jetons | un dé qui arrive au même moment ne compte pas | partagée
        F11: contre l’Ange | le plus de dés à la fin | est tiré au sort
        F12: 2 minutes | le premier choix possible
        F13: vos dés vont aux Enfers | un choix secret est annulé
        C3: Trois absences de suite""",
    "defizz": """
        Z1: de 3 à 12 | dès 2 quand le bot lit | 1\u202f900 | assis juste avant le joueur actif
        Z2: (Duel ou Multi) et la mise minimum (100, 200 ou 300) | sans dire le mode | à la place d’après
        Z3: Une fois par partie | sans les réponses
        Z4: par 100, jusqu’à ses jetons | pas le lecteur
        Z5: les deux paient | empoche ces minimums, sans question
        Z6: tout le monde sauf le lecteur | Si personne n’accepte | le minimum et on ne joue pas
        Z7: Personne ne mise plus qu’il n’a | plus petit tas | tout ce qui vous reste
        Z8: le gagnant du défi prend le pot
        Z9: une seule fois | à la milliseconde | en deux ou trois fois | Personne ne voit
        Z10: Le nombre exact gagne aussitôt | un nombre déjà proposé
        Z11: déjà donnée ou trop tard | elle doit en trouver une | Si toute la liste y passe
        Z12: un dé ou une pièce | un nombre à approcher | dans le salon, dont le lecteur choisit la gagnante
        Z12: tire au sort
        Z13: chacun reprend sa mise | un autre lancer et une autre carte
        Z14: sans s’arrêter aux accents | 20 secondes | les deux sont affichés
        Z15: Sans jeton, on sort | 200, 400, 600 | un joueur éliminé lit
        Z16: **Expert.** Pas d’aide | la carte dès le lancer | 500 de la banque
        Z16: le plus pauvre prend ce reste | Deux personnes partagent
        Z19: 60 secondes | 30 pour accepter | 20 dans un Ping-pong | un Chrono sans réponse
        Z20: vont au pot | le défi est annulé | en dehors, ils sont perdus
        Z21: Jusqu’à la réponse ou au lancer suivant | une fois par défi | sans majorité, rien ne change
        Z22: les autres votent
        Z27: la première place lit et juge toute la partie | le bot lit à sa place
        Z29: déplacer des jetons | aucun jeton n’apparaît ni ne disparaît | il en reste toujours 100
        C3: Trois absences de suite""",
}
"""What the rules of a game must speak of, by the numbers of its decisions where they have one."""
PARAMS = {"call": 4, "devils": 2, "least": 3, "leave": 1, "die": 7, "seat": "2", "seats": ["2"]}
PARAMS |= {"at": "c2", "most": 1900, "phase": "roll", "field": "at", "unit": "mètres"}
"""What a sentence may name of a refusal."""


@every_game
@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
def test_every_page_fits_and_leads_to_all_others(spec, t) -> None:
    pages = rulebook(spec, t)
    for number, page in enumerate(pages):
        assert check(page) == page
        assert len(plain(check(fit(page)))) == len(plain(page)), "nothing is cut"
        ways = [button for button in buttons(page) if button.verb == "game.rules"]
        others = [(button.verb, button.arg) for button in buttons(page) if button not in ways]
        assert others == ([("learn.open", f"{spec.name}.")] if spec.lesson else [])
        assert [way.arg for way in ways] == [f"{spec.name}.{n}" for n in range(len(pages))]
        assert [way.disabled for way in ways] == [n == number for n in range(len(pages))]


@every_game
def test_no_page_is_left_in_french(spec) -> None:
    for french, english in zip(rulebook(spec, FRENCH), rulebook(spec, ENGLISH), strict=True):
        theirs = plain(french).split("\n\n")
        assert not [paragraph for paragraph in plain(english).split("\n\n") if paragraph in theirs]


@pytest.mark.parametrize("game", TOPICS)
def test_everything_that_can_happen_is_explained(game) -> None:
    blocks = [block for page in rulebook(SPECS[game], FRENCH) for block in page.blocks]
    text = "\n".join(block.markdown for block in blocks if isinstance(block, Text))
    lines = [re.sub(r"^[A-Z]\d+: ", "", line.strip()) for line in TOPICS[game].strip().splitlines()]
    assert [topic for line in lines for topic in line.split(" | ") if topic not in text] == []


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
@pytest.mark.parametrize(
    ("game", "modules", "patterns", "ours"),
    [
        ("debacle", (debacle,), (r'"([a-z]+(?:_[a-z]+)+)"',), set()),
        (
            "desfausse",
            (desfausse,),
            (
                r'Refusal\("illegal_action", "(\w+)"',
                r'"((?!illegal_action|not_your_turn)[a-z]+(?:_[a-z]+)+|cursed|barred|locked)"',
            ),
            set(),
        ),
        (
            "defizz",
            (defizz, host, leading),
            (
                r'_make_refusal\("(\w+)"',
                r'Refusal\("(?:illegal_action|not_your_turn)", "(\w+)"',
                r'(?:return|else) "(\w+)"',
            ),
            {"stake_not_a_number", "chips_not_a_number"},
        ),
    ],
)
def test_every_reason_of_the_engine_has_a_sentence(game, modules, patterns, ours, t) -> None:
    """Read from the engine's own files, so that none is forgotten; `ours` is what forms refuse before it."""
    code = "".join(map(inspect.getsource, modules))
    named = {found for pattern in patterns for found in re.findall(pattern, code)}
    assert len(named) > 15
    for reason in named:
        said = SPECS[game].refusal(Refusal("illegal_action", reason, **PARAMS), t)
        assert said is not None, reason
        assert said.endswith((".", "!"))
        assert "{" not in said
    assert set(import_module(f"cogs.{game}.spec").REASONS) == named | ours


@every_game
def test_what_all_games_share_is_left_to_the_shared_sentences(spec) -> None:
    for refusal in (Refusal("not_your_turn"), Refusal("over"), Refusal("bad_request", "unknown_seat")):
        assert spec.refusal(refusal, FRENCH) is None


def test_a_refusal_says_its_limits() -> None:
    said = SPECS["defizz"].refusal(Refusal("illegal_action", "stake_above_chips", most=1900), FRENCH)
    assert said == "C’est plus que vos jetons : misez 1\u202f900 au plus."


def test_how_fast_and_with_how_many_a_game_is_played() -> None:
    assert [pace.days for pace in SPECS["debacle"].paces] == [None, None, 1, 3, 7]
    assert [pace.value for pace in SPECS["desfausse"].paces] == ["vif", "détente"]
    assert [GAMES["defizz"].least_seats(options) for options in ({"reader": "bot"}, {})] == [2, 3]
    assert SPECS["diavolo"].greeting is None
    assert all(spec.greeting for spec in SPECS.values() if spec.rules.secrets)


# -- the examples of the rules -----------------------------------------------------------------------------


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
def test_the_first_page_of_la_tasse_has_the_ladder_with_every_score_in_order(t) -> None:
    score_name = import_module("cogs.tasse.words").score_name
    ladder = plain(rulebook(SPECS["tasse"], t)[0]).split("```")[1]
    names = [name for name in re.findall(r"double \d|\d\d", ladder) if name not in ("double 5", "31")]
    assert names == [score_name(score, t) for score in NORMAL]
    assert ladder.index("double 6") < ladder.index("7, double 5, 31, 9") < ladder.index("21")


def test_the_example_of_diavolo_is_the_one_of_the_rules() -> None:
    orders = plain(rulebook(SPECS["diavolo"], FRENCH)[1])
    assert "Sommes 11, 12 et 13 : la plus grande est rouge, la plus petite noire." in orders
    assert "noir et blanc ont chacun un 6, donc **gris**" in orders


def test_the_worked_example_of_debacle_is_played_as_it_is_told() -> None:
    match = Match("""
        6  B4 .  .  .  .  B5
        5  .  .  .  B6 .  .
        4  .  .  B2 B1 .  B3
        3  .  .  R5 .  .  .
        2  .  .  .  .  .  .
        1  R1 R2 R3 .  .  .
           a  b  c  d  e  f""")
    before = sum(match.position.captured[0])
    for word in ("c3xc4", "c4xd4", "d4xd5"):
        assert word in match.legal
        match.play(word)
    assert "R6" in match.drawing.split("\n")[1], "it shows 6 on row 5"
    assert sum(match.position.captured[0]) - before == 9
    assert match.left[0] == 1, "one action is left of two"
    assert "d5!" in match.legal, "it may still bounce"


def test_the_worked_example_of_desfausse_is_played_as_it_is_told() -> None:
    """Three 4s of one colour: how many leave depends on the devils alone."""
    for devils, leave in (((1,), 2), ((1, 2), 1)):
        hand = {**dict.fromkeys(devils, "D"), 3: 4, 4: 4, 6: 4}
        table = DesfausseTable.lying(hand, {7: 5, 8: 6}).stop()
        table.act("1", Discard((3, 4, 6), (3, 4, 6)[:leave], "hell"))
        assert leave == 3 - len(devils)
    table = DesfausseTable.lying({1: "D", 2: "D", 5: "D", 3: 4, 4: 4, 6: 4, 12: 5}, {7: 4, 8: 6}).stop()
    assert table.to_act == ("2",), "three devils: nothing to discard among the 4s"
