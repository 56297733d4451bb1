"""snapshot-laws.py CONVERT HISTO DOMINATORS COMPARE CORPUS FOLDER: snapshots of heaps.

Exports heap dumps of CORPUS as heap snapshots into FOLDER. The tools and COMPARE must
agree about a snapshot, and the largest retained sizes must be those of the dump.
"""

import glob
import json
import os
import subprocess
import sys

convert, histo, dominators, compare, corpus, folder = sys.argv[1:7]
LARGEST = 8 << 20  # Bytes of a dump.
MOST = 8  # Dumps.
WEAK = "soft,weak,final,phantom"
DUMPS = ("eclipse-mat/*.phd", "eclipse-mat/*.hprof", "visualvm/*.hprof", "leakcanary/*.hprof",
         "android-art-ahat/*.hprof", "openj9-classic/*.txt", "hprof-agent/*dump*/out.hprof")


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def answer(path, *command):
    out = run(*command, "-q", "--format=json")
    with open(path, "wb") as file:
        file.write(out)
    return json.loads(out)


os.makedirs(folder, exist_ok=True)
checked = 0
for dump in sorted(sum((glob.glob(os.path.join(corpus, d)) for d in DUMPS), [])):
    if checked == MOST or os.path.getsize(dump) > LARGEST:
        continue
    snapshot, rows, tree = (os.path.join(folder, n) for n in ("heap.heapsnapshot", "histo", "tree"))
    done = subprocess.run([convert, "-q", "--force", dump, "--to=heapsnapshot", "-o", snapshot],
                          check=False, stderr=subprocess.PIPE)
    if done.returncode:
        continue  # Not a heap, or damaged.
    answer(rows, histo, "--by=class", "--top=0", snapshot)
    found = answer(tree, dominators, "--top=20", snapshot)["files"][0]
    nodes = run(sys.executable, compare, snapshot, rows, tree).decode().strip()
    own = answer(tree, dominators, "--top=20", "--ignore-references=" + WEAK, dump)["files"][0]
    sizes = [[row["retained"] for row in file["rows"] if row["retained"]] for file in (own, found)]
    if own["bytes"] != found["bytes"] or sizes[0] != sizes[1]:
        sys.exit("%s: the dump has %s %s, and the snapshot %s %s"
                 % (dump, own["bytes"], sizes[0], found["bytes"], sizes[1]))
    checked += 1
    print(os.path.relpath(dump, corpus), nodes)
if checked < 4:
    sys.exit("only %d dumps" % checked)
