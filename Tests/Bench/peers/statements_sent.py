"""The statements of each request, as Davenport sends them, and the values of their parameters."""

import dataclasses
import datetime
import json
import os
import pathlib
import uuid
from collections.abc import Callable
from typing import Any

import asyncpg

#: Parsers for values that are the same in every request, by the type that PostgreSQL gives the parameter.
READERS: dict[str, Callable[[str], Any]] = {
    "uuid": uuid.UUID, "int2": int, "int4": int, "int8": int, "float8": float, "bool": lambda text: text == "t",
    "bytea": lambda text: bytes.fromhex(text.removeprefix("\\x")), "timestamptz": datetime.datetime.fromisoformat,
}


@dataclasses.dataclass
class Statement:
    """A statement: its text, and for each parameter the name of a value, a distance from now, or the value itself."""

    text: str
    parameters: list[dict[str, Any]]

    def takes(self, name: str) -> bool:
        """Whether a value of this name is one of its parameters."""
        return any(parameter.get("name") == name for parameter in self.parameters)

    def bound(self, values: dict[str, Any]) -> list[Any]:
        """The parameters for one request."""
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
                elif "value" in parameter:
                    parameter["value"] = READERS.get(kind.name, str)(parameter["value"])
