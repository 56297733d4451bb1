#!/usr/bin/env python3
"""Counts the results of a lit run for utils/check.sh.

usage: tally.py PRESET LIT.json FEATURES.txt

Prints "passed failed skipped" and then one line for each skipped test with
the reason. Slow tests that were left out are not counted; of each there is a
line "left out: NAME". FEATURES.txt, which test/lit.cfg.py writes, gives the reason why a
feature is off, as "FEATURE<tab>REASON".
"""

import json
import re
import sys

FAILED = {"FAIL", "XPASS", "UNRESOLVED", "TIMEOUT"}
PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
# A build with sanitizers does not repeat tests that start a JVM: that is no
# gap.
NOT_REPEATED = "not repeated here"
SLOW = "slow"


def main():
    preset, results, features = sys.argv[1:]
    with open(results, encoding="utf-8", errors="replace") as file:
        tests = json.load(file)["tests"]
    why = {}
    try:
        with open(features, encoding="utf-8") as file:
            why = dict(line.rstrip("\n").split("\t", 1) for line in file)
    except FileNotFoundError:
        pass
    passed = failed = skipped = 0
    lines = []
    for test in tests:
        code = test["code"]
        if code in PASSED:
            passed += 1
        elif code in FAILED:
            failed += 1
        else:
            reason = test.get("output", "").strip().split("\n")[-1] or code
            match = re.search(r"unavailable features: (.*)", reason)
            if match:
                names = match.group(1).split(", ")
                reasons = [why.get(name, "feature %s is off" % name) for name in names]
                if NOT_REPEATED in reasons:
                    continue
                if reasons == [SLOW]:
                    lines.append("left out: " + test["name"])
                    continue
                reason = "; ".join(dict.fromkeys(reasons))
            skipped += 1
            lines.append("%s: %s: %s" % (preset, test["name"], reason))
    if not tests:
        failed += 1
        print("FAILED: %s: no tests" % preset, file=sys.stderr)
    print(passed, failed, skipped)
    print("\n".join(lines), end="\n" if lines else "")


if __name__ == "__main__":
    main()
