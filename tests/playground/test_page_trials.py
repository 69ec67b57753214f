"""The trials of the drawer: what goes wrong at a press, and that the bot is told so."""

import re

import pytest
from playwright.async_api import expect

from playground.orders import Trials
from playground.server import Server
from tests.playground.test_server_bot import Table, layout, shown
from tests.playground.test_server_faults import acknowledge
from tests.support.loopback import connected
from tests.support.stage import CHROMIUM, NO_CHROMIUM, Stage, Window

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)


async def test_cutting_the_line_is_resumed_and_forgetting_begins_anew(place):
    client, trials = Table({}), Trials(place.server)
    async with connected(place.server, client):
        trials.order("cut")
        await client.hears("resumed")
        trials.order("forget")
        await client.hears("ready", 2)


async def test_doubled_clicks_arrive_twice_and_are_counted_down(place):
    client, trials = Table({"a": acknowledge}), Trials(place.server)
    async with connected(place.server, client):
        message = await shown(place, client, layout("x", "a"))
        trials.order("double")
        assert trials.describe()["left"] == 3
        await place.server.click(place.bob.id, message.id, "a")
        await client.hears("interaction", 2)
    assert trials.describe()["left"] == 2


@pytest.mark.parametrize("trial", ["fail", "limit"])
async def test_discord_fails_as_often_as_announced(place, trial):
    trials = Trials(place.server)
    trials.order(trial)
    seen = [place.server.faults.strike("GET", "/gateway/bot", "before") for _ in range(4)]
    assert [fault is not None for fault in seen] == [True, True, True, False]
    assert seen[0].status == {"fail": 500, "limit": 429}[trial]


def test_what_lasts_is_on_until_it_is_off():
    trials = Trials(Server())
    for trial in ("slow", "hold"):
        for on in (True, True, False, False):
            trials.order(trial, on=on)
            assert trials.describe()[trial] is on
    with pytest.raises(KeyError):
        trials.order("meteor")


@needs_browser
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_held_clicks_leave_together_when_the_switch_is_off(stage: Stage, window: Window):
    await window.table("Alice", "Tri")
    sheet = await window.drawer("Pannes")
    hold = sheet.get_by_role("switch", name="Retenir les clics")
    await hold.check()
    await expect(hold).to_have_accessible_description(re.compile("partent tous au même instant"))
    for name in ("Alice", "Bruno"):
        await window.message(name, "Nom Tri,").get_by_role("button", name="Présent").click()
    await expect(window.message("Alice", "Nom Tri,").locator("[aria-busy]")).to_have_count(1)
    assert stage.server.faults.held == 2
    await hold.uncheck()
    await expect(window.message("Alice", "Nom Tri,")).to_contain_text("Présents : Alice, Bruno")
    await sheet.get_by_role("button", name="Doubler 3 clics").press("Enter")
    await expect(sheet.get_by_role("status").last).to_have_text("Encore à venir : 3.")
    stage.server.faults.duplicate(-3)  # nobody else who uses this stage expects them
