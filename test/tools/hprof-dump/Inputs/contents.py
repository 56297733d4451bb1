"""Prints what hprof-dump --object says is in the collections of Contents.java.

usage: contents.py JDK FOLDER SOURCE TOOL
"""

import json
import os
import subprocess
import sys

jdk, folder, source, tool = sys.argv[1:]
dump = os.path.join(folder, "contents.hprof")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


def text(entry):
    if entry is None:
        return "null"
    if "string" in entry:
        return '"' + entry["string"] + '"'
    return entry.get("text", entry["class"])


def line(name, contents):
    if "entries" not in contents:
        return contents["text"]
    entries = [(text(e["key"]) + "->" if "key" in e else "") + text(e["value"])
               for e in contents["entries"]]
    # The order of the others depends on hashes.
    ordered = contents["kind"] == "list" or any(
        part in name for part in ("linked", "skip", "tree"))
    if not ordered:
        entries.sort()
    if len(entries) > 9:
        entries[1:] = ["..."]
    return str(contents["size"]) + ": " + " ".join(entries)


run(os.path.join(jdk, "bin/javac"), "-d", folder, source)
run(os.path.join(jdk, "bin/java"), "-cp", folder, "Contents", dump)
classes = json.loads(run(tool, "--classes", "--format=json", dump))
statics = {}
for entry in classes["files"][0]["classes"]:
    if entry.get("name") == "Contents":
        for static in entry["statics"]:
            if isinstance(static.get("value"), dict):
                statics[static["name"]] = static["value"]["id"]
objects = json.loads(run(tool, "--format=json", dump,
                         *["--object=" + i for i in statics.values()]))
known = {o["id"]: o for o in objects["files"][0]["objects"]}
for name in sorted(statics):
    contents = known[statics[name]].get("contents")
    if contents:
        print(name, contents["kind"], line(name, contents))
