"""The processor time of a request by layer: a table in Markdown, in microseconds."""

import statistics

from figures import Measured
from rooms import KINDS
from shown import NAMES

HEAD = ["", *(NAMES[kind] for kind in KINDS)]


def table(measured: Measured) -> str:
    """The table, with a column for each kind of request, for the newest program."""
    name = measured.names[-1]

    def median(what: str, kind: str, field: str) -> float:
        return statistics.median(measured.field(what, kind, field)[name])

    columns = {kind: {
        "PostgreSQL, the same statements sent by pgbench": median("ceiling", kind, "postgres"),
        "PostgreSQL, under the server": median("server", kind, "postgres"),
        "of that, row security": median("server", kind, "postgres") - median("unbound", kind, "postgres"),
        "the server": median("server", kind, "server"),
        "the client (wrk)": median("server", kind, "load"),
    } for kind in KINDS}
    together = {kind: layer["PostgreSQL, under the server"] + layer["the server"] for kind, layer in columns.items()}
    rows = [[layer, *(f"{columns[kind][layer]:.0f}" for kind in KINDS)] for layer in columns[KINDS[0]]]
    rows.append(["**server and PostgreSQL**", *(f"**{together[kind]:.0f}**" for kind in KINDS)])
    lines = [HEAD, ["---", *("---:" for _ in KINDS)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
