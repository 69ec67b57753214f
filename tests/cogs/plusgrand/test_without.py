"""A game that leaves out whatever it may of what stays: it has places, common facts, replays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.insight.model import Played, Seated
from bot.insight.profile import sum_up
from bot.tables.past.replays import look_back
from bot.texts import Texts, texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.profile import Portrayed, Reach, Whose, profile_page
from bot.ui.pages.limits import check
from engines.core import facts
from engines.core.game import Place
from engines.core.rules import Rules
from tests.engines.by_hand import ByHand
from tests.engines.test_frames import table_of
from tests.plusgrand.face import PlusGrandFace
from tests.plusgrand.model import Doubt, Say
from tests.plusgrand.rules import PlusGrand
from tests.support.plain_page import plain
from tests.support.results import ended

ROUND = (6, 5, 4, 3, 2, 1)
LANGUAGES = (texts_for("fr"), texts_for("en-US"))


class Plain(PlusGrand):
    """Le plus grand, which counts nothing and orders nobody but winners and leavers."""

    rank = Rules.rank
    tally = Rules.tally


class PlainFace(PlusGrandFace):
    spec = replace(PlusGrandFace.spec, rules=Plain())


def over() -> ByHand:
    """Anna, Bo, Chloé and Dan: Dan leaves, Bo lies, and Chloé, who doubts it, wins."""
    lived = ByHand(Plain(), "ABCD", *ROUND, 1, 1, goal=1)
    lived.leave("D", *ROUND, 1, 1)
    return lived.act("A", Say(3)).act("B", Say(12)).act("C", Doubt())


def test_winners_come_first_leavers_last_and_all_others_share_a_place() -> None:
    lived = over()
    assert lived.game.places(lived.state) == (Place(1, ("C",)), Place(2, ("A", "B")), Place(4, ("D",)))
    sheets = lived.facts()
    assert all(sorted(sheets[seat]) == sorted(facts.COMMON) for seat in "ABCD")
    assert [sheets[seat]["place"] for seat in "ABCD"] == [2, 2, 1, 4]


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
def test_a_replay_shows_what_all_saw(t: Texts) -> None:
    lived = over()
    past = look_back(table_of(lived), lived.record(), lived.game)
    face: Face = PlainFace()
    for number, frame in enumerate(past.frames):
        assert frame.moments == ()
        assert face.revealed(past, number, past.sight(number), t) == ""
        check(face.replay(past, number, t))


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
def test_a_profile_has_results_alone(t: Texts) -> None:
    spec, sheet = PlainFace.spec, over().facts()["A"]
    seats = tuple(Seated((user,), place) for user, place in enumerate((2, 2, 1, 4), 1))
    table = ended(1, 1, 2, 3, 4)._replace(game=spec.name, seats=seats)
    profile = sum_up(1, [Played(table, False, sheet)])
    assert spec.portrait(profile.facts, t) == ()
    page = profile_page(Portrayed(Whose(spec.name, 1), spec, (spec,), profile, None, {}, Reach.MINE), t)
    assert "**2**" in plain(check(page))
    assert not any("profile.share" in str(block) for block in page.blocks)
