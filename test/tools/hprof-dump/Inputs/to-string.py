"""Compares the output of hprof-dump --object with toString() in a JVM.

usage: to-string.py JDK FOLDER SOURCE TOOL
"""

import sys

from heldobjects import held


def text(entry):
    if entry is None:
        return "null"
    return entry.get("string", entry.get("text", entry["class"]))


def java(contents):
    if contents is None:
        return "(none)"
    if "entries" not in contents:
        return contents["text"]
    parts = [(text(e["key"]) + "=" if "key" in e else "") + text(e["value"])
             for e in contents["entries"]]
    assert contents["size"] == len(parts), contents
    joined = ", ".join(parts)
    return ("{%s}" if contents["kind"] == "map" else "[%s]") % joined


printed, objects = held(*sys.argv[1:])
expected = dict(line.split("\t") for line in printed.splitlines())
bad = 0
for name, want in expected.items():
    got = java(objects[name].get("contents"))
    if got != want:
        bad += 1
        print("%s: toString() returns %s, the tool shows %s" % (name, want, got))
print(len(expected) > 90 and not bad and "all agree")
