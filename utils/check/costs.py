#!/usr/bin/env python3
"""Compares the costs of the tools for small inputs with the table costs/costs.json.

For each command below: the number of allocations, which depends neither on the speed nor
on the load of the machine. (Most virtual machines cannot count instructions.) A number that
differs by more than 5 % (and more than 5) from the table is a failure, even if it is
smaller: rewrite the table with --update, in the commit that changes the number.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
TABLE = os.path.join(HERE, "costs", "costs.json")
TOLERANCE = 0.05

# Inputs, as files in the tree.
INPUTS = {
    "heap.yaml": "test/tools/common/Inputs/heap.yaml",
    "shop.yaml": "docs/Examples/shop.yaml",
}
CONVERTED = {"heap.hprof": "heap.yaml", "shop.hprof": "shop.yaml"}
THREADS = '''2026-01-02 03:04:05
Full thread dump OpenJDK 64-Bit Server VM (25+36 mixed mode, sharing):

"main" #1 prio=5 tid=0x00007f1 nid=12 runnable
   java.lang.Thread.State: RUNNABLE
\tat app.Main.main(Main.java:3)

"worker" #2 prio=5 tid=0x00007f2 nid=13 waiting on condition
   java.lang.Thread.State: WAITING (parking)
\tat app.Worker.run(Worker.java:7)
'''
MCP = [
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":'
    '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}',
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":'
    '{"name":"summary","arguments":{"file":"shop.hprof"}}}',
]

# Each tool without its prefix, with arguments; -q and one thread are added.
COMMANDS = [
    "convert --to=yaml heap.hprof -o out --force",
    "convert --to=hprof heap.yaml -o out --force",
    "convert --to=thread-json threads.txt -o out --force",
    "diff heap.hprof heap.hprof",
    "diff shop.hprof heap.hprof",
    "dominators heap.hprof",
    "dominators --suspects shop.hprof",
    "dump heap.hprof",
    "dump --records heap.hprof",
    "histo heap.hprof",
    "histo --retained shop.hprof",
    "index shop.hprof",
    "lint shop.hprof",
    "merge heap.hprof heap.hprof -o out --force",
    "opt --passes=redact heap.hprof -o out --force",
    "opt --passes=scan-secrets shop.hprof",
    "paths --class=app.Node heap.hprof",
    "query -e SELECT_count(*)_FROM_objects shop.hprof",
    "report heap.hprof -o out --force",
    "report shop.hprof -o out --force",
    "threads threads.txt",
    "mcp .",
    "attach --help",
    "listen --help",
]


def make_inputs(folder, tools):
    for name, path in INPUTS.items():
        shutil.copy(os.path.join(SOURCE, path), os.path.join(folder, name))
    for name, source in CONVERTED.items():
        convert = os.path.join(tools, "hprof-convert")
        subprocess.run([convert, "-q", "--to=hprof", source, "-o", name], cwd=folder, check=True)
    with open(os.path.join(folder, "threads.txt"), "w") as file:
        file.write(THREADS)


def run(command, tools, library, folder):
    """The costs of COMMAND, by kind of count; the index of an earlier command is not used."""
    for name in os.listdir(folder):
        if name not in INPUTS and name not in CONVERTED and name != "threads.txt":
            path = os.path.join(folder, name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    words = [word.replace("_", " ") if "SELECT" in word else word for word in command.split()]
    words[0] = os.path.join(tools, "hprof-" + words[0])
    if "--help" not in words:
        words[1:1] = ["-q", "--threads=1"]
    text = "".join(line + "\n" for line in MCP) if command.startswith("mcp") else ""
    reader, writer = os.pipe()
    # Without the settings of the user, which would change the numbers.
    env = {
        "PATH": "/usr/bin:/bin",
        "LC_ALL": "C",
        "HOME": folder,
        "TMPDIR": folder,
        "ALLOCATIONS_TO": str(writer),
        "LD_PRELOAD": library,
    }
    ended = subprocess.run(
        words, cwd=folder, env=env, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=[writer]
    )
    os.close(writer)
    with os.fdopen(reader) as file:
        allocations = file.read()
    if ended.returncode != 0 or not allocations.strip().isdigit():
        raise RuntimeError("status %d: %s" % (ended.returncode, ended.stderr.decode(errors="replace").strip()[:300]))
    return {"allocations": int(allocations)}


def faults_of(known, counts):
    if known is None:
        return ["is not in the table: see --update"]
    faults = []
    for kind, count in counts.items():
        if kind not in known:
            continue
        if abs(count - known[kind]) > max(TOLERANCE * known[kind], 5):
            faults.append("%d %s, not %d: if this is right, see --update" % (count, kind, known[kind]))
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", required=True, help="the folder of the tools, of a release build")
    parser.add_argument("--counts", help="file for the results")
    parser.add_argument("--cc", default="cc", help="a C compiler")
    parser.add_argument("--update", action="store_true", help="rewrite the table")
    args = parser.parse_args()
    tools = os.path.abspath(args.bin)
    with open(TABLE, encoding="utf-8") as file:
        known = json.load(file)
    found, faults, skips = {}, [], []
    commands = [c for c in COMMANDS if os.path.exists(os.path.join(tools, "hprof-" + c.split()[0]))]
    for command in COMMANDS:
        if command not in commands:
            skips.append("costs: hprof-%s: the tool was not built" % command)
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "count.so")
        source = os.path.join(HERE, "costs", "count-allocations.c")
        subprocess.run([args.cc, "-O1", "-shared", "-fPIC", source, "-o", library], check=True)
        work = os.path.join(folder, "work")
        os.mkdir(work)
        make_inputs(work, tools)
        for command in commands:
            try:
                found[command] = run(command, tools, library, work)
                wrong = [] if args.update else faults_of(known.get(command), found[command])
            except RuntimeError as error:
                wrong = [str(error)]
            for fault in wrong:
                print("FAILED: costs: hprof-%s: %s" % (command, fault))
            if wrong:
                faults.append(command)
    passed = len(commands) - len(faults)
    if args.update and not faults:
        with open(TABLE, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=2)
            file.write("\n")
    print("costs: %d commands as in the table, %d not" % (len(commands) - len(faults), len(faults)))
    if args.counts:
        with open(args.counts, "w", encoding="utf-8") as file:
            print(passed, len(faults), len(skips), len(COMMANDS), file=file)
            for line in skips:
                print(line, file=file)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
