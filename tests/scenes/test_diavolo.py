"""Diavolo: clicks in any order and at any moment, where Discord's own moments decide."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

from playground.calls import Request
from playground.interactions import Answer, Interaction
from playground.people import Person
from playground.snowflakes import moment_of
from tests.support.chance import chance_of
from tests.support.scene import scene, until_moment
from tests.support.wire import Play, piece
from tests.support.wire_diavolo import COLOURS, NAMES, Devils, alt_of, dice_told, plain, right_color
from tests.support.wire_judges import record_of
from tests.support.wire_reading import pieces_of, text_of

TAKEN = re.compile(r"Diablotin \S+ (noir|blanc|rouge|gris) pris, (\d+,\d\d)\ss\.")
RESULT = re.compile(
    r"^[✅❌] \*\*(\w+)\*\* · (?:\S+ (noir|blanc|rouge|gris) en (\d+,\d\d)\ss|rien pris)", re.M
)


def table_of(play: Play, *names: str) -> Devils:
    return Devils(play, play.world.add_channel("jeux"), play.people(*names), chance_of("races"))


@scene
async def test_all_grab_at_once_from_the_first_throw_to_the_winner(play: Play) -> None:
    """Bruno is always wrong, Chloé from the third round on: both go out, Bruno first, and Alice wins."""
    play.provoked = (40060,)  # a click that is delivered twice is answered twice
    table = table_of(play, "Alice", "Bruno", "Chloé")
    alice, bruno, chloe = table.people
    await table.begin()
    for number in range(1, 100):
        roller = await table.may_roll()
        if roller is None:
            break
        opened = await roll_with_picture(table, roller)
        in_play = [person for person in table.people if f"💀 **{person.name}**" not in text_of(table.board())]
        if bruno not in in_play:
            await refused_kindly(table, bruno)
        wrong = {bruno} if number < 3 else {bruno, chloe}
        if number == 1:
            await grab_twice(table, alice, opened)
            in_play.remove(alice)
        clicks = await grab_at_once(table, in_play, wrong)
        await check_order(table, clicks, opened, number, took_before=1 if number == 1 else 0)
        await grab_after_settling(table, chloe, clicks[0])
    board = text_of(table.board())
    assert "**Alice** garde ses gemmes et gagne" in board
    ranked = re.findall(r"^` ?(\d)` \*\*(\w+)\*\*", board, re.M)
    assert ranked == [("1", "Alice"), ("2", "Chloé"), ("3", "Bruno")]
    await record_of(table, play.database.parent)


async def roll_with_picture(table: Devils, roller: Person) -> Interaction:
    """The roller's click brings the picture with the four buttons in one payload; nothing of it before."""
    before = len(table.play.server.requests)
    rolled = await roll(table, roller)
    told = await dice_shown(table)
    first = first_payload_with(told, table.play)
    assert first in table.play.server.requests[before:]
    shows_all(first)
    return rolled


async def roll(table: Devils, roller: Person) -> Interaction:
    """Throw the dice; the answer is the board, at once or (on a busy machine) after an acknowledgement."""
    rolled = await table.play.touch(roller, table.board(), piece(table.board(), "roll"))
    answer = await table.play.answer(rolled)
    assert answer.kind in ("update", "deferred_update")
    return rolled


async def dice_shown(table: Devils) -> str:
    """Wait until the dice can be grabbed for; the dice as the picture's words tell them."""
    play = table.play
    await play.until(lambda: any(each.verb == "grab" for each in pieces_of(table.board())), "the dice")
    dice = alt_of(table.board().components).partition(" Ordre")[0]
    assert dice_told(dice)
    return dice


def first_payload_with(words: str, play: Play) -> Request:
    """The first request by which anybody could know these dice."""
    return next(each for each in play.server.requests if words in plain(written(each)))


def shows_all(sent: Request) -> None:
    """One payload has the picture, which it shows, the dice in words, and the four buttons, enabled."""
    assert sent.files == ("diavolo.png",)
    text = written(sent)
    assert "attachment://diavolo.png" in text
    assert sorted(re.findall(r":grab:(\w+)\"", text)) == sorted(COLOURS)  # their places change each round
    assert '"disabled": true' not in text


def written(request: Request) -> str:
    return json.dumps(request.body, ensure_ascii=False)


async def grab_twice(table: Devils, person: Person, opened: Interaction) -> None:
    """Two clicks of one player in one instant, and one click delivered twice: one pawn, one line."""
    play, board = table.play, table.board()
    right = right_color(alt_of(board.components))
    other = next(color for color in COLOURS if color != right)
    play.server.faults.hold()
    play.server.faults.duplicate()
    first = await play.touch(person, board, piece(board, "grab", right))
    second = await play.touch(person, board, piece(board, "grab", other))
    play.server.faults.release()
    answers = [await play.answer(first), await play.answer(second)]
    said = [plain(text_of(answer.message)) for answer in answers]
    assert [" pris, " in words for words in said] == [True, False]
    assert "on ne l’échange pas" in said[1]
    assert all(answer.message.audience == person.id for answer in answers)
    check_seconds(answers[0], first, opened)
    logged = play.rows("SELECT interaction_id FROM log WHERE user_id = ? AND kind = 'act'", (person.id,))
    assert [row for row in logged if row[0] != opened.id] == [(first.id,)]


async def grab_at_once(table: Devils, people: Sequence[Person], wrong: set[Person]) -> list[Interaction]:
    """Everybody clicks within one instant; Discord delivers the clicks in another order."""
    play, board, chance = table.play, table.board(), table.chance
    right = right_color(alt_of(board.components))
    play.server.faults.hold()
    clicks = []
    for person in chance.sample(people, len(people)):
        color = chance.choice([each for each in COLOURS if each != right]) if person in wrong else right
        clicks.append(await play.touch(person, board, piece(board, "grab", color)))
    held = list(range(play.server.faults.held))
    play.server.faults.release(chance.sample(held, len(held)))
    for click in clicks:
        answer = await play.answer(click)
        assert answer.kind == "message"
        assert answer.message.audience == click.person_id
        table.note(click, answer)
    return clicks


async def check_order(
    table: Devils, clicks: list[Interaction], opened: Interaction, number: int, took_before: int
) -> None:
    """Who was first is who clicked first (D5), and the time told is that of the click."""
    told = await table.settled(number)
    shown = {name: (NAMES.get(color), seconds) for name, color, seconds in RESULT.findall(told)}
    many = len(clicks) + took_before
    free = Counter({color: min(3, many - 1) for color in COLOURS} | {"grey": 1})  # D4
    names = {person.id: person.name for person in table.people}
    if took_before:
        free[shown["Alice"][0]] -= 1
    for click in sorted(clicks, key=lambda each: each.id):
        color = click.label.rpartition(":")[2]
        expected = (color, seconds_between(opened, click)) if free[color] > 0 else (None, "")
        free[color] -= 1
        assert shown[names[click.person_id]] == expected, (told, [each.label for each in clicks])


def seconds_between(opened: Interaction, click: Interaction) -> str:
    """As the bot says it: the time between two clicks on Discord's clock."""
    milliseconds = (moment_of(click.id) - moment_of(opened.id)) // timedelta(milliseconds=1)
    return f"{Decimal(milliseconds) / 1000:.2f}".replace(".", ",")


def check_seconds(answer: Answer, click: Interaction, opened: Interaction) -> None:
    """A grab is acknowledged with its colour and its time (D5)."""
    found = TAKEN.search(plain(text_of(answer.message)))
    assert found, text_of(answer.message)
    assert NAMES[found[1]] == click.label.rpartition(":")[2]
    assert found[2] == seconds_between(opened, click)


async def grab_after_settling(table: Devils, person: Person, click: Interaction) -> None:
    """The same button once more, when the round is over: it is out of date, and nothing changes."""
    planted = table.play.plant(table.play.world.add_channel("ailleurs"), click.label)
    late = await table.play.click(person, planted, click.label)
    said = text_of((await table.play.answer(late)).message)
    assert "n’est plus à jour" in said or "fermée" in said, said
    assert not table.play.rows("SELECT 1 FROM log WHERE interaction_id = ?", (late.id,))


async def refused_kindly(table: Devils, person: Person) -> None:
    """Who has no gem left may press, and is told why it is of no use."""
    answer = await table.press(person, "grab", "grey")
    assert answer.message.audience == person.id
    assert "plus de gemme" in text_of(answer.message)


@scene
async def test_d6_what_was_made_before_the_deadline_counts_when_it_comes_after_it(play: Play) -> None:
    """The bot waits 400 ms for such clicks; one that was made after the deadline counts for nothing."""
    table = table_of(play, "Farid", "Gilles")
    farid, gilles = table.people
    await table.begin()
    opened = await roll_with_picture(table, await table.may_roll())
    end, right = moment_of(opened.id) + length(table), right_color(alt_of(table.board().components))
    wrong = next(color for color in COLOURS if color not in (right, "grey"))
    await until_moment(play, end - timedelta(milliseconds=60))
    in_time = await delivered_late(table, farid, wrong, 0.2)
    await until_moment(play, end + timedelta(milliseconds=20))
    too_late = await play.touch(gilles, table.board(), piece(table.board(), "grab", right))
    said = [plain(text_of((await play.answer(each)).message)) for each in (in_time, too_late)]
    told = await table.settled(1)
    assert " pris, " in said[0]
    assert "Trop tard" in said[1]
    assert "❌ **Gilles** · rien pris" in told
    shown = {name: (color, seconds) for name, color, seconds in RESULT.findall(told)}
    assert (NAMES[shown["Farid"][0]], shown["Farid"][1]) == (wrong, seconds_between(opened, in_time))


def length(table: Devils) -> timedelta:
    """How long this round is: 15 seconds, and twice as long while somebody is new to the game."""
    (found,) = table.play.rows("SELECT alarm_seconds FROM tables")
    return timedelta(seconds=found[0])


async def delivered_late(table: Devils, person: Person, color: str, seconds: float) -> Interaction:
    """A click that takes so long from Discord to the bot."""
    faults = table.play.server.faults
    faults.delivery_latency = lambda: seconds
    try:
        return await table.play.touch(person, table.board(), piece(table.board(), "grab", color))
    finally:
        faults.delivery_latency = None
