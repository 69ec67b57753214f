"""Lets simulated worlds live, and cuts a failure down to its shortest.

python -m tests.world SEED                 one world, and what came of it
python -m tests.world SEED --shrink        the shortest list of faults and acts with which it still fails
python -m tests.world --worlds 100         so many, from a new seed on
"""

import argparse
import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from tests.world import run, warm  # noqa: F401 - this process itself is warm, has no threads, and forks
from tests.world.run import Script

run_all = partial(run.run_all, forks=multiprocessing.get_context("fork"))


def shrink(script: Script) -> int:
    """Leave out of a world whatever it fails without: faults, then what people do; tell what is left."""
    (report,) = run_all([script])
    if not report.failure:
        print("it does not fail")
        return 1
    words = report.failure.strip().splitlines()[-1].split(":")[0]

    def fails(other: Script) -> bool:
        (again,) = run_all([other])
        return (
            again.failure.strip().splitlines()[-1:] != [] and words in again.failure.strip().splitlines()[-1]
        )

    only = _cut(report.plan, lambda some: fails(replace(script, only=tuple(some))))
    script = replace(script, only=tuple(only))
    skipped: list[tuple[int, ...]] = [() for _ in report.acts]
    for number, acts in enumerate(report.acts):

        def leaves_out(kept: Sequence[int], number: int = number, acts: int = acts) -> Script:
            others = [*skipped]
            others[number] = tuple(sorted(set(range(1, acts + 1)) - set(kept)))
            return replace(script, skipped=tuple(others))

        kept = _cut(tuple(range(1, acts + 1)), lambda some, of=leaves_out: fails(of(some)), most=40)
        skipped[number] = leaves_out(kept).skipped[number]
    script = replace(script, skipped=tuple(skipped))
    (last,) = run_all([script])
    print(f"{len(only)} of {len(report.plan)} faults:", *only, sep="\n")
    print("acts left of each party:", [acts - len(out) for acts, out in zip(last.acts, skipped, strict=True)])
    print(last.failure[-3000:])
    return 0


def _cut(parts: Sequence[Any], fails: Callable[[Sequence[Any]], bool], most: int = 200) -> list[Any]:
    """The parts without which it would not fail: halves, quarters, and so on are left out, `most` times."""
    left, size = list(parts), max(1, len(parts) // 2)
    while size and left:
        for start in range(0, len(left), size):
            most -= 1
            fewer = left[:start] + left[start + size :]
            if most >= 0 and fails(fewer):
                left = fewer
                break
        else:
            size //= 2
    return left


def _summary(failure: str) -> str:
    """What does not hold, or else the last line."""
    before, _, broken = failure.strip().rpartition("Broken: ")
    return (broken if before else failure.strip().splitlines()[-1])[:300]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the words ask for, and tell of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", type=int, nargs="?")
    parser.add_argument("--worlds", type=int, default=1)
    parser.add_argument("--faults", type=int, default=10)
    parser.add_argument("--deaths", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--kinds", nargs="*", default=())
    parser.add_argument("--parties", nargs="*", default=(), help="Company, Mixed, Devils, Floes, Brood, …")
    parser.add_argument("--curious", type=float)
    parser.add_argument("--json", action="store_true", help="tell of each world in a line of JSON")
    parser.add_argument(
        "--first", action="store_true", help="stop at the first failure, and tell it in one line"
    )
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument(
        "--keep", type=Path, help="a folder for the trace and the log of each world that fails"
    )
    told = parser.parse_args(arguments)
    first = told.seed if told.seed is not None else int.from_bytes(os.urandom(4))
    print(f"seeds {first} to {first + told.worlds - 1}")
    scripts = [
        Script(
            first + number,
            told.seconds,
            told.faults,
            told.deaths,
            processes=told.processes,
            parties=tuple(told.parties),
            curious=told.curious,
            kinds=tuple(told.kinds),
        )
        for number in range(told.worlds)
    ]
    if told.shrink:
        return shrink(scripts[0])
    failed = 0
    for report in run_all(scripts):
        if told.json:
            print(json.dumps({"seed": report.script.seed, "digest": report.digest, **report.facts}))
            continue
        print(
            report.script.seed,
            report.digest[:12],
            report.facts,
            report.struck,
            "FAILED" if report.failure else "",
        )
        if report.failure and told.first:
            print(
                json.dumps(
                    {
                        "seed": report.script.seed,
                        "failure": _summary(report.failure),
                    }
                )
            )
            return 1
        if report.failure:
            failed += 1
            print(report.failure[-3000:])
            if told.keep:
                kept = told.keep / f"world-{report.script.seed}.txt"
                kept.write_text("\n".join((*report.plan, *report.trace, report.log, report.failure)))
                print(f"kept in {kept}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
