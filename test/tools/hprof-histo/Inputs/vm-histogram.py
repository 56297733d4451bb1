#!/usr/bin/env python3
"""Compares hprof-histo with the VM's own histogram.

For every configuration of a JDK's VM: start a program that fills its heap, or
parks many virtual threads, and then idles, take GC.class_histogram,
GC.heap_dump and GC.class_histogram again,
and compare the rows that are the same in both histograms with hprof-histo's
for the dump: instances and bytes must be equal.
"""

import argparse
import os
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from jvm import UNDUMPED, Vm, our_rows, vm_rows  # noqa: E402

# The stacks of virtual threads.
CHUNK = "jdk.internal.vm.StackChunk"

G = "-XX:+Use%sGC"
NO_OOPS = "-XX:-UseCompressedOops"
NO_KLASS = "-XX:-UseCompressedClassPointers"
COMPACT = "-XX:+UseCompactObjectHeaders"
ALIGN = "-XX:ObjectAlignmentInBytes=16"
UNSHARED = "-Xshare:off"


# The program, its arguments, the options of the VM's commands, and the minimum
# number of rows to compare. The fields of thousands of classes need to be
# checked only once, but the order of objects in a dump varies by collector.
JDK = ("IdleHeap", "jdk", ["-all"], 5000)
SHAPES = ("IdleHeap", "shapes", ["-all"], 600)
LIVE = ("IdleHeap", "arrays", [], 200)
THREADS = ("ParkedThreads", "3000", [], 200)


def configurations(release):
    """Name -> options of the VM, contents. ZGC has full references by itself."""
    found = {}
    for extra, suffix in [([], "")] + [([COMPACT], "-compact")] * (release >= 24):
        for gc in ["Serial", "Parallel", "G1"]:
            contents = JDK if gc == "Serial" else SHAPES
            found[gc + suffix] = [G % gc] + extra, contents
            found[gc + suffix + "-full"] = [G % gc, NO_OOPS] + extra, contents
        found["Z" + suffix] = [G % "Z"] + extra, SHAPES
        aligned = [G % "Serial", ALIGN, UNSHARED] + extra
        found["16" + suffix] = aligned, SHAPES
        found["16-full" + suffix] = aligned + [NO_OOPS], SHAPES
    klass = [G % "Serial", NO_KLASS, UNSHARED]
    found["klass"] = klass + ["-XX:+UseCompressedOops"], SHAPES
    found["klass-full"] = klass + [NO_OOPS], JDK
    found["G1-unshared"] = [G % "G1", UNSHARED], SHAPES
    found["live"] = [G % "Serial"], LIVE
    found["live-Z"] = [G % "Z"], LIVE
    return found


def thread_configurations():
    """The same for dumps with the stacks of thousands of virtual threads."""
    serial = G % "Serial"
    klass = [serial, NO_KLASS, UNSHARED]
    aligned = [serial, ALIGN, UNSHARED]
    options = {
        "default": [],
        "compact": [COMPACT],
        "full": [serial, NO_OOPS],
        "full-compact": [serial, NO_OOPS, COMPACT],
        "16": aligned,
        "16-compact": aligned + [COMPACT],
        "16-full": aligned + [NO_OOPS],
        "klass": klass + ["-XX:+UseCompressedOops"],
        "klass-full": klass + [NO_OOPS],
        "Z": [G % "Z"],
    }
    return {"threads-" + name: (what, THREADS) for name, what in options.items()}


def write_shapes(path):
    """Random class hierarchies, the same in every run."""
    rng = random.Random(7)
    types = "boolean byte char short int int long float double Object Object"
    types = types.split()

    def fields(kind, counts, name):
        return " ".join(
            "%s%s %s%d;" % (kind, rng.choice(types), name, i)
            for i in range(rng.choice(counts))
        )

    with open(path, "w") as out:
        for i in range(600):
            base = ""
            if i >= 40 and rng.random() > 0.1:
                base = " extends S%d" % rng.randrange(max(0, i - 150), i)
            out.write(
                "class S%d%s { %s %s }\n"
                % (
                    i,
                    base,
                    fields("", [0, 1, 1, 2, 2, 3, 4, 5, 8], "f%d_" % i),
                    fields("static ", [0, 0, 1, 2, 3, 5, 7], "s%d_" % i),
                )
            )


def compare(before, after, ours):
    """Messages for rows that differ, and the number of rows compared."""
    faults = []
    stable = [name for name in before if after.get(name) == before[name]]
    for name in stable:
        vm, us = before[name], ours.get(name, (0, 0))
        if vm == us:
            continue
        if name in UNDUMPED and us[0] < vm[0]:
            continue
        faults.append("%s: VM %d, %d bytes; ours %d, %d bytes" % ((name,) + vm + us))
    for name in set(ours) - set(before) - set(after):
        faults.append("%s: not in the VM; ours %d, %d bytes" % ((name,) + ours[name]))
    return faults, len(stable)


def run(args, name, options, contents):
    program, classes, everything, least = contents
    dump = os.path.join(args.work, name + ".hprof")
    if os.path.exists(dump):
        os.remove(dump)
    path = [args.work, args.shapes]
    arguments = [classes, args.shapes]
    options = ["-Xmx600m"] + options
    with Vm(args.jdk, path, options, program, arguments) as vm:
        # The first command starts the thread that serves them.
        vm.ask("GC.class_histogram", *everything)
        before = vm_rows(vm.ask("GC.class_histogram", *everything))
        vm.ask("GC.heap_dump", *everything, dump)
        after = vm_rows(vm.ask("GC.class_histogram", *everything))
    ours = our_rows(args.histo, dump)
    os.remove(dump)
    faults, compared = compare(before, after, ours)
    if contents == THREADS and before[CHUNK] != after.get(CHUNK):
        faults.append("%s: changed while the dump was made" % CHUNK)
    print(
        "%s: %d rows, %d compared, %d differ"
        % (name, len(before), compared, len(faults))
    )
    for fault in faults[:20]:
        print("  " + fault)
    if compared < least:
        print("  fewer than %d rows to compare" % least)
    return not faults and compared >= least


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jdk", required=True, help="folder of the JDK")
    parser.add_argument("--release", type=int, required=True)
    parser.add_argument("--work", required=True, help="folder for files")
    parser.add_argument(
        "--threads", action="store_true", help="parked virtual threads instead"
    )
    parser.add_argument("--only", help="regular expression of configurations")
    parser.add_argument("histo", nargs="+", help="hprof-histo, with options")
    args = parser.parse_args()
    args.shapes = os.path.join(args.work, "shapes")
    os.makedirs(args.shapes, exist_ok=True)
    source = os.path.join(args.work, "Shapes.java")
    write_shapes(source)
    javac = [os.path.join(args.jdk, "bin", "javac"), "-nowarn", "-d"]
    here = os.path.dirname(os.path.abspath(__file__))
    every = configurations(args.release)
    if args.threads:
        every = thread_configurations()
    program = next(iter(every.values()))[1][0]
    ours = os.path.join(here, program + ".java")
    for folder, file in [(args.shapes, source), (args.work, ours)]:
        subprocess.run(
            javac + [folder, file], check=True, stderr=subprocess.DEVNULL
        )
    good = True
    for name, (options, contents) in every.items():
        if not args.only or re.fullmatch(args.only, name):
            good = run(args, name, options, contents) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
