"""Checks that a heap's dominators do not depend on its format.

usage: graph-formats.py HPROF_CONVERT GRAPH_ANSWERS CORPUS FOLDER

HPROF text has everything that the graph needs: objects, roots, and the number of
objects that each of the top dominators retains do not change. IBM's formats have no
roots, which are guessed when they are read: PHD and the classic text agree there.
"""

import glob
import os
import subprocess
import sys

convert, answers, corpus, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
count = faults = 0


def run(*args):
    done = subprocess.run(args, timeout=300, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)
    if done.returncode not in (0, 3):
        raise RuntimeError("exit status %d: %s" % (done.returncode, done.stderr.strip()))
    return done.stdout


def answer(path):
    """Numbers of objects, roots etc., then the objects retained by each dominator."""
    lines = []
    for line in run(answers, "-q", path).splitlines():
        word, _, rest = line.partition(" ")
        if word == "dominator":
            lines.append(rest.split(" ", 2)[2])
        elif word not in ("usedheap", "class", "lost-roots", "null-roots"):
            lines.append(line)
    return sorted(lines)


for path in sorted(glob.glob(os.path.join(corpus, "*", "*"))):
    if os.path.isdir(path):
        continue
    with open(path, "rb") as file:
        if file.read(12) != b"JAVA PROFILE" or "damaged" in path:
            continue
    try:
        found = {"hprof": answer(path)}
    except RuntimeError as fault:
        # CPU profiles are HPROF, too.
        if "it contains no heap dump" not in str(fault):
            raise
        continue
    for to in ("hprof-text", "phd", "ibm-classic"):
        there = os.path.join(folder, "there." + to)
        try:
            run(convert, "--force", "-q", path, "--to=" + to, "-o", there)
            found[to] = answer(there)
        except RuntimeError as fault:
            # Ids of agents and Android are not addresses; files with two dumps.
            if to == "hprof-text" or "is not a multiple of 4" not in str(fault):
                faults += "hprofagent" not in path
                print(path, to, fault)
    for one, other in (("hprof", "hprof-text"), ("phd", "ibm-classic")):
        if one in found and other in found:
            count += 1
            if found[one] != found[other]:
                faults += 1
                print(path, one, other, sorted(set(found[one]) ^ set(found[other]))[:10])
print(count, "pairs,", faults, "differences")
sys.exit(faults != 0 or count < 15)
