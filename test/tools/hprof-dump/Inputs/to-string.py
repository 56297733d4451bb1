"""Compares what hprof-dump --object shows with toString() of a JVM.

usage: to-string.py JDK FOLDER SOURCE TOOL
"""

import json
import os
import subprocess
import sys

jdk, folder, source, tool = sys.argv[1:]
dump = os.path.join(folder, "to-string.hprof")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


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


run(os.path.join(jdk, "bin/javac"), "-d", folder, source)
expected = dict(line.split("\t") for line in
                run(os.path.join(jdk, "bin/java"), "-cp", folder, "ToString",
                    dump).splitlines())
classes = json.loads(run(tool, "--classes", "--format=json", dump))
statics = {}
for entry in classes["files"][0]["classes"]:
    if entry.get("name") == "ToString":
        for static in entry["statics"]:
            if isinstance(static.get("value"), dict):
                statics[static["name"]] = static["value"]["id"]
objects = json.loads(run(tool, "--format=json", dump,
                         *["--object=" + i for i in statics.values()]))
known = {o["id"]: o for o in objects["files"][0]["objects"]}
bad = 0
for name, want in expected.items():
    got = java(known[statics[name]].get("contents"))
    if got != want:
        bad += 1
        print("%s: toString() returns %s, the tool shows %s" % (name, want, got))
print(len(expected) > 90 and not bad and "all agree")
