#!/usr/bin/env python3
"""Changes one operator of a library at a time, and runs the unit tests of that library.

A change that compiles and that no test detects is a survivor: a condition or a number
that the tests do not cover. Its location is printed; lit tests, which do not run here,
may detect it. Changes are chosen at random, the same ones for the same seed and sources.
The sources are copied to build/mutants, and are built there.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
WORK = os.path.join(ROOT, "build", "mutants")
# clang-format puts spaces around binary operators but not around template brackets.
OPPOSITE = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "&&": "||", "||": "&&", "+": "-", "-": "+",
}
SITES = [
    (re.compile(r"(?<= )(==|!=|<=|>=|<|>|&&|\|\||\+|-)(?= )"), lambda m: OPPOSITE[m[0]]),
    (re.compile(r"(?<=return )(true|false)(?=;)"), lambda m: "true" if m[0] == "false" else "false"),
    (re.compile(r"(?<=if \()!"), lambda m: ""),
    (re.compile(r"(?<= [-+*/] )(\d+)\b"), lambda m: str(int(m[0]) + 1)),
]
NO_SITE = re.compile(r"^\s*(//|#|assert\(|static_assert|template|using )|operator|LLVM_DEBUG")
SECONDS = 600  # for the tests of one change


def sites(path):
    """Yields (line, begin, end, replacement) for each change that a file can have."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for number, line in enumerate(lines):
        if NO_SITE.search(line):
            continue
        code = line.split("//")[0]
        for expression, change in SITES:
            for match in expression.finditer(code):
                if code[: match.start()].count('"') % 2 == 0:
                    yield number, match.start(), match.end(), change(match)


def tests_of(source):
    """The program with the tests of a library's source, and its folder, or None."""
    folder = os.path.dirname(os.path.relpath(source, "lib"))
    while folder:
        lists = os.path.join("unittests", folder, "CMakeLists.txt")
        if os.path.exists(lists):
            with open(lists, encoding="utf-8") as file:
                found = re.search(r"\bHprof\w+Tests\b", file.read())
            if found:
                return found[0], os.path.join("unittests", folder)
        folder = os.path.dirname(folder)
    return None


def build(target, log):
    with open(log, "w", encoding="utf-8") as out:
        return subprocess.run(["ninja", "-C", "tree", target], stdout=out, stderr=out).returncode == 0


def program_called(name, folder):
    for where, _, names in os.walk(os.path.join("tree", folder)):
        if name in names:
            return os.path.join(where, name)
    raise FileNotFoundError(name)


def is_noticed(program):
    try:
        done = subprocess.run(
            [os.path.abspath(program), "--gtest_filter=-*.Slow*", "--gtest_brief=1"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def copy_tree():
    """Copies the sources, except unchanged files, so that little is rebuilt."""
    os.makedirs(WORK, exist_ok=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        source, to = os.path.join(ROOT, name), os.path.join(WORK, "src", name)
        if not os.path.isfile(source):
            continue
        with open(source, "rb") as file:
            content = file.read()
        if not os.path.exists(to) or open(to, "rb").read() != content:
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copy(source, to)
    os.chdir(os.path.join(WORK, "src"))
    os.environ["CCACHE_BASEDIR"], os.environ["CCACHE_NOHASHDIR"] = os.getcwd(), "1"
    subprocess.run(["cmake", "-S", ".", "-B", "tree", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"],
                   stdout=subprocess.DEVNULL, check=True)


def try_one(source, site, target, folder):
    """"noticed", "survives" or "does not compile"."""
    number, begin, end, text = site
    with open(source, encoding="utf-8") as file:
        before = file.read()
    lines = before.split("\n")
    line = lines[number]
    lines[number] = line[:begin] + text + line[end:]
    with open(source, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    try:
        if not build(target, "build.log"):
            return "does not compile"
        if is_noticed(program_called(target, folder)):
            return "noticed"
        print("%s:%d: survives: %s\n    now: %s" % (source, number + 1, line.strip(), lines[number].strip()),
              flush=True)
        return "survives"
    finally:
        with open(source, "w", encoding="utf-8") as file:
            file.write(before)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="lib/", help="only sources whose paths begin with this")
    parser.add_argument("--least", type=int, default=75, metavar="PERCENT", help="minimum share of changes to be noticed")
    parser.add_argument("--counts", help="file for the results")
    args = parser.parse_args()
    copy_tree()
    places = [
        (path, site, *tests)
        for where, _, names in sorted(os.walk("lib"))
        for path in (os.path.join(where, name) for name in sorted(names))
        if path.endswith(".cpp") and path.startswith(args.only)
        for tests in [tests_of(path)] if tests
        for site in sites(path)
    ]
    random.Random(args.seed).shuffle(places)
    results = {"noticed": 0, "survives": 0, "does not compile": 0}
    print("seed %d" % args.seed, flush=True)
    passing = {}
    for path, site, target, folder in places:
        if results["noticed"] + results["survives"] == args.count:
            break
        # Tests that fail without a change detect nothing.
        if target not in passing:
            passing[target] = build(target, "build.log") and not is_noticed(
                program_called(target, folder))
        if not passing[target]:
            sys.exit("mutants.py: error: %s fails without a change" % target)
        results[try_one(path, site, target, folder)] += 1
    tried = results["noticed"] + results["survives"]
    share = 100 * results["noticed"] // max(tried, 1)
    print("%d of %d changes noticed (%d %%), of %d places; %d did not compile" % (
        results["noticed"], tried, share, len(places), results["does not compile"]))
    good = tried > 0 and share >= args.least
    if not good:
        print("FAILED: mutants: fewer than %d %% noticed" % args.least)
    if args.counts:
        with open(args.counts, "w", encoding="utf-8") as file:
            print(int(good), int(not good), 0, 1, file=file)
    return not good


if __name__ == "__main__":
    sys.exit(main())
