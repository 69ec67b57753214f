"""A player's own message: the board from their side, what is left of the turn, and what they may do."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.letters import jump
from bot.ui.pages.escape import escaped
from bot.ui.pages.page import Block, Button, Link, Page, Row, Text
from bot.ui.pages.stamps import paused, time_left
from cogs.debacle.choices import Choices, sorted_out
from cogs.debacle.controls import (
    answers_to_offer,
    die_list,
    die_moves,
    doubles_list,
    rare_verbs,
    specials,
    turn_verbs,
)
from cogs.debacle.look import in_words, shown
from cogs.debacle.render import ACCENT, EMOJI, TITLE, offer_words, players, voice_of
from cogs.debacle.situation import draft, left, long_story
from cogs.debacle.story import tell
from cogs.debacle.words import Voice, observed
from engines.core.errors import Refusal
from engines.debacle.board import Square
from engines.debacle.model import Flip, Observation

__all__ = ["awaited", "die_page", "panel", "row_page", "words_page"]

_LINES_TOLD = 3


def panel(sight: Sight, t: Texts, server: str = "") -> Page:
    """The seat's own page. In its turn it offers its legal actions, no more and no less."""
    seen = observed(sight)
    voice = voice_of(sight, t)
    blocks: list[Block] = [Text(_where(sight, seen, voice, server))]
    if sight.table.status is not Status.PLAYING:
        blocks.append(Text(_standstill(sight, t)))
        return _page(sight, blocks)
    choices = _choices(sight)
    story = tell(sight.scenes, voice, _LINES_TOLD)
    blocks += [Text(words) for words in (story, _situation(sight, seen, voice)) if words]
    blocks += [shown(sight, t), Text(players(seen, voice))]
    blocks += _answer_due(sight, voice)
    blocks += _moving(sight, choices, t)
    buttons = turn_verbs(sight, choices, seen, t) if sight.seat in sight.to_act else ()
    blocks += [Row(buttons)] if buttons else []
    blocks.append(rare_verbs(sight, t))
    if server:
        blocks.append(Row((Link(t("Aller à la table"), jump(sight.table)),)))
    return _page(sight, blocks)


def die_page(sight: Sight, die: Square, t: Texts, server: str = "") -> Page:
    """What one die may do; raises Refusal where it may do nothing, or it is not the clicker's turn."""
    seen = observed(sight)
    choices = _awaited_choices(sight)
    if die not in choices.moves:
        raise sight.refusal(Flip(die)) or Refusal("illegal_action")
    value = seen.board[die][1]
    asked = t("**Le {value} de {at}** : que fait-il ?", value=value, at=die)
    blocks: list[Block] = [Text(_where(sight, seen, voice_of(sight, t), server) + "\n" + asked)]
    blocks += [shown(sight, t, die), die_moves(sight, choices, die, t)]
    blocks.append(Row((Button("die", t("Autre dé")), *turn_verbs(sight, choices, seen, t))))
    return _page(sight, blocks)


def row_page(sight: Sight, decided: str, t: Texts, server: str = "") -> Page | None:
    """The next row of doubles to choose from, where there are too many takes for one list."""
    seen = observed(sight)
    lists = doubles_list(sight, _awaited_choices(sight).doubles, decided, t)
    if not lists:
        return None
    where = Text(_where(sight, seen, voice_of(sight, t), server))
    return _page(sight, [where, shown(sight, t), *lists, Row((Button("die", t("Tous les choix")),))])


def words_page(sight: Sight, t: Texts) -> Page:
    """The position without a picture, from the reader's own side."""
    seen = observed(sight)
    voice = voice_of(sight, t)
    blocks: list[Block] = [Text(_where(sight, seen, voice, "")), Text(in_words(sight, t))]
    blocks.append(Text(players(seen, voice)))
    if seen.current is not None:
        turn = t("{name} joue.", name=voice.player(seen.current))
        blocks.append(
            Text("\n".join(line for line in (turn, left(seen, voice), draft(sight, voice)) if line))
        )
    return _page(sight, blocks)


def awaited(sight: Sight) -> str | None:
    """A key for each own turn, so that each brings one new message, and for the other's offer; else None."""
    seen = observed(sight)
    turn = f"{seen.round}.{seen.turn}"
    if sight.seat in sight.to_act:
        return turn
    return f"{turn} offer" if sight.seat is not None and _is_asked(sight) else None


def _choices(sight: Sight) -> Choices:
    return sorted_out(sight.legal.actions if sight.legal else ())


def _awaited_choices(sight: Sight) -> Choices:
    if sight.seat not in sight.to_act:
        raise Refusal("not_your_turn")
    return _choices(sight)


def _where(sight: Sight, seen: Observation, voice: Voice, server: str) -> str:
    """Which table this is about, against whom, and where it stands: read alone, it must make sense."""
    t, own = voice.t, sight.seat
    place = f"<#{sight.table.channel_id}>" + (f" · {escaped(server, 60)}" if server else "")
    lines = [f"### {EMOJI} {TITLE} · {place}"]
    where = t("manche {n}, tour {turn}", n=seen.round, turn=seen.turn)
    if own is None:
        return f"{lines[0]}\n{where}"
    facts = {"color": voice.color(own), "name": voice.player(voice.opponent(own)), "where": where}
    return "\n".join((*lines, t("Vous avez les dés de {color}, contre {name} · {where}", **facts)))


def _standstill(sight: Sight, t: Texts) -> str:
    if sight.table.status is Status.PAUSED:
        return paused(sight.table, t)
    return t("La partie est finie. Le résultat est dans le salon.")


def _situation(sight: Sight, seen: Observation, voice: Voice) -> str:
    t = voice.t
    if sight.seat not in sight.to_act:
        if _is_asked(sight):
            return draft(sight, voice)
        # A private message stays as it was when its turn ended: only what remains true is said here.
        waiting = t("Rien à décider pour vous ici : la suite est dans le salon.")
        return "\n".join(line for line in (waiting, draft(sight, voice)) if line)
    lines = (
        t("**À vous de jouer !**"),
        left(seen, voice),
        draft(sight, voice),
        long_story(seen, voice),
        time_left(sight.table, t),
    )
    return "\n".join(line for line in lines if line)


def _is_asked(sight: Sight) -> bool:
    """Whether the other player's offer waits for this seat's answer."""
    return sight.table.pending.offer is not None and sight.table.pending.offer.seat != sight.seat


def _answer_due(sight: Sight, voice: Voice) -> list[Block]:
    words = offer_words(sight, voice)
    return [Text(words), answers_to_offer(voice.t, own=not _is_asked(sight))] if words else []


def _moving(sight: Sight, choices: Choices, t: Texts) -> list[Block]:
    """A die that alone may move shows its moves at once; the others are chosen first."""
    single = choices.single()
    if single is not None:
        return [die_moves(sight, choices, single, t), *specials(sight, choices, t)]
    return [*die_list(choices, observed(sight), t), *specials(sight, choices, t)]


def _page(sight: Sight, blocks: list[Block]) -> Page:
    return Page(sight.table.id, sight.drawn, tuple(blocks), ACCENT)
