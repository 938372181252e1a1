"""Computes how many communities a machine serves, from the costs of requests: a table in Markdown. docs/performance.md states the
assumptions."""

import statistics

from figures import Measured
from rooms import POLL

PROCESSORS = (2, 8, 32)
#: The requests of an active person in the busiest hour.
ASKED = {"dashboard": 3, POLL: 9, "room": 6, "comment": 2}
#: The number of active people in a community's busiest hour, and the share of the processors that requests may take.
ACTIVE, SHARE = 20, 0.5
HOUR = 3600


def table(measured: Measured) -> str:
    """The table for the newest program's costs, with the server and PostgreSQL on one machine."""
    name = measured.names[-1]

    def cost(kind: str) -> float:
        return sum(statistics.median(measured.field("server", kind, field)[name]) for field in ("server", "postgres"))

    costs = {kind: cost(kind) for kind in ASKED}
    hourly = sum(count * costs[kind] for kind, count in ASKED.items())
    terms = " + ".join(f"{count} × {costs[kind]:.0f}" for kind, count in ASKED.items())
    lines = [
        f"An active person costs {terms} = {hourly:,.0f} µs of a processor in the busiest hour.", "",
        "| processors | µs for requests in an hour | active people | communities | requests/s |", "|---:|---:|---:|---:|---:|"]
    for processors in PROCESSORS:
        available = processors * SHARE * HOUR * 1e6
        people = available / hourly
        lines.append(
            f"| {processors} | {available:,.0f} | {_round(people)} | {_round(people / ACTIVE)} | {_round(people * sum(ASKED.values()) / HOUR)} |")
    return "\n".join(lines)


def _round(value: float) -> str:
    """Rounds to two digits, since more would claim a precision that doesn't exist."""
    return f"{float(f'{value:.1e}'):,.0f}"
