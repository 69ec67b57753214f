"""Discord shows a moment in whole seconds."""

from bot.ui.stamps import clock, remaining


def test_a_moment_is_never_shown_later_than_it_is() -> None:
    assert clock(1_800_000_000_999) == "<t:1800000000:T>"
    assert remaining(1_800_000_000_999) == "<t:1800000000:R>"
