"""Presets: several options chosen as one."""

import re
from dataclasses import replace

import pytest

from bot.tables.model import Manners, Pace, Table, Tempo
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.lobby import lobby_page, options_page, read_choice
from bot.ui.frame.option import find_chosen, offer_presets, settings_of
from cogs import GAMES as FACES
from cogs.tasse.face import TasseFace
from engines.diavolo.model import Roll
from tests.support.plain_page import plain, selects
from tests.support.tables import ANNE, BOB, CHLOE, House
from tests.support.tasse_table import lobby_table

T = texts_for("fr")
SPEC = TasseFace.spec
GAMES = {face.spec.name: face.spec for face in FACES}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_a_preset_for_a_short_one_that_its_rules_take(game: str) -> None:
    spec = GAMES[game]
    names = [preset.name for preset in spec.presets]
    assert names[0] == "short"
    for name in ("usual", *names):
        settings = dict(settings_of(spec.presets, name, spec.facts))
        tempo = Tempo(settings.pop("tempo"))
        assert settings.keys() <= spec.facts.keys() - spec.unasked
        spec.rules.setup([str(n) for n in range(3 if spec.seats_max > 2 else 2)], settings)
        table = lobby_table(options=settings, manners=Manners(tempo=tempo))
        assert find_chosen(spec.presets, table, spec.facts) == name


PRESETS = [(spec.name, preset.name) for spec in GAMES.values() for preset in spec.presets]
every_preset = pytest.mark.parametrize(("game", "preset"), PRESETS)


def words_of(game: str, preset: str) -> str:
    """What the host reads of a preset."""
    (words,) = [each.words for each in GAMES[game].presets if each.name == preset]
    return f"{words.label}\n{words.hint}"


async def begun(game: str, preset: str) -> tuple[House, Table]:
    """A game whose host has chosen a preset in the lobby."""
    house, spec = House(), GAMES[game]
    table = await house.lobby(*(ANNE, BOB, CHLOE)[: spec.seats_max], game=game)
    await house.tables.set_options(house.ask(ANNE), table.id, settings_of(spec.presets, preset, spec.facts))
    return house, await house.tables.begin(house.ask(ANNE), table.id)


def seconds_of(table: Table) -> int:
    return table.alarm.seconds


@every_preset
async def test_the_time_is_what_the_words_of_a_preset_say(game: str, preset: str) -> None:
    words = words_of(game, preset)
    _, usual = await begun(game, "usual")
    house, table = await begun(game, preset)
    factor = 2 if "deux fois plus de temps" in words else 1
    factor = 0.5 if "oitié moins de temps" in words else factor
    assert abs(seconds_of(table) - factor * seconds_of(usual)) <= 0.5, "in whole seconds"
    said = re.search(r"(\d+) (seconde|minute)", words)
    if said is None:
        return
    if game == "diavolo":  # it is the time to grab
        click = house.click(await house.awaited(table.id), table)
        table = await house.tables.act(click, table.id, Roll())
    assert seconds_of(table) == int(said[1]) * {"seconde": 1, "minute": 60}[said[2]]


@pytest.mark.parametrize(
    ("game", "words", "option", "value"),
    [
        ("tasse", "5 points", "threshold", 5),
        ("tasse", "Une seule manche", "rounds", 1),
        ("tasse", "Annonces dans une liste", "announce", "guided"),
        ("diavolo", "Apprentissage", "learning", True),
        ("desfausse", "mains montrées", "hands", "shown"),
        ("defizz", "le bot lit", "reader", "bot"),
    ],
)
async def test_a_game_is_what_the_words_of_its_preset_say(
    game: str, words: str, option: str, value: object
) -> None:
    presets = [preset for name, preset in PRESETS if name == game and words in words_of(game, preset)]
    assert presets
    for preset in presets:
        _, table = await begun(game, preset)
        assert table.options[option] == value


def test_a_preset_takes_back_what_another_one_has_set() -> None:
    assert settings_of(SPEC.presets, "short", SPEC.facts) == {
        "threshold": 5,
        "rounds": 1,
        "announce": "free",
        "tempo": "vif",
    }
    assert settings_of(SPEC.presets, "usual", SPEC.facts)["threshold"] == 10
    with pytest.raises(KeyError):
        settings_of(SPEC.presets, "no such", SPEC.facts)


def test_what_no_preset_sets_is_left_alone_and_mixed_settings_are_none() -> None:
    settings = {"threshold": 5, "first": "2"}
    assert find_chosen(SPEC.presets, lobby_table(options=settings), SPEC.facts) == "short"
    assert find_chosen(SPEC.presets, lobby_table(options={"threshold": 6}), SPEC.facts) is None
    hurried = lobby_table(options=settings, manners=Manners(tempo=Tempo.FAST))
    assert find_chosen(SPEC.presets, hurried, SPEC.facts) is None


def test_the_panel_begins_with_the_presets_and_says_which_one_it_is() -> None:
    face: Face = TasseFace()
    offered = (*offer_presets(SPEC.presets, T), *SPEC.offer_options(lobby_table(), T, frozenset()))
    chosen = []
    for options in ({}, {"threshold": 5}, {"threshold": 6}):
        first, *_ = selects(options_page(lobby_table(options=options), face, offered, True, "", T))
        assert (first.verb, first.arg, first.placeholder) == ("table.option", "preset", "Format")
        assert [choice.label for choice in first.choices][:2] == ["habituel", "éclair : 5 points"]
        chosen.append([choice.label for choice in first.choices if choice.chosen])
    assert chosen == [["habituel"], ["éclair : 5 points"], []]
    assert read_choice(offered, "preset", ['"short"']) == ("preset", "short")


def test_a_game_without_presets_offers_none() -> None:
    assert offer_presets((), T) == ()
    assert find_chosen((), lobby_table(), SPEC.facts) is None


def test_the_lobby_names_a_tempo_that_is_not_the_usual_one() -> None:
    for tempo, words in ((Tempo.CALM, "Tempo : tranquille"), (Tempo.FAST, "Tempo : éclair")):
        assert words in plain(lobby_page(lobby_table(manners=Manners(tempo=tempo)), TasseFace(), T))
    assert "Tempo" not in plain(lobby_page(lobby_table(), TasseFace(), T))


@pytest.mark.parametrize("face", [face() for face in FACES], ids=lambda face: str(face.spec.name))
def test_the_lobby_names_the_preset_that_was_chosen(face: Face) -> None:
    spec = face.spec
    for preset in spec.presets:
        settings = dict(settings_of(spec.presets, preset.name, spec.facts))
        manners = Manners(tempo=Tempo(settings.pop("tempo")))
        table = lobby_table(["Anne", "Bob"], options=settings, manners=manners)
        assert f"**Réglages** · Format « {preset.words.label} » · " in plain(lobby_page(table, face, T))
    usual = plain(lobby_page(lobby_table(["Anne", "Bob"]), face, T))
    assert "Format" not in usual, "it goes without saying"


def test_the_lobby_names_no_preset_whose_name_would_not_be_true() -> None:
    def named(face: Face, manners: Manners, **options: object) -> bool:
        return "Format" in plain(lobby_page(lobby_table(options=options, manners=manners), face, T))

    diavolo, tasse = (
        next(face() for face in FACES if face.spec.name == name) for name in ("diavolo", "tasse")
    )
    fast = Manners(tempo=Tempo.FAST)
    assert named(diavolo, fast), "8 seconds"
    assert not named(diavolo, replace(fast, accessible=True)), "16 seconds"
    assert not named(diavolo, replace(fast, pace=Pace.RELAXED))
    assert named(tasse, Manners(Pace.RELAXED, accessible=True), threshold=5), "5 points in any case"
    assert not named(tasse, Manners(), threshold=5, rounds=2)
