"""1,000 connections at once: what more clients than anybody waits for cost."""

import dataclasses
import resource

import processor
from failure import Failure, say
from loads import Figures, Loads
from workplace import Workplace

CONNECTIONS = 1000
#: They need some seconds to connect, however short the other loads are.
LEAST_SECONDS = 5


@dataclasses.dataclass(frozen=True)
class Crowded:
    """What was seen of one load by so many."""

    figures: Figures
    #: Of the server, in MB, while they were all connected.
    memory: float


class Crowd:
    """Lets a crowd ask each program for rooms. Its server is a fresh one, so that its memory is of this alone."""

    def __init__(self, place: Workplace, loads: Loads) -> None:
        self._place = place
        self._loads = loads

    def measure(self) -> dict[str, list[Crowded]]:
        """So many rounds of each program in turn."""
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
    """Lets what is started from here open as many files as the system allows, which must do for so many connections, at either end."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = connections + 200
    if most != resource.RLIM_INFINITY and most < files:
        raise Failure(f"{connections:,} connections need {files} open files, and this system allows {most}: see ulimit -Hn.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
