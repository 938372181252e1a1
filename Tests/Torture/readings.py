"""Samples the resources that the programs and the database use, and reports whether they grow."""

import dataclasses
import pathlib
import statistics
import time
from collections import Counter

from place import Site
from programs import Program

from tools.failure import Failure
from tools.system import descriptors, memory

TABLES = """
    SELECT s.relname, pg_table_size(s.relid), pg_indexes_size(s.relid), s.n_live_tup
    FROM pg_stat_user_tables AS s ORDER BY s.relname"""
#: A table counts as steady if its number of rows has grown by at most this factor.
STEADY = 1.25
#: A growing table's bytes per row are only shown from this number of rows on.
MANY = 2000


@dataclasses.dataclass(frozen=True)
class Table:
    """A table's bytes and rows."""

    heap: int
    indexes: int
    rows: int


@dataclasses.dataclass(frozen=True)
class Sample:
    """The readings at a moment: the figures by their titles in the report, and the tables."""

    minutes: float
    rate: float
    figures: dict[str, float]
    tables: dict[str, Table]


class Readings:
    """All samples of a site."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._begun = time.monotonic()
        self._samples: list[Sample] = []
        self.faults: Counter[str] = Counter()

    async def take(self, requests: int, p99: float, seconds: float) -> None:
        """Takes a sample, with the figures of the requests since the last one."""
        site = self._site
        programs = {f"server {number + 1}": server for number, server in enumerate(site.servers)} | ({"worker": site.worker} if site.worker else {})
        pids = {name: _pid(program) for name, program in programs.items()}
        postgres = site.cluster.program.pids()
        tables = {name: Table(int(heap), int(indexes), int(rows)) for name, heap, indexes, rows in await site.cluster.rows(TABLES)}
        figures = {
            **{f"memory of {name}, MB": memory(pid, "VmRSS") for name, pid in pids.items()}, "memory of PostgreSQL, MB": sum(map(_share, postgres)),
            **{f"descriptors of {name}": descriptors(pid) for name, pid in pids.items()}, "PostgreSQL's processes": len(postgres), "p99, ms": p99}
        self._samples.append(Sample((time.monotonic() - self._begun) / 60, requests / seconds, figures, tables))

    @property
    def _windows(self) -> tuple[list[Sample], list[Sample]]:
        """The second and the last sixth of all samples. In the first sixth, the programs warm up."""
        length = len(self._samples) // 6
        if not length:
            raise Failure("There are too few samples: run it for some minutes.")
        return self._samples[length:2 * length], self._samples[-length:]

    @property
    def is_good(self) -> bool:
        """Whether every response was as expected. Whether the figures stay flat is for the reader to judge."""
        return not self.faults

    def text(self, _: float) -> str:
        """The report: each figure as the median of the second sixth of the run, and of the last sixth."""
        before, after = self._windows
        first, last = before[0].tables, self._samples[-1].tables
        # Tables whose number of rows has hardly changed, and those that keep a history.
        steady = [name for name in last if last[name].rows <= STEADY * max(first[name].rows, 100)]
        grown = [name for name in last if name not in steady and last[name].rows >= MANY]
        lines = [f"{self._samples[-1].minutes:.0f} minutes at {statistics.mean(sample.rate for sample in self._samples):.0f} requests a second; "
                 f"{len(self._samples)} samples; medians of minutes {before[0].minutes:.0f} to "
                 f"{before[-1].minutes:.0f} and of the last {after[-1].minutes - after[0].minutes:.0f}"]
        lines += [_line(name, *(statistics.median(sample.figures[name] for sample in part) for part in (before, after))) for name in before[0].figures]
        for what, field in (("tables", "heap"), ("indexes", "indexes")):
            sizes = [statistics.median(_megabytes(sample, steady, field) for sample in part) for part in (before, after)]
            lines.append(_line(f"{what} with as many rows as before, MB", *sizes))
        for name in grown:
            sizes = [_bytes_a_row(part[-1].tables[name]) for part in (before, after)]
            lines.append(_line(f"bytes a row of {name}, of {before[-1].tables[name].rows} to {last[name].rows} rows", *sizes))
        lines.append(f"requests that were refused or unanswered: {sum(self.faults.values())}")
        return "\n".join(lines + [f"  {count} × {fault}" for fault, count in self.faults.most_common(10)])


def _line(what: str, before: float, after: float) -> str:
    return f"{what}: {before:.1f}, {after:.1f} ({after - before:+.1f})"


def _megabytes(sample: Sample, names: list[str], field: str) -> float:
    return sum(getattr(sample.tables[name], field) for name in names if name in sample.tables) / 2**20


def _bytes_a_row(table: Table) -> float:
    return (table.heap + table.indexes) / max(table.rows, 1)


def _pid(program: Program) -> int:
    if not program.process or program.process.returncode is not None:
        raise Failure("A program ended by itself.")
    return program.process.pid


def _share(pid: int) -> float:
    """A process's memory in MB, with its proportional share of the pages that it shares with other processes."""
    try:
        for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0
