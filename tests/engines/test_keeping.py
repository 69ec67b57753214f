"""What is kept is bounded by weight."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from engines.core.keeping import Kept


def counted(made: list[str], name: str) -> Callable[[], str]:
    def make() -> str:
        made.append(name)
        return name.upper()

    return make


def of(weight: int) -> Callable[[], int]:
    return lambda: weight


def test_a_value_is_made_once() -> None:
    made: list[str] = []
    kept: Kept[str, str] = Kept(10)
    assert [kept.get("a", of(3), counted(made, "a")) for _ in range(3)] == ["A"] * 3
    assert made == ["a"]


def test_what_was_wanted_longest_ago_goes_first() -> None:
    made: list[str] = []
    kept: Kept[str, str] = Kept(10)
    for name in ("a", "b", "a", "c"):  # 4 + 4 + 4 is more than 10
        kept.get(name, of(4), counted(made, name))
    assert (len(kept), kept.weight) == (2, 8)
    kept.get("a", of(4), counted(made, "a"))
    kept.get("b", of(4), counted(made, "b"))
    assert made == ["a", "b", "c", "b"]


def test_many_small_ones_weigh_as_much_as_a_large_one() -> None:
    kept: Kept[int, str] = Kept(100)
    for number in range(1000):
        kept.get(number, of(1 + number % 7), str)
        assert kept.weight <= 100
    kept.get(1000, of(100), str)
    assert (len(kept), kept.weight) == (1, 100)


def test_what_is_too_large_pushes_nothing_out() -> None:
    made: list[str] = []
    kept: Kept[str, str] = Kept(10)
    kept.get("a", of(10), counted(made, "a"))
    assert [kept.get("b", of(11), counted(made, "b")) for _ in range(2)] == ["B", "B"]
    assert kept.get("a", of(10), counted(made, "a")) == "A"
    assert made == ["a", "b", "b"]


def test_what_cannot_be_made_is_not_kept() -> None:
    kept: Kept[str, int] = Kept(10)
    for text in ("x", "1"):
        try:
            kept.get("key", of(1), lambda text=text: int(text))  # type: ignore[misc]
        except ValueError:
            continue
    assert (len(kept), kept.weight) == (1, 1)


def test_what_another_thread_made_meanwhile_counts_once() -> None:
    kept: Kept[str, str] = Kept(50)
    assert kept.get("a", of(7), lambda: kept.get("a", of(7), lambda: "A")) == "A"
    assert (len(kept), kept.weight) == (1, 7)


def test_threads_that_ask_at_once_count_a_value_once() -> None:
    kept: Kept[int, str] = Kept(50)

    def ask(number: int) -> None:
        kept.get(number % 20, of(7), lambda: str(number))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(ask, range(4000)))
    assert kept.weight == 7 * len(kept) <= 50
