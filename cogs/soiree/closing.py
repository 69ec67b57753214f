"""The end of a round of défis, while its last verdict can still be turned (S27)."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.sight import Sight
from bot.ui.frame.drawn import paragraphs
from bot.ui.pages.page import Block, Gap, Text
from cogs.defizz.chips import chips
from cogs.defizz.render import after_controls, story_texts
from cogs.defizz.words import observation_of as bout_of
from cogs.soiree.controls import public_controls
from cogs.soiree.words import Voice, inner_sight, observation_of

__all__ = ["closing_blocks"]


def closing_blocks(sight: Sight, voice: Voice) -> list[Block]:
    """How the last challenge ended and everybody's chips; then how one contests, and how one goes on."""
    inner = inner_sight(sight)
    bout = replace(bout_of(inner), to_act=observation_of(sight).to_act)  # nobody rolls any more
    blocks: list[Block] = [*paragraphs(*story_texts(inner, bout, voice)), Gap(), Text(chips(bout, voice))]
    return [*blocks, *public_controls(sight, voice), *after_controls(inner, bout, voice)]
