"""Compares tables of hprof-dominators: names, counts and shallow sizes are equal, and
retained sizes differ by no more than a tenth.

usage: retained.py BEFORE AFTER
"""

import csv
import sys

tables = []
for path in sys.argv[1:3]:
    with open(path, encoding="utf-8") as file:
        tables.append({row[0]: [int(n) for n in row[1:4]] for row in csv.reader(file)})
before, after = tables
for name in sorted(before.keys() | after.keys()):
    was, now = before.get(name), after.get(name)
    if not was or not now or was[:2] != now[:2] or abs(was[2] - now[2]) > was[2] / 10:
        sys.exit("%s: %s before, %s after" % (name, was, now))
sys.exit(not before)
