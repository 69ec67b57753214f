"""Défizz on the wire: a quiz night, a person who reads, who answers first, a kill in mid-question."""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest
import pytest_asyncio

from bot.tables.decks import DeckInfo
from db.store import SqliteStore
from playground.interactions import Interaction
from playground.limits import Rate
from playground.messages import Message
from playground.people import Person
from playground.rules.components import walk
from playground.snowflakes import moment_of, utc_now
from tests.support.wire import Play, piece
from tests.support.wire_defizz import WRONG, Quiz
from tests.support.wire_diavolo import plain
from tests.support.wire_judges import check_dice, judge
from tests.support.wire_reading import pieces_of, text_of
from tests.support.wire_secrets import DECKS, check_secrets, secret_deck

pytestmark = [pytest.mark.wire, pytest.mark.timeout(240)]

MOST_MOVES = 120
"""A quiz night that is longer is ended by its host."""
BAD_STAKES = {
    "50": "C’est trop peu : le dé demande au moins",
    "-300": "C’est trop peu : le dé demande au moins",
    "100000": "C’est plus que vos jetons",
    "750": "Les jetons vont par 100",
    "333,3": "Les jetons vont par 100",
    "1e308": "Écrivez votre mise comme un nombre",
    "NaN": "Écrivez votre mise comme un nombre",
    "beaucoup": "Écrivez votre mise comme un nombre",
}
"""What is said of stakes where the die asks for 300 at most and one has some 2 000."""
NOTED = re.compile(r"Réponse notée, (\d+,\d\d)\ss\.")


@pytest_asyncio.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    """A server with decks of its own. With real limits edits would only be gathered more."""
    made = Play(tmp_path)
    made.server.limits.rates |= {"send": Rate(500, 1), "edit": Rate(500, 1), "global": Rate(5000, 1)}
    store = await SqliteStore.open(made.database)
    for name in DECKS:
        cards = secret_deck(name)
        await store.put_deck(made.world.guild_id, DeckInfo(name, len(cards["cards"]), 0), json.dumps(cards))
    await store.close()
    try:
        await made.open()
        yield made
        judge(made)
    finally:
        await made.close()


async def test_quiz_nights(play: Play, tmp_path: Path) -> None:
    """Five tables of one server; then everything that was sent is held against what each might know."""
    names = {
        "quiz": ("Alice", "Bruno", "Chloé"),
        "panne": ("Denis", "Emma", "Farid"),
        "lecture": ("Gilles", "Hana", "Ines"),
        "course": ("Jules", "Karim", "Léa", "Mona"),
        "dernière-seconde": ("Nina", "Oscar", "Paula"),
    }
    tables = [
        Quiz(play, play.world.add_channel(name), play.people(*people), random.Random(seed))
        for seed, (name, people) in enumerate(names.items())
    ]
    night, broken, reading, race, brink = tables
    asked, forms = await killed_in_mid_question(broken)
    await asyncio.gather(
        answer_at_the_deadline(brink),
        question_goes_on(broken, asked, forms),
        random_night(night),
        person_reads(reading),
        race_for_the_answer(race),
    )
    for table in tables:
        assert "🏆" in table.said
        check_secrets(table, await check_dice(table, tmp_path))


async def begin(table: Quiz, deck: str, **options: object) -> None:
    """Sit down, take one of the server's decks, begin."""
    await table.sit_down(**{"lecteur": "bot", **options})
    await table.choose_deck(deck)
    await table.press(table.host, "begin")


# -- chance plays -------------------------------------------------------------------------------------------


async def random_night(table: Quiz) -> None:
    """By buttons, lists and forms, until somebody has won or the host ends it."""
    await table.begin(lecteur="bot", rythme="détente")
    moves = iter(range(MOST_MOVES))
    await table.play_on(lambda: next(moves, None) is None)
    if not table.over:
        await table.order("end_after_round")
        await table.play_on()


# -- a person reads -----------------------------------------------------------------------------------------


async def person_reads(table: Quiz) -> None:
    """The card with its answers is the reader's alone; the reader has the last word."""
    play = table.play
    play.world.set_dms(table.people[2].id, is_open=False)
    await begin(table, "Lecture", lecteur="seat", accessible=True)  # 16 seconds for a verdict
    for question, judged in ((0, chrono_overruled), (1, ping_pong_judged), (2, winner_named)) * 2:
        active, _ = await table.poses("Multi", question)
        reader = table.people[table.people.index(active) - 1]
        others = [person for person in table.people if person not in (active, reader)]
        card = await card_of(table, reader)
        await judged(table, reader, card, [active, *others])
    await table.order("end_after_round")
    await table.poses("Multi", 2)
    reader = table.awaited[0]
    await play.press(reader, table.board(), "name")
    await play.until(lambda: table.over, "the end")


async def card_of(table: Quiz, reader: Person) -> Message:
    """The question with its answers, in a private message or, where none arrives, behind a button."""
    if not reader.dms_open:
        asked = await table.play.touch(reader, table.board(), piece(table.board(), "hand"))
        await table.play.answer(asked)
        return await table.play.shown(asked)

    def there() -> Message | None:
        letters = table.play.letters(reader)
        return letters[-1] if letters and table.question.text in plain(text_of(letters[-1])) else None

    return await table.play.until(there, f"a card for {reader.name}")


async def chrono_overruled(table: Quiz, reader: Person, card: Message, rivals: list[Person]) -> None:
    """Z14: what the bot takes for wrong, the reader takes for right; the log keeps both."""
    assert table.question.answers[0] in text_of(card)
    said = text_of((await table.press(reader, "answer")).message)
    assert "Vous lisez ce défi" in said
    first, second = rivals
    assert NOTED.search(await table.says(first, WRONG))
    await table.says(second, table.question.answers[0])
    await table.offered("judge")
    assert "Le bot dit **faux**" in table.said
    refused = await table.press(second, "overrule", "right")
    assert (refused.kind, refused.message.audience) == ("message", second.id)
    await judges(table, reader, card, "right")
    told = await table.ended(first)
    assert f"✅ **{first.name}** : « {WRONG} » *(le bot disait : faux ; jugé juste)*" in told


async def ping_pong_judged(table: Quiz, reader: Person, card: Message, rivals: list[Person]) -> None:
    """Answer for answer: one is confirmed, one overruled; the first is the last one in."""
    answers = [words[0] for words in table.question.answers]
    assert all(word in text_of(card) for word in answers)
    first, second = rivals
    for person, verdict in ((first, "right"), (second, "wrong")):
        await table.play.until(lambda person=person: table.awaited == [person], "a turn")
        await table.says(person, answers.pop())
        await table.offered("judge")
        assert "Le bot dit **juste**" in table.said
        await judges(table, reader, card, verdict)
    told = await table.ended(first)
    assert "(le bot disait : juste ; jugé faux)" in told


async def winner_named(table: Quiz, reader: Person, card: Message, rivals: list[Person]) -> None:
    """Z12: the reader says who was best, in a list."""
    assert "C’est vous qui désignerez" in text_of(card)
    names = piece(table.board(), "name")
    assert len(names.values) == len(rivals)
    await table.play.answer(await table.play.touch(reader, table.board(), names, names.values[1]))
    await table.ended(rivals[1])


async def judges(table: Quiz, reader: Person, card: Message, verdict: str) -> None:
    """By private message on the card, or on the board; against the bot it takes a second click."""
    where = card if reader.dms_open else table.board()
    await table.play.until(
        lambda: any(each.verb == "judge" for each in pieces_of(where)), "the buttons of a verdict"
    )
    if any((each.verb, each.arg) == ("overrule", verdict) for each in pieces_of(where)):
        where = (await table.play.press(reader, where, "overrule", verdict)).message or where
    await table.play.press(reader, where, "judge", verdict)


# -- who is first -------------------------------------------------------------------------------------------


async def race_for_the_answer(table: Quiz) -> None:
    """Z9: whoever's form Discord received first is first, in whatever order the bot hears of them."""
    await begin(table, "Course")
    await strange_answers(table)
    await answers_in_any_order(table)
    await first_answer_comes_last(table)
    await refuser_may_not(table)
    await table.order("end_after_round")
    await table.poses("Multi", 2)
    await table.play.until(lambda: table.over, "the end")


async def strange_answers(table: Quiz) -> None:
    """Whatever is typed gets a clear sentence; what is read as right counts, and counts once."""
    active, _ = await table.poses("Multi", 0)
    right = table.question.answers[0]
    for text, sentence in (
        ("éléphant " * 444, "C’est trop long : 200 caractères au plus"),
        ("\u200b\u200d\u2060\ufeff", "Il n’y a rien à lire"),
        ("\u202e\u200f .", "Il n’y a rien à lire"),
    ):
        opened = await table.opens(active)
        # Discord's own client would not send so much; whoever speaks to Discord directly may.
        for _, field in walk(opened.answer.modal["components"]):
            field.get("component", {}).update(max_length=4000)
        assert sentence in await table.sends(active, opened, text)
    opened = await table.opens(active)
    twice = await table.opens(active)
    backward = f"\u202e{right[:4]}\u200b{right[4:].upper()}\u202c"
    assert NOTED.search(await table.sends(active, opened, backward))
    assert "Vous avez déjà répondu" in await table.sends(active, twice, "autre chose")
    told = await table.ended(active)
    assert "autre chose" not in told
    assert "\u202e" not in text_of(table.board())
    late = await table.sends(active, twice, right)
    assert "n’est plus à jour" in late


async def answers_in_any_order(table: Quiz) -> None:
    """All four send within one instant; Discord delivers the answers in another order."""
    await table.poses("Multi", 0)
    right, play = table.question.answers[0], table.play
    forms = [(person, await table.opens(person)) for person in table.chance.sample(table.people, 4)]
    began = await table.opened_at()
    play.server.faults.hold()
    sent = [
        await play.send_form(person, form, right if place else WRONG)
        for place, (person, form) in enumerate(forms)
    ]
    play.server.faults.release((3, 0, 2, 1))
    for each in sent:
        answer = await play.answer(each)
        assert answer.message.audience == each.person_id
        noted = NOTED.search(plain(text_of(answer.message)))
        assert noted, text_of(answer.message)
        passed = (moment_of(each.id) - began) // timedelta(milliseconds=1)
        assert noted[1] == f"{Decimal(passed) / 1000:.2f}".replace(".", ",")
    first = forms[1][0]
    if sent[1].id >> 22 == sent[2].id >> 22:  # in the same millisecond: a tie
        await table.offered("roll")
        assert "🤝 Égalité." in table.said
        return
    told = await table.ended(first)
    if sent[0].id >> 22 != sent[1].id >> 22:  # in the same millisecond the right one alone is judged
        assert f"❌ **{forms[0][0].name}** : « {WRONG} »" in told


async def first_answer_comes_last(table: Quiz) -> None:
    """An answer that was 300 ms on its way is the first one all the same; silence waits for nobody."""
    await table.poses("Multi", 0)
    right = table.question.answers[0]
    slow, quick, silent, _ = table.people
    forms = [await table.opens(person) for person in (slow, quick, silent)]
    first = await table.sends_late(slow, forms[0], right, 0.3)
    await asyncio.sleep(0.01)  # Discord tells moments by the millisecond
    assert NOTED.search(await table.sends(quick, forms[1], right))
    answer = await table.play.answer(first)
    assert NOTED.search(plain(text_of(answer.message)))
    await table.ended(slow)
    assert "n’est plus à jour" in await table.sends(silent, forms[2], right)


async def refuser_may_not(table: Quiz) -> None:
    """Z4, Z6: a stake that cannot be is refused with the reason; who refuses a raise may not answer."""
    active = await table.rolls("Multi")
    page = await table.picks(active, 0)
    before = table.said
    for text, reason in BAD_STAKES.items():
        assert reason in await table.sends(active, await table.opens(active, page), text), text
    assert table.said == before
    form = await table.opens(active, page)
    assert not await table.sends(active, form, "mille")
    asked = []
    for verb in ("refuse", "meet", "meet"):
        await table.play.until(lambda: table.awaited and table.awaited[0] not in asked, "the next one")
        await table.offered("refuse")
        asked.append(table.awaited[0])
        await table.press(asked[-1], verb)
    await table.offered("answer")
    said = text_of((await table.press(asked[0], "answer")).message)
    assert "Vous avez refusé ce défi" in said
    for person in (active, *asked[1:]):
        await table.press(person, "pass")
    await table.offered("roll")
    assert "🤷 Personne n’a gagné. Chacun reprend sa mise." in table.said


# -- a kill, and the last moment ----------------------------------------------------------------------------


async def killed_in_mid_question(table: Quiz) -> tuple[Interaction, list[tuple[Person, Interaction]]]:
    """A question has begun to appear, and forms are open; the click that asked it, and the forms."""
    await begin(table, "Panne")
    _, asked = await table.poses("", 0)
    forms = [(person, await table.opens(person)) for person in table.awaited]
    before = await table.opened_at()
    assert question_of(table.said).endswith(" …")
    await table.play.restart()
    await table.play.until(lambda: table.race() != [before], "a clock without the time away")
    return asked, forms


async def question_goes_on(table: Quiz, asked: Interaction, forms: list[tuple[Person, Interaction]]) -> None:
    """Z9: after a crash it goes on to appear, on the same board; forms from before it count, once."""
    play, board, text = table.play, table.board(), table.question.text
    first, second, *others = forms
    assert NOTED.search(await table.sends(*first, WRONG))
    await play.until(lambda: question_of(table.said) == plain(text), "the whole question")
    assert table.board() is board
    shown = [each for each in map(question_of, told_in(table, asked)) if each]
    assert shown[0].endswith(" …")
    for one, other in pairwise(shown):
        assert other.removesuffix(" …").startswith(one.removesuffix(" …"))
    assert NOTED.search(await table.sends(*second, table.question.answers[0]))
    for other in others:
        await table.sends(*other, WRONG)
    await table.ended(second[0])
    mine = "SELECT count(*) FROM log WHERE kind = 'act' AND user_id = ? AND payload LIKE '%answer%'"
    assert play.rows(mine, (first[0].id,)) == [(1,)]
    await table.cut_short()


def question_of(said: str) -> str:
    """As much of the question as words hold."""
    found = re.search(r"❓ \*\*Chrono\*\* · (.+)", said)
    return found[1] if found else ""


def told_in(table: Quiz, since: Interaction) -> list[str]:
    """The words of all that was sent to a table's channel since a click."""
    return [
        plain("\n".join(each["content"] for _, each in walk(sent.body["components"]) if "content" in each))
        for sent in table.play.server.requests
        if sent.path.startswith(f"/channels/{table.channel.id}/messages") and sent.at > moment_of(since.id)
        if isinstance(sent.body, dict)
    ]


async def answer_at_the_deadline(table: Quiz) -> None:
    """Made before the deadline and delivered after it, an answer counts; made after it, it does not.

    The bot waits 400 ms for such answers. On a machine that is too busy for that, another question is asked.
    """
    await begin(table, "Minuit", tempo="éclair")
    for _ in range(3):
        await table.poses("", 0)
        right = table.question.answers[0]
        slow, late, *_ = table.awaited
        slow_form, late_form = await table.opens(slow), await table.opens(late)
        end = await table.opened_at() + length(table)
        await until_moment(end - timedelta(milliseconds=60))
        in_time = await table.sends_late(slow, slow_form, right, 0.1)
        await until_moment(end + timedelta(milliseconds=20))
        told_late = await table.sends(late, late_form, right)
        assert not NOTED.search(told_late)
        told = plain(text_of((await table.play.answer(in_time)).message))
        if NOTED.search(told) and "Trop tard" in told_late:
            assert f"**{late.name}** : «" not in await table.ended(slow)
            break
    else:
        raise AssertionError(f"three questions, and no answer arrived in the window: {told}")
    await table.cut_short()


def length(table: Quiz) -> timedelta:
    """How long people may answer: twice as long while somebody is new to the game."""
    asked = "SELECT alarm_seconds FROM tables WHERE channel_id = ?"
    ((seconds,),) = table.play.rows(asked, (table.channel.id,))
    return timedelta(seconds=seconds)


async def until_moment(moment: datetime) -> None:
    await asyncio.sleep(max(0.0, (moment - utc_now()).total_seconds()))
