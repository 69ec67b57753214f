"""Défizz: who answers first, a kill in mid-question, the last moment; what each was sent of the secrets."""

import json
import re
from datetime import timedelta
from decimal import Decimal
from itertools import pairwise

from playground.interactions import Interaction
from playground.limits import Rate
from playground.messages import Upload
from playground.rules.components import walk
from playground.snowflakes import moment_of
from tests.support.chance import chance_of
from tests.support.scene import scene, until_moment
from tests.support.wire import Play
from tests.support.wire_defizz import WRONG, Quiz
from tests.support.wire_diavolo import plain
from tests.support.wire_judges import record_of
from tests.support.wire_reading import text_of
from tests.support.wire_secrets import check_secrets, secret_deck

NOTED = re.compile(r"Réponse notée, (\d+,\d\d)\ss\.")


async def begun(play: Play, deck: str, *names: str, **options: object) -> Quiz:
    """A table that plays a deck of the server's own. With real limits edits would only be gathered more."""
    play.server.limits.rates |= {"send": Rate(500, 1), "edit": Rate(500, 1), "global": Rate(5000, 1)}
    channel, people = play.world.add_channel("quiz"), play.people(*names)
    data = json.dumps(secret_deck(deck)).encode()
    file = play.world.messages.keep(channel.id, Upload(0, "paquet.json", data, "application/json"))
    await play.command(people[0], channel, "defizz paquet importer", fichier=str(file.id), nom=deck)
    table = Quiz(play, channel, people, chance_of(deck))
    await table.sit_down(lecteur="bot", **options)
    await table.choose_deck(deck)
    await table.press(table.host, "begin")
    return table


async def ended(table: Quiz) -> None:
    """The table is over: nothing that was ever sent told anybody what they might not know yet."""
    if not table.over:
        await table.cut_short()
    assert "🏆" in table.said
    check_secrets(table, await record_of(table, table.play.database.parent))


@scene
async def test_z9_whoever_s_form_discord_received_first_is_first(play: Play) -> None:
    """In whatever order the bot hears of them."""
    table = await begun(play, "Course", "Jules", "Karim", "Léa", "Mona")
    await strange_answers(table)
    await answers_in_any_order(table)
    await first_answer_comes_last(table)
    await table.order("end_after_round")
    await table.poses("Multi", 2)
    await play.until(lambda: table.over, "the end")
    await ended(table)


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
    await until_moment(table.play, table.play.world.clock() + timedelta(milliseconds=10))  # no tie
    assert NOTED.search(await table.sends(quick, forms[1], right))
    answer = await table.play.answer(first)
    assert NOTED.search(plain(text_of(answer.message)))
    await table.ended(slow)
    assert "n’est plus à jour" in await table.sends(silent, forms[2], right)


@scene
async def test_z9_after_a_crash_a_question_goes_on_to_appear_and_forms_from_before_count(play: Play) -> None:
    """On the same board, with a clock without the time away; each form counts once."""
    table = await begun(play, "Panne", "Denis", "Emma", "Farid")
    _, asked = await table.poses("", 0)
    first, second, *others = [(person, await table.opens(person)) for person in table.awaited]
    before = await table.opened_at()
    assert question_of(table.said).endswith(" …")
    await play.restart()
    await play.until(lambda: table.race() != [before], "a clock without the time away")
    board, text = table.board(), table.question.text
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
    await ended(table)


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


@scene
async def test_z9_an_answer_made_before_the_deadline_counts_when_it_comes_after_it(play: Play) -> None:
    """The bot waits 400 ms for such answers; one that was made after the deadline counts for nothing."""
    table = await begun(play, "Minuit", "Nina", "Oscar", "Paula", tempo="éclair")
    await table.poses("", 0)
    right = table.question.answers[0]
    slow, late, *_ = table.awaited
    slow_form, late_form = await table.opens(slow), await table.opens(late)
    end = await table.opened_at() + length(table)
    await until_moment(play, end - timedelta(milliseconds=60))
    in_time = await table.sends_late(slow, slow_form, right, 0.2)
    await until_moment(play, end + timedelta(milliseconds=20))
    assert "Trop tard" in await table.sends(late, late_form, right)
    assert NOTED.search(plain(text_of((await play.answer(in_time)).message)))
    assert f"**{late.name}** : «" not in await table.ended(slow)
    await ended(table)


def length(table: Quiz) -> timedelta:
    """How long people may answer: twice as long while somebody is new to the game."""
    ((seconds,),) = table.play.rows("SELECT alarm_seconds FROM tables")
    return timedelta(seconds=seconds)
