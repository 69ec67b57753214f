"""A picture brought in a form is fetched, painted, stored, and there after a kill (Z26)."""

import json
from io import BytesIO

from PIL import Image

from playground.channels import Channel
from playground.messages import Message, Upload
from playground.people import Person
from tests.engines.defizz.decks import MIXED
from tests.support.scene import scene
from tests.support.wire import Play
from tests.support.wire_reading import pieces_of, text_of

ALT = "rouge partout, aucun signe"


def painted() -> bytes:
    kept = BytesIO()
    Image.new("RGB", (2000, 900), "red").save(kept, "PNG")
    return kept.getvalue()


async def panel_of_first_card(play: Play, person: Person, channel: Channel) -> Message:
    """Open the deck and its first card."""
    opened = await play.command(person, channel, "defizz paquet modifier", nom="quiz")
    assert opened is not None
    (cards,) = [piece for piece in pieces_of(opened) if piece.verb == "card"]
    await play.press(person, opened, "card", value=cards.values[0])
    return opened


@scene
async def test_z26_a_picture_of_a_form_is_stored_and_outlives_the_bot(play: Play) -> None:
    channel = play.world.add_channel("jeux")
    (gerard,) = play.people("Gérard")
    gerard.moderator = True
    data = json.dumps(MIXED).encode()
    file = play.world.messages.keep(channel.id, Upload(0, "quiz.json", data, "application/json"))
    brought = await play.command(gerard, channel, "defizz paquet importer", fichier=str(file.id), nom="quiz")
    assert "est importé" in text_of(brought)
    panel = await panel_of_first_card(play, gerard, channel)
    (first, *_) = [piece for piece in pieces_of(panel) if piece.verb == "picture"]
    asked = await play.click(gerard, panel, first.custom_id)
    form = (await play.answer(asked)).modal
    assert [part["component"]["type"] for part in form["components"]] == [19, 3, 4, 4]
    picture = play.world.messages.keep(channel.id, Upload(0, "un été.png", painted(), "image/png"))
    values = {"file": [str(picture.id)], "alt": ALT}
    await play.answer(await play.server.submit_modal(gerard.id, asked.id, values))
    await play.until(lambda: "image-1.webp" in [each.filename for each in panel.attachments], "the picture")
    (stored,) = play.rows("SELECT digest, length(content) FROM pictures")
    await play.kill()
    await play.start()
    again = await panel_of_first_card(play, gerard, channel)
    await play.until(lambda: [each.filename for each in again.attachments] == ["image-1.webp"], "the picture")
    with Image.open(BytesIO(again.attachments[0].content)) as shown:
        assert (shown.format, shown.size) == ("WEBP", (1000, 450))
    assert play.rows("SELECT picture FROM deck_pictures") == [(stored[0],)]
    assert play.rows("SELECT digest, length(content) FROM pictures") == [stored]
