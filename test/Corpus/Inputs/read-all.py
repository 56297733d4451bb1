"""Reads every HPROF binary file of the corpus, and checks it against INDEX.md.

usage: read-all.py HPROF_DUMP CORPUS

Undamaged files are read whole: exit status 0, the heap dump records that INDEX.md
counts, and nothing that --verify calls a fault. Where EXPECTED.md has Eclipse MAT's
number of objects, ours is one less: MAT synthesizes a class loader. Files whose row
says MALFORMED give exit status 3, --verify 4, and the offset of the damage.
"""

import glob
import json
import os
import re
import subprocess
import sys

tool, corpus = sys.argv[1:]
problems = []
read = 0


def run(path, *options):
    result = subprocess.run(
        [tool, "--format=json", *options, path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    return result.returncode, json.loads(result.stdout), result.stderr


def check(path, what, ours, wanted):
    if ours != wanted:
        problems.append("%s: %s is %s, expected %s" % (path, what, ours, wanted))


def rows(text, columns):
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == columns and not cells[0].startswith("-"):
            yield cells


# The agent's outputs have no rows in the index: all of them are complete.
files = {}
for path in glob.glob(os.path.join(corpus, "hprof-agent/*/*")):
    if re.match(rb"JAVA PROFILE 1\.0\.[12]\0", open(path, "rb").read(19)):
        files[path] = ""
for row in rows(open(os.path.join(corpus, "INDEX.md")).read(), 9):
    if row[2].startswith("HPROF binary"):
        files[os.path.join(corpus, row[0])] = row[5]

expected = {}
for row in rows(open(os.path.join(corpus, "EXPECTED.md")).read(), 12):
    if row[9].isdigit():
        expected[os.path.join(corpus, row[0])] = int(row[9])

for path, notes in sorted(files.items()):
    read += 1
    damage = re.search(r"MALFORMED: record \S+ at (0x[0-9a-f]+)", notes)
    status, output, errors = run(path)
    check(path, "exit status", status, 3 if damage else 0)
    # Each heap dump has a summary; all count the records outside heap dumps.
    summaries = [f["summary"] for f in output["files"]]
    tables = [{r["record"]: r["count"] for r in s["records"]} for s in summaries]
    counts = dict(tables[0])
    for kind in "HEAP DUMP", "HEAP DUMP SEGMENT", "CLASS DUMP":
        counts[kind] = sum(t.get(kind, 0) for t in tables)
    for count, tag in re.findall(r"(\d+) (0x[012]c)", "" if damage else notes):
        kind = {"0x0c": "HEAP DUMP", "0x1c": "HEAP DUMP SEGMENT", "0x2c": "HEAP DUMP END"}[tag]
        check(path, kind + " records", counts.get(kind, 0), int(count))
    if path in expected:
        objects = sum(s["objects"] for s in summaries) + counts["CLASS DUMP"]
        check(path, "objects and classes", objects, expected[path] - 1)
    status, output, _ = run(path, "--verify", "--top=1")
    check(path, "exit status of --verify", status, 4 if damage else 0)
    if damage:
        # The start of the damage, which may be the preceding record header.
        offsets = [int(o, 16) for o in re.findall(r"offset (0x[0-9a-f]+)", errors)]
        near = [o for o in offsets if 0 <= int(damage.group(1), 16) - o <= 9]
        check(path, "damage told", len(near), 1)
    else:
        faults = [f for f in output["files"][0]["findings"] if f["severity"] == "fault"]
        check(path, "faults", faults, [])
        objects = output["files"][0]["objects"]
        check(path, "objects verified", objects, expected.get(path, objects + 1) - 1)

for problem in problems:
    print(problem)
print(read, "files,", len(problems), "problems")
sys.exit(bool(problems) or not read)
