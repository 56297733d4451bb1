"""thread-laws.py HPROF-THREADS HPROF-CONVERT CORPUS

Over all thread dumps of the corpus: hprof-threads answers; writing a dump a
second time in the same format gives the same bytes; and both formats keep the
threads that run Java, the deadlocks and the contended locks.
"""

import glob
import json
import os
import subprocess
import sys
import tempfile


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def facts(threads, path):
    """The data about the first dump that every format can express."""
    dump = json.loads(output(threads, "--format=json", path))["files"][0]["dumps"][0]
    deadlocks = [
        [step["thread"]["name"] for step in each["steps"]] for each in dump["deadlocks"]
    ]
    locks = sorted(
        (each["blocked"], each["blocked_in_all"], each["lock"].get("class", ""), "owner" in each)
        for each in dump["contention"]
        if "system_monitor" not in each["lock"]
    )
    stacks = sorted(
        (thread["name"], [frame["text"].split("/")[-1] for frame in stack["frames"]])
        for stack in dump["stacks"]
        for thread in stack["threads"]
        if not thread.get("of_vm")
    )
    return deadlocks, locks, stacks


def main():
    threads, convert, corpus = sys.argv[1:]
    paths = []
    for pattern in ("jthreaddump/*.txt", "loominated-java/*.json", "eclipse-mat/javacore*.txt"):
        paths += sorted(glob.glob(os.path.join(corpus, pattern)))
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            name = os.path.relpath(path, corpus)
            wanted = facts(threads, path)
            for kind in ("thread-json", "jstack"):
                once, twice = os.path.join(folder, "once"), os.path.join(folder, "twice")
                for source, target in ((path, once), (once, twice)):
                    output(convert, "-q", "--force", "--to=" + kind, source, "-o", target)
                if open(once, "rb").read() != open(twice, "rb").read():
                    print(f"{name}: {kind} is not stable")
                    faults += 1
                for what, before, after in zip(
                    ("deadlocks", "locks", "stacks"), wanted, facts(threads, once)
                ):
                    if before != after:
                        print(f"{name}: {kind} has other {what}: {before}\n  and {after}")
                        faults += 1
    print(f"{len(paths)} thread dumps, {faults} faults")


main()
