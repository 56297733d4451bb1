#!/usr/bin/env python3
"""Builds the project in its variants and runs its tests. Called by utils/check.sh.

The check has steps (utils/check/steps.py), divided into pieces of at most ten minutes.
The last line is "N passed, N failed, N skipped"; the exit status is 1 if anything
failed. Skipped tests are listed with the reason."""

import argparse
import collections
import importlib.util
import os
import subprocess
import sys
import time
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "utils", "check"))
# A check leaves no files in the sources.
sys.dont_write_bytecode = True

from harness import ledger, table  # pylint: disable=wrong-import-position
from harness.results import Results, SetupError, quiet  # pylint: disable=wrong-import-position
from harness.run import Run  # pylint: disable=wrong-import-position

EPILOG = """\
Without options, the steps release and format run, without the slow tests: those that
truncate or change an input at every byte, start many JVMs, or take more than 5 seconds.
HPROF_CORPUS is a folder of real dumps for the tests; JAVA_HOME adds a JDK to those
found in the usual places. Builds go to build/.

steps:
"""


def steps_text():
    lines = []
    for step in table.STEPS:
        first, *rest = step.text.split("\n")
        if step.nightly:
            rest.append("(nightly)")
        lines.append("  %-12s %s" % (step.name, first))
        lines += [" " * 15 + line for line in rest]
    return "\n".join(lines)


def refuse(text):
    print("check.sh: error: " + text, file=sys.stderr)
    sys.exit(2)


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="utils/check.sh",
        description=__doc__,
        epilog=EPILOG + steps_text(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--quick", action="store_true", help="run the steps release and format")
    what.add_argument("--all", action="store_true",
                      help="run all steps that are not nightly, with the slow tests, in the order below")
    what.add_argument("--candidate", action="store_true",
                      help="run the pieces of --all that have not passed for this content of the "
                      "tree, according to the ledger; failed ones first")
    what.add_argument("--status", action="store_true",
                      help="print what --candidate would run, and run nothing; the exit status "
                      "is 1 unless all pieces passed")
    what.add_argument("--only", metavar="STEP", action="append", default=[],
                      help="run only this step, or piece, such as asan/2of4; can be repeated")
    parser.add_argument("--slow", action="store_true", help="also run the slow tests")
    parser.add_argument("--minutes", type=float, metavar="N",
                        help="with --candidate, start no piece that would finish later")
    parser.add_argument("--minutes-each", type=float, metavar="N", default=2,
                        help="time for each fuzzer in the step freefuzz (default 2)")
    parser.add_argument("--no-setup", dest="setup", action="store_false", help="install nothing")
    parser.add_argument("--steps", metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument("--ledger", default=ledger.LEDGER, help=argparse.SUPPRESS)
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        refuse("unknown argument '%s'" % unknown[0])
    # A release needs the results of the slow tests.
    options.slow |= options.all or options.candidate
    return options


def load_steps(path):
    spec = importlib.util.spec_from_file_location("steps", path)
    spec.loader.exec_module(importlib.util.module_from_spec(spec))


def chosen(options):
    """The pieces that the options name."""
    pieces = [piece for step in table.STEPS for piece in step.pieces]
    if options.all or options.candidate or options.status:
        return [p for p in pieces if not p.step.nightly]
    if not options.only:
        return [p for p in pieces if p.step.default]
    found = []
    for name in options.only:
        mine = [p for p in pieces if name in (p.name, p.step.name)]
        if not mine:
            refuse("no step or piece '%s'" % name)
        found += [p for p in mine if p not in found]
    return found


class Ledger:
    """States of pieces, and the keys of the current tree."""

    def __init__(self, options, corpus):
        self.path = options.ledger
        self.versions = ledger.machine(corpus)
        self.rules = ledger.allowed()
        self.lines = ledger.load(self.path)
        self.look()

    def look(self):
        """Reads the files again, which may have changed meanwhile."""
        self.tree = ledger.Tree()

    def key(self, piece):
        return ledger.key(piece, self.tree, self.versions)

    def state(self, piece):
        return ledger.state(piece, self.lines.get(piece.name), self.key(piece), self.rules)

    def seconds(self, piece):
        return self.lines.get(piece.name, {}).get("seconds", 600)

    def record(self, piece, results, seconds, before):
        """Records a result, unless files that the piece depends on have changed meanwhile."""
        commit = self.tree.commit
        self.look()
        if self.key(piece) != before:
            print("not recorded: files have changed while %s ran" % piece.name)
            return
        ledger.record(piece, results, seconds, before, commit, self.path)
        self.lines = ledger.load(self.path)

    def missing(self, pieces):
        """Pieces that have not passed, in order, failed ones first."""
        states = {p.name: self.state(p)[0] for p in pieces}
        left = [p for p in pieces if states[p.name] != "passed"]
        return sorted(left, key=lambda p: states[p.name] != "failed")

    def print(self, pieces):
        """A line for each step, and for each piece that has not passed."""
        good = 0
        for step in dict.fromkeys(p.step for p in pieces):
            mine = [p for p in pieces if p.step == step]
            states = [(p, *self.state(p)) for p in mine]
            passed = sum(state == "passed" for _, state, _ in states)
            good += passed
            minutes = sum(self.seconds(p) for p, state, _ in states if state == "passed") / 60
            print("%-12s %2d of %2d passed, %5.1f minutes" % (step.name, passed, len(mine), minutes))
            for piece, state, why in states:
                if state != "passed":
                    print("  %-20s %s: %s" % (piece.name, state, why))
        left = self.missing(pieces)
        print("%d of %d pieces of tree %s%s" % (
            good, len(pieces), self.tree.id[:12], ", next " + left[0].name if left else ""))
        return good == len(pieces)


def run_piece(piece, run):
    """Runs one piece. An exception is a failure."""
    run.results = Results()
    start = time.monotonic()
    print("\n=== " + piece.name, flush=True)
    try:
        piece.step.function(run, piece.part)
    except SetupError as error:
        run.results.fail("%s: %s" % (piece.name, error))
    except Exception:  # pylint: disable=broad-exception-caught
        traceback.print_exc()
        run.results.fail(piece.name + ": the check itself failed")
    run.results.close()
    return time.monotonic() - start


def report(done, options):
    """Prints the pieces that were run, skipped and left out, and the last line."""
    print("\n=== time")
    for piece, _, seconds in done:
        print("%-20s %5d s" % (piece.name, seconds))
    print("\n=== skipped")
    skips = collections.Counter(x for _, results, _ in done for x in results.skips)
    reasons = collections.defaultdict(list)
    for (what, reason), count in skips.items():
        reasons[reason] += [what] * count
    for reason, names in sorted(reasons.items()):
        print("%s: %d" % (reason, len(names)))
        for name in sorted(names)[:5]:
            print("  " + name)
        if len(names) > 5:
            print("  and %d more" % (len(names) - 5))
    print("" if reasons else "nothing")
    print("=== left out")
    run = {piece.step.name for piece, _, _ in done}
    others = [s.name for s in table.STEPS if s.name not in run and not s.nightly]
    if others and not options.candidate:
        print("the steps %s: --all runs all" % ", ".join(others))
    left = sorted({x for _, results, _ in done for x in results.left_out})
    for reason, count in collections.Counter(reason for _, reason in left).items():
        print("%d tests: %s" % (count, reason))
    failures = [f for _, results, _ in done for f in results.failures]
    if failures:
        print("\n=== failed")
        print("\n".join(failures))
        print("To run one test again: python3 /usr/lib/llvm-19/build/utils/lit/lit.py -v "
              "build/release/test --filter=NAME")
    return len(failures)


def last_line(done):
    counts = [sum(len(r.failures) for _, r, _ in done), sum(len(r.skips) for _, r, _ in done)]
    print("\n%d passed, %d failed, %d skipped" % (sum(r.passed for _, r, _ in done), *counts))


def main(arguments):
    os.chdir(ROOT)
    steps = [a[len("--steps=") :] for a in arguments if a.startswith("--steps=")]
    load_steps(steps[0] if steps else os.path.join(ROOT, "utils", "check", "steps.py"))
    options = parse(arguments)
    pieces = chosen(options)
    os.makedirs("build", exist_ok=True)
    setup_failed = options.setup and not options.status and subprocess.run(
        ["utils/setup.sh", "--test"], check=False).returncode
    if setup_failed:
        print("FAILED: utils/setup.sh\n0 passed, 1 failed, 0 skipped")
        return True
    corpus = os.path.abspath(os.environ.get("HPROF_CORPUS", "../shared/corpus"))
    jdks = quiet(["utils/find-jdks.sh"]).splitlines()
    print("JDKs: " + (", ".join(jdks) or "none, and the tests need one"))
    book = None
    if options.slow or options.status:
        try:
            book = Ledger(options, corpus)
        except SetupError as error:
            if options.candidate or options.status:
                refuse("the ledger has no keys: %s" % error)
    if options.status:
        return not book.print(pieces)
    wanted = book.missing(pieces) if options.candidate else pieces
    limit = float("inf") if options.minutes is None else 60 * options.minutes
    end = time.monotonic() + limit
    run, done = Run(options, corpus, jdks), []
    for piece in wanted:
        if book and time.monotonic() + book.seconds(piece) > end:
            continue
        if book:
            book.look()
        before = book.key(piece) if book else None
        seconds = run_piece(piece, run)
        done.append((piece, run.results, seconds))
        if book:
            book.record(piece, run.results, seconds, before)
    bad = report(done, options) > 0
    if options.candidate:
        print()
        bad |= not book.print(pieces)
    last_line(done)
    return bad


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SetupError as fault:
        refuse(str(fault))
