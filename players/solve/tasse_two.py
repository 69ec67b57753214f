"""La Tasse with two in play, solved exactly: one linear programme for each score to match."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

from players.tasse.challenge import NOTHING, RANKS, ROLLS, TOP, after_doubt, after_show, worth

SHOW = 0
rolls = list(ROLLS)
chance = np.array([ROLLS[roll] for roll in rolls])


def stage(k, v, trust, h):
    """Return value, strategy x[roll, choice], doubt[choice] of rank k; v: its own value (loops); trust[a]."""
    begin = (h, -h)
    lows = [a for a in RANKS if a >= max(k, 1)]
    names = []  # variables
    show = {}
    for r, roll in enumerate(rolls):
        out = after_show(roll, k, 2)
        if out:
            show[r] = sum(p * (worth(e, 0, begin) + (v if e.starter is None else 0)) for p, e in out)
    true_ = worth(after_doubt(truth=True, seats=2), 0, begin)
    lie = worth(after_doubt(truth=False, seats=2), 0, begin)
    for r in range(len(rolls)):
        names += [(r, a) for a in lows]
        if r in show:
            names.append((r, SHOW))
    index = {n: i for i, n in enumerate(names)}
    nx = len(names)
    c = np.zeros(nx + len(lows))
    for r in show:
        c[index[r, SHOW]] = -chance[r] * show[r]
    c[nx:] = -1
    A, b = [], []
    from players.tasse.challenge import SCORES

    for j, a in enumerate(lows):
        row = np.zeros(nx + len(lows))
        for r, roll in enumerate(rolls):
            row[index[r, a]] = -chance[r] * (true_ if roll == SCORES[a] else lie)
        row[nx + j] = 1
        A.append(row)
        row = np.zeros(nx + len(lows))
        t = -v if a == k else trust[a]
        for r in range(len(rolls)):
            row[index[r, a]] = -chance[r] * t
        row[nx + j] = 1
        A.append(row)
        b += [0, 0]
    E, e = [], []
    for r in range(len(rolls)):
        row = np.zeros(nx + len(lows))
        for a in lows:
            row[index[r, a]] = 1
        if r in show:
            row[index[r, SHOW]] = 1
        E.append(row)
        e.append(1)
    res = linprog(c, np.array(A), b, np.array(E), e, bounds=[(0, None)] * nx + [(None, None)] * len(lows))
    x = np.zeros((len(rolls), TOP + 1))
    for (r, a), i in index.items():
        x[r, a] = res.x[i]
    doubt = np.zeros(TOP + 1)
    for j, a in enumerate(lows):
        doubt[a] = -res.ineqlin.marginals[2 * j]
    return -res.fun, x, doubt


def solve_rank(k, trust, h):
    low, high = -3.0, 3.0
    v = 0.0
    # secant on f(v) - v
    a, fa = v, stage(k, v, trust, h)[0] - v
    b = v + fa
    for _ in range(60):
        fb, x, d = stage(k, b, trust, h)
        fb -= b
        if abs(fb) < 1e-12:
            break
        if fb == fa:
            break
        a, b, fa = b, b - fb * (b - a) / (fb - fa), fb
    return b, x, d


def solve(h):
    value, xs, ds = {}, {}, {}
    trust = {}
    for k in (*reversed(RANKS), NOTHING):
        value[k], xs[k], ds[k] = solve_rank(k, trust, h)
        trust[k] = -value[k]
    return value, xs, ds


if __name__ == "__main__":
    a, b = 0.1, 0.3
    fa = solve(a)[0][NOTHING] - a
    for _ in range(20):
        v, xs, ds = solve(b)
        fb = v[NOTHING] - b
        print(b, fb, flush=True)
        if abs(fb) < 1e-11:
            break
        a, b, fa = b, b - fb * (b - a) / (fb - fa), fb
    print("h", b, "V21", v[TOP])
    np.savez(
        "/tmp/two.npz",
        x=np.stack([xs[k] for k in range(TOP + 1)]),
        d=np.stack([ds[k] for k in range(TOP + 1)]),
        v=np.array([v[k] for k in range(TOP + 1)]),
    )
