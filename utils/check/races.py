#!/usr/bin/env python3
"""Runs tools that were built with ThreadSanitizer, with four threads: none may report a
race, or have another result than with one thread.

The dumps are those of costs.py, and the largest of a corpus if there is one, since small
ones keep only one thread busy.
"""

import argparse
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import costs  # pylint: disable=wrong-import-position

LARGE = [
    "convert --to=yaml DUMP -o out --force",
    "convert --to=heapsnapshot DUMP -o out --force",
    "diff DUMP DUMP",
    "dominators DUMP",
    "dominators --suspects DUMP",
    "dump --summary DUMP",
    "dump --verify DUMP",
    "histo --retained DUMP",
    "index --force DUMP",
    "lint DUMP",
    "merge DUMP DUMP -o out --force",
    "opt --passes=redact DUMP -o out --force",
    "opt --passes=scan-secrets DUMP",
    "paths --class=java.lang.Thread DUMP",
    "query -e SELECT_class,_count(*)_FROM_objects_GROUP_BY_class DUMP",
    "query -e SELECT_sum(retained)_FROM_objects DUMP",
    "report DUMP -o out --force",
]
RACE = "WARNING: ThreadSanitizer"


def largest(corpus, count):
    """The largest heap dumps of a corpus."""
    found = [
        os.path.join(where, name)
        for where, _, names in os.walk(corpus)
        for name in names
        if name.endswith((".hprof", ".hprof.gz"))
    ]
    return sorted(found, key=os.path.getsize, reverse=True)[:count]


def run(words, threads, fixed, folder, text):
    return subprocess.run(
        fixed + [words[0], "-q", "--threads=%d" % threads] + words[1:],
        cwd=folder,
        input=text.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A report terminates the process with a special status.
        env={"PATH": "/usr/bin:/bin", "HOME": folder, "TMPDIR": folder, "TSAN_OPTIONS": "exitcode=66"},
    )


def fault(words, fixed, folder, text):
    """The fault of a command; empty if there is none."""
    results = []
    for threads in (1, 4):
        done = run(words, threads, fixed, folder, text)
        errors = done.stderr.decode(errors="replace")
        if RACE in errors or done.returncode:
            return "status %d\n%s" % (done.returncode, errors[-4000:])
        results.append([done.stdout])
        out = os.path.join(folder, "out")
        if os.path.exists(out):
            with open(out, "rb") as file:
                results[-1].append(file.read())
            os.remove(out)
    if results[0] != results[1]:
        return "another result with four threads"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--corpus", default="", help="folder of real dumps")
    parser.add_argument("--counts", help="file for the results")
    args = parser.parse_args()
    tools = os.path.abspath(args.bin)
    # The runtime of gcc 12 does not support the address layout of newer kernels.
    fixed = ["setarch", "-R"]
    if subprocess.run(fixed + ["true"], stderr=subprocess.DEVNULL).returncode:
        fixed = []
    dumps = largest(args.corpus, 2)
    commands = [c for c in costs.COMMANDS if "--help" not in c] + [
        c.replace("DUMP", dump) for dump in dumps for c in LARGE
    ]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        costs.make_inputs(folder, tools)
        for command in commands:
            words = [w.replace("_", " ") if "SELECT" in w else w for w in command.split()]
            words[0] = os.path.join(tools, "hprof-" + words[0])
            text = "".join(x + "\n" for x in costs.MCP) if command.startswith("mcp") else ""
            wrong = fault(words, fixed, folder, text)
            if wrong:
                failed += 1
                print("FAILED: hprof-%s: %s" % (command, wrong), flush=True)
    skips = [] if dumps else ["large dumps: no corpus"]
    print("races: %d commands, %d failed" % (len(commands), failed))
    if args.counts:
        with open(args.counts, "w", encoding="utf-8") as file:
            print(len(commands) - failed, failed, len(skips), len(commands) + len(skips), file=file)
            print("\n".join(skips), file=file)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
