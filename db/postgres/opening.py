"""Opening a PostgreSQL database: one connection that writes, one that only reads."""

import asyncio

import psycopg

from db.migrate import migrate
from db.moved import refuse_left
from db.postgres.connection import Connection
from db.postgres.schema import PostgresSchema, recognise
from db.postgres.server import Server
from db.postgres.sql import PostgresSql


async def open_connections(server: Server) -> tuple[Connection, Connection]:
    """Connect, bring the schema up to date, and return writer and reader.

    Raises StoreError, without changing anything, for a database that is away, not ours, or too new.
    """
    await asyncio.to_thread(bring_up_to_date, server)
    return await connect(server)


async def connect(server: Server) -> tuple[Connection, Connection]:
    """Return writer and reader of a database as it is; StoreError."""
    writer = await Connection.open(server)
    try:
        reader = await Connection.open(server)
    except BaseException:
        await writer.close()
        raise
    return writer, reader


def bring_up_to_date(server: Server) -> None:
    """Apply the migrations that are missing, through a connection that may take its time; StoreError."""
    with server.connect(patient=True) as link:
        try:
            recognise(link, server.name)
            migrate(PostgresSchema(link))
            refuse_left(PostgresSql(link, server.holder), server.name)
        except psycopg.Error as error:
            raise server.explain(error) from None
