#!/usr/bin/env python3
"""Kills a JVM while it dumps its heap in parallel, merges the remaining files, and
verifies the result.

    kill.py JDK DIR collecting|joining HPROF-MERGE HPROF-DUMP [OPTION...]

Before it is killed, the JVM writes a complete dump, which provides names for the merge,
and shows whether they are right.

"collecting": as soon as a part has content, before parts are appended. "joining": as
soon as the base is larger than strings can make it. If the dump was completed, or the
JVM was killed too early, the script tries again. OPTIONs are for the jcmd command.
"""
import glob
import os
import shutil
import signal
import struct
import subprocess
import sys
import time


def size(path):
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def attempt(jdk, folder, how, options):
    """Returns whether the JVM was killed at the right moment."""
    dumps = os.path.join(folder, "dumps")
    shutil.rmtree(dumps, ignore_errors=True)
    os.mkdir(dumps)
    dump = os.path.join(dumps, "d.hprof")
    # The parallel collector dumps in parallel.
    vm = subprocess.Popen(
        [os.path.join(jdk, "bin/java"), "-Xmx1g", "-XX:+UseParallelGC"]
        + ["-XX:ParallelGCThreads=4", "-cp", folder, "Fill"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        vm.stdout.readline()
        subprocess.run(
            [os.path.join(jdk, "bin/jcmd"), str(vm.pid), "GC.heap_dump"]
            + ["-all", "-overwrite", os.path.join(folder, "whole.hprof")],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        command = subprocess.Popen(
            [os.path.join(jdk, "bin/jcmd"), str(vm.pid), "GC.heap_dump"]
            + ["-all", "-parallel=4"] + options + [dump],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while command.poll() is None:
            parts = glob.glob(dump + ".p*")
            if how == "collecting" and sum(map(size, parts)) > 1 << 20:
                break
            # A hello-world has 2.3 MB of names.
            if how == "joining" and size(dump) > 4 << 20:
                break
            time.sleep(0.001)
    finally:
        vm.send_signal(signal.SIGKILL)
        vm.wait()
    command.wait()
    parts = glob.glob(dump + ".p*")
    if how == "collecting":
        return bool(parts) and size(dump) < 4 << 20
    return bool(parts) and size(dump) > 4 << 20


def names(path):
    """The names of the classes in a dump, by their ids."""
    with open(path, "rb") as file:
        data = file.read()
    at, strings, classes = 31, {}, {}
    while at + 9 <= len(data):
        tag, _, length = struct.unpack_from(">BII", data, at)
        at += 9
        if tag == 1:
            text = data[at + 8 : at + length]
            strings[data[at : at + 8]] = text.split(b"+0x")[0].decode("latin-1")
        elif tag == 2:
            classes[data[at + 4 : at + 12]] = data[at + 16 : at + 24]
        at += length
    return {number: strings[name] for number, name in classes.items()}


def compare(out, whole):
    """Prints how well the classes of OUT are named. Both dumps have all objects, so no
    collection moves objects and changes ids."""
    true = names(whole)
    known = set(true.values())
    given = [n for n in names(out).values() if "unknown-class-" not in n]
    print("names:", "many" if len(given) > 400 else len(given))
    print("invented names:", len([n for n in given if n not in known]))
    print("named twice:", len([
        n for n in set(given)
        if given.count(n) > list(true.values()).count(n)
    ]))
    both = {number: n for number, n in names(out).items() if number in true}
    wrong = [
        (n, true[number]) for number, n in both.items()
        if "unknown-class-" not in n and n != true[number]
    ]
    print("wrong names:", len(wrong), wrong[:3] if len(wrong) else "")


def main():
    jdk, folder, how, merge, check = sys.argv[1:6]
    for _ in range(20):
        if attempt(jdk, folder, how, sys.argv[6:]):
            break
    else:
        sys.exit("the JVM was never killed at the right moment")
    out = os.path.join(folder, how + ".hprof")
    made = subprocess.run(
        [merge, os.path.join(folder, "dumps"), "-q", "--force", "-o", out],
        check=False,
    )
    print("merge:", made.returncode)
    found = subprocess.run(
        [check, "--verify", out], check=False, stdout=subprocess.PIPE, text=True
    )
    print("verify:", found.returncode, found.stdout.split("\n")[0])
    if how == "collecting":
        whole = os.path.join(folder, "whole.hprof")
        subprocess.run(
            [merge, os.path.join(folder, "dumps"), "--names-from=" + whole, "-q"]
            + ["--force", "-o", out],
            check=False,
        )
        compare(out, whole)


main()
