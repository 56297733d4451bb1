#!/usr/bin/env python3
"""Checks that a chain of passes reads its input no more often than its passes require:
usage: reads.py HPROF-OPT DUMP FOLDER

Each pass is run alone, then with each other pass, then in chains of three. The files
that passes need are in FOLDER.
"""

import itertools
import pathlib
import re
import subprocess
import sys

tool, dump, folder = sys.argv[1:]
# A call of each pass that has an effect on the dump.
CALLS = {
    "check-redacted": "check-redacted(policy=all.yaml)",
    "filter": "filter(drop=app.Entry)",
    "id-size": "id-size(4)",
    "identity": "identity",
    "redact": "redact(policy=policy.yaml)",
    "relocate": "relocate(objects=0x1000)",
    "rename": "rename(mapping=map.txt)",
    "renumber": "renumber",
    "repair": "repair",
    "scan-secrets": "scan-secrets",
    "segment": "segment(max=64k)",
    "sort": "sort",
    "strip-arrays": "strip-arrays",
    "take-dump": "take-dump(1)",
    "verify": "verify",
}
TRIPLES = [
    ("filter", "filter", "filter"),
    ("filter", "redact", "scan-secrets"),
    ("repair", "filter", "redact"),
    ("repair", "redact", "sort"),
    ("take-dump", "repair", "filter"),
    ("rename", "filter", "redact"),
    ("scan-secrets", "redact", "renumber"),
    ("sort", "strip-arrays", "scan-secrets"),
    ("filter", "id-size", "sort"),
    ("scan-secrets", "take-dump", "scan-secrets"),
]
# The total of passes with known numbers of walks.
MOST = {
    ("filter", "redact", "scan-secrets"): 12,
    ("filter", "filter", "filter"): 7,
}
failures = 0


def fail(what):
    global failures
    failures += 1
    print("FAIL:", what)


def reads(passes):
    """Number of times the passes read the dump; None if they cannot be combined."""
    command = [tool, "-v", "--passes=" + ",".join(CALLS[p] for p in passes)]
    command += ["--force", "-o", "out.hprof", dump]
    result = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    if result.returncode:
        if not re.search("exchange the two|nothing can follow", result.stderr):
            fail(f"{passes}: {result.stderr}")
        return None
    found = re.search(r"was read (\d+) times?\n", result.stderr)
    if not found:
        fail(f"{passes} do not say how often they read: {result.stderr}")
        return None
    return int(found[1])


def check(passes, alone):
    count = reads(passes)
    if count is None:
        return 0
    # The last read is shared by all.
    most = min(1 + sum(alone[p] - 1 for p in passes), MOST.get(passes, 99))
    if count > most:
        fail(f"{passes} read {count} times, expected at most {most}")
    return 1


listed = subprocess.run(
    [tool, "--list-passes"], capture_output=True, text=True, check=True
).stdout
names = re.findall(r"^(\S+)$", listed, re.M)
if sorted(names) != sorted(CALLS):
    sys.exit(f"--list-passes has {sorted(names)}, expected {sorted(CALLS)}")
single = {name: reads((name,)) for name in names}
if None in single.values():
    sys.exit(f"alone: {single}")
pairs = sum(check(p, single) for p in itertools.product(names, names))
triples = sum(check(p, single) for p in TRIPLES)
print(f"{pairs} pairs and {triples} chains of three, {failures} failures")
sys.exit(1 if failures else 0)
