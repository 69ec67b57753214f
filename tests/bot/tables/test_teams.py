"""Teams: two people a seat, from the lobby to the rematch; and what else only some games have."""

import re
from pathlib import Path
from typing import Any

import pytest

import bot.tables
from bot.tables.model import Pace, Status, Table
from bot.tables.playing.capabilities.steps import hooks_of
from bot.tables.playing.capabilities.teams import NEW_TEAM, TeamHooks
from bot.tables.proof.dice import is_veiled, veil
from bot.tables.proof.verify import verify
from engines import GAMES
from engines.core.rules import Capability
from engines.defizz.rules import Defizz
from tests.support.coin import Coin, Flip, Guess
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House, denied, why_denied

DAN = 4


def seating(table: Table) -> dict[str, list[int | None]]:
    return {seat.name: [person.user_id for person in seat.people] for seat in table.seats}


async def lobby(house: House, **options: Any) -> Table:
    """Anne with Bob, Chloé with Dan."""
    table = await house.lobby(ANNE, teams=True, **options)
    for user, team in ((CHLOE, NEW_TEAM), (BOB, "1"), (DAN, "2")):
        table = await house.tables.join(house.ask(user), table.id, team)
    return table


async def playing(house: House, pace: Pace = Pace.BRISK) -> Table:
    return await house.tables.begin(house.ask(ANNE), (await lobby(house, pace=pace)).id)


async def awaited(house: House, table: Table) -> list[int]:
    """The two people of the team whose decision is awaited."""
    (name,) = (await house.tables.sight(table.id)).to_act
    return seating(await house.tables.table(table.id))[name]


def test_z16_two_people_a_seat_where_the_options_say_so() -> None:
    assert Defizz().people_a_seat({"teams": True}) == 2
    assert Defizz().people_a_seat({"teams": False}) == Defizz().people_a_seat({}) == 1
    assert {game.people_a_seat({}) for game in ALL_GAMES.values()} == {1}


# -- the lobby ---------------------------------------------------------------------------------------------


async def test_two_people_share_a_seat_and_a_team_is_full_or_gone(house: House) -> None:
    table = await lobby(house)
    assert seating(table) == {"1": [ANNE, BOB], "2": [CHLOE, DAN]}
    for user, team, reason in (
        (5, "1", "team_full"),
        (5, "9", "team_gone"),
        (BOB, "1", "already_seated"),
        (BOB, None, "already_seated"),
    ):
        assert await why_denied(house.tables.join(house.ask(user), table.id, team)) == reason
    assert await house.tables.table(table.id) == table


async def test_without_teams_nobody_shares_a_seat_nor_names_it(house: House) -> None:
    table = await house.lobby(ANNE)
    assert await why_denied(house.tables.join(house.ask(BOB), table.id, "1")) == "team_gone"
    table = await house.tables.join(house.ask(BOB), table.id, NEW_TEAM)
    assert seating(table) == {"1": [ANNE], "2": [BOB]}
    assert await why_denied(house.tables.teams.name(house.ask(ANNE), table.id, "Z")) == "no_teams"


async def test_people_move_to_another_team(house: House) -> None:
    table = await lobby(house)
    table = await house.tables.join(house.ask(BOB), table.id, NEW_TEAM)
    assert seating(table) == {"1": [ANNE], "2": [CHLOE, DAN], "3": [BOB]}
    assert await why_denied(house.tables.join(house.ask(BOB), table.id, NEW_TEAM)) == "already_seated"
    table = await house.tables.join(house.ask(ANNE), table.id, "3")
    assert seating(table) == {"2": [CHLOE, DAN], "3": [BOB, ANNE]}
    assert table.host_id == ANNE
    assert await honest(house, table)


async def honest(house: House, table: Table) -> bool:
    """Whether a game begun and stopped now has a record that anybody can check."""
    await house.tables.begin(house.ask(ANNE, moderator=True), table.id)
    await house.tables.stop(house.ask(ANNE, moderator=True), table.id)
    return verify(await house.tables.record(table.id), ALL_GAMES).ok


async def test_the_log_tells_who_got_up_from_a_shared_seat(house: House) -> None:
    table = await lobby(house)
    await house.tables.quit(house.ask(ANNE), table.id)
    await house.tables.join(house.ask(ANNE), table.id, "1")
    await house.tables.remove(house.ask(CHLOE, moderator=True), table.id, "2", CHLOE)
    table = await house.tables.join(house.ask(CHLOE, moderator=True), table.id, "2")
    assert seating(table) == {"1": [BOB, ANNE], "2": [DAN, CHLOE]}
    assert await honest(house, table)


async def test_a_forged_move_is_found_out(house: House) -> None:
    table = await lobby(house)
    for team in (NEW_TEAM, "1"):
        table = await house.tables.join(house.ask(BOB), table.id, team)
    assert await honest(house, table)
    record = await house.tables.record(table.id)
    moves = [line for line in record.entries if line.kind == "move"]
    assert len(moves) == 2
    for forged in ({"from": "1", "join": "5"}, {"from": "1"}, None, {"from": ["1"], "join": ["5"]}):
        entries = tuple(
            line.model_copy(update={"payload": forged}) if line == moves[-1] else line
            for line in record.entries
        )
        verdict = verify(record.model_copy(update={"entries": entries}), ALL_GAMES)
        assert "seats_differ" in [problem.code for problem in verdict.problems]


async def test_who_loses_their_second_stays_and_a_seat_without_people_goes(house: House) -> None:
    table = await lobby(house)
    table = await house.tables.quit(house.ask(ANNE), table.id)
    assert (seating(table), table.host_id) == ({"1": [BOB], "2": [CHLOE, DAN]}, BOB)
    await house.tables.gone(table.id, CHLOE)
    await house.tables.gone(table.id, DAN)
    table = await house.tables.table(table.id)
    assert seating(table) == {"1": [BOB]}
    table = await house.tables.quit(house.ask(BOB), table.id)
    assert (table.status, table.end.why) == (Status.CLOSED, "empty")


async def test_the_host_removes_people_not_teams(house: House) -> None:
    table = await lobby(house)
    assert await why_denied(house.tables.remove(house.ask(ANNE), table.id, "2")) == "stale"
    assert await why_denied(house.tables.remove(house.ask(ANNE), table.id, "2", BOB)) == "seat_gone"
    table = await house.tables.remove(house.ask(ANNE), table.id, "2", CHLOE)
    assert seating(table) == {"1": [ANNE, BOB], "2": [DAN]}
    table = await house.tables.remove(house.ask(ANNE), table.id, "2")
    assert seating(table) == {"1": [ANNE, BOB]}


async def test_beginning_waits_for_every_team(house: House) -> None:
    table = await house.lobby(ANNE, teams=True)
    assert await why_denied(house.tables.begin(house.ask(ANNE), table.id)) == "too_few_teams"
    await house.tables.join(house.ask(BOB), table.id, "1")
    await house.tables.join(house.ask(CHLOE), table.id)
    await house.tables.teams.name(house.ask(CHLOE), table.id, "Les Zèbres")
    await house.tables.join(house.ask(DAN), table.id)
    refusal = await denied(house.tables.begin(house.ask(ANNE), table.id))
    assert (refusal.reason, refusal.params) == ("teams_short", {"teams": ("Les Zèbres", "nom 4")})
    await house.tables.join(house.ask(DAN), table.id, "2")
    assert (await house.tables.begin(house.ask(ANNE), table.id)).status is Status.PLAYING


async def test_a_team_is_named_by_its_people(house: House) -> None:
    table = await lobby(house)
    table = await house.tables.teams.name(house.ask(BOB), table.id, "  Les Zèbres ")
    assert [seat.title for seat in table.seats] == ["Les Zèbres", ""]
    for bad in ("", "   ", "Z" * 33):
        refusal = await denied(house.tables.teams.name(house.ask(BOB), table.id, bad))
        assert (refusal.reason, refusal.params) == ("bad_title", {"most": 32})
    assert await why_denied(house.tables.teams.name(house.ask(99), table.id, "Z")) == "not_at_table"
    log = await house.store.log(table.id)
    assert [dict(entry.payload) for entry in log if entry.kind == "title"] == [{}]
    await house.tables.begin(house.ask(ANNE), table.id)
    assert await why_denied(house.tables.teams.name(house.ask(BOB), table.id, "Z")) == "running"
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await why_denied(house.tables.teams.name(house.ask(BOB), table.id, "Z")) == "closed"


async def test_without_the_option_everybody_gets_a_seat_in_order(house: House) -> None:
    table = await lobby(house)
    await house.tables.teams.name(house.ask(BOB), table.id, "Les Zèbres")
    table = await house.tables.set_option(house.ask(ANNE), table.id, "teams", False)
    assert seating(table) == {"1": [ANNE], "2": [CHLOE], "3": [BOB], "4": [DAN]}
    assert {seat.title for seat in table.seats} == {""}
    table = await house.tables.set_option(house.ask(ANNE), table.id, "teams", True)
    assert seating(table) == {"1": [ANNE], "2": [CHLOE], "3": [BOB], "4": [DAN]}
    await house.tables.join(house.ask(BOB), table.id, "1")
    table = await house.tables.join(house.ask(DAN), table.id, "2")
    assert seating(table) == {"1": [ANNE, BOB], "2": [CHLOE, DAN]}
    assert await honest(house, table)


async def test_too_many_people_cannot_be_split(house: House) -> None:
    table = await house.lobby(ANNE, teams=True)
    for n in range(1, 7):
        for user in (10 * n, 10 * n + 1):
            team = NEW_TEAM if user == 10 * n and n > 1 else str(n)
            if (n, user) != (1, 10):
                table = await house.tables.join(house.ask(user), table.id, team)
    assert len(table.people()) == 12
    refusal = await denied(house.tables.set_option(house.ask(ANNE), table.id, "teams", False))
    assert (refusal.reason, refusal.params) == ("too_many_seats", {"most": 6})
    assert await why_denied(house.tables.join(house.ask(99), table.id)) == "full"


# -- the game ----------------------------------------------------------------------------------------------


async def test_either_of_a_team_acts_and_the_first_counts(house: House) -> None:
    table = await playing(house)
    first, second = await awaited(house, table)
    drawn = (await house.tables.sight(table.id, second)).drawn
    flip = house.ask(second, drawn)
    table = await house.tables.act(flip, table.id, Flip())
    assert await why_denied(house.tables.act(house.ask(first, drawn), table.id, Flip())) == "stale"
    assert await house.tables.act(flip, table.id, Flip()) == table
    assert (await house.tables.sight(table.id, first)).observation.hidden is not None
    assert (await house.tables.sight(table.id, second)).observation.hidden is not None


@pytest.mark.parametrize("server", [False, True])
async def test_who_leaves_a_game_leaves_the_seat_to_the_other(house: House, server: bool) -> None:
    table = await playing(house)
    first, second = await awaited(house, table)

    async def leaves(user: int) -> Table:
        if server:
            await house.tables.gone(table.id, user)
            return await house.tables.table(table.id)
        return await house.tables.quit(house.ask(user), table.id)

    after = await leaves(first)
    seat = after.seat_of(first)
    assert not seat.left
    assert (seat.plays(first), seat.plays(second)) == (False, True)
    assert (after.turn, after.alarm, after.status) == (table.turn, table.alarm, Status.PLAYING)
    assert await why_denied(house.tables.act(house.ask(first), table.id, Flip())) == "left_already"
    assert await why_denied(house.tables.quit(house.ask(first), table.id)) == "left_already"
    assert (await house.tables.sight(table.id, first)).seat is None
    assert table.id not in await house.tables.tables_of(first)
    await house.tables.act(house.ask(second), table.id, Flip())
    assert (await leaves(second)).status is Status.CLOSED
    await house.proof(table.id)


async def test_an_absent_team_or_one_of_it_is_removed_without_deadlines(house: House) -> None:
    table = await playing(house, Pace.RELAXED)
    first, second = await awaited(house, table)
    name = next(seat.name for seat in table.seats if seat.holds(first))
    moderator = house.ask(99, moderator=True)
    after = await house.tables.remove(moderator, table.id, name, first)
    assert (after.seat(name).plays(first), after.seat(name).plays(second)) == (False, True)
    told = (await house.store.log(table.id))[-1]
    assert (told.kind, told.user_id, told.payload.get("removed")) == ("quit", 99, True)
    again = house.ask(99, moderator=True)
    assert await why_denied(house.tables.remove(again, table.id, name, first)) == "seat_gone"
    assert (await house.tables.remove(house.ask(99, moderator=True), table.id, name)).seat(name).left


async def test_erasing_one_of_a_team(house: House) -> None:
    table = await lobby(house)
    await house.tables.teams.name(house.ask(BOB), table.id, "Bob et moi")
    await house.tables.begin(house.ask(ANNE), table.id)
    assert (await house.tables.quit(house.ask(ANNE), table.id)).host_id == BOB, "within the team"
    await house.tables.erase(ANNE, house.store)
    table = await house.tables.table(table.id)
    assert seating(table) == {"1": [None, BOB], "2": [CHLOE, DAN]}
    assert table.seat("1").title == ""
    table = await house.tables.quit(house.ask(BOB), table.id)
    assert table.seat("1").left
    await house.proof(table.id)


async def test_a_whole_game_of_teams(house: House) -> None:
    table = await playing(house)
    while table.status is Status.PLAYING:
        first, _ = await awaited(house, table)
        table = await house.tables.act(house.ask(first), table.id, Flip())
        _, second = await awaited(house, table)
        table = await house.tables.act(house.ask(second), table.id, Guess("heads"))
    await house.proof(table.id)
    won = {user: (await house.store.export(user))["results"][0]["won"] for user in (ANNE, BOB, CHLOE, DAN)}
    assert won[ANNE] is won[BOB] is not won[CHLOE]
    assert won[CHLOE] is won[DAN]


# -- the rematch -------------------------------------------------------------------------------------------


async def rematch(house: House, by: int) -> Table:
    table = await lobby(house)
    await house.tables.teams.name(house.ask(BOB), table.id, "Les Zèbres")
    await house.tables.teams.name(house.ask(DAN), table.id, "Les Lynx")
    await house.tables.begin(house.ask(ANNE), table.id)
    await house.tables.stop(house.ask(ANNE), table.id)
    return await house.tables.rematch(house.ask(by), table.id)


async def test_a_rematch_keeps_teams_and_their_names(house: House) -> None:
    table = await rematch(house, DAN)
    assert seating(table) == {"1": [DAN, CHLOE], "2": [ANNE, BOB]}
    assert [seat.title for seat in table.seats] == ["Les Lynx", "Les Zèbres"]
    assert table.host_id == DAN
    for user in (BOB, CHLOE, ANNE):
        table = await house.tables.rematch(house.ask(user), table.rematch_of or 0)
    assert seating(table) == {"1": [DAN, CHLOE], "2": [BOB, ANNE]}
    assert all(seat.confirmed for seat in table.seats)
    assert await honest(house, table)


async def test_who_does_not_confirm_leaves_the_team_short(house: House) -> None:
    table = await rematch(house, ANNE)
    for user in (BOB, CHLOE):
        await house.tables.join(house.ask(user), table.id)
    refusal = await denied(house.tables.begin(house.ask(ANNE), table.id))
    assert (refusal.reason, refusal.params) == ("teams_short", {"teams": ("Les Lynx",)})
    table = await house.tables.quit(house.ask(DAN), table.id)
    table = await house.tables.join(house.ask(5), table.id, "2")
    assert seating(table) == {"1": [ANNE, BOB], "2": [CHLOE, 5]}
    assert await honest(house, table)


async def test_reserved_people_may_be_split(house: House) -> None:
    table = await rematch(house, ANNE)
    table = await house.tables.set_option(house.ask(ANNE), table.id, "teams", False)
    assert seating(table) == {"1": [ANNE], "2": [CHLOE], "3": [BOB], "4": [DAN]}
    for user in (BOB, DAN):
        table = await house.tables.join(house.ask(user), table.id)
    assert await honest(house, table)


# -- capabilities ------------------------------------------------------------------------------------------


HAS = {
    "tasse": set(),
    "desfausse": set(),
    "diavolo": {Capability.RACES},
    "debacle": {Capability.DRAFTS, Capability.AGREEMENTS},
    "defizz": {Capability.TEAMS, Capability.DECKS, Capability.RACES, Capability.HOST_COMMANDS},
    "coin": {Capability.TEAMS},
}
SOURCES = sorted(Path(bot.tables.__path__[0]).rglob("*.py"))
OF_ONE_GAME = r"quiz|riddles?|cups?|gems?|pawns?|chips?"
"""What only one of the games has: not a word of the shared runtime. Questions are asked of any player."""


@pytest.mark.parametrize("name", HAS)
def test_a_game_has_what_it_defines(name: str) -> None:
    assert ALL_GAMES[name].capabilities == HAS[name]


def test_a_game_that_defines_more_has_more() -> None:
    class Other(Coin):
        drafts = True
        agreements = frozenset({"settle"})
        host_commands = lambda self, state: ("settle",)  # noqa: E731
        stamp = lambda self, action, order: action  # noqa: E731

    assert Other().capabilities == set(Capability) - {Capability.DECKS}


def test_only_what_a_game_has_takes_part_in_its_steps() -> None:
    assert hooks_of(GAMES["tasse"]) == ()
    assert [type(hooks) for hooks in hooks_of(Coin())] == [TeamHooks]
    assert len(hooks_of(GAMES["defizz"])) == 2
    assert len(hooks_of(GAMES["debacle"])) == 1


def test_the_shared_runtime_names_no_game() -> None:
    words = re.compile(rf"\b({'|'.join(GAMES)}|d[ée]fizz|d[ée]b[âa]cle|{OF_ONE_GAME})\b", re.IGNORECASE)
    named = {path.name: words.findall(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert named
    assert {name: found for name, found in named.items() if found} == {}


async def test_a_capability_that_a_game_lacks_is_refused_in_words(house: House) -> None:
    table = await house.playing(ANNE, 2)
    for wish, reason in (
        (house.tables.decks.report(ANNE, table.id, "a", 0, "x"), "no_such_part"),
        (house.tables.agreements.offer(house.ask(ANNE), table.id, "settle"), "nothing_to_do"),
        (house.tables.agreements.accept(house.ask(ANNE), table.id), "no_offer"),
    ):
        assert await why_denied(wish) == reason


def test_a_veiled_card_is_told_from_one_that_is_shown() -> None:
    card = {"id": "a", "pile": "x", "text": "…"}
    assert not is_veiled(card)
    assert is_veiled(veil(card, None))
    assert is_veiled(veil(card, b"salt"))
