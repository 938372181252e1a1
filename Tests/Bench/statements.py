"""Makes pgbench's scripts out of what a server really sends, so that the two never do different work."""

import contextlib
import dataclasses
import json
import pathlib
import re
import time
from collections.abc import Iterator

from database import SERVING
from failure import Failure
from postgres import Postgres
from requests_sent import KINDS, RequestsSent
from server import Server

# How a script chooses whom and what to ask for. A room's caller is its host.
HOST = r"""\set person :specials + 1 + mod(:room - 1, :people - :specials)
"""
CHOICES = {
    "room": "\\set room 5 * random(1, :ordinary_rooms / 5)\n" + HOST,
    "dashboard": "\\set person random(1, :busy)\n",
    "comment": "\\set room 5 * random(1, :ordinary_rooms / 5) - 4\n" + HOST + "\\set serial :serial + 16\n\\set fresh :serial + :client_id\n",
}
TENANT = "\\set tenant mod(:person - 1, 50) + 1\n"
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Statement = tuple[str, list[str]]


@dataclasses.dataclass(frozen=True)
class Script:
    """The statements of one kind of request: for pgbench in one pipeline, and to be explained."""

    file: pathlib.Path
    #: The parameters that are no ids, as pgbench's options.
    values: list[str]
    explaining: pathlib.Path
    #: As the server sent them, with their parameters.
    statements: list[Statement]

    @property
    def texts(self) -> list[str]:
        """Those of two servers are the same where these are."""
        return [text for text, _ in self.statements]


@contextlib.contextmanager
def logged(postgres: Postgres) -> Iterator[None]:
    """Meanwhile PostgreSQL logs what new sessions of the server send."""
    postgres.psql("-c", f"ALTER ROLE {SERVING} SET log_statement = 'all'")
    try:
        yield
    finally:
        postgres.psql("-c", f"ALTER ROLE {SERVING} RESET log_statement")


def copy(server: Server, sent: RequestsSent, postgres: Postgres, folder: pathlib.Path, *, met: bool = True) -> dict[str, Script]:
    """Sends one request of each kind to a server whose statements are logged, and makes scripts of them.

    - met: whether the server has met the token before, and so expects whom it stands for. Otherwise it looks the session up.
    """
    name = f"{server.program.name}-{'met' if met else 'new'}"
    folder.mkdir(exist_ok=True)
    for kind in KINDS:
        path, token = sent.first(kind)
        if met:
            server.ask(path, token, sent.body(kind))
        postgres.rows(f"SELECT 'begin', '{name}', '{kind}'", options="-c log_statement=all")
        server.ask(path, token, sent.body(kind))
        postgres.rows(f"SELECT 'end', '{name}', '{kind}'", options="-c log_statement=all")
    found = _logged(postgres.logs / "log.json", name)
    return {kind: _written(kind, found[kind], sent.samples[kind], folder) for kind in KINDS}


def _logged(log: pathlib.Path, name: str) -> dict[str, list[Statement]]:
    """The statements of each kind, once the last of them is in the log, which PostgreSQL writes a moment later."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        found, complete = _between_marks(log.read_text(encoding="utf-8"), name)
        if complete:
            break
        time.sleep(0.1)
    for kind in KINDS:
        if not found.get(kind):
            raise Failure(f"PostgreSQL's log shows no statement of the request {kind!r}.")
    return found


def _between_marks(log: str, name: str) -> tuple[dict[str, list[Statement]], bool]:
    found: dict[str, list[Statement]] = {}
    kind, ended = None, set()
    for line in log.splitlines(keepends=True):
        # The last line may be written at this moment.
        entry = json.loads(line) if line.endswith("}\n") else {}
        verb, _, text = entry.get("message", "").partition(": ")
        if mark := re.fullmatch(rf"SELECT '(begin|end)', '{name}', '(\w+)'", text):
            kind = mark[2] if mark[1] == "begin" else None
            ended |= {mark[2]} if kind is None else set()
        elif kind and verb.startswith("execute"):
            values = re.findall(r"\$\d+ = (?:'((?:[^']|'')*)'|NULL)", entry.get("detail", ""))
            found.setdefault(kind, []).append((text.strip(), [value.replace("''", "'") for value in values]))
    return found, ended == set(KINDS)


def _expression(value: str, sample: dict[str, str], values: list[str]) -> str:
    """What stands in any request where the sample has `value`; what is no id is bound as it is.

    pgbench can't make up an id, so the statement itself does, from a number, once: that takes about 4 % of its time, against bound ids.
    """
    if value == sample["digest"]:
        return "(SELECT digest FROM bench.digests WHERE person = :person)"
    for name in ("tenant", "person", "room"):
        if value == sample[name]:
            return f"(SELECT bench.{name}(:{name}))"
    if UUID.fullmatch(value):
        return "(SELECT bench.comment(:fresh))"
    if value not in values:
        values.append(value)
    return f":v{values.index(value)}"


def _bound(text: str, parameters: list[str]) -> str:
    return re.sub(r"\$(\d+)", lambda match: parameters[int(match[1]) - 1], text)


def _written(kind: str, statements: list[Statement], sample: dict[str, str], folder: pathlib.Path) -> Script:
    values: list[str] = []
    pipeline, explained = [], ["BEGIN;"]
    for text, parameters in statements:
        parameters = [_expression(value, sample, values) for value in parameters]
        pipeline.append(_bound(text, parameters) + ";")
        literals = ["'" + values[int(p[2:])].replace("'", "''") + "'" if p.startswith(":v") else p for p in parameters]
        explained.append(f"EXPLAIN (ANALYZE, BUFFERS) {_bound(text, literals)};")
    script = Script(
        folder / f"{kind}.sql", [f"-Dv{number}={value}" for number, value in enumerate(values)], folder / f"{kind}.explain.sql", statements)
    script.file.write_text(CHOICES[kind] + TENANT + "\\startpipeline\n" + "\n".join(pipeline) + "\n\\endpipeline\n")
    script.explaining.write_text("\n".join(explained) + "\nROLLBACK;\n")
    return script
