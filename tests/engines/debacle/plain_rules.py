"""The rules once more, slow and word by word, to judge the engine by: dice are objects, nothing is prepared.

Written from the texts of the rules alone; it shares neither code nor tables with the engine. Squares, colours
and actions are those of the text protocol.
"""

from itertools import combinations, product
from typing import Any

OPPONENT = {"red": "black", "black": "red"}
CAMP = {"red": "1", "black": "6"}
FORWARD = {"red": 1, "black": -1}
Plain = dict[str, Any]


class Die:
    """A die knows its colour and its value; where it lies, the board knows."""

    def __init__(self, color: str, value: int) -> None:
        self.color, self.value = color, value


class PlainRules:
    """A table: red is seat A, black is seat B."""

    def __init__(self, first: str) -> None:
        self.points = {"red": 0, "black": 0}
        self.missed = {"red": 0, "black": 0}
        self.round, self.begins = 0, first
        self.winner: str | None = None
        self.new_round()

    def new_round(self) -> None:
        self.round += 1
        self.color, self.begins = self.begins, OPPONENT[self.begins]
        self.board = {f"{column}1": Die("red", n) for n, column in enumerate("abcdef", 1)}
        self.board |= {f"{column}6": Die("black", n) for n, column in enumerate("fedcba", 1)}
        self.held: dict[str, list[int]] = {"red": [], "black": []}
        self.quiet = self.turns = self.promised = 0
        self.new_turn()

    def new_turn(self) -> None:
        self.owed, self.bonus, self.promised = 2, self.promised, 0
        self.acted = self.loud = False
        self.last: tuple[str, Die] | None = None
        self.bouncing: Die | None = None
        self.returning: Die | None = None

    def where(self, die: Die | None) -> str | None:
        return next((square for square, other in self.board.items() if other is die), None)

    def put(self, square: str, color: str, value: int) -> None:
        self.board[square] = Die(color, value)

    def camp(self) -> list[str]:
        own = [column + CAMP[self.color] for column in "abcdef"]
        return [square for square in own if square not in self.board]

    def legal(self) -> list[Plain]:
        if self.winner:
            return []
        returns = [{"type": "return", "to": square} for square in self.camp() if self.returning]
        if self.returning and not self.bouncing:
            return returns
        recoveries = [{"type": "recover", "to": square} for square in self.camp() if self.may_recover()]
        if self.bouncing:
            return [*self.moves(self.bouncing), {"type": "pass"}, *returns, *recoveries]
        own = [die for die in self.board.values() if die.color == self.color]
        moves = [move for die in own if self.owed + self.bonus for move in self.moves(die)]
        ends = [] if self.owed and moves else [{"type": "pass"}]
        return [*self.doubles(), *moves, *ends, *recoveries]

    def moves(self, die: Die) -> list[Plain]:
        found: list[Plain] = [] if self.last == ("flip", die) else [{"type": "flip", "at": self.where(die)}]
        square = str(self.where(die))
        column, row = "abcdef".index(square[0]), int(square[1])
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if not (0 <= column + right < 6 and 1 <= row + up <= 6):
                continue
            to = f"{'abcdef'[column + right]}{row + up}"
            target = self.board.get(to)
            if target is None and up != -FORWARD[self.color]:
                found.append({"type": "roll", "from": square, "to": to})
            if target is not None and target.color != self.color and self.beats(die, target):
                found.append({"type": "capture", "from": square, "to": to})
        return found

    @staticmethod
    def beats(die: Die, target: Die) -> bool:
        return target.value != 1 if die.value == 1 else die.value > target.value

    def may_recover(self) -> bool:
        values = {die.value for die in self.board.values() if die.color == self.color}
        return self.acted and len(values) == 1 and bool(self.held[OPPONENT[self.color]])

    def doubles(self) -> list[Plain]:
        """Try every set of enemy dice of every row: it must leave each value of the row exactly once."""
        if self.acted:
            return []
        choices = []
        for row in "123456":
            there = [square for square in (column + row for column in "abcdef") if square in self.board]
            enemies = [square for square in there if self.board[square].color != self.color]
            values = sorted({self.board[square].value for square in enemies})
            takes = [take for many in range(1, len(enemies)) for take in combinations(enemies, many)]
            choices.append([()] + [take for take in takes if self.left_of(enemies, take) == values])
        taken = [sorted(sum(chosen, ())) for chosen in product(*choices)]
        return [{"type": "doubles", "take": take} for take in taken if take]

    def left_of(self, enemies: list[str], take: tuple[str, ...]) -> list[int]:
        return sorted(self.board[square].value for square in enemies if square not in take)

    def play(self, action: Plain) -> None:
        self.missed[self.color] = 0
        if action["type"] == "pass" and not self.bouncing:
            self.end_turn()
            return
        {
            "pass": self.decline,
            "roll": self.roll,
            "flip": self.flip,
            "capture": self.capture,
            "return": self.give_back,
            "recover": self.recover,
            "doubles": self.take_doubles,
        }[action["type"]](action)
        self.acted = True
        if len(self.held[self.color]) >= 5:
            self.end_round()
        elif not self.bouncing and self.legal() == [{"type": "pass"}]:
            self.end_turn()

    def decline(self, action: Plain) -> None:
        self.bouncing = None

    def pay(self) -> None:
        if not self.bouncing:
            self.owed, self.bonus = (self.owed - 1, self.bonus) if self.owed else (0, self.bonus - 1)
        self.bouncing = None

    def reach(self, die: Die, to: str) -> None:
        self.board[to] = die
        if to[1] == CAMP[OPPONENT[self.color]]:
            self.returning = die

    def roll(self, action: Plain) -> None:
        self.pay()
        die = self.board.pop(action["from"])
        die.value = 1 if die.value == 6 else die.value + 1
        self.last = ("roll", die)
        self.reach(die, action["to"])

    def flip(self, action: Plain) -> None:
        self.pay()
        die = self.board[action["at"]]
        die.value = {1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}[die.value]
        self.last = ("flip", die)

    def capture(self, action: Plain) -> None:
        self.pay()
        die, captured = self.board.pop(action["from"]), self.board.pop(action["to"])
        die.value = captured.value
        self.held[self.color].append(captured.value)
        self.last, self.bouncing, self.loud = ("capture", die), die, True
        self.reach(die, action["to"])

    def give_back(self, action: Plain) -> None:
        die = self.board.pop(str(self.where(self.returning)))
        self.board[action["to"]] = die
        self.returning = None

    def recover(self, action: Plain) -> None:
        held = self.held[OPPONENT[self.color]]
        value = min(held)
        held.remove(value)
        self.board[action["to"]] = Die(self.color, value)
        self.promised += 1 if value <= 3 else 2

    def take_doubles(self, action: Plain) -> None:
        self.held[self.color] += [self.board.pop(square).value for square in action["take"]]
        self.loud = True

    def end_turn(self) -> None:
        self.quiet = 0 if self.loud else self.quiet + 1
        self.turns += 1
        if self.quiet == 60 or self.turns == 300:
            self.end_round()
        else:
            self.color = OPPONENT[self.color]
            self.new_turn()

    def end_round(self) -> None:
        for color, held in self.held.items():
            self.points[color] += sum(held)
        if max(self.points.values()) >= 30 and self.points["red"] != self.points["black"]:
            self.winner = max(self.points, key=lambda color: self.points[color])
        else:
            self.new_round()

    def time_out(self) -> None:
        color = self.color
        self.missed[color] += 1
        if self.returning:
            self.give_back({"to": self.camp()[0]})
        self.end_turn()
        if self.missed[color] == 3 and not self.winner:
            self.winner = OPPONENT[color]

    def facts(self) -> Plain:
        seats = {"red": "A", "black": "B"}
        facts: Plain = {
            "points": {seats[color]: points for color, points in self.points.items()},
            "winners": [seats[self.winner]] if self.winner else None,
        }
        if self.winner:
            return facts
        return facts | {
            "board": {square: [die.color, die.value] for square, die in self.board.items()},
            "captured": {color: sorted(held) for color, held in self.held.items()},
            "current": seats[self.color],
            "actions_left": self.owed,
            "bonus_left": self.bonus,
            "bounce": self.where(self.bouncing),
            "returning": self.where(self.returning),
            "round": self.round,
            "quiet_turns": self.quiet,
        }
