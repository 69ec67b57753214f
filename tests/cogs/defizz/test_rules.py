"""The rules, refusals and options in both languages fit Discord and lack nothing."""

import inspect
import re
from dataclasses import replace

import pytest

from bot.texts import texts_for
from bot.ui.frame.rulebook import rulebook
from bot.ui.pages.limits import check, fit
from bot.ui.pages.page import Text
from cogs.defizz.refusals import REASONS
from cogs.defizz.spec import SPEC
from engines.core.errors import Refusal
from engines.defizz import host, leading, reasons
from tests.cogs.defizz.table import FACE, GAME, DefizzTable
from tests.support.plain_page import buttons

LOCALES = ["fr", "en-GB"]
T = texts_for("fr")
PARAMS = {"least": 200, "most": 1900, "phase": "roll", "field": "at", "unit": "mètres"}
OURS = {"stake_not_a_number", "chips_not_a_number"}
"""What forms refuse before the engine sees it."""


@pytest.mark.parametrize("locale", LOCALES)
def test_every_page_fits_and_leads_to_all_others(locale: str) -> None:
    pages = rulebook(SPEC, texts_for(locale))
    for number, page in enumerate(pages):
        check(page)
        check(fit(page))
        *ways, lesson = buttons(page)
        assert (lesson.verb, lesson.arg) == ("learn.open", "defizz.")
        assert [way.arg for way in ways] == [f"defizz.{n}" for n in range(len(pages))]
        assert [way.disabled for way in ways] == [n == number for n in range(len(pages))]


def test_everything_that_can_happen_is_explained() -> None:
    text = "\n".join(
        block.markdown for page in rulebook(SPEC, T) for block in page.blocks if isinstance(block, Text)
    )
    topics = {
        "Z1": ("de 3 à 12", "dès 2 quand le bot lit", "1\u202f900", "assis juste avant le joueur actif"),
        "Z2": (
            "(Duel ou Multi) et la mise minimum (100, 200 ou 300)",
            "sans dire le mode",
            "à la place d’après",
        ),
        "Z3": ("Une fois par partie", "sans les réponses"),
        "Z4": ("par 100, jusqu’à ses jetons", "pas le lecteur"),
        "Z5": ("les deux paient", "empoche ces minimums, sans question"),
        "Z6": ("tout le monde sauf le lecteur", "Si personne n’accepte", "le minimum et on ne joue pas"),
        "Z7": ("Personne ne mise plus qu’il n’a", "plus petit tas", "tout ce qui vous reste"),
        "Z8": ("le gagnant du défi prend le pot",),
        "Z9": ("une seule fois", "à la milliseconde", "en deux ou trois fois", "Personne ne voit"),
        "Z10": ("Le nombre exact gagne aussitôt", "un nombre déjà proposé"),
        "Z11": ("déjà donnée ou trop tard", "elle doit en trouver une", "Si toute la liste y passe"),
        "Z12": (
            "un dé ou une pièce",
            "un nombre à approcher",
            "dans le salon, dont le lecteur choisit la gagnante",
            "tire au sort",
        ),
        "Z13": ("chacun reprend sa mise", "un autre lancer et une autre carte"),
        "Z14": ("sans s’arrêter aux accents", "20 secondes", "les deux sont affichés"),
        "Z15": ("Sans jeton, on sort", "200, 400, 600", "un joueur éliminé lit"),
        "Z16": (
            "**Expert.** Pas d’aide",
            "la carte dès le lancer",
            "500 de la banque",
            "le plus pauvre prend ce reste",
            "Deux personnes partagent",
        ),
        "Z19": ("60 secondes", "30 pour accepter", "20 dans un Ping-pong", "un Chrono sans réponse"),
        "Z20": ("vont au pot", "le défi est annulé", "en dehors, ils sont perdus"),
        "Z21": (
            "Jusqu’à la réponse ou au lancer suivant",
            "une fois par défi",
            "sans majorité, rien ne change",
        ),
        "Z22": ("les autres votent",),
        "Z27": ("la première place lit et juge toute la partie", "le bot lit à sa place"),
        "Z29": ("déplacer des jetons", "aucun jeton n’apparaît ni ne disparaît", "il en reste toujours 100"),
        "C3": ("Trois absences de suite",),
    }
    assert {
        (decision, topic) for decision in topics for topic in topics[decision] if topic not in text
    } == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_every_reason_of_the_engine_has_a_sentence(locale: str) -> None:
    """The reasons are read from the engine's own files, so that a new one cannot be forgotten."""
    t = texts_for(locale)
    code = "".join(map(inspect.getsource, (reasons, host, leading)))
    named = set(re.findall(r'_make_refusal\("(\w+)"', code))
    named |= set(re.findall(r'Refusal\("(?:illegal_action|not_your_turn)", "(\w+)"', code))
    named |= set(re.findall(r'return "(\w+)"', code)) | set(re.findall(r'else "(\w+)"', code))
    assert len(named) > 25
    for reason in named:
        said = FACE.spec.refusal(Refusal("illegal_action", reason, **PARAMS), t)
        assert said is not None, reason
        assert said.endswith((".", "!"))
        assert "{" not in said
    assert set(REASONS) == named | OURS


def test_a_refusal_says_its_limits() -> None:
    said = FACE.spec.refusal(Refusal("illegal_action", "stake_above_chips", most=1900), T)
    assert said == "C’est plus que vos jetons : misez 1\u202f900 au plus."
    assert FACE.spec.refusal(Refusal("bad_request", "missing", field="at"), T) is None


@pytest.mark.parametrize("locale", LOCALES)
def test_the_options_are_the_engines_own_with_its_defaults_first(locale: str) -> None:
    table = DefizzTable().held.table
    assert "bank" not in {
        spec.name for spec in FACE.spec.offer_options(table, texts_for(locale), frozenset())
    }
    rich = replace(table, options={**table.options, "enrichment": True})
    specs = FACE.spec.offer_options(rich, texts_for(locale), frozenset())
    seats = [seat.name for seat in table.seats]
    usual = {spec.name: spec.choices[0].value for spec in specs}
    assert GAME.setup(seats, usual) == GAME.setup(seats, GAME.at_tables)
    for spec in specs:
        for choice in spec.choices:
            GAME.setup(seats, {spec.name: choice.value})
    assert {spec.name for spec in specs} == {
        "reader",
        "expert",
        "enrichment",
        "bank",
        "first",
        "teams",
        "contest",
        "difficulty",
    }


def test_z1_two_seats_are_enough_where_the_bot_reads() -> None:
    assert FACE.spec.seats_min == GAME.least_seats({"reader": "bot"}) == 2
    assert GAME.least_seats({}) == 3
