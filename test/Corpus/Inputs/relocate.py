"""relocate.py CONVERT COMPARE HISTO DUMP CORPUS FOLDER: moves the ids of all dumps.

For each dump of the corpus, in any format: moving all ids and serials and moving them
back restores the dump; HPROF binary is byte for byte the same. For HPROF binary,
records that come in runs and records that come one by one (from YAML) give the same
result; the graph of objects, the histogram and the findings of --verify do not change.
"""

import os
import re
import subprocess
import sys

convert, compare, histo, dump, corpus, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
FORMATS = (b"HPROF binary", b"HPROF text", b"IBM classic heapdump", b"IBM PHD")
# The shift is such that the lowest 4-byte id fits. Objects keep their alignment, since
# layouts are derived from it.
BY = {"objects": 0x1000, "strings": 77, "frames": 5, "class-serials": 9,
      "trace-serials": 1000, "thread-serials": 1}
# Ids that other formats state; their readers number the others.
TOLD = {b"HPROF text": ["objects", "trace-serials", "thread-serials"],
        b"IBM PHD": ["objects"], b"IBM classic heapdump": ["objects"]}
count = graphs = faults = 0


def at(name):
    return os.path.join(folder, name)


def run(*args):
    done = subprocess.run(args, timeout=300, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    # Some are damaged, which is reported.
    if done.returncode not in (0, 3, 4):
        raise RuntimeError("exit status %d: %s" % (done.returncode, done.stderr.decode()[:300]))
    return done.stdout


def move(sign, what, *args):
    moves = ["--relocate=%s:%d" % (kind, sign * BY[kind]) for kind in TOLD.get(what, BY)]
    run(convert, "--force", "-q", *moves, *args)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def same(first, second, what):
    if read(first) != read(second):
        raise RuntimeError(what)


def findings(path):
    """The number of findings of each kind, without ids and totals."""
    lines = run(dump, "--verify", path).decode().splitlines()
    return sorted(re.sub(r"0x[0-9a-f]+|\d+", "N", line) for line in lines if path not in line)


def rows(path):
    """The options for heap dumps; profiles have no objects."""
    done = subprocess.run([histo, "--format=csv", "--top=0", path], timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.stdout


def check(path, kind):
    global graphs
    to = "--to=" + {b"HPROF text": "hprof-text", b"IBM PHD": "phd",
                    b"IBM classic heapdump": "ibm-classic"}.get(kind, "hprof")
    if kind == b"HPROF binary" and b"JAVA PROFILE 1.0.3" in read(path)[:64]:
        to = "--to=hprof-android"
    plain, there, back = at("plain"), at("there"), at("back")
    run(convert, "--force", "-q", path, to, "-o", plain)
    move(1, kind, path, to, "-o", there)
    move(-1, kind, there, to, "-o", back)
    same(plain, back, "not the same when it has moved back")
    if kind != b"HPROF binary":
        return
    run(convert, "--force", "-q", path, "--to=yaml", "-o", at("it.yaml"))
    move(1, kind, at("it.yaml"), to, "-o", back)
    same(there, back, "record by record it moves otherwise")
    moved = run(compare, "--moved-by=%d" % BY["objects"], path, there)
    graphs += b" 0 objects" not in moved
    if findings(plain) != findings(there):
        raise RuntimeError("--verify finds something else")
    if rows(plain) != rows(there):
        raise RuntimeError("the histogram differs")


for parent, _, names in sorted(os.walk(corpus)):
    for name in sorted(names):
        path = os.path.join(parent, name)
        done = subprocess.run([convert, "--explain", path, "--to=yaml", "--force", "-o", at("x.yaml")],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        found = re.match(rb"From (.*) to YAML", done.stdout)
        if not found or found.group(1) not in FORMATS:
            continue
        count += 1
        try:
            check(path, found.group(1))
        except (RuntimeError, subprocess.TimeoutExpired) as fault:
            faults += 1
            print("%s: %s" % (path, fault))
print("%d dumps, %d graphs, %d faults" % (count, graphs, faults))
sys.exit(faults != 0 or count < 100 or graphs < 15)
