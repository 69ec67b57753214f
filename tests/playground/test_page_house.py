"""The house around the panes: the bot killed and started, windows closed, people who come and go.

The kill is the page's own button, pressed in a browser beside a real process: that starts twice.
"""

import re
from io import BytesIO

import pytest
from aiohttp import ClientSession
from playwright.async_api import expect

from playground.actors import ATTACHMENT_LIMIT
from tests.support.stage import CHROMIUM, NO_CHROMIUM, Stage, Window

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM),
    pytest.mark.asyncio(loop_scope="session"),
]


async def test_the_bot_is_killed_and_started_and_its_old_buttons_work(stage: Stage, window: Window):
    await window.table("Alice", "Phénix")
    first = stage.supervisor.process.pid
    await window.kill()
    await expect(window.page.get_by_text("Bot arrêté · signal 9")).to_be_visible()
    await expect(window.page.get_by_role("button", name="Tuer le bot")).to_be_disabled()
    button = window.message("Bruno", "Nom Phénix,").get_by_role("button", name="Présent")
    await button.click()
    await expect(window.message("Bruno", "Nom Phénix,").get_by_role("alert")).to_contain_text("ne répond pas")
    await window.revive()
    await expect(window.page.get_by_text("Bot en marche")).to_be_visible()
    assert stage.supervisor.process.pid != first
    await button.click()
    await expect(window.message("Alice", "Nom Phénix,")).to_contain_text("Présents : Bruno")
    await expect(window.message("Bruno", "Nom Phénix,").get_by_role("alert")).to_have_count(0)


async def test_a_reload_keeps_people_panes_channel_and_messages(window: Window):
    await window.table("Alice", "Roc")
    await window.page.get_by_role("button", name="Dylan").click()
    await window.pane("Bruno").get_by_role("button", name="Fermer le volet : Bruno").click()
    await window.pane("Alice").get_by_role("tab", name="le-grenier").click()
    await window.page.reload()
    await expect(window.page.locator(".pane h2")).to_have_text(["Alice", "Dylan"])
    tab = window.pane("Alice").get_by_role("tab", name="le-grenier")
    await expect(tab).to_have_attribute("aria-selected", "true")
    await window.pane("Alice").get_by_role("tab", name="la-taverne").click()
    await expect(window.message("Alice", "Nom Roc,")).to_be_visible()


@pytest.mark.long
async def test_closing_a_window_in_the_middle_harms_nobody(stage: Stage, window: Window):
    await window.table("Alice", "Chêne")
    leaver = await stage.window()
    await leaver.message("Bruno", "Nom Chêne,").get_by_role("button", name="Muet").click(no_wait_after=True)
    await leaver.context.close()
    await window.message("Alice", "Nom Chêne,").get_by_role("button", name="Présent").click()
    await expect(window.message("Bruno", "Nom Chêne,")).to_contain_text("Présents : Alice")
    assert stage.pages.windows == 1


@pytest.mark.long
async def test_two_windows_show_the_same_world(stage: Stage, window: Window):
    other = await stage.window(beside=window)
    await window.table("Alice", "Écho")
    await other.message("Bruno", "Nom Écho,").get_by_role("button", name="Présent").click()
    await expect(window.message("Alice", "Nom Écho,")).to_contain_text("Présents : Bruno")
    await other.page.close()


async def test_the_line_is_taken_up_again_after_a_cut(stage: Stage, window: Window):
    await window.table("Alice", "Fil")
    box = window.pane("Alice").get_by_role("combobox").first
    await box.fill("Un brouillon")
    for socket in stage.pages.sockets():
        await socket.close()
    await window.message("Bruno", "Nom Fil,").wait_for()
    await expect(window.page.get_by_role("status").first).to_contain_text("Bot en marche")
    await box.press("Enter")
    await expect(window.message("Bruno", "Un brouillon")).to_be_visible()


@pytest.mark.long
async def test_people_and_channels_are_added_and_people_leave(stage: Stage, window: Window):
    await window.page.get_by_text("+ Personne").click()
    await window.page.get_by_label("Nom de la personne").fill("Zoé Faÿ")
    await window.page.get_by_label("Nom de la personne").press("Enter")
    await expect(window.pane("Zoé Faÿ")).to_be_visible()
    await window.page.get_by_text("+ Salon").click()
    await window.page.get_by_label("Nom du salon").fill("La Cave")
    await window.page.get_by_label("Nom du salon").press("Enter")
    await expect(window.pane("Zoé Faÿ").get_by_role("tab", name="la-cave")).to_be_visible()
    await window.pane("Zoé Faÿ").get_by_label("Réglages : Zoé Faÿ").click()
    await window.pane("Zoé Faÿ").get_by_role("button", name="Zoé Faÿ quitte le serveur").click()
    await expect(window.pane("Zoé Faÿ")).to_have_count(0)
    await expect(window.page.get_by_role("button", name="Zoé Faÿ")).to_have_count(0)


@pytest.mark.long
async def test_language_and_rights_are_changed_in_the_pane(stage: Stage, window: Window):
    bruno = next(person for person in stage.world.people.values() if person.name == "Bruno")
    await window.pane("Bruno").get_by_label("Réglages : Bruno").click()
    await window.pane("Bruno").get_by_label("Modérateur").check()
    await expect(window.pane("Bruno").locator(".tag")).to_have_text("Modérateur")
    assert bruno.moderator
    await window.pane("Bruno").get_by_label("Langue").select_option("English")
    await expect(window.pane("Bruno").get_by_label("Moderator")).to_be_checked()
    assert bruno.locale == "en-US"
    await window.pane("Bruno").get_by_label("Language").select_option("Français")
    await window.pane("Bruno").get_by_label("Modérateur").uncheck()


async def test_the_log_and_the_unknown_routes_are_shown(stage: Stage, window: Window):
    await window.drawer()
    log = window.page.get_by_label("Journal du bot")
    await expect(log).to_contain_text("logging in using static token")
    token = stage.supervisor.environment["DISCORD_TOKEN"]
    assert token not in await log.inner_text()
    async with ClientSession() as client:
        await client.get(
            f"{stage.server.api_url}/stage-instances/1", headers={"Authorization": f"Bot {token}"}
        )
    await expect(window.page.get_by_role("button", name="Éprouver · routes inconnues : 1")).to_be_visible()
    await window.drawer("Routes inconnues : 1")
    await expect(window.page.get_by_label("Requêtes sans route")).to_contain_text("stage-instances")
    assert stage.server.unknown.pop().path == "/stage-instances/1"
    await window.page.keyboard.press("Escape")


async def test_a_narrow_window_shows_one_pane_at_a_time(window: Window):
    await window.page.set_viewport_size({"width": 420, "height": 800})
    assert await window.page.evaluate("document.documentElement.scrollWidth") <= 420
    for name in ("Alice", "Bruno"):
        box = await window.pane(name).bounding_box()
        assert box is not None
        assert box["width"] == 420


@pytest.mark.parametrize("headers", [{"Host": "gobelet.example"}, {"Origin": "http://gobelet.example"}])
async def test_other_sites_do_not_reach_the_page_through_the_browser(stage: Stage, headers: dict[str, str]):
    async with ClientSession() as client:
        for path in ("/", "/page/main.js", "/page/socket"):
            answer = await client.get(stage.server.url + path, headers=headers)
            assert answer.status == 403
        channel = next(iter(stage.world.channels))
        answer = await client.post(
            f"{stage.server.url}/page/files/{channel}/a.json", data=b"{}", headers=headers
        )
        assert answer.status == 403


async def test_files_are_kept_for_a_channel_up_to_discords_size(stage: Stage):
    channel, kept = next(iter(stage.world.channels)), len(stage.world.messages.files)
    async with ClientSession() as client:
        for place, size, status in ((channel, 3, 200), (1, 3, 404), (channel, ATTACHMENT_LIMIT + 1, 413)):
            answer = await client.post(
                f"{stage.server.url}/page/files/{place}/un été.json", data=BytesIO(bytes(size))
            )
            assert answer.status == status
    assert len(stage.world.messages.files) == kept + 1


async def test_the_page_serves_its_own_files_only(stage: Stage):
    async with ClientSession() as client:
        for path in ("/page/..%2Fpages.py", "/page/nothing.js", "/page/%2Fetc%2Fpasswd"):
            answer = await client.get(stage.server.url + path)
            assert answer.status == 404
        answer = await client.get(stage.server.url)
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


async def test_a_bad_order_is_refused_in_words_and_the_window_lives_on(stage: Stage):
    async with ClientSession() as client, client.ws_connect(f"{stage.server.url}/page/socket") as socket:
        orders = [
            ({"do": "dance"}, "Ordre inconnu."),
            ({"do": "click", "person": "1", "message": "2", "custom_id": "x"}, None),
            ({"do": "click"}, "Cela n’existe plus."),
            (
                {"do": "say", "person": "1", "channel": "1", "text": " "},
                "Un message a de 1 à 2000 caractères.",
            ),
            ({"do": "person", "name": ""}, "Un nom a de 1 à 32 caractères."),
            ({"do": "channel", "name": "x" * 33}, "Un nom de salon a de 1 à 32 caractères."),
        ]
        await socket.send_str("not json")
        await socket.send_str("[]")
        for ref, (order, sentence) in enumerate(orders):
            await socket.send_json(order | {"ref": ref})
            reply = await socket.receive_json()
            while reply.get("ref") != ref:
                reply = await socket.receive_json()
            assert reply["error"] == (sentence or reply["error"])
            assert "raté" not in reply["error"]


@pytest.mark.long
async def test_a_bot_that_can_only_play_alone_says_so_where_two_are_chosen(stage: Stage, window: Window):
    await window.drawer()
    choice = window.page.get_by_role("switch", name="Deux bots, une base")
    await expect(choice).to_be_disabled()
    await expect(choice).to_have_accessible_description(re.compile("Deux sont impossibles ici"))
    await choice.focus()
    await window.page.keyboard.press("Space")
    await expect(choice).not_to_be_checked()
    await window.page.keyboard.press("Escape")
