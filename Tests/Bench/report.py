"""Prints what bin/bench measured: report.py FOLDER TITLE.

Each figure is the median of the rounds. A ratio is taken within each round, since what else the machine does changes from minute to minute.
"""

import collections
import pathlib
import re
import statistics
import sys

# What is shown of each kind of request: its name, and the ratio to pgbench that is to be reached and aimed for.
KINDS = {
    "room": ("room with 40 comments", 0.60, 0.80),
    "dashboard": ("dashboard of 60 active rooms", 0.80, 0.92),
    "comment": ("comment created", 0.70, 0.85),
}
Figures = collections.namedtuple("Figures", "rate p50 p99 failed server postgres load")


def results(path):
    """By kind and by what was asked, the figures of each round."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for line in path.read_text().splitlines():
        _, kind, what, *figures = line.split()
        found[kind][what].append(Figures(*map(float, figures)))
    return found


def middle(rounds, field):
    return statistics.median(getattr(figures, field) for figures in rounds)


def ratios(above, below):
    return [a.rate / b.rate if b.rate else float("inf") for a, b in zip(above, below)]


def spread(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def verdict(value, reach, aim, smaller_is_better=False):
    sign = -1 if smaller_is_better else 1
    return "aim" if sign * value >= sign * aim else "reached" if sign * value >= sign * reach else "MISSED"


def table(head, rows):
    widths = [max(len(str(row[column])) for row in [head, *rows]) for column in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(str(cell).ljust(width) if n == 0 else str(cell).rjust(width) for n, (cell, width) in enumerate(zip(row, widths))).rstrip())
    print()


def against_pgbench(found):
    rows = []
    for kind, (name, reach, aim) in KINDS.items():
        server, ceiling = found[kind]["server"], found[kind]["ceiling"]
        values = ratios(server, ceiling)
        rows.append([name, f"{middle(server, 'rate'):.0f}", f"{middle(ceiling, 'rate'):.0f}", spread(values), f"{reach:.2f}", f"{aim:.2f}",
                     verdict(statistics.median(values), reach, aim)])
    table(["", "requests/s", "pgbench tx/s", "ratio (rounds)", "reach", "aim", ""], rows)


def latencies(found):
    rows = []
    for kind, (name, _, _) in KINDS.items():
        server = found[kind]["server"]
        tail = statistics.median(figures.p99 / figures.p50 for figures in server)
        rows.append([name, f"{middle(server, 'p50'):.1f}", f"{middle(server, 'p99'):.1f}", f"{tail:.1f}", "4.0", "2.5", verdict(tail, 4, 2.5, True)])
    table(["64 clients", "p50 ms", "p99 ms", "p99/p50", "reach", "aim", ""], rows)


def processor(found):
    """The time a request takes of a processor; unlike the rates, hardly touched by what else the machine does."""
    rows = []
    for kind, (name, _, _) in KINDS.items():
        server, ceiling = found[kind]["server"], found[kind]["ceiling"]
        each = [statistics.median(getattr(f, field) for f in rounds) for rounds, field in
                [(server, "server"), (server, "postgres"), (server, "load"), (ceiling, "postgres"), (ceiling, "load")]]
        rows.append([name, *(f"{value:.0f}" for value in each), f"{sum(each[3:]) / sum(each[:3]):.2f}"])
    table(["µs of a processor", "server", "PostgreSQL", "wrk", "PostgreSQL alone", "pgbench", "ratio"], rows)


def others(found, folder):
    archive = ratios(found["none"]["server"], found["archived"]["server"])
    rows = [["dashboard with 6,000 archived rooms / with none", spread(archive), "≤ 1.3", "1.0", verdict(statistics.median(archive), 1.3, 1, True)]]
    for kind, (name, _, _) in KINDS.items():
        bound = ratios(found[kind]["server"], found[kind]["unbound"])
        rows.append([f"with row security / without: {name}", spread(bound), "≥ 0.88", "0.95", verdict(statistics.median(bound), 0.88, 0.95)])
    before, after, peak = (int(kilobytes) / 1024 for kilobytes in (folder / "memory").read_text().split())
    rows.append(["memory of the server: idle, after, at most (MB)", f"{before:.0f}, {after:.0f}, {peak:.0f}", "≤ 60", "≤ 35", verdict(peak, 60, 35, True)])
    start = statistics.median(map(int, (folder / "starts").read_text().split()))
    rows.append(["start of the server to ready (ms)", f"{start:.0f}", "≤ 300", "≤ 100", verdict(start, 300, 100, True)])
    table(["", "", "reach", "aim", ""], rows)


def buffers(folder):
    """Of each statement of the dashboard, the pages that its plan's topmost node counts."""
    shown = []
    for name, title in (("none", "none"), ("archived", "6,000")):
        counts = []
        for statement in (folder / f"{name}.explain").read_text().split("Execution Time")[:-1]:
            counts.append(sum(int(n) for n in re.findall(r"(?:hit|read)=(\d+)", re.search(r"Buffers: .*", statement + "\nBuffers: ")[0])))
        shown.append(f"{title} archived: {' + '.join(map(str, counts))} = {sum(counts)}")
    print("pages read for a dashboard of 60, by statement (entering, who asks, entering, rooms, people)\n  " + "\n  ".join(shown) + "\n")


def main(folder, title):
    folder = pathlib.Path(folder)
    found = results(folder / "results")
    print(f"\n{title}\n")
    against_pgbench(found)
    latencies(found)
    processor(found)
    others(found, folder)
    buffers(folder)
    failed = sum(figures.failed for kind in found.values() for rounds in kind.values() for figures in rounds)
    if failed:
        print(f"{failed:.0f} REQUESTS FAILED: these figures are worth nothing.\n")


main(*sys.argv[1:])
