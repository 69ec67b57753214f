"""DESfausse on the wire: a whole game in which everybody decides at once, and nobody sees another's dice."""

import random
from pathlib import Path

import pytest

from bot.tables.proof.record import Record
from playground.interactions import Interaction
from playground.limits import Rate
from playground.messages import Message
from playground.people import Person
from tests.support.wire import Play, piece
from tests.support.wire_desfausse import OPENERS, Brood, Truth, audience, hand_in
from tests.support.wire_judges import check_dice
from tests.support.wire_reading import Piece, pieces_of, text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(240)]

MOST_IN_CHANNEL = 6
"""Posts and edits in the channel for a turn in which all answer at once."""
PATIENT_TURNS = 2
"""So long a call is awaited that concerns several people; then one person's has to do."""
MOST_CLICKS = 60
"""A game that is longer ends by leaving."""


async def test_a_game_all_at_once_and_in_secret(play: Play, tmp_path: Path) -> None:
    """Two play by private messages, Chloé by « Ma main »; killed in mid-turn; to a winner."""
    # With real limits edits would only be gathered more, and the game take minutes.
    play.server.limits.rates |= {"send": Rate(500, 1), "edit": Rate(500, 1), "global": Rate(5000, 1)}
    table = Brood(
        play, play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé"), random.Random(5)
    )
    play.world.set_dms(table.people[2].id, False)
    await table.begin()
    await table.ready()
    await check_two_devices(table)
    await check_kill_in_mid_turn(table)
    clicks = await play_to_the_end(table)
    check_log(table, clicks)
    assert "gagne" in text_of(table.board())
    check_secrets(table, await check_dice(table, tmp_path))


async def play_to_the_end(table: Brood) -> list[Interaction]:
    """Turn after turn; from the second one on without hesitation. All that was clicked."""
    clicks: list[Interaction] = []
    stood, turns, prompt, before = False, [table.turn], False, 0
    while await table.ready():
        if table.turn != turns[-1]:
            assert not prompt or in_channel(table) - before <= MOST_IN_CHANNEL
            turns.append(table.turn)
            prompt, before = True, in_channel(table)
        together = len(table.awaited) > 1 or len(turns) > PATIENT_TURNS
        if not stood and together and "Appel des" in text_of(table.board()):
            stood = await check_choice_stands(table)
            prompt = False  # they did not answer at once
        else:
            clicks += await table.instant(prompt)
        if len(clicks) > (MOST_CLICKS if stood else 2 * MOST_CLICKS):
            await table.cut_short()
    assert stood
    return clicks


def in_channel(table: Brood) -> int:
    """How many messages and edits the channel has had."""
    path = f"/channels/{table.channel.id}/messages"
    sent = (each for each in table.play.server.requests if each.path.startswith(path))
    return sum(each.method in ("POST", "PATCH") for each in sent)


async def strange(table: Brood, person: Person, custom_id: str) -> str:
    """What a person is told, alone, who presses a button that no message shows (any more)."""
    planted = table.play.plant(table.play.world.add_channel("ailleurs"), custom_id)
    answer = await table.play.answer(await table.play.click(person, planted, custom_id))
    assert answer.message is not None
    assert answer.message.audience == person.id
    return text_of(answer.message)


async def check_two_devices(table: Brood) -> None:
    """What one device has rolled again, another one that shows the hand from before does not."""
    for person, panel in await table.ready():
        if not person.dms_open:
            continue
        hand, others = hand_in(panel), pieces_of(await table.look(person))
        await pick_one(table, person, panel)
        await table.play.press(person, panel, "reroll")
        rolled = hand_in(panel)
        assert len(rolled) == len(hand)
        for each in others:
            if each.verb in ("all", "stop"):  # a hand that is open follows soon
                assert "n’est plus à jour" in await strange(table, person, each.custom_id)
        assert hand_in(panel) == rolled
        assert rows_of(table, person) == [("reroll",)]


def rows_of(table: Brood, person: Person) -> list[tuple[str]]:
    asked = "SELECT json_extract(payload, '$.type') FROM log WHERE kind = 'act' AND user_id = ? ORDER BY seq"
    return table.play.rows(asked, (person.id,))


async def pick_one(table: Brood, person: Person, panel: Message) -> None:
    """Pick a die, to be rolled again."""
    loose = next(each for each in pieces_of(panel) if each.verb == "pick")
    await table.play.answer(await table.play.touch(person, panel, loose))
    await table.play.until(lambda: offers(panel, "reroll"), "a picked die")


def offers(panel: Message, verb: str) -> bool:
    """Whether a message has a button with this verb."""
    return any(each.verb == verb for each in pieces_of(panel))


async def check_kill_in_mid_turn(table: Brood) -> None:
    """Hands and buttons outlive the process; half chosen rerolls do where the clock was not set anew."""
    panels = await table.ready()
    assert any(not person.dms_open for person, _ in panels)
    for person, panel in panels:
        await pick_one(table, person, panel)
    shown, told = [hand_in(panel) for _, panel in panels], pieces_of(table.board())
    aside = [pieces_of(panel) for person, panel in panels if not person.dms_open]
    ends = table.play.rows("SELECT alarm_at FROM tables")
    await table.play.restart()
    await table.play.until(
        lambda: table.play.rows("SELECT alarm_at FROM tables") != ends, "a clock without the time away"
    )
    await table.play.up_to_date()
    assert [table.panel(person) for person, _ in panels] == [panel for _, panel in panels]
    assert [hand_in(panel) for _, panel in panels] == shown
    assert [pieces_of(panel) for person, panel in panels if not person.dms_open] == aside
    assert pieces_of(table.board()) == told
    for (person, panel), hand in zip(panels, shown, strict=True):
        if person.dms_open and not offers(panel, "reroll"):  # redrawn with the new time
            await pick_one(table, person, panel)
        again = piece(panel, "reroll")
        await table.play.answer(await table.play.touch(person, panel, again))
        await table.play.until(
            lambda panel=panel, again=again: again not in pieces_of(panel), "the dice to be rolled"
        )
        pairs = zip(hand, hand_in(panel), strict=True)
        assert sum(one != other for one, other in pairs) <= 1
        assert rows_of(table, person)[-1] == ("reroll",)


async def check_choice_stands(table: Brood) -> bool:
    """A choice is made once; after the call it is refused kindly, by its old button and by any other way."""
    first, *others = await table.ready()
    person, panel = first
    while not (confirm := [each for each in pieces_of(panel) if each.verb == "discard"]):
        question = next(each for each in pieces_of(panel) if each.is_list)
        before = text_of(panel)
        await table.play.answer(await table.play.touch(person, panel, question))
        await table.play.until(lambda before=before: text_of(panel) != before, "the next question")
    await table.play.answer(await table.play.touch(person, panel, confirm[0]))
    made = acts(table)
    for again in (confirm[0].custom_id, passing(confirm[0])) if others else ():
        assert "Votre choix pour cet appel est fait" in await strange(table, person, again)
    assert acts(table) == made
    for other, theirs in others:
        await table.play.press(other, theirs, "pass")
    if not await table.ready():
        return True
    made = acts(table)
    assert "n’est plus à jour" in await strange(table, person, confirm[0].custom_id)
    now = pieces_of(table.board())[0].drawn
    anew = f"g:{confirm[0].table}:{now}:discard:{confirm[0].arg}"
    said = await strange(table, person, anew)
    assert "Cet appel est passé" in said or "Vous avez déjà défaussé" in said, said
    assert acts(table) == made
    return True


def passing(confirm: Piece) -> str:
    return f"g:{confirm.table}:{confirm.drawn}:pass:"


def acts(table: Brood) -> int:
    return int(table.play.rows("SELECT count(*) FROM log WHERE kind = 'act'")[0][0])


def check_log(table: Brood, clicks: list[Interaction]) -> None:
    """Each decision is in the log, once; what only opened something is not."""
    logged = [row[0] for row in table.play.rows("SELECT interaction_id FROM log WHERE kind = 'act'")]
    assert len(set(logged)) == len(logged)
    decided = {each.id for each in clicks if each.label.split(":")[3] not in OPENERS}
    assert decided
    assert {each.id for each in clicks} & set(logged) == decided


def check_secrets(table: Brood, record: Path) -> None:
    """F2: until a turn ends, no payload holds dice that its audience has not rolled itself."""
    told = Record.load(record.read_bytes())
    truth = Truth.of(told)
    joined = {row[0]: row[1] for row in table.play.rows("SELECT user_id, seat FROM log WHERE kind = 'act'")}
    assert truth.ends
    for sent in table.play.server.requests:
        if isinstance(sent.body, dict):
            reached = audience(table.play, sent)
            assert not truth.strange(sent, joined.get(reached)), (reached, sent)
