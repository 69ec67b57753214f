"""The judge by itself: `python -m engines.defizz.judging [--deck FILE] [--check]`.

Reads lines `question<TAB>input` and prints `question<TAB>input<TAB>accept|refuse|ask`, in order. A question
is its card's id, a dot, and 1 to 3; the built-in decks', unless a file is given. In a Ping-pong nothing has
been named yet. A line that names no question is refused, said on standard error, and makes the exit status 1.

With `--check` it reads no lines, and reports what its author should look at in the deck.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from engines.core.records import Refusal
from engines.defizz.deck import Chance, Chrono, Deck, PingPong, Question, built_in_decks, read_deck_text
from engines.defizz.judging.check import check_deck
from engines.defizz.judging.numbers import read_proposal
from engines.defizz.judging.questions import judge_answer

Answer: TypeAlias = Literal["accept", "refuse", "ask"]


def find_question(decks: Sequence[Deck], name: str) -> Question:
    """Return the question of this name, such as "d083.2"; raises KeyError where no deck has it."""
    card, _, number = name.rpartition(".")
    for deck in decks:
        if number in ("1", "2", "3") and any(one.id == card for one in deck.cards):
            return deck.card(card).questions[int(number) - 1]
    raise KeyError(name)


def answer_to(text: str, question: Question) -> Answer:
    """Return what the bot makes of an input: whether it is right, or for numbers whether it is one."""
    if isinstance(question, Chrono | PingPong):
        return "accept" if judge_answer(text, question).right else "refuse"
    if isinstance(question, Chance) and question.resolver != "nearest":
        return "refuse"
    readings = read_proposal(text, question).readings
    return "ask" if len(readings) > 1 else "accept" if readings else "refuse"


def judge_lines(decks: Sequence[Deck], lines: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    """Yield each line with the answer behind it, and what is wrong with the line, if anything."""
    for number, line in enumerate(lines, 1):
        name, tab, text = line.rstrip("\r\n").partition("\t")
        try:
            answer = answer_to(text, find_question(decks, name))
        except KeyError:
            yield f"{name}\t{text}\trefuse", f"line {number}: the deck has no question {name!r}"
        else:
            yield f"{name}\t{text}\t{answer}", None if tab else f"line {number}: no tab behind the question"


def main(arguments: list[str]) -> int:
    """Judge the lines of standard input, or check the deck; 2 where the deck cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m engines.defizz.judging", description="Judge answers.")
    parser.add_argument("--deck", type=Path, help="a deck's JSON file, instead of the built-in decks")
    parser.add_argument("--check", action="store_true", help="report on the deck, and read no lines")
    chosen = parser.parse_args(arguments)
    try:
        decks = built_in_decks() if chosen.deck is None else (read_deck_text(chosen.deck.read_text("utf-8")),)
    except (OSError, UnicodeDecodeError, Refusal) as wrong:
        sys.stderr.write(f"{chosen.deck} is no deck: {wrong}\n")
        return 2
    if chosen.check:
        sys.stdout.writelines(f"{finding}\n" for deck in decks for finding in check_deck(deck))
        return 0
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    good = True
    for judged, fault in judge_lines(decks, sys.stdin):
        sys.stdout.write(f"{judged}\n")
        if fault is not None:
            good = False
            sys.stderr.write(f"{fault}\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
