"""Bad questions on SimCord: players report them where the answer is shown, who manages the server settles."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.tables.decks import REPORTS_OF_ONE, Report
from engines.defizz.deck import built_in_deck
from engines.defizz.shelf import CLASSIC
from tests.cogs.defizz.company import Quiz, brings
from tests.engines.defizz import decks
from tests.support.sim import Person, opened
from tests.support.sim_papers import Answer, Paper

REIMS = decks.deck(decks.chrono("Reims"))
PARIS = decks.deck(decks.chrono("Paris"))


def file(deck: dict[str, object]) -> bytes:
    return json.dumps(deck).encode()


@asynccontextmanager
async def revealed() -> AsyncIterator[tuple[Quiz, Person]]:
    """Three people have just been shown the answer of a card of the server's deck; and who manages it."""
    async with opened("Anne", "Bob", "Chloé") as world:
        people, gerard = list(world.people.values()), world.manager("Gérard")
        await brings(gerard, file(REIMS), nom="quiz")
        quiz = Quiz(world, people)
        await quiz.opens("quiz")
        await quiz.host.presses(quiz.board, "begin")
        person = await quiz.poses()
        await quiz.says(person, "Reims")
        assert "Signaler" in quiz.board
        yield quiz, gerard


async def reports(person: Person, quiz: Quiz, reason: str = "faux") -> Answer:
    form = await person.presses(quiz.board, "report")
    if form.form is None:
        return form
    return await person.fills(form, quiz.board, reason=reason)


async def queue_of(gerard: Person) -> Paper:
    return (await gerard.types("defizz paquet signalements")).paper


async def test_a_question_that_several_report_is_one_with_its_number() -> None:
    async with revealed() as (quiz, gerard):
        anne, bob, chloe = quiz.people
        assert "verra ce signalement" in await reports(bob, quiz, "**Faux** : lisez <@1>")
        assert "verra ce signalement" in await reports(chloe, quiz, "Laon aussi")
        assert "déjà signalé" in await reports(bob, quiz, "encore")
        assert "verra ce signalement" in await reports(anne, quiz, "Laon aussi")
        assert "pas à cette table" in await reports(quiz.world.person("Zoé"), quiz)

        queue = await queue_of(gerard)
        card, _, place = quiz.board.piece("report").arg.partition(".")
        assert "1 question signalée" in queue
        assert f"quiz, carte {card}, question {int(place) + 1}** · 3 personnes" in queue
        assert f"question {card}.{place}" in queue, "its words"
        assert str(queue).count("Laon aussi") == 1
        assert "\\*\\*Faux" in queue
        assert "<@1>" not in queue
        assert "encore" not in queue
        for name in ("Anne", "Bob", "Chloé"):
            assert name not in queue


async def test_only_who_manages_the_server_settles_and_all_reports_at_once() -> None:
    async with revealed() as (quiz, gerard):
        for person in quiz.people:
            await reports(person, quiz)
        queue = await queue_of(gerard)
        quiz.world.guild.roles["intendance"]._role.permissions = 0
        assert "Gérer le serveur" in await gerard.presses(queue, "settle")
        assert "3 personnes" in quiz.world.reread(queue)
        assert "Gérer le serveur" in await gerard.types("defizz paquet signalements")

        other = quiz.world.manager("Max")
        queue, older = await queue_of(other), await queue_of(other)
        await other.presses(queue, "settle")
        assert "Aucune question n’est signalée" in quiz.world.reread(queue)
        assert "verra ce signalement" in await reports(quiz.host, quiz, "toujours faux")
        await other.presses(older, "settle")
        assert "toujours faux" in quiz.world.reread(older), "a settled button settles nothing new"


async def test_nobody_has_more_than_a_few_reports_waiting() -> None:
    async with revealed() as (quiz, gerard):
        bob, guild = quiz.people[1], quiz.world.guild.id
        for number in range(REPORTS_OF_ONE):
            report = Report("", f"c{number}", 0, "Où ?", "@everyone " * 20, 1_800_000_000_000, bob.id)
            await quiz.world.store.add_report(guild, report)
        assert "5 de vos signalements attendent" in await reports(bob, quiz)
        assert "verra ce signalement" in await reports(quiz.host, quiz), "the others' do not count"
        queue = await queue_of(gerard)
        assert f"{REPORTS_OF_ONE + 1} questions signalées" in queue
        assert "@everyone" not in str(queue)
        first = next(piece for piece in queue.pieces if piece.verb == "settle")
        await gerard.presses(queue, "settle", first.arg)
        assert f"{REPORTS_OF_ONE} questions signalées" in quiz.world.reread(queue)
        assert "verra ce signalement" in await reports(bob, quiz)


async def test_a_long_queue_shows_those_that_have_room() -> None:
    async with opened() as world:
        gerard = world.manager("Gérard")
        for user in range(12):
            report = Report(
                "", f"c{user % 4}", 0, "Où ? " * 40, f"{user} {'@' * 200}", 1_800_000_000_000, user
            )
            await world.store.add_report(world.guild.id, report)
            await world.store.add_report(world.guild.id, replace(report, card=f"x{user}"))
        queue = await queue_of(gerard)
        assert "16 questions signalées" in queue
        shown = queue.verbs.count("settle")
        assert 1 <= shown < 8
        for _ in range(shown):
            queue = await gerard.leafs(queue, "settle", queue.pieces[0].arg)
        assert f"{16 - shown} questions signalées" in queue


async def test_what_has_been_mended_or_deleted_since_is_said() -> None:
    async with revealed() as (quiz, gerard):
        anne, bob, chloe = quiz.people
        await reports(bob, quiz)
        assert "remplacé depuis" not in await queue_of(gerard)
        await brings(gerard, file(PARIS), nom="quiz")
        assert "remplacé depuis" in await queue_of(gerard)
        assert "changée ou retirée depuis" in await reports(chloe, quiz)

        await gerard.types("defizz paquet supprimer", nom="quiz")
        assert "Aucune question n’est signalée" in await queue_of(gerard)
        assert "n’a pas (ou plus) le paquet « quiz »" in await reports(anne, quiz)
        assert "Aucune question n’est signalée" in await queue_of(gerard)


async def test_reports_on_a_deck_of_the_house_can_be_sent_on_without_names() -> None:
    async with opened() as world:
        gerard, card = world.manager("Gérard"), built_in_deck().cards[0]
        words = card.questions[1].text
        made = Report(CLASSIC, card.id, 1, words, "```Faux``` dit <@42>", 1_800_000_000_000, 42)
        await world.store.add_report(world.guild.id, made)
        await world.store.add_report(world.guild.id, replace(made, user_id=43, reason="Vieux"))
        await world.store.add_report(world.guild.id, replace(made, deck="quiz", words="Où ?"))
        queue = await queue_of(gerard)
        assert queue.verbs.count("issue") == 1, "a server's own deck is its own affair"
        answer = await gerard.presses(queue, "issue")
        (file_,) = answer.paper.files
        text = world.file(file_).decode()
        assert words in text
        assert "2 signalements" in text
        assert "Vieux" in text
        assert text.count("```") == 2
        assert "@" not in text
        assert '"mode"' in text

        older = await queue_of(gerard)
        await gerard.presses(queue, "settle", queue.piece("issue").arg)
        assert "plus dans la liste" in await gerard.presses(older, "issue")
