"""Measures 1,000 connections at once: the cost of more clients than usual."""

import dataclasses
import resource

import processor
from failure import Failure, say
from loads import Figures, Loads
from workplace import Workplace

CONNECTIONS = 1000
#: The clients need some seconds to connect, however short the other loads are.
LEAST_SECONDS = 5


@dataclasses.dataclass(frozen=True)
class Crowded:
    """The figures of one load by the crowd."""

    figures: Figures
    #: The server's memory in MB while all were connected.
    memory: float


class Crowd:
    """Lets a crowd request rooms from each program. Each time the server is a fresh one, so that its memory shows only this load."""

    def __init__(self, place: Workplace, loads: Loads) -> None:
        self._place = place
        self._loads = loads

    def measure(self) -> dict[str, list[Crowded]]:
        """Runs the rounds, with each program in turn."""
        allow_files(CONNECTIONS)
        settings = self._place.settings
        self._loads.length = max(LEAST_SECONDS, settings.seconds)
        say(f"Measuring: {CONNECTIONS:,} connections, {settings.rounds} rounds of {self._loads.length} s.")
        results: dict[str, list[Crowded]] = {program.name: [] for program in self._place.programs}
        for _ in range(settings.rounds):
            for program in self._place.programs:
                server = self._place.serve(program)
                figures = self._loads.ask(server, "room", clients=CONNECTIONS)
                results[program.name].append(Crowded(figures, processor.memory(server.pid, "VmHWM")))
                server.stop()
        return results


def allow_files(connections: int) -> None:
    """Raises the limit of open files for started processes to the system's maximum. Fails if that is too low for the connections at either
    end."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = connections + 200
    if most != resource.RLIM_INFINITY and most < files:
        raise Failure(f"{connections:,} connections need {files} open files, and this system allows {most}: see ulimit -Hn.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
