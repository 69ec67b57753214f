"""Decks of Défizz whose every secret is a word of its own, and what each audience may know when."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.tables.proof.record import Line, Record
from bot.tables.proof.replay import play_again
from cogs.defizz.words import MOMENTS, pieces
from engines import GAMES
from engines.defizz.deck import DECKS as CODEC
from engines.defizz.deck import Chrono, Deck, Question, answers_of
from engines.defizz.model import DefizzState, Said
from engines.defizz.settling import is_asked
from engines.defizz.shelf import MIXED, house_deck
from engines.defizz.stakes import is_held
from playground.calls import Request
from playground.snowflakes import moment_of
from tests.support.wire import Play
from tests.support.wire_diavolo import plain
from tests.support.wire_players import Gathering

DECKS = ("Course", "Lecture", "Panne", "Minuit")
"""The decks of a server that are made here."""
_CARDS = 8
"""In each pile."""
_SYLLABLES = ("bra", "dul", "fig", "kom", "lep", "mur", "nav", "rop", "tiz", "vok")
_TELLING = 12
"""So long are words that would not stand anywhere by chance."""
_NEVER = 1 << 62


def secret_deck(name: str) -> dict[str, Any]:
    """Cards with a long Chrono, a Ping-pong of three answers and a winner to be named.

    No two of these decks have a word in common, and of one deck none comes twice.
    """
    first = DECKS.index(name) * 1000
    words = iter(range(first, first + 1000))
    cards = [
        {"id": f"{pile[0]}{number}", "pile": pile, "questions": _secret_questions(f"{pile} {number}", words)}
        for pile in ("duel", "multi")
        for number in range(_CARDS)
    ]
    return {"format": 1, "name": name, "language": "fr", "licence": "CC0-1.0", "cards": cards}


def _deck_of(record: Record) -> Deck:
    """The deck that was played with, of which the record shows only what was turned."""
    name = record.setup["deck"]["name"]
    return CODEC.load(json.dumps(secret_deck(name))) if name in DECKS else house_deck(MIXED)


def _secret_questions(card: str, words: Iterator[int]) -> list[dict[str, Any]]:
    port, chrono, answer, miss, pingpong, *listed, chance = (_word(next(words)) for _ in range(9))
    start = f"Au port de {port}, quel mot le perroquet du vieux capitaine répète-t-il tous les matins"
    return [
        {
            "clue": f"Un oiseau bavard, {card}",
            "mode": "chrono",
            "text": f"{start}, avant même de partir pêcher la {chrono} ?",
            "answers": [answer],
            "reject": [miss],
        },
        {
            "clue": f"Trois sœurs, {card}",
            "mode": "pingpong",
            "text": f"Nommez les trois sœurs de {pingpong}.",
            "answers": [[word] for word in listed],
        },
        {
            "clue": f"Un éclat de rire, {card}",
            "mode": "chance",
            "resolver": "reader",
            "text": f"Racontez le mariage de {chance}. Le lecteur désigne qui gagne.",
        },
    ]


def _word(number: int) -> str:
    """A word of four syllables that no other number below 10 000 has, nor one much like it nearby."""
    return "".join(_SYLLABLES[int(digit)] for digit in f"{number * 3217 % 10_000:04}")


# -- what each may know --------------------------------------------------------------------------------


@dataclass
class Truth:
    """From when on (ms UTC) each audience of a table may know a question or an answer, by the rules.

    None stands for all who are in the channel.
    """

    secrets: frozenset[str]
    known: dict[tuple[str | None, str], int] = field(default_factory=dict)

    @classmethod
    def of(cls, record: Record) -> "Truth":
        """Play the record through the rules again."""
        game = GAMES[record.game]
        deck = _deck_of(record)
        truth = cls(frozenset(_secrets(deck)))
        for line, step in play_again(record, game):
            truth._learn(deck, step.state, line)
        return truth

    def strange(self, words: str, at: int, seat: str | None) -> list[str]:
        """The secrets in words that were sent at a moment, and that its audience was not to know then."""
        return [
            secret
            for secret in self.secrets
            if secret in words and min(self.known.get((who, secret), _NEVER) for who in (None, seat)) > at
        ]

    def _learn(self, deck: Deck, state: DefizzState, line: Line) -> None:
        position, at = state.position, line.at
        challenge, last = position.challenge, position.last
        if last is not None and last.question is not None:
            question = deck.card(last.card).questions[last.question]
            self._tell(None, at, last_words(question))
            if not is_held(state.setup, position):
                self._tell(None, at, *(words[0] for words in answers_of(question)))
            self._tell(None, at, *(said.text for said in last.said if said.text))
        if position.card is None:
            return
        questions = deck.card(position.card).questions
        if position.helped:
            self._tell(position.active, at, *map(last_words, questions))
        if challenge is None:
            return
        if position.reader is not None:
            self._tell(position.reader, at, *(each for one in questions for each in _secrets_of(one)))
        if is_asked(position):
            self._hear(questions[challenge.question], position.phase, challenge.said, line)

    def _hear(self, question: Question, phase: str, said: tuple[Said, ...], line: Line) -> None:
        """A question is there, one that is a race to its end only some seconds later; answers are given."""
        race = isinstance(question, Chrono) and phase == "answer"
        since = line.at if line.interaction is None else _ms(line.interaction)
        end = since + MOMENTS[len(pieces(question.text)) - 1] if race else line.at
        self._tell(None, end, last_words(question))
        for one in said:
            if one.text:
                self._tell(one.seat if race else None, line.at, one.text)

    def _tell(self, who: str | None, at: int, *words: str) -> None:
        for word in words:
            self.known.setdefault((who, word), at)
            self.known[who, word] = min(at, self.known[who, word])


def last_words(question: Question) -> str:
    """The longest run of words in the second half of a question, that no message writes in another way."""
    runs: list[str] = re.findall(r"[\w ,’-]+", question.text[len(question.text) // 2 :])
    return max(runs, key=len).strip()


def _secrets(deck: Deck) -> Iterator[str]:
    """The questions and answers that can be told from all other words of the deck."""
    words = CODEC.dump(deck)
    for card in deck.cards:
        for question in card.questions:
            for secret in _secrets_of(question):
                if len(secret) >= _TELLING and words.count(secret) == 1:
                    yield secret


def _secrets_of(question: Question) -> Iterator[str]:
    yield last_words(question)
    yield from (wording for wordings in answers_of(question) for wording in wordings)
    yield from getattr(question, "reject", ())


def _ms(snowflake: str) -> int:
    return round(moment_of(int(snowflake)).timestamp() * 1000)


def audience(play: Play, sent: Request) -> int | None:
    """Whom a request's words reach: one person, or None for all who are in the channel."""
    private = {each.id: each.person_id for each in play.world.channels.values() if each.kind == "dm"}
    channel = re.match(r"/channels/(\d+)/", sent.path)
    if channel is not None:
        return private.get(int(channel[1]))
    token = sent.path.split("/")[3] if sent.path.count("/") > 2 else ""
    asked = next((each for each in play.asked if each.token == token), None)
    if asked is None:
        return None
    body = sent.body.get("data") or sent.body
    alone = asked.channel_id in private or body.get("flags", 0) & 64
    of_one = asked.message is not None and asked.message.ephemeral
    original = asked.original is not None and asked.original.ephemeral
    return asked.person_id if alone or of_one or original else None


def check_secrets(table: Gathering, record: Path) -> None:
    """No payload holds an answer or an unasked question that its audience was not to know yet."""
    told = Record.load(record.read_bytes())
    truth = Truth.of(told)
    assert truth.known
    seats = dict(
        table.play.rows("SELECT user_id, seat FROM log WHERE kind = 'act' AND table_id = ?", (told.table,))
    )
    for sent in table.play.server.requests:
        if isinstance(sent.body, dict):
            words = plain(json.dumps(sent.body, ensure_ascii=False))
            reached = audience(table.play, sent)
            at = int(sent.at.timestamp() * 1000)
            assert not truth.strange(words, at, seats.get(reached)), (reached, sent)
