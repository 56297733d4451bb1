"""merge-law.py [options] BIN FOLDER DUMP...: checks the tools' answers about a merged
file.

The answer about the N-th dump of a merged file is the answer about the N-th
input, except for names of files, the number of dumps, the width of ids, the
upper halves of ids, which the merge has moved, and names of thread groups,
which it extends. The order of the dumps is tried both ways.

  --tools=NAME,...  only these tools
  --pairs           each two of the dumps, not all in one file
  --via=FORMAT      the merged file and each input are first converted to it
  --packed          the merged file is compressed
"""

import argparse
import itertools
import json
import os
import re
import subprocess
import sys

# The queries. {dump} is the option for the dump, {file} the file.
QUESTIONS = {
    "histo": "hprof-histo --format=json --top=0 {dump} {file}",
    "histo-text": "hprof-histo {dump} {file}",
    "dominators": "hprof-dominators --format=json {dump} {file}",
    "suspects": "hprof-dominators --suspects --format=json {dump} {file}",
    "lint": "hprof-lint --format=json {dump} {file}",
    "summary": "hprof-dump --summary --format=json {dump} {file}",
    "threads": "hprof-dump --threads --ungrouped --format=json {dump} {file}",
    "properties": "hprof-dump --properties --show-values {dump} {file}",
    "classes": "hprof-dump --classes --format=json {dump} {file}",
    "roots": "hprof-dump --roots --format=json {dump} {file}",
}
BIN = ""
STATUSES = (0, 3)
# Facts about the file, not the dump, and counts of records that the merge adds or moves:
# strings with names of files, threads, the merge's own frames.
OF_FILE = {
    "tool", "file", "format", "version", "id_size", "headers",
    "dump", "dumps", "heap_dumps", "size", "file_size", "compression", "offset",
    "instance_size", "records", "string_bytes", "serial", "trace_serial", "thread_serial", "group",
}
ID = re.compile(r"0x([0-9a-f]+)")


def tool(name):
    return os.path.join(BIN, name)


def low(match):
    return "0x%x" % (int(match.group(1), 16) & 0xFFFFFFFF)


def plain(value):
    """The part of a JSON answer that is about the dump alone."""
    if isinstance(value, dict):
        if "method" in value:  # A frame, whose id has another offset.
            value = {k: v for k, v in value.items() if k != "id"}
        return {
            k: plain(v)
            for k, v in value.items()
            if k not in OF_FILE
        }
    if isinstance(value, list):
        return [plain(v) for v in value]
    return ID.sub(low, value) if isinstance(value, str) else value


def plain_text(text, path):
    lines = []
    for line in text.replace(path, "FILE").splitlines():
        if re.match(r" *dump \d+ of \d+$|heap dump \d+ of \d+:$", line):
            continue
        lines.append(ID.sub(low, line))
    return "\n".join(lines)


def ask(question, path, number):
    dump = "--dump=%d" % number if number else ""
    command = [
        part.format(file=path, dump=dump)
        for part in QUESTIONS[question].split()
        if dump or part != "{dump}"
    ]
    command[0] = tool(command[0])
    run = subprocess.run(command + ["-q"], capture_output=True, timeout=600)
    if run.returncode not in STATUSES:
        sys.exit("%s: status %d: %s" % (command, run.returncode, run.stderr.decode()))
    text = run.stdout.decode("utf-8", "backslashreplace")
    if "--format=json" in command:
        answer = json.dumps(plain(json.loads(text)), indent=1)
    else:
        answer = plain_text(text, path)
    return run.returncode, answer


def first_difference(one, other):
    for a, b in itertools.zip_longest(one.splitlines(), other.splitlines()):
        if a != b:
            return "%r became %r" % (a, b)


class Law:
    def __init__(self, options):
        self.options = options
        self.known = {}
        self.asked = self.faults = 0

    def run(self, name, *arguments):
        command = [tool(name), *arguments]
        done = subprocess.run(command, capture_output=True, timeout=600)
        if done.returncode not in STATUSES:
            sys.exit("%s: %s" % (command, done.stderr.decode()))

    def through(self, path):
        """The file after the requested conversion."""
        if not self.options.via:
            return path
        out = os.path.join(
            self.options.folder, os.path.basename(path) + "." + self.options.via
        )
        self.run("hprof-convert", "-q", "--force", "--to", self.options.via, path, "-o", out)
        return out

    def alone(self, path, question):
        key = path, question
        if key not in self.known:
            self.known[key] = ask(question, self.through(path), 0)
        return self.known[key]

    def check(self, dumps):
        end = ".hprof.gz" if self.options.packed else ".hprof"
        merged = os.path.join(self.options.folder, "merged" + end)
        self.run("hprof-merge", "-q", "--force", *dumps, "-o", merged)
        merged = self.through(merged)
        for number, path in enumerate(dumps, 1):
            for question in self.options.tools:
                status, expected = self.alone(path, question)
                found_status, found = ask(question, merged, number)
                self.asked += 1
                if found == expected and status <= found_status:
                    continue
                self.faults += 1
                print(
                    "%s: dump %d of %s: %s (status %d and %d)"
                    % (
                        question,
                        number,
                        " ".join(map(os.path.basename, dumps)),
                        first_difference(expected, found),
                        status,
                        found_status,
                    )
                )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", default=",".join(QUESTIONS))
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--packed", action="store_true")
    parser.add_argument("--via", default="")
    parser.add_argument("bin")
    parser.add_argument("folder")
    parser.add_argument("dumps", nargs="+")
    options = parser.parse_args()
    options.tools = options.tools.split(",")
    global BIN
    BIN = options.bin
    os.makedirs(options.folder, exist_ok=True)
    law = Law(options)
    if options.pairs:
        for pair in itertools.permutations(options.dumps, 2):
            law.check(pair)
    else:
        law.check(options.dumps)
        law.check(options.dumps[::-1])
    print("%d answers, %d differ" % (law.asked, law.faults))
    return law.faults != 0


if __name__ == "__main__":
    sys.exit(main())
