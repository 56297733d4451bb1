#!/usr/bin/env python3
"""Runs googletest programs with a filter and counts their tests.

usage: gtest.py --filter=FILTER --counts=FILE PROGRAM...

FILE gets "passed failed skipped" in its first line and the skipped tests with
their reasons below.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--filter", required=True)
    parser.add_argument("--counts", required=True)
    parser.add_argument("programs", nargs="+")
    args = parser.parse_args()
    passed = failed = 0
    skips = []
    for program in args.programs:
        name = os.path.basename(program)
        with tempfile.NamedTemporaryFile(suffix=".json") as report:
            run = subprocess.run(
                [
                    program,
                    "--gtest_filter=" + args.filter,
                    "--gtest_brief=1",
                    "--gtest_output=json:" + report.name,
                ],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                errors="replace",
            )
            text = report.read()
        bad = 0
        ran = 0
        for suite in json.loads(text)["testsuites"] if text else []:
            for test in suite["testsuite"]:
                ran += 1
                if test.get("failures"):
                    bad += 1
                    print("FAILED: %s: %s.%s" % (name, suite["name"], test["name"]))
                elif test.get("result") == "SKIPPED":
                    skips.append("%s: %s.%s" % (name, suite["name"], test["name"]))
                elif test.get("status") == "RUN":
                    passed += 1
        if run.returncode and not bad:
            # A data race ends the program with a report and without a test
            # result.
            bad = 1
            print("FAILED: %s: exit status %d" % (name, run.returncode))
        if bad:
            print(run.stdout[-20000:])
        print("%s: %d tests, %d failed" % (name, ran, bad))
        failed += bad
    with open(args.counts, "w", encoding="utf-8") as file:
        print(passed, failed, len(skips), file=file)
        for line in skips:
            print(line + ": see its GTEST_SKIP", file=file)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
