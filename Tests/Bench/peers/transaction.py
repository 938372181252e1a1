"""One request's transaction: enters the tenant, authenticates the caller, and sends the request's statements."""

import base64
import binascii
import contextlib
import dataclasses
import datetime
import hashlib
import uuid
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
from fastapi import HTTPException

from statements_sent import Statement

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
        """Enters the caller's tenant, for row security, and looks the session up. Commits at the end."""
        # All statements before the session's look-up enter the tenant.
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

    async def run(self, count: int | None = None, **values: Any) -> list[list[asyncpg.Record]]:
        """Runs the next statements, all that are left unless a count is given, and returns the rows of each. asyncpg prepares them once for
        each connection."""
        self.values |= values
        count = len(self.statements) if count is None else count
        due, self.statements = self.statements[:count], self.statements[count:]
        return [await self.connection.fetch(statement.text, *statement.bound(self.values)) for statement in due]


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
