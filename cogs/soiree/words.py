"""The words of an evening: teams, points, rounds; the rest is said as Défizz says it."""

from collections.abc import Iterable
from dataclasses import replace

from babel.numbers import format_decimal

from bot.tables.sight import Sight
from bot.texts import Texts
from cogs.defizz.options import DECKS
from cogs.defizz.words import Voice, quote, theme_words
from engines.defizz.shelf import MIXED
from engines.soiree.model import BOT, Observation, Round, Spoken
from engines.soiree.programme import HOUSE

_TITLE = 80


def observation_of(sight: Sight) -> Observation:
    """What this audience sees of the evening. Raises TypeError before it has begun."""
    if not isinstance(sight.observation, Observation):
        raise TypeError("no evening to be seen here")
    return sight.observation


def inner_sight(sight: Sight) -> Sight:
    """The same sight as whoever plays Défizz has it, in a round of défis."""
    bout = observation_of(sight).bout
    if bout is None:
        raise TypeError("no round of défis to be seen here")
    return replace(sight, observation=bout)


def points_words(n: int, t: Texts) -> str:
    """So many points: "1 point", "12 points"."""
    return t.plural("{n} point", "{n} points", n)


def signed(n: int, t: Texts) -> str:
    """A change of points with its sign: "+3", "−2"."""
    return format_decimal(n, format="+0;\u2212#", locale=t.locale) if n else "0"


def team_word(seen: Observation, t: Texts) -> str:
    """What takes part: teams or, where everybody sits alone, people."""
    many = len(seen.teams)
    if seen.people > 1:
        return t.plural("{n} équipe", "{n} équipes", many)
    return t.plural("{n} personne", "{n} personnes", many)


def leader(seen: Observation, voice: Voice) -> str:
    """Who leads: a name, or "le bot"."""
    return voice.t("le bot") if seen.quizmaster == BOT else voice.name(seen.quizmaster)


def round_name(played: Round, t: Texts) -> str:
    """The name of a round: its title or, where it has none, what is done in it."""
    if played.title:
        return quote(played.title, _TITLE)
    if played.play == "challenges":
        return t("Les défis")
    if played.stakes:
        return t("La finale à mises")
    if len(played.modes) == 1:
        return {
            "chrono": t("Au plus vite") if played.speed else t("Une bonne réponse"),
            "cible": t("Au plus près"),
            "pingpong": t("Les listes"),
        }[played.modes[0]]
    return t("Pour tous")


def deck_words(name: str, t: Texts) -> str:
    """A deck's name as plain text: a label for those of the house, else what the server calls it."""
    words = DECKS.get(MIXED if name == HOUSE else name)
    return name if words is None else t(words.label)


def deck_note(name: str, t: Texts) -> str:
    """With which deck something is played: "paquet : classique"."""
    return t("paquet : {deck}", deck=quote(deck_words(name, t)))


def round_line(played: Round, t: Texts) -> str:
    """A round of the programme in a line: its name, its length, what is asked in it, and of which deck.

    The house's decks are as usual, and not told.
    """
    notes = [_count_words(played, t)]
    if played.themes:
        notes.append(_list_themes(played.themes, t))
    if played.without:
        notes.append(t("sans {themes}", themes=_list_themes(played.without, t)))
    if played.worth > 1:
        notes.append(t("points ×{n}", n=played.worth))
    if played.deck not in (None, HOUSE):
        notes.append(deck_note(played.deck or "", t))
    return f"**{round_name(played, t)}** · " + " · ".join(notes)


def _count_words(played: Round, t: Texts) -> str:
    """How many questions or défis a round has and how hard they are, if it says so."""
    n = played.length
    match played.play, played.level:
        case "challenges", "easy":
            return t.plural("{n} défi facile", "{n} défis faciles", n)
        case "challenges", "hard":
            return t.plural("{n} défi difficile", "{n} défis difficiles", n)
        case "challenges", _:
            return t.plural("{n} défi", "{n} défis", n)
        case _, "easy":
            return t.plural("{n} question facile", "{n} questions faciles", n)
        case _, "hard":
            return t.plural("{n} question difficile", "{n} questions difficiles", n)
    return t.plural("{n} question", "{n} questions", n)


def _list_themes(themes: Iterable[str], t: Texts) -> str:
    return ", ".join(quote(theme_words(theme, t), 40) for theme in themes)


def answer_words(said: Spoken, listed: bool, voice: Voice) -> str:
    """A verdict on an answer in a word or a number; "" for a number that was named."""
    if said.text is None or said.number is not None:
        return ""
    if listed:
        return voice.t.plural("{n} juste", "{n} justes", said.right)
    return voice.t("juste") if said.right else voice.t("faux")
