"""What computers know in Défizz: as much as their level grants, and nothing that it does not."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice, product
from statistics import mean
from typing import Any

import pytest

from engines.defizz.deck import Chance, Chrono, Cible, PingPong, built_in_deck
from engines.defizz.judging import judge_answer, read_number
from engines.defizz.judging.words import fold
from engines.defizz.model import Help, Roll, Said
from players.arena import view_of
from players.core.player import PERSONAS, Budget, Level
from players.core.speech import Question, plain_question
from players.librarian.defizz.librarian import (
    CHANCES,
    LIKES,
    Inkling,
    feel,
    grasp,
    recall_answer,
    recall_number,
    recall_one_of,
)
from players.librarian.registry import recall
from players.registry import think
from tests.players.quizzing import GAME, memory_of, visit

DECK = built_in_deck()
every_level = pytest.mark.parametrize("level", list(Level), ids=lambda level: level.value)


def grasps(kind, memory):
    """Yield what a seat makes of every question of one mode."""
    for card, place in product(DECK.cards, range(3)):
        if isinstance(card.questions[place], kind):
            yield grasp(card, place, memory)


def other_answers(deck):
    """Return the deck with other answers to the same questions; what is wrong stays wrong."""

    def change(question: Any) -> Any:
        match question:
            case Chrono():
                return replace(question, answers=("ornithorynque",))
            case Cible():
                return replace(question, number=question.number + 1)
            case PingPong(answers=answers):
                return replace(question, answers=tuple((f"ornithorynque {n}",) for n in range(len(answers))))
        return question

    cards = tuple(replace(card, questions=tuple(map(change, card.questions))) for card in deck.cards)
    return replace(deck, cards=cards)


def leaves(plain: Any) -> Iterator[Any]:
    """Yield every value in JSON-able data that is neither a list nor an object."""
    if isinstance(plain, dict):
        for value in plain.values():
            yield from leaves(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from leaves(value)
    else:
        yield plain


def wordings(question: Any) -> set[str]:
    """Return all accepted wordings, folded, and the number of a Cible."""
    if isinstance(question, Cible):
        return {str(question.number)}
    texts = getattr(question, "answers", ())
    return {fold(text) for text in (sum(texts, ()) if isinstance(question, PingPong) else texts)}


def answer(state) -> Any:
    return state.setup.deck.card(state.position.card).questions[state.position.challenge.question]


@every_level
def test_a_level_knows_as_much_as_it_should(level):
    known: dict[int, list[bool]] = {1: [], 2: [], 3: []}
    for persona in PERSONAS:
        memory = memory_of("shares", level, persona)
        for kind in (Chrono, Cible, PingPong):
            for grasped in grasps(kind, memory):
                known[grasped.question.difficulty].append(grasped.knows)
    for difficulty, chance in enumerate(CHANCES[level], start=1):
        assert mean(known[difficulty]) == pytest.approx(chance, abs=0.06)


def test_a_persona_knows_more_of_what_it_likes():
    for key, (likes, bored) in LIKES.items():
        shares = []
        for tags in (likes, bored):
            found = [
                grasped.knows
                for seed in range(2)
                for grasped in grasps((Chrono, Cible, PingPong), memory_of(seed, Level.MEDIUM, key))
                if tags & set(grasped.question.tags)
            ]
            shares.append(mean(found))
        assert shares[0] > shares[1] + 0.05, key


def test_every_persona_has_tastes_that_the_deck_speaks_of():
    tags = {tag for card in DECK.cards for question in card.questions for tag in question.tags}
    assert LIKES.keys() == PERSONAS.keys()
    for likes, bored in LIKES.values():
        assert likes | bored <= tags
        assert len(likes) == len(bored)
        assert not likes & bored


@pytest.mark.parametrize("weight", [0.8, 2.0])
def test_feelings_are_honest(weight):
    felt = [
        (feel(grasped, Inkling("clue", weight)), grasped.knows)
        for level in Level
        for seed in range(2)
        for grasped in grasps(Chrono, memory_of(f"feelings {seed}", level))
    ]
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        near = [(hunch, knows) for hunch, knows in felt if low <= hunch < low + 0.2]
        assert mean(knows for _, knows in near) == pytest.approx(mean(hunch for hunch, _ in near), abs=0.08)


@every_level
def test_who_does_not_know_is_wrong_or_silent(level):
    memory = memory_of("wrong", level)
    said = 0
    for grasped in grasps(Chrono, memory):
        words = recall_answer(grasped, DECK)
        said += words is not None
        if words is not None:
            assert judge_answer(words, grasped.question).right == grasped.knows
        else:
            assert not grasped.knows
    for grasped in grasps(Cible, memory):
        number = read_number(recall_number(grasped), grasped.question.unit)
        assert number is not None
        assert (float(number) == grasped.question.number) == grasped.knows
    assert said > 114  # of 228


def test_whoever_knows_more_is_nearer():
    off = {
        level: mean(
            abs(float(read_number(recall_number(grasped))) / grasped.question.number - 1)
            for grasped in grasps(Cible, memory_of("near", level))
        )
        for level in Level
    }
    assert off[Level.STRONG] < off[Level.MEDIUM] < off[Level.EASY]


def test_a_list_is_known_in_part_and_nothing_is_said_twice():
    shares = []
    for grasped in islice(grasps(PingPong, memory_of("list")), 50):
        said: list[Said] = []
        for _ in range(60):
            words = recall_one_of(grasped, said)
            if words is None:
                break
            verdict = judge_answer(words, grasped.question, frozenset(one.group for one in said if one.right))
            assert words not in [one.text for one in said]
            assert verdict.reason != "repeated"
            said.append(Said("A", words, bot=verdict.right, right=verdict.right, group=verdict.group))
        right = [one.right for one in said]
        assert right == sorted(right, reverse=True), "wrong ones come to mind once the right ones are through"
        shares.append(sum(right) / len(grasped.question.answers))
    assert 0 < min(shares) + 0.01 < max(shares)
    assert 0.3 < mean(shares) < 0.7


def test_what_others_say_does_not_change_which_part_of_a_list_is_known():
    for grasped in islice(grasps(PingPong, memory_of("part")), 40):
        first = recall_one_of(grasped, [])
        heard = [
            Said("B", wordings[0], right=True, group=n) for n, wordings in enumerate(grasped.question.answers)
        ]
        if first is None or not judge_answer(first, grasped.question).right:
            continue
        for one in heard:
            again = recall_one_of(grasped, [one])
            assert again == first or first == one.text


@every_level
def test_a_seat_recalls_the_same_whenever_and_however_often_it_is_asked(level):
    felt: dict[tuple[Any, str], tuple[float, ...]] = {}
    said: dict[tuple[Any, str, int], Any] = {}
    for state, seat, memory, view in chain(visit(3, level), visit(4, level)):
        recalled = view.recollection
        assert recall("defizz", state, seat, memory) == recalled
        if recalled is None or state.position.helped:
            continue
        card = state.position.card
        assert felt.setdefault((memory.key, card), recalled.hunches) == recalled.hunches
        if state.position.phase == "answer" and not isinstance(answer(state), PingPong):
            key = (memory.key, card, state.position.challenge.question)
            assert said.setdefault(key, recalled.words) == recalled.words
    assert len(felt) > 20
    assert said


def test_two_seats_of_the_same_kind_know_different_things():
    known = [[grasped.knows for grasped in grasps(Chrono, memory_of(seed))] for seed in "ab"]
    assert 0.3 < mean(one == other for one, other in zip(*known, strict=True)) < 0.7


@every_level
def test_the_answers_decide_nothing_for_whoever_does_not_know_them(level):
    """The same table with another deck, as alike as can be for whoever does not know the answers."""
    twins, others = 0, other_answers(DECK)
    for state, seat, memory, view in visit(5, level):
        if view.observation.last is not None:
            view = replace(view, observation=replace(view.observation, last=None))
        twin = replace(state, setup=replace(state.setup, deck=others))
        recalled = recall("defizz", twin, seat, memory)
        if view.recollection is None:
            assert recalled is None
            continue
        assert recalled.hunches == view.recollection.hunches
        asked = state.position.phase == "answer"
        if asked and (isinstance(answer(state), Cible) or view.recollection.words is not None):
            continue
        assert recalled == view.recollection
        other = view_of(GAME, twin, seat, (), "", recalled)
        other = replace(other, observation=replace(other.observation, last=None))
        assert decide(other, level, memory) == decide(view, level, memory)
        twins += 1
    assert twins > 20


def decide(view, level, memory):
    return think(Question(view, level, memory.persona, Budget(0), memory.key))


@every_level
def test_a_question_tells_no_answer_that_the_seat_does_not_know(level):
    """What travels to whoever thinks, as JSON: no wording of a right answer is in it, unless recalled."""
    asked = 0
    for state, _, memory, view in visit(8, level):
        if state.position.card is None:
            continue
        plain = plain_question(GAME, Question(view, level, memory.persona, Budget(0), memory.key))
        for told in ("last", "said", "answer"):
            del plain["view"][told]
        texts = {fold(leaf) for leaf in leaves(plain) if isinstance(leaf, str)}
        recalled = plain["recollection"]["words"] if plain["recollection"] else None
        for place, question in enumerate(state.setup.deck.card(state.position.card).questions):
            challenge = state.position.challenge
            is_asked = state.position.phase == "answer" and challenge.question == place
            granted = {fold(recalled)} if is_asked and recalled is not None else set()
            asked += is_asked
            assert wordings(question) & texts <= granted
    assert asked > 20


def test_a_reader_and_whoever_takes_no_part_recall_nothing_of_the_answer():
    seen = set()
    for state, _, _, _ in visit(11, reader="seat"):
        position = state.position
        for seat in state.setup.seats:
            recalled = recall("defizz", state, seat, memory_of(seat, Level.STRONG))
            if position.card is None or seat == position.reader:
                assert recalled is None
            elif position.phase not in ("answer", "verdict") or seat not in position.challenge.participants:
                assert recalled.words is None
                seen.add(position.phase)
    assert seen >= {"choose", "raise", "answer"}


def test_luck_feels_like_any_other_clue():
    felt = {
        kind: mean(
            feel(grasped, Inkling("clue", 0.8))
            for persona in PERSONAS
            for grasped in grasps(kind, memory_of("luck", Level.MEDIUM, persona))
        )
        for kind in (Chance, Chrono, Cible, PingPong)
    }
    assert min(felt.values()) - 0.05 < felt[Chance] < max(felt.values()) + 0.05


def test_who_has_read_the_card_feels_better_what_they_know():
    state = GAME.start(GAME.setup(["A", "B"], {"reader": "bot", "first": "A"}), lambda n: 1).state
    state = GAME.act(state, "A", Roll(), lambda n: 4).state
    helped = GAME.act(state, "A", Help(), lambda n: 1).state
    off = []
    for reads in (state, helped):
        card = reads.setup.deck.card(reads.position.card)
        mistakes = [
            abs(hunch - grasp(card, place, memory).knows)
            for memory in map(memory_of, range(60))
            for place, hunch in enumerate(recall("defizz", reads, "A", memory).hunches)
        ]
        off.append(mean(mistakes))
    assert off[1] < 0.7 * off[0]
    memory = memory_of("other")
    assert recall("defizz", helped, "B", memory) == recall("defizz", state, "B", memory)
