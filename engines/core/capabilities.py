"""What a game can have beyond what every game has. The runtime has a module for each."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Capability"]


class Capability(StrEnum):
    """What a game can have; see `Game.capabilities` for how it says so."""

    TEAMS = "teams"
    """Several people may share a seat."""
    DECKS = "decks"
    """It is played with a deck of cards, which servers may bring."""
    DRAFTS = "drafts"
    """A turn is made of several actions that can be taken back until it ends."""
    RACES = "races"
    """There are decisions in which the moment of each click counts."""
    AGREEMENTS = "agreements"
    """There are commands on which the players may agree among themselves."""
    HOST_COMMANDS = "host commands"
    """There are commands that the table's host may give."""
