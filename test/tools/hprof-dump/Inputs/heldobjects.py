"""Reads the objects that static fields of a class hold, by hprof-dump."""

import json
import os
import subprocess


def run(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


def held(jdk, folder, source, tool):
    """Runs the class in SOURCE, which writes a dump. Returns its output, and by name
    the JSON of the object in each of its static fields."""
    name = os.path.splitext(os.path.basename(source))[0]
    dump = os.path.join(folder, name + ".hprof")
    run(os.path.join(jdk, "bin/javac"), "-d", folder, source)
    printed = run(os.path.join(jdk, "bin/java"), "-cp", folder, name, dump)
    classes = json.loads(run(tool, "--classes", "--format=json", dump))
    ids = {}
    for entry in classes["files"][0]["classes"]:
        if entry.get("name") == name:
            for static in entry["statics"]:
                if isinstance(static.get("value"), dict):
                    ids[static["name"]] = static["value"]["id"]
    objects = json.loads(run(tool, "--format=json", dump,
                             *["--object=" + i for i in ids.values()]))
    known = {o["id"]: o for o in objects["files"][0]["objects"]}
    return printed, {field: known[i] for field, i in ids.items()}
