"""merge-profiles.py MERGE CONVERT FOLDER FILE...

Merges profiles of the JDK's agent: one with itself, in both orders and in steps.
Each sum of counts is compared with that of the inputs.
"""

import collections
import os
import re
import subprocess
import sys

merge, convert, folder = sys.argv[1:4]
os.makedirs(folder, exist_ok=True)
FIELDS = {
    "allocSites": ["liveBytes", "liveInstances", "allocatedBytes", "allocatedInstances"],
    "cpuSamples": ["samples"],
    "cpuTimes": ["calls", "millis"],
    "monitorTimes": ["contentions", "millis"],
    "methodCalls": ["calls", "millis"],
}


def run(*args):
    done = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    return done.returncode, done.stdout, done.stderr


def sums(yaml):
    """The counts of all rows, by record and field."""
    result = collections.Counter()
    for line in yaml.splitlines():
        match = re.match(r"- (\w+): \{(.*)\}$", line)
        if not match or match[1] not in FIELDS:
            continue
        kind, rows = match[1], match[2].partition("[")[2]
        if kind == "allocSites":
            # It states all counts so far.
            for field in FIELDS[kind]:
                result.pop((kind, field), None)
        for field in FIELDS[kind]:
            # The rows of methodCalls have a field like the list's name.
            for value in re.findall(r"\b%s: (-?\d+)" % field, rows):
                result[kind, field] += max(int(value), 0)
    return +result


def merged(*files):
    status, out, err = run(merge, "--profiles", "--to=yaml", "-q", *files)
    if status not in (0, 3):
        sys.exit("merge-profiles.py: %s: %s" % (" ".join(files), err))
    return out


def faults(file, other, expected):
    one = merged(file)
    if sums(one) != expected[file]:
        yield "sums differ: %s, and the input has %s" % (sums(one), expected[file])
    both = merged(file, other)
    if sums(both) != expected[file] + expected[other]:
        yield "sums with %s differ" % other
    if merged(other, file) != both:
        yield "the order of inputs matters"
    step = os.path.join(folder, "step.yaml")
    with open(step, "w", encoding="utf-8") as out:
        out.write(one)
    if merged(step, other) != both:
        yield "merging in steps differs"
    if merged(step) != one:
        yield "merging again changes something"


expected = {}
for file in sys.argv[4:]:
    status, yaml, err = run(convert, "-q", "--to=yaml", file)
    if status == 0 and sums(yaml):
        expected[file] = sums(yaml)
files = list(expected)
num = 0
for number, file in enumerate(files):
    for fault in faults(file, files[number - 1], expected):
        print("%s: %s" % (file, fault))
        num += 1
print("%d profiles, %d faults" % (len(files), num))
sys.exit(num != 0 or not files)
