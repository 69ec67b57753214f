"""Who wins a question, worked out plainly from what was said, in seat order from the active seat."""

from typing import Any

from engines.defizz.judging import read_number


def winner(question: Any, seats: list[str], said: list[Any]) -> str | None:
    """Return the winner, or None when all stakes return. Nobody has left; verdicts are as they were given."""
    if question.mode == "chrono":
        return _fastest(said)
    if question.mode == "cible":
        return _nearest(question.number, said)
    return _last_one_in(len(question.answers), seats, said)


def _fastest(said: list[Any]) -> str | None:
    right = {one.seat: one.at for one in said if one.right}
    if not right:
        return None
    first = min(right.values())
    seats = [seat for seat, at in right.items() if at == first]
    return seats[0] if len(seats) == 1 else None


def _nearest(number: float, said: list[Any]) -> str | None:
    away: dict[str, float] = {}
    for one in said:
        if one.text is not None:
            away[one.seat] = abs(float(read_number(one.text, "mètre")) - number)
            if away[one.seat] < 1e-9:
                return one.seat
    best = [seat for seat in away if away[seat] < min(away.values()) + 1e-9]
    return best[0] if len(best) == 1 else None


def _last_one_in(listed: int, seats: list[str], said: list[Any]) -> str | None:
    """Go round and round: one answer each, who has none or a wrong one is out."""
    still_in, found, any_right, turn = list(seats), set(), False, 0
    for one in said:
        assert one.seat == still_in[turn], "it was somebody else's turn"
        if one.right:
            any_right = True
            if one.group is not None:
                found.add(one.group)
            if len(found) == listed or len(still_in) == 1:
                return one.seat
            turn = (turn + 1) % len(still_in)
        else:
            del still_in[turn]
            if not still_in:
                return None
            turn %= len(still_in)
            if len(still_in) == 1 and any_right:
                return still_in[0]
    raise AssertionError("nobody has won yet")
