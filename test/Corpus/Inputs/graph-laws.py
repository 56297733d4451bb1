"""graph-laws.py CONVERT COMPARE CORPUS FOLDER FORMAT [OPTION...]

Converts every HPROF binary of the corpus to FORMAT and back, and checks that the graph
of objects has not changed. OPTIONs are those of graph-compare. Android's own kinds of
roots become unknown roots on the way. A dump whose ids FORMAT cannot hold gets new ones
first.
"""

import gzip
import os
import re
import subprocess
import sys

convert, compare, corpus, folder, to = sys.argv[1:6]
options = sys.argv[6:]
os.makedirs(folder, exist_ok=True)
there, back = os.path.join(folder, "there." + to), os.path.join(folder, "back.hprof")
renumbered = os.path.join(folder, "renumbered.hprof")
count = faults = 0


def is_dump(path):
    """The beginning of an HPROF binary; otherwise nothing."""
    with open(path, "rb") as file:
        head = file.read(64)
    if head[:2] == b"\x1f\x8b":
        try:
            with gzip.open(path) as file:
                head = file.read(64)
        except (EOFError, OSError):
            return None
    return re.match(rb"JAVA PROFILE 1\.0(\.[123])?\0", head) and head


def run(*args):
    done = subprocess.run(args, timeout=300, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)
    # Some are damaged, which is reported.
    if done.returncode not in (0, 3):
        raise RuntimeError("exit status %d: %s" % (done.returncode, done.stderr.strip()))
    return done.stdout


for parent, _, names in sorted(os.walk(corpus)):
    for name in sorted(names):
        path = os.path.join(parent, name)
        # IBM's formats hold one dump; these files have two.
        if to in ("phd", "ibm-classic") and "hprofagent" in name:
            continue
        if not is_dump(path):
            continue
        try:
            start = path
            try:
                run(convert, "--force", "-q", path, "--to=" + to, "-o", there)
            except RuntimeError as fault:
                # Ids of agents and of Android are not addresses: PHD cannot
                # hold them.
                if to != "phd" or "renumbering the objects may help" not in str(fault):
                    raise
                start = renumbered
                run(convert, "--force", "-q", path, "--renumber", "--to=hprof-1.0.2", "-o", start)
                run(convert, "--force", "-q", start, "--to=" + to, "-o", there)
            run(convert, "--force", "-q", there, "--to=hprof", "-o", back)
            # Profiles without a heap do not matter here.
            more = ["--ignore=roots"] if b"1.0.3" in is_dump(path) else []
            count += " 0 objects" not in run(compare, start, back, *options, *more)
        except (RuntimeError, subprocess.TimeoutExpired) as fault:
            faults += 1
            print("%s: %s" % (path, fault))
print("%d dumps, %d faults" % (count, faults))
sys.exit(faults != 0 or count < 15)
