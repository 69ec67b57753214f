"""Who wins a round and the game, what the next round begins with, who comes where (F10, F11, F14)."""

from engines.desfausse.model import Demon
from tests.engines.desfausse.table import GAME, Table

SIX = "2 2 2 2 3 3"


def ready(tokens: str = "", **hands: dict) -> Table:
    return Table.lying(tokens=tokens, **hands).stop()


def test_F10_who_holds_no_die_after_its_discard_ends_the_round_at_once():
    table = ready(A={1: 2}, B={7: 3, 8: 2, 9: 2}, C={13: 4, 14: 5})
    table.discard("B", [8], [8]).discard("A", [1], [1], faces="any")
    assert table.told[1:5] == ["opened", "discarded", "turn_ended", "round_won"]
    won = table.event("round_won")
    assert (won.round, won.winners, won.tokens) == (1, ("A",), {"A": 1, "B": 0, "C": 0})
    assert {seat: len(dice) for seat, dice in won.held.items()} == {"A": 0, "B": 3, "C": 2}


def test_F10_who_empties_its_hand_at_the_same_moment_wins_too_and_what_arrives_then_does_not_count():
    table = ready(A={1: 2}, B={7: 2}, C={13: 4, 14: 5})
    table.discard("A", [1], [1], {"B": [1]})
    table.act("B", table.legal("B")[1], 2, *[3] * 19)
    assert table.event("opened").order == (("A", "B"),)
    assert table.event("round_won").winners == ("A", "B")
    assert (table.event("angel_drawn").seat, table.event("angel_drawn").among) == ("B", ("A", "B"))
    assert table.public.tokens == {"A": 1, "B": 1, "C": 0}


def test_F10_dice_received_earlier_in_the_turn_count():
    table = ready(A={1: 3, 2: 5, 3: 5}, B={7: 4, 8: 6}, C={13: 2, 14: 6})
    table.discard("C", [13], [13], {"B": [13]})
    table.skip("A").discard("B", [7], [7])
    assert table.public.round == 1
    table.skip("A", "any")
    assert (table.public.round, table.ids("B")) == (1, [8, 13])


def test_F10_a_gift_that_leaves_nothing_wins():
    table = ready(A={1: 3}, B={7: "D"}, C={13: 6, 14: 6})
    table.skip("A").skip("C").gift("A", None, "any")
    assert table.event("round_won").winners == ("A",)


def test_F10_two_tokens_win_the_game_and_ties_are_possible():
    table = ready(tokens="1 1 0", A={1: 2}, B={7: 2}, C={13: 4, 14: 5})
    table.discard("A", [1], [1]).discard("B", [7], [7])
    assert (table.public.phase, table.public.winners) == ("over", ("A", "B"))
    assert table.told[-2:] == ["round_won", "game_over"]
    assert [one.face for one in table.public.hands["C"]] == [4, 5]
    table = ready(tokens="1 0 0", A={1: 2}, B={7: 2}, C={13: 4, 14: 5})
    table.discard("A", [1], [1]).discard("B", [7], [7])
    assert (table.public.winners, table.public.tokens) == (("A",), {"A": 2, "B": 1, "C": 0})


def test_F11_the_winner_has_the_angel_and_who_held_most_dice_gets_its_big_red_die():
    table = ready(A={1: 2}, B={7: 3, 8: 2, 9: 2}, C={13: 4, 14: 5})
    table.skip("B").discard("A", [1], [1], faces="2 2 2 2 3 A 2 2 2 2 3 3 3 2 2 2 2 3 3")
    assert table.told[-2:] == ["round_started", "turn_started"]
    assert (table.event("round_started").blessed, table.event("round_started").burdened) == ("A", "B")
    assert (table.ids("A"), table.ids("B")) == ([1, 2, 3, 4, 6, 19], [5, 7, 8, 9, 10, 11, 12])
    assert (table.public.round, table.public.turn, table.public.hell) == (2, 1, 0)
    assert table.own("A").dice[-1].face == "A"


def chosen_by_the_winner() -> Table:
    table = ready(A={1: 2}, B={7: 2, 8: 3}, C={13: 4, 14: 5}).skip("B").discard("A", [1], [1])
    assert (table.public.phase, table.public.to_act, table.public.served) == ("demon", ("A",), "A")
    return table


def test_F11_of_several_with_most_dice_the_winner_chooses():
    table = chosen_by_the_winner()
    assert (table.legal("A"), table.public.candidates) == ((Demon("B"), Demon("C")), ("B", "C"))
    assert (table.event("demon_awaited").seat, table.event("demon_awaited").candidates) == ("A", ("B", "C"))
    assert [one.face for one in table.public.hands["B"]] == [2, 3]
    assert table.refused("A", Demon("A")) == ("illegal_action", "not_a_candidate")
    assert table.refused("A", Demon("Z")) == ("illegal_action", "not_a_candidate")
    assert table.refused("B", Demon("C")) == ("not_your_turn", "not_your_turn")
    table.demon("A", "C", f"2 2 2 2 3 5 {SIX} 3 2 2 2 2 3 3")
    assert table.ids("C") == [5, 13, 14, 15, 16, 17, 18]


def test_F11_dice_received_at_the_end_count():
    table = ready(A={1: 2}, B={7: 3, 8: 4}, C={13: 4, 14: 5}).discard("A", [1], [1], {"C": [1]}, None, "any")
    assert [one.id for one in table.event("round_won").held["C"]] == [1, 13, 14]
    assert table.event("round_started").burdened == "C"


def test_F11_several_winners_are_drawn_before_the_choice_and_the_rolls():
    table = ready(A={1: 2}, B={7: 2}, C={13: 4, 14: 5}, D={19: 4, 20: 5}).discard("A", [1], [1])
    table.discard("B", [7], [7], faces="2")
    assert (table.public.to_act, table.public.candidates) == (("B",), ("C", "D"))
    table.demon("B", "D", f"{SIX} 2 2 2 2 4 A {SIX} 3 2 2 2 2 3 3")
    assert table.ids("B") == [7, 8, 9, 10, 12, 25]


def test_F11_another_winner_may_get_the_big_red_die():
    table = ready(A={1: 2}, B={7: 2}).discard("A", [1], [1])
    table.discard("B", [7], [7], faces=f"1 2 2 2 2 3 A 3 {SIX}")
    assert (table.event("round_started").blessed, table.event("round_started").burdened) == ("A", "B")


def places(table: Table) -> list[tuple[int, str]]:
    return [(place.number, "".join(place.seats)) for place in GAME.places(table.state)]


def test_F14_by_tokens_then_by_the_fewest_dice_left() -> None:
    table = ready(tokens="1 0 1 0", A={1: 2}, B={7: 4}, C={13: 4, 14: 5}, D={19: 4, 20: 5})
    table.discard("A", [1], [1])
    assert (table.public.winners, places(table)) == (("A",), [(1, "A"), (2, "C"), (3, "B"), (4, "D")])


def test_F14_equal_tokens_and_dice_share_a_place() -> None:
    table = ready(tokens="1 0 0", A={1: 2}, B={7: 4, 8: 5}, C={13: 4, 14: 5}).discard("A", [1], [1])
    assert places(table) == [(1, "A"), (2, "BC")]


def test_F10_C6_who_wins_together_shares_the_first_place_whatever_came_to_a_hand_then() -> None:
    table = ready(tokens="1 1 0", A={1: 2}, B={7: 2}, C={13: 4, 14: 5})
    table.discard("A", [1], [1], {"B": [1]}).discard("B", [7], [7])
    assert (table.public.winners, len(table.position.held[1])) == (("A", "B"), 1)
    assert places(table) == [(1, "AB"), (3, "C")]


def test_F13_C6_leavers_come_last_the_first_to_leave_last_of_all() -> None:
    table = ready(tokens="1 1 1 0", A={1: 2}, B={7: 4}, C={13: 4, 14: 5}, D={19: 4, 20: 5})
    table.leave("C").leave("B").discard("A", [1], [1])
    assert places(table) == [(1, "A"), (2, "D"), (3, "B"), (4, "C")]
