"""Workers that share the tests all begin with long ones."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.dealing import deal


@given(st.lists(st.booleans(), max_size=60), st.integers(1, 6))
def test_every_part_begins_with_its_share_of_the_long_tests(long: list[bool], workers: int) -> None:
    tests = list(enumerate(long))
    order = deal(tests, lambda test: test[1], workers)
    assert sorted(order) == tests, "each once"
    counts, start = [], 0
    for place in range(workers):
        size = (len(tests) - start) // (workers - place)
        part = [test[1] for test in order[start : start + size]]
        assert part == sorted(part, reverse=True), "none follows a short one"
        counts.append(sum(part))
        start += size
    assert max(counts) - min(counts) <= 1
