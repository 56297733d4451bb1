"""Compares hprof-histo with the per-class counts of Eclipse MAT.

usage: mat-counts.py HPROF_HISTO CORPUS

mat-answers/<folder>__<file>.keep.histo.tsv has a line for each class: name,
objects, bytes, of all objects, reachable or not. MAT counts classes as
instances of java.lang.Class, as we do, and makes up one object, a
java.lang.ClassLoader at address 0 which stands for the bootstrap loader.
"""

import collections
import csv
import glob
import os
import subprocess
import sys

histo, corpus = sys.argv[1:]
suffix = ".keep.histo.tsv"
failures = 0
paths = sorted(glob.glob(os.path.join(corpus, "mat-answers", "*" + suffix)))
for path in paths:
    dump = os.path.basename(path)[: -len(suffix)].replace("__", "/")
    theirs = collections.Counter()
    for line in open(path, encoding="utf-8"):
        name, objects, _ = line.rstrip("\n").split("\t")
        theirs[name] += int(objects)
    theirs["java.lang.ClassLoader"] -= 1
    output = subprocess.run(
        [histo, "--format=csv", "--top=0", os.path.join(corpus, dump)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    ours = collections.Counter()
    for row in csv.DictReader(output.splitlines()):
        ours[row["class"]] += int(row["instances"])
    for name in sorted(set(ours) | set(theirs)):
        if ours[name] != theirs[name]:
            failures += 1
            print(dump, name, "ours", ours[name], "MAT's", theirs[name])
print(len(paths), "dumps,", failures, "differences")
sys.exit(failures != 0 or not paths)
