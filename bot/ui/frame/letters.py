"""The short messages around a table: welcome, reminder, pause, and the way to a board that has moved."""

from bot.tables.model import Status, Table
from bot.texts import Texts
from bot.ui.frame.face import Face
from bot.ui.frame.header import CLOSED_ACCENT, channel_words, heading, join_lines, jump
from bot.ui.frame.lobby import closing_words
from bot.ui.frame.names import seat_name
from bot.ui.frame.notices import sentence
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Button, Link, Page, Row, Text, countdown, time_left


def greeting(table: Table, face: Face, server: str, t: Texts) -> Page:
    """The private message for somebody who sits down; it shows whether private messages arrive."""
    text = t(
        "{emoji} **{game}** : vous êtes à la table de <#{channel}> ({server}). {what}",
        emoji=face.emoji,
        game=face.spec.title,
        channel=table.channel_id,
        server=escape(server),
        what=t(face.spec.greeting) if face.spec.greeting else "",
    )
    return Page(table.id, 0, (Text(text), _way(table, None, t)))


def closed_dm_notice(table: Table, t: Texts) -> Page:
    """What somebody is shown in the channel whose private messages do not arrive."""
    again = Button("seat.knock", t("Réessayer"))
    return Page(table.id, 0, (Text(sentence("dm_closed", {}, t)), Row((again,))))


def no_game_notice(table: Table, face: Face, server: str, t: Texts) -> Page:
    """What becomes of a greeting if the table is closed before its game begins."""
    text = join_lines(heading(face.header, table, server), closing_words(table, t))
    return Page(table.id, 0, (Text(text),), CLOSED_ACCENT)


def reminder(table: Table, face: Face, seat: str, board: int | None, t: Texts) -> Page:
    """The private message that warns of a deadline; `seat` is awaited, `board` the board's message id."""
    others = [seat_name(table, other.name, t) for other in table.seats if other.name != seat]
    text = t(
        "🔔 **{game}**, <#{channel}>, avec {others} : c’est à vous de jouer.",
        game=face.spec.title,
        channel=table.channel_id,
        others=t.list(others),
    )
    return Page(table.id, 0, (Text(join_lines(text, time_left(table, t))), _way(table, board, t)))


def ping(table: Table, user_id: int, t: Texts) -> Page:
    """The same warning in the channel, for somebody who gets no private messages."""
    text = t("🔔 <@{user}>, c’est à vous de jouer.", user=user_id)
    return Page(table.id, 0, (Text(join_lines(text, time_left(table, t))),))


def forwarding(table: Table, face: Face, newer: int, t: Texts) -> Page:
    """What replaces an old board: a link to the `newer` message, which was posted below."""
    facts = {"emoji": face.emoji, "game": face.spec.title}
    if table.status is Status.CLOSED:
        text = t("{emoji} **{game}** : la partie est finie, le résultat est plus bas.", **facts)
    else:
        text = t("{emoji} **{game}** : la table continue plus bas.", **facts)
    return Page(table.id, 0, (Text(text), _way(table, newer, t)))


def pause_notice(table: Table, face: Face, t: Texts) -> Page:
    """The private message that tells the host why the table is paused: it could not be shown any more."""
    why = {
        "message_gone": t("le message de la table a été supprimé"),
        "channel_gone": t("le salon de la table n’existe plus"),
        "forbidden": t("je n’ai plus le droit d’écrire dans le salon de la table"),
    }.get(table.trouble or "", t("je ne peux plus afficher la table"))
    text = t(
        "⏸️ **{game}** est en pause : {why}. Rien n’est perdu et personne n’est pressé. "
        "Pour reprendre, tapez `/{command} statut` dans un salon où je peux écrire.",
        game=face.spec.title,
        why=why,
        command=table.game,
    )
    return Page(table.id, 0, (Text(text),))


def rest_notice(table: Table, title: str, t: Texts) -> Page:
    """The private message that tells the host that an idle table will close; `title` is the game's name."""
    facts = {"game": title, "channel": channel_words(table, t), "time": countdown(table.closes_at or 0)}
    if table.incident is not None:
        words = t(
            "💤 **{game}**, {channel} : cette table ne peut plus être lue. Elle se fermera {time}, "
            "ou tout de suite avec `/{command} stop`.",
            command=table.game,
            **facts,
        )
    else:
        words = t(
            "💤 **{game}**, {channel} : personne n’y a joué depuis une semaine. "
            "La table se fermera {time}, sauf si quelqu’un joue. "
            "`/{command} statut` la reprend, `/{command} stop` la ferme tout de suite.",
            command=table.game,
            **facts,
        )
    return Page(table.id, 0, (Text(words), _way(table, None, t)))


def rest_line(table: Table, t: Texts) -> Text:
    """The line of the board that says the same to everybody."""
    time = countdown(table.closes_at or 0)
    if table.incident is not None:
        return Text(t("💤 La table se fermera d’elle-même {time}.", time=time))
    words = t(
        "💤 Personne n’a joué depuis une semaine : la table se fermera {time}, sauf si quelqu’un joue.",
        time=time,
    )
    return Text(words)


def stop_line(since: int, t: Texts) -> Text:
    """The line of the board that says that the bot stops on purpose, and since when (ms UTC)."""
    return Text(
        t(
            "🔄 Mise à jour commencée {time} : rien n’est perdu, et le temps est arrêté jusqu’à mon retour.",
            time=countdown(since),
        )
    )


def unreadable_notice(table: Table, incident: str, t: Texts) -> Page:
    """What everybody sees of a table whose game cannot be read any more; `incident` is its number."""
    if table.status is Status.CLOSED:
        return Page(table.id, 0, (Text(t("Cette table est terminée, et ne peut plus être lue.")),))
    text = t(
        "⚠️ Cette table ne peut plus être lue (incident {incident}) ; `/{command} stop` la ferme. "
        "Son temps est arrêté, et rien d’autre n’est touché.",
        incident=incident,
        command=table.game,
    )
    return Page(table.id, 0, (Text(text),))


def resigning_question(table: Table, t: Texts) -> Page:
    """The question whether somebody really gives up."""
    text = t("Abandonner la partie ? C’est définitif : vous quittez la table.")
    return Page(
        table.id, 0, (Text(text), Row((Button("seat.resign", t("Oui, j’abandonne"), "yes", "danger"),)))
    )


def resigning_done(t: Texts) -> Page:
    """What replaces that question once they have given up."""
    return Page(0, 0, (Text(t("Vous avez quitté la table.")),))


def erasure_notice(n: int, t: Texts) -> Page:
    """The answer to `/mes-donnees effacer`; `n` games are kept, without the person's name."""
    text = t.plural(
        "C’est fait : {n} partie gardée sans votre nom, tout le reste est effacé.",
        "C’est fait : {n} parties gardées sans votre nom, tout le reste est effacé.",
        n,
    )
    return Page(0, 0, (Text(text),))


def _way(table: Table, message_id: int | None, t: Texts) -> Row:
    return Row((Link(t("Aller à la table"), jump(table, message_id)),))
