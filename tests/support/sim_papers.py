"""What people of the SimCord server see: messages, and the answers to what they do."""

from dataclasses import dataclass, field
from typing import Any

import discord

from tests.support.wire_reading import Piece, links_of, pieces_of, text_of, walk

GALLERY = 12


@dataclass(frozen=True, repr=False)
class Paper:
    """A message as somebody sees it; `page` is SimCord's own, to press its buttons."""

    id: int
    channel_id: int
    content: str
    components: list[dict[str, Any]]
    page: Any = field(repr=False)

    def __str__(self) -> str:
        """All the words; no-break spaces are as good as others here."""
        return text_of(self).replace("\u00a0", " ").replace("\u202f", " ")

    def __repr__(self) -> str:
        return f"<<{self}>>"

    def __contains__(self, words: str) -> bool:
        return words in str(self)

    @property
    def pieces(self) -> list[Piece]:
        """What can be pressed or chosen from."""
        return pieces_of(self)

    @property
    def links(self) -> list[str]:
        return links_of(self)

    @property
    def pictures(self) -> list[str]:
        """What the pictures show, for who cannot see them."""
        galleries = [each for each in walk(self.components) if each["type"] == GALLERY]
        alts = (item["description"] for each in galleries for item in each["items"])
        return [alt.replace("\u00a0", " ").replace("\u202f", " ") for alt in alts]

    @property
    def files(self) -> list[Any]:
        """What can be downloaded beside the message, pictures included."""
        return list(self.page.attachments)

    @property
    def verbs(self) -> list[str]:
        return [piece.verb for piece in self.pieces]

    def piece(self, verb: str, arg: str | None = None, *, is_list: bool | None = None) -> Piece:
        """The one button or list of this verb."""
        found = [
            piece
            for piece in self.pieces
            if piece.verb == verb and arg in (None, piece.arg) and is_list in (None, piece.is_list)
        ]
        assert len(found) == 1, f"{len(found)} pieces for {verb!r} {arg!r} in:\n{self}"
        return found[0]


@dataclass(frozen=True, repr=False)
class Answer:
    """What a person got back for one thing that they did.

    `papers` are what only they were shown, oldest first, as it was then: a later answer may take its place.
    """

    shown: Any
    papers: list[Paper]

    def __str__(self) -> str:
        return "\n".join(map(str, self.papers))

    def __repr__(self) -> str:
        return f"<<{self}>>"

    def __contains__(self, words: str) -> bool:
        return words in str(self)

    @property
    def paper(self) -> Paper:
        """The one private answer."""
        (paper,) = self.papers
        return paper

    @property
    def form(self) -> dict[str, Any] | None:
        return self.shown.modal


def answer_of(shown: Any) -> Answer:
    """Read what the bot has just answered; `shown` is SimCord's own."""
    given = (message for message in (shown.response, *shown.followups) if message is not None)
    return Answer(shown, [paper_of(message) for message in given if message.ephemeral])


def paper_of(message: Any) -> Paper:
    """Read a message of discord.py or of SimCord."""
    components = message.components
    plain = [each if isinstance(each, dict) else each.to_dict() for each in components]
    channel_id = message.channel.id if isinstance(message, discord.Message) else message.channel_id
    return Paper(message.id, channel_id, message.content, plain, message)
