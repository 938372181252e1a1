"""Describes the statements that a server sent, for FastAPI's program: the meaning of each parameter."""

import datetime
import json
import pathlib
import re
from typing import Any

from requests_sent import RequestsSent
from rooms import COMMENT
from statements import UUID, Script, Statement

MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00")
#: A page of 40 is requested with one row more, which shows whether there is a next page.
PAGE = "41"


def write(scripts: dict[str, Script], sent: RequestsSent, file: pathlib.Path) -> None:
    """Writes all kinds of requests into a file that the program reads at its start."""
    file.write_text(json.dumps({kind: _statements(script.statements, sent.samples[kind]) for kind, script in scripts.items()}, indent=1))


def _statements(statements: list[Statement], sample: dict[str, str]) -> list[dict[str, Any]]:
    """Each statement once: one that is repeated for a second transaction isn't needed in a single one."""
    known = {sample[name]: name for name in ("tenant", "person", "room", "digest")}
    statements = _asked(statements, {sample[name] for name in ("person", "room", "digest")})
    known |= {str(value): name for name, value in json.loads(COMMENT).items()}
    known[PAGE] = "limit"
    moments = [value for _, values in statements for value in values if value and MOMENT.fullmatch(value)]
    found: list[dict[str, Any]] = []
    for text, values in statements:
        statement = {"text": text, "parameters": [_parameter(value, known, moments[0]) for value in values]}
        if statement not in found:
            found.append(statement)
    return found


def _asked(statements: list[Statement], ids: set[str]) -> list[Statement]:
    """Leaves out transactions without any of the request's ids, by which a server cleans up afterwards."""
    asked: list[Statement] = []
    transaction: list[Statement] | None = None
    for statement in statements:
        if statement[0] == "BEGIN":
            transaction = []
        elif statement[0] == "COMMIT":
            asked += [each for each in transaction or [] if any(ids.intersection(values) for _, values in transaction or [])]
            transaction = None
        else:
            (asked if transaction is None else transaction).append(statement)
    return asked


def _parameter(value: str | None, known: dict[str, str], now: str) -> dict[str, Any]:
    if value is None:
        return {"value": None}
    if value in known:
        return {"name": known[value]}
    if MOMENT.fullmatch(value):
        # In whole seconds: the server reads its clock once for each transaction.
        return {"after": round((datetime.datetime.fromisoformat(value) - datetime.datetime.fromisoformat(now)).total_seconds())}
    return {"name": "fresh"} if UUID.fullmatch(value) else {"value": value}
