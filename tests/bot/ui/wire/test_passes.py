"""Whoever answers first answers alone; the newest click on a message allows its edits, for some minutes."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.webhook.async_ import async_context

from bot.tables.tasks import Tasks
from bot.ui.pages import ids
from bot.ui.pages.page import Button, Field, Form, Page, Row, Text
from bot.ui.wire import responder as responding
from bot.ui.wire.responder import LIFE, Passes, Responder
from bot.ui.wire.studio import Studio
from tests.support.waiting import settled

LIFE_AT_DISCORD = 15 * 60.0


def click(token: str) -> Any:
    return SimpleNamespace(application_id=7, token=token)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Moves the loop's clock, which nothing else here looks at."""
    clock = [100.0]
    loop = SimpleNamespace(time=lambda: clock[0])
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)

    def wait(seconds: float) -> None:
        clock[0] += seconds

    return wait


def test_the_newest_click_on_a_message_counts(later: Any) -> None:
    passes = Passes()
    passes.note(5, click("first"))
    later(60)
    passes.note(5, click("second"))
    later(LIFE - 1)
    found = passes.find(5)
    assert (found.application_id, found.token) == (7, "second")
    assert passes.find(6) is None


def test_a_pass_ends_well_before_its_token(later: Any) -> None:
    passes = Passes()
    passes.note(5, click("token"))
    later(LIFE - 0.1)
    assert passes.find(5) is not None
    later(0.1)
    assert passes.find(5) is None
    assert not passes._passes
    assert LIFE_AT_DISCORD - LIFE >= 30


def test_a_refused_pass_is_dropped_but_not_a_newer_one(later: Any) -> None:
    passes = Passes()
    passes.note(5, click("dead"))
    dead = passes.find(5)
    assert dead is not None
    passes.note(5, click("alive"))
    passes.drop(5, dead)
    alive = passes.find(5)
    assert alive.token == "alive"
    passes.drop(5, alive)
    assert passes.find(5) is None


def test_the_messages_that_were_clicked_longest_ago_are_forgotten_first(later: Any) -> None:
    passes = Passes(keep=3)
    for message_id in (1, 2, 3):
        passes.note(message_id, click(str(message_id)))
    passes.note(1, click("again"))
    passes.note(4, click("4"))
    assert [message_id for message_id in range(1, 5) if passes.find(message_id)] == [1, 3, 4]


def test_no_token_is_shown(later: Any) -> None:
    passes = Passes()
    passes.note(5, click("secret"))
    assert "secret" not in repr(passes.find(5))


def asked_by(user: int, token: str) -> Any:
    return SimpleNamespace(application_id=7, token=token, user=SimpleNamespace(id=user))


def test_the_aside_before_is_given_back_once_and_only_of_its_kind_and_person(later: Any) -> None:
    passes = Passes()
    assert passes.note_aside(asked_by(1, "a"), "refusal", 1) is None
    assert passes.note_aside(asked_by(1, "b"), "panel", 2) is None
    assert passes.note_aside(asked_by(2, "c"), "refusal", 3) is None
    before = passes.note_aside(asked_by(1, "d"), "refusal", 9, 9)
    assert (before.allowed.token, before.message_id, before.follow_up) == ("a", 1, None)
    before = passes.note_aside(asked_by(1, "e"), "refusal", 4)
    assert (before.allowed.token, before.message_id, before.follow_up) == ("d", 9, 9)
    later(LIFE + 1)
    assert passes.note_aside(asked_by(1, "f"), "refusal", 5) is None, "its token is over"


def test_an_aside_that_was_clicked_is_not_taken_back_from_itself(later: Any) -> None:
    passes = Passes()
    passes.note_aside(asked_by(1, "a"), "panel", 5)
    assert passes.note_aside(asked_by(1, "b"), "panel", 5) is None
    assert passes.find_aside(1, "panel").allowed.token == "b"


def test_only_so_many_asides_are_kept(later: Any) -> None:
    passes = Passes(keep=2)
    for user in (1, 2, 3):
        passes.note_aside(asked_by(user, str(user)), "refusal", user)
    assert passes.note_aside(asked_by(1, "again"), "refusal", 4) is None


# -- two who answer ----------------------------------------------------------------------------------------


PAGE = Page(3, 7, (Text("**Anne** lance"), Row((Button("roll", "Lancer"),))))
FORM = Form(3, 7, "answer", "Répondre", (Field("text", "Votre réponse"),))
COMMAND, CLICK = discord.InteractionType.application_command, discord.InteractionType.component
ROLL = "g:3:7:roll:"
MENU = f"g:3:7:{ids.MENU}:"


class Discord:
    """A Discord that has a first answer already, once `answered` is set; it takes all else by the token."""

    def __init__(self) -> None:
        self.answered = False
        self.taken: list[tuple[str, str]] = []
        self.refused = 0
        self.http = self
        self.proxy = self.proxy_auth = self._connection = self._HTTPClient__session = None
        async_context.set(self)

    async def request(self, route: discord.http.Route, _session: object, **_sent: Any) -> Any:
        last = route.path.rpartition("/")[2]
        if last == "callback" and self.answered:
            self.refused += 1
            response = SimpleNamespace(status=400, reason="no")
            raise discord.HTTPException(response, {"code": 40060, "message": "no"})
        self.answered = self.answered or last == "callback"
        self.taken.append((route.method, last))
        return {"id": "8"}


class Heard:
    """One interaction, and somebody who answers it."""

    def __init__(self, there: Discord, kind: discord.InteractionType, custom_id: str) -> None:
        self.there, self.passes = there, Passes()
        message = SimpleNamespace(id=77, flags=SimpleNamespace(ephemeral=False))
        self.asked: Any = SimpleNamespace(
            client=there, id=11, application_id=2, channel_id=3, token="token", locale="fr", type=kind
        )
        self.asked.user = SimpleNamespace(id=5)
        self.asked.data, self.asked.message = {"custom_id": custom_id}, message if kind is CLICK else None

    def responder(self, tasks: Tasks) -> Responder:
        return Responder(self.asked, Studio(tasks), self.passes)


@pytest.fixture
async def tasks() -> AsyncIterator[Tasks]:
    made = Tasks()
    yield made
    await made.drain(5)


async def answer(responder: Responder, way: str) -> None:
    """Answer in one of the ways that there are; what it returns says that nothing was shown."""
    match way:
        case "show":
            await responder.show(PAGE, "panel of 3")
        case "say":
            await responder.say_briefly("C’est noté.")
        case "update":
            assert not await responder.update(PAGE, "panel of 3")
        case "form":
            await responder.open_form(FORM)
        case "post":
            assert await responder.post(PAGE) is None


@pytest.mark.parametrize("kind", [COMMAND, CLICK], ids=["command", "click"])
@pytest.mark.parametrize("acknowledged", [False, True], ids=["at once", "late"])
@pytest.mark.parametrize("way", ["show", "say", "update", "form", "post"])
async def test_what_another_has_answered_is_left_alone(
    way: str, acknowledged: bool, kind: discord.InteractionType, tasks: Tasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """@original is the other's answer, which may be the board: it is not edited, followed or deleted."""
    monkeypatch.setattr(responding, "PASSING", 0.0)
    heard = Heard(there := Discord(), kind, ROLL)
    there.answered = True
    async with heard.responder(tasks) as responder:
        if acknowledged:  # as the watchdog does
            await responder.acknowledge()
        await answer(responder, way)
        await answer(responder, way)
    await settled()
    assert there.taken == []
    assert there.refused == 1
    assert heard.passes.find(77) is None
    assert heard.passes.find_aside(5, "panel of 3") is None


async def test_an_entry_of_a_menu_that_another_has_answered_is_left_alone(tasks: Tasks) -> None:
    heard = Heard(there := Discord(), CLICK, MENU)
    there.answered = True
    async with heard.responder(tasks) as responder:
        await responder.show(PAGE)
    assert (there.taken, there.refused) == ([], 1)


async def test_of_two_who_answer_the_first_takes_its_sentence_back(
    tasks: Tasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responding, "PASSING", 0.0)
    heard = Heard(there := Discord(), CLICK, ROLL)
    async with heard.responder(tasks) as first, heard.responder(tasks) as second:
        await first.say_briefly("C’est noté.")
        await second.say_briefly("Ce bouton n’est plus à jour.")
    await settled()
    assert there.taken == [("POST", "callback"), ("DELETE", "@original")]
