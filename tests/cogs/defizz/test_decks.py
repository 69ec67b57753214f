"""`/defizz paquet` and what follows of it: decks that servers bring, chosen in the lobby, and reports."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.tables.errors import Denied
from bot.tables.ports import DECKS_AT_MOST, DeckInfo, Report
from bot.texts import texts_for
from bot.ui.limits import check
from cogs.defizz.cog import DefizzCog
from cogs.defizz.deck_words import REASONS, complaints_page
from cogs.defizz.decks import DeckCommands
from cogs.defizz.reports import settle
from engines.defizz.files import SIZE_AT_MOST, Complaint, read_file
from tests.cogs.defizz.company import playing
from tests.engines.defizz.decks import MIXED
from tests.support.sim import Person, World, opened

NAME = "Soirée *quiz* @here"
SHOWN = texts_for("fr")


@dataclass
class File:
    """An attachment as discord.py gives it; `fetched` counts how often it was asked for."""

    data: bytes
    filename: str = "mon-paquet.json"
    told: int | None = None
    missing: bool = False
    fetched: int = field(default=0)

    @property
    def size(self) -> int:
        return len(self.data) if self.told is None else self.told

    async def read(self) -> bytes:
        self.fetched += 1
        if self.missing:
            response: Any = SimpleNamespace(status=404, reason="Not Found")
            raise discord.NotFound(response, "gone")
        return self.data


class Said:
    """A responder that keeps what it is told to show."""

    def __init__(self, locale: str, guild_id: int, manages: bool) -> None:
        self.texts = texts_for(locale)
        self.pages: list[Any] = []
        permissions = discord.Permissions(manage_guild=manages)
        self.interaction = SimpleNamespace(guild_id=guild_id, permissions=permissions)

    async def show(self, page: Any) -> None:
        self.pages.append(check(page))

    def __str__(self) -> str:
        return "\n".join(getattr(block, "markdown", "") for page in self.pages for block in page.blocks)


def group_of(world: World) -> DeckCommands:
    cog = world.bot.get_cog("DefizzCog")
    assert isinstance(cog, DefizzCog)
    assert cog.app_command is not None
    group = cog.app_command.get_command("paquet")
    assert isinstance(group, DeckCommands)
    return group


async def brought(world: World, file: File, name: str | None = None, *, keep: bool = True) -> Said:
    """What `importer` (or, not to keep it, `verifier`) says of a file, and does."""
    said: Any = Said("fr", world.guild.id, manages=True)
    await group_of(world)._read(said, file, name, keep=keep)  # type: ignore[arg-type]
    return said


def manager(world: World) -> Person:
    role = world.guild.create_role("intendance", permissions=discord.Permissions(manage_guild=True))
    return world.person("Gérard", roles=[role])


def deck(**changes: Any) -> bytes:
    return json.dumps({**MIXED, **changes}, ensure_ascii=False).encode()


async def decks(world: World) -> list[tuple[str, int]]:
    return [(info.name, info.cards) for info in await world.store.decks(world.guild.id)]


async def test_a_deck_is_checked_then_imported_then_replaced() -> None:
    async with opened("Anne", "Bob") as world:
        rehearsal = await brought(world, File(deck()), keep=False)
        assert "est bon" in str(rehearsal)
        assert await decks(world) == []

        assert "importé" in str(await brought(world, File(deck())))
        assert await decks(world) == [("essai", 6)]
        assert "remplacé" in str(await brought(world, File(deck())))
        assert await decks(world) == [("essai", 6)]


async def test_a_deck_has_the_name_it_is_given_shown_as_it_is() -> None:
    async with opened("Anne", "Bob") as world:
        said = str(await brought(world, File(deck()), NAME))
        assert [name for name, _ in await decks(world)] == [NAME]
        assert "@here" not in said
        assert r"\*quiz\*" in said
        await brought(world, File(deck(name=" "), "le-mien.json"))
        assert ("le-mien", 6) in await decks(world)


async def test_of_a_deck_with_faults_nothing_is_stored() -> None:
    async with opened("Anne", "Bob") as world:
        said = await brought(world, File(deck(format=2, cards=[])))
        assert "rien n’a été importé" in str(said)
        assert await decks(world) == []


async def test_what_is_too_large_is_not_even_fetched() -> None:
    async with opened("Anne", "Bob") as world:
        large = File(b"", told=50_000_000)
        assert "1\u202fMio" in str(await brought(world, large)).replace("\u00a0", "\u202f").replace(
            " Mio", "\u202fMio"
        )
        assert large.fetched == 0

        lying = File(b" " * (SIZE_AT_MOST + 1), told=10)
        assert "Mio" in str(await brought(world, lying))
        assert lying.fetched == 1
        assert await decks(world) == []


async def test_a_server_with_all_its_decks_is_told_so() -> None:
    async with opened("Anne", "Bob") as world:
        for number in range(DECKS_AT_MOST):
            await world.store.put_deck(world.guild.id, DeckInfo(f"n{number}", 6, 0), "{}")
        with pytest.raises(Denied, match="decks_full"):
            await brought(world, File(deck()))
        with pytest.raises(Denied, match="file_gone"):
            await brought(world, File(b"", missing=True))


@pytest.mark.parametrize("locale", ["fr", "en-GB"])
def test_a_long_report_goes_into_a_file(locale: str) -> None:
    faults = [
        Complaint(n, f"cards.{n}.questions.1.<@1>`", reason) for n, reason in enumerate([*REASONS, "x"])
    ]
    page = check(complaints_page(faults, texts_for(locale)))
    assert len(page.blocks) == 3
    listed = page.blocks[-1].data.decode().splitlines()  # type: ignore[union-attr]
    assert len(listed) == len(faults)
    assert "<@1>" not in page.blocks[0].markdown  # type: ignore[union-attr]


def test_every_fault_has_words() -> None:
    """Whatever the reading can complain of, in the words of people."""
    bad = [
        b"",
        b"PK\x03\x04",
        b"\xff",
        b"{",
        b"[" * 99,
        b'{"a":NaN}',
        deck(x=1),
        deck(cards=[]),
        deck(name=5),
    ]
    bad += [deck(cards=[{}]), b"id\n1,2", b"x;y\n", deck(cards=5), deck(format="1")]
    reasons = {one.reason for data in bad for one in read_file(data, "x").complaints}
    assert len(reasons) > 10
    assert reasons <= set(REASONS)


def test_an_entry_is_placed_as_people_count() -> None:
    faults = [Complaint(12, "cards.0.questions.2.clue", "missing"), Complaint(1, "cards.x.y", "repeated_key")]
    told = complaints_page(faults, SHOWN).blocks[0].markdown.replace("\u00a0", " ")  # type: ignore[union-attr]
    assert "ligne 12, carte 1, question 3, clue" in told
    assert "ligne 1, cards.x.y" in told, "a key that only looks like a place"


async def test_lists_exports_and_deletes() -> None:
    async with opened("Anne", "Bob") as world:
        gerard = manager(world)
        await brought(world, File(deck()), NAME)
        listed = await world.people["Anne"].types("defizz paquet lister")
        assert "212 cartes" in listed
        assert "6 cartes" in listed

        (given,) = (await gerard.types("defizz paquet exporter", nom=NAME)).paper.files
        assert read_file(world.file(given)).deck == read_file(deck()).deck
        assert "supprimé" in await gerard.types("defizz paquet supprimer", nom=NAME)
        assert await decks(world) == []
        for command in ("exporter", "supprimer"):
            assert "n’a pas" in await gerard.types(f"defizz paquet {command}", nom=NAME)


async def test_only_who_manages_the_server_sees_answers_or_deletes() -> None:
    async with opened("Anne", "Bob") as world:
        await brought(world, File(deck()), "quiz")
        anne = world.people["Anne"]
        for command, options in (
            ("exporter", {"nom": "quiz"}),
            ("supprimer", {"nom": "quiz"}),
            ("signalements", {}),
        ):
            assert "Gérer le serveur" in await anne.types(f"defizz paquet {command}", **options)
        assert await decks(world) == [("quiz", 6)]


async def test_the_host_chooses_a_deck_in_the_options() -> None:
    async with opened("Anne", "Bob") as world:
        await brought(world, File(deck()), NAME)
        anne, bob = world.people["Anne"], world.people["Bob"]
        await anne.types("defizz start", lecteur="bot")
        await bob.presses(world.board, "join")
        options = await anne.presses(world.board, "options")
        chosen = options.paper
        if not any(piece.arg == "deck" for piece in chosen.pieces):
            await anne.presses(chosen, "options", "1")
            chosen = world.reread(chosen)
        await anne.chooses(chosen, "option", json.dumps(NAME, ensure_ascii=False), "deck")
        assert "Paquet : Soirée" in world.board
        await anne.presses(world.board, "begin")

        held = await world.bot.house.tables._ledger.held(1)
        assert held.vault.state is not None
        assert len(held.vault.state.setup.deck.cards) == 6


async def test_a_reported_question_waits_until_it_is_settled() -> None:
    async with opened("Anne", "Bob") as world:
        gerard = manager(world)
        assert "Aucune question" in await gerard.types("defizz paquet signalements")
        for number in range(10):
            report = Report("", "d001", number % 3, f"faux @everyone {number}", 1_800_000_000_000)
            await world.store.add_report(world.guild.id, report)
        queue = (await gerard.types("defizz paquet signalements")).paper
        assert "10 signalements" in queue
        assert "@everyone" not in queue.components.__str__()
        first = queue.pieces[0]
        await gerard.presses(queue, "settle_report", first.arg)
        assert "9 signalements" in world.reread(queue)
        assert first.arg not in {str(one.id) for one in await world.store.reports(world.guild.id)}


async def test_a_player_reports_the_question_whose_answer_is_shown() -> None:
    async with playing("Anne", "Bob", "Chloé", lecteur="bot") as company:
        world, server = company.world, company.world.guild.id
        await company.plays_until_over("Bob")
        bob, board = world.people["Bob"], company.board
        for told in ("verra ce signalement", "déjà signalé"):
            form = await bob.presses(board, "report")
            assert form.form is not None
            assert told in await bob.fills(form, board, reason="**Faux** : lisez <@1>")
        (waiting,) = await world.store.reports(server)
        assert f"{waiting.card}.{waiting.question}" == board.piece("report").arg
        assert waiting.reason == "**Faux** : lisez <@1>"
        assert "pas à cette table" in await world.person("Zoé").presses(board, "report")

        queue = (await manager(world).types("defizz paquet signalements")).paper
        assert f"paquet d’origine, carte {waiting.card}, question {waiting.question + 1}" in queue
        assert "<@1>" not in queue
        assert "signalements" not in queue
        stranger: Any = Said("fr", server, manages=False)
        click: Any = SimpleNamespace(responder=stranger, target=SimpleNamespace(arg=str(waiting.id)))
        with pytest.raises(Denied, match="not_manager"):
            await settle(world.bot.house, click)
        assert len(await world.store.reports(server)) == 1


async def test_z18_cards_turned_in_a_game_are_known_to_the_server() -> None:
    async with playing("Anne", "Bob", "Chloé", lecteur="bot") as company:
        world = company.world
        await company.rolls()
        held = await world.bot.house.tables._ledger.held(1)
        assert held.vault.state is not None
        assert await world.store.seen_cards(world.guild.id, "") == {held.vault.state.position.card}
