import io
import json
import logging
import re
import sys
from dataclasses import dataclass, field

import pytest
import structlog
from aiohttp import ClientConnectionError
from discord import GatewayNotFound
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from bot.log import HIDDEN, Redactor, configure, list_passwords
from bot.tables.proof.dice import Seed

TOKEN = "planted-token-of-the-bot"
SEED = Seed(bytes(range(100, 132)))
INTERACTION = "aW50ZXJhY3Rpb246MTIzOnBsYW50ZWQ"
WEBHOOK = "Planted_webhook-token"
SECRETS = (TOKEN, SEED.hex, INTERACTION, WEBHOOK, "heads")


@pytest.fixture(params=["text", "json"])
def form(request):
    return request.param


@pytest.fixture
def written(form):
    stream = io.StringIO()
    configure("debug", form, [TOKEN], stream)
    return stream


@dataclass(frozen=True)
class Position:
    hidden: str
    seats: tuple[str, ...] = ("1", "2")
    late: str = field(default="heads", kw_only=True)


PLANTED = {
    "the token": f"login with {TOKEN} failed",
    "a webhook": f"POST https://discord.com/api/v10/webhooks/123/{WEBHOOK}/messages/@original gave 429",
    "a callback": f"POST /interactions/99/{INTERACTION}/callback?with_response=1",
    "a bucket": f"bucket 123+{INTERACTION}: wait",
    "a seed": f"verify {SEED.hex}",
    "a seed as PostgreSQL writes it": f"Failing row contains (7, \\x{SEED.hex}, 3)",
    "the seed's bytes": f"seed={SEED.secret!r}",
    "a record": f"cannot store {Position('heads')!r}",
    "a record by name": f"position={Position('heads')!r}",
    "JSON": '{"dice": "heads", "table": 7}',
    "JSON in a text": json.dumps(json.dumps({"dice": "heads", "seed": ["heads", {"a": "heads"}]})),
    "a list": "draws=[(2, 'heads'), (2, 'heads')] table=7",
}


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://gobelet:s%40fe@host/gobelet",
        "postgresql://gobelet@host/gobelet?sslmode=require&password=s%40fe",
        "postgresql://host/gobelet?sslpassword=s%40fe",
    ],
)
def test_a_password_is_hidden_wherever_it_stands_in_an_address(url):
    redactor = Redactor(list_passwords(url))
    assert "fe" not in redactor.hide_in_text(f"{url} is not right: s@fe").replace(HIDDEN, "")


def test_an_address_without_a_password_hides_nothing():
    assert list_passwords("postgresql://gobelet@host/gobelet?sslmode=require") == []


class TestNothingComesOut:
    @pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED.keys())
    def test_from_a_message(self, written, planted):
        structlog.get_logger("bot.a").info(planted)
        logging.getLogger("discord.http").warning("%s", planted)
        self.nothing(written, 2)

    @pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED.keys())
    def test_from_a_traceback(self, written, planted):
        try:
            try:
                raise ValueError(planted)
            except ValueError as cause:
                raise RuntimeError(planted) from cause
        except RuntimeError:
            structlog.get_logger("bot.a").exception("failed")
            logging.getLogger("discord.client").exception("failed")
        self.nothing(written, 2)
        assert "RuntimeError" in written.getvalue()

    @pytest.mark.parametrize(
        "name", ["seed", "dice", "position", "token", "draws", "state", "discord_token", "Seed"]
    )
    def test_from_a_value_by_its_name(self, written, name):
        structlog.get_logger("bot.a").info("told", **{name: "heads"}, deep={"list": [{name: ("heads", 1)}]})
        self.nothing(written, 1)

    def test_from_any_other_value(self, written):
        told = {
            "bytes": SEED.secret,
            "object": Position("heads"),
            "seed_object": SEED,
            "url": PLANTED["a webhook"],
        }
        structlog.get_logger("bot.a").info("told", **told)
        self.nothing(written, 1)

    def test_from_what_pydantic_refuses(self, written):
        class Strict(BaseModel):
            hidden: int

        refused = {"hidden": SECRETS[-1]}
        try:
            Strict.model_validate(refused)
        except ValueError:
            logging.getLogger("bot").exception("bad")
        self.nothing(written, 1)

    def test_from_what_is_bound(self, written):
        structlog.contextvars.bind_contextvars(seed=SEED.hex)
        structlog.get_logger("bot.a", token=TOKEN).bind(dice="heads").info("told")
        self.nothing(written, 1)

    def test_from_an_uncaught_exception(self, written):
        error = ValueError(f"{TOKEN} seed={SEED.hex}")
        sys.excepthook(ValueError, error, None)
        self.nothing(written, 1)
        assert "uncaught" in written.getvalue()

    def test_from_a_line_that_cannot_be_written(self, written, capsys):
        record = logging.LogRecord("bot.a", logging.INFO, __file__, 1, "%s %s", (TOKEN,), None)
        logging.getLogger().handlers[0].handle(record)  # the runner's own handlers would raise
        assert written.getvalue() == ""
        said = capsys.readouterr().err
        assert said == "a line of the log could not be written: bot.a, line 1\n"

    @pytest.mark.parametrize(
        "name", ["discord.http", "discord.gateway", "aiosqlite", "discord.webhook.async_"]
    )
    def test_from_what_libraries_tell_when_debugging(self, written, name):
        """Bodies and parameters hold private messages: no shape would give them away."""
        logging.getLogger(name).debug("Vous avez fait 6 et 4")
        assert written.getvalue() == ""

    def nothing(self, written: io.StringIO, lines: int) -> None:
        text = written.getvalue()
        assert [secret for secret in (*SECRETS, repr(SEED.secret)) if secret in text] == []
        assert text.count(HIDDEN) >= lines or "bytes" in text


class TestWhatIsWritten:
    def test_harmless_words_stay(self, written):
        structlog.get_logger("bot.tables").warning(
            "table paused", table=7, reason="channel_gone", seats=["1", "2"]
        )
        text = written.getvalue()
        for word in ("table paused", "warning", "bot.tables", "channel_gone", "7"):
            assert word in text

    def test_times_are_utc(self, written):
        logging.getLogger("x").info("now")
        assert re.search(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", written.getvalue())

    def test_json_is_one_object_a_line(self):
        stream = io.StringIO()
        configure("info", "json", [TOKEN], stream)
        structlog.get_logger("bot.a").info("première\nligne", table=7)
        logging.getLogger("discord.x").error("%s fois", 2)
        first, second = [json.loads(line) for line in stream.getvalue().splitlines()]
        assert (first["event"], first["table"], first["logger"]) == ("première\nligne", 7, "bot.a")
        assert (second["event"], second["level"]) == ("2 fois", "error")

    def test_the_level_holds_for_all(self):
        stream = io.StringIO()
        configure("warning", "text", [], stream)
        structlog.get_logger("bot.a").info("quiet")
        logging.getLogger("discord").info("quiet")
        assert stream.getvalue() == ""

    def test_configuring_again_replaces(self):
        streams = io.StringIO(), io.StringIO()
        for stream in streams:
            configure("info", "text", [], stream)
        logging.getLogger("x").info("once")
        assert [stream.getvalue().count("once") for stream in streams] == [0, 1]

    def test_an_interrupt_is_no_fault(self, written):
        sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
        assert written.getvalue() == ""


class TestRedactor:
    def test_what_stands_around_a_secret_stays(self):
        said = Redactor().hide_in_text(
            "a position={'x': ('y', [1])} b seed='it\\'s' c token: abc, d draws=[] e"
        )
        assert said == f"a position={HIDDEN} b seed={HIDDEN} c token: {HIDDEN}, d draws={HIDDEN} e"

    def test_an_empty_secret_is_none(self):
        assert Redactor([""]).hide_in_text("abc") == "abc"

    @given(st.text(), st.text())
    def test_a_known_secret_is_found_anywhere(self, before, after):
        assert TOKEN not in Redactor([TOKEN]).hide_in_text(before + TOKEN + after)

    @given(st.text(alphabet="()[]{}\"'\\= ,dice:seed\n"))
    def test_no_text_is_too_strange(self, text):
        assert isinstance(Redactor().hide_in_text(text), str)


class Passing(Exception):
    """As the store's errors are while it is away."""

    is_lost = True


@pytest.mark.parametrize(("error", "told"), [(Passing("away"), False), (ValueError("wrong"), True)])
def test_an_error_that_passes_by_itself_is_told_without_where_it_came_from(error, told):
    stream = io.StringIO()
    configure(stream=stream)
    for log in (structlog.get_logger("ours"), logging.getLogger("theirs")):
        try:
            raise error
        except Exception as caught:
            log.exception("failed")
            log.error("failed later", exc_info=caught)
    lines = stream.getvalue()
    assert ("Traceback" in lines) is told
    assert lines.count(str(error)) >= 4


@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("discord.shard", ClientConnectionError("Cannot connect to host gateway.discord.gg:443"), False),
        ("discord.shard", TimeoutError(), False),
        ("discord.gateway", ConnectionResetError("Cannot write to closing transport"), False),
        ("discord.shard", GatewayNotFound(), False),
        ("discord.shard", KeyError("session_id"), True),
        ("discord.client", OSError("No space left on device"), True),
    ],
    ids=["unreachable", "silent", "cut", "unknown", "a fault of the library", "a fault of ours"],
)
def test_a_try_to_connect_that_fails_takes_one_line(name, error, told):
    stream = io.StringIO()
    configure(stream=stream)
    try:
        raise error
    except Exception as caught:
        logging.getLogger(name).exception("Failed to connect for shard_id: %s. Retrying...", 0)
        logging.getLogger(name).error("Attempting a reconnect in %.2fs", 2.5, exc_info=caught)
    lines = stream.getvalue()
    assert ("Traceback" in lines) is told
    assert told or lines.count("\n") == lines.count(str(error) or type(error).__name__) == 2
