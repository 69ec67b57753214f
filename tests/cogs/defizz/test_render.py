"""The board and a player’s own page in the course of a round, decision by decision."""

from typing import Any

from bot.tables.model import End, Manners, Pace, Status
from bot.texts import Texts, texts_for
from bot.ui.pages.limits import check
from bot.ui.pages.page import Link, Row
from engines.defizz.model import Answer, AskQuestion, Help, Judge, Name, Refuse
from tests.cogs.defizz.table import DUEL_100, DUEL_300, FACE, GAME, MULTI_100, MULTI_200, DefizzTable, offered
from tests.engines.defizz.decks import chance, chrono, cible, deck, pingpong
from tests.support.plain_page import buttons, plain, selects, verbs
from tests.support.wire_reading import bare

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
CITIES = deck(chrono("Reims", reject=["Rennes"], source="https://fr.wikipedia.org/wiki/Sacre_(rite)"))


def board(table: DefizzTable, t: Texts = FRENCH) -> str:
    return plain(check(FACE.board(table.seen(), t))).replace("\u202f", " ")


def panel(table: DefizzTable, seat: str, t: Texts = FRENCH) -> str:
    return plain(check(FACE.panel(table.seen(seat), t))).replace("\u202f", " ")


def links(table: DefizzTable) -> list[str]:
    rows = (block for block in FACE.board(table.seen(), FRENCH).blocks if isinstance(block, Row))
    return [button.url for row in rows for button in row.buttons if isinstance(button, Link)]


def test_z2_the_board_asks_for_the_roll_then_tells_die_and_clues() -> None:
    table = DefizzTable()
    assert "🎲 À **Anne** de lancer le dé." in board(table)
    assert "Lecteur : **Dario**" in board(table)
    table.roll(DUEL_300)
    said = board(table)
    assert "Duel, 300 au moins" in said
    assert "▫️ 1. indice d1.0" in said
    assert "question d1" not in said
    assert "Chrono" not in said


def test_z3_help_shows_the_card_to_the_active_seat_alone() -> None:
    table = DefizzTable().roll(DUEL_100)
    assert FACE.wants_panel(table.seen("1")) is None
    table.act("1", Help())
    assert "question d1.2" in panel(table, "1")
    assert "Ping-pong" in panel(table, "1")
    assert "Reims" not in panel(table, "1")
    for other in "234":
        assert "question d1" not in panel(table, other)
        assert FACE.wants_panel(table.seen(other)) is None
    key = FACE.wants_panel(table.seen("1"))
    assert key.startswith("help.")
    assert "🛟 **Anne** a lu les questions" in board(table)
    assert "help" not in [button.verb for button in buttons(FACE.board(table.seen(), FRENCH))]


def test_z6_a_raise_is_told_and_who_refused_it() -> None:
    table = DefizzTable().roll(MULTI_200)
    table.choose(0, None, 500)
    assert "💰 **Anne** monte à 500 🪙. **Bob** : accepter, ou refuser et payer 200 🪙 ?" in board(table)
    table.click("2", "refuse")
    assert "👎 **Bob** refuse et paie 200 🪙." in board(table)
    table.click("3", "meet")
    said = board(table)
    assert "Mise : **500** · Pot : **1 200**" in said
    assert "Refus : **Bob**" in said


def test_z5_a_refused_duel_asks_no_question() -> None:
    table = DefizzTable(deck=CITIES).roll(DUEL_100)
    table.choose(0, "2", 500).act("2", Refuse())
    said = board(table)
    assert "🏳️ Personne n’a accepté : **Anne** empoche 100 🪙." in said
    assert "question d1.0" not in said
    assert "Reims" not in said


def test_z7_who_is_short_brings_the_stake_down() -> None:
    table = DefizzTable().with_chips(19, 2, 19, 19).roll(MULTI_100)
    table.choose(0, None, 600).click("2", "meet").click("3", "meet")
    assert "Quelqu’un n’a pas 600 : chacun paie 200" in board(table)
    assert "Mise : **200**" in board(table)


def test_z7_a_raise_costs_no_more_than_the_poorest_has() -> None:
    table = DefizzTable(reader="bot").with_chips(19, 3, 19, 1).roll(MULTI_200)
    table.choose(0, None, 600)
    for seat, meet, refuse in (("2", "300", "200"), ("3", "300", "200"), ("4", "100", "100")):
        labels = [button.label for button in buttons(FACE.board(table.seen(), FRENCH))]
        assert labels[:2] == [f"Accepter ({meet})", f"Refuser ({refuse})"]
        assert f"refuser et payer {refuse} 🪙 ?" in board(table)
        table.click(seat, "meet")


def test_z9_an_open_chrono_shows_who_has_answered_and_nothing_more() -> None:
    table = DefizzTable(deck=CITIES, reader="bot").roll(MULTI_100)
    table.choose(0, None, 100).answer("2", "Rennes", 3210).click("3", "pass")
    for said in (board(table), panel(table, "1"), panel(table, "4")):
        assert "Réponse donnée : **Bob**" in said
        assert "Passe : **Chloé**" in said
        assert "Rennes" not in said
        assert "Reims" not in said
    assert "Votre réponse : « Rennes »." in panel(table, "2")


def test_z9_the_time_of_an_answer_is_told_to_who_gave_it() -> None:
    table = DefizzTable(deck=CITIES, reader="bot").roll(DUEL_100)
    action = Answer("Rennes")
    table.choose(0, "2", 100).answer("2", "Rennes", 3210)
    assert FACE.acknowledge(action, table.seen("2"), FRENCH) == "Réponse notée, 3,21\u00a0s."
    assert FACE.acknowledge(action, table.seen("2"), ENGLISH) == "Answer noted, 3.21\u00a0s."
    assert FACE.acknowledge(action, table.seen("1"), FRENCH) is None
    table.answer("1", "Reims", 4000)
    assert FACE.acknowledge(action, table.seen("1"), FRENCH) == "Réponse notée, 4,00\u00a0s."


def test_z10_z11_the_turns_of_others_are_not_acknowledged_but_shown() -> None:
    table = DefizzTable(deck=deck(cible(312, unit="mètre")), reader="bot").roll(MULTI_100)
    table.choose(0, None, 100).answer("1", "trois cents")
    said = board(table)
    assert "👉 À **Bob** de répondre." in said
    assert "💬 **Anne** : « trois cents »" in said
    assert "Unité : mètre" in said
    assert "312" not in said
    assert FACE.acknowledge(Answer("7"), table.seen("1"), FRENCH) is None


def test_z10_the_answer_and_its_unit_are_revealed() -> None:
    table = DefizzTable(3, deck=deck(cible(312, unit="mètre")), reader="bot").roll(DUEL_100)
    table.choose(0, "2", 100).answer("1", "300").answer("2", "312")
    said = board(table)
    assert "✔️ Bonne réponse : **312 (mètre)**" in said
    assert "🏆 **Bob** remporte 200 🪙." in said


def test_z11_a_ping_pong_shows_each_answer_with_its_verdict() -> None:
    table = DefizzTable(3, deck=deck(pingpong("do|ut", "ré", "mi")), reader="bot").roll(MULTI_100)
    table.choose(0, None, 100).answer("1", "ut").answer("2", "xylophone")
    said = board(table)
    assert "✅ **Anne** : « ut »" in said
    assert "❌ **Bob** : « xylophone »" in said
    assert "⛔ **Bob** sort du défi." in said
    assert "👉 À **Chloé** de répondre." in said
    table.click("3", "pass")
    assert "✔️ Bonnes réponses : do, ré, mi" in board(table)


def test_z12_luck_is_told() -> None:
    table = DefizzTable(3, deck=deck(chance("highest")), reader="bot").roll(DUEL_100)
    table.choose(0, "2", 100, 3, 3, 2, 5)
    said = board(table)
    assert "🎲 Les dés : **Anne** 3, **Bob** 3." in said
    assert "🎲 Les dés : **Anne** 2, **Bob** 5." in said
    assert "🏆 **Bob** remporte 200 🪙." in said
    coin = DefizzTable(3, deck=deck(chance("coin")), reader="bot").roll(DUEL_100)
    assert "🪙 Les pièces : **Anne** pile, **Bob** face." in board(coin.choose(0, "2", 100, 2, 1))


def test_z12_the_reader_names_the_winner_from_a_list() -> None:
    table = DefizzTable(deck=deck(chance("reader"))).roll(DUEL_100).choose(0, "2", 100)
    assert "👉 **Dario** désigne qui gagne." in board(table)
    (listed,) = selects(FACE.board(table.seen(), FRENCH))
    assert [choice.label for choice in listed.choices] == ["Anne", "Bob"]
    assert FACE.spec.action(listed.verb, listed.arg, ("2",)) == Name("2")


def test_z14_the_reader_gets_the_card_with_answers_and_judges() -> None:
    table = DefizzTable(deck=CITIES).roll(DUEL_100)
    assert FACE.wants_panel(table.seen("4")) is None
    table.choose(0, "2", 300)
    key = FACE.wants_panel(table.seen("4"))
    assert key.startswith("read.")
    assert "Reims" in panel(table, "4")
    assert "Faux, malgré la ressemblance : Rennes" in panel(table, "4")
    table.click("2", "meet").answer("2", "Rennes", 5).answer("1", "Lyon", 9)
    assert FACE.wants_panel(table.seen("4")) == key
    assert "⚖️ **Bob** répond « Rennes ». À **Dario** de juger. Le bot dit **faux**" in board(table)
    sight = table.seen("4")
    assert offered(FACE.panel(sight, FRENCH), sight) == {Judge(right=True), Judge(right=False)}
    table.click("4", "judge", "right")
    assert "✅ **Bob** : « Rennes » *(le bot disait : faux ; jugé juste)*" in board(table)
    assert "✔️ Bonne réponse : **Reims**" in board(table)


def test_z14_the_others_of_the_card_are_shown_to_the_reader_until_one_is_asked() -> None:
    table = DefizzTable().roll(DUEL_100).choose(0, "2", 300)
    assert "question d1.2" in panel(table, "4")
    table.click("2", "meet")
    assert "question d1.2" not in panel(table, "4")
    assert "Reims / la cité des sacres" in panel(table, "4")


def test_z9_answers_stand_in_the_order_that_decides_with_their_distance() -> None:
    table = DefizzTable(deck=CITIES).roll(DUEL_100).choose(0, "2", 100)
    said = board(table.answer("2", "Lyon", 900).answer("1", "Paris", 480))
    assert said.index("**Anne** : « Paris »\n") < said.index("**Bob** : « Lyon » · +0,42\u00a0s")


def test_a_private_message_ends_with_what_became_of_its_challenge() -> None:
    table = DefizzTable(3, deck=CITIES).with_chips(19, 1, 19, reader="3").roll(DUEL_100)
    table.choose(0, "2", 100).answer("1", "Reims", 5).answer("2", "Lyon", 9).click("3", "judge", "right")
    assert table.to_act == ("3",)
    assert FACE.wants_panel(table.seen("3")) is None
    page = FACE.panel(table.seen("3"), FRENCH)
    assert buttons(page) == []
    assert "🏆 **Anne** remporte 200 🪙." in plain(page)


def test_z14_a_verdict_left_standing_is_told() -> None:
    table = DefizzTable(3, deck=deck(pingpong())).roll(DUEL_100)
    table.choose(0, "2", 100).answer("1", "do").expire()
    assert "⏳ Sans réponse du lecteur, l’avis du bot compte." in board(table)


def test_a_source_that_is_an_address_can_be_followed() -> None:
    table = DefizzTable(deck=CITIES, reader="bot").roll(DUEL_100).choose(0, "2", 100)
    assert links(table) == []
    table.answer("2", "Reims", 5).answer("1", "Lyon", 9)
    assert links(table) == ["https://fr.wikipedia.org/wiki/Sacre_(rite)"]


def test_the_last_challenge_stays_in_sight_until_the_die_rolls_and_then_in_the_story() -> None:
    table = DefizzTable(deck=CITIES, reader="bot").roll(DUEL_100).choose(0, "2", 100)
    table.answer("2", "Reims", 5).answer("1", "Lyon", 9)
    assert "**Défi précédent** · 🏆 **Bob** remporte 200 🪙." in board(table)
    assert "Bonne réponse : **Reims**" in board(table)
    table.roll(MULTI_100)
    assert "Défi précédent" not in board(table)
    assert "Bonne réponse : **Reims**" in plain(FACE.story(table.seen(), FRENCH))
    table.choose(0, None, 100)
    assert "Reims" not in board(table)


def test_a_table_without_hurry_has_room_for_every_button() -> None:
    table = DefizzTable(deck=CITIES, reader="bot", manners=Manners(Pace.RELAXED)).roll(DUEL_100)
    table.choose(0, "2", 100).answer("2", "Reims", 5).answer("1", "Lyon", 9)
    page = check(FACE.board(table.seen(), FRENCH))
    assert {"options", "console", "report"} <= set(verbs(page))
    assert links(table)


def test_z3_help_shows_the_whole_of_long_questions() -> None:
    long = "Quel est, parmi tous ceux qui furent proposés, " * 5 + "celui-ci ?"
    cards = deck(chrono("Reims"))
    cards["cards"][0]["questions"][2]["text"] = long
    table = DefizzTable(deck=cards, reader="bot").roll(DUEL_100).act("1", Help())
    assert long in panel(table, "1")


def test_a_source_that_is_none_is_only_written() -> None:
    for source in ("un vieux *livre*", "javascript:alert(1)", "https://", "https://x/" + "é" * 200):
        table = DefizzTable(deck=deck(chrono("Reims", source=source)), reader="bot").roll(DUEL_100)
        table.choose(0, "2", 100).answer("2", "Reims", 5).answer("1", "Lyon", 9)
        assert links(table) == []
        assert "Source : " in board(table)
        assert "*livre*" not in board(table).replace("\\*", "")


def test_z24_the_anecdote_comes_with_the_answer_and_the_theme_with_the_question() -> None:
    told = "Trente-trois rois de *France* y furent sacrés."
    cards = deck(chrono("Reims", anecdote=told, tags=["histoire", "villes"]))
    table = DefizzTable(deck=cards, reader="bot").roll(DUEL_100)
    assert "histoire" not in board(table)
    table.choose(0, "2", 100)
    assert "🏷️ Histoire · Tout le monde répond" in board(table)
    assert "🏷️ History · " in board(table, ENGLISH)
    table.answer("2", "Reims", 5)
    assert "sacrés" not in "".join([board(table), panel(table, "1"), panel(table, "2")])
    table.answer("1", "Lyon", 9)
    assert "💡 Trente-trois rois de \\*France\\* y furent sacrés." in board(table)
    table.roll(MULTI_100)
    assert "sacrés" not in board(table)
    assert "sacrés" in plain(FACE.story(table.seen(), FRENCH))


def test_what_people_type_does_nothing_on_the_board() -> None:
    table = DefizzTable(3, deck=deck(pingpong()), reader="bot").roll(DUEL_100)
    table.choose(0, "2", 100).answer("1", "do").answer("2", "@everyone **99** <@1> [x](https://exemple.org)")
    said = board(table)
    assert "@everyone" not in said
    assert "<@1>" not in said
    assert "[x](" not in said


def test_z13_a_void_gives_back_the_stakes_and_the_turn_is_played_again() -> None:
    table = DefizzTable(deck=CITIES, reader="bot").roll(DUEL_100)
    table.choose(0, "2", 100).answer("2", "Lyon", 5).answer("1", "Paris", 9)
    said = board(table)
    assert "🤷 Personne n’a gagné. Chacun reprend sa mise. **Anne** rejoue." in said
    assert "↩️ Mises rendues : 100 🪙 à **Anne** et **Bob**." in said
    assert "🔁 **Anne** rejoue son tour, avec une autre carte." in said


def test_z15_elimination_the_last_two_and_the_end() -> None:
    table = DefizzTable(deck=CITIES).with_chips(19, 1, 19, 0, reader="3").roll(DUEL_100)
    table.choose(0, "2", 100).answer("1", "Reims", 5).answer("2", "Lyon", 9).click("3", "judge", "right")
    said = board(table)
    assert "💀 **Bob** n’a plus un jeton et sort du jeu." in said
    assert "💀 **Bob** · sans jetons" in said
    table.roll(DUEL_100)
    assert "Duel, 200 au moins" in board(table)
    assert "minimum doublé" in board(table)
    assert "Vous n’avez plus de jetons, et vous lisez pour les autres." in panel(table, "2")


def test_z15_the_end_ranks_everybody_and_proves_the_dice() -> None:
    table = DefizzTable(deck=CITIES, reader="bot").with_chips(75, 1, 0, 0).given(out=("4", "3"))
    table.roll(DUEL_100).choose(0, "2", 200).answer("1", "Reims", 5).answer("2", "Lyon", 9)
    assert table.over
    said = board(table)
    assert "🏆 **Anne** gagne la partie !" in said
    order = [said.index(f"` {n}` **{name}**") for n, name in enumerate(("Anne", "Bob", "Chloé", "Dario"), 1)]
    assert order == sorted(order)
    assert "Secret des dés" in said
    assert "✔️ Bonne réponse : **Reims**" in said
    verbs = [bare(button.verb) for button in buttons(FACE.board(table.seen(), FRENCH))]
    assert verbs == ["rematch", "open", "report", "rules", "dice"]
    table.table(end=End(rematch_id=99))
    assert "La revanche est ouverte" in board(table)


def test_z16_experts_have_no_help_and_their_reader_chooses() -> None:
    table = DefizzTable(expert=True).roll(DUEL_100)
    assert "📖 **Dario** choisit la question à poser." in board(table)
    assert [button.verb for button in buttons(FACE.board(table.seen(), FRENCH))][:3] == ["ask"] * 3
    table.act("4", AskQuestion(1))
    said = board(table)
    assert "➡️ **2. indice d1.1**" in said
    assert "📖 **Dario** a choisi « indice d1.1 »." in said
    assert "Au secours" not in said
    assert "🤔 **Anne** choisit un adversaire et une mise." in said


def test_z16_the_reader_of_experts_reads_the_whole_card_where_it_chooses() -> None:
    table = DefizzTable(expert=True)
    assert FACE.wants_panel(table.seen("4")) is None
    table.roll(DUEL_100)
    said = panel(table, "4")
    assert "📖 **La carte, rien que pour vous" in said
    for words in ("question d1.0", "question d1.1", "question d1.2", "Reims", "312 (mètre)", "do / ut"):
        assert words in said
    assert [button.verb for button in buttons(FACE.panel(table.seen("4"), FRENCH))][:3] == ["ask"] * 3
    key = FACE.wants_panel(table.seen("4"))
    assert key.startswith("read.")
    for other in "123":
        assert "question d1" not in panel(table, other)
        assert FACE.wants_panel(table.seen(other)) is None
    table.act("4", AskQuestion(1))
    assert "➡️ **2. indice d1.1**" in panel(table, "4")
    assert "question d1" not in board(table)
    table.choose(None, "2")
    assert FACE.wants_panel(table.seen("4")) == key, "it is still the same card"


def test_z14_erased_answers_are_told_without_their_words() -> None:
    table = DefizzTable(3, deck=deck(pingpong("do", "ré", "mi", "fa"))).roll(DUEL_100)
    table.choose(0, "2").answer("1", "ma réponse")
    position = GAME.positions.plain(table.state.position)
    erased = GAME.positions.parse(GAME.without_words("position", position, "1"))
    table.given(challenge=erased.challenge)
    for said in (board(table), panel(table, "1"), panel(table, "3")):
        assert "ma réponse" not in said
        assert "**Anne** : « … »" in said
    assert "**Anne** répond « … »" in board(table)
    assert "Votre réponse : « … »." in panel(table, "1")


def test_z16_in_enrichment_nobody_stakes_and_the_bank_pays() -> None:
    table = DefizzTable(deck=CITIES, reader="bot", enrichment=True, bank=800).roll(MULTI_100)
    assert "🤔 **Anne** choisit une question." in board(table)
    assert "🎲 **Multi, 500 de la banque**" in board(table)
    table.choose(0, None, None).answer("1", "Reims", 5)
    table.command("settle")
    said = board(table)
    assert "🏆 **Anne** gagne 500 🪙 de la banque." in said
    assert "🏦 La banque ferme : ses derniers 300 🪙 sont perdus (égalité au plus pauvre)." in said
    assert "💀" in said


def test_chips_have_a_bar_that_tells_none_from_few() -> None:
    table = DefizzTable().with_chips(57, 1, 18, 0, reader="3")
    said = board(table)
    assert "**Anne** · ▰▰▰▰▰▰▰▰▱▱ **5 700**" in said
    assert "**Bob** · ▰▱▱▱▱▱▱▱▱▱ **100**" in said
    assert "**Bob** · ▱▱▱▱▱▱▱▱▱▱ **0**" in board(DefizzTable(enrichment=True))


def test_z16_without_stakes_none_are_said_to_return() -> None:
    table = DefizzTable(deck=CITIES, reader="bot", enrichment=True).roll(DUEL_100).choose(0, "2", None)
    table.click("1", "pass").click("2", "pass")
    assert "🤷 Personne n’a gagné. **Anne** rejoue." in board(table)


def test_z20_a_leaver_is_not_said_to_play_again() -> None:
    table = DefizzTable(deck=CITIES).roll(MULTI_100)
    table.choose(0, None, 300).click("2", "refuse").leave("1")
    assert "🚪 **Anne** a quitté la table : défi annulé. Chacun reprend sa mise." in board(table)
    assert "rejoue" not in board(table)


def test_z19_what_the_clock_did_is_told() -> None:
    table = DefizzTable(deck=CITIES)
    table.stepped(GAME.expire(table.state, iter_draws(1)))
    assert "⏳ Temps écoulé : le dé est lancé pour **Anne**." in board(table)
    table.expire()
    assert "⏳ Temps écoulé. ⚔️ **Anne** défie **Bob** sur « indice d1.0 » pour 100 🪙." in board(table)
    table.expire()
    assert "⏳ Temps écoulé pour **Anne** et **Bob**." in board(table)


def iter_draws(*numbers: int) -> Any:
    rest = iter(numbers)
    return lambda _most: next(rest)


def test_z20_who_leaves_is_told_and_marked() -> None:
    table = DefizzTable(deck=CITIES).roll(DUEL_100).choose(0, "2", 100).leave("3")
    said = board(table)
    assert "🚪 **Chloé** quitte la table. Ses 1 900 🪙 vont au pot." in said
    assert "🚪 **Chloé** · a quitté la table" in said
    table.leave("4")
    assert "📖 Désormais, le bot lit." in board(table)
    assert "Lecteur : le bot" in board(table)


def test_the_host_can_take_a_card_back_and_end_after_the_round() -> None:
    table = DefizzTable(deck=CITIES).roll(DUEL_100).choose(0, "2", 100).command("end_after_round")
    assert "🔔 La partie s’arrêtera après ce tour." in board(table)
    table.command("void")
    assert "↩️ La carte est annulée. Chacun reprend sa mise. **Anne** rejoue." in board(table)


def test_a_paused_table_says_how_it_goes_on() -> None:
    table = DefizzTable().table(status=Status.PAUSED, alarm=None)
    assert "`/defizz statut`" in board(table)
    assert "roll" not in [button.verb for button in buttons(FACE.board(table.seen(), FRENCH))]
    assert "`/defizz statut`" in panel(table, "1")
