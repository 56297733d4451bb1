#!/usr/bin/env python3
"""examples.py [--bin DIR]... [--mark WORD] DOCUMENT...

Runs the examples in documentation (.rst and .md) and compares their output with
the output in the document. A block is run if a comment precedes it:

    .. run-as-test                     <!-- run-as-test -->
    .. run-as-test: status 3           <!-- run-as-test: status 3 -->
    .. run-as-test: file heap.yaml     <!-- run-as-test: file heap.yaml -->
    .. run-as-test: first COMMAND      <!-- run-as-test: first COMMAND -->
    .. run-as-test: input COMMAND      <!-- run-as-test: input COMMAND -->

In a block, a line that begins with "$ " is a command for bash (lines that begin
with "> " continue it), and the lines up to the next command are its output,
standard error included. A line "..." stands for any lines, "..." inside a line
for any text. The command must succeed, or exit with the given status, which applies to
the last command of the block. With "file", the block is not run but written
to that file. With "first", COMMAND is run before the blocks that follow and
belongs to no block: it creates files that readers already have; $DOCS is the folder
of the document. With "input", the block is the standard input of COMMAND, and the
block after it is the output of COMMAND.

The blocks of a document share one empty folder and run in order, with the
folders --bin first in PATH. With --mark, a comment has that word in place of
run-as-test: for examples that need more than the tools.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

MARK = r"(?:\.\.|<!--) %s(?:: *(.*?))?(?: *-->)? *$"


class Fault(Exception):
    """An example whose output differs from the document."""


def block_after(lines, index):
    """(number of the first line, lines) of the literal block after a mark."""
    while index < len(lines) and not lines[index].strip():
        index += 1
    if index < len(lines) and lines[index].startswith("```"):
        end = index + 1
        while end < len(lines) and not lines[end].startswith("```"):
            end += 1
        return index + 1, lines[index + 1 : end]
    if index >= len(lines) or not re.match(r"\.\. code-block::|.*::$", lines[index]):
        raise Fault("no code block after this mark")
    index += 1
    while index < len(lines) and (not lines[index].strip() or re.match(r" +:\w+:", lines[index])):
        index += 1
    indent = len(lines[index]) - len(lines[index].lstrip()) if index < len(lines) else 0
    if not indent:
        raise Fault("the code block after this mark is empty")
    end = index
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith(" " * indent)):
        end += 1
    block = [line[indent:] for line in lines[index:end]]
    while not block[-1].strip():
        block.pop()
    return index, block


def matches(expected, actual):
    """Whether the ACTUAL lines match EXPECTED."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(re.escape(part) for part in line.rstrip().split("..."))
            pattern += r" *\n"
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in actual)) is not None


def run(command, status, expected, folder, env, text=""):
    """Run COMMAND with TEXT as input; EXPECTED may be None."""
    result = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=env,
        input=text.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    text = result.stdout.decode(errors="backslashreplace")
    if result.returncode != status:
        raise Fault("$ %s\nexit status %d, not %d:\n%s" % (command, result.returncode, status, text))
    if expected is not None and not matches(expected, text.splitlines()):
        raise Fault("$ %s\nprints:\n%s\nand not:\n%s" % (command, text, "\n".join(expected)))


def run_block(block, status, folder, env):
    """Run the commands of BLOCK."""
    steps = []
    for line in block:
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif not steps:
            raise Fault("the block does not begin with a command")
        elif line.startswith("> ") and not steps[-1][1]:
            steps[-1] = (steps[-1][0] + "\n" + line[2:], [])
        else:
            steps[-1][1].append(line)
    for number, (command, expected) in enumerate(steps):
        while expected and not expected[-1].strip():
            expected.pop()
        run(command, status if number == len(steps) - 1 else 0, expected, folder, env)


def run_document(path, word, env):
    """(number of blocks run, faults) of the document at PATH; WORD is its mark."""
    pattern = re.compile(MARK % re.escape(word))
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    env = dict(env, DOCS=os.path.dirname(os.path.abspath(path)))
    count, faults = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for index, line in enumerate(lines):
            mark = pattern.match(line)
            if not mark:
                continue
            try:
                word, _, rest = (mark.group(1) or "").partition(" ")
                if word == "first":
                    run(rest, 0, None, folder, env)
                    continue
                index, block = block_after(lines, index + 1)
                count += 1
                if word == "file":
                    with open(os.path.join(folder, rest), "w", encoding="utf-8") as out:
                        out.write("\n".join(block) + "\n")
                elif word == "input":
                    after = index + len(block)
                    after += after < len(lines) and lines[after].startswith("```")
                    expected = block_after(lines, after)[1]
                    run(rest, 0, expected, folder, env, "\n".join(block) + "\n")
                elif word in ("", "status"):
                    run_block(block, int(rest or 0), folder, env)
                else:
                    raise Fault("'%s' is unknown to examples.py" % word)
            except Fault as fault:
                faults.append("%s:%d: %s" % (path, index + 1, fault))
    return count, faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", action="append", default=[])
    parser.add_argument("--mark", default="run-as-test")
    parser.add_argument("documents", nargs="*")
    args = parser.parse_args()
    env = dict(os.environ, LC_ALL="C.UTF-8", COLUMNS="80")
    env["PATH"] = os.pathsep.join([*map(os.path.abspath, args.bin), env["PATH"]])
    blocks, failed = 0, False
    for document in args.documents:
        count, faults = run_document(document, args.mark, env)
        blocks += count
        for fault in faults:
            failed = True
            print(fault)
    print("%d blocks" % blocks)
    sys.exit(1 if failed else 0)


main()
