#!/usr/bin/env python3
"""Shows that the layout of every kind of VM is recognised from any heap.

For every configuration of a JDK's VM: start a program that fills its heap with
one kind of objects after another, and compare the VM's histogram of each heap
with hprof-histo's for a dump of it: all rows, instances and bytes, must be
equal. The layout must be certain, and the same in all dumps of one VM,
including the dump that the VM wrote for an OutOfMemoryError.
"""

import argparse
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
from jvm import UNDUMPED, Vm, our_rows, vm_rows  # noqa: E402

STAGES = ["nothing", "bytes", "pairs", "links", "large"]
# A heap in which nothing happens is soon the same in two histograms.
ATTEMPTS = 20

NO_OOPS = ["-XX:-UseCompressedOops"]
NO_KLASS = ["-XX:-UseCompressedClassPointers"]
OOPS_ONLY = NO_KLASS + ["-XX:+UseCompressedOops"]
COMPACT = ["-XX:+UseCompactObjectHeaders"]

# Name -> options, the layout up to JDK 22, and since.
MODES = {
    "compressed": ([], "compressed", "compressed"),
    "full": (NO_OOPS, "uncompressed", "uncompressed"),
    "klass": (OOPS_ONLY, "compressed-oops-only", "compressed-oops-only-23"),
    "klass-full": (
        NO_OOPS + NO_KLASS,
        "uncompressed-klass",
        "uncompressed-klass-23",
    ),
    "compact": (COMPACT, None, "compact"),
    "compact-full": (COMPACT + NO_OOPS, None, "compact-uncompressed"),
}
COLLECTORS = ["Serial", "Parallel", "G1", "Shenandoah", "Z"]
# The configurations of the default check: every layout, every collector, both JDKs.
COVERING = {
    17: [
        ("Serial", "full", 8),
        ("Parallel", "klass-full", 8),
        ("G1", "compressed", 8),
        ("G1", "klass", 8),
        ("Parallel", "full", 16),
        ("Serial", "compressed", 16),
        ("G1", "compressed", 32),
        ("Z", "full", 8),
    ],
    25: [
        ("Serial", "compact-full", 8),
        ("Parallel", "klass-full", 8),
        ("Parallel", "klass", 16),
        ("G1", "full", 8),
        ("G1", "compact", 8),
        ("Shenandoah", "compressed", 8),
        ("Shenandoah", "compact-full", 16),
        ("G1", "compact", 32),
        ("Z", "full", 8),
        ("Z", "compact-full", 8),
    ],
}


def configurations(release):
    """Collector, mode, alignment: all combinations of the release."""
    for collector in COLLECTORS:
        for mode, (_, before_23, since_23) in MODES.items():
            # References are always full; with the options the VM exits.
            if collector == "Z" and not mode.endswith("full"):
                continue
            if before_23 if release < 23 else since_23:
                for alignment in (8, 16, 32):
                    yield collector, mode, alignment


def options_of(collector, mode, alignment):
    found = ["-XX:+Use%sGC" % collector]
    if collector == "Shenandoah":
        found.append("-XX:+UnlockExperimentalVMOptions")
    found += MODES[mode][0]
    if collector == "Z":
        found = [option for option in found if option not in NO_OOPS]
    return found + (["-XX:ObjectAlignmentInBytes=%d" % alignment] if alignment != 8 else [])


def layout_of(release, mode, alignment):
    name = MODES[mode][1 if release < 23 else 2]
    return name + ("-%d" % alignment if alignment != 8 else "")


def layout_found(histo, dump):
    text = subprocess.run(
        histo + ["--format=json", "--top=1", dump],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    layout = json.loads(text)["files"][0]["layout"]
    doubt = "" if layout["certain"] else ", uncertain (%s)" % layout["evidence"]
    return layout["name"] + doubt


class Configuration:
    def __init__(self, args, name):
        self.args = args
        self.name = name
        self.faults = []
        self.rows = 0

    def fault(self, stage, text):
        self.faults.append("%s: %s" % (stage, text))

    def compare(self, stage, vm, dump, everything):
        """The VM's histogram with that of a dump made in the same state."""
        for _ in range(ATTEMPTS):
            before = vm_rows(vm.ask("GC.class_histogram", *everything))
            if os.path.exists(dump):
                os.remove(dump)
            vm.ask("GC.heap_dump", *everything, dump)
            if before == vm_rows(vm.ask("GC.class_histogram", *everything)):
                break
        else:
            return self.fault(stage, "no two equal histograms of the VM")
        ours = our_rows(self.args.histo, dump)
        self.rows += len(before)
        for row in sorted(set(before) | set(ours)):
            theirs, found = before.get(row, (0, 0)), ours.get(row, (0, 0))
            if row in UNDUMPED and found[0] < theirs[0]:
                continue
            if theirs != found:
                self.fault(
                    stage,
                    "%s: VM %d, %d bytes; ours %d, %d bytes"
                    % ((row,) + theirs + found),
                )

    def verdict(self, stage, dump, expected):
        found = layout_found(self.args.histo, dump)
        if found != expected:
            self.fault(stage, "layout %s, not %s" % (found, expected))
        os.remove(dump)

    def run(self, options, expected):
        work = self.args.work
        dump = os.path.join(work, self.name + ".hprof")
        last = os.path.join(work, self.name + "-full.hprof")
        options = options + [
            "-Xmx%dm" % self.args.heap,
            "-XX:+HeapDumpOnOutOfMemoryError",
            "-XX:HeapDumpPath=" + last,
        ]
        stages = STAGES + ["full"]
        with Vm(self.args.jdk, [work], options, "HeapStages", stages) as vm:
            # The first command starts the thread that serves them.
            vm.ask("GC.class_histogram")
            for stage in STAGES:
                for everything in [[], ["-all"]] if self.args.all else [[]]:
                    self.compare(stage, vm, dump, everything)
                    if os.path.exists(dump):
                        self.verdict(stage, dump, expected)
                vm.go_on()
        if os.path.exists(last):
            self.verdict("OutOfMemoryError", last, expected)
        else:
            self.fault("OutOfMemoryError", "no dump")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jdk", required=True, help="folder of the JDK")
    parser.add_argument("--release", type=int, required=True)
    parser.add_argument("--work", required=True, help="folder for files")
    parser.add_argument("--heap", type=int, default=48, help="size in MB")
    parser.add_argument(
        "--all",
        action="store_true",
        help="every configuration, and also with unreachable objects",
    )
    parser.add_argument("--only", help="name of one configuration")
    parser.add_argument("histo", nargs="+", help="hprof-histo, with options")
    args = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    java = os.path.join(here, "HeapStages.java")
    javac = os.path.join(args.jdk, "bin", "javac")
    subprocess.run([javac, "-d", args.work, java], check=True)
    chosen = list(configurations(args.release))
    if not args.all and not args.only:
        chosen = COVERING[args.release]
    bad = 0
    for collector, mode, alignment in chosen:
        name = "%s-%s-%d" % (collector, mode, alignment)
        if args.only and args.only != name:
            continue
        run = Configuration(args, name)
        run.run(
            options_of(collector, mode, alignment),
            layout_of(args.release, mode, alignment),
        )
        print("%s: %d rows, %d faults" % (name, run.rows, len(run.faults)))
        for fault in run.faults[:20]:
            print("  " + fault)
        bad += bool(run.faults) or not run.rows
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
