"""Of the workers that share the tests, half begin with long ones."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.dealing import deal

SHORT = 200


@given(st.lists(st.sampled_from("abcdefgh"), max_size=40), st.integers(1, 6))
def test_half_of_the_parts_begin_with_their_share_of_the_long_tests(long: list[str], workers: int) -> None:
    tests = list(enumerate([*long, *[None] * SHORT]))
    order = deal(tests, lambda test: test[1], workers)
    assert sorted(order, key=lambda test: test[0]) == tests, "each once"
    homes: dict[str, int] = {}
    start = 0
    for place in range(workers):
        size = (len(tests) - start) // (workers - place)
        units = [unit for _, unit in order[start : start + size]]
        assert units == [unit for unit in units if unit] + [None] * units.count(None), (
            "none follows a short one"
        )
        assert all(homes.setdefault(unit, place) == place for unit in units if unit), "a unit has one home"
        start += size
    assert len(set(homes.values())) == min(max(1, workers // 2), len(set(long))), "the others begin at once"
