"""Makes pgbench's scripts out of what the server really sends, so that the two never do different work.

    ceiling.py SAMPLES LOG FOLDER

SAMPLES has a line for each kind of request, "kind tenant person room digest": the ids in one request that was sent. LOG is PostgreSQL's JSON log
with the statements of each such request between the statements SELECT 'begin kind' and SELECT 'end kind'.

In FOLDER it leaves, for each kind, kind.sql: the same statements in one pipeline, with the sample's ids replaced by those of other numbers (data.sql
makes ids from numbers); kind.values: the other parameters, as pgbench's options; and kind.explain.sql, which explains the reading ones.
"""

import json
import pathlib
import re
import sys

# How a script chooses whom and what to ask for. A room's caller is its host.
HOST = r"""\set person :specials + 1 + mod(:room - 1, :people - :specials)
"""
CHOICES = {
    "room": "\\set room 5 * random(1, :ordinary_rooms / 5)\n" + HOST,
    "dashboard": "\\set person random(1, :busy)\n",
    "comment": "\\set room 5 * random(1, :ordinary_rooms / 5) - 4\n" + HOST + "\\set serial :serial + 16\n\\set fresh :serial + :client_id\n",
}
TENANT = "\\set tenant mod(:person - 1, 50) + 1\n"
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def requests(log):
    """The statements of each kind, as (text, [parameter])."""
    found, kind = {}, None
    for line in open(log, encoding="utf-8"):
        entry = json.loads(line)
        verb, _, text = entry.get("message", "").partition(": ")
        if mark := re.fullmatch(r"SELECT '(begin|end) (\w+)'", text):
            kind = mark[2] if mark[1] == "begin" else None
        elif kind and verb.startswith("execute"):
            values = re.findall(r"\$\d+ = (?:'((?:[^']|'')*)'|NULL)", entry.get("detail", ""))
            found.setdefault(kind, []).append((text.strip(), [value.replace("''", "'") for value in values]))
    return found


def expression(value, sample, values):
    """The parameter for any request that stands where the sample has `value`; what is no id is bound as it is."""
    if value == sample["digest"]:
        return "bench.digest(:person)"
    for name in ("tenant", "person", "room"):
        if value == sample[name]:
            return f"bench.{name}(:{name})"
    if UUID.fullmatch(value):
        return "bench.comment(:fresh)"
    if value not in values:
        values.append(value)
    return f":v{values.index(value)}"


def bound(text, parameters):
    return re.sub(r"\$(\d+)", lambda match: parameters[int(match[1]) - 1], text)


def write(kind, statements, sample, folder):
    values, pipeline, explained = [], [], ["BEGIN;"]
    for number, (text, parameters) in enumerate(statements):
        parameters = [expression(value, sample, values) for value in parameters]
        # In a subselect an id is computed once a statement, as if it had come from outside.
        pipeline.append(bound(text, [f"(SELECT {p})" if p.startswith("bench.") else p for p in parameters]) + ";")
        literals = ["'" + values[int(p[2:])].replace("'", "''") + "'" if p.startswith(":v") else p for p in parameters]
        explained.append(f"PREPARE s{number} AS {text};")
        explained.append(f"EXPLAIN (ANALYZE, BUFFERS) EXECUTE s{number} ({', '.join(literals)});")
    script = CHOICES[kind] + TENANT + "\\startpipeline\n" + "\n".join(pipeline) + "\n\\endpipeline\n"
    (folder / f"{kind}.sql").write_text(script)
    (folder / f"{kind}.values").write_text("".join(f"-Dv{number}={value}\n" for number, value in enumerate(values)))
    (folder / f"{kind}.explain.sql").write_text("\n".join(explained) + "\nROLLBACK;\n")


def main(samples, log, folder):
    found = requests(log)
    for line in open(samples, encoding="utf-8"):
        kind, *ids = line.split()
        if kind not in found:
            sys.exit(f"The log shows no statement of the request {kind!r}.")
        write(kind, found[kind], dict(zip(("tenant", "person", "room", "digest"), ids)), pathlib.Path(folder))


main(*sys.argv[1:])
