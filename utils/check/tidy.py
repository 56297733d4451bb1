#!/usr/bin/env python3
"""Runs clang-tidy-19 over all our sources, remembering clean ones by content.

usage: tidy.py [-j N] [--counts=FILE] [--shard=KofN] [FILE...]

It checks the files that build/asan compiles (unity sources where CMAKE_UNITY_BUILD
combines a folder), and sources for other systems, with the flags of another file in
their folder. Programs that tests compile are skipped.

The key of a result is a hash of the file, of all files of ours that it
includes, of the .clang-tidy files, of the compiler's arguments, and of the versions of
the tool and of the libraries. Only clean results are kept, in
${XDG_CACHE_HOME:-~/.cache}/hprof-tidy.
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
FOLDERS = ("lib", "tools", "unittests", "utils/answers", "utils/bench", "utils/fuzz")
# Sources that are not built with sanitizers, and further flags for them.
OTHER_FLAGS = {"lib/Query/Extension.cpp": ["-DHPROF_SQLITE_EXTENSION"]}
BUILD = os.path.join(ROOT, "build", "asan")


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
    """Maps each file that is compiled to its arguments."""
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    return {
        os.path.realpath(os.path.join(entry["directory"], entry["file"])):
        entry.get("arguments") or shlex.split(entry["command"])
        for entry in entries
    }


def settings(path):
    """The .clang-tidy files of the folders of a source, the nearest first. The folder of a
    generated source, below build, has the same name as that of its sources."""
    found, folder = [], os.path.dirname(path.replace(BUILD, ROOT))
    while folder.startswith(ROOT):
        name = os.path.join(folder, ".clang-tidy")
        if os.path.exists(name):
            found.append(name)
        folder = os.path.dirname(folder)
    return found


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
    the precompiled header: a test must have all includes that it needs."""
    flags, args = [], iter(args[1:])
    for arg in args:
        if arg in ("-o", "-c", "-include", "-Xclang"):
            next(args)
        elif arg not in ("-fno-gnu-unique", "-Winvalid-pch"):
            flags.append(arg)
    return flags


def is_unity(path):
    """Whether CMake made a source of others."""
    return os.path.basename(path).startswith("unity_")


def wanted(commands, only):
    """Maps each source to look at to its flags; with ONLY, those that have one of them."""
    ours = re.compile("%s/(%s)/" % (re.escape(ROOT), "|".join(FOLDERS)))
    flags, compiled = {}, {}
    for path, args in commands.items():
        parts = [path]
        if is_unity(path):
            with open(path, "rb") as file:
                parts = [part.decode() for part in INCLUDE.findall(file.read())]
        compiled.update(dict.fromkeys(filter(ours.match, parts), args))
        if any(map(ours.match, parts)) and (not only or only.intersection(parts)):
            flags[path] = args
    folders = {os.path.dirname(part): args for part, args in compiled.items()}
    for folder, args in folders.items():
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if name.endswith(".cpp") and path not in compiled and (not only or path in only):
                flags[path] = args + OTHER_FLAGS.get(os.path.relpath(path, ROOT), [])
    return flags


def tidy(path, args):
    run = subprocess.run(
        [
            TIDY,
            "--quiet",
            # libstdc++'s stable_sort calls deprecated functions of its own, and
            # silences only GCC. GCC reports uses in the project.
            "--extra-arg=-Wno-deprecated-declarations",
            # These checks treat sources that are compiled together as headers.
            # clang-format sorts includes.
            *(["--checks=-bugprone-suspicious-include,-llvm-include-order"] * is_unity(path)),
            "--config-file=" + settings(path)[0],
            "--header-filter=^%s/(include/hprof|%s)/" % (re.escape(ROOT), "|".join(FOLDERS)),
            path,
            "--",
            *clang_flags(args),
        ],
        cwd=BUILD,
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
    parser.add_argument("--shard", default="1of1", help="check every N-th file, starting with the K-th")
    parser.add_argument("files", nargs="*", help="check only these")
    args = parser.parse_args()

    flags = wanted(compile_commands(), {os.path.realpath(f) for f in args.files})
    index, count = map(int, args.shard.split("of"))
    base, cache, closure = versions(), cache_folder(), Closure()
    todo, known, passed = [], 0, 0
    for path in sorted(flags)[index - 1 :: count]:
        key = hashlib.sha256(base.encode())
        for name in settings(path):
            key.update(closure.read(name)[0].encode())
        key.update("\0".join(flags[path]).replace(ROOT, "").encode())
        for name, digest in sorted(closure.of(path, include_folders(flags[path])).items()):
            key.update((os.path.relpath(name, ROOT) + digest).encode())
        mark = os.path.join(cache, key.hexdigest())
        if os.path.exists(mark):
            os.utime(mark)
            known += 1
        else:
            todo.append((path, flags[path], mark))

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=args.j) as pool:
        jobs = {pool.submit(tidy, p, f): (p, m) for p, f, m in todo}
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
            print(int(not failed), int(failed > 0), 0, 1, file=file)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
