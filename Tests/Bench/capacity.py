"""How many communities a machine serves by what a request costs: a table in Markdown. docs/performance.md says what is assumed."""

import statistics

from figures import Measured
from rooms import POLL

PROCESSORS = (2, 8, 32)
#: What an active person asks for in the busiest hour.
ASKED = {"dashboard": 3, POLL: 9, "room": 6, "comment": 2}
#: People who are active in a community's busiest hour, and how much of the processors the requests may take.
ACTIVE, SHARE = 20, 0.5
HOUR = 3600


def table(measured: Measured) -> str:
    """By the newest program's costs, of the server and PostgreSQL together on one machine."""
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
    """Two digits: more would claim what isn't known."""
    return f"{float(f'{value:.1e}'):,.0f}"
