"""A plugin of mypy: our `replace` is checked like the standard library's, field by field.

mypy knows which fields a record has, and of which types, for `dataclasses.replace` alone, by its name.
"""

from collections.abc import Callable

from mypy.plugin import FunctionSigContext, Plugin
from mypy.plugins.dataclasses import replace_function_sig_callback
from mypy.types import FunctionLike

OURS = "engines.core.replacing.replace"


class Replacing(Plugin):
    """Gives every call of our `replace` the signature that its record's fields make."""

    def get_function_signature_hook(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """Answer for our function only."""
        return replace_function_sig_callback if fullname == OURS else None


def plugin(version: str) -> type[Plugin]:  # noqa: ARG001 - mypy's own way to ask for it
    """Give mypy the plugin, whatever its version: it is pinned."""
    return Replacing
