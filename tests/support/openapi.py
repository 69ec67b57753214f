"""Discord's own description of its interface, where it is at hand, as a judge of requests.

The file is not part of the project. `DISCORD_OPENAPI` may name it, else it is sought beside the checkout.
"""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

_BESIDE = Path(__file__).resolve().parents[3] / "shared" / "discord" / "openapi.json"
FILE = Path(os.environ.get("DISCORD_OPENAPI", _BESIDE))
MISSING = f"Discord's OpenAPI file is not at hand ({FILE.name}; set DISCORD_OPENAPI)"
_CONTENT = ("application/json", "multipart/form-data")


@cache
def _description() -> dict[str, Any]:
    description = json.loads(FILE.read_text())
    # Discord takes integers for ids as well, and discord.py sends them; its description only knows strings.
    snowflake = description["components"]["schemas"]["SnowflakeType"]
    snowflake["type"] = ["string", "integer"]
    snowflake.pop("pattern", None)
    return description


@cache
def _templates() -> list[tuple[re.Pattern[str], str]]:
    """Paths as expressions, those with fewer parameters first."""
    paths = sorted(_description()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path) for path in paths]


def template_of(method: str, path: str) -> str | None:
    """The path of Discord's description that a request belongs to; None when Discord has no such route."""
    for expression, template in _templates():
        if method.lower() in _description()["paths"][template] and expression.fullmatch(path):
            return template
    return None


@cache
def _validator(method: str, template: str):
    import jsonschema_rs

    body = _description()["paths"][template][method.lower()].get("requestBody", {})
    schemas = [body["content"][kind]["schema"] for kind in _CONTENT if kind in body.get("content", {})]
    if not schemas:
        return None
    return jsonschema_rs.validator_for({"components": _description()["components"], **schemas[0]})


def problems(method: str, path: str, body: Any) -> list[str]:
    """What Discord's description has against a request below /api/v10; empty when nothing."""
    template = template_of(method, path)
    if template is None:
        return [f"Discord has no route {method} {path}"]
    validator = _validator(method, template)
    if validator is None:
        return [] if body in (None, {}) else [f"{method} {template} takes no body"]
    if body is None:
        return []
    return [
        f"{'.'.join(map(str, error.instance_path))}: {error.message}" for error in validator.iter_errors(body)
    ]
