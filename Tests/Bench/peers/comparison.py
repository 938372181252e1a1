"""Compares the responses of another program with the server's before anything is measured, field by field and in order."""

import re
from typing import Any

from client import Client
from failure import Failure
from requests_sent import RequestsSent
from rooms import COMMENT, KINDS

#: The fields of a new comment that differ each time, but have the same format.
FRESH = ("/id", "/number", "/createdAt")


def check(ours: int, name: str, theirs: int, sent: RequestsSent) -> None:
    """Sends the first requests of each kind to both ports, and raises Failure if the responses differ."""
    for kind in KINDS:
        with sent.file(kind).open() as lines:
            for _, line in zip(range(5), lines, strict=False):
                path, token = line.split()
                first, second = (_answer(port, kind, path, token) for port in (ours, theirs))
                if difference := _difference(first, second, "", FRESH if kind == "comment" else ()):
                    raise Failure(f"{name} answers {kind} otherwise than the server: {difference}")


def _answer(port: int, kind: str, path: str, token: str) -> Any:
    client = Client(port)
    body = COMMENT.encode() if kind == "comment" else None
    answer = client.ask("POST" if body else "GET", path, token, body)
    client.close()
    return answer.json()


def _difference(ours: Any, theirs: Any, place: str, fresh: tuple[str, ...]) -> str | None:
    """The first difference; None if there is none."""
    if type(ours) is not type(theirs):
        return f"{place} is {ours!r} and {theirs!r}"
    if isinstance(ours, dict):
        if list(ours) != list(theirs):
            return f"{place} has {list(ours)} and {list(theirs)}"
        return next(filter(None, (_difference(ours[key], theirs[key], f"{place}/{key}", fresh) for key in ours)), None)
    if isinstance(ours, list):
        if len(ours) != len(theirs):
            return f"{place} has {len(ours)} and {len(theirs)} items"
        return next(filter(None, (_difference(a, b, f"{place}/{n}", fresh) for n, (a, b) in enumerate(zip(ours, theirs, strict=True)))), None)
    if place in fresh and _form(ours) == _form(theirs):
        return None
    return None if ours == theirs else f"{place} is {ours!r} and {theirs!r}"


def _form(value: Any) -> str:
    """A value with all its digits replaced, also those of an id."""
    return "number" if isinstance(value, int) else re.sub(r"[0-9a-f]", "0", value)
