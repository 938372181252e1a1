"""The loads: programs that send requests for some seconds, and their figures."""

import dataclasses
import pathlib
import time
import typing

import polls
import processor
from area import Area
from database import COPY, SERVING
from requests_sent import RequestsSent
from server import Server
from statements import Script
from workplace import Workplace

from tools.failure import Failure
from tools.processes import Command

#: The seconds of rest between the warm-up second and the counted ones.
SETTLING = 0.5


@dataclasses.dataclass(frozen=True)
class Figures:
    """The figures of one load: requests a second, latencies in milliseconds, and microseconds of processor time for each request."""

    rate: float
    p50: float
    p99: float
    failed: int
    server: float
    postgres: float
    load: float


@dataclasses.dataclass(frozen=True)
class Seconds:
    """The processor time in seconds of the load, the server and PostgreSQL."""

    server: float
    postgres: float
    load: float

    def for_each(self, requests: int) -> dict[str, float]:
        """The microseconds for each request."""
        return {name: 1e6 * seconds / max(requests, 1) for name, seconds in dataclasses.asdict(self).items()}


class Asked(typing.Protocol):
    """A server that gets requests: Davenport's, or another program's."""

    pid: int

    @property
    def address(self) -> str:
        """The base URL."""


class Loads:
    """Runs wrk against a server, and pgbench with the same statements against the database."""

    def __init__(self, place: Workplace, area: Area) -> None:
        self._processes = place.processes
        self._postgres = place.postgres
        self.sent = RequestsSent(area, place.postgres, place.work)
        self._output = place.work / "out"
        self._sizes = [f"-D{name}={value}" for name, value in self.sent.size.items()]
        #: The duration of each load in seconds.
        self.length = 0

    def ask(
            self, server: Asked, kind: str, requests: pathlib.Path | None = None, clients: int = 64,
            may_fail: bool = False) -> Figures:
        """Runs wrk against a server. As with pgbench, a warm-up second doesn't count, in which the server's sessions may plan their statements.

        - requests: a file of requests, instead of the kind's own.
        - may_fail: whether a failed request only counts. Otherwise it raises Failure, because the figures would be useless.
        """
        environment = self._requests(kind, requests)
        self.sent.undo(kind, cleared=True)
        self._processes.run(self._asking(server, 1, clients), environment=environment)
        # The server still works for a moment on requests that wrk has abandoned. Wait, so that this doesn't count for the next load.
        time.sleep(SETTLING)
        # Don't vacuum from here on, so that the plans of the warm-up stay valid.
        self.sent.undo(kind)
        output, seconds = self._load(self._asking(server, self.length, clients), environment, server)
        rate, p50, p99, failed, count = self._result(output)
        if failed and not may_fail:
            raise Failure(f"{failed:.0f} of {count:.0f} requests of {kind} failed, so the figures are useless.")
        return Figures(rate, p50, p99, int(failed), **seconds.for_each(int(count)))

    def _requests(self, kind: str, requests: pathlib.Path | None = None) -> dict[str, str]:
        body, file = self.sent.body(kind), requests or self.sent.file(kind)
        return {"BENCH_REQUESTS": str(file), "BENCH_METHOD": self.sent.method(kind), **({"BENCH_BODY": body} if body else {})}

    def _result(self, output: str) -> list[float]:
        for line in output.splitlines():
            if line.startswith("RESULT "):
                return [float(word) for word in line.split()[1:]]
        raise Failure(f"wrk printed no result: see {self._output}.")

    def tagged(self, server: Server) -> pathlib.Path:
        """Makes a file of conditional requests for dashboards, with the entity tags that this server has now."""
        return polls.tagged(server, self.sent, self._output.parent)

    def _asking(self, server: Asked, length: int, clients: int) -> Command:
        script = pathlib.Path(__file__).with_name("load.lua")
        return ["wrk", "-t", "1", "-c", str(clients), "-d", str(length), "--timeout", "10s", "-s", script, server.address]

    def ceiling(self, kind: str, script: Script) -> Figures:
        """Runs pgbench with the same statements. Its first second doesn't count, in which it connects and prepares them."""
        self.sent.undo(kind, cleared=True)
        command: Command = [
            self._postgres.programs / "pgbench", "-n", "-M", "prepared", "-c", "16", "-j", "2", "-T", str(self.length + 1), "-P", "1",
            *self._sizes, *script.values, "-D", f"serial={time.time_ns() // 10}", "-f", script.file]
        output, seconds = self._load(command, self._postgres.environment(SERVING, COPY))
        lines = [line.split() for line in output.splitlines()]
        rates = [float(words[3]) for words in lines if words[:1] == ["progress:"]]
        done = [int(words[-1].split("/")[0]) for words in lines if words[:5] == ["number", "of", "transactions", "actually", "processed:"]]
        if not rates or not done:
            raise Failure(f"pgbench printed no result: see {self._output}.")
        # On a very busy machine, pgbench may report only one second.
        rates = rates[1:] or rates
        return Figures(sum(rates) / len(rates), 0, 0, 0, **seconds.for_each(done[0]))

    def _load(self, command: Command, environment: dict[str, str], server: Asked | None = None) -> tuple[str, Seconds]:
        before = self._times(server)
        done = self._processes.run(command, timeout=self.length + 60, environment=environment)
        load = processor.waited_for()
        self._output.write_text(done.stdout + done.stderr)
        self._postgres.wait_until_gone("pgbench")
        after = self._times(server)
        return done.stdout + done.stderr, Seconds(after.server - before.server, after.postgres - before.postgres, load - before.load)

    def _times(self, server: Asked | None) -> Seconds:
        return Seconds(processor.family(server.pid) if server else 0, processor.family(self._postgres.pid), processor.waited_for())
