"""The studio: painted once, off the loop, kept within bounds; and words where pictures will not go."""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, ClassVar

import discord
import orjson
import pytest
from discord.webhook.async_ import async_context
from structlog.testing import capture_logs

from bot.tables.tasks import Tasks
from bot.tables.timing import Precedence
from bot.ui.pages.layout import body_of, files_of
from bot.ui.pages.page import Attachment, Button, Page, Picture, Row, Sketch, Text, digest
from bot.ui.wire.courier import Courier, Undelivered
from bot.ui.wire.responder import Passes, Responder
from bot.ui.wire.studio import Studio, put_in_words
from tests.support.store import FreshStore
from tests.support.waiting import NEVER


@dataclass(frozen=True)
class Paper:
    """A drawing that notes who paints it, and waits for its gate if it has one."""

    name: str
    size: int = 10
    gate: str = ""
    painted: ClassVar[Counter[str]] = Counter()
    threads: ClassVar[set[int]] = set()
    gates: ClassVar[dict[str, threading.Semaphore]] = {}
    at_once: ClassVar[list[int]] = [0, 0]
    counting: ClassVar[threading.Lock] = threading.Lock()
    begun: ClassVar[threading.Event] = threading.Event()

    def paint(self) -> bytes:
        with self.counting:
            self.painted[self.name] += 1
            self.threads.add(threading.get_ident())
            self.at_once[0] += 1
            self.at_once[1] = max(self.at_once)
        self.begun.set()
        try:
            if self.gate:
                assert self.gates[self.gate].acquire(timeout=NEVER)
            if self.name == "torn":
                raise RuntimeError("the paper is torn")
            return self.name.encode().ljust(self.size, b".")
        finally:
            with self.counting:
                self.at_once[0] -= 1


@pytest.fixture(autouse=True)
def _clean() -> None:
    Paper.painted.clear()
    Paper.threads.clear()
    Paper.gates.clear()
    Paper.begun.clear()
    Paper.at_once[:] = [0, 0]


@pytest.fixture
async def tasks() -> AsyncIterator[Tasks]:
    made = Tasks()
    yield made
    await made.drain(5)


def page(*drawings: Paper) -> Page:
    sketches = (Sketch(f"{n}.webp", f"alt {n}", drawing, f"words {n}") for n, drawing in enumerate(drawings))
    return Page(1, 2, (Text("head"), *sketches, Row((Button("roll", "Lancer"),))))


async def begun() -> None:
    """Wait until a painting is under way."""
    assert await asyncio.to_thread(Paper.begun.wait, 20)


def pictures(made: Page) -> list[bytes]:
    return [block.data for block in made.blocks if isinstance(block, Picture)]


async def test_every_sketch_becomes_its_picture(tasks: Tasks) -> None:
    before = page(Paper("a"), Paper("b"))
    made = await Studio(tasks).paint_page(before)
    assert made.blocks[1:3] == (
        Picture("0.webp", "alt 0", b"a........."),
        Picture("1.webp", "alt 1", b"b........."),
    )
    assert (made.blocks[0], made.blocks[3]) == (before.blocks[0], before.blocks[3])
    body_of(made)


async def test_painting_never_runs_on_the_loop_and_two_at_most_run_at_once(tasks: Tasks) -> None:
    Paper.gates["all"] = threading.Semaphore(0)
    studio = Studio(tasks)
    work = [asyncio.create_task(studio.paint_page(page(Paper(str(n), gate="all")))) for n in range(6)]
    await begun()
    for _ in range(6):
        await asyncio.to_thread(Paper.gates["all"].release)
    await asyncio.gather(*work)
    assert threading.get_ident() not in Paper.threads
    assert Paper.at_once[1] <= 2
    assert len(Paper.painted) == 6


async def test_equal_drawings_are_painted_once(tasks: Tasks) -> None:
    studio = Studio(tasks)
    Paper.gates["slow"] = threading.Semaphore(0)
    waiting = [asyncio.create_task(studio.paint_page(page(Paper("a", gate="slow")))) for _ in range(5)]
    await begun()
    Paper.gates["slow"].release()
    assert {pictures(made)[0] for made in await asyncio.gather(*waiting)} == {b"a........."}
    await studio.paint_page(page(Paper("a", gate="slow")))
    assert Paper.painted == {"a": 1}


async def test_who_goes_away_does_not_take_the_picture_from_the_others(tasks: Tasks) -> None:
    studio = Studio(tasks)
    Paper.gates["slow"] = threading.Semaphore(0)
    first, second = (asyncio.create_task(studio.paint_page(page(Paper("a", gate="slow")))) for _ in range(2))
    await begun()
    first.cancel()
    Paper.gates["slow"].release()
    assert pictures(await second) == [b"a........."]
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_what_is_painted_ahead_is_there_when_asked_for(tasks: Tasks) -> None:
    studio = Studio(tasks)
    for _ in range(2):
        studio.paint_ahead(Paper("a"))
    await tasks.drain(5)
    assert Paper.painted == {"a": 1}
    await studio.paint_page(page(Paper("a")))
    assert Paper.painted == {"a": 1}


async def test_a_painting_that_fails_is_logged_and_said_in_words(tasks: Tasks) -> None:
    studio = Studio(tasks)
    with capture_logs() as log:
        made = await studio.paint_page(page(Paper("torn"), Paper("b")))
    assert made.blocks[1] == Text("words 0")
    assert pictures(made) == [b"b........."]
    assert [entry["event"] for entry in log if entry["log_level"] == "error"] == ["picture not painted"]
    await studio.paint_page(page(Paper("torn")))
    assert Paper.painted["torn"] == 2  # it may have been the machine's fault


async def test_a_sketch_without_words_is_left_out_where_it_cannot_be_painted_or_sent(tasks: Tasks) -> None:
    torn, whole = (Sketch("a.webp", "alt", Paper(name), "") for name in ("torn", "a"))
    made = await Studio(tasks).paint_page(Page(1, 2, (Text("head"), torn, whole)))
    assert made.blocks == (Text("head"), Picture("a.webp", "alt", b"a........."))
    assert put_in_words(Page(1, 2, (Text("head"), torn, whole))).blocks == (Text("head"),)
    there = Discord(error(403, 50013))
    await courier(there, tasks).edit(5, 77, Page(1, 2, (Text("head"), whole)))
    assert there.tried == [PICTURE, (["head"], 0)]


async def test_the_cache_is_bounded_in_bytes_and_forgets_the_oldest_use(tasks: Tasks) -> None:
    studio = Studio(tasks, keep=1000)
    for name in "abc":
        await studio.paint_page(page(Paper(name, 400)))  # c makes one too many: a goes
    await studio.paint_page(page(Paper("b", 400)))  # b is used again: c is now the oldest
    await studio.paint_page(page(Paper("a", 400)))
    assert Paper.painted == {"a": 2, "b": 1, "c": 1}
    await studio.paint_page(page(Paper("b", 400)))
    await studio.paint_page(page(Paper("c", 400)))
    assert Paper.painted == {"a": 2, "b": 1, "c": 2}
    assert pictures(await studio.paint_page(page(Paper("huge", 5000))))[0].startswith(b"huge")
    assert studio._weight == sum(map(len, studio._kept.values())) <= 1000


def test_a_page_in_words_has_no_files() -> None:
    whole = Page(
        1, 2, (*page(Paper("a")).blocks, Picture("p.webp", "what it shows", b"x"), Attachment("f.txt", b"x"))
    )
    said = put_in_words(whole)
    assert said.blocks[1] == Text("words 0")
    assert said.blocks[3] == Text("what it shows")
    assert files_of(said) == body_of(said)["attachments"] == []
    assert "f.txt" in str(said.blocks[4])
    assert put_in_words(said) == said


def test_a_digest_is_that_of_the_drawing_and_paints_nothing() -> None:
    one, same, other = page(Paper("a")), page(Paper("a")), page(Paper("b"))
    assert digest(one) == digest(same) != digest(other)
    assert digest(one) != digest(replace(one, blocks=one.blocks[:1]))
    assert not Paper.painted

    @dataclass(frozen=True)
    class Card:
        """Another drawing, with the same fields."""

        name: str
        size: int = 10
        gate: str = ""

    assert digest(page(Card("a"))) != digest(one)

    @dataclass(frozen=True)
    class Odd:
        cells: frozenset[str] = frozenset("ab")  # its order differs from process to process

    with pytest.raises(TypeError):
        digest(replace(one, blocks=(Sketch("a.webp", "alt", Odd(), "words"),)))


# -- what Discord does not take ------------------------------------------------------------------------


def error(status: int, code: int = 0) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(SimpleNamespace(status=status, reason="no"), {"code": code, "message": "no"})


class Discord:
    """A Discord that refuses in order what it was told to, and keeps what it takes; both doors lead to it."""

    def __init__(self, *refusals: Exception) -> None:
        self.refusals = list(refusals)
        self.tried: list[tuple[list[str], int]] = []
        self.asked: list[str] = []
        self.order: list[str] = []
        self.posted: Any = None
        self.deaf = False
        self.http = self
        self.proxy = self.proxy_auth = self._connection = self._HTTPClient__session = None
        async_context.set(self)

    async def request(self, route: discord.http.Route, _session: object = None, **sent: Any) -> Any:
        parts = sent.get("form") or sent.get("multipart")
        body = orjson.loads(parts[0]["value"]) if parts else sent.get("json") or sent["payload"]
        self.asked.append(route.path)
        if body.get("type") in (5, 6):
            self.order.append("acknowledged")
            if self.deaf:
                raise error(404, 10062)
            return ""
        message = body.get("data", body)
        (container,) = message["components"]
        texts = [each["content"] for each in container["components"] if "content" in each]
        self.tried.append((texts, len(sent.get("files", ()))))
        if self.refusals:
            raise self.refusals.pop(0)
        if route.path.endswith("callback"):
            self.order.append("answered")
        now = discord.utils.utcnow().isoformat()
        if route.method == "POST" and self.posted:
            return self.posted
        made = {"id": "77", "timestamp": now, "edited_timestamp": now, "components": message["components"]}
        return {"resource": {"message": made}} if route.path.endswith("callback") else made


PICTURE, WORDS = (["head"], 1), (["head", "words 0"], 0)
FILES_REFUSED = [
    error(403, 50013),
    error(403, 50001),
    error(413),
    error(400, 40005),
    error(500),
    error(503),
    TimeoutError(),
    ConnectionResetError(),
]


def courier(there: Discord, tasks: Tasks) -> Courier:
    return Courier(there, FreshStore(), Studio(tasks), Passes())


@pytest.mark.parametrize("refusal", FILES_REFUSED, ids=repr)
@pytest.mark.parametrize("way", ["post", "edit"])
async def test_a_picture_that_cannot_be_uploaded_goes_out_in_words(
    refusal: Exception, way: str, tasks: Tasks
) -> None:
    there = Discord(refusal)
    if way == "post":
        assert await courier(there, tasks).post(5, page(Paper("a")), "purpose") == 77
    else:
        await courier(there, tasks).edit(5, 77, page(Paper("a")))
    assert there.tried[:2] == [PICTURE, WORDS]


REFUSED_TWICE = (error(403, 50013), error(403, 50013))


@pytest.mark.parametrize(
    ("refusals", "sent", "tried"),
    [
        (REFUSED_TWICE, page(Paper("a")), [PICTURE, WORDS]),
        *(((each,), page(Paper("a")), [PICTURE]) for each in (error(404, 10008), error(403, 50007))),
        ((error(400, 50035),), page(Paper("a")), [PICTURE]),
        ((error(500),), page(), [(["head"], 0)]),
        (REFUSED_TWICE, Page(0, 0, (Text("yours:"), Attachment("data.json", b"{}"))), [(["yours:"], 1)]),
    ],
    ids=[
        "words neither",
        "no message",
        "no person",
        "not the files’ fault",
        "no files",
        "there for its file",
    ],
)
async def test_what_cannot_be_helped_by_words_is_undelivered(
    refusals: tuple[Exception, ...], sent: Page, tried: list[Any], tasks: Tasks
) -> None:
    there = Discord(*refusals)
    with pytest.raises(Undelivered):
        await courier(there, tasks).edit(5, 77, sent)
    assert there.tried == tried


async def test_a_page_that_is_more_than_its_file_goes_without(tasks: Tasks) -> None:
    there, file = Discord(error(403, 50013)), Attachment("data.json", b"{}")
    await courier(there, tasks).edit(5, 77, Page(1, 2, (Text("the end"), file)))
    assert there.tried == [(["the end"], 1), (["the end", "📎 data.json ✗"], 0)]


async def test_an_edit_without_picture_takes_the_old_one_away(tasks: Tasks) -> None:
    """`attachments` is always given: an empty list, not silence, drops what the message had."""
    there = Discord()
    for shown in (page(Paper("a")), page()):
        await courier(there, tasks).edit(5, 77, shown)
    assert there.tried == [PICTURE, (["head"], 0)]


@pytest.mark.parametrize(
    ("before", "stands"),
    [
        (page(), True),
        (replace(page(), drawn=1), False),
        (replace(page(), blocks=(Text("until 9 o’clock"), *page().blocks[1:])), False),
    ],
    ids=["the same", "an older turn", "other words"],
)
async def test_a_message_that_was_posted_before_is_redrawn_if_it_shows_something_else(
    before: Page, stands: bool, tasks: Tasks
) -> None:
    """Discord takes a nonce once: what it returns then is the first message, as it was."""
    there = Discord()
    there.posted = {"id": "77", "components": body_of(before)["components"]}
    assert await courier(there, tasks).post(5, page(), "purpose") == 77
    edit = ["/channels/{channel_id}/messages/{message_id}"]
    assert there.asked[1:] == ([] if stands else edit)


# -- the click's own answer ----------------------------------------------------------------------------


class Asked:
    """A click whose answers go to a `Discord`."""

    def __init__(self, there: Discord) -> None:
        self.client = there
        self.id, self.application_id, self.token = 1, 2, "token"
        self.locale = "fr"
        self.type = discord.InteractionType.component
        self.data = {"custom_id": "g:1:2:roll:"}
        self.message: Any = None


@pytest.mark.parametrize("way", ["show", "update", "post"])
async def test_a_click_is_answered_in_words_where_pictures_are_refused(way: str, tasks: Tasks) -> None:
    there = Discord(error(403, 50013))
    asked = Asked(there)
    async with Responder(asked, Studio(tasks), Passes()) as responder:
        await getattr(responder, way)(page(Paper("a")))
    assert there.tried == [PICTURE, WORDS]
    assert there.order == ["answered"]


@pytest.mark.parametrize("ephemeral", [False, True])
@pytest.mark.parametrize("way", ["acknowledge", "update", "show"])
async def test_a_click_on_a_message_of_everybody_s_allows_its_edits(
    way: str, ephemeral: bool, tasks: Tasks
) -> None:
    """Once it is acknowledged or redrawn; not if the answer was shown to the clicker alone."""
    there, studio, passes = Discord(), Studio(tasks), Passes()
    asked = Asked(there)
    asked.message = SimpleNamespace(id=77, flags=SimpleNamespace(ephemeral=ephemeral))
    async with Responder(asked, studio, passes) as responder:
        assert passes.find(77) is None
        if way != "acknowledge":
            await getattr(responder, way)(page())
    await Courier(there, FreshStore(), studio, passes).edit(5, 77, page())
    allowed = way != "show" and not ephemeral
    assert there.asked[-1].endswith("@original") == allowed


async def test_a_slow_painting_does_not_hold_the_acknowledgement_back(tasks: Tasks) -> None:
    there = Discord()
    asked = Asked(there)
    Paper.gates["slow"] = threading.Semaphore(0)
    async with Responder(asked, Studio(tasks), Passes()) as responder:
        answering = asyncio.create_task(responder.update(page(Paper("a", gate="slow"))))
        await begun()
        responder._acknowledge_late()  # what the watchdog does when its time has come
        assert responder._late is not None
        await asyncio.wait_for(responder._late, NEVER)
        assert there.order == ["acknowledged"]
        Paper.gates["slow"].release()
        assert await answering
    assert there.tried == [PICTURE]


async def test_an_acknowledgement_that_came_too_late_is_not_followed_by_another_first_answer(
    tasks: Tasks,
) -> None:
    there = Discord()
    there.deaf = True
    async with Responder(Asked(there), Studio(tasks), Passes()) as responder:
        await responder.acknowledge()
        await responder.show(page())
    assert [path.rpartition("/")[2] for path in there.asked] == ["callback", "{webhook_token}"]


async def test_a_page_that_discord_would_refuse_leaves_the_answer_to_somebody_else(tasks: Tasks) -> None:
    asked = Asked(Discord())
    async with Responder(asked, Studio(tasks), Passes()) as responder:
        with pytest.raises(ValueError, match="twice"):
            await responder.update(Page(1, 1, (Row((Button("a", "x"), Button("a", "y"))),)))
        assert not responder.answered


@pytest.mark.parametrize("way", ["update", "show"])
async def test_whoever_has_clicked_waits_until_the_first_answer_is_on_its_way(way: str, tasks: Tasks) -> None:
    precedence, asked = Precedence(3_600), Asked(Discord())
    async with Responder(asked, Studio(tasks), Passes(), precedence) as responder:
        work = asyncio.create_task(precedence.let_pass())
        for _ in range(10):
            await asyncio.sleep(0)
        assert not work.done()
        await getattr(responder, way)(page())
        await work


async def test_nobody_waits_for_an_answer_that_failed(tasks: Tasks) -> None:
    precedence, asked = Precedence(3_600), Asked(Discord())
    with pytest.raises(ZeroDivisionError):
        async with Responder(asked, Studio(tasks), Passes(), precedence):
            raise ZeroDivisionError
    await precedence.let_pass()
