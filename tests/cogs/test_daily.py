"""`/defi-du-jour`: an attempt at each discipline, on the day's dice, also where the bot is not."""

import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any

import orjson
import pytest

from bot.tables.daily.challenges import Challenges
from bot.tables.homes import NOWHERE
from cogs.debacle.face import DebacleFace
from cogs.tasse.face import TasseFace
from engines.daily.discipline import DISCIPLINES, draws_of
from tests.db.test_daily import attempt, give
from tests.support.sim import Person, World, opened
from tests.support.sim_papers import Paper
from tests.support.store import FreshStore

A_DAY = 24 * 60 * 60
OTHER = {"believe": "doubt", "doubt": "believe"}
Payload = Mapping[str, Any]
FOREIGN, PLACE = 987_654_321_987_654_321, 123_456_789_123_456_789


@asynccontextmanager
async def company(*names: str) -> AsyncIterator[World]:
    async with opened(*names, store=FreshStore()) as world:
        yield world


def challenges(world: World) -> Challenges:
    """The challenges as whoever has the store knows them."""
    house = world.bot.house
    return Challenges(house.store.daily, DISCIPLINES, house.clock.now, house.new_seed)


async def right_answers(world: World, name: str) -> list[str]:
    """The right answer to each of today's tasks."""
    laid = await challenges(world).tasks(challenges(world).today, name)
    return [str(task.tell()["right"]) for task in laid]


def argument(paper: Paper, verb: str, part: str) -> str:
    """The argument of the one button of this verb that has this in it."""
    (arg,) = [piece.arg for piece in paper.pieces if piece.verb == verb and part in piece.arg]
    return arg


async def looks(person: Person, name: str) -> Paper:
    """Open a discipline from the day's page."""
    hub = (await person.types("defi-du-jour")).paper
    return (await person.presses(hub, "open", argument(hub, "open", f".{name}."))).paper


async def begins(person: Person, name: str) -> Paper:
    return (await person.presses(await looks(person, name), "begin")).paper


async def says(person: Person, paper: Paper, words: str) -> Paper:
    return (await person.presses(paper, "answer", argument(paper, "answer", f".{words}"))).paper


async def plays_cups(person: Person, wrong: int = 0) -> Paper:
    """All ten cups, the first ones wrong."""
    paper = await begins(person, "tasse")
    for n, right in enumerate(await right_answers(person.world, "tasse")):
        paper = await says(person, paper, OTHER[right] if n < wrong else right)
    return paper


def rows(paper: Paper) -> list[str]:
    return [line for line in str(paper).splitlines() if line.startswith("`")]


async def test_ten_cups_from_the_first_click_to_the_result() -> None:
    async with company("Anne") as world:
        anne = world.people["Anne"]
        hub = (await anne.types("defi-du-jour")).paper
        assert "La Tasse** : à jouer" in hub
        assert "Ce mois-ci" not in hub
        intro = await looks(anne, "tasse")
        assert "Une seule tentative" in intro
        assert "six fois sur sept" in intro
        paper = (await anne.presses(intro, "begin")).paper
        for n, right in enumerate(await right_answers(world, "tasse"), 1):
            assert f"Tasse {n} sur 10" in paper
            assert "L’ordinateur annonce" in paper
            paper = await says(anne, paper, OTHER[right] if n == 3 else right)
            assert ("❌ Faux." if n == 3 else "✅ Juste.") in paper or n == 10
        assert "9/10" in paper
        assert str(paper).count("sous la tasse :") == 10
        assert "❌ 3. " in paper
        hub = (await anne.types("defi-du-jour")).paper
        assert "La Tasse** : 9/10" in hub
        assert "Ce mois-ci : 1 jour joué." in hub


async def test_the_throws_have_a_picture_or_words_and_time_counts() -> None:
    async with company("Anne") as world:
        anne = world.people["Anne"]
        paper = await begins(anne, "diavolo")
        for right in await right_answers(world, "diavolo"):
            (alt,) = paper.pictures
            plain = (await anne.presses(paper, "plain")).paper
            assert alt in plain
            assert not plain.pictures
            paper = await says(anne, plain, right)
        assert "10/10 · " in paper
        taken = re.search(r"10/10 · ([\d,]+) s", str(paper))
        assert 10 * 1.5 < float(taken[1].replace(",", ".")) < 150
        shared = (await anne.presses(paper, "copy")).paper
        assert f"10/10 · {taken[1]} s\n✓✓✓✓✓✓✓✓✓✓ (10 réponses justes sur 10)" in shared


async def test_five_questions_are_typed_and_judged() -> None:
    async with company("Anne") as world:
        anne = world.people["Anne"]
        paper = await begins(anne, "defizz")
        right = [
            task.question.answers[0]
            for task in await challenges(world).tasks(challenges(world).today, "defizz")
        ]
        form = await anne.presses(paper, "write")
        assert "rien à lire" in await anne.fills(form, paper, text="…")
        for n, words in enumerate(right[:4]):
            form = await anne.presses(paper, "write")
            paper = (await anne.fills(form, paper, text=words.upper() if n else "_n’importe_ @quoi")).paper
        paper = await says(anne, paper, "-")
        assert "3/5" in paper
        assert "\\_n’importe\\_" in paper
        assert "Pas de réponse ; c’était" in paper


async def test_a_click_on_a_task_that_was_answered_changes_nothing_also_after_a_restart() -> None:
    async with company("Anne") as world:
        anne = world.people["Anne"]
        first = await begins(anne, "tasse")
        right, then, *_ = await right_answers(world, "tasse")
        assert "1 point sur 1" in await says(anne, first, right)
        late = (await anne.presses_late(first, "answer", argument(first, "answer", f".{OTHER[right]}"))).paper
        assert "déjà répondu" in late
        assert "Tasse 2 sur 10" in late
        assert "1 point sur 1" in late
        await world.restarts(away=600)
        assert "Tasse 2 sur 10" in await looks(anne, "tasse")
        assert "2 points sur 2" in await says(anne, late, then)
        paper = await begins(anne, "defizz")
        form = await anne.presses(paper, "write")
        await says(anne, paper, "-")
        assert "déjà répondu" in (await anne.fills(form, paper, text="Rome"))
        assert "déjà répondu" in (await anne.presses_late(paper, "write")).paper


async def test_a_day_ends_at_midnight_utc_and_its_secret_is_told() -> None:
    async with company("Anne") as world:
        anne = world.people["Anne"]
        day = challenges(world).today
        hub = (await anne.types("defi-du-jour")).paper
        today, tomorrow = re.findall(r"`([0-9a-f]{64})`", str(hub))
        assert "n’y avait pas de secret" in (await anne.presses(hub, "secret")).paper
        paper = await begins(anne, "tasse")
        laid = [task.tell() for task in await challenges(world).tasks(day, "tasse")]
        await world.passes(A_DAY)
        assert "Ce défi est fini" in (await anne.presses(paper, "answer", argument(paper, "answer", "doubt")))
        hub = (await anne.types("defi-du-jour")).paper
        assert re.findall(r"`([0-9a-f]{64})`", str(hub))[0] == tomorrow
        assert "La Tasse** : à jouer" in hub
        told = (await anne.presses(hub, "secret")).paper
        found = re.search(r"Secret : `([0-9a-f]{64})`", str(told))
        secret = bytes.fromhex(found[1])
        assert sha256(secret).hexdigest() == today
        assert [one.tell() for one in DISCIPLINES["tasse"].lay(draws_of(secret, day, "tasse"))] == laid
        whole = orjson.loads(world.file(told.files[0]))
        assert (whole["seed"], whole["commitment"], whole["tasks"]["tasse"]) == (found[1], today, laid)
        assert set(whole["tasks"]) == set(DISCIPLINES)


async def test_the_board_of_the_day_has_this_servers_players() -> None:
    async with company("Anne", "Bob", "Chloé", "David") as world:
        anne, bob, chloe, david = world.people.values()
        await plays_cups(anne, 2)
        await plays_cups(bob, 2)
        done = await plays_cups(chloe)
        shown = (await chloe.presses(done, "board")).paper
        assert rows(shown) == ["` 1` **Chloé (vous)** · 10/10", "` 2` **Anne** · 8/10", "` 2` **Bob** · 8/10"]
        await begins(david, "tasse")
        hub = (await david.types("defi-du-jour")).paper
        assert "seules comptent les tentatives finies" in (await david.presses(hub, "board")).paper
        await world.store.insight.wish(chloe.id, {"board": "no"})
        hub = (await chloe.types("defi-du-jour")).paper
        board = (await chloe.presses(hub, "board")).paper
        assert rows(board) == ["` 1` **Anne** · 8/10", "` 1` **Bob** · 8/10"]
        assert "comme vous l’avez voulu" in board
        other = (await chloe.presses(board, "board", argument(board, "board", ".diavolo."))).paper
        assert "Personne n’a encore fini" in other


async def test_a_board_shows_ten_and_whoever_looks() -> None:
    async with company(*(f"P{n}" for n in range(12))) as world:
        people = list(world.people.values())
        day = challenges(world).today
        await challenges(world).promised()
        for n, person in enumerate(people):
            begun = attempt(person.id, day, "tasse", world.guild.id)
            await give(world.store, begun, *[True] * (10 if n < 11 else 9), *[False] * (0 if n < 11 else 1))
        hub = (await people[11].types("defi-du-jour")).paper
        shown = (await people[11].presses(hub, "board")).paper
        assert len(rows(shown)) == 11
        assert {row[:4] for row in rows(shown)[:10]} == {"` 1`"}
        assert rows(shown)[-1].startswith("`12`")
        assert "12 personnes" in shown


async def test_a_result_is_shared_without_spoiling_anything() -> None:
    async with company("Anne", "Bob") as world:
        anne, bob = world.people.values()
        done = await plays_cups(anne, 2)
        await anne.presses(done, "share")
        assert "**Anne** · Gobelet · La Tasse du 01/01 · 8/10" in world.board
        assert "✗✗✓✓✓✓✓✓✓✓ (8 réponses justes sur 10)" in world.board
        assert world.board.verbs == ["play"]
        hub = (await bob.presses(world.board, "play")).paper
        assert "La Tasse** : à jouer" in hub
        assert "à jouer" not in world.board


async def test_it_is_played_in_private_messages_where_there_is_no_board() -> None:
    async with company("Anne") as world:
        anne = world.people["Anne"]
        hub = (await world.done(lambda: anne.member.user.slash("defi-du-jour"))).paper
        intro = (await anne.presses(hub, "open", argument(hub, "open", ".tasse."))).paper
        paper = (await anne.presses(intro, "begin")).paper
        for right in await right_answers(world, "tasse"):
            paper = await says(anne, paper, right)
        assert "10/10" in paper
        assert "celui d’un serveur" in (await anne.presses(paper, "board"))
        await anne.presses(paper, "share")
        assert "La Tasse du 01/01 · 10/10" in anne.letter
        hub = (await anne.types("defi-du-jour")).paper
        assert "La Tasse** : 10/10" in hub  # one attempt, wherever it was made
        assert "Personne n’a encore fini" in (await anne.presses(hub, "board")).paper


async def test_the_command_is_for_servers_private_messages_and_user_installs() -> None:
    async with opened(anew=True) as world:
        (request,) = world.requests("PUT", "/commands$")
        (command,) = [one for one in request.json if one["name"] == "defi-du-jour"]
        assert sorted(command["integration_types"]) == [0, 1]
        assert sorted(command["contexts"]) == [0, 1, 2]


async def test_in_english_the_questions_are_said_to_be_french() -> None:
    async with company() as world:
        dylan = world.person("Dylan", locale="en-GB")
        assert "in French" in await looks(dylan, "defizz")
        assert "Cup 1 of 10" in await begins(dylan, "tasse")


async def test_the_shelf_leads_there() -> None:
    async with company("Anne") as world:
        anne = world.people["Anne"]
        shelf = (await anne.types("jouer")).paper
        assert "La Tasse** : à jouer" in (await anne.presses(shelf, "play", "")).papers[-1]
        assert "Ouvrir une table" in world.reread(shelf), "the shelf stays where it is"


async def test_only_games_that_are_played_here_have_a_challenge() -> None:
    async with opened("Anne", games=(DebacleFace,)) as world:
        assert "defi-du-jour" not in world.people["Anne"].member.available_commands(world.channel)
    async with opened("Anne", games=(DebacleFace, TasseFace)) as world:
        hub = (await world.people["Anne"].types("defi-du-jour")).paper
        assert "La Tasse** : à jouer" in hub
        assert "Diavolo" not in hub


# -- where the bot is not -------------------------------------------------------------------------------


def in_a_foreign_server(payload: Payload) -> Payload:
    """The same interaction in a server that the bot has never heard of."""
    guild = {"id": str(FOREIGN), "locale": "fr", "features": []}
    channel = {**payload["channel"], "id": str(PLACE), "guild_id": str(FOREIGN)}
    owners = {"1": payload["member"]["user"]["id"]}
    where = {"guild_id": str(FOREIGN), "guild": guild, "guild_locale": "fr"}
    return {
        **payload,
        **where,
        "channel_id": str(PLACE),
        "channel": channel,
        "app_permissions": "0",
        "authorizing_integration_owners": owners,
        "context": 0,
    }


def in_a_group(payload: Payload) -> Payload:
    """The same interaction in a group of private messages."""
    user = payload["member"]["user"]
    kept = {key: value for key, value in payload.items() if key not in ("guild_id", "guild", "member")}
    channel = {"id": str(PLACE), "type": 3, "name": None, "icon": None, "last_message_id": None}
    channel |= {"owner_id": user["id"], "recipients": [user], "flags": 0}
    return {
        **kept,
        "user": user,
        "channel_id": str(PLACE),
        "channel": channel,
        "authorizing_integration_owners": {"1": user["id"]},
        "context": 2,
    }


def move(world: World, elsewhere: Callable[[Payload], Payload]) -> None:
    """From now on everything is typed and pressed there."""
    emit = world.env.backend.emit

    def emit_elsewhere(event: str, payload: Payload) -> None:
        emit(event, elsewhere(payload) if event == "INTERACTION_CREATE" else payload)

    world.env.backend.emit = emit_elsewhere


@pytest.mark.parametrize("elsewhere", [in_a_foreign_server, in_a_group])
async def test_it_is_played_and_shared_where_the_bot_is_not(elsewhere: Callable[[Payload], Payload]) -> None:
    async with company("Anne") as world:
        anne = world.people["Anne"]
        move(world, elsewhere)
        done = await plays_cups(anne)
        assert "10/10" in done
        sent = len(world.requests("POST", r"/channels/\d+/messages"))
        await anne.presses(done, "share")
        assert "**Anne** · Gobelet · La Tasse du 01/01 · 10/10" in world.board  # as an answer to the click
        assert len(world.requests("POST", r"/channels/\d+/messages")) == sent
        assert "Lancer 1 sur 10" in await begins(anne, "diavolo")
        (first, second) = await world.store.daily.attempts(challenges(world).today, anne.id)
        place = FOREIGN if elsewhere is in_a_foreign_server else NOWHERE
        assert (first.guild_id, second.guild_id) == (place, place)


async def test_a_foreign_server_has_a_board_of_its_own() -> None:
    async with company("Anne", "Bob") as world:
        anne, bob = world.people.values()
        await plays_cups(bob)
        move(world, in_a_foreign_server)
        done = await plays_cups(anne, 1)
        shown = (await anne.presses(done, "board")).paper
        assert "**Anne (vous)** · 9/10" in shown
        assert "Bob" not in shown
        assert "10/10" in await looks(bob, "tasse")
