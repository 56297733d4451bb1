#!/usr/bin/env python3
"""corpus-counts.py CORPUS HPROF-DUMP

Compares the summaries of all HPROF files of the corpus with the figures of Eclipse
Memory Analyzer, a table in EXPECTED.md of the corpus. That tool counts classes as
objects and synthesizes one more, the system class loader; of equal roots on a stack, or
held by JNI, it may drop some.
"""

import json
import os
import re
import subprocess
import sys

ROOTS = {
    "Unknown": "ROOT UNKNOWN",
    "System Class": "ROOT STICKY CLASS",
    "JNI Local": "ROOT JNI LOCAL",
    "JNI Global": "ROOT JNI GLOBAL",
    "Busy Monitor": "ROOT MONITOR USED",
    "Java Local": "ROOT JAVA FRAME",
    "Thread": "ROOT THREAD OBJECT",
}
MERGED = ("JNI Global", "Java Local")


def expected_rows(corpus):
    """{path: (id size, objects, {root: count})} from the table of peer figures."""
    rows = {}
    with open(os.path.join(corpus, "EXPECTED.md"), encoding="utf-8") as file:
        for line in file:
            cells = [cell.strip() for cell in line.split("|")[1:-1]]
            if len(cells) == 12 and cells[9].isdigit():
                roots = dict(re.findall(r"([A-Z][A-Za-z ]*?) (\d+)", cells[11]))
                rows[cells[0]] = (int(cells[1]), int(cells[9]), roots)
    return rows


def is_hprof(path):
    """Whether the file at PATH is HPROF binary, maybe in gzip."""
    with open(path, "rb") as file:
        head = file.read(19)
    return head[:2] == b"\x1f\x8b" or (head.startswith(b"JAVA PROFILE 1.0.") and head[18] == 0)


def faults_of(summary, row):
    """The differences between SUMMARY and ROW, as text."""
    counts = {record["record"]: record["count"] for record in summary["records"]}
    id_size, objects, roots = row
    if summary["id_size"] != id_size:
        yield "id size %d, not %d" % (summary["id_size"], id_size)
    if summary["objects"] + counts["CLASS DUMP"] + 1 != objects:
        yield "%d objects and %d classes, not %d in all" % (
            summary["objects"],
            counts["CLASS DUMP"],
            objects - 1,
        )
    for name, count in roots.items():
        found = counts.get(ROOTS[name], 0)
        if found < int(count) or (found > int(count) and name not in MERGED):
            yield "%d %s, not %s" % (found, ROOTS[name], count)


def main():
    corpus, tool = sys.argv[1:]
    rows = expected_rows(corpus)
    files = compared = faults = 0
    for folder, _, names in sorted(os.walk(corpus)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not is_hprof(path):
                continue
            files += 1
            result = subprocess.run([tool, "--format=json", "-q", path], stdout=subprocess.PIPE)
            status = 3 if "damaged" in name else 0
            found = []
            if result.returncode != status:
                found.append("exit status %d, not %d" % (result.returncode, status))
            row = rows.get(os.path.relpath(path, corpus))
            if row and not found:
                compared += 1
                found += faults_of(json.loads(result.stdout)["files"][0]["summary"], row)
            for fault in found:
                print("%s: %s" % (path, fault))
            faults += len(found)
    print("%d files, %d compared, %d faults" % (files, compared, faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
