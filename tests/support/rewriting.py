"""The work of pytest on modules before they are imported, done once for all who share a run.

To have assertions say what they compared, pytest rewrites each module of tests, which takes longer than all
the rest of collecting them, and keeps what came of it. Workers that begin at the same time find nothing kept:
each would do all of it. So each does a share first, of the files that it is to collect.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


def prepare(config: pytest.Config, paths: Iterable[Path]) -> None:
    """Rewrite these modules where it was not done before."""
    state = config.stash[rewrite.assertstate_key]
    for path in paths:
        kept = rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(path, kept) is None and rewrite.try_makedirs(kept.parent):
            source_hash, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(state, code, source_hash, kept)


def modules(arguments: Iterable[str]) -> list[Path]:
    """The modules of tests that are named, or are in a folder that is; for all in the same order."""
    places = {Path(each.partition("::")[0]).resolve() for each in arguments}
    return sorted(
        {path for place in places for path in (place.rglob("test_*.py") if place.is_dir() else [place])}
    )
