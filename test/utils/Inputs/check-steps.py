"""Steps that end in every possible way, to test utils/check.sh."""

import contextlib
import os
import sys

from harness import lit_tests, unit_tests
from harness.table import step

FOLDER = os.environ["CHECK_FOLDER"]


@contextlib.contextmanager
def elsewhere():
    """Runs in a folder with a build of tests."""
    here = os.getcwd()
    os.chdir(FOLDER)
    try:
        yield
    finally:
        os.chdir(here)


@step("good", "passes", ("utils/check/skips.txt",), ("a", "b"), default=True)
def good(run, part):
    run.results.one(os.environ.get("CHECK_GOOD", "1") == "1", "the part " + part)


@step("bad", "fails", ())
def bad(run, _):
    run.results.one(False, "one is not two")


@step("skips", "skips for a reason of its own", ())
def skips(run, _):
    run.results.one_skipped("a test", "the moon is full")


@step("empty", "tests nothing", ())
def empty(_run, _):
    pass


@step("crash", "has a fault itself", ())
def crash(_run, _):
    raise IndexError("a fault of the step")


@step("unset", "fails in its set-up", ())
def unset(run, _):
    run.must([sys.executable, "-c", "raise SystemExit(3)"])
    run.results.one(True, "")


@step("hang", "starts a program that does not end", ())
def hang(run, _):
    status, _ = run.program([sys.executable, "-c", "while True: pass"], limit=1)
    run.results.one(status == 0, "a program that ends")


@step("fewer", "counts less than it announced", ())
def fewer(run, _):
    run.results.expect(2)
    run.results.ok()


@step("stale", "ends without the counts that an earlier run left", ())
def stale(run, _):
    counts = os.path.join(FOLDER, "counts.txt")
    with open(counts, "w", encoding="utf-8") as file:
        file.write("7 0 0 7\n")
    run.script("true", counts)


@step("lit", "a build with a test that hangs and one that fails", ())
def lit(run, _):
    lit_tests.LIMIT = 1
    with elsewhere():
        run.lit("tests", params=["slow=1"])


@step("unit", "a program with tests of each kind", ())
def unit(run, _):
    with elsewhere():
        unit_tests.run(run.results, "tests")
