"""Runs googletest programs and counts their tests: each listed test has one result."""

import concurrent.futures
import os
import re
import tempfile
import xml.etree.ElementTree as ElementTree

from . import results as r

# Seconds for one part of a program.
LIMIT = 3000
# Tests of a part: programs with many are run in parts.
PART = 60


def programs(folder):
    """The programs that were built below a folder."""
    found = []
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            if name.endswith("Tests") and os.path.isfile(path) and os.access(path, os.X_OK):
                found.append(path)
    return sorted(found)


def listed(program, wanted="*"):
    """The tests of a program, as "Suite.Name"."""
    text = r.quiet([program, "--gtest_list_tests", "--gtest_filter=" + wanted])
    names, suite = [], ""
    for line in text.splitlines():
        name = line.split("#")[0].rstrip()
        if line.startswith("  "):
            names.append(suite + name.strip())
        elif re.fullmatch(r"\S+\.", name):
            suite = name
    return names


def read(path):
    """Results of a run: name → "" if it passed, else ("failed" or "skipped", text)."""
    found = {}
    try:
        root = ElementTree.parse(path).getroot()
    except (ElementTree.ParseError, OSError):
        return found
    for case in root.iter("testcase"):
        name = "%s.%s" % (case.get("classname"), case.get("name"))
        failure, skipped = case.find("failure"), case.find("skipped")
        if failure is not None:
            found[name] = ("failed", failure.get("message", ""))
        elif case.get("result") == "skipped" or skipped is not None:
            text = skipped.get("message", "") if skipped is not None else ""
            found[name] = ("skipped", text.strip().split("\n")[-1] or "no reason")
        elif case.get("status") == "run":
            found[name] = ""
    return found


def run_part(program, wanted, index, count, env, before):
    """Runs one part of a program: its results, status and output."""
    with tempfile.TemporaryDirectory() as folder:
        report, log = os.path.join(folder, "report.xml"), os.path.join(folder, "log")
        status, text = r.run(
            before
            + [
                os.path.abspath(program),
                "--gtest_filter=" + wanted,
                "--gtest_brief=1",
                "--gtest_output=xml:" + report,
            ],
            log=log,
            limit=LIMIT,
            env=dict(env, GTEST_TOTAL_SHARDS=str(count), GTEST_SHARD_INDEX=str(index)),
        )
        return read(report), status, text


def count(results, preset, name, names, parts):
    """Counts the results of all PARTS of a program with the tests NAMES."""
    found = {}
    for part, status, text in parts:
        found.update(part)
        bad = any(result and result[0] == "failed" for result in part.values())
        if bad or status:
            print(text[-20000:])
        if status and not bad:
            # A data race or a leak terminates the program without the result of a test.
            results.one(False, "%s: %s exited with status %d" % (preset, name, status))
    for test in names:
        result = found.get(test)
        what = "%s: %s: %s" % (preset, name, test)
        if result is None:
            results.one(False, what + ": no result")
        elif result and result[0] == "skipped":
            results.one_skipped(what, result[1])
        else:
            results.one(not result, what)


def run(results, preset, slow=True, part=(1, 1), env=None, before=(), jobs=1):
    """Runs the unit tests of a build; each PART has every Nth program."""
    wanted = "*" if slow else "-*.Slow*"
    index, total = part
    mine = programs("build/%s/unittests" % preset)[index - 1 :: total]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = []
        for program in mine:
            names = listed(program, wanted)
            name = os.path.basename(program)
            if not slow:
                results.left_out += [
                    ("%s: %s: %s" % (preset, name, test), "slow")
                    for test in listed(program, "*.Slow*")
                ]
            parts = len(names) // PART + 1
            jobs_of_it = [
                pool.submit(run_part, program, wanted, i, parts, env or {}, list(before))
                for i in range(parts)
            ]
            running.append((name, names, jobs_of_it))
        for name, names, jobs_of_it in running:
            count(results, preset, name, names, [job.result() for job in jobs_of_it])
