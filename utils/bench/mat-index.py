#!/usr/bin/env python3
"""Compares an index by hprof-index for Memory Analyzer with Memory Analyzer's own.

usage: mat-index.py [--mat=FOLDER] [--tools=FOLDER] [--heap=SIZE] [--files] DUMP...

Each dump (HPROF, not compressed) is opened twice by Memory Analyzer in headless
mode: next to the files of `hprof-index --to=mat`, and without an index, so that
Memory Analyzer parses the dump. A table shows the time and memory of hprof-index,
of opening its files and of parsing. Then both answers are compared: the histogram,
the dominator tree and the leak suspects. Rows of equal size may differ in order,
so rows as small as the last one of a list are ignored.

  --mat     the installation (default: peers/mat in the folder of the inputs)
  --tools   the folder of hprof-index (default: build/release/bin)
  --heap    Java heap of Memory Analyzer (default 4g)
  --files   compare the contents of all files, too: for small dumps

The exit status is 1 if anything differs. Dumps are linked into a folder that
is removed afterwards, in ${HPROF_BENCH_DIR:-/tmp/hprof-bench}.
"""

import argparse
import csv
import glob
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(1, os.path.join(HERE, "leaks"))

import inputs  # noqa: E402
import mat  # noqa: E402

QUERIES = ("histogram", "dominator_tree")
READER = os.path.join(ROOT, "test", "tools", "hprof-index", "Inputs", "read-mat.py")


def parse_args():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--mat")
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "release", "bin"))
    parser.add_argument("--heap", default="4g")
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--help", "-h", action="store_true")
    parser.add_argument("dumps", nargs="*")
    args = parser.parse_args()
    if args.help or not args.dumps:
        print(__doc__, end="")
        sys.exit(0 if args.help else 2)
    return args


def timed(command):
    """Runs it; returns CPU and wall seconds and peak memory in MB."""
    begin = time.monotonic()
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in (0, 3):
            said.seek(0)
            sys.exit("%s: exit status %d: %s" % (command[0], child.returncode,
                                                 said.read()[-500:].decode("utf-8", "replace")))
    return used.ru_utime + used.ru_stime, time.monotonic() - begin, used.ru_maxrss / 1024


class Analyzer:
    def __init__(self, args):
        home = args.mat or os.path.join(inputs.folder(), "peers", "mat")
        found = glob.glob(os.path.join(home, "plugins", "org.eclipse.equinox.launcher[-_]*.jar"))
        if not found:
            sys.exit("no Memory Analyzer in '%s'; specify its folder with --mat" % home)
        self.command = [os.path.join(inputs.jdk("bin/java"), "bin", "java"), "-Xmx" + args.heap,
                        "-jar", found[0], "-nosplash",
                        "-configuration", os.path.join(home, "configuration")]

    def open(self, dump, *more):
        return timed(self.command + ["-data", os.path.join(os.path.dirname(dump), "workspace"),
                                     "-application", "org.eclipse.mat.api.parse", dump, *more])

    def rows(self, dump, query):
        """The rows of a list sorted by its third column, without those equal to the
        last."""
        self.open(dump, "-command=" + query, "-format=csv", "-unzip", "org.eclipse.mat.api:query")
        path, = glob.glob(dump.replace(".hprof", "_Query") + "/**/*.csv", recursive=True)
        with open(path, encoding="utf-8") as file:
            rows = list(csv.reader(file))[1:]
        os.remove(path)
        return sorted(row for row in rows if row[2] != rows[-1][2])

    def suspects(self, dump):
        self.open(dump, "org.eclipse.mat.api:suspects")
        text = mat.report_text(dump.replace(".hprof", "_Leak_Suspects.zip"))
        return [sentences for sentences, _ in mat.suspects(text)]


def compare(analyzer, args, ours, theirs):
    """The names of the differing parts."""
    for query in QUERIES:
        if analyzer.rows(ours, query) != analyzer.rows(theirs, query):
            yield query
    if analyzer.suspects(ours) != analyzer.suspects(theirs):
        yield "suspects"
    if args.files:
        said = [subprocess.run([sys.executable, READER, dump[:-len("hprof")]], check=True,
                               stdout=subprocess.PIPE, text=True).stdout.replace(
                                   os.path.dirname(dump), "") for dump in (ours, theirs)]
        if sorted(said[0].splitlines()) != sorted(said[1].splitlines()):
            yield "files"


def main():
    args = parse_args()
    analyzer, status = Analyzer(args), 0
    print("%-24s %-14s %9s %9s %9s" % ("dump", "", "CPU, s", "wall, s", "peak, MB"))
    for dump in args.dumps:
        with tempfile.TemporaryDirectory(dir=inputs.folder()) as folder:
            links = []
            for name in ("ours", "theirs"):
                os.mkdir(os.path.join(folder, name))
                links.append(os.path.join(folder, name, "heap.hprof"))
                os.symlink(os.path.realpath(dump), links[-1])
            ours, theirs = links
            index = os.path.join(args.tools, "hprof-index")
            for what, used in (
                    ("hprof-index", lambda: timed([index, "-q", "--to=mat", ours])),
                    ("then opening", lambda: analyzer.open(ours)),
                    ("parsing", lambda: analyzer.open(theirs))):
                print("%-24s %-14s %9.1f %9.1f %9.0f"
                      % (os.path.basename(dump), what, *used()), flush=True)
            differences = list(compare(analyzer, args, ours, theirs))
            print("%-24s %s" % (os.path.basename(dump),
                                "differ: " + ", ".join(differences) if differences else "equal"))
            status |= bool(differences)
    sys.exit(status)


if __name__ == "__main__":
    main()
