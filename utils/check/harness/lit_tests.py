"""Runs lit tests and counts them: each discovered test has one result."""

import json
import os
import re
import sys

from . import results as r

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
# Seconds for one test: far more than any takes.
LIMIT = 1500
PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
UNSUPPORTED = "UNSUPPORTED"
# Prefix of the reason for features that other steps or options enable.
LEFT_OUT = "left out: "


def discovered(folder):
    """The tests of a build, as paths below its folder test."""
    text = r.quiet([sys.executable, LIT, "--show-tests", folder])
    return sorted(re.findall(r"^  hprof :: (\S+)$", text, re.M))


def shard(names, index, count):
    """Every COUNT-th name, starting with number INDEX, from 1."""
    return names[index - 1 :: count]


def features_off(folder):
    """Reasons for disabled features, as written by test/lit.cfg.py."""
    with open(os.path.join(folder, "features.txt"), encoding="utf-8") as file:
        return dict(line.rstrip("\n").split("\t", 1) for line in file)


def reason(output, why):
    """Why a test was not run."""
    last = (output.strip().split("\n") or [""])[-1]
    match = re.search(r"unavailable features: (.*)", last)
    if not match:
        return last or "no reason"
    names = match.group(1).split(", ")
    return "; ".join(dict.fromkeys(why.get(n, "feature %s is off" % n) for n in names))


def tally(results, preset, names, tests, why):
    """Counts the results TESTS of lit; NAMES are the requested tests."""
    got = {test["name"].split(" :: ")[-1]: test for test in tests}
    for name in names:
        test = got.get(name)
        what = "%s: %s" % (preset, name)
        if not test:
            results.one(False, what + ": no result")
        elif test["code"] == UNSUPPORTED:
            because = reason(test.get("output", ""), why)
            left = [x for x in because.split("; ") if x.startswith(LEFT_OUT)]
            if left:
                results.left_out.append((what, left[0][len(LEFT_OUT) :]))
                continue
            results.one_skipped(what, because)
        else:
            results.one(test["code"] in PASSED, "%s: %s" % (what, test["code"]))


def lit_command():
    """How to run lit: with a limit of time per test, which takes psutil. Debian's Python
    has it even if another Python comes first in the path."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            r.quiet([python, "-c", "import psutil"])
            return [python, LIT, "--timeout=%d" % LIMIT]
        except (OSError, r.SetupError):
            pass
    print("no python3-psutil: a test that hangs blocks all tests of its run")
    return [sys.executable, LIT]


def run(results, preset, part=(1, 1), only="", without=None, params=(), jobs=1):
    """Runs the tests of a build whose names match ONLY and not WITHOUT."""
    folder = "build/%s/test" % preset
    names = [
        n
        for n in discovered(folder)
        if re.search(only, n) and not (without and re.search(without, n))
    ]
    names = shard(names, *part)
    if not names:
        return
    report = "build/%s/lit.json" % preset
    r.forget(report)
    arguments = lit_command() + ["-sv", "--no-progress-bar", "-j%d" % jobs, "-o", report]
    for param in params:
        arguments += ["--param", param]
    arguments += [os.path.join(folder, name) for name in names]
    r.run(arguments, limit=3 * r.LIMIT)
    try:
        with open(report, encoding="utf-8", errors="replace") as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print("lit left no results: %s" % error)
        tests = []
    tally(results, preset, names, tests, features_off(folder))
