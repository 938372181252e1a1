"""Rooms, dashboards and comments on Davenport's own database, as a good developer writes them with FastAPI and asyncpg."""

import base64
import contextlib
import os
import uuid
from collections.abc import AsyncIterator
from typing import Annotated, Any

import asyncpg
import orjson
import shapes
from fastapi import FastAPI, HTTPException, Header, Query, Response
from pydantic import BaseModel, Field
from transaction import Statements, Transaction

statements = Statements()


class NewComment(BaseModel):
    """The body of a request for a new comment."""

    id: uuid.UUID | None = None
    content: Annotated[str, Field(min_length=1, max_length=2000)]
    seconds: Annotated[int, Field(ge=0)] = 0


async def _left_as_it_is(_: Any) -> None:
    """Replaces asyncpg's reset of a connection after each use. It isn't needed, because here no state outlasts a transaction."""


@contextlib.asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Opens the pool at the start of the program and closes it at the end."""
    size = int(os.environ["POOL"])
    async with asyncpg.create_pool(min_size=size, max_size=size, reset=_left_as_it_is) as pool:
        async with pool.acquire() as connection:
            await statements.learn_types(connection)
        app.state.pool = pool
        yield


app = FastAPI(lifespan=lifespan, openapi_url=None)
Authorization = Annotated[str, Header()]


def begun(kind: str, authorization: str) -> contextlib.AbstractAsyncContextManager[Transaction]:
    """Begins a transaction in the caller's tenant, and authenticates the caller."""
    return Transaction.begun(app.state.pool, statements.of(kind), authorization)


def answer(content: Any, status: int = 200) -> Response:
    """Makes a JSON response from a dictionary, without a model in between."""
    return Response(orjson.dumps(content), status, media_type="application/json")


@app.get("/v1/rooms/{room_id}/comments")
async def list_comments(room_id: uuid.UUID, authorization: Authorization, limit: Annotated[int, Query(ge=1, le=100)] = 50) -> Response:
    """Returns the first comments of a room."""
    async with begun("room", authorization) as transaction:
        rows, members = await transaction.run(room=room_id, limit=limit + 1)
    if not members:
        raise HTTPException(404)
    authors = shapes.people(members)
    page: dict[str, Any] = {"items": [shapes.comment(row, room_id, authors.get(row["author_id"])) for row in rows[:limit]]}
    if len(rows) > limit:
        last = rows[limit - 1]
        page["next"] = base64.urlsafe_b64encode(f"{last['seconds']} {last['number']}".encode()).rstrip(b"=").decode()
    return answer(page)


@app.get("/v1/dashboard")
async def show_dashboard(authorization: Authorization) -> Response:
    """Returns the caller's dashboard."""
    async with begun("dashboard", authorization) as transaction:
        rooms, people = await transaction.run()
    return answer(shapes.dashboard(rooms, people))


@app.post("/v1/rooms/{room_id}/comments")
async def create_comment(room_id: uuid.UUID, comment: NewComment, authorization: Authorization) -> Response:
    """Creates a comment. The response is sent after the commit."""
    async with begun("comment", authorization) as transaction:
        [made] = await transaction.run(
            room=room_id, fresh=comment.id or uuid.uuid4(), seconds=comment.seconds, content=comment.content.strip())
    if not made:
        raise HTTPException(404)
    return answer(shapes.comment(made[0], room_id, shapes.author(made[0])), 201)
