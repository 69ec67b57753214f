"""A round of défis: Défizz inside an evening (S18 to S20)."""

from __future__ import annotations

from engines.defizz import model as defizz
from engines.defizz.ballots import Contest, Vote
from engines.soiree.model import Proceed, Ready
from tests.engines.soiree.table import CHRONO, CIBLE, DUELS, GAME, Evening

DUEL, MULTI = 1, 4


def begun(**options: object) -> Evening:
    """A round of one défi, after a question that A and C had right."""
    evening = Evening({**CHRONO, "length": 1}, DUELS, **options).ready()
    return evening.say(A="Reims", B="Rennes", C="Reims").ready().ready()


def test_S18_the_team_with_the_fewest_points_begins_and_the_bot_reads() -> None:
    evening = begun()
    bout = evening.public.bout
    assert bout is not None
    assert (evening.turn, bout.reader, bout.active) == ("challenges B", "bot", "B")
    assert set(bout.chips.values()) == {1900}
    assert evening.position.bout is not None
    assert evening.position.bout.cards == ("d2", "m1"), "d1 was used, and a card of each pile will do"
    assert evening.why("A", defizz.Roll()) == "not_your_turn"
    assert evening.why("B", Ready()) == "challenge_in_play"


def play_multi(evening: Evening) -> Evening:
    """Let B ask a Chrono at the minimum, and let C be right first."""
    evening.roll("B", MULTI).act("B", defizz.Choose(0, None, 100))
    assert evening.turn == "challenges ABC"
    for at, (seat, text) in enumerate((("A", "Rennes"), ("C", "Reims"), ("B", "Reims"))):
        action = GAME.decide(evening.state, seat, defizz.Answer(text, at))
        assert isinstance(action, defizz.Answer)
        assert action.verdict is not None
        evening.act(seat, action)
    return evening


def test_S19_it_ends_after_its_length_without_another_turn() -> None:
    evening = play_multi(begun())
    assert "settled" in evening.told
    assert not {"round_started", "game_over"} & set(evening.told)
    assert evening.turn == "reveal ABC", "its last verdict can be contested (S27)"
    evening.ready()
    assert not {"round_started", "game_over"} & set(evening.told)
    assert evening.turn == "over"
    assert evening.position.bout is None


def test_S19_what_is_taken_back_does_not_count() -> None:
    evening = begun().roll("B", MULTI).command("void")
    assert evening.turn == "challenges B"
    assert evening.position.bout is not None
    assert evening.position.bout.settled == 0


def test_S19_a_void_challenge_counts() -> None:
    evening = begun().roll("B", MULTI).act("B", defizz.Choose(0, None, 100))
    assert "stakes_returned" in evening.timeout().told
    assert evening.position.bout is None


def test_S18_a_quizmaster_takes_cards_back_and_moves_chips_but_ends_no_game_inside() -> None:
    evening = Evening(DUELS, CIBLE, quizmaster="A").act("A", Proceed()).roll("B", MULTI)
    listed = GAME.legal_actions(evening.state, "A")
    assert defizz.TakeBack() in listed.actions
    assert "transfer" in listed.types
    assert "last_turn" not in (*listed.types, *(action.type for action in listed.actions))
    assert evening.why("A", defizz.LastTurn()) == "leads"
    evening.act("A", defizz.Transfer("B", "C", 300, "le jury"))
    assert (evening.event("chips_moved").chips, evening.turn) == (300, "challenges B")
    evening.act("A", defizz.TakeBack())
    bout = evening.public.bout
    assert bout is not None
    assert (evening.turn, bout.chips["B"], bout.chips["C"]) == ("challenges B", 1600, 2200)


def test_S20_points_by_chips() -> None:
    evening = play_multi(begun()).ready()
    assert evening.event("standing").gained == (7, 7, 10)
    assert evening.points == "8 7 11"
    assert evening.position.winners == ("C",)


def test_S5_cards_turned_in_défis_are_used() -> None:
    evening = Evening(DUELS, CHRONO).ready().roll("A", MULTI)
    assert evening.position.used == ("m1",)


def test_S26_défis_end_at_once_with_the_challenge_taken_back() -> None:
    evening = Evening(DUELS, CIBLE).ready().roll("A", MULTI).act("A", defizz.Choose(0, None, 200))
    assert evening.command("skip_round").turn == "break ABC"
    assert "stakes_returned" in evening.told
    assert evening.event("standing").skipped
    assert evening.points == "10 10 10", "all have their chips again"


def test_S23_a_team_leaves_the_défis_too() -> None:
    evening = begun().roll("B", MULTI).leave("B")
    assert evening.told[:2] == ["team_left", "left"]
    assert evening.turn in ("challenges C", "challenges A")
    evening = begun().roll("B", MULTI).leave("B").leave("A")
    assert (evening.turn, evening.position.winners) == ("over", ("C",))


def test_S25_defizz_has_its_own_deadlines() -> None:
    deadline = GAME.deadline(begun().state)
    assert deadline is not None
    assert (deadline.kind, deadline.seconds) == ("roll", 60)


def test_S18_a_quizmaster_reads_the_défis() -> None:
    evening = Evening(DUELS, seats="QAB", quizmaster="Q").act("Q", Proceed())
    bout = evening.public.bout
    assert bout is not None
    assert (evening.turn, bout.reader, bout.seats) == ("challenges A", "Q", ("Q", "A", "B"))
    assert evening.why("Q", defizz.Roll()) == "leads"
    evening.roll("A", MULTI).act("A", defizz.Choose(0, None, 200))
    for at, (seat, text) in enumerate((("A", "Rennes"), ("B", "Reims"))):
        evening.act(seat, GAME.decide(evening.state, seat, defizz.Answer(text, at)))
    assert evening.turn == "challenges Q"
    assert evening.own("Q").bout is not None
    evening.act("Q", defizz.Judge(True)).act("Q", Proceed())
    assert evening.position.winners == ("A",)
    assert evening.points == "0 10 7"


def test_S23_the_bot_reads_on_for_a_quizmaster_who_is_replaced_in_the_défis() -> None:
    for replaced in (lambda each: each.leave("Q"), lambda each: each.command("replace_quizmaster")):
        evening = replaced(Evening(DUELS, seats="QAB", quizmaster="Q").act("Q", Proceed()).roll("A", MULTI))
        bout = evening.public.bout
        assert bout is not None
        assert (bout.reader, evening.turn) == ("bot", "challenges A")


def test_S27_the_last_verdict_is_turned_by_a_vote_before_the_standings() -> None:
    evening = play_multi(begun())
    assert "standing" not in evening.told
    assert evening.points == "1 0 1", "the round brings nothing yet"
    assert evening.why("A", defizz.Roll()) == "not_now"
    evening.act("A", Contest("A"))
    assert evening.turn == "challenges BC"
    evening.act("B", Vote(turn=True)).act("C", Vote(turn=True))
    assert "settlement_undone" in evening.told
    assert "settled" in evening.told
    assert evening.turn == "reveal ABC"
    assert evening.position.bout is not None
    assert evening.position.bout.settled == 1
    assert evening.ready().event("standing").gained == (10, 7, 7)


def test_S27_a_vote_that_keeps_the_verdict_leads_back_and_all_say_anew_that_they_are_ready() -> None:
    evening = play_multi(begun()).ready("A").act("B", Contest("A"))
    evening.act("A", Vote(turn=False)).act("C", Vote(turn=True))
    assert evening.turn == "reveal ABC"
    assert evening.why("B", Contest("A")) == "contested_before"
    deadline = GAME.deadline(evening.state)
    assert deadline is not None
    assert (deadline.kind, deadline.seconds) == ("reveal", 20)
    assert evening.timeout().event("standing").gained == (7, 7, 10)


def duel(evening: Evening, seat: str, rival: str, stake: int) -> Evening:
    """Let a seat play a Chrono for a stake against another one, which is wrong; a quizmaster agrees."""
    evening.roll(seat, DUEL).act(seat, defizz.Choose(0, rival, stake))
    if GAME.refusal(evening.state, rival, defizz.Accept()) is None:
        evening.act(rival, defizz.Accept())
    evening.act(seat, GAME.decide(evening.state, seat, defizz.Answer("Reims", 1)))
    evening.act(rival, GAME.decide(evening.state, rival, defizz.Answer("Lens", 2)))
    return evening.act("Q", defizz.Judge(right=True)) if evening.turn == "challenges Q" else evening


def test_S27_who_is_ready_stays_so_when_another_team_leaves() -> None:
    evening = Evening({**DUELS, "length": 2}, CHRONO, seats="ABCD").ready("ABCD")
    duel(duel(evening, "A", "D", 1900), "B", "C", 100).ready("AB")
    assert evening.leave("D").turn == "reveal C", "D was out already: the verdict can still be turned"
    assert evening.why("A", Ready()) == "already_ready"
    assert evening.act("C", Contest("B")).turn == "challenges AB"
    evening.act("A", Vote(turn=False)).act("B", Vote(turn=False))
    assert evening.turn == "reveal ABC", "a vote awaits all anew"


def test_S27_the_round_closes_when_the_only_team_that_is_not_ready_leaves() -> None:
    evening = Evening({**DUELS, "length": 2}, CHRONO, seats="ABCD").ready("ABCD")
    duel(duel(evening, "A", "D", 1900), "B", "C", 100).ready()
    assert evening.leave("D").turn == "break ABC"
    assert evening.event("standing").gained == (10, 7, 5, 0)


def test_S27_a_quizmaster_is_awaited_though_a_team_leaves_and_the_teams_once_they_have_left() -> None:
    evening = Evening({**DUELS, "length": 2}, seats="QABCD", quizmaster="Q").act("Q", Proceed())
    duel(duel(evening, "A", "D", 1900), "B", "C", 100)
    assert evening.turn == "reveal Q"
    assert evening.leave("D").turn == "reveal Q"
    assert evening.leave("Q").turn == "reveal ABC"


def test_S26_a_round_whose_last_challenge_is_settled_is_not_cut_short() -> None:
    evening = play_multi(
        Evening({**CHRONO, "length": 1}, DUELS, CIBLE)
        .ready()
        .say(A="Reims", B="Rennes", C="Reims")
        .ready()
        .ready()
    )
    assert evening.turn == "reveal ABC"
    assert not evening.command("skip_round").event("standing").skipped
    assert evening.points == "8 7 11"


def test_S27_a_challenge_that_is_open_again_is_played_on() -> None:
    evening = Evening({**DUELS, "length": 1}).ready().roll("A", MULTI).act("A", defizz.Choose(2, None, 100))
    for seat, text in (("A", "do"), ("B", "re mineur"), ("C", "tralala")):
        evening.act(seat, GAME.decide(evening.state, seat, defizz.Answer(text)))
    assert evening.turn == "reveal ABC"
    assert "answer_revealed" not in evening.told, "else whoever has read the list could go on with it"
    evening.act("C", Contest("C")).act("A", Vote(turn=True)).act("B", Vote(turn=True))
    assert evening.turn.startswith("challenges ")
    assert evening.position.bout is not None
    assert evening.position.bout.settled == 0
    assert evening.command("skip_round").points == "10 10 10"


def test_S27_a_list_is_told_once_the_round_closes() -> None:
    evening = Evening(DUELS, CHRONO).ready().roll("A", MULTI).act("A", defizz.Choose(2, None, 100))
    for seat, text in (("A", "do"), ("B", "tralala"), ("C", "tralalère")):
        evening.act(seat, GAME.decide(evening.state, seat, defizz.Answer(text)))
    evening.command("proceed")
    assert evening.event("answer_revealed").late
    assert (evening.turn, evening.points) == ("break ABC", "10 7 7")


def test_S27_who_read_turns_a_verdict_at_once_and_so_does_the_host() -> None:
    for turned in (
        lambda each: each.act("Q", Contest("A")),
        lambda each: each.command("turn_verdict.0"),
    ):
        evening = Evening(DUELS, seats="QAB", quizmaster="Q").act("Q", Proceed())
        evening.roll("A", MULTI).act("A", defizz.Choose(0, None, 200))
        for at, (seat, text) in enumerate((("A", "Reims"), ("B", "Lens"))):
            evening.act(seat, GAME.decide(evening.state, seat, defizz.Answer(text, at)))
        evening.act("Q", defizz.Judge(right=True))
        assert evening.turn == "reveal Q"
        assert "turn_verdict.0" in GAME.host_commands(evening.state)
        turned(evening)
        assert evening.told[:2] == ["verdict_turned", "settlement_undone"]
        assert evening.turn == "challenges Q", "the next answer is judged"
        evening.act("Q", defizz.Judge(right=False))
        assert evening.position.bout is not None
        assert evening.act("Q", Proceed()).points == "0 10 10"


def test_S27_the_verdict_stands_where_somebody_leaves_who_played_for_it() -> None:
    evening = play_multi(begun()).leave("B")
    assert evening.told[-1] == "evening_over"
    assert evening.position.winners == ("C",)
    assert evening.position.bout is None


def test_S27_the_table_contests_where_the_quizmaster_has_gone_who_judged() -> None:
    evening = Evening(DUELS, seats="QABC", quizmaster="Q").act("Q", Proceed())
    evening.roll("A", MULTI).act("A", defizz.Choose(0, None, 100))
    for at, (seat, text) in enumerate((("A", "Rennes"), ("B", "Reims"), ("C", "Lens"))):
        evening.act(seat, GAME.decide(evening.state, seat, defizz.Answer(text, at)))
    evening.act("Q", defizz.Judge(right=True)).leave("Q")
    assert evening.turn == "reveal ABC"
    assert evening.act("B", Contest()).turn == "challenges AC"


def test_S27_numbers_cannot_be_contested_and_end_the_round_at_once() -> None:
    evening = Evening(DUELS).ready().roll("A", MULTI).act("A", defizz.Choose(1, None, 100))
    assert evening.why("A", Contest()) == "verdict_stands"
    for seat, text in (("A", "300"), ("B", "2"), ("C", "7")):
        evening.act(seat, GAME.decide(evening.state, seat, defizz.Answer(text)))
    assert (evening.turn, evening.position.winners) == ("over", ("A",))
    assert Evening(CHRONO).why("A", Contest()) == "verdict_stands"
