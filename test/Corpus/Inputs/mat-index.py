"""Compares indexes for Memory Analyzer with its answers after its own parse.

usage: mat-index.py HPROF_INDEX READ_MAT CORPUS FOLDER

For each answer of Memory Analyzer (mat-answers/<folder>__<file>[.#<dump>].txt) about an
HPROF dump, hprof-index writes an index into FOLDER. The script compares the numbers of
objects, classes, class loaders and roots, the used heap, all rows of the histogram, and
the dominators that Memory Analyzer printed.
"""

import collections
import glob
import os
import re
import subprocess
import sys

hprof_index, read_mat, corpus, folder = sys.argv[1:]
FACTS = {"objects": "numberOfObjects", "classes": "numberOfClasses",
         "classloaders": "numberOfClassLoaders", "gcroots": "numberOfGCRoots",
         "usedheap": "usedHeapSize"}
CLASS = re.compile(r"class \d+ (.*?): loader .*, (\d+) instances of \d+ bytes, in total (\d+), ")
OBJECT = re.compile(r"\d+ (0x[0-9a-f]+) .* retains (\d+)$")


def read_answer(path):
    """facts, histogram as (name, objects, bytes), {address: retained}"""
    facts, dominators, rows = {}, {}, collections.Counter()
    with open(path, encoding="utf-8") as file:
        for line in file:
            word, _, rest = line.rstrip("\n").partition(" ")
            if word in FACTS:
                facts[word] = int(rest)
            elif word == "class":  # Only the first rows.
                size, count, name = rest.split(" ", 2)
                rows[name, int(count), int(size)] += 1
            elif word == "dominator":
                retained, address = re.match(r"(\d+) .*?(0x[0-9a-f]+) ", rest).groups()
                dominators[int(address, 16)] = int(retained)
    full = path[:-len("txt")] + "histo.tsv"
    if os.path.exists(full):
        rows.clear()
        with open(full, encoding="utf-8") as file:
            for line in file:
                name, count, size = line.rstrip("\n").split("\t")
                rows[name, int(count), int(size)] += 1
    return facts, rows, dominators


def read_index(dump, number):
    prefix = os.path.join(folder, os.path.basename(dump)) + "."
    done = subprocess.run([hprof_index, "-q", "--to=mat", "--force", "-o", prefix + "index",
                           "--dump=" + number, dump], check=False)
    assert done.returncode in (0, 3), dump
    said = subprocess.run([sys.executable, read_mat, prefix], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    facts, rows, retained = {}, collections.Counter(), {}
    for line in said.splitlines():
        word, _, rest = line.partition(": ")
        for fact, name in FACTS.items():
            if word == name:
                facts[fact] = int(rest)
        if found := CLASS.match(line):
            rows[found[1], int(found[2]), int(found[3])] += 1
        elif found := OBJECT.match(line):
            retained[int(found[1], 16)] = int(found[2])
    return facts, rows, retained


compared = faults = 0
for path in sorted(glob.glob(os.path.join(corpus, "mat-answers", "*.txt"))):
    name = os.path.basename(path)[:-len(".txt")]
    # Skip answers with unreachable objects, and formats that MAT reads with another
    # parser.
    if name.endswith(".keep") or name.endswith(".phd"):
        continue
    theirs = read_answer(path)
    if not theirs[0].get("objects"):  # MAT gave up.
        continue
    name, number = re.match(r"(.*?)(?:\.#(\d+))?$", name).groups()
    facts, rows, retained = read_index(os.path.join(corpus, name.replace("__", "/")), number or "1")
    compared += 1
    differences = [(fact, facts[fact], count) for fact, count in theirs[0].items()
                   if facts[fact] != count]
    differences += [(row, "is not in the index") for row in theirs[1] - rows]
    differences += [(hex(address), retained.get(address), size)
                    for address, size in theirs[2].items() if retained.get(address) != size]
    for difference in differences:
        faults += 1
        print(name, *difference)
print(compared, "answers,", faults, "differences")
sys.exit(faults != 0 or compared < 10)
