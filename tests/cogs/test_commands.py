"""The slash commands as Discord gets them, and when it gets them."""

import re
from typing import Any

from bot.ui.pages.typography import set_spaces
from tests.support.sim import World, opened
from tests.support.sim_tasse import gathered
from tests.support.store import FreshStore
from tests.support.wire_reading import walk

THUMBNAIL = 11

GAMES = ("tasse", "debacle", "desfausse", "diavolo", "defizz", "soiree")
NAMES = {
    *(
        f"{game} {verb}"
        for game in GAMES
        for verb in ("start", "essai", "regles", "statut", "quitter", "stop", "pause", "retirer")
    ),
    "jouer",
    "aide",
    "tuto",
    "classement",
    "profil",
    "annee",
    "appel",
    "defi-du-jour",
    "mes-parties",
    "mes-donnees exporter",
    "mes-donnees effacer",
    "mes-donnees visibilite",
    "des verifier",
    "des bilan",
    *(f"defizz soiree {verb}" for verb in ("planifier", "programme", "maitre", "annuler", "liste", "saison")),
    *(
        f"defizz paquet {verb}"
        for verb in (
            *("importer", "verifier", "modele", "lister", "exporter", "modifier"),
            *("supprimer", "signalements", "statistiques"),
        )
    ),
}
OF_EVERY_GAME = {"format", "adversaires", "niveau", "rythme", "tempo", "fil", "accessible"}
RATED = {*OF_EVERY_GAME, "amicale"}
OPTIONS = {
    "tasse": {"seuil", "manches", "annonces", *RATED},
    "debacle": RATED,
    "desfausse": {"mains", *RATED},
    "diavolo": {"enfants", "apprentissage", *RATED},
    "soiree": {"programme", "équipes", *OF_EVERY_GAME},
    "defizz": {
        "lecteur",
        "expert",
        "équipes",
        "enrichissement",
        "contestations",
        "difficulté",
        *RATED,
    },
}
SHARED = {"accessible", "expert", "format", "tempo"}
"""The words that both languages share."""


def _sent(world: World) -> list[dict[str, Any]]:
    (request,) = world.requests("PUT", "/commands$")
    return request.json


def _every_command(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for command in commands:
        found += [command, *_every_command(command.get("options", []))]
    return found


def _french(command: dict[str, Any]) -> list[str]:
    """What French people read of a command or an option: its description, and the values to choose from."""
    fields = [(command, "description"), *((choice, "name") for choice in command.get("choices", []))]
    return [(part.get(f"{key}_localizations") or {}).get("fr", part[key]) for part, key in fields]


async def test_the_names_that_people_type() -> None:
    async with opened("Anne") as world:
        assert set(world.people["Anne"].member.available_commands(world.channel)) == NAMES


async def test_base_names_stay_and_french_adds_their_accents() -> None:
    async with opened() as world:
        called = {}
        for command in _every_command(_sent(world)):
            if (
                (names := command.get("name_localizations"))
                and "options" in command
                and "required" not in command
            ):
                called[command["name"]] = names
        for name, english in (
            ("jouer", "play"),
            ("aide", "help"),
            ("tuto", "tutorial"),
            ("classement", "ranking"),
            ("profil", "profile"),
            ("appel", "callme"),
            ("classement-hebdo", "weekly-ranking"),
            ("defi-du-jour", "daily"),
        ):
            names = called.pop(name)
            assert set(names.values()) == {english}
            assert "fr" not in names
        year = called.pop("annee")
        assert year.pop("fr") == "année"
        assert set(year.values()) == {"year"}
        assert called == {"debacle": {"fr": "débâcle"}, "defizz": {"fr": "défizz"}}


async def test_start_comes_first_among_the_commands_of_a_game() -> None:
    async with opened() as world:
        groups = {command["name"]: command for command in _sent(world)}
        for game in GAMES:
            assert groups[game]["options"][0]["name"] == "start"


async def test_every_description_is_french_and_english() -> None:
    async with opened() as world:
        for command in _every_command(_sent(world)):
            english = (command.get("description_localizations") or {}).get("en-US")
            assert english, command["name"]
            assert english != command["description"]
            assert command["description_localizations"]["en-GB"] == english


async def test_french_lines_do_not_break_before_signs() -> None:
    async with opened() as world:
        said = [text for command in _every_command(_sent(world)) for text in _french(command)]
        signs = [text for text in said if re.search(r"[:;!?»]", text)]
        assert len(signs) > 20
        assert [text for text in signs if text != set_spaces(text)] == []
        assert "La Tasse\u00a0: bluffer avec deux dés" in signs
        assert "éclair\u00a0: 5 points" in signs


async def test_option_names_are_translated() -> None:
    async with opened() as world:
        for game, expected in OPTIONS.items():
            (group,) = [command for command in _sent(world) if command["name"] == game]
            (start,) = [command for command in group["options"] if command["name"] == "start"]
            assert {option["name"] for option in start["options"]} == expected
            english = {option["name"]: option.get("name_localizations") for option in start["options"]}
            same = {name for name, locales in english.items() if not locales}
            assert same == SHARED & expected
            assert english["fil"]["en-US"] == "thread"


async def test_games_are_played_in_private_messages_too_and_servers_are_ruled_from_within() -> None:
    async with opened("Anne") as world:
        alone = world.people["Anne"].member.user.available_commands()
        for game in GAMES:
            assert any(name.startswith(game) for name in alone)
        assert any(name.startswith("des") for name in alone)
        assert not any(name.startswith(("tables", "reglages")) for name in alone)


async def test_who_may_not_manage_the_server_has_no_settings() -> None:
    async with opened("Anne") as world:
        manager = world.manager("Gérard")
        assert "reglages" not in world.people["Anne"].member.available_commands(world.channel)
        assert "reglages" in manager.member.available_commands(world.channel)


async def test_who_may_not_manage_messages_has_no_list_of_tables() -> None:
    async with opened("Anne") as world:
        moderator = world.moderator("Modeste")
        assert "tables" not in world.people["Anne"].member.available_commands(world.channel)
        assert "tables" in moderator.member.available_commands(world.channel)


async def test_commands_are_sent_only_when_they_changed() -> None:
    store = FreshStore()
    async with opened(store=store) as world:
        assert len(world.requests("PUT", "/commands$")) == 1
        await world.restarts()
        assert len(world.requests("PUT", "/commands$")) == 1
        await store.set_fact("commands", "those of an older version")
        await world.restarts()
        assert len(world.requests("PUT", "/commands$")) == 2


async def test_emojis_are_uploaded_once() -> None:
    async with opened("Anne") as world:
        uploads = world.requests("POST", "/emojis$")
        assert len(uploads) == len({request.json["name"] for request in uploads}) == 12
        await world.restarts()
        assert len(world.requests("POST", "/emojis$")) == 12
        await world.people["Anne"].types("tasse start")
        (picture,) = [each for each in walk(world.board.components) if each["type"] == THUMBNAIL]
        (mark,) = [
            mark for name, mark in world.bot.house.faces["tasse"].book.marks.items() if name == "tasse"
        ]
        assert picture["media"]["url"].endswith(f"/{mark.split(':')[2].strip('>')}.png")
        assert picture["description"] == "La Tasse"


async def test_english_speakers_are_answered_in_english() -> None:
    async with gathered("Anne") as company:
        dylan = company.world.person("Dylan", locale="en-GB")
        assert "You are not at this table" in await dylan.presses(company.board, "quit")
        await dylan.presses(company.board, "join")
        assert "you are at the table" in dylan.letter
        assert "2 places prises" in company.board


async def test_a_table_is_in_the_language_of_who_opened_it() -> None:
    async with opened() as world:
        await world.person("Dylan", locale="en-US").types("tasse start")
        assert "the table is open" in world.board
