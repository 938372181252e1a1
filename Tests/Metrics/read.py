"""Parses pages of metrics with Prometheus' own parser: read.py PAGE… Fails if one can't be parsed, or has too many values."""

import pathlib
import sys

from prometheus_client.parser import text_string_to_metric_families

# The most values of one family. More would mean that clients choose a label's values.
LIMIT = 4096


def read(path: pathlib.Path) -> list[str]:
    """Returns the faults of a page."""
    faults, seen = [], set()
    families = list(text_string_to_metric_families(path.read_text(encoding="utf-8")))
    for family in families:
        if family.type not in ("counter", "gauge", "histogram"):
            faults.append(f"{family.name} has the type {family.type}")
        if not family.documentation.endswith("."):
            faults.append(f"{family.name} says nothing of itself")
        if len(family.samples) > LIMIT:
            faults.append(f"{family.name} has {len(family.samples)} values")
        for sample in family.samples:
            key = (sample.name, tuple(sorted(sample.labels.items())))
            if key in seen:
                faults.append(f"{key} stands there twice")
            seen.add(key)
    print(f"{path.name}: {len(families)} families, {len(seen)} values")
    if not families:
        faults.append("no metrics are served")
    return [f"{path}: {fault}" for fault in faults]


faults = [fault for path in sys.argv[1:] for fault in read(pathlib.Path(path))]
print("\n".join(faults), file=sys.stderr)
sys.exit(1 if faults else 0)
