"""What keeps somebody from using a page: axe-core looks for it, with Playwright."""

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

_RATIO = {size: {"expected": 4.5} for size in ("normal", "large")}
_OPTIONS = {
    "resultTypes": ["violations"],
    # A form that is a dialog, a text box that offers commands: HTML does not foresee them; they work.
    "rules": {"aria-allowed-role": {"enabled": False}},
    # Large letters as well: the page has few, and what is read aside is read faintly.
    "checks": {"color-contrast": {"options": {"contrastRatio": _RATIO}}},
}


async def find_barriers(page: Page) -> list[str]:
    """Each breach of axe-core's rules (names, roles, contrast of 4.5 to 1, …) in what shows now."""
    found = (await Axe().run(page, options=_OPTIONS)).response
    return [
        f"{breach['id']}: {node['html'][:160]} ({node['failureSummary']})"
        for breach in found["violations"]
        for node in breach["nodes"]
    ]
