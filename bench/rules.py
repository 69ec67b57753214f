"""What is pure: the rules of the games, and the judge of typed answers."""

from __future__ import annotations

import random
import statistics
import string
import time
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from functools import partial

import chess

from bench import Row, cpu_ms, ratio
from engines import GAMES
from engines.defizz.deck import Chrono, PingPong, answers_of, built_in_deck
from engines.defizz.judging import judge_answer, read_words
from engines.defizz.judging.match import compare
from tests.engines.defizz.judging.corpus import BLIND, pairs
from tests.engines.defizz.judging.hard import HARD
from tests.engines.defizz.judging.numbers_corpus import error_rates

SLICES = 15
SLICE_SECONDS = 0.15
ROUNDS = 15
ANSWERS, GUESSES = 50, 200
LONG = 8
"""Letters of an answer that bears two mistakes."""


def play_game(name: str, chance: random.Random) -> Iterator[int]:
    """Play random games of ours for ever; after each decision, how many outcomes of chance there were so far.

    A decision is: ask for the full list of what is legal, pick one at random, apply it. Each outcome of
    chance, a die or a shuffled card, is an action as well.
    """
    game, outcomes = GAMES[name], 0

    def draws(n: int) -> int:
        nonlocal outcomes
        outcomes += 1
        return int(chance.random() * n) + 1

    setup = game.setup(["A", "B", "C", "D"][: game.seats_max], {})
    while True:
        state = game.start(setup, draws).state
        while not game.is_over(state):
            if awaited := game.to_act(state):
                action = chance.choice(game.legal_actions(state, awaited[0]).actions)
                state = game.act(state, awaited[0], action, draws).state
            else:
                state = game.system(state, "settle", draws).state
            yield outcomes


def play_chess(chance: random.Random) -> Iterator[int]:
    """Play random games of chess for ever, in which nothing is left to chance."""
    while True:
        board = chess.Board()
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
            yield 0


def actions_a_second(game: Iterator[int]) -> float:
    """Decisions and outcomes of chance in a second of processor time, of one slice."""
    outcomes, decisions, begun = next(game), 0, time.process_time()
    while time.process_time() < begun + SLICE_SECONDS:
        for _ in range(50):
            now = next(game)
        decisions += 50
    return (decisions + now - outcomes) / (time.process_time() - begun)


def engines() -> Iterator[Row]:
    """Yield how quick each game's rules are; games take turns in short slices, and so does chess."""
    players = {name: play_game(name, random.Random(7)) for name in GAMES}
    players["chess"] = play_chess(random.Random(7))
    speeds: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(SLICES):
        for name, player in players.items():
            speeds[name].append(actions_a_second(player))
    for name in GAMES:
        beside = ratio(zip(speeds[name], speeds["chess"], strict=True))
        rate = statistics.median(speeds[name])
        yield Row(f"actions a second, {name} / python-chess", beside, f"{rate:,.0f}/s")


def listed() -> list[str]:
    """The wordings of the French deck that bear two mistakes."""
    questions = (question for card in built_in_deck().cards for question in card.questions)
    asked = (each for each in questions if isinstance(each, Chrono | PingPong))
    lists = (answers_of(each) for each in asked if not getattr(each, "exact", False))
    wordings = {wording for groups in lists for group in groups for wording in group}
    read = ((wording, read_words(wording)) for wording in sorted(wordings))
    return [wording for wording, words in read if len(words.lead) >= LONG and not words.numbers]


def mistaken(text: str, many: int, chance: random.Random) -> str:
    """A text with so many letters changed, put in, left out or exchanged with the next one."""
    for _ in range(many):
        place, letter = chance.randrange(len(text) - 1), chance.choice(string.ascii_lowercase)
        here, after = text[place], text[place + 1 :]
        changes = (letter + after, letter + here + after, after, after[0] + here + after[1:])
        text = text[:place] + chance.choice(changes)
    return text


def judging() -> Iterator[Row]:
    """Yield how long judging takes, and how often it is wrong about guesses that people have labelled."""
    yield from judging_speed()
    for kind in ("Chrono", "Ping-pong"):
        judged = [pair for name in BLIND for pair in pairs(name) if pair.kind == kind]
        found = Counter[str](pair.outcome for pair in judged)
        among = Counter(pair.right for pair in judged)
        for what, outcome, right in (("right", "refused", True), ("wrong", "accepted", False)):
            share = found[outcome] / among[right] * 100
            more = f"{found[outcome]} of {among[right]}"
            yield Row(f"% of {kind}'s {what} answers {outcome}, known sets", share, more)
        yield Row(f"{kind}'s right answers credited wrongly, known sets", found["credited wrongly"])
    for what, (wrong, many) in error_rates().items():
        name = "right answers refused" if what == "right refused" else f"answers, {what}"
        yield Row(f"% of Cible's {name}, known sets", wrong / many * 100, f"{wrong} of {many}")
    yield Row("hard wrong answers accepted", hard_accepted(), f"of {len(HARD)}")


def judging_speed() -> Iterator[Row]:
    """Yield what a guess takes beside difflib, which gets guess and answers folded for nothing.

    A guess is judged against 50 answers, folding included. Guesses are as listed, with one, two and three
    mistakes, and answers to something else; of each kind equally many.
    """
    chance, wordings = random.Random(1), listed()
    answers = chance.sample(wordings, ANSWERS)
    others = [wording for wording in wordings if wording not in answers]
    groups, folded = tuple((answer,) for answer in answers), [read_words(answer).lead for answer in answers]
    judge, match = partial(compare, groups=groups), partial(get_close_matches, possibilities=folded)
    judge("")  # the answers are folded once for all guesses
    found = []
    for _ in range(ROUNDS):
        drawn = chance.choices(answers, k=GUESSES)
        guesses = [mistaken(text, many, chance) for many in range(4) for text in drawn]
        guesses += chance.sample(others, GUESSES)
        plain = [read_words(guess).lead for guess in guesses]
        ours, theirs = cpu_ms(partial(list, map(judge, guesses))), cpu_ms(partial(list, map(match, plain)))
        found.append((ours / theirs, ours / len(guesses) * 1000))
    beside, micros = (statistics.median(column) for column in zip(*found, strict=True))
    yield Row("judging 50 answers / difflib", beside, f"{micros:.0f} µs a guess")


def hard_accepted() -> int:
    """How many of the wrong answers that look right are accepted."""
    return sum(
        judge_answer(guess, question).right
        for card, answer, guess in HARD
        for question in built_in_deck().card(card).questions
        if isinstance(question, Chrono | PingPong)
        and any(group[0] == answer for group in answers_of(question))
    )
