"""The house's texts as a program can judge them, and what it would catch."""

import pytest
from babel.messages.catalog import Catalog

from bot.texts.__main__ import ROOT
from bot.texts.catalogue import read
from bot.texts.extract import ROOMS, Message, messages
from bot.texts.style import built_faults, label_faults, style_faults


def judge(french: str, english: str = "x") -> list[str]:
    catalog = Catalog(locale="en")
    catalog.add(french, english)
    return [line.rpartition(": ")[2] for line in style_faults([Message((french,), "a.py", 1)], catalog)]


class TestTheHouse:
    def test_its_messages_are_well_written(self):
        wrong = style_faults(messages(ROOT), read("en"))
        assert not wrong, "\n".join(wrong)

    def test_its_french_signs_stand_in_messages(self):
        paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
        wrong = [
            line
            for path in paths
            for line in built_faults(path.read_text("utf-8"), path.relative_to(ROOT).as_posix())
        ]
        assert not wrong, "\n".join(wrong)

    def test_its_buttons_are_short(self):
        catalog = read("en")
        paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
        wrong = [
            line
            for path in paths
            for line in label_faults(path.read_text("utf-8"), path.relative_to(ROOT).as_posix(), catalog)
        ]
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
    assert [line.partition(": ")[0] for line in label_faults(source, "a.py", catalog)] == ["a.py:1", "a.py:2"]


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
    assert bool(list(built_faults(source, "a.py"))) is wrong
