"""What stands around an answer, what is short for it, and what it is called abroad (Z14)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.defizz.judging import compare
from engines.defizz.judging.abroad import in_french
from engines.defizz.judging.shorter import shorter_wordings

STONES = (("Mick Jagger", "Jagger"), ("Keith Richards", "Richards"), ("Charlie Watts", "Watts"))
BEARS = (("ours blanc", "ours polaire"), ("ours brun",), ("ours à lunettes",))
FEASTS = (("14 juillet", "fête nationale"), ("1er mai", "fête du Travail"), ("Toussaint",))
KINGS = (("Louis",), ("François",), ("Philippe",))
PROVINCES = (("Colombie-Britannique",), ("Nouvelle-Écosse",), ("Saskatchewan",))
PROUST = (("À l’ombre des jeunes filles en fleurs",), ("Le Temps retrouvé",))
SIBLINGS = (("Zeus",), ("Hestia",))
NOTES = (("do",), ("mi",), ("sol",))
WAVES = (("ultraviolet",), ("rayons X",))


@pytest.mark.parametrize(
    ("guess", "groups", "question", "meant"),
    [
        ("le batteur Charlie Watts", STONES, "Nommez les Rolling Stones.", 2),
        ("Charlie Watts à la batterie", STONES, "Nommez les Rolling Stones.", 2),
        ("jagger (chanteur)", STONES, "Nommez les Rolling Stones.", 0),
        ("jagger chanteur du groupe", STONES, "Nommez les Rolling Stones.", 0),
        ("Jagger ou Richards", STONES, "Nommez les Rolling Stones.", None),
        ("la femme de Richards", STONES, "Nommez les Rolling Stones.", None),
        ("Charlie Watts et sa batterie", STONES, "Nommez les Rolling Stones.", 2),
        ("Charlie Watts et la jagger", STONES, "Nommez les Rolling Stones.", None),
        ("Charlie Watts ou Watts", STONES, "Nommez les Rolling Stones.", 2),
        ("ce bon Watts", STONES, "Nommez les Rolling Stones.", 2),
        ("un bon Watts", STONES, "Nommez les Rolling Stones.", 2),
        ("équipe de Philippe", KINGS, "Quels pays et quels rois ?", 2),
        ("la note mi", NOTES, "Nommez trois notes, sans dièse ni bémol.", 1),
        ("mi bémol", NOTES, "Nommez trois notes, sans dièse ni bémol.", None),
        ("do dièse", NOTES, "Nommez trois notes, sans dièse ni bémol.", None),
        ("polaire", BEARS, "Nommez les espèces d’ours.", 0),
        ("à lunette", BEARS, "Nommez les espèces d’ours.", 2),
        ("noir", BEARS, "Nommez les espèces d’ours.", None),
        ("14/07", FEASTS, "Citez les jours fériés.", 0),
        ("14/13", FEASTS, "Citez les jours fériés.", None),
        ("Louis XIV", KINGS, "Citez les prénoms des rois.", 0),
        ("Louis XIV", KINGS, "Citez les rois.", None),
        ("Philippe le Bel", KINGS, "Citez les rois.", 2),
        ("bc", (*PROVINCES, ("British Columbia",)), "Citez les provinces.", 0),
        ("Saskatchouan", PROVINCES, "Citez les provinces.", 2),
        ("à l'ombre des filles en fleur", PROUST, "Citez les tomes.", 0),
        ("Hestia sœur de Zeus", SIBLINGS, "Citez les enfants de Cronos.", 1),
        ("fils de Zeus", SIBLINGS, "Citez les enfants de Cronos.", None),
        ("11x11 = 121", (("100",), ("121",)), "Citez des carrés.", 1),
        ("ultraviolets de la lampe", WAVES, "Citez les ondes.", 0),
    ],
)
def test_Z14_in_a_list_parts_and_more_than_the_answer_are_right(guess, groups, question, meant):
    assert compare(guess, groups, question=question).group == meant


@pytest.mark.parametrize(
    ("guess", "wording", "question", "expected"),
    [
        ("Brême (Allemagne)", "Brême", "Vers quelle ville ?", True),
        ("Berlin (Brême)", "Brême", "Vers quelle ville ?", False),
        ("le théorème de Pythagore", "Pythagore", "Quel savant ?", True),
        ("la TVA à 20 %", "TVA", "Quel impôt ?", True),
        ("la pomme de terre", "Terre", "Quelle planète ?", False),
        ("la Haute Corse", "Corse", "Quelle île ?", False),
        ("Reims-la-Brûlée", "Reims", "Quelle ville ?", False),
        ("le chemin de fer", "fer", "Quel métal ?", False),
        ("la médaille d'or", "or", "Quel métal ?", False),
        ("le Maine et Loire", "Loire", "Quel fleuve ?", False),
        ("Indre et Loire", "Loire", "Quel fleuve ?", False),
        ("Tatin", "tarte Tatin", "Quelle tarte est renversée ?", True),
        ("Nafissatou", "Nafissatou Thiam", "Quelle championne ?", True),
        ("Victor", "Victor Hugo", "Quel écrivain ?", False),
        ("Franck Kafka", "Franz Kafka", "Quel écrivain ?", False),
    ],
)
def test_Z14_of_one_answer_alone_less_is_left_out(guess, wording, question, expected):
    assert compare(guess, ((wording,),), question=question).right is expected


def test_Z14_a_near_first_name_beside_a_family_name_that_is_listed_is_a_slip():
    writer = (("Franz Kafka", "Kafka"),)
    assert compare("Franck Kafka", writer).right
    assert not compare("Milan Kafka", writer).right


@pytest.mark.parametrize(
    ("guess", "wording", "expected"),
    [
        ("la Haie", "La Haye", True),
        ("mara", "Marat", True),
        ("Sharon", "Charon", False),
        ("sel", "selle", False),
    ],
)
def test_Z14_ears_judge_one_answer_alone_where_the_word_is_not_too_common(guess, wording, expected):
    assert compare(guess, ((wording,),)).right is expected


@pytest.mark.parametrize(
    ("guess", "wording"),
    [("Spain", "Espagne"), ("the Netherlands", "Pays-Bas"), ("Sevilla", "Séville"), ("L.A.", "Los Angeles")],
)
def test_Z14_a_name_abroad_is_right(guess, wording):
    assert compare(guess, ((wording,), ("Rome",))).group == 0
    assert not compare(guess, (("Rome",), ("Madrid",))).right


def test_Z14_a_near_miss_counts_before_what_an_answer_is_called_abroad():
    assert compare("Germany", (("Allemagne",),)).right
    assert not compare("Germany", (("Allemagne",),), ("Germany",)).right


def test_in_french_knows_no_french_name_by_another():
    assert in_french("spain") == "Espagne"
    assert in_french("espagne") is None


def test_what_is_short_for_two_answers_is_short_for_none():
    groups = (("rue Lafayette",), ("boulevard Lafayette",), ("rue Mogador",))
    shorts = shorter_wordings(groups, ("place Vendôme",), "Nommez des rues.")
    assert "lafayette" not in {short for texts in shorts for short in texts}
    assert "mogador" in shorts[2]
    assert shorter_wordings((("or",), ("fer",)), (), "Quels métaux ?") == ()


TEXT = st.text(max_size=25)


@given(TEXT, st.lists(st.lists(TEXT, min_size=1, max_size=3).map(tuple), min_size=1, max_size=4).map(tuple))
def test_Z14_any_text_is_judged_and_a_listed_one_is_right(guess, groups):
    verdict = compare(guess, groups, question="Nommez un pays.")
    assert verdict.right == (verdict.group is not None)
    assert compare(groups[0][0], groups, question="Nommez un pays.").right
