"""Débâcle on the wire: turns by drafts, what players settle between them, and what is left of a game."""

import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from playground.messages import Message
from playground.people import Person
from tests.support.wire import Play, piece
from tests.support.wire_debacle import Floes, replayed
from tests.support.wire_diavolo import alt_of, plain
from tests.support.wire_judges import check_dice
from tests.support.wire_reading import Piece, pieces_of, text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(240)]


async def test_a_game_by_drafts(play: Play, tmp_path: Path) -> None:
    """One plays by private messages, the other in the channel's panels; a round is won, then one gives up."""
    table = Floes(play, play.world.add_channel("jeux"), play.people("Alice", "Bruno"), random.Random(7))
    play.world.set_dms(table.people[1].id, False)
    await table.begin()
    await table.play_on(lambda: "manche 2" in text_of(table.board()))
    await table.play_on(lambda: fresh(table, table.people[0]))
    scene = await Scene.of(table)
    await check_draft(scene)
    await check_more_time(scene)
    await check_kill_in_mid_draft(scene)
    await check_turns_end(scene)
    await check_agreement(await Scene.of(table))
    await check_resignation(table, tmp_path)


def offering(message: Message, verb: str) -> Piece | None:
    return next((each for each in pieces_of(message) if each.verb == verb), None)


def fresh(table: Floes, person: Person) -> bool:
    """Whether a turn of this person begins, and their own message shows it."""
    ((drafted, turn),) = table.play.rows("SELECT draft, turn FROM tables")
    mine = table.choices(person)
    return drafted is None and mine is not None and {each.drawn for each in mine[1]} == {turn}


@dataclass
class Scene:
    """A turn that begins: who plays, in which message, and who waits."""

    play: Play
    table: Floes
    mover: Person
    waiting: Person
    panel: Message

    @classmethod
    async def of(cls, table: Floes) -> "Scene":
        """Wait until the messages show whose turn it is."""
        await table.play.up_to_date()
        mover = table.current
        assert mover is not None, text_of(table.board())
        panel = table.play.panel(mover) if mover.dms_open else await table.look(mover)
        assert panel is not None
        assert piece(panel, "die")
        other = next(each for each in table.people if each is not mover)
        return cls(table.play, table, mover, other, panel)

    async def do(self, wanted: str = "") -> str:
        """Choose a die, then the first thing that it may do (or one so labelled); what was done."""
        for die in await self.dice():
            await self.dice()
            await self.play.press(self.mover, self.panel, "die", value=die)
            found = await self.play.until(lambda die=die: self.moves_of(die), f"the moves of {die}")
            fitting = [each for each in found if each.label.startswith(wanted)]
            if fitting:
                await self.play.answer(await self.play.touch(self.mover, self.panel, fitting[0]))
                await self.play.until(
                    lambda die=die, gone=found: gone != self.moves_of(die), "the die to have moved"
                )
                return fitting[0].arg
        raise AssertionError(f"no die may do {wanted}: {text_of(self.panel)}")

    async def dice(self) -> tuple[str, ...]:
        """Have the list of dice shown, if one die's moves are; the dice that may move."""
        if not piece(self.panel, "die").is_list:
            await self.play.press(self.mover, self.panel, "die")
        return (await self.play.until(lambda: self.listed, "the list of dice")).values

    @property
    def listed(self) -> Piece | None:
        return next((p for p in pieces_of(self.panel) if p.verb == "die" and p.is_list), None)

    def moves_of(self, die: str) -> list[Piece]:
        return [each for each in pieces_of(self.panel) if each.verb == "do" and each.arg.startswith(die)]

    async def press(self, person: Person, verb: str) -> str:
        """Press a button of the board, as soon as it is there; what the person is told."""
        shown = await self.play.until(lambda: offering(self.table.board(), verb), f"{verb} on the board")
        answer = await self.play.answer(await self.play.touch(person, self.table.board(), shown))
        return text_of(answer.message)

    async def strange(self, person: Person, custom_id: str) -> str:
        """What a person is told who presses a button that no message shows (any more)."""
        planted = self.play.plant(self.play.world.add_channel("ailleurs"), custom_id)
        answer = await self.play.answer(await self.play.click(person, planted, custom_id))
        assert answer.message is not None
        assert answer.message.audience == person.id
        return text_of(answer.message)

    def of_now(self, verb: str, arg: str = "") -> str:
        """The custom id that a button drawn now would have."""
        ((table, turn),) = self.play.rows("SELECT id, turn FROM tables")
        return f"g:{table}:{turn}:{verb}:{arg}"

    def drafted(self) -> int:
        """How many actions of the turn are drafted, by the database."""
        return len(json.loads(self.play.rows("SELECT draft FROM tables")[0][0] or "[]"))

    def acts(self) -> int:
        return int(self.play.rows("SELECT count(*) FROM log WHERE kind = 'act'")[0][0])


async def check_draft(scene: Scene) -> None:
    """A drafted action is shown to both and can be taken back; no other hand and no old button touch it."""
    play, table, before = scene.play, scene.table, scene.acts()
    old = piece(scene.panel, "die").custom_id
    seen = alt_of(table.board().components)
    done = await scene.do("Rouler")
    assert (scene.drafted(), scene.acts()) == (1, before)
    await play.until_reads(table.board, "Brouillon")
    for shown in (table.board(), scene.panel):
        assert "Brouillon" in text_of(shown)
        assert "Brouillon" in alt_of(shown.components)
    origin, to = done[:2], done[3:5]
    assert "n’est plus à jour" in await scene.strange(scene.mover, old.replace("s:", "g:", 1))
    assert f"plus de dé en {origin}" in await scene.strange(scene.mover, scene.of_now("do", f"{origin}-{to}"))
    theirs = foreign_die(table, scene.waiting)
    assert "est à l’adversaire" in await scene.strange(scene.mover, scene.of_now("do", f"{theirs}_"))
    for verb, arg in (("undo", ""), ("do", f"{theirs}_"), ("pass", "")):
        assert "Ce n’est pas à vous" in await scene.strange(scene.waiting, scene.of_now(verb, arg))
    assert (scene.drafted(), scene.acts()) == (1, before)
    await play.press(scene.mover, scene.panel, "undo")
    await play.up_to_date()
    assert scene.drafted() == 0
    assert positions(alt_of(table.board().components)) == positions(seen)
    assert "rien à annuler" in await scene.strange(scene.mover, scene.of_now("undo"))


def positions(words: str) -> list[str]:
    """The sentences that say where the dice lie."""
    return [each for each in words.split(". ") if " dés : " in each or " dé : " in each]


def foreign_die(table: Floes, owner: Person) -> str:
    """One of a person's dice, by the words of the board."""
    color = "Rouge" if f"🔴 **{owner.name}**" in text_of(table.board()) else "Noir"
    told = next(each for each in positions(alt_of(table.board().components)) if color in each)
    return told.partition(" : ")[2][:2]


async def check_kill_in_mid_draft(scene: Scene) -> None:
    """What is drafted outlives the process, and the message that was there goes on with its buttons."""
    await scene.do("Rouler")
    shown = [each.custom_id for each in pieces_of(scene.panel)]
    assert scene.drafted() == 1
    await scene.play.restart()
    assert scene.drafted() == 1
    assert [each.custom_id for each in pieces_of(scene.panel)] == shown
    assert scene.play.panel(scene.mover) is scene.panel
    await scene.play.press(scene.mover, scene.panel, "undo")
    assert scene.drafted() == 0
    await scene.do("Rouler")


async def check_turns_end(scene: Scene) -> None:
    """The second action ends the turn: both are in the log, and there is nothing to undo for anybody."""
    before, undo = scene.acts(), piece(scene.panel, "undo").custom_id
    old = piece(scene.panel, "die").custom_id.replace("s:", "g:", 1)
    turn = scene.play.rows("SELECT alarm_key FROM tables")
    while scene.play.rows("SELECT alarm_key FROM tables") == turn:
        for verb in ("pass", "back", "die"):
            if any(each.verb == verb for each in pieces_of(scene.panel)):
                await (scene.do() if verb == "die" else scene.play.press(scene.mover, scene.panel, verb))
                break
    assert scene.drafted() == 0
    assert scene.acts() >= before + 2
    for person in (scene.mover, scene.waiting):
        assert "n’est plus à jour" in await scene.strange(person, undo)
    assert "n’est plus à jour" in await scene.strange(scene.mover, old)
    assert not [each for each in pieces_of(scene.panel) if each.verb in ("die", "do", "undo", "pass")]


async def check_more_time(scene: Scene) -> None:
    """Who waits may give one more length of time, once; nobody gives it to themselves."""
    ((at, length),) = scene.play.rows("SELECT alarm_at, 1000 * alarm_seconds FROM tables")
    await scene.press(scene.waiting, "grant")
    assert scene.play.rows("SELECT alarm_at FROM tables") == [(at + length,)]
    assert "plus de temps que pour un tour" in await scene.press(scene.waiting, "grant")
    assert "votre chrono qui tourne" in await scene.press(scene.mover, "grant")
    assert scene.play.rows("SELECT alarm_at FROM tables") == [(at + length,)]


async def check_agreement(scene: Scene) -> None:
    """B10: an offer stands until it is answered, or until something changes; taken up, it ends the round."""
    mover, waiting = scene.mover, scene.waiting
    await scene.press(waiting, "offer")
    assert "votre proposition" in await scene.press(waiting, "accept")
    await scene.press(mover, "decline")
    assert "ne tient plus" in await scene.strange(mover, scene.of_now("accept", "end_round"))
    await scene.press(waiting, "offer")
    await scene.do()
    assert "ne tient plus" in await scene.strange(mover, scene.of_now("accept", "end_round"))
    await scene.press(mover, "offer")
    await scene.press(waiting, "accept")
    await scene.play.until_reads(scene.table.board, "manche 3, tour 1")
    assert scene.drafted() == 0


async def check_resignation(table: Floes, folder: Path) -> None:
    """Giving up takes two clicks; the file that is left has all the moves, and replays to the same end."""
    play, (alice, bruno) = table.play, table.people
    asked = (await table.press(bruno, "resign")).message
    assert asked is not None
    assert asked.audience == bruno.id
    assert not table.over
    await play.press(bruno, asked, "resign", "yes")
    board = await play.until_reads(table.board, "🏆", "**Alice**", "a quitté la partie")
    await play.up_to_date()
    text, answers = await replayed(table, folder)
    assert [f"\nround {number} " in text for number in (1, 2, 3)] == [True] * 3
    words = [word for line in text.splitlines() if not line.startswith("#") for word in line.split()]
    assert words.count("agreed") == 1
    assert words[-4].endswith("-leaves")
    logged = play.rows("SELECT count(*) FROM log WHERE kind IN ('act', 'leave', 'system')")[0][0]
    assert len(answers) == logged + 1  # and the start
    assert '"over"' in answers[-1]
    points = dict(re.findall(r"([🔴⚫]) \*\*[^·]* · (\d+) points?", plain(text_of(board))))
    assert f"over {points['🔴']}:{points['⚫']} " in text
    assert await check_dice(table, folder)
    assert alice.in_server
