"""Any throw and any seed, for the tests of what is shown of them."""

from __future__ import annotations

from hypothesis import strategies as st

from engines.diavolo.model import Throw

__all__ = ["NEAREST_THROWS", "SEEDS", "THROWS"]

SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def _throws(draw: st.DrawFn, orders: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> Throw:
    many = draw(st.sampled_from((3, 2)))
    faces = st.tuples(*[st.integers(1, 6)] * many)
    order = draw(st.sampled_from(orders))
    near = draw(st.integers(1, 3 * many + 1)) if order == 6 else None
    return Throw(draw(faces), draw(faces), draw(faces), order, near)


THROWS = _throws()
NEAREST_THROWS = _throws(orders=(6,))
