#!/usr/bin/env python3
"""Compares the tools with a reader of HPROF binary that shares no code with them, in
utils/check/readers/: objects, bytes, roots, references, what roots reach, what each
object and each class retains, dominators and paths. Retained sizes are found by
removing objects, one at a time, and walking again.

Inputs are dumps that are made byte by byte, the same for each number, and all HPROF
binary files of the corpus. Of these only some objects are removed, since each walk
takes as long as the dump is large.

Prints "FAILED: what: why" for each case that differs."""

import argparse
import gzip
import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from readers.case import Case, detected
from readers.dump import File
from readers.made import Maker
from readers.sizes import LAYOUTS, NEWEST


def check_made(args, seed):
    """Differences for the made dump of that number."""
    maker = Maker(seed)
    path = os.path.join(args.work, "made-%d.hprof" % seed)
    with open(path, "wb") as file:
        file.write(maker.make())
    with open(path, "rb") as file:
        file = File(file.read())
    if file.id_bytes != maker.id_bytes or len(file.heaps) != maker.dumps:
        return ["this reader does not read what it has made"]
    layouts = sorted(LAYOUTS) + ["declared:32bit"] * 2 * maker.is_android
    if 0 < maker.release < 15:  # No such JDK has this layout.
        layouts = [each for each in layouts if each not in ("uncompressed", "uncompressed-16")]
    faults = []
    for dump in range(1, maker.dumps + 1):
        layout = random.Random(seed + dump).choice(layouts)
        case = Case(args.bin, path, file, dump, layout)
        faults += case.check(maker.release or NEWEST)
    if not args.keep:
        os.remove(path)
    return faults


def contents(path):
    """The bytes of an HPROF binary file, which may be compressed; else None."""
    with open(path, "rb") as file:
        start = file.read(2)
    with gzip.open(path) if start == b"\x1f\x8b" else open(path, "rb") as file:
        start = file.read(32)
        if not re.match(rb"JAVA PROFILE 1\.0(\.\d)?\0", start):
            return None
        file.seek(0)
        return file.read()


def release_of(file):
    """The JDK that a dump is from, by classes that are always loaded."""
    names = {file.name(number) for number in file.names}
    for release, name in (
        (11, "java.lang.invoke.ResolvedMethodName"),
        (9, "java.lang.Module"),
        (8, "java.util.function.Function"),
        (8, "java.util.HashMap$TreeNode"),
        (7, "java.lang.ClassValue$ClassValueMap"),
        (7, "java.lang.invoke.MethodHandle"),
    ):
        if name in names:
            return release
    return 6


def check_real(args, path):
    """Differences for a file of the corpus, with its own layout, and with the sizes
    of Memory Analyzer."""
    file = File(contents(path))
    faults = []
    for dump in range(1, len(file.heaps) + 1):
        base = detected(args.bin, path, dump)
        if base == "declared":
            layouts = ["declared:32bit"]
        else:
            full = "compressed" if base == "compressed" else "uncompressed-klass"
            layouts = [base, "mat:" + ("32bit" if file.id_bytes == 4 else full)]
        for layout in layouts:
            case = Case(args.bin, path, file, dump, layout, args.sample)
            found = case.check(release_of(file))
            faults += ["dump %d, %s: %s" % (dump, layout, fault) for fault in found]
    return faults


def real_files(folder):
    for path, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            whole = os.path.join(path, name)
            if contents(whole) is not None:
                yield whole


class Tally:
    def __init__(self):
        self.passed = self.failed = 0
        self.skips = []

    def run(self, name, check, args, what):
        try:
            faults = check(args, what)
        except (RuntimeError, ValueError, KeyError, IndexError) as fault:
            faults = ["%s: %s" % (type(fault).__name__, fault)]
        for fault in faults[:10]:
            print("FAILED: %s: %s" % (name, fault))
        self.passed += not faults
        self.failed += bool(faults)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", required=True, help="folder with the tools")
    parser.add_argument("--corpus", help="folder with real dumps")
    parser.add_argument("--made", type=int, default=500, help="number of dumps to make")
    parser.add_argument("--sample", type=int, default=10, help="objects to remove in real dumps")
    parser.add_argument("--shard", default="1/1", help="I/N: every Nth case, from the Ith")
    parser.add_argument("--only", help="only the case of this name")
    parser.add_argument("--keep", help="leave the dumps that are made in this folder")
    parser.add_argument("--counts", help="file for the results")
    return parser.parse_args()


def main():
    args = parse()
    cases = [("made-%d" % seed, check_made, seed) for seed in range(args.made)]
    tally = Tally()
    if args.corpus and os.path.isdir(args.corpus):
        for path in real_files(args.corpus):
            cases.append((os.path.relpath(path, args.corpus), check_real, path))
    first, step = map(int, args.shard.split("/"))
    cases = cases[first - 1 :: step]
    if args.only:
        cases = [case for case in cases if case[0] == args.only]
    expected = len(cases)
    if not (args.corpus and os.path.isdir(args.corpus)):
        expected += 1
        tally.skips.append("real dumps for the independent reader: no corpus")
    with tempfile.TemporaryDirectory() as work:
        args.work = args.keep or work
        for name, check, what in cases:
            if ".damaged" in name:
                tally.skips.append(name + ": damaged, which this reader does not read")
            else:
                tally.run(name, check, args, what)
    counts = (tally.passed, tally.failed, len(tally.skips), expected)
    print("%d passed, %d failed, %d skipped of %d" % counts)
    if args.counts:
        with open(args.counts, "w", encoding="utf-8") as file:
            file.write("%d %d %d %d\n" % counts)
            file.writelines(skip + "\n" for skip in tally.skips)
    return 1 if tally.failed or tally.passed + len(tally.skips) != expected else 0


if __name__ == "__main__":
    sys.exit(main())
