"""The money of Défizz kept by hand, slowly and plainly, from the rule texts alone.

It knows nobody's answers: it is told who took up a raise, who left, and who won, and says what everybody has.
"""

from copy import deepcopy


class Purse:
    """All chips of a table, in dicts by seat."""

    def __init__(self, seats: list[str], bank: int | None) -> None:
        # "Chaque joueur reçoit 3 jetons de 100, 3 jetons de 200 et 2 jetons de 500"; or "sans aucun jeton".
        self.chips = dict.fromkeys(seats, 0 if bank is not None else 3 * 100 + 3 * 200 + 2 * 500)
        self.table = dict.fromkeys(seats, 0)
        self.bank = bank or 0
        self.lost = 0
        self.left: set[str] = set()
        self.out: set[str] = set()
        self.on = False

    def remember(self) -> None:
        """Keep in mind what everybody has, before a challenge is settled (Z21)."""
        kept = {name: fact for name, fact in vars(self).items() if name not in ("left", "before")}
        self.before = deepcopy(kept)

    def go_back(self) -> None:
        """Take the settlement back; who has left stays away."""
        vars(self).update(deepcopy(self.before))

    def in_play(self) -> list[str]:
        return [seat for seat in self.chips if seat not in self.left and seat not in self.out]

    def open(self, active: str, others: list[str], minimum: int, stake: int | None) -> None:
        """The active seat announces its challenge to the others, in order; no stake where the bank pays."""
        self.on, self.asked = True, False
        self.active, self.minimum, self.stake = active, minimum, stake
        self.taking, self.undecided = [active], list(others)
        self.for_bank = stake is None
        if self.for_bank:
            self.taking += self.undecided
            self.undecided, self.asked = [], True
        elif stake == minimum:
            # "Les joueurs paient obligatoirement la mise minimum."
            self.taking += self.undecided
            self.undecided = []
            self._pay_stakes()

    def answer_raise(self, seat: str, *, yes: bool) -> None:
        self.undecided.remove(seat)
        if yes:
            self.taking.append(seat)
        else:
            # "Ils paient la mise minimum mais ne participent pas", or all they have.
            self._put_down(seat, min(self.minimum, self.chips[seat]))
        self._close_raise()

    def leave(self, seat: str) -> None:
        """A seat leaves for good, with what it has (Z20)."""
        was_in = seat in self.in_play()
        self.left.add(seat)
        if not self.on:
            self.lost += self.chips[seat]
            self.chips[seat] = 0
            return
        self._put_down(seat, self.chips[seat])
        if was_in and len(self.in_play()) == 1:
            self._take_all(self.in_play()[0])
            return
        if seat == self.active and not self.asked:
            self._give_back()
            return
        if seat in self.taking:
            self.taking.remove(seat)
        if seat in self.undecided:
            self.undecided.remove(seat)
        if not self.asked:
            self._close_raise()
        elif len(self.taking) == 1:
            self.end(self.taking[0])

    def end(self, winner: str | None) -> None:
        """The question is decided, or void."""
        if winner is None:
            self._give_back()
            return
        self._take_all(winner)
        if self.for_bank and self.bank:
            self.bank -= 500
            self.chips[winner] += 500
            if self.bank < 500:
                self._share_rest()
        if not self.bank:
            self.out |= {seat for seat in self.in_play() if self.chips[seat] == 0}

    def _share_rest(self) -> None:
        """The rest of the bank goes to who has fewest chips; if two have, it is lost."""
        players = sorted(self.in_play(), key=lambda seat: self.chips[seat])
        rest, self.bank = self.bank, 0
        if len(players) == 1 or self.chips[players[0]] < self.chips[players[1]]:
            self.chips[players[0]] += rest
        else:
            self.lost += rest

    def _close_raise(self) -> None:
        if self.undecided:
            return
        if self.taking == [self.active]:
            # Nobody takes it up: the minimums go to the active seat.
            self._take_all(self.active)
            if not self.bank:
                self.out |= {seat for seat in self.in_play() if self.chips[seat] == 0}
        else:
            self._pay_stakes()

    def _pay_stakes(self) -> None:
        """Nobody stakes more than they have, and all the same."""
        least = self.stake
        for seat in self.taking:
            least = min(least, self.chips[seat])
        for seat in self.taking:
            self._put_down(seat, least)
        self.asked = True

    def _put_down(self, seat: str, chips: int) -> None:
        self.chips[seat] -= chips
        self.table[seat] += chips

    def _take_all(self, winner: str) -> None:
        for seat in self.table:
            self.chips[winner] += self.table[seat]
            self.table[seat] = 0
        self.on = False

    def _give_back(self) -> None:
        for seat in self.table:
            if seat in self.left:
                self.lost += self.table[seat]
            else:
                self.chips[seat] += self.table[seat]
            self.table[seat] = 0
        self.on = False
