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
    """The readings at a moment."""

    minutes: float
    rate: float
    p99: float
    memory: dict[str, float]
    descriptors: dict[str, float]
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
        programs = {f"server {number + 1}": server for number, server in enumerate(site.servers)}
        if site.worker:
            programs["worker"] = site.worker
        postgres = site.cluster.program.pids()
        tables = {name: Table(int(heap), int(indexes), int(rows)) for name, heap, indexes, rows in await site.cluster.rows(TABLES)}
        self._samples.append(Sample(
            (time.monotonic() - self._begun) / 60, requests / seconds, p99,
            {name: memory(_pid(program), "VmRSS") for name, program in programs.items()} | {"PostgreSQL": sum(map(_share, postgres))},
            {name: float(descriptors(_pid(program))) for name, program in programs.items()} | {"PostgreSQL's processes": float(len(postgres))},
            tables))

    @property
    def _windows(self) -> tuple[list[Sample], list[Sample]]:
        """The second and the last sixth of all samples. In the first sixth, the programs warm up."""
        length = len(self._samples) // 6
        if not length:
            raise Failure("There are too few samples: run it for some minutes.")
        return self._samples[length:2 * length], self._samples[-length:]

    def _steady(self) -> list[str]:
        """The tables whose number of rows has hardly changed."""
        before, after = self._windows
        return [name for name in after[-1].tables if after[-1].tables[name].rows <= STEADY * max(before[0].tables[name].rows, 100)]

    def _grown(self) -> list[str]:
        """The tables whose number of rows has grown, because they keep a history."""
        steady = set(self._steady())
        return [name for name, table in self._samples[-1].tables.items() if name not in steady and table.rows >= MANY]

    @property
    def is_good(self) -> bool:
        """Whether every response was as expected. Whether the figures stay flat is for the reader to judge."""
        return not self.faults

    def text(self, _: float) -> str:
        """The report: each figure as the median of the second sixth of the run, and of the last sixth."""
        before, after = self._windows
        last = self._samples[-1]
        lines = [f"{last.minutes:.0f} minutes at {statistics.mean(sample.rate for sample in self._samples):.0f} requests a second; "
                 f"{len(self._samples)} samples; medians of minutes {before[0].minutes:.0f} to "
                 f"{before[-1].minutes:.0f} and of the last {after[-1].minutes - after[0].minutes:.0f}"]
        for name in last.memory:
            lines.append(_line(f"memory of {name}, MB", *(statistics.median(s.memory[name] for s in part) for part in (before, after))))
        for name in last.descriptors:
            what = name if "processes" in name else f"descriptors of {name}"
            lines.append(_line(what, *(statistics.median(s.descriptors[name] for s in part) for part in (before, after))))
        steady, grown = self._steady(), self._grown()
        for what, field in (("tables", "heap"), ("indexes", "indexes")):
            sizes = [statistics.median(_megabytes(s, steady, field) for s in part) for part in (before, after)]
            lines.append(_line(f"{what} with as many rows as before, MB", *sizes))
        for name in grown:
            sizes = [_bytes_a_row(part[-1].tables[name]) for part in (before, after)]
            rows = f"{before[-1].tables[name].rows} to {last.tables[name].rows} rows"
            lines.append(_line(f"bytes a row of {name}, of {rows}", *sizes))
        lines.append(_line("p99, ms", *(statistics.median(s.p99 for s in part) for part in (before, after))))
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
