"""Makes scripts for pgbench from the statements that a server really sends, so that both do the same work."""

import contextlib
import dataclasses
import json
import pathlib
import re
import time
from collections.abc import Iterable, Iterator

from area import Area
from database import COPY, SERVING
from postgres import Postgres
from requests_sent import RequestsSent
from server import Server

from tools.failure import Failure
from tools.waiting import wait

TENANT = "\\set tenant mod(:person - 1, 50) + 1\n"
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: The statements that begin and end a transaction of several round trips. EXPLAIN doesn't support them.
BOUNDS = ("BEGIN", "COMMIT")
#: The number for the row that a request creates, for scripts whose rows aren't kept.
FRESH = 10**15

#: A statement's text and its parameters, which may be null.
Statement = tuple[str, list[str | None]]


@dataclasses.dataclass(frozen=True)
class Script:
    """The statements of one kind of request, for pgbench as a pipeline, and for EXPLAIN."""

    file: pathlib.Path
    #: The parameters that aren't ids, as options of pgbench.
    values: list[str]
    explaining: pathlib.Path
    #: The statements as the server sent them, with their parameters.
    statements: list[Statement]

    @property
    def texts(self) -> list[str]:
        """The statements' texts, by which two servers are compared."""
        return [text for text, _ in self.statements]

    @property
    def explained(self) -> list[str]:
        """The statements to explain."""
        return [text for text in self.texts if text not in BOUNDS]


@contextlib.contextmanager
def logged(postgres: Postgres) -> Iterator[None]:
    """During the `with` block, PostgreSQL logs the statements of the server's new sessions."""
    postgres.psql("-c", f"ALTER ROLE {SERVING} SET log_statement = 'all'")
    try:
        yield
    finally:
        postgres.psql("-c", f"ALTER ROLE {SERVING} RESET log_statement")


def copy(server: Server, sent: RequestsSent, postgres: Postgres, folder: pathlib.Path, *, met: bool = True) -> dict[str, Script]:
    """Sends one request of each kind to a server whose statements are logged, and makes scripts of them.

    - met: whether the server has seen the token before, so that it authenticates optimistically. Otherwise it looks the session up first.
    """
    # A new name each time, because the log has the statements of earlier runs too.
    name = f"{server.program.name}-{'met' if met else 'new'}-{time.monotonic_ns()}"
    folder.mkdir(exist_ok=True)
    for kind in sent.area.copied:
        path, token = sent.first(kind)
        if met:
            server.ask(sent.method(kind), path, token, sent.body(kind))
            sent.undo(kind)
        postgres.rows(f"SELECT 'begin', '{name}', '{kind}'", options="-c log_statement=all")
        server.ask(sent.method(kind), path, token, sent.body(kind))
        postgres.rows(f"SELECT 'end', '{name}', '{kind}'", options="-c log_statement=all")
        sent.undo(kind)
    # The server's background work also enters a tenant, so the tenant doesn't show that a transaction is the request's.
    ids = {kind: {value for of, value in sent.samples[kind].items() if of != "tenant" and value != "-"} for kind in sent.area.copied}
    found = _logged(postgres.logs / "log.json", name, ids)
    return {kind: _written(sent.area, kind, found[kind], sent.samples[kind], folder) for kind in sent.area.copied}


def explain(script: Script, postgres: Postgres, numbers: dict[str, int], file: pathlib.Path, database: str = COPY) -> None:
    """Writes the plans of a kind's statements for these numbers into a file."""
    tenant = (numbers["person"] - 1) % 50 + 1
    values = (f"{name}={value}" for name, value in {"tenant": tenant, "fresh": FRESH, **numbers}.items())
    file.write_text(postgres.psql(
        *(part for value in values for part in ("-v", value)), "-f", script.explaining, role=SERVING, database=database))


def _logged(log: pathlib.Path, name: str, ids: dict[str, set[str]]) -> dict[str, list[Statement]]:
    """Returns the statements of each kind, once the last one is in the log. PostgreSQL writes the log with a delay."""
    found = wait("PostgreSQL's log has all statements", lambda: _between_marks(log.read_text(encoding="utf-8"), name, ids), 20, pause=0.1)
    for kind in ids:
        if not found[kind]:
            raise Failure(f"PostgreSQL's log shows no statement of the request {kind!r}.")
    return found


def _between_marks(log: str, name: str, ids: dict[str, set[str]]) -> dict[str, list[Statement]]:
    """Returns the statements of each kind; nothing if the log doesn't have all of them yet.

    The server's background work may log at any moment, also between two statements of a request. PostgreSQL names the transaction in each
    line, and only the request's transactions have an id of the request among their parameters.
    """
    transactions: dict[str, dict[str, list[Statement]]] = {kind: {} for kind in ids}
    kind, ended = None, set()
    for line in log.splitlines(keepends=True):
        # PostgreSQL may still be writing the last line.
        entry = json.loads(line) if line.endswith("}\n") else {}
        verb, _, text = entry.get("message", "").partition(": ")
        if mark := re.fullmatch(rf"SELECT '(begin|end)', '{name}', '([\w-]+)'", text):
            kind = mark[2] if mark[1] == "begin" else None
            ended |= {mark[2]} if kind is None else set()
        elif kind and verb.startswith("execute"):
            values = [_unquoted(value) for value in re.findall(r"\$\d+ = ('(?:[^']|'')*'|NULL)", entry.get("detail", ""))]
            transactions[kind].setdefault(entry["vxid"], []).append((text.strip(), values))
    return {kind: _with_ids(transactions[kind].values(), ids[kind]) for kind in ids} if ended == set(ids) else {}


def _with_ids(transactions: Iterable[list[Statement]], ids: set[str]) -> list[Statement]:
    """Returns the statements of the transactions that have one of these ids among their parameters."""
    return [
        statement for transaction in transactions if any(ids.intersection(values) for _, values in transaction) for statement in transaction]


def _unquoted(value: str) -> str | None:
    return None if value == "NULL" else value[1:-1].replace("''", "'")


class _Expressions:
    """The expressions that replace a sample's values in other requests. A value that isn't an id stays the same.

    pgbench can't compute an id, so the statement computes it from a number. That takes about 4 % of the statement's time.
    """

    def __init__(self, area: Area, kind: str, sample: dict[str, str]) -> None:
        self._ids = {_in_order(value): area.ids[name] for name, value in sample.items() if value != "-"}
        self._fresh = area.fresh if "\\set fresh " in area.choices.get(kind, "") else None
        #: The values that pgbench binds.
        self.values: list[str] = []
        #: The sample's ids that haven't occurred in a statement yet.
        self.missing = set(self._ids)

    def of(self, value: str | None) -> str:
        """Returns the expression for a value."""
        if value is None:
            return "NULL"
        if expression := self._ids.get(_in_order(value)):
            self.missing.discard(_in_order(value))
            return expression
        if self._fresh and UUID.fullmatch(value):
            return self._fresh
        if value not in self.values:
            self.values.append(value)
        return f":v{self.values.index(value)}"


def _in_order(value: str) -> str:
    """Returns an array with its elements sorted, because the server may send them in any order."""
    return "{%s}" % ",".join(sorted(value[1:-1].replace('"', "").split(","))) if re.fullmatch(r"\{.+\}", value) else value


def _bound(text: str, parameters: list[str]) -> str:
    return re.sub(r"\$(\d+)", lambda match: parameters[int(match[1]) - 1], text)


def _explaining(name: str, text: str, values: list[str]) -> list[str]:
    """Returns psql's lines that explain a statement with the generic plan that the server uses. They compute its values first.

    The statement runs once before and is rolled back, because a session's first reads of the system catalogs don't belong to a request.
    """
    asked = [f"SELECT {', '.join(f'{value} AS p{place}' for place, value in enumerate(values))} \\gset"] if values else []
    given = ", ".join(value if value == "NULL" else f":'p{place}'" for place, value in enumerate(values))
    execution = f"EXECUTE {name}{f' ({given})' if given else ''};"
    before = ["SAVEPOINT before;", "\\o /dev/null", execution, "\\o", "ROLLBACK TO before;"]
    return [f"PREPARE {name} AS {text};", *asked, *before, f"EXPLAIN (ANALYZE, BUFFERS) {execution}"]


def _written(area: Area, kind: str, statements: list[Statement], sample: dict[str, str], folder: pathlib.Path) -> Script:
    expressions = _Expressions(area, kind, sample)
    pipeline, explained = [], ["BEGIN;"]
    for number, (text, parameters) in enumerate(statements):
        found = [expressions.of(value) for value in parameters]
        pipeline.append(_bound(text, found) + ";")
        if text not in BOUNDS:
            explained += _explaining(f"statement_{number}", text, [
                "'" + expressions.values[int(each[2:])].replace("'", "''") + "'" if each.startswith(":v") else each for each in found])
    if expressions.missing:
        raise Failure(f"No statement of the request {kind!r} has {', '.join(sorted(expressions.missing))}, so pgbench can't send the same.")
    script = Script(
        folder / f"{kind}.sql", [f"-Dv{number}={value}" for number, value in enumerate(expressions.values)], folder / f"{kind}.explain.sql",
        statements)
    script.file.write_text(area.choices.get(kind, "") + TENANT + "\\startpipeline\n" + "\n".join(pipeline) + "\n\\endpipeline\n")
    script.explaining.write_text("\n".join(explained) + "\nROLLBACK;\n")
    return script
