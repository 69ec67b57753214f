"""DESfausse by private messages and by the button in the channel: hands, choices, turns, the end."""

import re

from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from engines import GAMES
from tests.cogs.desfausse.company import Company, gathered, playing
from tests.support.pictures import opened
from tests.support.sim import Person
from tests.support.sim_papers import Paper

THREE = ("Anne", "Bob", "Chloé")
FIVE = (*THREE, "Dario", "Élise")
_FACE = re.compile(r"(?:petit|gros) (?:rouge|vert) (?:\d|diable)|Ange (?:\d|ange)")
_FACES_OF_OTHERS = re.compile(rf"(?:Anne|Bob|Chloé)\W* : (?:{_FACE.pattern})")
_DID = re.compile(r"\*\*(\w+)\*\* défausse \d dés? \([^)]*\)")
_DIE = re.compile(r"\d+ : (?:petit rouge|petit vert|gros rouge|gros vert|Ange) (\d|diable|ange)")


def faces(paper: Paper) -> list[str]:
    """The own hand, read from the words of its picture."""
    (picture,) = paper.pictures
    return _DIE.findall(picture)


def picks(paper: Paper) -> list[str]:
    return [piece.arg for piece in paper.pieces if piece.verb == "pick"]


async def picked(person: Person, *places: int) -> None:
    """Pick loose dice of the newest private message by their places among those."""
    for place in places:
        await person.presses(person.letter, "pick", picks(person.letter)[place])


async def test_a_whole_game_from_the_first_roll_to_the_rematch() -> None:
    async with playing(*THREE) as company:
        board = await company.plays_until("gagne la partie", 900)
        assert "**Classement**" in board
        assert "Secret des dés" in board
        assert opened(company.world.file(board.files[0])).width > 400
        answer = await company.host.types("des verifier")
        (file,) = answer.shown.response.attachments
        assert verify(Record.load(company.world.file(file)), GAMES).ok
        await company.host.presses(board, "rematch")
        assert "place réservée" in company.board


async def test_dice_are_picked_rolled_once_and_the_message_is_replaced_by_the_next_turns() -> None:
    """F2; on two devices of one player, too, and whatever others do meanwhile."""
    async with playing(*THREE) as company:
        anne, first = company.host, company.host.letter
        before, many = faces(first), len(anne.letters)
        assert "manche 1, tour 1" in first
        await picked(anne, 0, 1)
        chosen = anne.letter
        assert "La Taverne" in chosen
        assert "À relancer : " in chosen.pictures[0]
        await company.people[1].presses(company.people[1].letter, "stop")
        assert "À relancer : " in anne.letter.pictures[0]  # what others do wipes nothing out
        await picked(anne, 0)
        old = anne.letter
        assert old.piece("reroll").arg != chosen.piece("reroll").arg
        await anne.presses(old, "reroll")
        after = faces(anne.letter)
        assert sum(one != other for one, other in zip(before, after, strict=True)) <= 1
        assert "il vous reste 1 relance" in anne.letter or "on attend" in anne.letter
        for verb in ("reroll", "stop"):
            assert "Ce bouton n’est plus à jour" in await anne.presses_late(old, verb)
            assert faces(anne.letter) == after
        assert "stop" in anne.letter.verbs
        assert len(anne.letters) == many
        await company.plays_until("manche 1, tour 2")
        for person in company.people:  # whose own last click opened the turn, too
            assert len(person.letters) == many
            assert "manche 1, tour 2" in person.letter
            assert "stop" in person.letter.verbs
        assert company.world.has_gone(first) or company.world.reread(first).verbs == anne.letter.verbs


async def test_who_has_no_private_messages_plays_from_the_channel() -> None:
    async with gathered("Anne") as company:
        bob = company.world.person("Bob")
        bob.closes_private_messages()
        await bob.presses(company.board, "join")
        await company.host.presses(company.board, "begin")
        hand = (await bob.presses(company.board, "hand")).paper
        assert len(faces(hand)) == 6
        hand = await bob.leafs(hand, "pick", picks(hand)[0])
        assert "À relancer : " in hand.pictures[0]
        hand = await bob.leafs(hand, "reroll")
        if "stop" in hand.verbs:
            await bob.presses(hand, "stop")
        assert "on attend" in company.world.reread(hand)
        assert "**Anne** lance encore" in company.board


async def test_f2_nobody_else_is_ever_sent_a_face_before_the_turn_ends() -> None:
    async with playing(*THREE) as company:
        own = {person.member.user.dm_channel.id: person for person in company.people}
        await company.plays_until("manche 1, tour 2")
        shown = False
        for request in company.world.env.http_requests:
            text = str(request.json)
            shown = shown or "tour 1 · fini" in text or "**Tour 1 fini**" in text
            private = (place := company.world.place(request)) in own
            answer = "/callback" in request.path or ("/webhooks/" in request.path and place is None)
            if not shown and not answer:
                assert not _FACES_OF_OTHERS.search(text), text
                assert private or not _FACE.search(text), text
        assert shown


async def test_f4_a_choice_is_confirmed_once_and_then_stands() -> None:
    async with playing(*THREE) as company:
        await company.stops()
        person = await _until_asked(company)
        paper = person.letter
        wish = paper.piece("wish", is_list=True)
        await person.chooses(paper, "wish", wish.values[0])
        while "discard" not in person.letter.verbs:
            question = next(piece for piece in person.letter.pieces if piece.is_list)
            await person.chooses(person.letter, "wish", question.values[0])
        assert "ce choix est définitif" in person.letter
        confirm = person.letter
        await person.presses(person.letter, "wish", "")
        assert wish.values == person.letter.piece("wish", is_list=True).values
        await person.presses_late(confirm, "discard")
        assert "wish" not in person.letter.verbs or "manche 1, tour 2" in person.letter
        before = str(company.board)
        await person.presses_late(confirm, "discard")
        assert str(company.board) == before


async def _until_asked(company: Company) -> Person:
    """Somebody who is asked for something other than rolling."""
    await company.stops()
    (person, *_) = company.awaited
    return person


async def test_a_restart_loses_neither_the_hand_nor_the_buttons() -> None:
    async with playing(*THREE) as company:
        anne = company.host
        await picked(anne, 0)
        before, hand = anne.letter, faces(anne.letter)
        await company.world.restarts()
        assert faces(anne.letter) == hand
        await anne.presses_late(before, "reroll")
        assert len(faces(anne.letter)) == 6
        assert "il vous reste 1 relance" in anne.letter or "on attend" in anne.letter
        await company.plays_until("manche 1, tour 2")


async def test_a_turn_of_five_who_answer_at_once_is_few_edits_in_the_channel() -> None:
    async with playing(*FIVE) as company:
        await company.world.passes(10)
        company.world.thinking = 0.0
        before = _in_channel(company)
        turn = "manche 1, tour 1"
        for _ in range(12):
            people = [person for person in company.awaited if turn in person.letter]
            if not people:
                break
            for person in people:
                await company.decides(person)
            await company.world.passes(1.5)
        assert "manche 1, tour 2" in company.board or "manche 2" in company.board
        assert _in_channel(company) - before <= 6


def _in_channel(company: Company) -> int:
    """How many messages and edits the channel has had."""
    requests = [*company.world.requests("POST"), *company.world.requests("PATCH")]
    return sum(company.world.place(request) == company.channel.id for request in requests)


async def test_the_turn_of_many_is_told_from_its_first_call_to_its_last() -> None:
    async with playing(*FIVE, "Farid") as company:
        most = 0
        for turn in range(1, 5):
            told: set[str] = set()
            while f"manche 1, tour {turn}" in company.board:
                if "Appel des" in company.board or "doit donner" in company.board:
                    told |= set(_DID.findall(str(company.board)))
                await company.decides(company.awaited[0])
            story = (await company.host.presses(company.board, "story")).paper
            assert told <= set(_DID.findall(str(story)))
            assert "n’est plus affiché" not in story
            most = max(most, len(told))
        assert most > 1


async def test_a_board_in_words_for_who_sees_no_pictures() -> None:
    async with playing(*THREE) as company:
        paper = (await company.host.presses(company.board, "words")).paper
        assert "Votre main, 6 dés. 1 : petit rouge" in paper
        stranger = company.world.person("Zoé")
        public = (await stranger.presses(company.board, "words")).paper
        assert "Votre main" not in public
        assert not _FACE.search(str(public))


async def test_in_english_for_who_speaks_it() -> None:
    async with gathered("Anne") as company:
        dylan = company.world.person("Dylan", locale="en-GB")
        await dylan.presses(company.board, "join")
        await company.host.presses(company.board, "begin")
        assert "you have 2 rerolls left" in dylan.letter
        assert re.search(r"1: small red (\d|devil)", dylan.letter.pictures[0])
