"""What the host of an evening sees alone: the plan with its buttons, a round, the forms to change them."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.tables.evenings.model import PEOPLE_AT_MOST, TEAMS_AT_MOST, Evening, Stage
from bot.tables.evenings.planning import ROUNDS_AT_MOST, TITLE_LENGTH
from bot.tables.model import Denied
from bot.texts import N_, Texts
from bot.ui.frame.header import join_lines
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Block, Button, Choice, Field, Form, Gap, Page, Row, Select, Text
from cogs.defizz.words import theme_words
from cogs.evenings.announcement import head_lines
from cogs.evenings.programme import (
    PRESET_NAMES,
    deck_choices,
    fingerprint,
    programme_head,
    programme_lines,
    read_rounds,
    round_deck,
)
from cogs.soiree.words import round_name
from engines.soiree.model import MOST_QUESTIONS, Round

WORDS_LENGTH = 500
KINDS = {
    "any": N_("Pour tous, tout mélangé"),
    "chrono": N_("Pour tous, une bonne réponse"),
    "speed": N_("Pour tous, au plus vite"),
    "cible": N_("Pour tous, au plus près"),
    "pingpong": N_("Pour tous, des listes"),
    "stakes": N_("Pour tous, avec des mises"),
    "challenges": N_("Des défis, comme au Défizz"),
}
"""How a round may be played, by a key."""
_LEVELS = {"mixed": N_("Toutes les difficultés"), "easy": N_("Facile"), "hard": N_("Difficile")}


def console(
    evening: Evening,
    t: Texts,
    note: str = "",
    decks: Sequence[str] = (),
    complaint: Denied | None = None,
) -> Page:
    """The plan of an evening with all that its host may change.

    `note` says what was just done, `decks` are the server's own ones, `complaint` is why these will not do.
    """
    draft, key = evening.stage is Stage.DRAFT, str(evening.id)
    lines = [note] if note else []
    if draft:
        lines.append(
            t("📝 **Brouillon** : personne d’autre ne voit ceci, tant que la soirée n’est pas annoncée.")
        )
    lines += head_lines(evening, t)
    lines.append(_size(evening, t))
    if evening.event_id == 0:
        lines.append(
            t(
                "-# Sans évènement Discord : il me faudrait la permission « Créer des évènements ». "
                "Le message suffit."
            )
        )
    blocks: list[Block] = [Text("\n".join(lines)), Gap()]
    rounds = read_rounds(evening)
    told = (programme_head(evening, t), *programme_lines(evening, t), _warning(complaint, t))
    blocks.append(Text(join_lines(*told)))
    if evening.stage not in (Stage.DRAFT, Stage.OPEN):
        return Page(0, 0, tuple(blocks))
    if rounds:
        choices = tuple(
            Choice(str(number), f"{number + 1}. {round_name(one, t)}"[:90])
            for number, one in enumerate(rounds)
        )
        blocks.append(
            Select("evening.round", t("Changer une manche…"), choices, f"{key}.0.{fingerprint(evening)}")
        )
    if len(rounds) < ROUNDS_AT_MOST:
        kinds = tuple(Choice(kind, t(words)) for kind, words in KINDS.items())
        blocks.append(Select("evening.add", t("Ajouter une manche…"), kinds, key))
    presets = tuple(Choice(name, t(words)) for name, words in PRESET_NAMES.items())
    blocks.append(Select("evening.preset", t("Reprendre un programme tout fait…"), presets, key))
    blocks.append(Select("evening.deck", t("Paquet de questions"), deck_choices(evening.deck, decks, t), key))
    settings = (
        Button("evening.plan", t("Titre et heure"), key, emoji="📅"),
        Button("evening.size", t("Places et équipes"), key, emoji="👥"),
    )
    if draft:
        publish = Button("evening.publish", t("Publier"), key, "success", "📣")
        return Page(0, 0, (*blocks, Row((publish, *settings))))
    begin = Button("evening.begin", t("Commencer"), key, "primary", "▶️")
    cancel = Button("evening.cancel", t("Annuler la soirée"), key, "danger")
    return Page(0, 0, (*blocks, Row((begin, *settings, cancel))))


def round_page(
    evening: Evening, number: int, t: Texts, decks: Sequence[str] = (), complaint: Denied | None = None
) -> Page:
    """One round, with what may be changed of it; its number counts from 0. The rest is as in `console`."""
    rounds = read_rounds(evening)
    played, arg = rounds[number], f"{evening.id}.{number}.{fingerprint(evening)}"
    kinds = tuple(Choice(kind, t(words), chosen=kind == _kind_of(played)) for kind, words in KINDS.items())
    levels = tuple(Choice(level, t(words), chosen=level == played.level) for level, words in _LEVELS.items())
    buttons = (
        Button("evening.edit", t("Longueur et thèmes"), arg, emoji="✏️"),
        Button("evening.up", t("Plus tôt"), arg, emoji="⬆️", disabled=number == 0),
        Button("evening.down", t("Plus tard"), arg, emoji="⬇️", disabled=number == len(rounds) - 1),
        Button("evening.drop", t("Retirer"), arg, "danger"),
    )
    back = Button("evening.lead", t("Au programme"), str(evening.id))
    cards = deck_choices(round_deck(evening, played), decks, t, evening.deck)
    line = programme_lines(evening, t)[number].partition(" ")[2]
    return Page(
        0,
        0,
        (
            Text(join_lines(t("**Manche {n}**", n=number + 1), line, _warning(complaint, t))),
            Select("evening.kind", t("Comment on joue"), kinds, arg),
            Select("evening.level", t("Difficulté"), levels, arg),
            Select("evening.cards", t("Paquet de questions"), cards, arg),
            Row(buttons),
            Row((back,)),
        ),
    )


def plan_form(evening: Evening | None, zone: ZoneInfo, arg: str, t: Texts) -> Form:
    """The form for title, moment and words; filled hints say what stands, for forms start empty."""
    hint = t("jeudi 20h30, demain 20 h, 12/12 21:00 (heure de {zone})", zone=zone.key.rpartition("/")[2])
    title_hint = when_hint = ""
    if evening is not None:
        local = datetime.fromtimestamp(evening.starts_at / 1000, zone)
        title_hint, when_hint = evening.title, local.strftime("%d/%m/%Y %H:%M")
    changing = evening is not None
    fields = (
        Field("title", t("Titre"), example=title_hint[:100], least=int(not changing), most=TITLE_LENGTH),
        Field("when", t("Jour et heure"), hint, when_hint, least=int(not changing), most=60),
        Field("words", t("Quelques mots (facultatif)"), least=0, most=WORDS_LENGTH, long=True),
    )
    words = t("Ce qui reste vide ne change pas.") if changing else ""
    verb = "evening.planned" if changing else "evening.drafted"
    return Form(0, 0, verb, t("Une soirée"), fields, arg, words)


def size_form(evening: Evening, t: Texts) -> Form:
    """The form for how many a team has and how many may come."""
    fields = (
        Field("people", t("Personnes par équipe (1 à 6)"), example=str(evening.people), most=1),
        Field("places", t("Places en tout (2 à {n})", n=PEOPLE_AT_MOST), example=str(evening.places), most=2),
    )
    return Form(0, 0, "evening.sized", t("Places et équipes"), fields, str(evening.id))


def round_form(evening: Evening, number: int, t: Texts) -> Form:
    """The form for the length of a round and its themes."""
    played = read_rounds(evening)[number]
    fields = (
        Field(
            "length",
            t("Questions ou défis (1 à {n})", n=MOST_QUESTIONS),
            example=str(played.length),
            least=0,
            most=2,
        ),
        Field(
            "themes",
            t("Seulement ces thèmes (« tous » : sans choix)"),
            t("Avec des virgules"),
            _list_themes(played.themes, t),
            0,
            200,
        ),
        Field(
            "without",
            t("Sans ces thèmes (« aucun » : rien d’exclu)"),
            t("Avec des virgules"),
            _list_themes(played.without, t),
            0,
            200,
        ),
        Field("title", t("Titre de la manche"), example=played.title[:100], least=0, most=60),
    )
    arg = f"{evening.id}.{number}.{fingerprint(evening)}"
    words = t("Ce qui reste vide ne change pas.")
    return Form(0, 0, "evening.edited", t("Manche {n}", n=number + 1), fields, arg, words)


def _list_themes(themes: Sequence[str], t: Texts) -> str:
    """Themes as they may be typed, as long as an example may be."""
    return ", ".join(theme_words(theme, t) for theme in themes)[:100]


def _size(evening: Evening, t: Texts) -> str:
    room = min(evening.places, TEAMS_AT_MOST * evening.people)
    places = t("{n} places", n=room)
    alone, teams = t("chacun pour soi"), t("équipes de {n} au plus", n=evening.people)
    return f"👥 {alone if evening.people == 1 else teams} · {places}"


def _warning(complaint: Denied | None, t: Texts) -> str:
    """Why the programme cannot be played as it stands; "" where it can."""
    if complaint is None:
        return ""
    facts = {name: escape(str(value)) for name, value in complaint.params.items()}
    if complaint.reason == "evening_deck":
        return t("⚠️ Manche {round} : ce serveur n’a plus le paquet « {deck} ».", **facts)
    return t("⚠️ Manche {round} : il faut {needed} questions, il n’en reste que {found} pour elle.", **facts)


def _kind_of(played: Round) -> str:
    """The key of how a round is played."""
    if played.play == "challenges":
        return "challenges"
    if played.stakes:
        return "stakes"
    if played.modes == ("chrono",):
        return "speed" if played.speed else "chrono"
    return played.modes[0] if len(played.modes) == 1 else "any"
