"""The house's texts as a program can judge them; elision, possessives, articles and verbs beside names."""

import pytest
from babel.messages.catalog import Catalog

from bot.texts import Name, texts_for
from bot.texts.__main__ import ROOT
from bot.texts.catalogue import read
from bot.texts.check import ROOMS, Message
from bot.texts.grammar import elide, own, put_article
from bot.texts.style import code_faults, style_faults
from bot.ui.pages.escape import escape
from tests.bot.test_texts import house


def judge(french: str, english: str = "x") -> list[str]:
    catalog = Catalog(locale="en")
    catalog.add(french, english)
    return [line.rpartition(": ")[2] for line in style_faults([Message((french,), "a.py", 1)], catalog)]


class TestTheHouse:
    def test_its_messages_are_well_written(self):
        wrong = style_faults(house()[0], read("en"))
        assert not wrong, "\n".join(wrong)


def test_its_french_signs_stand_in_messages_and_its_buttons_are_short():
    wrong, catalog = [], read("en")
    for path in (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))):
        text, name = path.read_text("utf-8"), path.relative_to(ROOT).as_posix()
        wrong += code_faults(text, name, catalog)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "french",
    [
        "Le tour de {name}.",
        "Il ne reste que **{name}**.",
        "L'hôte commence.",
        "Attendez...",
        "Le jeu — la suite",
        "À vous!",
        "Qui?",
        "Réponse: 3",
        "Il dit «oui ».",
        "Il dit « oui».",
        "Cliquez ici",
        "Rien dans les délais",
        "Pour vous seul",
        "C’est notre faute",
        "En {n} ms",
        "1 900 jetons",
        "Un score à déclarer",
        "Voici la graine",
        "Il ne s’est pas défaussé",
    ],
)
def test_bad_french_is_caught(french):
    assert len(judge(french)) == 1


@pytest.mark.parametrize(
    "english",
    [
        "It's on",
        'He says "yes"',
        "Really ?",
        "At the brisk pace",
        "{name} throws",
        "Who has won plays",
        "The seed",
        "The evening is called off",
    ],
)
def test_bad_english_is_caught(english):
    assert len(judge("x", english)) == 1


@pytest.mark.parametrize(
    ("french", "english"),
    [
        ("Le tour {name:de} : « oui » !", "{name:’s} turn: “yes”!"),
        ("De {least} à {most}, `de {name}` ; **{n}** ?", "{announced} “it’s”?"),
        ("c2! : un coup", "Who has won?"),
        ("{n}\u00a0ms, 1\u202f900 jetons, `{seed}`", "{n}\u00a0ms, 1,900 chips, `{seed}`"),
    ],
)
def test_good_texts_are_left_alone(french, english):
    assert judge(french, english) == []


def test_long_labels_are_caught_in_both_languages():
    catalog = Catalog(locale="en")
    catalog.add("Court", "A label that is too long")
    labels = ("Un bouton beaucoup trop long", "Court", "Le nom : {name}")
    source = "\n".join(f'Button("verb", t("{label}"))' for label in labels)
    assert [line.partition(": ")[0] for line in code_faults(source, "a.py", catalog)] == ["a.py:1", "a.py:2"]


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ('f"{name} : {what}"', True),
        ('f"« {name} »"', True),
        ('f"{name} !"', True),
        ('f"{name}: {what} · {n:>3}"', False),
        ('t("{name} : {what}", name=f"**{name}**")', False),
    ],
)
def test_french_signs_outside_messages_are_caught(source, wrong):
    assert bool(list(code_faults(source, "a.py", Catalog(locale="en")))) is wrong


# -- grammar -----------------------------------------------------------------------------------------------


FR, EN = texts_for("fr"), texts_for("en-US")


class TestElision:
    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("Alice", "d’Alice"),
            ("élodie", "d’élodie"),
            ("Écho", "d’Écho"),
            ("Œdipe", "d’Œdipe"),
            ("Åsa", "d’Åsa"),
            ("Ulysse", "d’Ulysse"),
            ("Yves", "d’Yves"),
            ("**Anne** et **Bob**", "d’**Anne** et **Bob**"),
            ("*Inès*", "d’*Inès*"),
            ("Bob", "de Bob"),
            ("Yann", "de Yann"),
            ("Y", "de Y"),
            ("Hugo", "de Hugo"),
            ("Hélène", "de Hélène"),
            ("11 novembre", "de 11 novembre"),
            ("🦊 Alice", "de 🦊 Alice"),
            ("<@1>", "de <@1>"),
            ("Αλίκη", "de Αλίκη"),
            ("…", "de …"),
            ("", "de "),
        ],
    )
    def test_a_vowel_that_can_be_heard_takes_the_e_away(self, name, said):
        assert elide("de", name) == said
        assert elide("que", name) == said.replace("d’", "qu’").replace("de ", "que ")

    def test_a_sign_that_is_shown_stands_between(self):
        assert elide("de", escape("_alice_")).startswith("de ")
        assert elide("de", f"**{escape('alice')}**").startswith("d’")


class TestEnglish:
    @pytest.mark.parametrize(
        ("name", "said"), [("Bob", "Bob’s"), ("**Bob**", "**Bob**’s"), ("Chris", "Chris’s"), ("🦊", "🦊’s")]
    )
    def test_one_person_owns(self, name, said):
        assert own(name) == said

    def test_several_people_own(self):
        assert own(Name("**The Sharks**", 2)) == "**The Sharks**’"
        assert own(Name("Anne and Bob", 2)) == "Anne and Bob’s"

    @pytest.mark.parametrize(
        ("thing", "said"),
        [
            ("8", "an 8"),
            ("11", "an 11"),
            ("18", "an 18"),
            ("81", "an 81"),
            ("64", "a 64"),
            ("110", "a 110"),
            ("**angel**", "an **angel**"),
            ("double 6", "a double 6"),
        ],
    )
    def test_articles_follow_the_sound(self, thing, said):
        assert put_article(thing) == said


class TestFilling:
    def test_a_place_says_what_it_needs(self):
        assert FR("Le tour {name:de}", name="**Alice**") == "Le tour d’**Alice**"
        assert FR("Il ne reste {name:que}.", name="Bob") == "Il ne reste que Bob."
        assert EN("{name:’s} turn", name="Bob") == "Bob’s turn"
        assert EN("rolls {thing:a}", thing=8) == "rolls an 8"

    def test_verbs_agree_with_people_not_with_seats(self):
        said = "{name} {name:choisit|choisissent}"
        assert FR(said, name="Gaëlle") == "Gaëlle choisit"
        assert FR(said, name=Name("Gaëlle et Hugo", 2)) == "Gaëlle et Hugo choisissent"
        assert FR(said, name=FR.list(["Gaëlle", "Hugo"])) == "Gaëlle et Hugo choisissent"
        assert FR(said, name=FR.list([Name("Les Requins", 2)])) == "Les Requins choisissent"
        assert FR(said, name=FR.list(["Gaëlle"])) == "Gaëlle choisit"
        assert FR("{name:|s}", name=FR.list([])) == ""

    def test_numbers_count_their_own_forms_beside_names(self):
        told = FR.plural("{names:a|ont} {n} point", "{names:a|ont} {n} points", 2, names=Name("A et B", 2))
        assert told == "ont 2 points"

    def test_a_name_is_a_text_like_any_other(self):
        assert Name("Alice", 2) == "Alice"
        assert {Name("Alice"): 1}["Alice"] == 1

    @pytest.mark.parametrize("spec", ["dee", "a|b|c", "’"])
    def test_an_unknown_wish_is_an_error(self, spec):
        with pytest.raises(ValueError):
            FR(f"{{name:{spec}}}", name="Alice")

    def test_what_people_typed_is_never_a_wish(self):
        assert FR("Le tour {name:de}", name="{x:de}") == "Le tour de {x:de}"
