"""Each game's description puts all of its engine's options into words, and repeats nothing of them."""

import re
from dataclasses import fields, replace
from typing import Any

import pytest

from bot.texts import texts_for
from bot.texts.style import LABEL
from bot.ui.clicks.start import OF_THE_TABLE
from bot.ui.frame.face import Face
from bot.ui.frame.lesson import rulebook
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.emojis import EmojiBook
from cogs import GAMES as SHOWN
from cogs import make_faces
from engines import GAMES as ENGINES
from engines.core.records import Refusal
from tests.support.games import FACES
from tests.support.tasse_table import NAMES, lobby_table

SPECS = {face.spec.name: face.spec for face in FACES}
LANGUAGES = (texts_for("fr"), texts_for("en-US"))
SIPS = frozenset({"sips"})

every_game = pytest.mark.parametrize("spec", SPECS.values(), ids=list(SPECS))


def rich(spec: GameSpec) -> Any:
    """A full enough lobby where every option that another needs is chosen."""
    needed = {option.needs: True for option in spec.options if option.needs}
    return lobby_table(NAMES[: spec.seats_max], game=spec.name, options=needed)


def test_every_engine_has_a_face() -> None:
    assert sorted(face.spec.name for face in SHOWN) == sorted(ENGINES)
    assert all(spec.rules.name == name for name, spec in SPECS.items())


@every_game
def test_every_option_of_the_engine_has_words_and_no_other(spec: GameSpec) -> None:
    record = spec.rules.options.parse({})
    named = [option.name for option in spec.options]
    assert len(named) == len(set(named))
    assert {*named, *spec.unasked} == {field.name for field in fields(record)}
    assert not spec.unasked & set(named)


@every_game
def test_a_closed_list_has_words_for_each_of_its_values(spec: GameSpec) -> None:
    for option in spec.options:
        assert set(option.words()) == set(spec.facts[option.name].values), option.name


@every_game
def test_what_is_read_from_the_engine_is_what_it_takes(spec: GameSpec) -> None:
    defaults = spec.rules.options.parse({})
    for name, fact in spec.facts.items():
        assert fact.default == spec.rules.at_tables.get(name, getattr(defaults, name))
        for value in fact.values:
            spec.rules.options.parse({name: value})
        if fact.least is not None:
            spec.rules.options.parse({name: fact.least})
            with pytest.raises(Refusal):
                spec.rules.options.parse({name: fact.least - 1})


@every_game
@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
def test_the_engine_takes_every_choice_and_its_default_comes_first(spec: GameSpec, t: Any) -> None:
    table = rich(spec)
    seats = [seat.name for seat in table.seats]
    offered = spec.offer_options(table, t, SIPS)
    assert [each.name for each in offered] == [option.name for option in spec.options]
    for each in offered:
        assert each.choices[0].value == spec.facts[each.name].default
        for choice in each.choices:
            spec.rules.setup(seats, {each.name: choice.value})
            assert 0 < len(choice.label) <= 100
            assert len(choice.hint or "") <= 100


@every_game
def test_an_option_that_needs_another_is_offered_with_it_alone(spec: GameSpec) -> None:
    plain = {each.name for each in spec.offer_options(replace(rich(spec), options={}), LANGUAGES[0], SIPS)}
    assert plain == {option.name for option in spec.options if not option.needs}


@every_game
def test_what_the_command_takes_is_described_with_the_engines_default(spec: GameSpec) -> None:
    for option in spec.options:
        fact = spec.facts[option.name]
        assert option.name not in OF_THE_TABLE
        if option.typed is not None and fact.kind is int:
            assert f"({fact.default}" in option.typed.description
            assert fact.least is not None
            assert option.typed.most is not None
            assert fact.least <= fact.default <= option.typed.most
            spec.rules.options.parse({option.name: option.typed.most})


@every_game
def test_the_rules_explain_each_option_that_has_a_paragraph_once(spec: GameSpec) -> None:
    for t in LANGUAGES:
        text = "\n".join(str(page.blocks) for page in rulebook(spec, t))
        assert [
            o.name for o in spec.options if o.explained and text.count(repr(t(o.explained))[1:-1]) != 1
        ] == []


@every_game
def test_what_a_spec_puts_on_buttons_is_short_in_both_languages(spec: GameSpec) -> None:
    for t in LANGUAGES:
        labels = [title for title, _ in spec.chapters(t)] + [t(label) for label, _ in spec.orders.values()]
        assert [label for label in labels if len(label) > LABEL] == []


@pytest.mark.parametrize("spec", [face.spec for face in SHOWN], ids=lambda spec: spec.name)
def test_the_first_page_of_the_rules_tells_the_whole_game_in_a_few_short_steps(spec: GameSpec) -> None:
    for t in LANGUAGES:
        title, text = spec.chapters(t)[0]
        steps = re.findall(r"^(\d)\. (.+)$", text, re.MULTILINE)
        assert title == t("En bref")
        assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
        assert 5 <= len(steps) <= 7
        assert max(len(step) for _, step in steps) <= 280
        assert len(text) < 1800


@every_game
def test_the_facts_of_a_game_make_sense(spec: GameSpec) -> None:
    shortest, longest = spec.minutes
    assert 0 < shortest <= longest <= 240
    assert 2 <= spec.seats_min <= spec.seats_max
    assert len(spec.paces) == len(set(spec.paces)) > 0
    assert 0 <= spec.accent <= 0xFFFFFF
    assert 0 < len(spec.chapters(LANGUAGES[0])) <= 5
    assert spec.title in spec.pitch
    assert spec.title in spec.opening


def test_a_game_draws_board_end_and_panel_and_nothing_around_them() -> None:
    around = {"board", "panel", "form_or_page", "board_in_words"}
    assert Face.__abstractmethods__ == {"draw_board", "draw_end", "draw_panel"}
    for face in FACES:
        assert not around & set(vars(face)), f"{face.__name__} draws a whole page"


def test_whatever_a_face_offers_is_asked_of_faces() -> None:
    for face in FACES:
        own = {name for name in vars(face) if not name.startswith("_")}
        assert {name for name in own if not hasattr(Face, name)} == {"spec"}, face.__name__


def test_an_uploaded_sign_stands_for_the_plain_one() -> None:
    plain = make_faces(EmojiBook(), FACES)
    uploaded = make_faces(EmojiBook({"tasse": "<:cup:1>"}), FACES)
    assert {name: face.emoji for name, face in plain.items()} == {n: s.emoji for n, s in SPECS.items()}
    assert [name for name in plain if plain[name].emoji != uploaded[name].emoji] == ["tasse"]
