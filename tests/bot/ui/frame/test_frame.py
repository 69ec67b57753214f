"""What the frame draws around a game, whatever the game is: here one that shows next to nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from bot.tables.model import Alarm, Denied, End, Manners, Pace, Status, Table
from bot.tables.sight import Sight
from bot.texts import Texts, texts_for
from bot.ui.clicks.start import start_command
from bot.ui.frame.drawn import Aftermath, Board, Ended, Panel
from bot.ui.frame.ending import Standing
from bot.ui.frame.face import Face
from bot.ui.frame.lesson import rulebook
from bot.ui.frame.lobby import lobby_page, read_choice
from bot.ui.frame.option import Option, Typed, Words, numbers, seats
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.page import Button, Form, Link, Page, Row, Sketch, Text
from cogs.soiree.scoreboard import StandingsDrawing
from engines.core.codec import Codec
from engines.core.records import Frozen, Place, Refusal
from tests.support.coin import Coin
from tests.support.plain_page import buttons, plain, verbs
from tests.support.tasse_table import NOON, lobby_table

T = texts_for("fr")
SERVER = "La *Taverne*"


@dataclass(frozen=True, slots=True)
class Options(Frozen):
    first: str = "drawn"
    goal: Annotated[int, Field(ge=2)] = 3
    side: Literal["tails", "heads"] = "heads"
    loud: bool = False
    much: Annotated[int, Field(ge=1)] = 1


class TinyRules(Coin):
    """The coin with options."""

    options = Codec(Options)


def no_refusal(refusal: Refusal, t: Texts) -> str | None:
    del refusal, t
    return None


def no_action(verb: str, arg: str, values: Sequence[str]) -> Any | None:
    del verb, arg, values
    return None


SPEC = GameSpec(
    rules=TinyRules(),
    title="Pièce",
    pitch="Pièce : pile ou face",
    about="Pile ou face.",
    opening="Ouvrir une table de Pièce",
    emoji="🪙",
    accent=0x123456,
    minutes=(1, 5),
    chapters=lambda t: (("Tout", "Rien."),),
    action=no_action,
    refusal=no_refusal,
    options=(
        Option(name="first", label="Premier", choices=seats(lambda place, _: f"place {place}")),
        Option(
            name="goal",
            label="But",
            choices=numbers(5, words=lambda n, _: f"{n} !"),
            typed=Typed("but", "Points (3)", most=9),
        ),
        Option(
            name="side",
            label="Côté",
            choices={"tails": Words("pile"), "heads": Words("face", "comme toujours", typed="la face")},
            typed=Typed("côté", "Le bon côté"),
        ),
        Option(
            name="loud",
            label="Fort",
            choices={False: Words("non"), True: Words("oui")},
            setting="noise",
            typed=Typed("fort", "En criant"),
        ),
        Option(name="much", label="Combien", choices=numbers(words=lambda n, _: str(n)), needs="loud"),
    ),
)


class TinyFace(Face):
    """What it draws is given to it."""

    spec = SPEC
    drawn: Any = None
    last_words = ""

    def draw_board(self, sight: Sight, t: Texts) -> Board:
        return self.drawn or Board()

    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        return self.drawn or Ended()

    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        return self.drawn or Panel()

    def draw_farewell(self, sight: Sight, t: Texts) -> str:
        return self.last_words

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        return self.drawn

    def draw_words(self, sight: Sight, t: Texts) -> Panel | None:
        return self.drawn


def seen(**facts: Any) -> Sight:
    alarm = Alarm("k", "turn", 60, NOON + 60_000)
    table = lobby_table(
        ["Anne", "Bob"], **{"game": "coin", "status": Status.PLAYING, "alarm": alarm, **facts}
    )
    return Sight(table, None, None, None, (), (), 7)


def drawn(what: Any, farewell: str = "") -> TinyFace:
    face = TinyFace()
    face.drawn, face.last_words = what, farewell
    return face


def texts(page: Page) -> list[str]:
    return [block.markdown for block in page.blocks if isinstance(block, Text)]


# -- the board ---------------------------------------------------------------------------------------------


def test_a_board_has_title_place_and_what_is_left_of_the_time() -> None:
    page = drawn(Board("tour 2", ("Anne joue.", ""), (Text("dés"),), notes=("note",))).board(seen(), T)
    left = "⏳ Jusqu’à <t:1800000060:T> (<t:1800000060:R>)."
    assert texts(page) == [f"## 🪙 Pièce · tour 2\nAnne joue.\n{left}\nnote", "dés"]
    assert (page.table_id, page.drawn, page.accent) == (12, 7, SPEC.accent)


def test_a_board_that_says_nothing_is_its_title() -> None:
    assert texts(drawn(Board(timed=False)).board(seen(), T)) == ["## 🪙 Pièce"]
    assert texts(drawn(Board()).board(seen(alarm=None), T)) == ["## 🪙 Pièce"]


def test_what_stands_above_parts_the_title_from_what_is_awaited() -> None:
    board = Board("tour 2", ("Anne joue.",), above=(Text("image"),), timed=False)
    assert texts(drawn(board).board(seen(), T)) == ["## 🪙 Pièce · tour 2", "image", "Anne joue."]


@pytest.mark.parametrize("trouble", ["host", "message_gone"])
def test_a_pause_is_said_in_place_of_what_is_awaited(trouble: str) -> None:
    board = Board("tour 2", ("Anne joue.",), (Text("dés"),), above=(Text("image"),), notes=("note",))
    first, *others = texts(drawn(board).board(seen(status=Status.PAUSED, trouble=trouble), T))
    assert first.startswith("## 🪙 Pièce · tour 2\n⏸️")
    assert others == ["dés"]
    assert not {"Anne joue.", "image", "note"} & set("\n".join([first, *others]).split("\n"))


def test_an_end_says_who_has_won_what_is_left_and_the_proof() -> None:
    over = {"status": Status.CLOSED, "end": End("over", ("2",), "cd" * 32), "alarm": None}
    places = (
        Standing(1, "2", "**Bob**", ("3 points", "a quitté la table")),
        Standing(2, "1", "**Anne**", ()),
    )
    ended = Ended(ranking=places, blocks=(Text("histoire"),), links=(Link("Source", "https://x"),))
    page = drawn(ended).board(seen(**over), T)
    title, *others = texts(page)
    assert title == "## 🪙 Pièce\n🏆 **Bob** gagne la partie !"
    ranking = "**Classement**\n` 1` **Bob** · 3 points · a quitté la table\n` 2` **Anne**"
    assert others[:2] == [ranking, "histoire"]
    assert "cd" * 32 in others[2]
    assert verbs(page) == ["rematch", "open", "rules", "dice"]
    assert any(
        isinstance(block, Row) and Link("Source", "https://x") in block.buttons for block in page.blocks
    )
    assert texts(drawn(Ended("Égalité.")).board(seen(**over), T))[0] == "## 🪙 Pièce\nÉgalité."
    with_moments = drawn(ended).board(seen(**over), T, Aftermath(moments=("moment",)))
    assert texts(with_moments)[1:3] == ["histoire", ranking], "how it ended is seen by who was not looking"
    assert page.accent != SPEC.accent


def test_a_picture_of_all_places_makes_an_end_short() -> None:
    over = {"status": Status.CLOSED, "end": End("over", ("2",), "cd" * 32), "alarm": None}
    places = tuple(Standing(n, str(n), f"**{n}**", ("1 point",)) for n in (1, 2, 3, 4))
    drawing = StandingsDrawing("Classement", (), 0)
    picture, poster = Sketch("a.webp", "tous", drawing, "tous"), Sketch("b.webp", "", drawing, "")
    ended = Ended(ranking=places, blocks=(Text("histoire"),), standings=picture)
    for after in (Aftermath(), Aftermath(("moment",), poster=poster)):
        page = drawn(ended).board(seen(**over), T, after)
        assert [block for block in page.blocks if isinstance(block, Sketch)] == [picture]
        podium = "🥇 **1** · 1 point\n🥈 **2** · 1 point\n🥉 **3** · 1 point"
        assert texts(page)[1:3] == ["histoire", podium]
        assert "words" in verbs(page)
    assert "moment" in texts(page)[3]


# -- what one person sees ----------------------------------------------------------------------------------


def test_a_panel_says_where_it_is_and_shows_the_way_back() -> None:
    panel = Panel(("tour 2",), ("À vous.",), (Text("dés"),))
    here, by_message = drawn(panel).panel(seen(), T), drawn(panel).panel(seen(), T, SERVER)
    assert texts(here) == ["### 🪙 Pièce · <#20>\ntour 2", "À vous.", "dés"]
    assert texts(by_message)[0] == "### 🪙 Pièce · <#20> · La \\*Taverne\\*\ntour 2"
    way = Row((Link("Aller à la table", "https://discord.com/channels/10/20"),))
    assert way not in here.blocks
    assert by_message.blocks[-1] == way
    assert way not in drawn(replace(panel, linked=False)).panel(seen(), T, SERVER).blocks


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"status": Status.PAUSED, "trouble": "host"}, "⏸️ L’hôte a mis la table en pause"),
        ({"status": Status.PAUSED, "trouble": "message_gone"}, "⏸️"),
    ],
)
def test_where_nothing_goes_on_a_panel_says_why_and_nothing_else(facts: Mapping[str, Any], said: str) -> None:
    panel = Panel(("tour 2",), ("À vous.",), (Text("dés"), Row((Button("x", "x"),))))
    page = drawn(panel).panel(seen(**facts), T, SERVER)
    assert len(page.blocks) == 2
    assert texts(page)[1].startswith(said)
    assert drawn(panel, farewell="adieu").farewell(seen(**facts), T, SERVER) is None
    one = drawn(replace(panel, joined=True)).panel(seen(**facts), T, SERVER)
    assert texts(one)[0].split("\n", 2)[2].startswith(said)
    assert isinstance(one.blocks[-1], Row)


def ended(winners: tuple[str, ...], places: tuple[Place, ...], **end: Any) -> Sight:
    """The first seat's sight of a table that is over."""
    sight = seen(status=Status.CLOSED, end=End("over" if winners else "stopped", winners, **end))
    return replace(sight, seat="1", places=places)


def test_a_panel_of_a_table_that_is_over_says_who_has_won_the_own_place_and_how_to_play_again() -> None:
    second = ended(("2",), (Place(1, ("2",)), Place(2, ("1",))))
    page = drawn(Panel(("tour 2",), ("À vous.",))).panel(second, T, SERVER)
    assert texts(page) == [
        "### 🪙 Pièce · <#20> · La \\*Taverne\\*\n🏆 **Bob** gagne la partie !\nVotre place : 2 sur 2."
    ]
    assert verbs(page) == ["rematch"]
    assert page.drawn == 0, "it is never out of date"
    assert Link("Aller à la table", "https://discord.com/channels/10/20") in page.blocks[-1].buttons
    assert verbs(drawn(Panel()).panel(second, T)) == ["rematch"]
    tied = ended(("1", "2"), (Place(1, ("1", "2")),), rematch_id=13)
    (said,) = texts(drawn(Panel()).panel(tied, T, SERVER))
    assert said.endswith("Votre place : 1 sur 2, à égalité.\n🔁 La revanche est ouverte.")
    stopped = ended((), (Place(1, ("1",)), Place(2, ("2",))))
    (said,) = texts(drawn(Panel()).panel(stopped, T, SERVER))
    assert "personne ne gagne" in said
    assert "place" not in said


def test_who_has_left_is_told_so_and_nothing_else() -> None:
    gone = lobby_table(["Anne", "Bob"], game="coin", status=Status.PLAYING)
    gone = gone.with_seat(replace(gone.seat("1"), left=True))
    page = drawn(Panel(), farewell="adieu").farewell(replace(seen(), table=gone, seat="1"), T, SERVER)
    assert page is not None
    assert texts(page)[0].endswith("Vous avez quitté la table.")


def test_a_farewell_stands_below_the_heading_and_a_panel_without_buttons_names_no_turn() -> None:
    page = drawn(Panel(("tour 2",)), farewell="adieu").farewell(seen(), T, SERVER)
    assert page.blocks == (Text("### 🪙 Pièce · <#20> · La \\*Taverne\\*\nadieu"),)
    assert drawn(Panel(("tour 2",))).farewell(seen(), T, SERVER) is None
    button = Row((Button("x", "x"),))
    assert drawn(Panel()).panel(seen(), T, SERVER).drawn == 0
    assert drawn(Panel(blocks=(button,))).panel(seen(), T).drawn == 7


def test_what_a_verb_opens_is_framed_like_a_panel() -> None:
    panel, form = Panel(("tour 2",), linked=False, placed=False), Form(12, 7, "v", "Titre", ())
    opened = drawn(panel).form_or_page("v", "", seen(), T, SERVER)
    assert isinstance(opened, Page)
    assert texts(opened) == ["### 🪙 Pièce · <#20>\ntour 2"]
    assert drawn(form).form_or_page("v", "", seen(), T, SERVER) == form
    assert drawn(None).form_or_page("v", "", seen(), T, SERVER) is None


def test_the_board_in_words_is_told_even_when_the_game_is_over() -> None:
    page = drawn(Panel(headed=False, blocks=(Text("mots"),))).board_in_words(seen(status=Status.CLOSED), T)
    assert page is not None
    assert texts(page) == ["mots"]
    assert drawn(None).board_in_words(seen(), T) is None


# -- the options -------------------------------------------------------------------------------------------


def offered(table: Table, *allowed: str) -> dict[str, Any]:
    return {each.name: each for each in SPEC.offer_options(table, T, frozenset(allowed))}


def test_what_can_be_chosen_is_read_from_the_engine() -> None:
    options = offered(lobby_table(["Anne", "Bob"], game="coin"))
    assert [choice.value for choice in options["first"].choices] == ["drawn", "1", "2"]
    assert [choice.hint for choice in options["first"].choices] == [None, "place 0", "place 1"]
    assert [choice.value for choice in options["goal"].choices] == [3, 5]
    assert [choice.value for choice in options["side"].choices] == ["heads", "tails"]
    assert [choice.value for choice in options["loud"].choices] == [False, True]
    assert (SPEC.facts["goal"].least, SPEC.facts["loud"].least) == (2, None)


def test_a_number_that_was_typed_and_the_seat_that_was_chosen_stay_in_the_list() -> None:
    options = offered(lobby_table(["Anne"], game="coin", options={"goal": 8}))
    assert [choice.value for choice in options["goal"].choices] == [3, 5, 8]
    table = lobby_table(["N"] * 25, game="coin", options={"first": "25"})
    values = [choice.value for choice in offered(table)["first"].choices]
    assert len(values) == 25
    assert "25" in values
    assert "24" not in values


def test_what_the_server_does_not_allow_cannot_be_chosen_and_an_option_waits_for_the_one_it_needs() -> None:
    table = lobby_table(["Anne"], game="coin")
    assert offered(table, "noise")["loud"].locked is None
    locked = SPEC.offer_options(table, T, frozenset())
    assert read_choice(locked, "loud", ("false",)) == ("loud", False)
    with pytest.raises(Denied, match="option_locked"):
        read_choice(locked, "loud", ("true",))
    assert "much" not in offered(table)
    assert "much" in offered(lobby_table(["Anne"], game="coin", options={"loud": True}))


def test_the_lobby_is_made_from_the_spec() -> None:
    text = plain(lobby_page(lobby_table(["Anne"], game="coin", options={"side": "tails"}), TinyFace(), T))
    assert "## 🪙 Pièce : la table est ouverte" in text
    assert "de 2 à 6 personnes" in text
    assert "**Réglages** · Côté : pile\n" in text
    assert "🔔" not in text, "nothing comes by private message"


# -- the command -------------------------------------------------------------------------------------------


OF_EVERY_GAME = ["adversaires", "niveau", "rythme", "tempo", "fil", "accessible", "amicale"]


async def test_the_command_is_made_from_the_spec() -> None:
    given: list[Mapping[str, Any]] = []

    async def work(interaction: Any, options: Mapping[str, Any]) -> None:
        del interaction
        given.append(options)

    command = start_command(SPEC, work)
    shown = {parameter.display_name: parameter for parameter in command.parameters}
    assert list(shown) == ["but", "côté", "fort", *OF_EVERY_GAME]
    assert (shown["but"].min_value, shown["but"].max_value) == (2, 9)
    assert [(choice.name, choice.value) for choice in shown["côté"].choices] == [
        ("la face", "heads"),
        ("pile", "tails"),
    ]
    assert (shown["adversaires"].min_value, shown["adversaires"].max_value) == (0, 5)
    assert [choice.value for choice in shown["niveau"].choices] == ["facile", "moyen", "fort"]
    assert [choice.value for choice in shown["rythme"].choices] == [pace.value for pace in SPEC.paces]
    assert shown["fort"].choices == []
    assert not any(parameter.required for parameter in command.parameters)
    callback: Any = command.callback
    await callback(None, goal=4, side=None, loud=False, pace=None, thread=None, accessible=None)
    assert given == [{"goal": 4, "loud": False}]


# -- what stands below and beside --------------------------------------------------------------------------


def test_the_rules_are_headed_by_sign_and_name_or_as_the_spec_wishes() -> None:
    (page,) = rulebook(SPEC, T)
    assert texts(page) == ["## 🪙 Pièce · Tout\nRien."]
    assert [button.arg for button in buttons(page)] == ["coin.0"]
    (other,) = rulebook(replace(SPEC, rules_head="La pièce"), T)
    assert texts(other) == ["## La pièce · Tout\nRien."]


def test_where_nobody_is_pressed_the_options_stand_beside_the_rules() -> None:
    relaxed, brisk = (
        drawn(Board()).board(seen(manners=Manners(pace)), T) for pace in (Pace.RELAXED, Pace.BRISK)
    )
    assert verbs(relaxed) == ["rules", "options", "away", "resign"]
    assert verbs(brisk) == ["rules", "away", "resign"]
