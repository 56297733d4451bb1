#!/usr/bin/env python3
"""Runs each tool in other environments: with locales that write numbers or letters
differently, and with a closed standard input, output or error stream.

- With a locale, or without standard input, it writes the same as usual.
- Without standard error, it writes the same to standard output and to files: a warning
  must not be written to a file that got the number of the closed stream.
- Without standard output, it exits with status 1 and an error if it has something to
  print, and otherwise as usual.

The locales are created by localedef in a separate folder.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import costs

LOCALES = ["C", "tr_TR.UTF-8", "de_DE.UTF-8"]
CLOSED = {
    "no input": [0],
    "no output": [1],
    "no errors": [2],
    "no output, no errors": [1, 2],
    "nothing open": [0, 1, 2],
}
# In addition to those of costs.py: commands that print a warning or an error.
COMMANDS = costs.COMMANDS + [
    "convert --to=yaml cut.hprof -o out --force",
    "convert --to=yaml cut.hprof",
    "opt --passes=redact cut.hprof -o out --force",
    "merge cut.hprof cut.hprof -o out --force",
    "report cut.hprof -o out --force",
    "index cut.hprof",
    "histo cut.hprof",
    "histo none.hprof",
    "threads none.txt",
    "convert --to=yaml none.hprof -o out --force",
]
KNOWN = {"heap.yaml", "shop.yaml", "heap.hprof", "shop.hprof", "cut.hprof", "threads.txt"}


def make_locales(folder):
    """Why the locales cannot be created; empty if they were."""
    if not shutil.which("localedef"):
        return "no localedef"
    for name in LOCALES:
        if name != "C":
            language, charset = name.split(".")
            made = subprocess.run(
                ["localedef", "-i", language, "-f", charset, os.path.join(folder, name)],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            if not os.path.exists(os.path.join(folder, name, "LC_CTYPE")):
                return "no %s: %s" % (name, made.stdout.decode(errors="replace").strip()[:100])
    return ""


class Ended:
    """The exit status of a command, and its output."""

    def __init__(self, status, out, err, files):
        self.status, self.out, self.err, self.files = status, out, err, files


def read_files(folder):
    found = {}
    for at, folders, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            if os.path.relpath(path, folder) not in KNOWN:
                with open(path, "rb") as file:
                    found[os.path.relpath(path, folder)] = file.read()
    return found


def run(command, tools, folder, locale="C.UTF-8", locales="", closed=()):
    for name in set(os.listdir(folder)) - KNOWN:
        path = os.path.join(folder, name)
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    words = [word.replace("_", " ") if "SELECT" in word else word for word in command.split()]
    words[0] = os.path.join(tools, "hprof-" + words[0])
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": locale, "HOME": folder, "TMPDIR": folder}
    if locales:
        environment["LOCPATH"] = locales
    text = "".join(line + "\n" for line in costs.MCP) if command.startswith("mcp") else ""

    def close():
        for number in closed:
            os.close(number)

    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(text.encode())
        given.seek(0)
        ended = subprocess.run(
            words, cwd=folder, env=environment, stdin=given, stdout=out, stderr=err, preexec_fn=close, timeout=120
        )
        out.seek(0)
        err.seek(0)
        return Ended(ended.returncode, out.read(), err.read(), read_files(folder))


def differences(usual, found, kinds):
    return ["another %s" % kind for kind in kinds if getattr(usual, kind) != getattr(found, kind)]


def faults_of(usual, found, closed):
    if found.status < 0:
        return ["signal %d" % -found.status]
    if 0 in closed and usual.needs_input:
        # An empty conversation, or an error.
        return [] if found.status in (0, 1) else ["status %d" % found.status]
    if 1 in closed and usual.out:
        faults = [] if found.status == 1 else ["status %d, not 1" % found.status]
        if 2 not in closed and b"error: " not in found.err:
            faults.append("no error")
        return faults
    kinds = ["status", "files"]
    kinds += ["out"] if 1 not in closed else []
    kinds += ["err"] if 2 not in closed else []
    return differences(usual, found, kinds)


def cases():
    for command in COMMANDS:
        for locale in LOCALES:
            yield command, locale, ()
        for name, closed in CLOSED.items():
            yield command, name, closed


def cut_dump(folder):
    with open(os.path.join(folder, "shop.hprof"), "rb") as file:
        data = file.read()
    with open(os.path.join(folder, "cut.hprof"), "wb") as file:
        file.write(data[: len(data) - 40])


def check(args, folder, locales, missing):
    """The number of passed cases, the faults, and the skipped cases."""
    passed, faults, skips = 0, [], []
    usual = {}
    for command, place, closed in cases():
        what = "places: hprof-%s: %s" % (command, place)
        if not os.path.exists(os.path.join(args.bin, "hprof-" + command.split()[0])):
            skips.append(what + ": the tool was not built")
            continue
        if missing and place in LOCALES and place != "C":
            skips.append("%s: %s" % (what, missing))
            continue
        if command not in usual:
            usual[command] = run(command, args.bin, folder)
            usual[command].needs_input = command.startswith("mcp")
        if closed:
            found = run(command, args.bin, folder, closed=closed)
            wrong = faults_of(usual[command], found, closed)
        else:
            found = run(command, args.bin, folder, place, locales)
            wrong = differences(usual[command], found, ["status", "out", "err", "files"])
        for fault in wrong:
            print("FAILED: %s: %s" % (what, fault))
            if args.verbose:
                print("  status %d\n  %r\n  %r" % (found.status, found.out[:300], found.err[:300]))
        if wrong:
            faults.append(what)
        else:
            passed += 1
    return passed, faults, skips


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", required=True, help="the folder of the tools")
    parser.add_argument("--counts", help="file for the results")
    parser.add_argument("--verbose", action="store_true", help="print the output of failed commands")
    args = parser.parse_args()
    args.bin = os.path.abspath(args.bin)
    with tempfile.TemporaryDirectory() as top:
        locales, folder = os.path.join(top, "locales"), os.path.join(top, "work")
        os.mkdir(locales)
        os.mkdir(folder)
        missing = make_locales(locales)
        costs.make_inputs(folder, args.bin)
        cut_dump(folder)
        passed, faults, skips = check(args, folder, locales, missing)
    print("places: %d passed, %d failed, %d skipped" % (passed, len(faults), len(skips)))
    if args.counts:
        with open(args.counts, "w", encoding="utf-8") as file:
            print(passed, len(faults), len(skips), len(list(cases())), file=file)
            for line in skips:
                print(line, file=file)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
