#!/usr/bin/env python3
"""Runs the lit tests of the agent again and again while the machine is busy.

Four processes per core compute all the time; as many tests run in parallel as there
are cores. A test that depends on timing fails sooner or later.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"


def run_once(args, results):
    """The result code of each test, and the output."""
    command = [sys.executable, args.lit, "-q", "-j%d" % os.cpu_count(), "--output", results]
    command += ["--param", "slow=1"] if args.slow else []
    command += ["--filter", args.filter, os.path.join(args.build, "test")]
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")
    try:
        with open(results, encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError):
        raise SystemExit("load.py: error: no results of lit: " + ended.stdout[-1000:])
    return {test["name"]: test["code"] for test in tests if test["code"] != "EXCLUDED"}, ended.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", required=True, help="the folder of a build")
    parser.add_argument("--counts", help="file for the results")
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--filter", default=":: Agent/", help="the tests, as for lit")
    parser.add_argument("--slow", action="store_true", help="slow tests, too")
    parser.add_argument("--lit", default=LIT)
    args = parser.parse_args()
    passed = failed = 0
    expected = 0
    skips = {}
    # They exit at the end of their input, also if this program is killed.
    spin = "import os, threading\nthreading.Thread(target=lambda: (os.read(0, 1), os._exit(0))).start()\nwhile True: pass"
    busy = [subprocess.Popen([sys.executable, "-c", spin], stdin=subprocess.PIPE) for _ in range(4 * os.cpu_count())]
    try:
        with tempfile.TemporaryDirectory() as folder:
            for number in range(1, args.repeat + 1):
                codes, output = run_once(args, os.path.join(folder, "results.json"))
                expected = expected or len(codes) * args.repeat
                bad = sorted(name for name, code in codes.items() if code not in ("PASS", "UNSUPPORTED"))
                for name in bad:
                    print("FAILED: load: run %d: %s: %s" % (number, name, codes[name]), flush=True)
                if bad:
                    print(output[-20000:])
                failed += len(bad)
                passed += sum(code == "PASS" for code in codes.values())
                for name, code in codes.items():
                    if code == "UNSUPPORTED":
                        skips[name] = skips.get(name, 0) + 1
                print("load: run %d of %d: %d tests, %d failed" % (number, args.repeat, len(codes), len(bad)), flush=True)
    finally:
        for process in busy:
            process.stdin.close()
            process.wait()
    if not expected:
        print("FAILED: load: no test matches " + args.filter)
        failed += 1
    if args.counts:
        with open(args.counts, "w", encoding="utf-8") as file:
            print(passed, failed, sum(skips.values()), expected, file=file)
            for name, times in sorted(skips.items()):
                for _ in range(times):
                    print("load: %s: not supported here" % name, file=file)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
