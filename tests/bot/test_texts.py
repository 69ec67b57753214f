import sys
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from bot.texts import N_, Texts, texts_for
from bot.texts.__main__ import ROOT, refresh, template
from bot.texts.catalogue import compile_catalogue, path_of, read, write
from bot.texts.check import Call, Message, Unreadable, calls_in, faults, messages, placeholders, read_code

F_STRINGS_ARE_WHOLE = pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="from Python 3.12 on, words inside f-strings are read one by one"
)


@cache
def house() -> tuple[list[Message], list[Call]]:
    """The messages of the house, and the calls that say them: read once, for it takes seconds."""
    return read_code(ROOT)


class TestTheHouse:
    """The real code against the real catalogue."""

    def test_english_is_complete(self):
        left = faults(*house(), read("en"))
        assert not left, "run `python -m bot.texts`, then translate:\n" + "\n".join(left)

    def test_refreshing_would_change_nothing(self, tmp_path):
        path_of("en", tmp_path).parent.mkdir(parents=True)
        path_of("en", tmp_path).write_bytes(path_of("en").read_bytes())
        refresh(*house(), tmp_path)
        assert path_of("en", tmp_path).read_text() == path_of("en").read_text()

    def test_every_message_can_be_said_in_both_languages(self):
        for message in house()[0]:
            values = {name: 7 for form in message.forms for name in placeholders(form)}
            for texts in (texts_for("fr"), texts_for("en-US")):
                if len(message.forms) == 1:
                    assert texts(message.forms[0], **values)
                else:
                    assert all(texts.plural(*message.forms, n, **{**values, "n": n}) for n in (0, 1, 2))


class TestTexts:
    @pytest.mark.parametrize("locale", ["fr", None, "fr-CA"])
    def test_french(self, locale):
        assert texts_for(locale).locale == "fr"

    @pytest.mark.parametrize("locale", ["en-US", "en-GB", "de", "pt-BR", "no-such"])
    def test_english_for_the_rest(self, locale):
        assert texts_for(locale).locale == "en"

    @pytest.mark.parametrize(
        ("n", "said"), [(0, "0 point"), (1, "1 point"), (2, "2 points"), (-1, "-1 point")]
    )
    def test_french_counts_zero_as_singular(self, n, said):
        assert texts_for("fr").plural("{n} point", "{n} points", n) == said

    def test_values_are_inserted_as_they_are(self):
        assert texts_for("fr")("Bonjour {name}", name="{x} <@1> **gras**") == "Bonjour {x} <@1> **gras**"

    def test_a_value_may_have_any_name(self):
        assert texts_for("fr")("{message} {self}", message="a", self="b") == "a b"

    def test_a_missing_value_is_an_error(self):
        with pytest.raises(KeyError):
            texts_for("fr")("Bonjour {name}")

    def test_lists(self):
        three = ["Anne", "Bob", "Chloé"]
        assert texts_for("fr").list(three) == "Anne, Bob et Chloé"
        assert texts_for("en-US").list(three) == "Anne, Bob, and Chloé"
        assert texts_for("fr").list(three[:1]) == "Anne"
        assert texts_for("fr").list([]) == ""
        assert texts_for("fr").either(three) == "Anne, Bob ou Chloé"
        assert texts_for("en-US").either(three) == "Anne, Bob, or Chloé"
        assert texts_for("fr").either(three[:1]) == "Anne"

    def test_marking_changes_nothing(self):
        assert N_("un dé") == "un dé"

    def test_one_language_is_one_object(self):
        assert texts_for("en-US") is texts_for("de")
        assert texts_for("fr") != texts_for("de")


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A project's folder with one room, still empty."""
    (tmp_path / "bot").mkdir()
    return tmp_path


class TestExtraction:
    @pytest.mark.parametrize(
        ("source", "forms"),
        [
            ('t("a")', [("a",)]),
            ('self.t("a")\nreply.texts("b")\nvoice.t("c")', [("a",), ("b",), ("c",)]),
            ('t(\n  "a "\n  "b"\n  # why\n  " c",\n  x=1,\n)', [("a b c",)]),
            ('t("a {x}", x=t("b"))', [("a {x}",), ("b",)]),
            ('t("a") if x else t("b")', [("a",), ("b",)]),
            ('said(t("a"), f(t.plural("{n} b", "{n} bs", f(x))))', [("a",), ("{n} b", "{n} bs")]),
            ('t.plural("{n} a", "{n} as", len(x))', [("{n} a", "{n} as")]),
            ('X = N_("a")\nt(X)\nt(NAMES[x + 1])', [("a",)]),
            ('at("a"); text("b"); "a".join("c"); t.list(["d"])', []),
            ('def t(a: str = "a") -> str: ...', []),
        ],
    )
    def test_messages_are_found_and_their_calls_read(self, room, source, forms):
        (room / "bot" / "a.py").write_text(source)
        found, called = read_code(room)
        assert [message.forms for message in found] == forms
        assert [call.forms for call in called] == forms

    @pytest.mark.parametrize(
        "source",
        [
            't(f"{x}")',
            't("a" + x)',
            't("a %s" % x)',
            "t(NAME + x)",
            'N_("a" + "b")',
            't("a" if x else "b")',
            't(known or "b")',
            't(NAMES["a"])',
            't.plural(x, f"{y}", 2)',
        ],
    )
    def test_a_message_that_is_not_one_literal_is_refused(self, room, source):
        (room / "bot" / "a.py").write_text(f"\n{source}")
        with pytest.raises(Unreadable, match=r"^bot/a\.py:2: a message must be one literal"):
            read_code(room)

    @pytest.mark.parametrize(
        "source",
        [
            pytest.param("f\"{t('a')}\"", marks=F_STRINGS_ARE_WHOLE),
            't("{x}", x=f(t("a")))',
            'texts_for(x)("a")',
            't("")',
        ],
    )
    def test_a_message_that_cannot_be_found_where_it_stands_is_refused(self, room, source):
        (room / "bot" / "a.py").write_text(source)
        (room / "bot" / "b.py").write_text('t("a")')
        with pytest.raises(Unreadable, match=r"^bot/a\.py:1: a message cannot stand in"):
            read_code(room)

    def test_values_of_a_call_are_known_unless_passed_on(self):
        source = 't("a", x=1)\nt("a", **y)\nN_("a")\nt.plural("a", "as", 2, y=1)'
        assert [call.values for call in calls_in(source, "a.py")] == [
            frozenset({"x"}),
            None,
            None,
            frozenset({"n", "y"}),
        ]


def catalogue(**translations: str) -> Catalog:
    catalog = Catalog(locale="en")
    for french, english in translations.items():
        catalog.add(french, english)
    return catalog


def message(*forms: str) -> Message:
    return Message(forms, "a.py", 3)


def call(*forms: str, values: frozenset[str] | None = frozenset()) -> Call:
    return Call(forms, "a.py", 4, values)


class TestFaults:
    def test_none(self):
        die = message("dé")
        assert faults([die, die], [call("dé"), call("dé", values=None)], catalogue(dé="die")) == []

    @pytest.mark.parametrize(
        ("one", "catalog", "said"),
        [
            (message("dé"), catalogue(), "a.py:3: 'dé' is not in the catalogue"),
            (message("dé"), catalogue(dé=""), "a.py:3: 'dé' is not translated"),
            (message("{a}"), catalogue(**{"{a}": "{b}"}), "a.py:3: '{a}': other places in '{b}'"),
            (message("{a}"), catalogue(**{"{a}": "{"}), "a.py:3: '{a}': '{' cannot be filled: "),
            (message("{}"), catalogue(**{"{}": "{}"}), "a.py:3: '{}' has a place without a name"),
            (message("{0}"), catalogue(**{"{0}": "{0}"}), "a.py:3: '{0}' has a place without a name"),
            (message("a", "as"), catalogue(a="a"), "a.py:3: 'a' stands in the catalogue with other forms"),
        ],
    )
    def test_each_is_named_with_its_place(self, one, catalog, said):
        (line,) = faults([one], [call(*one.forms)] if "has a place" in said else [], catalog)
        assert line.startswith(said)

    def test_a_call_gives_every_value(self):
        found, catalog = [message("{a} {b}")], catalogue(**{"{a} {b}": "{a} {b}"})
        given = call("{a} {b}", values=frozenset({"a", "b", "c"}))
        assert faults(found, [given, call("{a} {b}", values=None)], catalog) == []
        lacking = call("{a} {b}", values=frozenset({"c"}))
        assert faults(found, [lacking], catalog) == ["a.py:4: '{a} {b}' is not given a, b"]

    def test_a_brace_without_its_other_half_is_named_once_a_message(self):
        lines = faults([message("{")], [call("{")], catalogue(**{"{": "x"}))
        assert [line.startswith("a.py:3: ") and "cannot be filled" in line for line in lines] == [True, True]

    def test_uncertain_and_left_over(self):
        catalog = catalogue(vieux="old")
        catalog.add("dé", "die", flags=["fuzzy"])
        assert faults([message("dé")], [], catalog) == [
            "a.py:3: 'dé' has an uncertain (fuzzy) translation",
            "left over: 'vieux'",
        ]

    def test_only_a_singular_may_drop_the_number(self):
        forms = ("{n} point", "{n} points")
        catalog = Catalog(locale="en")
        catalog.add(forms, ("one point", "{n} points"))
        assert faults([message(*forms)], [], catalog) == []
        catalog[forms[0]].string = ("{n} point", "points")
        assert faults([message(*forms)], [], catalog) == ["a.py:3: '{n} point': other places in 'points'"]


class TestRefreshing:
    @pytest.fixture
    def project(self, room: Path) -> Path:
        (room / "bot" / "a.py").write_text('t("Un dé jaune", )\nt.plural("{n} dé", "{n} dés", 2)\n')
        return room

    def translate(self, project: Path) -> None:
        catalog = read("en", project)
        catalog["Un dé jaune"].string = "A yellow die"
        catalog["{n} dé"].string = ("{n} die", "{n} dice")
        write(catalog, "en", project)

    def test_new_messages_are_listed_and_translations_kept(self, project):
        assert len(refresh(*read_code(project), project)) == 2
        self.translate(project)
        assert refresh(*read_code(project), project) == []
        english = Texts("en", compile_catalogue("en", project))
        assert english("Un dé jaune") == "A yellow die"
        assert [english.plural("{n} dé", "{n} dés", n) for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]

    def test_what_is_not_translated_is_said_in_french(self, project):
        refresh(*read_code(project), project)
        english = Texts("en", compile_catalogue("en", project))
        assert english("Un dé jaune") == "Un dé jaune"
        assert english.plural("{n} dé", "{n} dés", 0) == "0 dé"

    def test_a_changed_message_waits_for_a_look(self, project):
        refresh(*read_code(project), project)
        self.translate(project)
        (project / "bot" / "a.py").write_text('t("Un dé jaune !")\n')
        assert refresh(*read_code(project), project) == [
            "bot/a.py:1: 'Un dé jaune !' has an uncertain (fuzzy) translation"
        ]
        assert Texts("en", compile_catalogue("en", project))("Un dé jaune !") == "Un dé jaune !"

    def test_what_left_the_code_leaves_the_catalogue(self, project):
        refresh(*read_code(project), project)
        (project / "bot" / "a.py").write_text("")
        assert refresh(*read_code(project), project) == []
        assert "dé" not in path_of("en", project).read_text()

    def test_the_template_knows_where_a_message_stands(self, project):
        assert template(messages(project))["Un dé jaune"].locations == [("bot/a.py", 1)]

    def test_what_cannot_be_read_leaves_the_catalogue_as_it_was(self, project):
        refresh(*read_code(project), project)
        self.translate(project)
        before = path_of("en", project).read_bytes()
        (project / "bot" / "a.py").write_text('t("{x}", x=f(t("Un dé jaune")))')
        with pytest.raises(Unreadable):
            refresh(*read_code(project), project)
        assert path_of("en", project).read_bytes() == before
