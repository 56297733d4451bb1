"""instances.py HISTO DUMP FILE...: checks that for each class, `hprof-dump
--instances-of` lists the objects that `hprof-histo` counts, with the same sizes."""

import json
import subprocess
import sys

histo, dump, *files = sys.argv[1:]


def answer(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit("%s: status %d: %s" % (command, done.returncode, done.stderr.decode()))
    return json.loads(done.stdout)


for file in files:
    rows = {row["class"]: (row["instances"], row["shallow"])
            for row in answer([histo, "--format=json", "-n", "0", file])["rows"]}
    found = {}
    options = ["--instances-of=" + name for name in rows]
    for entry in answer([dump, "--format=json", "-n", "0", *options, file])["files"][0]["instances"]:
        objects = entry["objects"]
        if len(objects) != entry["count"]:
            sys.exit("%s, %s: %d of %d" % (file, entry["class"], len(objects), entry["count"]))
        found[entry["class"]] = len(objects), sum(o["shallow"] for o in objects)
    if not rows or rows != found:
        sys.exit("%s: counted %r, listed %r" % (file, sorted(rows.items()), sorted(found.items())))
    print("%s: %d classes agree" % (file, len(rows)))
