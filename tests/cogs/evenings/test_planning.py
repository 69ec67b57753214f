"""Evenings on SimCord: planned by a form, announced, changed, cancelled; what is wrong is said."""

import json

import pytest

from bot.tables.evenings.model import Evening, Stage
from cogs.evenings.programme import PRESET_NAMES, count_minutes
from engines.soiree.programme import PRESETS
from tests.cogs.defizz.company import brings
from tests.cogs.evenings.night import Night, announced, drafted
from tests.engines.defizz import decks
from tests.engines.soiree.decks import EVENING
from tests.support.sim import World, opened


def only(world: World) -> Evening:
    """The only evening that is stored."""
    evening: Evening
    (evening,) = world.store.peek_evenings()
    return evening


async def test_a_plan_is_a_draft_until_it_is_announced() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        plan = await drafted(world, anne)
        assert "Brouillon" in plan
        assert "Quiz du jeudi" in plan
        assert "8 questions" in plan
        assert world.papers() == []
        await anne.presses(plan, "publish")
        assert "annoncée" in world.reread(plan)
        board = world.board
        assert "Quiz du jeudi" in board
        assert "Programme" in board
        assert {"come", "teams", "mine", "begin", "lead"} == set(board.verbs)
        assert "Ce panneau n’est plus à jour" in await anne.presses_late(plan, "publish")


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("hier 20h", "Je ne comprends pas"),
        ("jeudi", "Il manque l’heure"),
        ("01/01/2020 20h", "déjà passé"),
        ("dans 90 jours", "60 jours à l’avance"),
        ("28/03/2027 2h30", "n’existe pas ce jour-là"),
    ],
)
async def test_a_wrong_moment_is_said_and_nothing_is_kept(when: str, said: str) -> None:
    async with opened("Anne") as world:
        assert said in await drafted(world, world.people["Anne"], when)
        assert list(await world.store.evenings.at_work()) == []
        assert world.papers() == []


async def test_a_mistyped_hour_costs_neither_the_title_nor_the_words() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        answer = await anne.types("defizz soiree planifier", equipe=2, places=12)
        typed = {"title": "Quiz du jeudi", "when": "jeudi 25h", "words": "Venez en nombre"}
        sent = await world.done(lambda: anne.member.submit_modal(answer.shown, typed))
        assert "Je ne comprends pas" in sent
        form = await anne.presses(sent.paper, "redraft")
        for text in typed.values():
            assert text in json.dumps(form.form, ensure_ascii=False)
        plan = (await anne.fills(form, sent.paper, **{**typed, "when": "demain 20h"})).paper
        assert "Quiz du jeudi" in plan
        assert "équipes de 2 au plus · 12 places" in plan
        assert only(world).words == "Venez en nombre"

        form = await anne.presses(plan, "plan")
        plan = (await anne.fills(form, plan, title="Grand quiz", when="hier", words="Ou pas")).paper
        assert "Je ne comprends pas" in plan
        form = await anne.presses(plan, "plan")
        assert "Grand quiz" in json.dumps(form.form)
        assert "Ou pas" in json.dumps(form.form)
        plan = (await anne.fills(form, plan, title="Grand quiz", when="dans 2 jours", words="Ou pas")).paper
        assert "Grand quiz" in plan
        assert only(world).words == "Ou pas"


async def test_a_form_that_was_refused_need_not_be_mended() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        plan = await drafted(world, anne)
        form = await anne.presses(plan, "size")
        plan = (await anne.fills(form, plan, people="0", places="12")).paper
        assert "publish" not in plan.verbs
        plan = (await anne.presses(plan, "lead")).paper
        assert "publish" in plan.verbs


async def test_two_evenings_do_not_share_a_channel() -> None:
    async with opened("Anne", "Bo") as world:
        anne, bo = world.people.values()
        night = await announced(world, anne)
        plan = await drafted(world, bo)
        assert "« Quiz du jeudi »" in await bo.presses(plan, "publish")
        assert len(world.papers()) == 1
        assert "Seul l’hôte" in await bo.types("defizz soiree annuler")
        assert "annulée" in await anne.types("defizz soiree annuler")
        await world.passes(3)
        assert "annulée" in world.board
        assert world.board.verbs == []
        await bo.presses(plan, "publish")
        assert night.kept.stage is Stage.OPEN
        assert night.kept.host_id == bo.id


async def test_the_programme_is_changed_by_buttons() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        plan = await drafted(world, anne)
        plan = (await anne.chooses(plan, "add", "challenges")).paper
        assert "4. **Les défis** · 6 défis" in plan
        one = (await anne.chooses(plan, "round", "3")).paper
        older = one
        one = (await anne.presses(one, "up")).paper
        assert "Manche 3" in one
        assert "Ce panneau n’est plus à jour" in await anne.presses_late(older, "drop")
        form = await anne.presses(one, "edit")
        one = (
            await anne.fills(form, one, length="4", themes="Géographie, sport", without="", title="")
        ).paper
        assert "4 défis" in one
        assert "Géographie, Sport" in one
        form = await anne.presses(one, "edit")
        one = (await anne.fills(form, one, length="29", themes="", without="", title="")).paper
        assert "pas assez de questions pour la manche 3" in one
        form = await anne.presses(one, "edit")
        one = (await anne.fills(form, one, length="", themes="tricot", without="", title="Pelotes")).paper
        assert "tricot" in one
        form = await anne.presses(one, "edit")
        assert "Pelotes" in json.dumps(form.form)
        one = (await anne.fills(form, one, length="", themes="", without="", title="Pelotes")).paper
        assert "Pelotes" in one
        plan = (await anne.presses(one, "drop")).paper
        assert "défis" not in str(plan).partition("Changer une manche")[0]
        plan = (await anne.chooses(plan, "preset", "finale")).paper
        assert "4. " in plan


async def test_the_hour_and_the_size_are_changed_while_people_come() -> None:
    async with opened("Anne", "Bo", "Cleo") as world:
        anne, bo, cleo = world.people.values()
        night = await announced(world, anne, equipe=2, places=2)
        for person in (anne, bo, cleo):
            await night.comes(person)
        assert [guest.user_id for guest in night.kept.waiting] == [cleo.id]
        plan = (await anne.presses(night.message, "lead")).paper
        form = await anne.presses(plan, "size")
        plan = (await anne.fills(form, plan, people="3", places="12")).paper
        assert "équipes de 3 au plus" in plan
        await world.passes(3)
        assert "Une place s’est libérée" in cleo.letter
        form = await anne.presses(plan, "size")
        plan = (await anne.fills(form, plan, people="3", places="2")).paper
        assert "n’auraient plus leur place" in plan
        plan = (await anne.presses(plan, "lead")).paper
        before = night.kept.starts_at
        form = await anne.presses(plan, "plan")
        await anne.fills(form, plan, title="Grand quiz", when="dans 2 jours", words="Venez en nombre")
        assert night.kept.starts_at > before
        await world.passes(3)
        assert "Grand quiz" in night.message
        assert "Venez en nombre" in night.message


async def test_the_time_zone_of_a_server_counts() -> None:
    async with opened("Anne") as world:
        anne, max_ = world.people["Anne"], world.manager("Max")
        await drafted(world, anne, "demain 20h")
        paris = [one.starts_at for one in world.store.peek_evenings()]
        assert "America/Montreal" in await max_.types("reglages", fuseau="Montréal")
        assert "Je ne connais pas ce fuseau" in await max_.types("reglages", fuseau="Trifouilly")
        assert "America/Montreal" in await max_.types("reglages")
        await drafted(world, anne, "demain 20h")
        (there,) = [one.starts_at for one in world.store.peek_evenings()]
        assert (there - paris[0]) // 3_600_000 % 24 in (5, 6)


async def test_the_host_chooses_the_deck_and_one_that_is_too_small_is_refused() -> None:
    async with opened() as world:
        max_ = world.manager("Max")
        small = json.dumps(decks.deck(decks.chrono("Reims"))).encode()
        await brings(max_, small, nom="petit")
        plan = await drafted(world, max_)
        assert "pas assez de questions" in await max_.chooses(plan, "deck", "+petit")
        assert only(world).deck == ""
        await max_.chooses(plan, "deck", "+/aujourdhui")
        assert only(world).deck == "/aujourdhui"


@pytest.mark.parametrize(
    ("key", "minutes", "told"),
    [("apero", 25, ", 25\u00a0min"), ("soiree", 80, ", 1\u00a0h\u00a020"), ("finale", 60, ", 1\u00a0h")],
)
def test_a_ready_made_programme_is_named_by_how_long_it_takes(key: str, minutes: int, told: str) -> None:
    assert count_minutes(PRESETS[key]) == minutes
    assert PRESET_NAMES[key].endswith(told)


async def test_S3_a_round_is_played_with_a_deck_of_its_own() -> None:
    async with opened("Anne", "Bo") as world:
        anne, bo = world.people.values()
        max_ = world.manager("Max")
        await brings(max_, json.dumps(EVENING).encode(), nom="Bières & jeux")
        plan = await drafted(world, max_, equipe=1)
        one = (await max_.chooses(plan, "round", "2")).paper
        one = (await max_.chooses(one, "cards", "+Bières & jeux")).paper
        assert "paquet : Bières & jeux" in one
        one = (await max_.presses(one, "up")).paper
        plan = (await max_.presses((await max_.presses(one, "up")).paper, "lead")).paper
        await max_.presses(plan, "publish")
        assert "1. **La finale à mises** · 5 questions · paquet : Bières & jeux\n2. " in world.board
        night = Night(world, max_)
        for person in (anne, bo):
            await night.comes(person)
        await max_.presses(night.message, "begin")
        table_id = night.kept.table_id or 0
        table = await world.bot.house.tables.table(table_id)
        assert [one["deck"] for one in table.options["programme"]] == ["Bières & jeux", "/", "/"]
        for person in (anne, bo):
            await person.presses(world.board, "ready")
        for person in (anne, bo):
            await person.chooses(world.board, "wager", "1")
        for person in (anne, bo):
            await person.presses(world.board, "forgo")
        await world.passes(6)
        form = await bo.presses(world.board, "report")
        await bo.fills(form, world.board, reason="trop facile")
        (report,) = await world.store.reports(world.guild.id)
        assert (report.deck, report.card[0] in "dm") == ("Bières & jeux", True)


async def test_a_deck_that_is_gone_or_smaller_is_said_to_the_host_who_mends_one_round_after_the_other() -> (
    None
):
    async with opened("Anne") as world:
        max_, anne = world.manager("Max"), world.people["Anne"]
        await brings(max_, json.dumps(EVENING).encode(), nom="Bières")
        plan = await drafted(world, max_, "dans 1 heure", equipe=1)
        for number in ("1", "2"):
            one = (await max_.chooses(plan, "round", number)).paper
            one = (await max_.chooses(one, "cards", "+Bières")).paper
            plan = (await max_.presses(one, "lead")).paper
        await max_.presses(plan, "publish")
        night = Night(world, max_)
        for person in (max_, anne):
            await night.comes(person)
        await brings(max_, json.dumps(decks.deck(decks.chrono("Reims"))).encode(), nom="Bières")
        plan = (await max_.presses(night.message, "lead")).paper
        assert "⚠️ Manche 2 : il faut 5 questions, il n’en reste que 0 pour elle." in plan
        await max_.types("defizz paquet supprimer", nom="Bières")
        assert "Manche 2 : ce serveur n’a plus le paquet « Bières »" in (
            await max_.presses(night.message, "lead")
        )
        refused = await max_.presses(night.message, "begin")
        assert "La manche 2 se joue avec le paquet « Bières », que ce serveur n’a plus." in refused
        assert night.kept.stage is Stage.OPEN
        await world.passes(3)
        assert "Ce serveur n’a plus le paquet de questions d’une manche" in night.message
        plan = (await max_.presses(night.message, "lead")).paper
        for number in ("1", "2"):
            one = (await max_.chooses(plan, "round", number)).paper
            one = (await max_.chooses(one, "cards", "+/classique")).paper
            plan = (await max_.presses(one, "lead")).paper
        assert "⚠️" not in str(plan).partition("Programme")[2]
        assert "paquet : classique" in plan
        assert "commence" in await max_.presses(night.message, "begin")
        assert night.kept.stage is Stage.PLAYING


async def test_an_evening_whose_deck_nobody_mends_is_cancelled_for_that_reason() -> None:
    async with opened("Anne") as world:
        max_, anne = world.manager("Max"), world.people["Anne"]
        await brings(max_, json.dumps(EVENING).encode(), nom="Bières")
        plan = await drafted(world, max_, "dans 1 heure", equipe=1)
        one = (await max_.chooses(plan, "round", "1")).paper
        one = (await max_.chooses(one, "cards", "+Bières")).paper
        await max_.presses((await max_.presses(one, "lead")).paper, "publish")
        night = Night(world, max_)
        for person in (max_, anne):
            await night.comes(person)
        await max_.types("defizz paquet supprimer", nom="Bières")
        await world.passes(1.01 * 3600)
        assert night.kept.stage is Stage.OPEN
        assert "Je n’ai pas pu ouvrir la table. Ce serveur n’a plus le paquet" in night.message
        await world.passes(0.6 * 3600)
        assert night.kept.stage is Stage.CANCELLED
        assert "Annulée : ce serveur n’a plus le paquet de questions d’une manche." in world.board
        assert "Gérer" not in str(world.board), "no button is left to press"
