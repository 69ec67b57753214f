"""What every test takes for granted."""

from hypothesis import settings

# How long an example takes says something about the machine, nothing about the code.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
