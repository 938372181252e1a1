"""The processor time and memory of processes, as Linux counts them."""

import os
import pathlib
import resource

TICKS = os.sysconf("SC_CLK_TCK")
PROC = pathlib.Path("/proc")
COUNT = len(os.sched_getaffinity(0))
SELF = os.getpid()


def _stat(pid: int | str) -> list[int]:
    """The fields of /proc/PID/stat after the process's name: its parent, and its ticks of user and system time, its own and of ended children."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return [0, 0, 0, 0, 0]
    return [int(fields[n]) for n in (1, 11, 12, 13, 14)]


def own(pid: int) -> float:
    """The seconds of processor time of a process itself."""
    return sum(_stat(pid)[1:3]) / TICKS


def family(pid: int) -> float:
    """The seconds of processor time of a process and all its descendants, including those that have ended."""
    stats = _stats()
    return sum(sum(stats.get(member, [0])[1:]) for member in _descent(pid, stats)) / TICKS


def members(pid: int) -> set[int]:
    """A process and all its descendants."""
    return _descent(pid, _stats())


def _stats() -> dict[int, list[int]]:
    return {int(entry.name): _stat(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()}


def _descent(pid: int, stats: dict[int, list[int]]) -> set[int]:
    members, found = {pid}, {pid}
    while found:
        found = {child for child, stat in stats.items() if stat[0] in found} - members
        members |= found
    return members


def waited_for() -> float:
    """The seconds of processor time of this process's children that it has waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def machine() -> float:
    """The seconds for which all processors were busy: user, nice, system, interrupts, and the time of the host's other guests."""
    fields = next(line for line in (PROC / "stat").read_text().splitlines() if line.startswith("cpu ")).split()
    return sum(int(fields[n]) for n in (1, 2, 3, 6, 7, 8)) / TICKS


def precisely(pids: set[int]) -> float:
    """The seconds of processor time of processes themselves, to the nanosecond. It leaves out their threads that have ended."""
    return sum(_nanoseconds(task) for pid in pids for task in _tasks(pid)) / 1e9


def _tasks(pid: int) -> list[pathlib.Path]:
    try:
        return list((PROC / str(pid) / "task").iterdir())
    except (FileNotFoundError, ProcessLookupError):
        return []


def _nanoseconds(task: pathlib.Path) -> int:
    try:
        return int((task / "schedstat").read_text().split()[0])
    except (FileNotFoundError, ProcessLookupError):
        return 0
