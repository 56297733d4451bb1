"""Compares the object graphs of real dumps with Eclipse MAT's answers.

usage: mat-answers.py GRAPH_ANSWERS CORPUS EXPECTED_DIFFERENCES

mat-answers/<folder>__<file>[.#<dump>][.keep].txt is MAT's output, by default (reachable
objects) and with keep_unreachable_objects. With --layout=mat, the script compares the
objects, the roots, the used heap, every row of the histogram and every dominator that
MAT printed (the first 20, or 2000).

MAT makes up objects that the dump does not have, taken out by these rules:
- a java.lang.ClassLoader at address 0 for the bootstrap loader, of the size of
  its class;
- java.lang.Class objects for array classes and other classes that a dump lacks;
- a java.lang.Object, a root, for each thread of an IBM VM's javacore that does
  not name the threads' objects;
- a root that the dump states to be null is that loader.

EXPECTED_DIFFERENCES has a line for each difference that remains: answer, what,
why, separated by tabs; nothing else may differ, and all of them must.
"""

import collections
import glob
import os
import re
import subprocess
import sys

answers, corpus, expected_path = sys.argv[1:]


class Answer:
    """One side's answers about a dump."""

    def __init__(self, text):
        self.facts = collections.Counter()
        self.rows = collections.defaultdict(lambda: [0, 0])  # bytes, objects
        self.dominators = []  # (retained, shallow, address, text)
        for line in text.splitlines():
            word, _, rest = line.partition(" ")
            if word == "class":
                size, count, name = rest.split(" ", 2)
                self.add_row(name, int(size), int(count))
            elif word == "dominator":
                found = re.match(r"(\d+) (\d+) (?:\d+ )?(0x[0-9a-f]+) (.*)", rest)
                retained, shallow, address, name = found.groups()
                self.dominators.append((int(retained), int(shallow), int(address, 16), name))
            elif rest.isdigit():
                self.facts[word] = int(rest)

    def add_row(self, name, size, count):
        self.rows[name][0] += size
        self.rows[name][1] += count


def mat_answer(path):
    theirs = Answer(open(path, encoding="utf-8").read())
    # Output with keep_unreachable_objects has only the first rows.
    full = path[: -len("txt")] + "histo.tsv"
    if theirs.facts and os.path.exists(full):
        theirs.rows.clear()
        for line in open(full, encoding="utf-8"):
            name, count, size = line.rstrip("\n").split("\t")
            theirs.add_row(name, int(size), int(count))
    return theirs


def without_made_up(theirs, ours):
    """Removes the objects that MAT synthesized from its answer."""
    loader, classes = theirs.rows["java.lang.ClassLoader"], theirs.rows["java.lang.Class"]
    if ours.rows["java.lang.ClassLoader"][1] + 1 == loader[1]:
        size = loader[0] // loader[1]
        theirs.facts["objects"] -= 1
        theirs.facts["usedheap"] -= size
        theirs.add_row("java.lang.ClassLoader", -size, -1)
        theirs.dominators = [d for d in theirs.dominators if d[:3] != (size, size, 0)]
    threads, objects = theirs.rows["java.lang.Object"], ours.rows["java.lang.Object"]
    if threads[1] > objects[1]:
        known = {d[2] for d in ours.dominators}
        made = [d for d in theirs.dominators if d[3] == "java.lang.Object" and d[2] not in known]
        if len(made) == threads[1] - objects[1]:
            theirs.dominators = [d for d in theirs.dominators if d not in made]
            theirs.facts["objects"] -= len(made)
            theirs.facts["gcroots"] -= len(made)
            theirs.facts["usedheap"] -= sum(d[0] for d in made)
            theirs.add_row("java.lang.Object", -sum(d[0] for d in made), -len(made))
    # Agents and Android have a thread without an object as a root.
    theirs.facts["gcroots"] -= min(ours.facts["null-roots"], 1)
    theirs.facts["objects"] -= ours.facts["made-up-classes"]
    classes[1] -= ours.facts["made-up-classes"]


def run(dump, *options):
    done = subprocess.run([answers, "--layout=mat", "-q", *options, dump], timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 3):
        raise RuntimeError("%s: exit status %d: %s" % (dump, done.returncode, done.stderr))
    return Answer(done.stdout)


def compare(ours, theirs):
    """Yields (what, ours, MAT's)."""
    for what in ("objects", "gcroots", "usedheap"):
        if ours.facts[what] != theirs.facts[what]:
            yield what, ours.facts[what], theirs.facts[what]
    for name in sorted(set(ours.rows) | set(theirs.rows)):
        if ours.rows[name] != theirs.rows[name]:
            yield "class " + name, ours.rows[name], theirs.rows[name]
    # Objects that retain the same amount may come in any order.
    mine = {d[2]: d for d in ours.dominators}
    for dominator in theirs.dominators:
        if mine.get(dominator[2]) != dominator:
            yield "dominator 0x%x" % dominator[2], mine.get(dominator[2]), dominator


def read_expected():
    """(answer, what) -> why."""
    expected = {}
    for line in open(expected_path, encoding="utf-8"):
        if not line.startswith("#"):
            answer, what, why = line.rstrip("\n").split("\t")
            expected[answer, what] = why
    assert len(expected) <= 10, "more differences than are to be expected"
    return expected


expected, compared, faults = read_expected(), 0, 0
for path in sorted(glob.glob(os.path.join(corpus, "mat-answers", "*.txt"))):
    theirs, answer = mat_answer(path), os.path.basename(path)[: -len(".txt")]
    if not theirs.facts["objects"]:  # MAT gave up.
        continue
    name, number, keep = re.match(r"(.*?)(?:\.#(\d+))?(\.keep)?$", answer).groups()
    options = (["--dump=" + number] if number else []) + (["--keep-unreachable"] if keep else [])
    ours = run(os.path.join(corpus, name.replace("__", "/")), *options)
    without_made_up(theirs, ours)
    compared += 1
    for what, mine, mats in compare(ours, theirs):
        if not expected.pop((answer, what), None):
            faults += 1
            print("%s: %s: ours %s, MAT's %s" % (answer, what, mine, mats))
for what in expected:
    faults += 1
    print("%s: %s: does not differ, as was expected" % what)
print(compared, "answers,", faults, "differences")
sys.exit(faults != 0 or compared < 20)
