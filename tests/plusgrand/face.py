"""Le plus grand's face: what its board and its panels are made of."""

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.ending import list_places
from bot.ui.frame.face import Face
from bot.ui.pages.page import Block, Button, Choice, Row, Select, Text
from tests.plusgrand.model import Doubt
from tests.plusgrand.spec import SPEC
from tests.plusgrand.words import claimed, name, observed, points, story


class PlusGrandFace(Face):
    """The Face of Le plus grand; dice are written with the emojis of the book."""

    spec = SPEC

    def draw_board(self, sight: Sight, t: Texts) -> Board:
        """Who has the word, the last claim, what happened, and everybody's points."""
        seen = observed(sight)
        now = (t("{name} a la parole.", name=name(seen.current, sight, t)), claimed(seen.claim, sight, t))
        stand = [t("**Points** · il en faut {n}", n=seen.goal)]
        stand += [" · ".join((name(seat, sight, t), *points(seat, sight, t))) for seat in seen.points]
        verbs = [Button("announce", t("Dire une somme…"), style="primary")]
        if seen.claim is not None:
            verbs.append(_doubt(t))
        verbs.append(Button("seat.hand", t("Mes dés")))
        blocks = [Text("\n".join(stand)), *paragraphs(story(sight, t)), Row(tuple(verbs))]
        return Board(t("manche {n}", n=seen.round), now, blocks)

    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        """Who came where, and what was said last."""
        ranking = list_places(
            sight.places, lambda seat: name(seat, sight, t), lambda seat: points(seat, sight, t)
        )
        return Ended(ranking=ranking, blocks=paragraphs(story(sight, t)))

    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        """The seat's own dice. Its list and its button are its legal actions, no more and no less."""
        seen, legal = observed(sight), sight.legal.actions if sight.legal else ()
        dice = seen.dice or ()
        faces = self.book.dice("".join(map(str, dice)))
        own = t("### 🎲 Vos dés : {dice}, soit {sum}", dice=faces, sum=sum(dice))
        blocks: list[Block] = [Text(own)]
        if legal:
            blocks.append(Text(claimed(seen.claim, sight, t)))
        if sums := tuple(_choice(action.sum, sum(dice), t) for action in legal if action != Doubt()):
            blocks.append(Select("say", t("Dire une somme…"), sums))
        if Doubt() in legal:
            blocks.append(Row((_doubt(t),)))
        return Panel((t("manche {n}", n=seen.round),), blocks=blocks)

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Panel | None:
        """The own panel, with the list of sums."""
        return self.draw_panel(sight, t) if verb == "announce" else None

    def wants_panel(self, sight: Sight) -> str | None:
        """A new key each time that this seat has the word."""
        seen = observed(sight)
        return f"{seen.round} {seen.claim}" if sight.seat in sight.to_act else None


def _choice(number: int, truth: int, t: Texts) -> Choice:
    return Choice(str(number), str(number), t("votre vrai score") if number == truth else None)


def _doubt(t: Texts) -> Button:
    return Button("doubt", t("Douter"), style="danger")
