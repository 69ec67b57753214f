"""Verbs: each is answered by one part of the house, and buttons of every age find it."""

import copy
from typing import Any

import pytest

from bot.ui.clicks.click import Click
from bot.ui.pages.ids import MENU
from bot.ui.pages.old_verbs import OLD_VERBS
from tests.support.sim import Paper, World, opened
from tests.support.sim_tasse import gathered, playing
from tests.support.wire_reading import walk


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
