"""What is derived of a game whose records say it, and what complains where they do not."""

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from bot.tables.model import Scene
from bot.texts import texts_for
from bot.texts.own import OwnTexts, fill_later
from bot.ui.frame.derived import DerivedFace, Said, derive_face
from bot.ui.frame.derived_spec import derive_action, derive_spec, write_value
from engines.core.draws import ScriptedDraws
from engines.core.imagining import imagine
from engines.core.kit import Kit, Spot, Turn
from engines.core.kit_records import Action, Die, Options, Position, ranked, row, secret
from engines.core.records import Count, Refusal
from tests.kit.kits import sights
from tests.plusgrand.rules import Claim, Doubt, PlusGrand, Say

GAME = PlusGrand()
DICE = (6, 4, 1, 2, 5, 5)


def started(*draws: int, **options: Any) -> Any:
    return GAME.start(GAME.setup("ABC", {"first": "A", **options}), ScriptedDraws(draws or DICE)).state


class Bid(Action, label="Miser"):
    amount: Annotated[int, Field(ge=0, le=9)]
    color: Literal["red", "black"]


class Lives(Position):
    lives: tuple[Count, ...] = row(3)
    lost: tuple[Count, ...] = ranked(least=True)
    card: tuple[Annotated[int, Field(ge=1, le=3)], ...] = secret()


class Bidding(Kit[Options, Lives], actions=(Bid,)):
    """Everybody bids once."""

    title, emoji, accent, minutes = "Mises", "🂡", 0, (1, 2)
    pitch, about = "Mises : miser", "Misez."

    def begin(self, turn: Turn[Options, Lives]) -> None:
        turn.put(round=turn.now.round + 1, card=tuple(turn.roll(3) for _ in turn.seats))

    def legal(self, spot: Spot[Options, Lives]) -> Iterator[Action]:
        yield Bid(1, "red")
        yield Bid(2, "black")

    def do(self, turn: Turn[Options, Lives], seat: str, action: Action) -> None:
        turn.add("lost", seat)
        turn.pass_on()


# -- rules -------------------------------------------------------------------------------------------------


def test_an_audience_sees_rows_by_seat_and_of_secrets_its_own_alone():
    seen = GAME.observe(started(), "B")
    assert (seen.points, seen.dice, seen.seat) == ({"A": 0, "B": 0, "C": 0}, (1, 2), "B")
    assert GAME.observe(started(), None).dice is None
    assert not hasattr(seen, "missed")


def test_all_see_what_may_be_done_whatever_is_secret():
    state = started()
    assert GAME.observe(state, None).verbs == ("say",)
    state = GAME.act(state, "A", Say(12), ScriptedDraws()).state
    assert GAME.observe(state, "C").verbs == ("doubt",)


def test_every_decision_and_every_leaver_has_a_deadline_of_its_own():
    state, keys = started(), []
    for step in (Say(5), Say(6)):
        keys.append(GAME.deadline(state).key)
        state = GAME.act(state, state.position.current, step, ScriptedDraws()).state
    keys.append(GAME.deadline(state).key)
    keys.append(GAME.deadline(GAME.leave(state, "B", ScriptedDraws(DICE)).state).key)
    assert len(set(keys)) == 4


def test_rows_begin_as_they_say_and_place_the_least_or_the_most_first():
    rules = Bidding()
    state = rules.start(rules.setup("AB", {"first": "A"}), ScriptedDraws((1, 2))).state
    assert (state.position.lives, state.position.lost, state.position.card) == ((3, 3), (0, 0), (1, 2))
    state = rules.act(state, "A", Bid(1, "red"), ScriptedDraws()).state
    assert [place.seats for place in rules.places(state)] == [("B",), ("A",)]


def test_what_is_not_said_is_done_the_usual_way():
    rules = Bidding()
    state = rules.start(rules.setup("ABC", {"first": "B"}), ScriptedDraws((1, 2, 3))).state
    assert rules.expire(state, ScriptedDraws()).state.position.current == "C", "silence is the first action"
    assert rules.leave(state, "B", ScriptedDraws()).state.position.current == "C"
    assert rules.leave(state, "A", ScriptedDraws()).state.position.current == "B"
    assert rules.name == "bidding"


def test_other_secrets_differ_for_others_alone():
    state = started()
    for twin in GAME.twins(state, "A", lambda n: n):
        assert (twin.position.dice[0], twin.position.dice[1:]) == ((6, 4), ((6, 6), (6, 6)))
    supposed = GAME.suppose(GAME.observe(state, "B"), lambda n: 1)
    assert supposed.position.dice == ((1, 1), (1, 2), (1, 1))
    assert supposed.setup == state.setup


def test_secrets_are_imagined_within_their_types():
    kind = tuple[Die, Literal["a", "b"], bool, Annotated[int, Field(ge=3, le=4)] | None]
    assert imagine(kind, lambda n: n) == (6, "b", True, None)
    assert imagine(kind, lambda n: 1) == (1, "a", False, 3)
    for endless in (int, str, tuple[int, ...], Annotated[int, Field(ge=1)]):
        with pytest.raises(TypeError, match=r"no end|needs bounds"):
            imagine(endless, lambda n: 1)


def test_a_position_of_version_1_is_read_without_its_count_of_decisions():
    state = started()
    plain = GAME.positions.plain(state.position)
    del plain["decision"]
    assert (
        GAME.read("position", GAME.positions.dump(state.position).replace('"decision":0,', ""), 1)
        == state.position
    )
    assert GAME.upgrade("position", plain, 1)["decision"] == 0


def test_what_a_game_does_not_say_is_named():
    with pytest.raises(TypeError, match=r"Mute does not say .*\(title\).*\(minutes\)"):

        class Mute(Kit[Options, Lives], actions=(Bid,)):
            pass

    with pytest.raises(TypeError, match="does not name its options and its position"):

        class Unnamed(Bidding, actions=(Bid,)):
            pass


def test_a_fact_cannot_be_called_as_one_that_every_audience_sees():
    class Clashing(Position):
        seats: Count = 0

    with pytest.raises(TypeError, match="a position has its own seats: give it another name"):

        class Clash(Kit[Options, Clashing], actions=(Bid,)):
            title, emoji, accent, minutes, pitch, about = "A", "A", 0, (1, 2), "A : a", "A"


# -- what people see ---------------------------------------------------------------------------------------


def test_a_list_says_its_values_and_gives_the_same_action_back():
    action = derive_action(Bidding())
    for bid in (Bid(1, "red"), Bid(9, "black")):
        assert action("bid", "", (write_value(bid),)) == bid
    assert derive_action(GAME)("say", "", ("9",)) == Say(9)
    assert derive_action(GAME)("doubt", "", ()) == Doubt()


@pytest.mark.parametrize("value", ["13", "x", "[9", '"9"', "[9,9]"])
def test_a_value_that_no_list_has_is_refused(value: str):
    with pytest.raises(Refusal, match="malformed"):
        derive_action(GAME)("say", "", (value,))


def test_a_button_without_a_value_opens_the_list_and_other_verbs_are_none():
    action = derive_action(GAME)
    assert action("say", "", ()) is None
    assert action("dance", "", ()) is None


def test_dice_can_be_said_by_their_sum():
    assert f"{Said('[6][4]', 10)}, {Said('[6][4]', 10):sum}" == "[6][4], 10"


def test_any_part_of_a_derived_face_can_be_said_otherwise():
    class Louder(DerivedFace):
        spec = derive_spec(PlusGrand())

        def tell(self, event: Any, sight: Any, t: Any) -> str:
            return super().tell(event, sight, t).upper()

    state = GAME.act(started(), "A", Say(9), ScriptedDraws())
    (sight, *_) = sights("plusgrand", state.state, (Scene(1, state.events),))
    t = texts_for("fr")
    assert "**ANNE** DIT 9." in str(Louder().board(sight, t))
    assert "**Anne** dit 9." in str(derive_face(GAME)().board(sight, t))


# -- words -------------------------------------------------------------------------------------------------


@pytest.fixture
def words(tmp_path: Path) -> OwnTexts:
    (tmp_path / "en.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "Douter"\nmsgstr "Call it"\n\n'
        'msgid "{n} vie"\nmsgid_plural "{n} vies"\nmsgstr[0] "{n} life"\nmsgstr[1] "{n} lives"\n',
        encoding="utf-8",
    )
    return OwnTexts(tmp_path)


def test_a_games_own_words_come_before_those_of_the_house_and_may_be_missing(words: OwnTexts):
    english, french = texts_for("en"), texts_for("fr")
    assert english("Douter") == "Doubt"
    assert english(words("Douter")) == "Call it"
    assert french(words("Douter")) == "Douter"
    assert type(french(words("Douter"))) is str, "what is sent is a plain text"
    assert english(words("Règles")) == "Rules", "what the house says need not be said again"
    assert [english.plural(*words.both("{n} vie|{n} vies"), n) for n in (1, 2)] == ["1 life", "2 lives"]
    assert french.plural(*words.both("{n} vie|{n} vies"), 0) == "0 vie"


def test_a_copy_of_such_words_says_the_same(words: OwnTexts):
    for copied in (copy.deepcopy(words("Douter")), pickle.loads(pickle.dumps(words("Douter")))):
        assert texts_for("en")(copied) == "Call it"


def test_a_message_of_the_house_is_filled_in_every_language():
    opening = fill_later("Ouvrir une table de {title}", title="Yam")
    assert texts_for("fr")(opening) == opening == "Ouvrir une table de Yam"
    assert texts_for("en")(opening) == "Open a table of Yam"


def test_a_page_of_rules_without_chapters_has_none(tmp_path: Path):
    assert OwnTexts(tmp_path).chapters == ()
    (tmp_path / "rules.md").write_text("# A\n\n## En bref\n\n1. Un.\n\n## By number\n\n- **Y1** One.\n")
    assert OwnTexts(tmp_path).chapters == (("En bref", "1. Un."),)


def test_a_claim_is_a_record_that_needs_no_decorator():
    assert Claim("A", 3) == Claim("A", 3)
    assert hash(Claim("A", 3)) == hash(Claim("A", 3))
