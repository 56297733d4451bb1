#!/usr/bin/env python3
"""Runs clang-tidy-19 over all our sources, remembering clean ones by content.

usage: tidy.py [-j N] [--counts=FILE] [--shard=KofN] [FILE...]

The key of a result is a hash of the file, of all files of ours that it
includes, of the .clang-tidy files, of the compiler's arguments, and of the versions of
the tool and of the libraries. Only clean results are kept, in
${XDG_CACHE_HOME:-~/.cache}/hprof-tidy. Flags come from the compile databases
of build/release and build/asan.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
TIDY = "clang-tidy-19"
INCLUDE = re.compile(rb'^\s*#\s*include\s+"([^"]+)"', re.M)
FOLDERS = ("lib", "tools", "unittests", "utils", "test")


def cache_folder():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.join(base, "hprof-tidy")
    try:
        os.makedirs(folder, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    folder = os.path.join(ROOT, "build", "tidy-cache")
    os.makedirs(folder, exist_ok=True)
    return folder


def versions():
    text = subprocess.run([TIDY, "--version"], capture_output=True, text=True).stdout
    query = subprocess.run(
        ["dpkg-query", "-W", "llvm-19-dev", "googletest", "libstdc++-12-dev"],
        capture_output=True,
        text=True,
    )
    text += query.stdout
    return text


def compile_commands():
    """Maps each source file to (build folder, arguments)."""
    commands = {}
    for preset in ("asan", "release"):
        folder = os.path.join(ROOT, "build", preset)
        path = os.path.join(folder, "compile_commands.json")
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            for entry in json.load(file):
                name = os.path.realpath(os.path.join(entry["directory"], entry["file"]))
                args = entry.get("arguments") or shlex.split(entry["command"])
                commands[name] = (folder, args)
    return commands


def settings(path):
    """What the .clang-tidy files of a file's folders say."""
    text, folder = b"", os.path.dirname(path)
    while folder.startswith(ROOT):
        name = os.path.join(folder, ".clang-tidy")
        if os.path.exists(name):
            with open(name, "rb") as file:
                text += file.read()
        folder = os.path.dirname(folder)
    return text


class Closure:
    """The files of ours that a file includes, itself first."""

    def __init__(self):
        self.memo = {}

    def read(self, path):
        if path not in self.memo:
            with open(path, "rb") as file:
                text = file.read()
            names = [m.decode() for m in INCLUDE.findall(text)]
            self.memo[path] = (hashlib.sha256(text).hexdigest(), names)
        return self.memo[path]

    def of(self, path, folders):
        seen, todo = {}, [path]
        while todo:
            current = todo.pop()
            if current in seen:
                continue
            digest, names = self.read(current)
            seen[current] = digest
            for name in names:
                for folder in [os.path.dirname(current)] + folders:
                    found = os.path.realpath(os.path.join(folder, name))
                    if found.startswith(ROOT + os.sep) and os.path.isfile(found):
                        todo.append(found)
                        break
        return seen


def include_folders(args):
    folders = []
    for i, arg in enumerate(args):
        if arg in ("-I", "-isystem"):
            folders.append(args[i + 1])
        elif arg.startswith("-I"):
            folders.append(arg[2:])
    return [f for f in folders if f.startswith(ROOT)]


def clang_flags(args):
    """The flags of a compiler's arguments, without those that only GCC knows and without
    the precompiled header: a test has to include what it needs."""
    flags, args = [], iter(args[1:])
    for arg in args:
        if arg in ("-o", "-c", "-include"):
            next(args)
        elif arg not in ("-fno-gnu-unique", "-Winvalid-pch"):
            flags.append(arg)
    return flags


def tidy(path, folder, args):
    run = subprocess.run(
        [
            TIDY,
            "--quiet",
            # libstdc++'s stable_sort calls deprecated functions of its own, and
            # silences only GCC. GCC reports uses in the project.
            "--extra-arg=-Wno-deprecated-declarations",
            "--header-filter=^%s/(include|%s)/" % (re.escape(ROOT), "|".join(FOLDERS)),
            path,
            "--",
            *clang_flags(args),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
    )
    text = run.stdout
    if run.returncode and not text.strip():
        text = run.stderr
    return run.returncode == 0, text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--counts")
    parser.add_argument("--shard", default="1of1", help="every N-th file, from the K-th on")
    parser.add_argument("files", nargs="*", help="only these")
    args = parser.parse_args()

    commands = compile_commands()
    only = {os.path.realpath(f) for f in args.files}
    sources = sorted(
        os.path.join(where, name)
        for top in FOLDERS
        for where, _, names in os.walk(os.path.join(ROOT, top))
        for name in names
        if name.endswith((".cpp", ".c"))
    )
    index, count = map(int, args.shard.split("of"))
    sources = [s for s in sources if not only or s in only][index - 1 :: count]
    base, cache, closure = versions(), cache_folder(), Closure()
    todo, skips, known, passed = [], [], 0, 0
    for path in sources:
        short = os.path.relpath(path, ROOT)
        if path not in commands:
            skips.append("%s: no build compiles it here" % short)
            continue
        folder, flags = commands[path]
        key = hashlib.sha256(base.encode() + settings(path))
        key.update("\0".join(flags).replace(ROOT, "").encode())
        for name, digest in sorted(closure.of(path, include_folders(flags)).items()):
            key.update((os.path.relpath(name, ROOT) + digest).encode())
        mark = os.path.join(cache, key.hexdigest())
        if os.path.exists(mark):
            os.utime(mark)
            known += 1
        else:
            todo.append((path, folder, flags, mark))

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=args.j) as pool:
        jobs = {pool.submit(tidy, p, f, a): (p, m) for p, f, a, m in todo}
        for job in concurrent.futures.as_completed(jobs):
            path, mark = jobs[job]
            good, text = job.result()
            if good:
                passed += 1
                open(mark, "w", encoding="utf-8").close()
            else:
                failed += 1
                print(text)
                print("FAILED: clang-tidy: " + os.path.relpath(path, ROOT), flush=True)
    print("%d files: %d clean, %d of them known from before" %
          (passed + known + failed, passed + known, known))
    if args.counts:
        with open(args.counts, "w", encoding="utf-8") as file:
            # One test, however many files it has.
            print(int(not failed), int(failed > 0), len(skips), 1 + len(skips), file=file)
            for line in skips:
                print(line, file=file)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
