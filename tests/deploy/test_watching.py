"""The alarms and the dashboard: every figure that they name is one that the bot has, and each is shown."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from bot.meters import METERS
from tests.support.project import ROOT

PROMETHEUS = ROOT / "deploy" / "prometheus"
ALARMS = yaml.safe_load((PROMETHEUS / "alarms.yml").read_text(encoding="utf-8"))["groups"][0]["rules"]
PANELS = json.loads((ROOT / "deploy" / "grafana" / "gobelet.json").read_text(encoding="utf-8"))["panels"]
SHOWN = [(panel["title"], target["expr"]) for panel in PANELS for target in panel["targets"]]
EXPRESSIONS = [*((rule["alert"], rule["expr"]) for rule in ALARMS), *SHOWN]
OTHERS = {"process_cpu_seconds_total", "process_resident_memory_bytes"}
"""What the library tells of every process."""
BY_PROMETHEUS = {"job", "instance", "le"}
_KINDS = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
EXPORTED = {
    f"gobelet_{name}{end}": meter.labels for name, meter in METERS.items() for end in _KINDS[meter.kind]
}
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="Prometheus' promtool is not on this machine")


def names_in(expression: str) -> set[str]:
    return set(re.findall(r"\b(?:gobelet|process)_\w+", expression))


def labels_in(expression: str) -> Iterator[str]:
    """The labels that an expression groups by, or chooses by."""
    for group in re.findall(r"\b(?:by|on) \(([^)]*)\)", expression):
        yield from (label.strip() for label in group.split(","))
    yield from re.findall(r"[{,]\s*(\w+)=", expression)


@pytest.mark.parametrize(("where", "expression"), EXPRESSIONS, ids=[where for where, _ in EXPRESSIONS])
def test_every_figure_that_is_named_is_one_that_the_bot_has(where: str, expression: str):
    names = names_in(expression)
    assert names
    assert names <= EXPORTED.keys() | OTHERS
    known = BY_PROMETHEUS.union(*(EXPORTED.get(name, ()) for name in names))
    assert set(labels_in(expression)) <= known


def test_every_figure_that_the_bot_has_is_shown():
    shown = set().union(*(names_in(expression) for _, expression in SHOWN))
    missing = {
        name
        for name, meter in METERS.items()
        if not any(f"gobelet_{name}{end}" in shown for end in _KINDS[meter.kind])
    }
    assert missing == set()


def test_there_are_four_alarms_and_each_says_what_happened():
    assert {rule["alert"] for rule in ALARMS} == {
        "GobeletClicksAreSlow",
        "GobeletBoardsAreBehind",
        "GobeletLeaseLost",
        "GobeletSentTwice",
    }
    assert all({"summary", "description"} <= rule["annotations"].keys() for rule in ALARMS)


def test_the_bounds_of_the_alarms_are_bounds_of_the_buckets():
    """A quantile between two bounds is a guess."""
    (slow,) = (rule["expr"] for rule in ALARMS if rule["alert"] == "GobeletClicksAreSlow")
    assert float(slow.rpartition("> ")[2]) in METERS["click_seconds"].buckets


def test_what_to_do_at_each_alarm_is_written_down():
    written = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert [rule["alert"] for rule in ALARMS if rule["alert"] not in written] == []


def test_no_panel_lies_over_another():
    places = [tuple(panel["gridPos"][side] for side in "xywh") for panel in PANELS]
    assert len(set(places)) == len(PANELS)
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    assert all(x + width <= 24 and x % width == 0 and y % height == 0 for x, y, width, height in places)


@needs_promtool
def test_the_alarms_ring_when_they_should_and_not_else(tmp_path: Path):
    shutil.copy(PROMETHEUS / "alarms.yml", tmp_path)
    shutil.copy(Path(__file__).with_name("alarms_test.yml"), tmp_path)
    promtool("test", "rules", str(tmp_path / "alarms_test.yml"))
    promtool("check", "config", str(PROMETHEUS / "prometheus.yml"))


@needs_promtool
def test_prometheus_understands_every_expression_of_the_dashboard(tmp_path: Path):
    plain = [expression.replace("$__rate_interval", "1m").replace("$job", "x") for _, expression in SHOWN]
    rules = [{"record": f"shown:{at}", "expr": expression} for at, expression in enumerate(plain)]
    file = tmp_path / "shown.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "shown", "rules": rules}]}))
    promtool("check", "rules", str(file))


def promtool(*words: str) -> None:
    said = subprocess.run([str(PROMTOOL), *words], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr
