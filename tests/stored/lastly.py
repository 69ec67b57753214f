"""What is done last of all at a table that is frozen: its clock is stopped, somebody leaves, it is closed."""

from tests.stored.room import Room


async def pause(room: Room, table_id: int) -> None:
    await room.tables.pause(table_id, "channel_gone")


async def suspend(room: Room, table_id: int) -> None:
    table = await room.tables.table(table_id)
    await room.tables.suspend(room.ask(table.host_id or 0), table_id)


async def go_on(room: Room, table_id: int) -> None:
    """The host pauses, and goes on a minute later."""
    await suspend(room, table_id)
    await room.clock.advance(60_000)
    await room.resume(await room.tables.table(table_id))


async def disagree(room: Room, table_id: int) -> None:
    """A player offers to end the round, and the other one will not."""
    first, second = (person.user_id for person in (await room.tables.table(table_id)).people())
    await room.tables.agreements.offer(room.ask(first or 0), table_id, "end_round")
    await room.tables.agreements.decline(room.ask(second or 0), table_id)


async def come_and_go(room: Room, table_id: int) -> None:
    """In the lobby one gets up, one is made to, and somebody else sits down."""
    table = await room.tables.table(table_id)
    *_, removed, last = table.seats
    await room.tables.quit(room.ask(room.somebody(table, last.name)), table_id)
    await room.tables.remove(room.ask(table.host_id or 0), table_id, removed.name)
    await room.tables.join(room.ask((table.host_id or 0) + 50), table_id)


async def come_late(room: Room, table_id: int) -> None:
    """Between two rounds somebody joins a team."""
    table = await room.tables.table(table_id)
    await room.tables.join(room.ask((table.host_id or 0) + 60), table_id, table.seats[-1].name)


async def half_a_team(room: Room, table_id: int) -> None:
    """One of a team leaves, and the other one plays on."""
    table = await room.tables.table(table_id)
    await room.tables.quit(room.ask(table.seats[-1].people[0].user_id or 0), table_id)


async def stop(room: Room, table_id: int) -> None:
    table = await room.tables.table(table_id)
    await room.tables.stop(room.ask(table.host_id or 0), table_id)


async def forget(room: Room, table_id: int) -> None:
    """One of the players has their data erased."""
    table = await room.tables.table(table_id)
    await room.tables.erase(table.people()[-1].user_id or 0, room.store)


async def report(room: Room, table_id: int) -> None:
    """A player finds the question bad that was asked last."""
    sight = await room.tables.sight(table_id)
    last, user_id = sight.observation.last, sight.table.people()[0].user_id
    await room.tables.decks.report(
        user_id or 0, table_id, last.card, last.question.index, "Deux réponses vont."
    )


async def again(room: Room, table_id: int) -> None:
    """Two of the players want a rematch; the others' places wait."""
    first, second, *_ = (person.user_id for person in (await room.tables.table(table_id)).people())
    await room.tables.rematch(room.ask(first or 0), table_id)
    await room.tables.rematch(room.ask(second or 0), table_id)


async def warned(room: Room, table_id: int) -> None:
    """Those who are awaited for days are reminded."""
    alarm = (await room.tables.table(table_id)).alarm
    assert alarm is not None
    await room.clock.advance(alarm.seconds * 600)
