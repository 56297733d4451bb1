#!/usr/bin/env python3
"""Compares hprof-histo's CSV with a histogram of jmap or of Memory Analyzer.

compare-rows.py CSV REFERENCE [CLASS...]: prints how many rows of REFERENCE are
the same, and those that differ, except CLASSes and the VM's own (<...>).
"""

import csv
import re
import sys

PRIMITIVES = dict(
    zip("ZBCSIJFD", "boolean byte char short int long float double".split())
)


def java_name(name):
    """[I -> int[], [Ljava.lang.String; -> java.lang.String[]"""
    dimensions = len(name) - len(name.lstrip("["))
    name = name[dimensions:]
    if dimensions:
        name = name[1:-1] if name.startswith("L") else PRIMITIVES[name]
    return name.replace("/", ".") + "[]" * dimensions


def reference_rows(path):
    """Yields class, instances, bytes."""
    for line in open(path):
        mat = line.rstrip("\n").split("\t")
        jmap = re.fullmatch(r"(?: *\d+:)? +(\d+) +(\d+) +(\S+)\s*", line)
        if len(mat) == 3:
            yield mat[0].replace("/", "."), int(mat[1]), int(mat[2])
        elif jmap and not jmap[3].startswith("<"):
            yield java_name(jmap[3]), int(jmap[1]), int(jmap[2])


def main(ours, reference, *exceptions):
    rows = {}
    for row in csv.DictReader(open(ours)):
        name = row["class"].replace("/", ".")
        old = rows.get(name, (0, 0))
        rows[name] = (
            old[0] + int(row["instances"]),
            old[1] + int(row["shallow"]),
        )
    same = differ = 0
    for name, instances, size in reference_rows(reference):
        if name in exceptions:
            continue
        if rows.get(name, (0, 0)) == (instances, size):
            same += 1
            continue
        differ += 1
        print("%s: %d, %d bytes; ours %s" % (name, instances, size, rows.get(name)))
    print("%d rows the same, %d differ" % (same, differ))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
