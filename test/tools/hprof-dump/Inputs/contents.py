"""Prints the contents of the collections of Contents.java according to hprof-dump
--object.

usage: contents.py JDK FOLDER SOURCE TOOL
"""

import sys

from heldobjects import held


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
    # The order of the other collections depends on hashes.
    ordered = contents["kind"] == "list" or any(
        part in name for part in ("linked", "skip", "tree"))
    if not ordered:
        entries.sort()
    if len(entries) > 9:
        entries[1:] = ["..."]
    return str(contents["size"]) + ": " + " ".join(entries)


for name, found in sorted(held(*sys.argv[1:])[1].items()):
    contents = found.get("contents")
    if contents:
        print(name, contents["kind"], line(name, contents))
