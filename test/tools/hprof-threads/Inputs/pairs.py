"""Compares the deadlocks in dumps of the same threads in several formats.

usage: pairs.py HPROF-THREADS FOLDER: a deadlock in text must be in JSON and the heap,
too, or be reported as unknown; they must have no deadlock that text lacks."""

import json
import os
import subprocess
import sys

tool, folder = sys.argv[1:]


def names_in(said):
    """All names of threads in a part of an answer."""
    if isinstance(said, list):
        return {name for one in said for name in names_in(one)}
    if isinstance(said, dict):
        own = {said["name"]} if "name" in said else set()
        return own.union(*(names_in(one) for one in said.values()))
    return set()


OPEN = ("in_class_initializers", "locks_without_owner", "waiting_for_unknown_lock", "may_wait_for_each_other")


def answer(name, *options):
    """The names of the threads of each cycle, and of those that may be in others."""
    words = [tool, "--deadlocks", "--format=json", *options, os.path.join(folder, name)]
    said = json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)
    (of,) = said["files"][0]["dumps"]
    cycles = {frozenset(step["thread"]["name"] for step in cycle["steps"]) for cycle in of["deadlocks"]}
    return cycles, names_in([of[key] for key in OPEN])


text, _ = answer("threads.txt")
print("text: %d deadlocks" % len(text))
asked = [("heap.hprof",)]
if os.path.exists(os.path.join(folder, "threads.json")):
    asked += [("threads.json",), ("threads.json", "--heap=" + os.path.join(folder, "heap.hprof"))]
for name, *options in asked:
    found, perhaps = answer(name, *options)
    assert found <= text, "%s: %s, and text has %s" % (name, found, text)
    for cycle in text - found:
        assert cycle & perhaps, "%s denies %s" % (name, sorted(cycle))
    print("%s%s: %d found, %d possible" % (name, " and heap" if options else "", len(found), len(text - found)))
