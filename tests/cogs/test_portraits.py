"""What each game tells of somebody on their profile, and from how many cases on."""

from importlib import import_module

import pytest

from bot.texts import texts_for
from bot.ui.pages.charts import BarsDrawing
from bot.ui.pages.limits import ALT_TEXT
from bot.ui.pages.page import Sketch, Text
from engines.diavolo.tally import BUCKET, SLOWEST

FRENCH, ENGLISH = LANGUAGES = (texts_for("fr"), texts_for("en-US"))
TOLD = {
    "tasse": (
        "**Bluff** : ment **48 %** du temps (47 sur 97 annonces).\n"
        "Mensonges pris : **23 %** (10 sur 44).\n"
        "Mensonges sans y être obligé : 13 %.\n"
        "Mensonges crus à dix crans ou plus au-dessus des dés : 15 %.\n"
        "**Flair** : doute à raison **65 %** des fois (13 sur 20) ; "
        "44 % des annonces reçues étaient fausses.\n"
        "**Crédulité** : croit **68 %** des mensonges reçus (27 sur 40).\n"
        "**Chance** : les dés ont permis de dire vrai ou de montrer 41 fois sur 97 ; on en attend 43. "
        "C’est dans la moyenne.",
        "lies **48%** of the time (47 of 97 claims)",
    ),
    "diavolo": (
        "**Précision** : le bon pion **75 %** des fois, un autre 15 %, aucun 10 %, sur 40 manches.\n"
        "**Réflexes** : 0,88 s en moyenne pour le bon pion ; la moitié en moins de 1 s.",
        "**75%**",
    ),
    "debacle": (
        "**Captures** : 24 dés en 80 tours, qui montraient 3,5 en moyenne.\n"
        "**Combinaisons** : 3 suites de captures par rebonds, 5 prises de doubles.\n"
        "**Retours** : 7 dés récupérés.\n"
        "**Chance** : on n’en raconte pas, aucun dé n’y est tiré au sort.",
        "24 dice in 80 turns, showing 3.5 on average",
    ),
    "desfausse": (
        "**Défausses** : 75 % des fois où c’était possible ; dés à la fois : 2,2 en moyenne.\n"
        "**Cadeaux** : dés donnés 25, reçus 21, en 12 manches.\n"
        "**Chance** : 61 diables sur 240 dés lancés ; on en attend 53. C’est plutôt plus que la moyenne.",
        "61 devils in 240 dice rolled",
    ),
    "defizz": (
        "**Chrono** : 70 % de réponses justes sur 30.\n"
        "Au Chrono, une réponse vient en 3,2 s en moyenne.\n"
        "**Ping-pong** : 80 % de réponses justes sur 25.\n"
        "**Cible** : gagnée 8 fois sur 20, 5 % de nombres exacts.\n"
        "**Audace** : mise plus que le minimum 45 % des fois.\n"
        "Mise 25 % de ses jetons en moyenne.\n"
        "Mises au-dessus du minimum : acceptées 75 % des fois, sur 12.",
        "70% of 30 answers right",
    ),
}
"""All that is told in French, and some of it in English."""


def facts(written: str) -> dict[str, int]:
    """Facts and their numbers, as "name=number name=number"."""
    return {name: int(number) for name, number in (one.split("=") for one in written.split())}


FACTS = {
    "tasse": facts(
        "said=97 lies=47 free_lies=6 lies_caught=10 lies_passed=34 passed_by_10=5 faced=90 lies_faced=40 "
        "doubts=20 doubts_right=13 rolls=97 could=41 could_e6=43200000 var_e6=22000000"
    ),
    "diavolo": facts(
        "rounds=40 right=30 wrong=6 none=4 right_timed=24 right_ms=21000 fast_500=4 fast_750=14 fast_1250=6"
    ),
    "debacle": facts("turns=80 captures=24 captured=84 chains=3 doubles=5 recoveries=7"),
    "desfausse": facts(
        "turns=60 asked=40 discards=30 discarded=66 rounds=12 given=20 cursed_given=5 got=18 cursed_got=3 "
        "small=200 big=40 devils=61 devils_e6=53333333 var_e6=37777778"
    ),
    "defizz": facts(
        "asked_chrono=40 judged_chrono=30 right_chrono=21 timed_chrono=30 ms_chrono=96000 asked_cible=20 "
        "answered_cible=20 won_cible=8 exact_cible=1 asked_pingpong=9 judged_pingpong=25 right_pingpong=20 "
        "opened=20 raised=9 named=5000 had=20000 accepted=9 refused=3"
    ),
}


def portrait(game, known, t=FRENCH):
    return import_module(f"cogs.{game}.spec").portrait(known, t)


def told(game, t=FRENCH, **changed) -> str:
    blocks = portrait(game, FACTS[game] | changed, t)
    return "\n".join(block.markdown for block in blocks if isinstance(block, Text)).replace("\u00a0", " ")


def spread(more, t=FRENCH) -> Sketch:
    """How the reactions of Diavolo spread, as a picture."""
    _, sketch = portrait("diavolo", FACTS["diavolo"] | more, t)
    assert isinstance(sketch, Sketch)
    return sketch


@pytest.mark.parametrize("game", FACTS)
def test_it_tells_of_style_and_luck_in_two_languages(game) -> None:
    french, english = TOLD[game]
    assert told(game) == french
    assert english in told(game, ENGLISH)
    assert portrait(game, {}) == ()


@pytest.mark.parametrize(
    ("game", "counted", "words"),
    [
        ("tasse", "said", "**Bluff** : pas encore assez d’annonces pour en parler"),
        ("diavolo", "rounds", ""),
        ("debacle", "turns", ""),
        ("desfausse", "turns", "**Défausses** : pas encore assez de tours pour en parler"),
    ],
)
def test_before_there_is_enough_it_says_how_much_is_missing(game, counted, words) -> None:
    enough = import_module(f"cogs.{game}.spec").ENOUGH
    few = told(game, **{counted: enough - 1})
    assert few.startswith(words)
    assert few.endswith(f"({enough - 1} sur {enough}).")
    assert "\n" not in few, "and nothing else"
    assert "pas encore assez" not in told(game, **{counted: enough})


def test_few_questions_are_said_to_be_few() -> None:
    (few,) = portrait("defizz", {"asked_chrono": 3, "asked_cible": 4})
    assert few.markdown.endswith("pas encore assez de questions pour en parler (7).")
    assert portrait("tasse", {"said": 0, "rolls": 9}) == ()


@pytest.mark.parametrize(
    ("game", "changed", "word"),
    [
        ("tasse", {"lies_caught": 3, "lies_passed": 6}, "Mensonges pris"),
        ("tasse", {"lies": 9}, "sans y être obligé"),
        ("tasse", {"lies_passed": 9}, "Mensonges crus"),
        ("tasse", {"doubts": 9}, "Flair"),
        ("tasse", {"lies_faced": 9}, "Crédulité"),
        ("diavolo", {"right_timed": 9}, "Réflexes"),
        ("defizz", {"judged_chrono": 9}, "**Chrono**"),
        ("defizz", {"timed_chrono": 9}, "Au Chrono"),
        ("defizz", {"judged_pingpong": 9}, "Ping-pong"),
        ("defizz", {"answered_cible": 9}, "Cible"),
        ("defizz", {"opened": 9}, "Audace"),
        ("defizz", {"refused": 0}, "acceptées"),
    ],
)
def test_a_share_of_few_cases_is_left_out(game, changed, word) -> None:
    assert word in told(game)
    assert word not in told(game, **changed)


@pytest.mark.parametrize(
    ("could", "words"),
    [
        (43, "dans la moyenne"),
        (49, "plutôt plus que la moyenne"),
        (37, "plutôt moins que la moyenne"),
        (53, "arrive une fois sur 27 "),
        (33, "arrive une fois sur 34 "),
    ],
)
def test_luck_is_told_by_how_rare_it_is(could, words) -> None:
    assert words in told("tasse", could=could)
    assert "trop peu pour en juger" in told("tasse", rolls=19, could=19, could_e6=9_000_000, var_e6=4_000_000)


def test_one_of_each_and_none_are_said_of_as_such() -> None:
    words = told("debacle", captures=1, captured=4, chains=1, doubles=1, recoveries=1)
    assert "1 dé en 80 tours, qui montrait 4." in words
    assert "1 suite de captures par rebonds, 1 prise de doubles." in words
    assert "1 dé récupéré." in words
    assert "**Captures** : aucune en 80 tours." in told("debacle", captures=0, captured=0)
    never = told("desfausse", discards=0, discarded=0)
    assert "0 % des fois où c’était possible ; dés à la fois : 0 en moyenne" in never


def test_the_spread_of_reactions_is_said_in_words_and_in_bars_of_text() -> None:
    sketch = spread({})
    bars = (("0,5", 4), ("0,75", 14), ("1", 0), ("1,25", 6))
    assert sketch.drawing == BarsDrawing(bars, "bons pions", "secondes")
    assert sketch.alt.replace("\u00a0", " ") == (
        "Temps de réaction pour le bon pion. 0,5 à 0,75 s : 4 fois, 0,75 à 1 s : 14 fois, "
        "1,25 à 1,5 s : 6 fois."
    )
    rows = sketch.words.strip("`\n").splitlines()
    assert rows == ["0,5 ▰▰▰ 4", "0,75 ▰▰▰▰▰▰▰▰▰▰▰▰ 14", "1 · 0", "1,25 ▰▰▰▰▰ 6"]
    assert "0.5 to 0.75" in spread({}, ENGLISH).alt
    everywhere = {f"fast_{least}": 99_999 for least in range(0, SLOWEST + 1, BUCKET)}
    for t in LANGUAGES:
        alt = spread(everywhere, t).alt
        assert len(alt) <= ALT_TEXT
        assert not alt.endswith("…")
