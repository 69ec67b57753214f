"""The slash commands and custom ids as Discord gets them, of every age, and what is kept of them: nothing."""

import asyncio
import copy
import re
from typing import Any

import pytest

import cogs
from bot.ui.clicks.click import Click
from bot.ui.pages.escape import set_spaces
from bot.ui.pages.ids import MENU, OLD_VERBS, parse
from tests.support.sim import World, opened
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import gathered, one_sided, playing
from tests.support.store import FreshStore
from tests.support.wire_reading import walk

THUMBNAIL = 11
GAMES = tuple(face.spec.name for face in cogs.GAMES)
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
    "defizz": {"lecteur", "expert", "équipes", "enrichissement", "contestations", "difficulté", *RATED},
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


async def test_the_names_that_people_type_by_what_they_may_do() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"].member
        assert set(anne.available_commands(world.channel)) == NAMES
        for command, person in (
            ("reglages", world.manager("Gérard")),
            ("tables", world.moderator("Modeste")),
        ):
            assert command not in anne.available_commands(world.channel)
            assert command in person.member.available_commands(world.channel)
        alone = anne.user.available_commands()
        for game in (*GAMES, "des"):
            assert any(name.startswith(game) for name in alone), "in private messages, too"
        assert not any(name.startswith(("tables", "reglages")) for name in alone)


async def test_base_names_stay_and_french_adds_their_accents() -> None:
    async with opened(anew=True) as world:
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


async def test_descriptions_and_options_are_french_and_english_and_start_comes_first() -> None:
    async with opened(anew=True) as world:
        for command in _every_command(_sent(world)):
            assert list(command["description_localizations"]) == ["fr"], command["name"]
            assert command["description_localizations"]["fr"] != command["description"]
        groups = {command["name"]: command for command in _sent(world)}
        for game, expected in OPTIONS.items():
            start = groups[game]["options"][0]
            assert start["name"] == "start"
            assert {option["name"] for option in start["options"]} == expected
            english = {option["name"]: option.get("name_localizations") for option in start["options"]}
            assert {name for name, locales in english.items() if not locales} == SHARED & expected
            assert english["fil"]["en-US"] == "thread"
        said = [text for command in _every_command(_sent(world)) for text in _french(command)]
        signs = [text for text in said if re.search(r"[:;!?»]", text)]
        assert len(signs) > 20
        assert [text for text in signs if text != set_spaces(text)] == [], "no line breaks before a sign"
        assert "La Tasse\u00a0: bluffer avec deux dés" in signs
        assert "éclair\u00a0: 5 points" in signs


async def test_commands_are_sent_only_when_they_changed() -> None:
    store = FreshStore()
    async with opened(store=store, anew=True) as world:
        assert len(world.requests("PUT", "/commands$")) == 1
        await world.restarts()
        assert len(world.requests("PUT", "/commands$")) == 1
        await store.set_fact("commands", "those of an older version")
        await world.restarts()
        assert len(world.requests("PUT", "/commands$")) == 2


async def test_emojis_are_uploaded_once() -> None:
    async with opened("Anne", anew=True) as world:
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


# -- verbs of every age ---------------------------------------------------------------------------------


async def _nothing(_click: Click) -> None:
    raise AssertionError("nobody has clicked")


def _as_drawn_by_0_1_0(world: World, paper: Paper) -> Paper:
    """The same message, with the custom ids that 0.1.0 gave its buttons."""
    stored = world.env.backend.get_message(paper.channel_id, paper.id)
    old_names = {new: old for old, new in OLD_VERBS.items()}
    components: list[Any] = copy.deepcopy(stored.components)
    for row in list(walk(components)):
        row["components"] = [old for each in row.get("components", []) for old in _without_menu(each)]
    for each in walk(components):
        if each.get("custom_id"):
            kind, table, drawn, verb, arg = each["custom_id"].split(":")
            each["custom_id"] = ":".join((kind, table, drawn, old_names.get(verb, verb), arg))
    stored.components = components
    return world.reread(paper)


def _without_menu(component: dict[str, Any]) -> list[dict[str, Any]]:
    """What a menu was before there were any: buttons side by side."""
    menu = component.get("custom_id", "")
    if MENU not in menu:
        return [component]
    place = menu.partition(MENU)[0].replace("s:", "g:", 1)
    return [
        {"type": 2, "style": 2, "label": option["label"], "custom_id": place + option["value"]}
        for option in component["options"]
    ]


async def test_every_old_name_is_answered() -> None:
    async with opened() as world:
        assert set(OLD_VERBS.values()) <= world.bot.router.verbs


async def test_two_parts_of_the_house_never_answer_the_same_verb() -> None:
    async with opened() as world:
        router = world.bot.router
        for namespace in {verb.partition(".")[0] for verb in router.verbs}:
            with pytest.raises(ValueError, match="answered already"):
                router.register(namespace, {"new": _nothing})
        before = router.verbs
        router.register("guests", {"come": _nothing})
        assert router.verbs - before == {"guests.come"}


async def test_a_lobby_that_0_1_0_has_drawn_still_works() -> None:
    async with gathered("Anne", "Bob") as company:
        carl = company.world.person("Carl")
        lobby = _as_drawn_by_0_1_0(company.world, company.board)
        await carl.presses(lobby, "join")
        assert "**Carl**" in company.board
        lobby = _as_drawn_by_0_1_0(company.world, company.board)
        assert "options de la table" in await company.host.presses(lobby, "options")
        await company.host.presses(lobby, "begin")
        assert "a la tasse" in company.board


async def test_a_board_and_a_letter_that_0_1_0_has_drawn_still_work() -> None:
    async with playing("Anne", "Bob") as company:
        board = _as_drawn_by_0_1_0(company.world, company.board)
        assert "À vous" in await company.holder.presses(board, "hand")
        assert "La Tasse" in (await company.holder.presses(board, "rules")).paper
        letter = _as_drawn_by_0_1_0(company.world, company.holder.letter)
        await company.holder.presses(letter, "roll")
        assert "annoncer ou montrer" in company.board


async def test_a_shared_verb_that_nobody_answers_is_told_to_be_old() -> None:
    async with playing("Anne", "Bob") as company:
        stored = company.world.env.backend.get_message(company.board.channel_id, company.board.id)
        components: list[Any] = copy.deepcopy(stored.components)
        for each in walk(components):
            if each.get("custom_id"):
                each["custom_id"] = each["custom_id"].replace(":seat.hand:", ":seat.dance:")
        stored.components = components
        stranger = company.world.person("Chloé")
        assert "n’est plus à jour" in await stranger.presses(company.board, "dance")


# -- what is kept ---------------------------------------------------------------------------------------


async def _play_a_lot(company: Any) -> None:
    """Everything that sends a view: boards, letters, panels, options, rules, forms, an end and a rematch."""
    for person in company.people:
        for verb in ("hand", "rules"):
            await person.presses(company.board, verb)
    roller, paper = await company.rolls()
    await roller.presses(paper, "speak")
    await company.plays_on(one_sided("Bob"))
    await company.host.presses(company.board, "rematch")
    panel = (await company.host.presses(company.board, "options")).paper
    await company.host.presses(panel, "options", "1")


async def test_of_all_that_was_sent_nothing_is_kept_and_custom_ids_are_read_as_written() -> None:
    """They tell no secret; no task is left by panels."""
    async with playing("Anne", "Bob", seuil=2) as company:
        before = len(asyncio.all_tasks())
        for _ in range(10):
            await company.host.presses(company.board, "hand")
        assert len(asyncio.all_tasks()) == before
        await _play_a_lot(company)
        store = company.world.bot._connection._view_store
        for kept in (store._dynamic_items, store._views, store._synced_message_views, store._modals):
            assert kept == {}
        sent = _custom_ids(company.world)
        targets = {custom_id: parse(custom_id) for custom_id in sent}
        assert all(str(target) == custom_id for custom_id, target in targets.items())
        read = {target.verb for target in targets.values() if target is not None}
        assert read >= {"roll", "say", "speak", "table.option", "game.rules"}
        for number in (1, 2):
            table = await company.world.bot.house.tables.table(number)
            assert not any(table.commitment in custom_id for custom_id in sent)
        assert not [each for each in sent if re.search(r"[0-9a-f]{32}", each)]


def _custom_ids(world: World) -> set[str]:
    """Every custom id that was ever sent."""
    found = set()
    for request in world.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        data = body.get("data") if isinstance(body.get("data"), dict) else body
        found |= {each["custom_id"] for each in walk(data.get("components") or []) if each.get("custom_id")}
        if data.get("custom_id"):
            found.add(data["custom_id"])
    return found
