"""What is counted: how it adds up, how Prometheus reads it, and that no label can name anybody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families
from yarl import URL

from bot import meters
from bot.meters import METERS, Meter
from bot.ops.operations import Exposition
from bot.ui.wire.rest import WORDS, route_of

BASE = "https://discord.com/api/v10"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Meters that nobody else has counted with."""
    made = {name: Meter(each.kind, each.help, each.labels, each.buckets) for name, each in METERS.items()}
    monkeypatch.setattr(meters, "METERS", made)
    monkeypatch.setattr("bot.ops.operations.METERS", made)


def read() -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """All samples of the page, by name and labels, as Prometheus' own parser reads them."""
    page = Exposition().write().decode()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


def now_at(name: str) -> float:
    return meters.METERS[name].values[()]


def test_counts_and_gauges() -> None:
    meters.count("stale")
    meters.count("stale", by=2)
    meters.count("rest", "GET /gateway/bot", "200")
    meters.put("slots_held", 5)
    meters.put("slots_held", 4)
    seen = read()
    assert seen["gobelet_stale_total", ()] == 3
    assert seen["gobelet_rest_total", (("code", "200"), ("route", "GET /gateway/bot"))] == 1
    assert seen["gobelet_slots_held", ()] == 4


def test_what_never_happened_is_nought_and_not_missing() -> None:
    seen = read()
    assert seen["gobelet_nonce_hits_total", ()] == 0
    assert seen["gobelet_commit_seconds_count", ()] == 0


def test_a_histogram_piles_up_from_bucket_to_bucket() -> None:
    for seconds in (0.005, 0.006, 0.3, 60.0):  # a bound belongs to its own bucket
        meters.observe("click_seconds", seconds, "tasse", "done")
    seen = read()
    labels = (("game", "tasse"), ("outcome", "done"))
    piles = {
        float(dict(key)["le"]): value
        for (name, key), value in seen.items()
        if name == "gobelet_click_seconds_bucket"
    }
    assert [piles[bound] for bound in (0.005, 0.01, 0.25, 0.5, 10.0, float("inf"))] == [1, 2, 2, 3, 3, 4]
    assert seen["gobelet_click_seconds_count", labels] == 4
    assert seen["gobelet_click_seconds_sum", labels] == pytest.approx(60.311)


def test_a_gauge_follows_what_is_measured_step_by_step() -> None:
    meters.smooth("clock_skew_seconds", 1.0)
    assert now_at("clock_skew_seconds") == 1.0
    meters.smooth("clock_skew_seconds", 0.0)
    assert 0.0 < now_at("clock_skew_seconds") < 1.0
    for _ in range(200):
        meters.smooth("clock_skew_seconds", 0.0)
    assert now_at("clock_skew_seconds") == pytest.approx(0.0, abs=0.001)


def test_a_timer_measures_once_it_is_called() -> None:
    stop = meters.timer("commit_seconds")
    assert meters.METERS["commit_seconds"].values == {}
    stop("whatever")
    assert sum(meters.METERS["commit_seconds"].spread[()]) == 1


@pytest.mark.parametrize(
    ("method", "path", "route"),
    [
        ("PATCH", "/channels/123456789012345678/messages/42", "PATCH /channels/{}/messages/{}"),
        ("POST", "/interactions/1/aW50ZXJhY3Rpb24/callback", "POST /interactions/{}/{}/callback"),
        (
            "PATCH",
            "/webhooks/1/token-of-a-click/messages/@original",
            "PATCH /webhooks/{}/{}/messages/@original",
        ),
        ("POST", "/users/@me/channels", "POST /users/@me/channels"),
        ("POST", "/webhooks/1/channels", "POST /webhooks/{}/channels"),  # a token that looks like a word
    ],
)
def test_requests_are_counted_by_their_route(method: str, path: str, route: str) -> None:
    assert route_of(method, URL(BASE + path)) == route
    assert route_of(method, URL("http://proxy.example:8080/api/v10" + path)) == route


@given(st.lists(st.text(max_size=20), max_size=8), st.booleans())
def test_no_id_and_no_token_gets_into_a_label(parts: list[str], with_base: bool) -> None:
    path = "/".join(parts)
    route = route_of("GET", URL("http://127.0.0.1:8700") / "api" / "v10" / path.lstrip("/"))
    words = route.removeprefix("GET /").split("/")
    assert len(words) <= 6
    assert {word for word in words if word} <= WORDS | {"{}"}
