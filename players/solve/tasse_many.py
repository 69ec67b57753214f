"""La Tasse with several in play: regret matching on every decision of a challenge, for any number of seats.

Each stage (a score to match) is played against the values that the other stages have on average so far, from
21 down, so that one sweep goes through all of them; a new cup is worth what it was worth in the sweep before.
"""

from __future__ import annotations

import sys

import numpy as np

from players.tasse.challenge import NOTHING, RANKS, ROLLS, SCORES, after_doubt, after_show, worth

ROLL = list(ROLLS)
CHANCE = np.array([ROLLS[roll] for roll in ROLL])
SHOW = 0
TREMBLE = 1e-3


def allowed(k: int, seats: int) -> np.ndarray:
    mask = np.zeros((21, 16), bool)
    mask[:, max(k, 1) :] = True
    for r, roll in enumerate(ROLL):
        mask[r, SHOW] = bool(after_show(roll, k, seats))
    return mask


TRUE = np.zeros((21, 16), bool)
for r, roll in enumerate(ROLL):
    for a in RANKS:
        TRUE[r, a] = SCORES[a] == roll


class Solver:
    def __init__(self, seats: int):
        self.n = n = seats
        self.mask = [allowed(k, n) for k in range(16)]
        self.rx = [np.zeros((21, 16)) for _ in range(16)]
        self.rd = [np.zeros((16, 2)) for _ in range(16)]
        self.sx = [np.zeros((21, 16)) for _ in range(16)]
        self.sd = [np.zeros((16, 2)) for _ in range(16)]
        self.V = np.zeros((16, n))
        self.h = np.zeros(n)

    def strategy(self, k):
        m = self.mask[k]
        pos = np.where(m, np.maximum(self.rx[k], 0), 0)
        s = pos.sum(1, keepdims=True)
        uni = m / m.sum(1, keepdims=True)
        x = np.where(s > 0, pos / np.where(s > 0, s, 1), uni)
        pd = np.maximum(self.rd[k], 0)
        sd = pd.sum(1, keepdims=True)
        d = np.where(sd > 0, pd / np.where(sd > 0, sd, 1), 0.5)
        return x, d[:, 0]

    def tables(self, h):
        n = self.n
        self.W = np.array(
            [[worth(after_doubt(truth=t, seats=n), i, h) for i in range(n)] for t in (False, True)]
        )
        self.S = np.zeros((16, 21, n))
        self.again = np.zeros((16, 21))
        for k in range(16):
            for r, roll in enumerate(ROLL):
                for p, e in after_show(roll, k, n):
                    for i in range(n):
                        self.S[k, r, i] += p * worth(e, i, h)
                    if e.starter is None:
                        self.again[k, r] = 1

    def evaluate(self, k, x, d):
        """Value vector of rolling on k; loops (same rank again, nine) solved."""
        n = self.n
        px = CHANCE[:, None] * x
        tru = (px * TRUE).sum(0)
        lie = (px * ~TRUE).sum(0)
        lie[SHOW] = 0
        c = ((px[:, SHOW])[:, None] * self.S[k]).sum(0)
        loop = (px[:, SHOW] * self.again[k]).sum()
        c = c + ((tru * d)[:, None] * self.W[1] + (lie * d)[:, None] * self.W[0])[1:].sum(0)
        t = (tru + lie) * (1 - d)
        t[SHOW] = 0
        T = np.roll(self.V, 1, axis=1)  # seat i sees V[a][i-1]
        others = t.copy()
        if k:
            others[k] = 0
        c = c + (others[1:, None] * T[1:]).sum(0)
        A = np.eye(n) * (1 - loop)
        if k:
            for i in range(n):
                A[i, (i - 1) % n] -= t[k]
        return np.linalg.solve(A, c), tru, lie

    def sweep(self, weight, learn=True, avg=False):
        self.tables(self.h)
        for k in (*reversed(RANKS), NOTHING):
            x, d = self.average(k) if avg else self.strategy(k)
            v, tru, lie = self.evaluate(k, x, d)
            self.V[k] = v
            if not learn:
                continue
            T = np.roll(self.V, 1, axis=1)
            qd = np.where(TRUE, self.W[1][0], self.W[0][0])
            q = d * qd + (1 - d) * T[:, 0]
            q[:, SHOW] = self.S[k, :, 0] + self.again[k] * v[0]
            m = self.mask[k]
            base = (x * np.where(m, q, 0)).sum(1, keepdims=True)
            self.rx[k] = np.maximum(self.rx[k] + np.where(m, q - base, 0), 0)
            lows = max(k, 1)
            tr = tru + TREMBLE / 210
            li = lie + TREMBLE / 10
            ud = tr * self.W[1][1] + li * self.W[0][1]
            ut = (tr + li) * T[:, 1]
            b = d * ud + (1 - d) * ut
            up = np.stack([ud - b, ut - b], 1)
            up[:lows] = 0
            self.rd[k] = np.maximum(self.rd[k] + up, 0)
            self.sx[k] += weight * x
            self.sd[k] += weight * np.stack([d, 1 - d], 1)
        self.h = self.h + 0.5 * (self.V[NOTHING] - self.V[NOTHING].mean() - self.h)

    def average(self, k):
        return self.sx[k] / self.sx[k].sum(1, keepdims=True), (self.sd[k] / self.sd[k].sum(1, keepdims=True))[
            :, 0
        ]

    def settle(self):
        for _ in range(60):
            self.sweep(0, learn=False, avg=True)

    def best_gain(self):
        """What one seat gains a challenge by best responding to the average, relative values by iteration."""
        n = self.n
        X = [self.average(k) for k in range(16)]
        # value to the deviator (seat D) by its offset from the roller: U[k][offset]
        b = np.array(self.h)  # by offset from starter
        g = 0.0
        for it in range(400):
            W = np.array(
                [[worth(after_doubt(truth=t, seats=n), i, b) for i in range(n)] for t in (False, True)]
            )
            S = np.zeros((16, 21, n))
            for k in range(16):
                for r, roll in enumerate(ROLL):
                    for p, e in after_show(roll, k, n):
                        for i in range(n):
                            S[k, r, i] += p * worth(e, i, b)
            U = np.zeros((16, n))
            for k in (*reversed(RANKS), NOTHING):
                x, d = X[k]
                u = np.array(self.V[k])
                for _ in range(300):
                    U[k] = u
                    T = np.roll(U, 1, axis=1)
                    new = np.zeros(n)
                    px = CHANCE[:, None] * x
                    tru = (px * TRUE).sum(0)
                    lie = (px * ~TRUE).sum(0)
                    for i in range(n):
                        if i == 0:
                            q = d * np.where(TRUE, W[1][0], W[0][0]) + (1 - d) * T[:, 0]
                            q[:, SHOW] = S[k, :, 0] + self.again[k] * u[0]
                            new[0] = (CHANCE * np.where(self.mask[k], q, -9).max(1)).sum()
                            continue
                        s = (px[:, SHOW] * (S[k, :, i] + self.again[k] * u[i])).sum()
                        doubt = tru * W[1][i] + lie * W[0][i]
                        trust = (tru + lie) * T[:, i]
                        if i == 1:
                            s += np.maximum(doubt, trust)[1:].sum()
                        else:
                            s += (d * doubt + (1 - d) * trust)[1:].sum()
                        new[i] = s
                    done = abs(new - u).max() < 1e-11
                    u = new
                    if done:
                        break
                U[k] = u
            g = U[NOTHING] - b
            nb = U[NOTHING] - U[NOTHING].mean()
            if abs(nb - b).max() < 1e-9:
                break
            b = b + 0.7 * (nb - b)
        return g


def quantise(row):
    s = row.sum()
    if s <= 0:
        return [0] * 16
    row = np.clip(row, 0, None)
    row = row / row.sum() * 200
    q = np.floor(row + 1e-9).astype(int)
    for i in np.argsort(-(row - q))[: 200 - q.sum()]:
        q[i] += 1
    return list(q)


if __name__ == "__main__":
    n, rounds = int(sys.argv[1]), int(sys.argv[2])
    s = Solver(n)
    best = None
    for i in range(1, rounds + 1):
        s.sweep(float(i) ** 2)
        if i % (rounds // 4) == 0:
            keep = s.V.copy(), s.h.copy()
            s.settle()
            g = s.best_gain()
            print(n, i, "h", np.round(s.h, 4), "gain", np.round(g, 6), flush=True)
            if best is None or g.max() < best:
                best = g.max()
                out = []
                for k in range(16):
                    x, d = s.average(k)
                    for r in range(21):
                        out += quantise(x[r])
                    out += [int(round(max(0, v) * 200)) if a >= max(k, 1) else 0 for a, v in enumerate(d)]
                open(f"/tmp/tasse{n}.bin", "wb").write(bytes(out))
                np.savez(f"/tmp/tasse{n}.npz", V=s.V, h=s.h)
            s.V, s.h = keep
    print("best", best)
