"""The statements that Davenport sends for each request, and a transaction that sends them for an authenticated caller."""

import base64
import binascii
import contextlib
import dataclasses
import datetime
import hashlib
import json
import os
import pathlib
import uuid
from collections.abc import AsyncIterator, Callable
from typing import Any

import asyncpg
from fastapi import HTTPException

#: Parsers for values that are the same in every request, by the parameter's type in PostgreSQL.
READERS: dict[str, Callable[[str], Any]] = {
    "uuid": uuid.UUID, "int2": int, "int4": int, "int8": int, "float8": float, "bool": lambda text: text == "t",
    "bytea": lambda text: bytes.fromhex(text.removeprefix("\\x")), "timestamptz": datetime.datetime.fromisoformat,
    "text[]": lambda text: text.strip("{}").split(",") if text != "{}" else [],
}


@dataclasses.dataclass
class Statement:
    """A statement: its text, and for each parameter the name of a value, a number of seconds from now, or the value itself."""

    text: str
    parameters: list[dict[str, Any]]

    def takes(self, name: str) -> bool:
        """Whether one of the parameters is the value with this name."""
        return any(parameter.get("name") == name for parameter in self.parameters)

    def bound(self, values: dict[str, Any]) -> list[Any]:
        """Returns the parameters for one request."""
        return [self._value(parameter, values) for parameter in self.parameters]

    def _value(self, parameter: dict[str, Any], values: dict[str, Any]) -> Any:
        if "name" in parameter:
            return values[parameter["name"]]
        if "after" in parameter:
            return values["now"] + parameter["after"]
        return parameter["value"]


class Statements:
    """The statements of every kind of request, from the file that bin/bench wrote."""

    def __init__(self) -> None:
        kinds = json.loads(pathlib.Path(os.environ["STATEMENTS"]).read_text())
        self._kinds = {kind: [Statement(**statement) for statement in found] for kind, found in kinds.items()}

    def of(self, kind: str) -> list[Statement]:
        """The statements of a kind in the order in which they are sent."""
        return self._kinds[kind]

    async def learn_types(self, connection: asyncpg.pool.PoolConnectionProxy) -> None:
        """Parses the constant values by the types that PostgreSQL reports."""
        for statement in (statement for found in self._kinds.values() for statement in found):
            types = (await connection.prepare(statement.text)).get_parameters()
            for parameter, kind in zip(statement.parameters, types, strict=True):
                if "after" in parameter:
                    parameter["after"] = datetime.timedelta(seconds=parameter["after"])
                elif parameter.get("value") is not None:
                    parameter["value"] = READERS.get(kind.name, str)(parameter["value"])


PREFIX = "Bearer davenport_"
LENGTH = 16 + 32 + 4


@dataclasses.dataclass
class Transaction:
    """Sends the statements after the caller is authenticated."""

    connection: asyncpg.pool.PoolConnectionProxy
    statements: list[Statement]
    values: dict[str, Any]

    @staticmethod
    @contextlib.asynccontextmanager
    async def begun(pool: asyncpg.Pool, statements: list[Statement], authorization: str) -> AsyncIterator["Transaction"]:
        """Begins a transaction, enters the caller's tenant (for row security) and looks the session up. Commits at the end."""
        # The statements before the look-up of the session enter the tenant.
        place = next(place for place, statement in enumerate(statements) if statement.takes("digest"))
        *entering, session = statements[:place + 1]
        values: dict[str, Any] = {"now": datetime.datetime.now(datetime.UTC), **_credentials(authorization)}
        async with pool.acquire() as connection, connection.transaction():
            for enter in entering:
                await connection.fetchrow(enter.text, *enter.bound(values))
            caller = await connection.fetchrow(session.text, *session.bound(values))
            if not caller or caller["tenant_suspended"]:
                raise HTTPException(401)
            yield Transaction(connection, statements[place + 1:], {**values, "person": caller["user_id"]})

    async def run(self, **values: Any) -> list[list[asyncpg.Record]]:
        """Runs the statements, and returns the rows of each. asyncpg prepares them once for each connection."""
        self.values |= values
        return [await self.connection.fetch(statement.text, *statement.bound(self.values)) for statement in self.statements]


def _credentials(authorization: str) -> dict[str, Any]:
    """The tenant in a token, and the digest by which its session is found."""
    token = authorization.removeprefix("Bearer ")
    try:
        secret = base64.urlsafe_b64decode(token.removeprefix("davenport_") + "==")
    except binascii.Error:
        secret = b""
    if not authorization.startswith(PREFIX) or len(secret) != LENGTH or hashlib.sha256(secret[:-4]).digest()[:4] != secret[-4:]:
        raise HTTPException(401)
    return {"tenant": uuid.UUID(bytes=secret[:16]), "digest": hashlib.sha256(token.encode()).digest()}
