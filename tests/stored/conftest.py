"""What the tests of frozen databases have in common."""

from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Nothing goes wrong here unseen, in the background either."""
    with capture_logs() as lines:
        yield
    assert [line for line in lines if line["log_level"] in ("error", "critical")] == []
