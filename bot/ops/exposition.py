"""The meters as Prometheus reads them, beside what its library tells of the process itself.

Needs the package prometheus-client (the extra `ops`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from bot.meters import METERS, Labels, Meter

__all__ = ["CONTENT_TYPE_LATEST", "Exposition"]

PREFIX = "gobelet_"


class Exposition(Collector):
    """Writes all meters down as they stand."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(self)
        for kind in (ProcessCollector, PlatformCollector, GCCollector):
            kind(registry=self._registry)

    def write(self) -> bytes:
        """The page, in the form of `CONTENT_TYPE_LATEST`."""
        return generate_latest(self._registry)

    def collect(self) -> Iterable[Metric]:
        """All meters of ours; the library asks for them."""
        return [_family(name, meter) for name, meter in METERS.items()]


def _family(name: str, meter: Meter) -> Metric:
    match meter.kind:
        case "counter":
            counter = CounterMetricFamily(PREFIX + name, meter.help, labels=meter.labels)
            for labels, value in _values(meter):
                counter.add_metric(labels, value)
            return counter
        case "gauge":
            gauge = GaugeMetricFamily(PREFIX + name, meter.help, labels=meter.labels)
            for labels, value in _values(meter):
                gauge.add_metric(labels, value)
            return gauge
        case "histogram":
            histogram = HistogramMetricFamily(PREFIX + name, meter.help, labels=meter.labels)
            for labels, total in _values(meter):
                histogram.add_metric(labels, _pile_up(meter, labels), sum_value=total)
            return histogram


def _values(meter: Meter) -> Iterator[tuple[Labels, float]]:
    """What was counted by labels; a meter without labels begins at nought."""
    if not meter.labels and not meter.values:
        yield (), 0.0
    yield from meter.values.items()


def _pile_up(meter: Meter, labels: Labels) -> list[tuple[str, float]]:
    """The buckets of a histogram as Prometheus wants them: each with all that is at most as large."""
    bounds = [*map(str, meter.buckets), "+Inf"]
    counts = meter.spread.get(labels, [0] * len(bounds))
    return list(zip(bounds, map(float, accumulate(counts)), strict=True))
