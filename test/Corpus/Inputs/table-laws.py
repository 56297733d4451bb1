"""table-laws.py TOOLS DUMP: tables through the C interface are those of the tools.

Each table and view without arguments has the rows of hprof-query, and the histogram
those of hprof-histo. The package hprof must be in PYTHONPATH, and libhprof-c.so in the
loader's path. Prints a line for each difference, and how many tables were compared.
"""

import datetime
import json
import os
import subprocess
import sys

import hprof

tools, dump = sys.argv[1:]
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def rows_of_tool(tool, *arguments):
    done = subprocess.run(
        [os.path.join(tools, tool), "-q", "--format=json", "--index=none", *arguments, dump],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode not in (0, 3):
        sys.exit("%s: %s" % (tool, done.stderr.decode()))
    return json.loads(done.stdout)["rows"]


def plain(row):
    """Values as in JSON: times in milliseconds, and no negative ids."""
    return {
        name: (value - EPOCH) // datetime.timedelta(milliseconds=1)
        if isinstance(value, datetime.datetime)
        else value
        for name, value in row.items()
    }


def with_ids(row, ids):
    """JSON has ids as texts."""
    signed = lambda text: int(text, 16) - (int(text, 16) >> 63 << 64)
    return {name: signed(v) if name in ids and isinstance(v, str) else v for name, v in row.items()}


def compare(name, table, expected):
    ids = {column.name for column in table.columns if column.type == "id"}
    found = [plain(row) for row in table]
    expected = [with_ids(row, ids) for row in expected]
    if found == expected:
        return 0
    both = [(f, e) for f, e in zip(found, expected) if f != e][:1] or (len(found), len(expected))
    print("%s: %.1000r" % (name, both))
    return 1


heap = hprof.open(dump, index=False)
tables = [t for t in heap.tables.values() if t.kind != "answer" and not any(a.required for a in t.arguments)]
faults = 0
for info in tables:
    faults += compare(info.name, heap.table(info.name), rows_of_tool("hprof-query", "-e", "SELECT * FROM " + info.name))
kept = {"package", "instances", "shallow", "retained"}
histogram = heap.table("histogram", by="package", retained=True, columns=sorted(kept))
expected = [{key: row[key] for key in sorted(kept)} for row in rows_of_tool("hprof-histo", "--by=package", "--retained")]
faults += compare("histogram", histogram, expected)
print("%d tables, %d faults" % (len(tables) + 1, faults))
