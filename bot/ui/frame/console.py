"""The host's console: what the host may do to a running table, each after a question. For the host alone."""

from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.face import Face
from bot.ui.frame.folding import BUTTONS_IN_A_ROW
from bot.ui.pages.page import Block, Button, Page, Row, Text

PAUSE, RESUME = "pause", "resume"
"""The orders that the table itself carries out; every other order is a command of the rules."""
SURE = ".yes"
"""The end of a button's argument that says: the host has confirmed this order."""


def orders(sight: Sight, face: Face, t: Texts) -> dict[str, tuple[str, str]]:
    """What the host may order now: for each order its name on the button and a sentence on what it does."""
    table = sight.table
    may: dict[str, tuple[str, str]] = {}
    racing = table.alarm is not None and table.alarm.race
    if table.halted:
        may[RESUME] = (t("Reprendre"), t("La partie continue, avec le temps qui restait."))
    elif table.status is Status.PLAYING and not racing:
        may[PAUSE] = (t("Mettre en pause"), t("Le temps s’arrête, et personne ne peut jouer."))
    if table.status is Status.PLAYING or table.halted:
        for command in sight.commands:
            words = face.name_order(command, sight, t)
            if words is not None:
                may[command] = words
    return may


def console_page(sight: Sight, face: Face, t: Texts, done: str = "") -> Page:
    """A button for each order that is possible; `done` names the order that was just carried out."""
    may = orders(sight, face, t)
    lines = [t("### {emoji} {game} : outils de l’hôte", emoji=face.emoji, game=face.spec.title)]
    if done:
        lines.append(t("✅ C’est fait : {order}.", order=done))
    lines += [f"- {_explained(words, t)}" for words in may.values()] or [t("Rien à faire pour l’instant.")]
    buttons = [Button("host.order", name, order) for order, (name, _) in may.items()]
    buttons.append(Button("host.console", t("Actualiser"), "again"))
    # A round inside an evening, or many answers whose verdicts can be turned, have more orders than a row.
    rows = (buttons[n : n + BUTTONS_IN_A_ROW] for n in range(0, len(buttons), BUTTONS_IN_A_ROW))
    blocks: tuple[Block, ...] = (Text("\n".join(lines)), *(Row(tuple(row)) for row in rows))
    return Page(sight.table.id, sight.drawn, blocks)


def confirmation_page(sight: Sight, order: str, words: tuple[str, str], t: Texts) -> Page:
    """The question whether the host is sure; `words` are the name of the order and what it does."""
    sure = Button("host.order", t("Confirmer"), order + SURE, "danger")
    back = Button("host.console", t("Retour"), "again")
    return Page(sight.table.id, sight.drawn, (Text(_explained(words, t)), Row((sure, back))))


def _explained(words: tuple[str, str], t: Texts) -> str:
    """An order and what it does."""
    name, what = words
    return t("{option} : {value}", option=f"**{name}**", value=what)
