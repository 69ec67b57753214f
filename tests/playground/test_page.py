"""The page in a real browser: people click, and the unpatched demonstration bot answers over the loopback."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.support.stage import CHROMIUM, NO_CHROMIUM, Stage, Window

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM),
    pytest.mark.asyncio(loop_scope="session"),
]


async def test_a_command_with_its_options_reaches_the_bot(window: Window):
    await window.command(
        "Alice", "/demo table", nom="Lys", mise="5", couleur="Vert", ouverte="Non", invite="Bruno"
    )
    await expect(window.message("Bruno", "Nom Lys, mise 5, vert, fermée, bruno")).to_be_visible()
    await expect(window.message("Bruno", "Nom Lys")).to_contain_text("Alice a utilisé /demo table")


@pytest.mark.long
async def test_the_browser_itself_refuses_options_out_of_range(window: Window):
    await window.command("Alice", "/demo table", nom="Haut", mise="9")
    await expect(window.pane("Alice").get_by_label("mise")).to_have_js_property(
        "validity.rangeOverflow", True
    )
    await window.pane("Alice").get_by_role("button", name="Annuler").click()
    await expect(window.pane("Alice").get_by_role("combobox").first).to_be_focused()


async def test_the_picker_lists_commands_and_obeys_the_keyboard(window: Window):
    pane = window.pane("Alice")
    await pane.get_by_role("combobox").first.press_sequentially("/demo")
    options = pane.get_by_role("listbox").get_by_role("option")
    await expect(options).to_have_count(4)
    await window.page.keyboard.press("ArrowDown")
    await expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    await window.page.keyboard.press("Escape")
    await expect(options).to_have_count(0)


@pytest.mark.long
async def test_the_picker_finds_a_name_with_or_without_its_accents_and_keeps_the_bots_order(window: Window):
    found = await window.page.evaluate("""async () => {
      const { flatten, matching } = await import("/page/commands.js");
      const under = (name) => ({ name, description: "", type: 1 });
      const commands = flatten([
        { name: "tasse", options: [under("start"), under("aide")] },
        { name: "defizz", name_localizations: { fr: "défizz" }, options: [under("start"), under("regles")] },
      ], "fr", { kind: "text", moderator: false });
      const names = (typed) => matching(commands, typed).map((command) => command.name);
      return ["", "défizz", "Défizz", "DEFIZZ s", "fizz"].map(names);
    }""")
    defizz = ["défizz start", "défizz regles"]
    assert found == [[*defizz, "tasse start", "tasse aide"], defizz, defizz, defizz[:1], defizz]


async def test_autocompletion_asks_the_bot_and_sends_the_value(window: Window):
    pane = window.pane("Alice")
    await pane.get_by_role("combobox").first.fill("/demo saveur")
    await pane.get_by_role("combobox").first.press("Enter")
    await pane.get_by_label("gout").press_sequentially("Vio")
    await expect(pane.locator("datalist option")).to_have_count(1)
    await pane.get_by_label("gout").fill("Violette")
    await pane.get_by_label("gout").press("Enter")
    await expect(window.message("Bruno", "Saveur v2")).to_be_visible()


@pytest.mark.long
async def test_components_are_laid_out_as_the_bot_said(window: Window):
    await window.table("Alice", "Rose")
    message = window.message("Alice", "Nom Rose,")
    await expect(message.get_by_role("heading", name="Table de démonstration")).to_be_visible()
    for tag, text in (
        ("strong", "gras"),
        ("em", "italique"),
        ("u", "souligné"),
        ("s", "barré"),
        ("code", "code"),
    ):
        await expect(message.locator(f".text {tag}").filter(has_text=text)).to_be_visible()
    await expect(message.locator("blockquote")).to_have_text("une citation")
    await expect(message.locator("ul ul")).to_have_text("dedans")
    await expect(message.locator(".container")).to_have_css("border-left-color", "rgb(201, 53, 58)")
    await expect(message.get_by_role("button", name="Éteint")).to_be_disabled()
    await expect(message.get_by_role("link", name="Site")).to_have_attribute("href", "https://example.org/")
    hidden = message.get_by_role("button", name="Passage caché")
    await expect(hidden.locator("span")).to_be_hidden()
    await hidden.press("Enter")
    await expect(hidden.locator("span")).to_be_visible()


@pytest.mark.long
async def test_a_picture_has_its_words(window: Window):
    await window.table("Alice", "Iris")
    picture = window.message("Bruno", "Nom Iris,").get_by_role("img", name="Cinq dés : trois 6 et deux 1")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 480
    words = window.message("Bruno", "Nom Iris,").locator(".alt p")
    await picture.hover()
    await expect(words).to_be_hidden()
    await window.message("Bruno", "Nom Iris,").get_by_label("Description de l’image").click()
    await expect(words).to_have_text("Cinq dés : trois 6 et deux 1")
    frame, told = await picture.bounding_box(), await words.bounding_box()
    assert frame
    assert told
    assert told["y"] >= frame["y"] + frame["height"], "words stand below the picture, and cover nothing of it"


@pytest.mark.long
async def test_a_file_can_be_fetched(window: Window):
    await window.command("Alice", "/demo fichier")
    async with window.page.expect_download() as coming:
        await window.pane("Bruno").get_by_role("link", name="notes.txt").last.click()
    path = await (await coming.value).path()
    assert await asyncio.to_thread(path.read_bytes) == b"six six un"


async def test_two_people_press_at_the_same_time_and_both_count(stage: Stage, window: Window):
    await window.table("Alice", "Duo")
    other = await stage.window()  # a window has one mouse only
    buttons = [
        place.message(name, "Nom Duo,").get_by_role("button", name="Présent")
        for place, name in ((window, "Alice"), (other, "Bruno"))
    ]
    await asyncio.gather(*(button.click() for button in buttons))
    for place in (window, other):
        for name in ("Alice", "Bruno"):
            await expect(place.message(name, "Nom Duo,")).to_contain_text("Présents : Alice, Bruno")
    await other.context.close()


async def test_only_its_owner_sees_an_ephemeral_answer_and_can_dismiss_it(window: Window):
    await window.table("Alice", "Chut")
    await window.message("Bruno", "Nom Chut,").get_by_role("button", name="Secret").click()
    secret = window.message("Bruno", "Votre dé")
    await expect(secret).to_contain_text("@Bruno")
    await expect(secret).to_contain_text("Personne d’autre ne voit ce message")
    await expect(window.message("Alice", "Votre dé")).to_have_count(0)
    await secret.get_by_role("button", name="Rejeter le message").click()
    await expect(window.message("Bruno", "Votre dé")).to_have_count(0)


async def test_a_private_message_marks_its_reader_s_tab_alone(window: Window):
    await window.table("Alice", "Pli")
    await window.message("Alice", "Nom Pli,").get_by_role("button", name="Message privé").click()
    tab = window.pane("Alice").get_by_role("tab", name="Gobelet")
    await expect(tab).to_contain_text("non lus : 1")
    await expect(window.pane("Bruno").get_by_role("tab", name="Gobelet")).not_to_contain_text("non lus")
    await tab.click()
    await expect(window.message("Alice", "Bonsoir du bot")).to_contain_text("d'hôte")
    await expect(tab).not_to_contain_text("non lus")


@pytest.mark.long
async def test_closed_private_messages_are_closed(window: Window):
    await window.table("Alice", "Porte")
    await window.pane("Bruno").get_by_label("Réglages : Bruno").click()
    await window.pane("Bruno").get_by_label("Messages privés fermés").check()
    await window.message("Bruno", "Nom Porte,").get_by_role("button", name="Message privé").click()
    await expect(window.message("Bruno", "Vos messages privés sont fermés.")).to_be_visible()
    await window.pane("Bruno").get_by_label("Réglages : Bruno").click()
    await window.pane("Bruno").get_by_label("Messages privés fermés").uncheck()


async def test_lists_send_one_choice_or_several(window: Window):
    await window.table("Alice", "Sel")
    message = window.message("Alice", "Nom Sel,")
    await message.get_by_role("button", name="Épices (one)").press("Enter")
    await window.page.keyboard.press("s")
    await window.page.keyboard.press("Enter")
    await expect(window.message("Alice", "Goûts : safran")).to_be_visible()
    await message.get_by_role("button", name="Épices (many)").click()
    for taste in ("Thym", "Poivre"):
        await window.page.get_by_role("option", name=taste).click()
    await window.page.get_by_role("button", name="Valider").click()
    await expect(window.message("Alice", "Goûts : poivre, thym")).to_be_visible()
    await message.get_by_role("button", name="Quelqu'un").click()
    await window.page.get_by_role("option", name="Bruno").click()
    await expect(window.message("Alice", "Invité : @Bruno")).to_be_visible()


@pytest.mark.long
async def test_an_open_list_stays_open_while_the_message_changes(window: Window):
    await window.table("Alice", "Clou")
    await window.message("Alice", "Nom Clou,").get_by_role("button", name="Épices (many)").click()
    await window.page.get_by_role("option", name="Thym").click()
    await window.message("Bruno", "Nom Clou,").get_by_role("button", name="Présent").dispatch_event("click")
    await expect(window.message("Alice", "Nom Clou,")).to_contain_text("Présents : Bruno")
    await expect(window.page.get_by_role("option", name="Thym")).to_have_attribute("aria-selected", "true")
    await expect(window.pane("Alice").get_by_role("listbox", name="Épices (many)")).to_be_focused()


async def test_a_modal_keeps_its_draft_over_pushes_and_is_sent(window: Window):
    await window.table("Alice", "Plume")
    await window.message("Alice", "Nom Plume,").get_by_role("button", name="Fiche").click()
    dialog = window.pane("Alice").get_by_role("dialog", name="Fiche")
    await dialog.get_by_label("Nom").fill("Zoé")
    await dialog.get_by_label("Récit").fill("Il pleut")
    await window.message("Bruno", "Nom Plume,").get_by_role("button", name="Présent").dispatch_event("click")
    await expect(window.message("Alice", "Nom Plume,")).to_contain_text("Présents : Bruno")
    await expect(dialog.get_by_label("Récit")).to_be_focused()
    await expect(dialog.get_by_label("Nom")).to_have_value("Zoé")
    await dialog.get_by_label("Épice").click()
    await window.page.get_by_role("option", name="Cumin").click()
    await dialog.get_by_label("Tarte").check()
    await dialog.get_by_label("Pain").check()
    await dialog.get_by_label("Eau").check()
    await dialog.get_by_role("button", name="Envoyer").click()
    await expect(window.message("Bruno", "Fiche : Zoé / Il pleut / Cumin / Tarte / Pain+Eau")).to_be_visible()
    await expect(dialog).to_have_count(0)


async def test_files_are_sent_with_a_modal_or_none(window: Window):
    await window.table("Alice", "Lin")
    for files, said in (
        ([], "Photos : aucune"),
        ([("un été.png", 5), ("b.jpg", 9)], "Photos : un été.png (5), b.jpg (9)"),
    ):
        await window.message("Alice", "Nom Lin,").get_by_role("button", name="Photo").click()
        dialog = window.pane("Alice").get_by_role("dialog", name="Photo")
        kept = [{"name": name, "mimeType": "image/png", "buffer": bytes(size)} for name, size in files]
        await dialog.get_by_label("Photos").set_input_files(kept)
        await dialog.get_by_role("button", name="Envoyer").click()
        await expect(window.message("Bruno", said)).to_be_visible()
        await expect(dialog).to_have_count(0)


@pytest.mark.long
async def test_a_file_that_is_too_large_leaves_the_modal_open(window: Window, tmp_path: Path):
    await window.table("Alice", "Jonc")
    await window.message("Alice", "Nom Jonc,").get_by_role("button", name="Photo").click()
    dialog = window.pane("Alice").get_by_role("dialog", name="Photo")
    large = tmp_path / "a.png"
    large.write_bytes(bytes(10 * 1024 * 1024 + 1))
    await dialog.get_by_label("Photos").set_input_files(large)
    await dialog.get_by_role("button", name="Envoyer").click()
    await expect(window.page.get_by_text("Un fichier fait au plus 10 Mio.")).to_be_visible()
    await expect(dialog).to_be_visible()
    await dialog.get_by_role("button", name="Annuler").click()
    refused = window.complaints.pop()
    assert "413" in refused  # the browser says so by itself


@pytest.mark.long
async def test_a_deferred_answer_says_that_the_bot_thinks(window: Window):
    await window.command("Alice", "/demo lent")
    await expect(window.message("Bruno", "réfléchit…")).to_be_visible()
    await window.command("Bruno", "/demo fichier")
    await expect(window.message("Bruno", "Réflexion faite")).to_be_visible()
    await expect(window.message("Bruno", "réfléchit…")).to_have_count(0)


async def test_a_bot_that_does_not_answer_is_told_to_who_pressed(window: Window):
    await window.table("Alice", "Nuit")
    await window.message("Bruno", "Nom Nuit,").get_by_role("button", name="Muet").click()
    await expect(window.message("Bruno", "Nom Nuit,").get_by_role("alert")).to_contain_text(
        "L’application ne répond pas"
    )
    await expect(window.message("Alice", "Nom Nuit,").get_by_role("alert")).to_have_count(0)


@pytest.mark.long
async def test_where_all_is_in_sight_nothing_newer_is_offered(window: Window):
    for name in ("Alice", "Bruno"):
        await window.pane(name).get_by_role("tab", name="le-grenier").click()
    for text in "abcdefghijklmnopqrst":
        await window.pane("Alice").get_by_role("combobox").first.fill(f"Ligne {text}")
        await window.page.keyboard.press("Enter")
    await expect(window.message("Bruno", "Ligne t")).to_be_visible()
    newer = window.pane("Bruno").get_by_role("button", name="Messages récents")
    await window.page.set_viewport_size({"width": 1280, "height": 300})
    log = window.pane("Bruno").get_by_role("log")
    await log.press("Home")
    await expect(log).to_have_js_property("scrollTop", 0)
    await expect(newer).to_be_visible()
    await window.page.set_viewport_size({"width": 1280, "height": 1600})
    await expect(newer).to_be_hidden()


async def test_what_one_writes_is_kept_while_the_channel_moves(window: Window):
    await window.table("Alice", "Encre")
    box = window.pane("Alice").get_by_role("combobox").first
    await box.press_sequentially("Je bluffe, ")
    await window.message("Bruno", "Nom Encre,").get_by_role("button", name="Présent").dispatch_event("click")
    await expect(window.message("Alice", "Nom Encre,")).to_contain_text("Présents : Bruno")
    await box.press_sequentially("ou pas")
    await box.press("Enter")
    await expect(window.message("Bruno", "Je bluffe, ou pas")).to_be_visible()


async def test_the_focus_stays_on_a_button_whose_message_changes(window: Window):
    await window.table("Alice", "Phare")
    button = window.message("Alice", "Nom Phare,").get_by_role("button", name="Présent")
    await button.press("Enter")
    await expect(window.message("Alice", "Nom Phare,")).to_contain_text("Présents : Alice")
    await expect(button).to_be_focused()


async def test_nothing_moves_under_a_button_that_is_down(window: Window):
    await window.table("Alice", "Calme")
    mine, other = (window.message(name, "Nom Calme,") for name in ("Alice", "Bruno"))
    await mine.get_by_role("button", name="Présent").hover()
    await window.page.mouse.down()
    await other.get_by_role("button", name="Présent").focus()
    await window.page.keyboard.press("Enter")
    await expect(other).to_contain_text("Présents : Bruno")
    await expect(mine).to_contain_text("Présents : personne")
    await window.page.mouse.up()
    await expect(mine).to_contain_text("Présents : Alice, Bruno")


@pytest.mark.long
async def test_a_pane_speaks_its_persons_language(window: Window):
    await window.page.get_by_role("button", name="Dylan").click()
    box = window.pane("Dylan").get_by_role("combobox").first
    await expect(box).to_have_attribute("placeholder", "Message # la-taverne — “/”: commands")
    await window.pane("Dylan").get_by_role("button", name="Close Dylan’s pane").click()
    await expect(window.pane("Dylan")).to_have_count(0)
