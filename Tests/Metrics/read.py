"""Checks pages of metrics with Prometheus' own parser: read.py PAGE…"""

import pathlib
import sys

from prometheus_client.parser import text_string_to_metric_families

# The most series in one family. More would mean that clients can choose a label's values.
LIMIT = 4096


def read(path: pathlib.Path) -> list[str]:
    """Returns a page's faults. A page that can't be parsed raises an error."""
    faults, seen = [], set()
    families = list(text_string_to_metric_families(path.read_text(encoding="utf-8")))
    for family in families:
        if family.type not in ("counter", "gauge", "histogram"):
            faults.append(f"{family.name} has the type {family.type}")
        if not family.documentation.endswith("."):
            faults.append(f"{family.name} has no help text")
        if len(family.samples) > LIMIT:
            faults.append(f"{family.name} has {len(family.samples)} values")
        for sample in family.samples:
            key = (sample.name, tuple(sorted(sample.labels.items())))
            if key in seen:
                faults.append(f"{key} occurs twice")
            seen.add(key)
    print(f"{path.name}: {len(families)} families, {len(seen)} values")
    if not families:
        faults.append("the page has no metrics")
    return [f"{path}: {fault}" for fault in faults]


faults = [fault for path in sys.argv[1:] for fault in read(pathlib.Path(path))]
print("\n".join(faults), file=sys.stderr)
sys.exit(1 if faults else 0)
