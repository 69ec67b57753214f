"""A panel that was opened in the channel says how things stand, for how long, and how the game ended.

That it says so at any time, in any game, is in test_open_panels.
"""

import re

import pytest

from bot.ui.frame.spec import GameSpec
from bot.ui.showing.private import FOLLOWED
from bot.ui.wire.responder import LIFE
from tests.cogs.debacle.company import playing as debacle
from tests.cogs.defizz.company import playing as defizz
from tests.cogs.desfausse.company import playing as desfausse
from tests.cogs.test_restart import leaves_home
from tests.cogs.test_teams import teams
from tests.support.games import FACES
from tests.support.sim import Person, World
from tests.support.sim_company import Company as Anybody
from tests.support.sim_company import begun
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import Company, dice_in, one_sided, playing

TWO, THREE = ("Anne", "Bob"), ("Anne", "Bob", "Chloé")
SECRET = "Un secret"


def token_of(person: Person) -> str:
    """What allows to change this person's aside."""
    passes = person.world.bot.house.passes
    return passes._asides[person.id, "panel of 1"].allowed.token


def edits_by(token: str, world: World) -> int:
    """How often this token was used to edit what the person alone sees."""
    return len(world.requests("PATCH", f"/{token}/"))


async def opens(person: Person, company: Anybody) -> Paper:
    """Open one's own panel in the channel."""
    return (await person.presses(company.board, "hand")).paper


def is_stale(paper: Paper) -> bool:
    """Whether a panel says that it is not brought up to date any more."""
    return "Cette page ne suit plus la partie" in paper


async def keeps_a_secret(company: Company) -> tuple[Person, Paper]:
    """Whoever has the cup rolls, and announces what they have; the person, and their aside in the channel."""
    while True:
        person = company.holder
        await person.presses(company.board, "roll")
        aside = await opens(person, company)
        values, dice = aside.piece("say", is_list=True).values, dice_in(aside)
        await company.announces(person, aside, dice if dice in values else values[-1])
        if dice in values:
            return person, aside


# -- a secret that is none any more ------------------------------------------------------------------------


async def test_after_the_doubt_the_dice_are_no_secret_any_more() -> None:
    """The second aside of a person takes the place of the first; others see only their own dice."""
    async with playing(*THREE) as company:
        world, (person, first) = company.world, await keeps_a_secret(company)
        other = next(one for one in company.others if one is not person)
        theirs = await opens(other, company)
        for secret in ("gobelet_de_", SECRET):
            assert secret not in world.reread(theirs)
        aside = await opens(person, company)
        assert world.has_gone(first)
        token = token_of(person)
        assert SECRET in world.reread(aside)
        await company.holder.presses(company.holder.letter, "doubt")
        told = world.reread(aside)
        assert SECRET not in told
        assert "doute" in told
        assert told.verbs == ["hand"]
        assert told.links == [], "its reader is in the channel already"
        assert [letter for letter in person.letters if SECRET in letter] == [], "nor in private"
        assert edits_by(token, world) == 1
        while company.holder is not person:
            assert world.reread(aside).verbs == ["hand"]
            roller, paper = await company.rolls()
            await company.announces(roller, paper, paper.piece("say", is_list=True).values[0])
        assert world.reread(aside).verbs == person.letter.verbs, "it asks when its reader is awaited again"
        assert "**À vous !**" in world.reread(aside)


async def test_dice_that_nobody_lifted_are_never_told_nor_on_the_board() -> None:
    """The board and what a click on it has opened are answers to one click, by one token."""
    async with playing(*THREE) as company:
        world, person = company.world, company.holder
        aside = (await person.presses(company.board, "roll")).paper
        await company.announces(person, person.letter, person.letter.piece("say", is_list=True).values[0])
        told = world.reread(aside)
        assert SECRET in told
        assert told.verbs == ["hand"]
        for secret in (SECRET, "gobelet_de_"):
            assert all(secret not in paper for paper in world.papers())
        await company.holder.presses(company.board, "roll")  # who believes lets them lie
        for secret in (SECRET, "gobelet_de_"):
            assert secret not in world.reread(aside)


async def test_what_was_decided_on_the_board_cannot_be_decided_in_the_aside_any_more() -> None:
    async with playing(*THREE) as company:
        world, _ = company.world, await keeps_a_secret(company)
        doubter = company.holder
        aside, token = await opens(doubter, company), token_of(doubter)
        assert "doubt" in aside.verbs
        await doubter.presses(company.board, "doubt")
        assert edits_by(token, world) == 1
        told = world.reread(aside)
        assert "doubt" not in told.verbs
        assert company.holder is doubter or told.verbs == ["hand"]


async def test_an_aside_follows_from_turn_to_turn_where_each_is_a_decision() -> None:
    async with desfausse(*TWO) as company:
        anne, _ = company.people
        aside = await opens(anne, company)
        assert "stop" in aside.verbs
        await company.plays_until("manche 1, tour 2")
        told = company.world.reread(aside)
        assert "manche 1, tour 2" in told
        assert [verb for verb in told.verbs if verb != "hand"] == anne.letter.verbs


async def test_a_choice_that_the_clock_has_made_goes_out_of_the_aside() -> None:
    async with defizz(*THREE, lecteur="bot") as company:
        world, person = company.world, await company.rolls()
        aside = await opens(person, company)
        assert "pick" in aside.verbs
        await world.passes(company.seconds_left + 2)
        assert "pick" not in world.reread(aside).verbs
        await company.host.types("defizz stop")
        assert world.reread(aside).verbs == ["rematch"]


# -- the end -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", [face.spec for face in FACES], ids=lambda spec: spec.name)
async def test_a_stopped_table_tells_its_end_in_every_aside(spec: GameSpec) -> None:
    kind = type(spec.name, (Anybody,), {"game": spec.name, "games": FACES})
    async with begun(kind, *THREE[: spec.seats_max]) as company:
        asides = [await opens(person, company) for person in company.people]
        await company.host.types(f"{spec.name} stop")
        for aside in asides:
            told = company.world.reread(aside)
            assert "arrêtée avant la fin" in told
            assert told.verbs == ["rematch"]
            assert told.links == [], "its reader is in the channel already"
        assert not company.world.bot.house.private.asides._shown, "nothing will change in them any more"


async def test_the_end_says_who_has_won_and_leads_to_a_rematch() -> None:
    async with playing(*TWO, seuil=1) as company:
        asides = {}

        def choose(person: Person, paper: Paper) -> tuple[str, str]:
            asides[person.name] = paper
            return one_sided("Bob")(person, paper)

        await company.plays_on(choose, "panel")
        for name, aside in asides.items():
            told = company.world.reread(aside)
            assert "**Bob** gagne la partie" in told
            assert f"Votre place : {1 if name == 'Bob' else 2} sur 2." in told
            assert told.verbs == ["rematch"]
        await company.people[0].presses(company.world.reread(asides["Anne"]), "rematch")
        assert "la table est ouverte" in company.board
        assert "La revanche est ouverte" in company.world.reread(asides["Anne"])


async def test_who_resigns_is_told_their_place_in_the_aside() -> None:
    async with debacle(*TWO) as company:
        asides = {person.name: await opens(person, company) for person in company.people}
        leaver = company.mover
        await leaver.resigns(asides[leaver.name])
        for name, aside in asides.items():
            told = company.world.reread(aside)
            assert f"Votre place : {2 if name == leaver.name else 1} sur 2." in told
            assert told.verbs == ["rematch"]


# -- what it costs -----------------------------------------------------------------------------------------


async def test_what_others_do_costs_whoever_waits_nothing() -> None:
    async with playing(*THREE) as company:
        world, holder = company.world, company.holder
        asides = {person.name: await opens(person, company) for person in company.others}
        tokens = {person.name: token_of(person) for person in company.others}
        await holder.presses(holder.letter, "roll")
        assert all(edits_by(token, world) == 0 for token in tokens.values())
        await company.announces(holder, holder.letter, "41")
        (watcher,) = asides.keys() - {company.holder.name}
        assert edits_by(tokens[watcher], world) == 0
        assert world.reread(asides[watcher]).components == asides[watcher].components


async def test_the_answer_to_a_click_on_an_aside_is_its_only_edit() -> None:
    async with playing(*THREE) as company:
        world, holder = company.world, company.holder
        aside, tokens = await opens(holder, company), []
        for verb in ("roll", "say"):
            tokens.append(token_of(holder))
            if verb == "roll":
                await holder.presses(aside, verb)
            else:
                await company.announces(holder, aside, aside.piece(verb, is_list=True).values[0])
            aside = world.reread(aside)
        assert SECRET in aside
        assert [edits_by(token, world) for token in (*tokens, token_of(holder))] == [0, 0, 0]
        assert len({*tokens, token_of(holder)}) == 3, "the last click allows the longest"


async def test_in_a_pause_an_aside_asks_nothing_and_then_by_the_new_clock() -> None:
    async with playing(*THREE) as company:
        world, (_, secret) = company.world, await keeps_a_secret(company)
        offer = await opens(company.holder, company)
        await company.host.types("tasse pause")
        assert "en pause" in world.reread(offer)
        assert "doubt" not in world.reread(offer).verbs
        await world.passes(60)
        await company.host.types("tasse statut")
        assert "doubt" in world.reread(offer).verbs
        assert str(company.deadline) in world.reread(offer)
        await company.holder.presses(company.board, "doubt")
        assert SECRET not in world.reread(secret)


# -- when it does not work ---------------------------------------------------------------------------------


async def test_before_its_token_ends_an_aside_says_that_it_follows_no_more() -> None:
    """A click on it has it followed longer."""
    async with playing(*THREE, rythme="détente") as company:
        world, (person, aside) = company.world, await keeps_a_secret(company)
        await world.passes(FOLLOWED - 5)
        await person.presses(world.reread(aside), "hand")
        token = token_of(person)
        await world.passes(FOLLOWED - 5)
        assert not is_stale(world.reread(aside))
        await world.passes(10)
        told = world.reread(aside)
        assert is_stale(told)
        assert SECRET in told, "as it stood then"
        assert re.search(r"À jour <t:\d+:R>\.", str(told))
        await company.holder.presses(company.holder.letter, "doubt")
        assert edits_by(token, world) == 1
        assert not world.bot.house.private.asides._shown
        told = await person.leafs(told, "hand")
        assert not is_stale(told)
        assert SECRET not in told


async def test_after_a_restart_an_aside_says_how_old_it_is_and_is_drawn_anew_by_its_button() -> None:
    """What allows to change it was in memory: nobody knows of it until it is clicked, and of two it stays."""
    async with playing(*THREE) as company:
        world, (person, older) = company.world, await keeps_a_secret(company)
        now = int(world.env.now().timestamp())
        await world.restarts(away=60)
        newer = await opens(person, company)
        await company.holder.presses(company.board, "doubt")
        told = world.reread(older)
        assert SECRET in told
        (at,) = re.findall(r"À jour <t:(\d+):R>\.", str(told))
        assert now - 10 <= int(at) <= now
        assert SECRET not in await person.leafs(told, "hand")
        assert world.has_gone(newer)


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10008), (404, 10015), (401, 50027), (404, 0), (403, 50001), (500, 0)]
)
async def test_an_aside_that_is_gone_is_tried_once(status: int, code: int) -> None:
    async with playing(*THREE) as company:
        world, (person, _) = company.world, await keeps_a_secret(company)
        token = token_of(person)
        world.env.inject_error("PATCH", "/webhooks/*/messages/*", status=status, code=code, times=None)
        await company.holder.presses(company.holder.letter, "doubt")
        tried = edits_by(token, world)
        assert tried >= 1
        await company.host.types("tasse stop")
        assert edits_by(token, world) == tried
        assert token not in str(world.log)
        warned = [entry for entry in world.log if entry["event"] == "aside not redrawn"]
        assert [entry["log_level"] for entry in warned] == ["info"]


# -- one a person ------------------------------------------------------------------------------------------


async def test_who_leaves_their_team_keeps_no_panel_of_it() -> None:
    async with teams() as quiz:
        anne, bob, *_ = quiz.people
        await anne.presses(quiz.board, "begin")
        mine, theirs = await opens(anne, quiz), await opens(bob, quiz)
        await anne.types("defizz quitter")
        assert quiz.world.has_gone(mine)
        assert not quiz.world.has_gone(theirs)


# -- elsewhere ---------------------------------------------------------------------------------------------


async def in_rounds(world: World) -> None:
    """A round of the process comes by."""

    async def look() -> None:
        with world.env._bot_scope():
            house = world.bot.house
            house.tasks.spawn(house.private.asides.catch_up(), "a round")

    await world.run(look)


async def test_a_process_that_is_not_home_looks_after_its_asides_in_rounds() -> None:
    """It alone has their tokens, and nobody tells it what others do."""
    async with playing(*THREE) as company:
        world, (_, aside) = company.world, await keeps_a_secret(company)
        house = world.bot.house
        leaves_home(world)
        await company.holder.presses(company.holder.letter, "doubt")
        await in_rounds(world)
        assert SECRET not in world.reread(aside)
        await world.passes(LIFE)
        await in_rounds(world)
        assert not house.private.asides._shown, "their tokens are over"
