"""Rate limits as Discord has them: a window opens with its first request; one more counts all requests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Bucket = Literal["send", "edit", "old_edit", "webhook", "other", "global"]


@dataclass(frozen=True, slots=True)
class Rate:
    """How many requests are allowed in how many seconds."""

    requests: int
    seconds: float


# What Discord was observed to allow: per channel for sends and edits, per token for follow-ups.
OBSERVED: Mapping[Bucket, Rate] = MappingProxyType(
    {
        "send": Rate(5, 5.0),
        "edit": Rate(5, 5.0),
        "old_edit": Rate(3, 6.0),
        "webhook": Rate(5, 2.0),
        "other": Rate(50, 1.0),
        "global": Rate(50, 1.0),
    }
)


@dataclass(slots=True)
class _Window:
    opened: float
    used: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a window after a request; `allowed` is False when the request came too early."""

    bucket: Bucket
    rate: Rate
    remaining: int
    reset_after: float
    allowed: bool

    def headers(self, now: float) -> dict[str, str]:
        """Return the headers of every answer of a limited route; `now` is in seconds since 1970."""
        return {
            "X-RateLimit-Limit": str(self.rate.requests),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": f"{now + self.reset_after:.3f}",
            "X-RateLimit-Reset-After": f"{self.reset_after:.3f}",
            "X-RateLimit-Bucket": f"gobelet-{self.bucket}",
        }


@dataclass(slots=True)
class RateLimits:
    """Counts requests by bucket and major parameter (a channel, a token)."""

    now: Callable[[], float]
    rates: dict[Bucket, Rate] = field(default_factory=lambda: dict(OBSERVED))
    _windows: dict[tuple[Bucket, str], _Window] = field(default_factory=dict)

    def take(self, bucket: Bucket, key: str) -> Standing:
        """Count a request in its window, unless it is refused; return how the window stands."""
        rate, now = self.rates[bucket], self.now()
        window = self._windows.get((bucket, key))
        if window is None or now - window.opened >= rate.seconds:
            self._forget_closed(now)
            window = self._windows[bucket, key] = _Window(now)
        reset_after = max(0.0, window.opened + rate.seconds - now)
        if window.used >= rate.requests:
            return Standing(bucket, rate, 0, reset_after, allowed=False)
        window.used += 1
        return Standing(bucket, rate, rate.requests - window.used, reset_after, allowed=True)

    def _forget_closed(self, now: float) -> None:
        if len(self._windows) > 1000:
            closed = [
                key for key, each in self._windows.items() if now - each.opened >= self.rates[key[0]].seconds
            ]
            for key in closed:
                del self._windows[key]
