"""The judge of every body that the bot sends: limits, and the rules that Discord's schema lacks.

Each check returns a list of problems, which is empty when Discord would take the body.
"""

from playground.rules.callbacks import check_callback, check_modal
from playground.rules.commands import check_choices, check_command, check_commands
from playground.rules.fields import Problem
from playground.rules.messages import check_message

__all__ = [
    "Problem",
    "check_callback",
    "check_choices",
    "check_command",
    "check_commands",
    "check_message",
    "check_modal",
]
