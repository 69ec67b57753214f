"""The post that tells a server of its week, and the words for where and when it comes."""

from collections.abc import Mapping
from typing import Final

from bot.insight.weekly import Best, Rise, Week, Weekly
from bot.texts import N_, Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.ranking import points_words
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Button, Page, Row, Text

DAYS: Final = (
    N_("lundi"),
    N_("mardi"),
    N_("mercredi"),
    N_("jeudi"),
    N_("vendredi"),
    N_("samedi"),
    N_("dimanche"),
)
_STOP = "weekly.stop"


def weekly_page(week: Week, specs: Mapping[str, GameSpec], names: Mapping[int, str], t: Texts) -> Page:
    """What a week was: how much was played, who led in each game, whose rating rose most. It calls nobody."""
    head = t("## 📅 La semaine de jeu")
    played = t.plural(
        "{n} table classée depuis le {day}.",
        "{n} tables classées depuis le {day}.",
        week.tables,
        day=f"<t:{week.since // 1000}:D>",
    )
    known = [(specs[best.game], best) for best in week.games if best.game in specs]
    lines = [_best_line(spec, best, names, t) for spec, best in known]
    if week.rise is not None and week.rise.game in specs:
        lines.append(_rise_line(specs[week.rise.game], week.rise, names, t))
    small = t("-# Points : les adversaires devancés. Le reste est dans `/classement`.")
    return Page(0, 0, (Text(join_lines(head, played, *lines, small)), _stop(t)))


def _best_line(spec: GameSpec, best: Best, names: Mapping[int, str], t: Texts) -> str:
    game = t.plural(
        "- {emoji} **{game}** : {n} table",
        "- {emoji} **{game}** : {n} tables",
        best.tables,
        emoji=spec.emoji,
        game=spec.title,
    )
    if not best.people:
        return game
    people = t.list([f"**{_name(user_id, names, t)}**" for user_id in best.people])
    return t(
        "{game} ; en tête {people}, {points}", game=game, people=people, points=points_words(best.halves, t)
    )


def _rise_line(spec: GameSpec, rise: Rise, names: Mapping[int, str], t: Texts) -> str:
    return t(
        "- 📈 Plus belle progression : **{name}**, +{change} de cote à {game}",
        name=_name(rise.user_id, names, t),
        change=rise.change,
        game=spec.title,
    )


def _name(user_id: int, names: Mapping[int, str], t: Texts) -> str:
    return escape(names.get(user_id, t("Anonyme")))


def _stop(t: Texts) -> Row:
    return Row((Button(_STOP, t("Ne plus publier")),))


def chosen_words(weekly: Weekly | None, t: Texts) -> str:
    """Where and when a server is told of its week, or why it is not."""
    if weekly is None:
        return t("aucune")
    facts = {"channel": weekly.channel_id, "day": t(DAYS[weekly.weekday]), "hour": weekly.hour}
    when = t("<#{channel}>, {day} à {hour} h", **facts)
    if weekly.trouble is None:
        return when
    why = (
        t("je n’ai plus le droit d’écrire dans ce salon")
        if weekly.trouble == "forbidden"
        else t("ce salon n’existe plus, ou je ne le vois plus")
    )
    return t("{when} ⚠️ arrêtée : {why}", when=when, why=why)


def chosen_page(weekly: Weekly | None, t: Texts) -> Page:
    """The answer to `/classement-hebdo`: what is chosen, and how it ends."""
    head = t("**La semaine de jeu** · {chosen}", chosen=chosen_words(weekly, t))
    if weekly is None:
        rule = t("-# Pour que je la raconte une fois par semaine : `/classement-hebdo salon:#salon`.")
        return Page(0, 0, (Text(join_lines(head, rule)),))
    coming = "" if weekly.trouble else t("Prochaine fois : {time}.", time=f"<t:{weekly.next_at // 1000}:F>")
    rule = t(
        "-# Un message par semaine, s’il y a eu au moins 3 tables classées ; il ne mentionne personne, et ne "
        "nomme pas qui ne veut pas figurer aux classements."
    )
    return Page(0, 0, (Text(join_lines(head, coming, rule)), _stop(t)))
