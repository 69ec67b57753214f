"""Elision, possessives, articles and verbs beside names of every kind."""

import pytest

from bot.texts import Name, texts_for
from bot.texts.grammar import elide, own, put_article
from bot.ui.pages.escape import escape

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
