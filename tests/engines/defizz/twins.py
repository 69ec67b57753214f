"""States of Défizz that differ only in what an audience may not know."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engines.core.records import AnyState
from engines.defizz.deck import Card, Chance, Chrono, Cible, Deck, PingPong
from engines.defizz.model import Ballot
from engines.defizz.observe import is_open_to_all
from engines.defizz.settling import is_asked
from engines.defizz.stakes import is_held


def defizz_twins(state: AnyState, audience: str | None) -> Iterator[AnyState]:
    """Yield a table with another deck where that is secret, and one with other answers to an open Chrono."""
    position, setup = state.position, state.setup
    cards = tuple(_other_card(state, card, audience) for card in setup.deck.cards)
    deck = Deck(format=1, name=setup.deck.name, language="fr", licence="MIT", cards=cards)
    if deck != setup.deck:
        yield replace(state, setup=replace(setup, deck=deck))
    if position.poll is not None:
        ballots = tuple(_other_ballot(one) if one.seat != audience else one for one in position.poll.ballots)
        poll = replace(position.poll, ballots=ballots)
        if poll != position.poll:
            yield replace(state, position=replace(position, poll=poll))
    challenge = position.challenge
    if challenge is not None and is_open_to_all(setup, position):
        said = tuple(
            one
            if one.seat == audience or one.text is None
            else replace(one, text="tout autre", at=one.at + 5)
            for one in challenge.said
        )
        if said != challenge.said:
            yield replace(state, position=replace(position, challenge=replace(challenge, said=said)))


def _other_ballot(ballot: Ballot) -> Ballot:
    """Return another vote of the same seat on the same verdict; votes for a winner become none."""
    return replace(ballot, turn=None if ballot.turn is None else not ballot.turn, named=None)


def _other_card(state: AnyState, card: Card, audience: str | None) -> Card:
    position = state.position
    return (
        replace(
            card,
            questions=tuple(
                question
                if _is_open(state, card, place, audience)
                else _other(state, card, place, question, audience)
                for place, question in enumerate(card.questions)
            ),
        )
        if position.card or position.last
        else card
    )


def _is_open(state: AnyState, card: Card, place: int, audience: str | None) -> bool:
    """Whether the audience knows a question with its answers: revealed before, or read by it."""
    position = state.position
    last = position.last
    if (
        last is not None
        and (last.card, last.question) == (card.id, place)
        and not is_held(state.setup, position)
    ):
        return True
    reads = audience is not None and audience == position.reader
    # Among experts the reader holds the whole card from the roll on (Z16).
    return (
        card.id == position.card and reads and (position.challenge is not None or state.setup.options.expert)
    )


def _other(state: AnyState, card: Card, place: int, question: Any, audience: str | None) -> Any:
    position = state.position
    asked = is_asked(position) and position.challenge.question == place
    helped = position.helped and audience == position.active
    last = position.last
    if last is not None and is_held(state.setup, position) and (last.card, last.question) == (card.id, place):
        return _other_answers(question)
    if card.id != position.card:
        return Cible(clue="autre", text="autre", mode="cible", number=7)
    if asked or helped:
        return _other_answers(question)
    return Cible(clue=question.clue, text="autre", mode="cible", number=7)


def _other_answers(question: Any) -> Any:
    match question:
        case Chrono(answers=answers):
            return replace(question, answers=tuple(f"autre {text}" for text in answers), reject=())
        case Cible(number=number):
            return replace(question, number=number + 1)
        case PingPong(answers=answers):
            return replace(question, answers=tuple((f"autre chose {n}",) for n in range(len(answers))))
        case Chance():
            return question
    raise AssertionError(question)
