"""People come to an evening, in teams and on lists, until it is closed; standings of the season."""

import json
from dataclasses import replace

from bot.tables.evenings.model import Place, Stage
from bot.texts import texts_for
from cogs.evenings.announcement import announcement
from cogs.evenings.face import standings_page
from tests.bot.tables.evenings.test_standings import ended
from tests.cogs.defizz.company import brings
from tests.cogs.evenings.night import Night, announced, drafted
from tests.engines.defizz import decks
from tests.support.plain_page import plain
from tests.support.sim import Person, World, opened

HOUR = 3600.0
FRENCH = texts_for("fr")
EQUALS = ended(*((f"T{n}", min(n, 4), (n,)) for n in range(1, 7)))


async def test_people_come_alone_and_in_teams() -> None:
    async with opened("Anne", "Bo", "Cleo", "Dan") as world:
        anne, bo, cleo, dan = world.people.values()
        night = await announced(world, anne, equipe=2)
        assert "Votre place est réservée" in await night.comes(anne)
        assert "déjà noté" in await night.comes(anne)
        assert "Les Oies" in await night.makes(bo, "Les Oies")
        assert "s’appelle déjà" in await night.makes(dan, "les oies")
        older = (await dan.presses(night.message, "teams")).paper
        assert "Les Oies" in await night.joins(cleo, 1)
        assert "complète (2 personnes)" in await dan.chooses(older, "team", "1")
        await world.passes(3)
        assert "**Les Oies** (2/2) : Bo, Cleo" in night.message
        assert "Sans équipe (on complète au début) : Anne" in night.message
        assert "3 personnes" in night.message

        own = (await bo.presses(night.message, "mine")).paper
        teams = (await bo.presses(own, "teams")).paper
        form = await bo.presses(teams, "rename")
        await bo.fills(form, teams, name="@everyone **Ours**")
        await world.passes(3)
        assert "Les Oies" not in night.message
        assert "\\*\\*Ours" in night.message


async def test_who_registers_in_english_has_the_evening_in_english() -> None:
    async with opened("Anne") as world:
        anne, (bo,) = next(iter(world.people.values())), [world.person("Bo", "en-US")]
        night = await announced(world, anne, equipe=1)
        for person in (anne, bo):
            await night.comes(person)
        await anne.presses(night.message, "begin")
        panels = [(await person.presses(world.board, "hand")).paper for person in (anne, bo)]
        await bo.presses(world.board, "ready")
        await world.passes(6)
        redrawn = [str(world.reread(panel)) for panel in panels]
        assert redrawn[1] != str(panels[1])
        assert ("Vos points" in redrawn[0], "Your points" in redrawn[1]) == (True, True)


async def test_who_waits_moves_up_when_somebody_leaves_and_is_told() -> None:
    async with opened("Anne", "Bo", "Cleo", "Dan") as world:
        anne, bo, cleo, dan = world.people.values()
        night = await announced(world, anne, equipe=1, places=2)
        for person in (anne, bo):
            assert "réservée" in await night.comes(person)
        assert "n° 1 sur la liste" in await night.comes(cleo)
        assert "n° 2 sur la liste" in await night.comes(dan)
        cleo.closes_private_messages()
        own = (await bo.presses(night.message, "mine")).paper
        await bo.presses(own, "leave")
        assert "pas sur la liste" in world.reread(own)
        await world.passes(15)
        assert night.kept.guest(cleo.id).place is Place.IN
        assert all(not guest.owed for guest in night.kept.guests), "a closed door breaks nothing"
        own = (await anne.presses(night.message, "mine")).paper
        await anne.presses(own, "leave")
        await world.passes(3)
        assert "Une place s’est libérée" in dan.letter
        assert dan.letter.links
        assert [guest.user_id for guest in night.kept.players] == [cleo.id, dan.id]


async def test_who_wants_it_is_reminded_once_each_time() -> None:
    async with opened("Anne", "Bo") as world:
        anne, bo = world.people.values()
        night = await announced(world, anne, "dans 2 jours", equipe=1)
        for person in (anne, bo):
            await night.comes(person)
        own = (await anne.presses(night.message, "mine")).paper
        await anne.presses(own, "remind")
        assert "Je vous le rappellerai" in world.reread(own)
        await world.passes(23 * HOUR)
        assert len(anne.letters) == 0
        await world.passes(2 * HOUR)
        assert len(anne.letters) == 1
        await world.restarts()
        await world.passes(22 * HOUR)
        assert len(anne.letters) == 1
        await world.passes(0.9 * HOUR)
        assert len(anne.letters) == 2
        assert "approche" in anne.letter
        assert bo.letters == []


async def test_the_evening_begins_at_its_hour_with_everybody_in_teams() -> None:
    async with opened("Anne", "Bo", "Cleo", "Dan", "Eve") as world:
        anne, bo, cleo, dan, eve = world.people.values()
        night = await announced(world, anne, "dans 1 heure", equipe=2)
        await anne.types("defizz soiree maitre", membre=eve.member)
        await night.makes(bo, "Les Oies")
        await night.joins(cleo, 1)
        for person in (anne, dan):
            await night.comes(person)
        assert "Vous menez cette soirée" in await night.comes(eve)
        await world.passes(1.1 * HOUR)
        evening = night.kept
        assert evening.stage is Stage.PLAYING
        assert evening.table_id is not None
        table = await world.bot.house.tables.table(evening.table_id)
        assert table.game == "soiree"
        people = {frozenset(person.name for person in seat.people) for seat in table.seats}
        assert people == {frozenset({"Bo", "Cleo"}), frozenset({"Anne", "Dan"}), frozenset({"Eve"})}
        assert {seat.title for seat in table.seats} == {"Les Oies", ""}
        assert table.host_id == eve.id
        leader = table.seat_of(eve.id)
        assert table.options["quizmaster"] == leader.name
        assert "en cours" in night.message
        assert "Une place" not in night.message
        assert "la soirée a déjà commencé" in str(await anne.types("defizz soiree annuler")).lower()


async def test_the_host_begins_early_and_a_season_counts_what_ends() -> None:
    async with opened("Anne", "Bo") as world:
        anne, bo = world.people.values()
        night = await announced(world, anne, equipe=1)
        for person in (anne, bo):
            await night.comes(person)
        assert ":R>" in night.message
        assert "commence" in await anne.presses(night.message, "begin")
        table_id = night.kept.table_id
        assert table_id is not None
        await bo.types("soiree quitter")
        await world.passes(5)
        evening = night.kept
        assert evening.stage is Stage.OVER
        assert ":F>" in night.message
        assert ":R>" not in night.message  # it began before its hour
        assert {team.place for team in evening.teams} == {1, 2}
        season = await anne.types("defizz soiree saison")
        assert "🥇 **Anne** · 10 points" in season
        assert "2. **Bo** · 7 points" in season or "🥈 **Bo** · 7 points" in season
        gerard = world.moderator("Gérard")
        assert "Rien n’est encore classé" in await gerard.types("defizz soiree saison", nouvelle="Printemps")
        assert "Seul l’hôte" in await bo.types("defizz soiree saison", nouvelle="À moi")


async def test_a_deleted_message_comes_back_and_evenings_are_listed() -> None:
    async with opened("Anne", "Bo") as world:
        anne, bo = world.people.values()
        night = await announced(world, anne)
        first = night.message
        await world.moderator("Gérard").deletes(first)
        await world.passes(3)
        assert night.message.id != first.id
        assert "Quiz du jeudi" in await bo.types("defizz soiree liste")
        own = (await bo.types("defizz soiree programme")).paper
        assert "pas sur la liste" in own
        assert "8 questions" in own
        assert own.verbs == []
        assert "preset" in (await anne.types("defizz soiree programme")).paper.verbs


async def test_who_erases_their_data_gives_their_place_back() -> None:
    async with opened("Anne", "Bo", "Cleo") as world:
        anne, bo, cleo = world.people.values()
        night = await announced(world, anne, equipe=1, places=2)
        for person in (anne, bo, cleo):
            await night.comes(person)
        await bo.erases()
        await world.passes(3)
        assert [guest.name for guest in night.kept.guests] == ["Anne", "Cleo"]
        assert "Bo" not in night.message
        assert [guest.place for guest in night.kept.guests] == [Place.IN, Place.IN]


async def test_who_comes_late_joins_a_team_between_rounds_and_counts_for_the_season() -> None:
    async with opened("Anne", "Bo", "Cleo") as world:
        anne, bo, cleo = world.people.values()
        night = await announced(world, anne, equipe=2)
        for person in (anne, bo):
            await night.comes(person)
        await anne.presses(night.message, "begin")
        assert "entre deux manches" in night.message
        board = world.board
        teams = (await cleo.presses(board, "join")).paper
        (piece,) = [piece for piece in teams.pieces if piece.is_list]
        table = await world.bot.house.tables.table(night.kept.table_id or 0)
        await cleo.chooses(teams, piece.verb, table.seats[0].name)
        await bo.types("soiree quitter")
        await world.passes(5)
        assert {guest.name for guest in night.kept.players} == {"Anne", "Bo", "Cleo"}
        season = await anne.types("defizz soiree saison")
        assert "🥇 **Cleo** · 10 points" in season


async def test_an_evening_goes_with_its_channel() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        night = await announced(world, anne, "dans 1 heure", equipe=1)
        await world.deletes(world.channel)
        await world.passes(15)
        assert night.kept.stage is Stage.CANCELLED
        assert night.kept.why == "channel"
        assert night.kept.event_told == "canceled"


async def test_who_comes_or_hosts_finds_the_evening_among_their_games() -> None:
    async with opened("Anne", "Bo", "Cleo", "Dan", "Eve") as world:
        anne, bo, cleo, dan, eve = world.people.values()
        night = await announced(world, anne, equipe=2, places=2)
        await night.makes(bo, "Les Oies")
        for person in (cleo, dan):
            await night.comes(person)
        way = f"[Quiz du jeudi](https://discord.com/channels/{world.guild.id}/{world.channel.id}/{night.message.id})"
        for person, said in (
            (anne, "l’organisez"),
            (bo, "**Les Oies**"),
            (cleo, "réservée"),
            (dan, "attente"),
        ):
            listed = await person.types("mes-parties")
            assert way in listed
            assert said in listed
            assert f"<t:{night.kept.starts_at // 1000}:F>" in listed
        assert "Vous n’êtes à aucune table" in await eve.types("mes-parties")
        await anne.types("defizz soiree annuler")
        assert "Vous n’êtes à aucune table" in await bo.types("mes-parties")


async def test_of_very_many_evenings_only_whole_lines_are_listed() -> None:
    async with opened("Anne", "Bo") as world:
        anne, bo = world.people.values()
        night = await announced(world, anne, equipe=1)
        await night.comes(bo)
        for number in range(20):
            another = replace(night.kept, title=f"{number} " + "*" * 78, channel_id=number + 1)
            await world.store.evenings.add(another)
        listed = (await bo.types("mes-parties")).paper
        *lines, button = str(listed).splitlines()
        assert len(lines) > 5
        assert all(line.endswith("place réservée") for line in lines)
        assert button == "[Parties passées]"


async def test_an_evening_in_play_is_listed_once() -> None:
    async with opened("Anne", "Bo", "Cleo") as world:
        anne, bo, cleo = world.people.values()
        night = await announced(world, cleo, equipe=1)
        for person in (anne, bo):
            await night.comes(person)
        await cleo.presses(night.message, "begin")
        for person in (anne, cleo):
            listed = await person.types("mes-parties")
            assert "La Soirée" in listed
            assert "Quiz du jeudi" not in listed


async def one_challenge(world: World, host: Person) -> Night:
    """An evening of a single défi, a Chrono whose answer is Reims."""
    await brings(host, json.dumps(decks.deck(decks.chrono("Reims"))).encode(), nom="Villes")
    plan = await drafted(world, host, equipe=1)
    plan = (await host.chooses(plan, "add", "challenges")).paper
    for _ in range(3):
        one = (await host.chooses(plan, "round", "0")).paper
        plan = (await host.presses(one, "drop")).paper
    one = (await host.chooses(plan, "round", "0")).paper
    form = await host.presses(one, "edit")
    one = (await host.fills(form, one, length="1", themes="", without="", title="")).paper
    one = (await host.chooses(one, "cards", "+Villes")).paper
    await host.presses((await host.presses(one, "lead")).paper, "publish")
    return Night(world, host)


async def test_S27_the_last_verdict_is_contested_while_the_board_says_so() -> None:
    async with opened("Anne", "Bo") as world:
        anne, bo = world.people.values()
        night = await one_challenge(world, world.manager("Max"))
        for person in (anne, bo):
            await night.comes(person)
        await night.host.presses(night.message, "begin")
        for person in (anne, bo):
            await person.presses(world.board, "ready")
        await world.passes(61)  # the die rolls by itself,
        await world.passes(61)  # and the first question is chosen
        form = await anne.presses(world.board, "answer")
        await anne.fills(form, world.board, text="Reims")
        await world.passes(6)
        assert "C’était le dernier défi : on peut encore contester." in world.board
        assert "**Défi précédent** · 🏆 **Anne** remporte" in world.board
        assert {"ready", "contest", "report"} <= set(world.board.verbs)
        assert "roll" not in world.board.verbs
        assert "Classement" not in world.board
        await bo.presses(world.board, "contest")
        assert "votez" in world.board
        await anne.presses(world.board, "vote", "keep")
        await world.passes(6)
        assert "C’était le dernier défi" in world.board
        for person in (anne, bo):
            await person.presses(world.board, "ready")
        await world.passes(6)
        assert "**Anne** gagne" in world.board


def test_equals_behind_the_medals_keep_one_number() -> None:
    """A line that began with "4." would be an entry of a list, which Discord numbers on by itself."""
    season = plain(standings_page(None, [EQUALS], FRENCH)).splitlines()
    for name in ("T4", "T5", "T6", "nom 4", "nom 5", "nom 6"):
        assert any(line.startswith(f"4\\. **{name}**") for line in season), season
    told = plain(announcement(EQUALS, FRENCH)).splitlines()
    for name in ("T4", "T5", "T6"):
        assert any(line.startswith(f"4\\. **{name}**") for line in told), told
    assert any(line.startswith("🥉 **T3**") for line in told)
