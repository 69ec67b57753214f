"""Buttons, lists, forms and hints: what they stand for, what they open, and what is refused with a reason."""

from typing import Any

import pytest

from bot.tables.advising import question_of
from bot.texts import texts_for
from bot.ui.pages.ids import Target
from bot.ui.pages.limits import fit_form
from bot.ui.pages.page import Form, Page
from cogs.defizz.answers import certain, remedies
from cogs.defizz.choosing import Wish, read_wish
from cogs.defizz.face import chance_needed, share_of_draws
from cogs.defizz.spec import SPEC
from cogs.defizz.words import observation_of, quote_answer
from engines.core.records import Refusal
from engines.defizz.deck import Cible
from engines.defizz.judging import read_proposal
from engines.defizz.model import Accept, Answer, AskQuestion, Choose, Help, Judge, Name, Pass, Refuse, Roll
from players.core.speech import plain_question, read_question
from players.registry import find_player, think
from tests.cogs.defizz.table import (
    DUEL_100,
    DUEL_200,
    DUEL_300,
    FACE,
    GAME,
    MULTI_100,
    MULTI_200,
    DefizzTable,
)
from tests.engines.defizz.decks import chance, chrono, cible, deck, pingpong
from tests.support.plain_page import buttons, plain, selects

T = texts_for("fr")
CITIES = deck(chrono("Reims"))
FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")


def page_of(table: DefizzTable, seat: str, verb: str, arg: str) -> Page:
    made = FACE.form_or_page(verb, arg, table.seen(seat), T)
    assert isinstance(made, Page)
    return made


def form_of(table: DefizzTable, seat: str, verb: str, arg: str = "") -> Form:
    made = FACE.form_or_page(verb, arg, table.seen(seat), T)
    return fit_form(made)


def refused(table: DefizzTable, seat: str, verb: str, arg: str, *typed: str) -> str:
    """Try it, and give what the person is told; nothing may have changed."""
    before = table.state
    with pytest.raises(Refusal) as caught:
        _try(table, seat, verb, arg, typed)
    assert table.state == before
    return FACE.spec.refusal(caught.value, T) or caught.value.reason


def _try(table: DefizzTable, seat: str, verb: str, arg: str, typed: tuple[str, ...]) -> None:
    if FACE.spec.action(verb, arg, typed) is None:
        FACE.form_or_page(verb, arg, table.seen(seat), T)
    else:
        table.click(seat, verb, arg, *typed)


@pytest.mark.parametrize(
    ("verb", "arg", "values", "action"),
    [
        ("roll", "", (), Roll()),
        ("help", "", (), Help()),
        ("ask", "2", (), AskQuestion(2)),
        ("choose", "1.2.300", (), Choose(1, "2", 300)),
        ("choose", "", ("0.3.-",), Choose(0, "3", None)),
        ("choose", "-.-.-", (), Choose(None, None, None)),
        ("stake", "0.2.-", ("300",), Choose(0, "2", 300)),
        ("meet", "", (), Accept()),
        ("refuse", "", (), Refuse()),
        ("answer", "", ("Reims",), Answer("Reims")),
        ("pass", "", (), Pass()),
        ("judge", "right", (), Judge(right=True)),
        ("judge", "wrong", (), Judge(right=False)),
        ("name", "", ("3",), Name("3")),
    ],
)
def test_what_a_verb_stands_for(verb: str, arg: str, values: tuple[str, ...], action: object) -> None:
    assert FACE.spec.action(verb, arg, values) == action


@pytest.mark.parametrize(
    ("verb", "arg"),
    [
        ("ask", "7"),
        ("ask", ""),
        ("choose", ""),
        ("choose", "9.2.100"),
        ("choose", "0.2.1e5"),
        ("choose", "0"),
        ("stake", "0.2.-"),
        ("answer", ""),
        ("judge", "maybe"),
        ("name", ""),
        ("accept", ""),
        ("juggle", ""),
    ],
)
def test_what_stands_for_nothing(verb: str, arg: str) -> None:
    assert FACE.spec.action(verb, arg, ()) is None


@pytest.mark.parametrize("wish", [Wish(), Wish(2, "11", 1900), Wish(0, None, 100), Wish(None, "2", None)])
def test_a_wish_survives_its_button(wish: Wish) -> None:
    assert read_wish(str(wish)) == wish


def test_forged_codes_open_nothing() -> None:
    table = DefizzTable().roll(DUEL_100)
    for code in ("", "0", "3.2.100", "0.2.100.7", "0..100", "../..", "0.2.9999999"):
        assert FACE.form_or_page("pick", code, table.seen("1"), T) is None
        assert FACE.form_or_page("stake", code, table.seen("1"), T) is None
    assert FACE.form_or_page("juggle", "", table.seen("1"), T) is None


# -- the choice --------------------------------------------------------------------------------------------


def test_z4_a_duel_is_chosen_in_three_steps() -> None:
    table = DefizzTable().roll(DUEL_300)
    public = buttons(FACE.board(table.seen(), T))
    assert [(one.verb, one.arg) for one in public][:3] == [("pick", f"{n}.-.-") for n in range(3)]
    (listed,) = selects(page_of(table, "1", "pick", "1.-.-"))
    assert [choice.value for choice in listed.choices] == ["1.2.-", "1.3.-"]
    assert [choice.label for choice in listed.choices] == ["Bob", "Chloé"]
    stakes = page_of(table, "1", listed.verb, "1.3.-")
    assert "Indice choisi : indice d1.1" in plain(stakes)
    assert "Adversaire : **Chloé**" in plain(stakes)
    least, more, other = buttons(stakes)
    assert (least.verb, least.arg, least.label) == ("choose", "1.3.300", "Au minimum (300)")
    assert (more.verb, more.arg) == ("stake", "1.3.-")
    assert (other.verb, other.arg) == ("pick", "1.-.-")
    (field,) = form_of(table, "1", "stake", "1.3.-").fields
    assert field.hint.replace("\u202f", " ") == "De 300 à 1 900 (vos jetons), par 100."
    table.click("1", "stake", "1.3.-", "500")
    assert table.to_act == ("3",)


def test_z4_who_has_no_more_than_the_minimum_stakes_all() -> None:
    table = DefizzTable().with_chips(2, 19, 19, 19).roll(DUEL_300)
    (all_in, _) = buttons(page_of(table, "1", "pick", "0.2.-"))
    assert (all_in.label, all_in.arg) == ("Tout miser (200)", "0.2.300")
    table.click("1", "choose", all_in.arg)
    assert table.state.position.paid == (200, 200, 0, 0)
    just = DefizzTable().with_chips(3, 19, 19, 19).roll(DUEL_300)
    assert [one.verb for one in buttons(page_of(just, "1", "pick", "0.2.-"))] == ["choose", "pick"]
    others = DefizzTable(3).roll(DUEL_100)  # one opponent need not be chosen
    assert buttons(FACE.board(others.seen(), T))[0].arg == "0.2.-"
    assert [one.verb for one in buttons(page_of(others, "1", "pick", "0.2.-"))] == ["choose", "stake"]


def test_z16_an_expert_chooses_no_question() -> None:
    table = DefizzTable(expert=True).roll(MULTI_100).act("4", AskQuestion(2))
    first = buttons(FACE.board(table.seen(), T))[0]
    assert (first.verb, first.arg) == ("pick", "-.-.-")
    least, _ = buttons(page_of(table, "1", "pick", "-.-.-"))
    assert least.arg == "-.-.100"
    table.click("1", "choose", least.arg)
    assert table.state.position.challenge.question == 2


def test_z16_nothing_is_staked_while_the_bank_pays() -> None:
    table = DefizzTable(enrichment=True).roll(MULTI_100)
    first = buttons(FACE.board(table.seen(), T))[0]
    assert (first.verb, first.arg) == ("choose", "0.-.-")
    duel = DefizzTable(enrichment=True).roll(DUEL_100)
    (listed,) = selects(page_of(duel, "1", "pick", "0.-.-"))
    assert listed.verb == "choose"
    assert FACE.spec.action(listed.verb, listed.arg, (listed.choices[0].value,)) == Choose(0, "2", None)
    assert FACE.form_or_page("stake", "0.2.-", duel.seen("1"), T) is None


def test_only_the_active_seat_chooses_and_only_then() -> None:
    table = DefizzTable().roll(DUEL_100)
    assert refused(table, "2", "pick", "0.-.-") == "not_your_turn"
    assert refused(table, "2", "stake", "0.3.-") == "not_your_turn"
    table.choose(0, "2", 100)
    assert "Pas maintenant" in refused(table, "1", "pick", "0.-.-")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("100", "au moins 200"),
        ("0", "au moins 200"),
        ("-500", "au moins 200"),
        ("2000", "misez 1 900 au plus"),
        ("9" * 40, "misez 1 900 au plus"),
        ("250", "par 100"),
        ("300,5", "par 100"),
        ("1e308", "comme un nombre"),
        ("NaN", "comme un nombre"),
        ("inf", "comme un nombre"),
        ("beaucoup", "comme un nombre"),
        ("<@1> @everyone", "comme un nombre"),
        ("\u200b\u202e", "comme un nombre"),
        ("", "comme un nombre"),
    ],
)
def test_z4_a_stake_that_may_not_be(typed: str, told: str) -> None:
    table = DefizzTable().roll(2)
    assert told in refused(table, "1", "stake", "0.2.-", typed).replace("\u202f", " ")


@pytest.mark.parametrize("typed", ["500", " 500 ", "cinq cents", "500 jetons"])
def test_z4_a_stake_may_be_written_as_people_write(typed: str) -> None:
    table = DefizzTable().roll(2).click("1", "stake", "0.2.-", typed)
    assert table.state.position.challenge.stake == 500


# -- answers -----------------------------------------------------------------------------------------------


def test_the_answers_form_asks_the_question() -> None:
    table = DefizzTable(deck=CITIES).roll(DUEL_100).choose(0, "2", 100)
    form = form_of(table, "2", "answer")
    assert form.verb == "answer"
    assert form.fields[0].label == "Votre réponse"
    assert form.fields[0].hint == "question d1.0"
    assert form.words == ""
    number = DefizzTable(deck=deck(cible(3))).roll(DUEL_100).choose(0, "2", 100)
    assert form_of(number, "1", "answer").fields[0].label == "Votre nombre"
    long = DefizzTable(deck=deck(cible(3, unit="mètre " * 9))).roll(DUEL_100).choose(0, "2", 100)
    field = form_of(long, "1", "answer").fields[0]
    assert field.label == "Votre nombre (mètre mètre mètre mètre mèt…)"
    assert fit_form(form_of(long, "1", "answer")).fields == (field,)


def test_the_answers_form_asks_a_long_question_whole() -> None:
    cards = deck(cible(3))
    cards["cards"][0]["questions"][0]["text"] = "Quelle *ville* " * 15
    form = form_of(DefizzTable(deck=cards).roll(DUEL_100).choose(0, "2", 100), "1", "answer")
    assert form.words == " ".join(["Quelle \\*ville\\*"] * 15)
    assert form.fields[0].hint == ""
    assert fit_form(form) == form


def test_who_may_not_answer_is_told_why_before_the_form_opens() -> None:
    table = DefizzTable(5, deck=CITIES).with_chips(19, 19, 19, 0, 19).roll(MULTI_100)
    table.choose(0, None, 300).click("2", "refuse").click("3", "meet")
    assert "Vous lisez ce défi" in refused(table, "5", "answer", "")
    assert "Vous avez refusé ce défi" in refused(table, "2", "answer", "")
    assert "Vous n’avez plus de jetons" in refused(table, "4", "answer", "")
    table.answer("1", "Lyon")
    assert "Vous avez déjà répondu" in refused(table, "1", "answer", "")
    duel = DefizzTable(deck=CITIES).roll(DUEL_100).choose(0, "2", 100)
    assert "Vous ne jouez pas ce défi" in refused(duel, "3", "answer", "")
    assert "Vous ne jouez pas ce défi" in refused(duel, "3", "pass", "")


def test_z9_z11_who_has_answered_waits_for_another_turn() -> None:
    table = DefizzTable(deck=CITIES).roll(DUEL_100).choose(0, "2", 100).answer("2", "Lyon")
    assert "Vous avez déjà répondu" in refused(table, "2", "answer", "", "Reims")
    assert "Vous lisez ce défi" in refused(table, "4", "answer", "", "Reims")
    target = DefizzTable(deck=deck(cible(3)), reader="bot").roll(MULTI_100).choose(0, None, 100)
    assert refused(target, "2", "answer", "") == "not_your_turn"
    table = DefizzTable(deck=deck(pingpong()), reader="bot").roll(DUEL_100).choose(0, "2", 100)
    table.answer("1", "do")
    assert refused(table, "1", "answer", "") == "not_your_turn"
    table.answer("2", "ré")
    assert form_of(table, "1", "answer").verb == "answer"


@pytest.mark.parametrize(
    ("question", "typed", "told"),
    [
        (chrono("Reims"), " \u200b\u202e ", "rien à lire"),
        (chrono("Reims"), "a" * 4000, "200 caractères au plus"),
        (pingpong(), "...", "rien à lire"),
        (cible(3), "beaucoup", "Il faut un nombre"),
        (cible(3), "", "Il faut un nombre"),
        (chance("nearest", max=20), "21", "de 1 à 20"),
        (chance("nearest", max=20), "1,5", "de 1 à 20"),
    ],
)
def test_an_answer_that_may_not_be(question: dict[str, object], typed: str, told: str) -> None:
    table = DefizzTable(deck=deck(question)).roll(DUEL_100).choose(0, "2", 100)
    assert told in refused(table, "1", "answer", "", typed)


def test_z10_a_number_is_proposed_once() -> None:
    table = DefizzTable(deck=deck(cible(3))).roll(DUEL_100).choose(0, "2", 100).answer("1", "sept")
    assert "déjà été proposé" in refused(table, "2", "answer", "", "7")


def test_z3_help_comes_once_and_before_the_choice() -> None:
    table = DefizzTable().roll(DUEL_100).click("1", "help")
    assert "une fois par partie" in refused(table, "1", "help", "")
    assert FACE.reveals(Help(), table.seen("1"))


# -- numbers that can be read in several ways -----------------------------------------------------------


def unclear(*readings: str, unit: str = "mètres") -> Refusal:
    return Refusal("illegal_action", "number_unclear", readings=list(readings), unit=unit)


@pytest.mark.parametrize(
    ("locale", "labels"),
    [("fr", ["42,195 mètres", "42\u202f195 mètres"]), ("en-GB", ["42.195 mètres", "42,195 mètres"])],
)
def test_z10_each_reading_has_a_button_with_its_unit(locale: str, labels: list[str]) -> None:
    offered = remedies(unclear("42.195", "42195"), texts_for(locale))
    assert [button.label for button in offered] == labels


def test_z10_a_year_is_offered_as_years_are_written() -> None:
    """As the reveal writes it: less than five digits may be a year, and have no space between them."""
    offered = remedies(unclear("73", "1973", unit=""), texts_for("fr"))
    assert [button.label for button in offered] == ["73", "1973"]


def test_z10_other_refusals_have_no_button() -> None:
    assert remedies(Refusal("illegal_action", "not_a_number"), texts_for("fr")) == ()


@pytest.mark.parametrize("number", ["42.195", "42195", "-753", "0.333333333", "9" * 30])
def test_z10_a_button_says_its_number_for_certain(number: str) -> None:
    (button,) = remedies(unclear(number, unit="u" * 200), texts_for("fr"))
    assert str(Target("g", 1, 1, button.verb, button.arg)).endswith(number)
    assert len(button.label) <= 80
    action = SPEC.action(button.verb, button.arg, ())
    assert action == Answer(certain(number))
    question = Cible(clue="", mode="cible", text="Combien de mètres ?", number=0, unit="mètres")
    assert len(read_proposal(certain(number), question).readings) == 1


def test_z10_everybody_reads_the_number_that_was_chosen_and_no_sign_of_ours() -> None:
    assert quote_answer(certain("42.195")) == "42,195"
    assert quote_answer("=3") == "=3"


# -- hints ----------------------------------------------------------------------------------------------


def said(table: DefizzTable, seat: str, action: Any) -> str:
    return FACE.draw_hint((action,), table.seen(seat), FRENCH)


def needed(table: DefizzTable, seat: str) -> int:
    return chance_needed(observation_of(table.seen(seat)))


def raised(*questions: Any) -> DefizzTable:
    """Anne raises to 600 in a Multi of three, read by the bot."""
    table = DefizzTable(3, deck=deck(*questions or (chrono(),)), reader="bot").roll(MULTI_200)
    return table.choose(0, None, 600)


def test_z6_a_raise_is_worth_accepting_from_the_odds_at_which_it_costs_no_more_than_refusing() -> None:
    table = raised()
    assert needed(table, "2") == 34, "400 more, for a pot of 1200: a third"
    table.act("2", Refuse())
    assert needed(table, "3") == 29, "what was refused lies in the pot"
    assert said(table, "3", Accept()) == (
        "**Acceptez** : gagner 29\u00a0% du temps suffit, puisque refuser coûte déjà 200."
    )
    assert said(table, "3", Refuse()).startswith("**Refusez**, sauf si")


def test_z7_who_would_lose_the_same_either_way_accepts() -> None:
    table = DefizzTable(3, reader="bot").with_chips(19, 2, 19).roll(MULTI_200)
    table.choose(0, None, 600)
    assert needed(table, "2") == 0
    assert "refuser coûte autant" in said(table, "2", Refuse())


def test_z5_more_than_the_minimum_pays_against_one_from_one_in_two() -> None:
    table = DefizzTable(3, deck=deck(chrono()), reader="bot").roll(DUEL_200)
    words = said(table, "1", Choose(0, "2", 200))
    assert words == (
        "**Prenez ce que vous connaissez le mieux**, contre **Bob**, et misez 200. "
        "Miser plus ne rapporte qu’en gagnant plus d’une fois sur 2."
    )
    many = DefizzTable(3, deck=deck(chrono()), reader="bot").roll(MULTI_200)
    assert "une fois sur 3" in said(many, "1", Choose(0, None, 200))
    assert said(many, "1", Help()).startswith("**Au secours !**")


@pytest.mark.parametrize(
    ("questions", "seat"),
    [((chrono("Reims"), chrono("Lille")), "2"), ((pingpong("do", "ré"), pingpong("mi", "fa")), "1")],
)
def test_a_hint_is_the_same_whatever_the_answers_are(questions: tuple[Any, Any], seat: str) -> None:
    asked: list[list[Any]] = []
    for question in questions:
        table, told = raised(question), []
        for _ in range(2):
            (waiting,) = observation_of(table.seen()).waiting[:1]
            told.append(ask(table, waiting))
            table.act(waiting, Accept())
        if seat == "2":  # in a race the others’ answers are not heard
            table.answer("1", "Reims" if question is questions[0] else "Lille", 900)
        asked.append([*told, ask(table, seat)])
    assert asked[0] == asked[1]
    assert "Reims" not in str(asked[0])


def ask(table: DefizzTable, seat: str) -> tuple[Any, str]:
    sight = table.seen(seat)
    question = plain_question(GAME, question_of(sight, GAME, find_player("defizz")))
    actions = think(read_question({"defizz": GAME}, question)).actions
    return question, FACE.draw_hint(actions, sight, FRENCH)


def test_z12_the_share_of_draws_is_counted_and_ties_count_for_nobody() -> None:
    table = raised(chance("nearest", max=10)).act("2", Accept()).act("3", Refuse())
    assert "vers le milieu" in said(table, "1", Answer("7"))
    table.act("1", Answer("4"))
    seen = observation_of(table.seen("2"))
    assert [share_of_draws(number, seen) for number in (5, 3, 6, 10)] == [60, 30, 50, 30]
    assert said(table, "2", Answer("5")).startswith("**Proposez 5** : c’est le plus proche pour 60\u00a0%")


def test_every_way_to_answer_has_words_of_its_own() -> None:
    words = set()
    for question in (chrono(), cible(), pingpong(), chance("nearest", max=10)):
        table = raised(question).act("2", Accept()).act("3", Accept())
        words |= {FACE.draw_hint((Pass(),), table.seen("1"), t) for t in (FRENCH, ENGLISH)}
        if question["mode"] == "cible":
            words.add(said(table.act("1", Answer("5")), "2", Pass()))
    assert len(words) == 9
