"""Answers and unasked questions reach nobody but the reader, or the active seat with its help."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.events import events_for
from tests.engines.defizz.decks import chrono, cible, deck
from tests.engines.defizz.playing import play_out
from tests.engines.defizz.table import DUEL_100, GAME, MULTI_100, Table
from tests.engines.defizz.twins import defizz_twins

SECRET = deck(
    *(chrono("Reims", "réponse secrète"), cible(31_415, unit="mètre"), chrono("troisième secret")),
    multi=(cible(27_182), chrono("autre secret", reject=["piège secret"]), cible(16_180)),
)


def seen(state, seat, events=()):
    """All that a seat gets to see, as one text."""
    told = [GAME.events.dump(event) for event in events_for(events, seat)]
    return GAME.observations.dump(GAME.observe(state, seat)) + " ".join(told)


def texts(card):
    return [question.text for question in card.questions]


def test_before_the_choice_nobody_sees_more_than_the_clues():
    table = Table("ABCD", SECRET).roll(DUEL_100)
    card = table.state.setup.deck.card("d1")
    for seat in (None, *"ABCD"):
        shown = seen(table.state, seat, table.events)
        assert all(question.clue in shown for question in card.questions)
        assert not any(text in shown for text in texts(card))
        assert "secr" not in shown
        assert "31415" not in shown


def test_help_shows_questions_to_the_active_seat_and_answers_to_nobody():
    table = Table("ABCD", SECRET).roll(DUEL_100).help()
    card = table.state.setup.deck.card("d1")
    assert all(text in seen(table.state, "A") for text in texts(card))
    for seat in (None, *"ABCD"):
        assert "réponse secrète" not in seen(table.state, seat, table.events)
        assert seat == "A" or not any(text in seen(table.state, seat, table.events) for text in texts(card))


def test_from_the_choice_on_the_reader_alone_sees_the_answers():
    table = Table("ABCD", SECRET).roll(DUEL_100).choose(0, "B", 300)
    assert "réponse secrète" in seen(table.state, "D")
    assert "31415" in seen(table.state, "D")
    for seat in (None, *"ABC"):
        assert "secr" not in seen(table.state, seat, table.events)
        assert table.state.setup.deck.card("d1").questions[0].text not in seen(
            table.state, seat, table.events
        )


def test_Z16_the_reader_of_experts_holds_the_whole_card_from_the_roll_on_and_nobody_else():
    table = Table("ABCD", SECRET, expert=True)
    assert table.own("D").card is None, "no card is turned yet"
    for step in (lambda: table.roll(DUEL_100), lambda: table.ask(1), lambda: table.choose(None, "B", 300)):
        step()
        assert [question.text for question in table.own("D").card] == texts(table.state.setup.deck.card("d1"))
        assert "réponse secrète" in seen(table.state, "D")
        assert "31415" in seen(table.state, "D")
        for seat in (None, *"ABC"):
            assert "secr" not in seen(table.state, seat, table.events)
            assert "31415" not in seen(table.state, seat, table.events)


def test_Z16_who_replaces_the_reader_of_experts_gets_the_card_and_the_bot_shows_nobody():
    table = Table("ABCDE", SECRET, expert=True).roll(DUEL_100).leave("E")
    assert (table.turn, table.own("D").card is not None, table.own("E").card) == ("ask D", True, None)
    table = Table("ABCD", SECRET, expert=True).roll(DUEL_100).command("replace_reader", 2)
    for seat in (None, *"ABCD"):
        assert "secr" not in seen(table.state, seat, table.events)


def test_once_asked_the_question_is_public_and_no_other():
    table = Table("ABCD", SECRET).roll(MULTI_100).choose(1, None, 100)
    asked, unasked = (
        table.state.setup.deck.card("m1").questions[1],
        table.state.setup.deck.card("m1").questions[0],
    )
    for seat in (None, *"ABC"):
        assert asked.text in seen(table.state, seat, table.events)
        assert unasked.text not in seen(table.state, seat, table.events)
        assert "secret" not in seen(table.state, seat, table.events)


def test_where_the_bot_reads_nobody_sees_the_answers():
    table = Table("ABC", SECRET, reader="bot").roll(DUEL_100).choose(0, "B", 100)
    for seat in (None, *"ABC"):
        assert "secr" not in seen(table.state, seat, table.events)


def test_who_has_left_sees_the_card_no_more():
    table = Table("ABCD", SECRET).roll(DUEL_100).choose(0, "B", 300).leave("D")
    assert "secr" not in seen(table.state, "D", table.events)
    table = Table("ABCD", SECRET).roll(MULTI_100).help().choose(0, None, 100)
    assert table.own("A").card is not None
    assert table.leave("A").own("A").card is None


def test_the_answer_is_revealed_with_the_result():
    table = Table("ABC", SECRET, reader="bot").roll(DUEL_100).choose(0, "B", 100).pass_("A").pass_("B")
    assert "Reims" in seen(table.state, None, table.events)
    assert table.public.last.answers == ("Reims",)
    assert "31415" not in seen(table.state, None, table.events), "only of the question that was asked"


def test_a_refused_raise_reveals_nothing():
    table = Table("ABCD", SECRET).roll(DUEL_100).choose(0, "B", 300).refuse("B")
    for seat in (None, *"ABCD"):
        assert "Reims" not in seen(table.state, seat, table.events)
        assert "question d1" not in seen(table.state, seat, table.events)


def test_answers_to_an_open_chrono_are_known_to_their_seat_alone():
    table = Table("ABC", SECRET, reader="bot").multi(question=1).answer("A", "ma réponse", 5)
    assert "ma réponse" in seen(table.state, "A")
    for seat in (None, "B", "C"):
        assert "ma réponse" not in seen(table.state, seat, table.events)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_nobody_sees_what_is_still_in_the_piles(seed):
    for _, _, step in play_out(seed):
        state, last = step.state, step.state.position.last
        open_cards = {state.position.card, last.card if last else None}
        hidden = [card for card in state.setup.deck.cards if card.id not in open_cards]
        for seat in (None, *state.setup.seats):
            shown = seen(state, seat)
            assert not [text for card in hidden for text in texts(card) if f'"{text}"' in shown]


def test_the_twins_that_conformance_compares_do_differ():
    seen_kinds = set()
    for seed in range(10):
        for _, _, step in play_out(seed):
            for audience in (None, *step.state.setup.seats):
                for twin in defizz_twins(step.state, audience):
                    seen_kinds.add("deck" if twin.setup != step.state.setup else "answers")
    assert seen_kinds == {"deck", "answers"}
