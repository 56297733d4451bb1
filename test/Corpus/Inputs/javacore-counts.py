"""Compares thread-print's counts for javacores with a count of their lines.

usage: javacore-counts.py THREAD-PRINT CORPUS
"""

import pathlib
import re
import subprocess
import sys


def tagged(lines, tag):
    return [line for line in lines if re.match(tag + r"(\s|$)", line)]


def count_lines(path):
    lines = path.read_text("latin-1").splitlines()
    threads = tagged(lines, "3XMTHREADINFO")
    named = {re.search(r"(?:TID|J9VMThread):(\w+)", t)[1] for t in threads if '"' in t}
    return {
        "threads": len(named) + sum('"' not in t for t in threads),
        "frames": len(tagged(lines, "4XESTACKTRACE")),
        "native frames": len(tagged(lines, "4XENATIVESTACK")),
        "locks": len(tagged(lines, "5XESTACKTRACE")),
        "waits": len(tagged(lines, "3XMTHREADBLOCK")),
        "monitors": len(tagged(lines, "3LKMONOBJECT") + tagged(lines, "2LKREGMON")),
        "queued": len(tagged(lines, "3LKWAITER") + tagged(lines, "3LKWAITNOTIFY")),
        "deadlocks": len(tagged(lines, "1LKDEADLOCK")),
        "loaders": len(tagged(lines, "2CLTEXTCLLOADER")),
        "classes": len(tagged(lines, "3CLTEXTCLASS")),
        "libraries": len(tagged(lines, "3CLTEXTLIB")),
    }


def main():
    tool, corpus = sys.argv[1:]
    differences = 0
    paths = sorted(pathlib.Path(corpus).rglob("javacore.*.txt"))
    for path in paths:
        result = subprocess.run(
            [tool, "--counts", str(path)], capture_output=True, text=True
        )
        if result.returncode or result.stderr:
            differences += 1
            print(f"{path}: status {result.returncode}: {result.stderr}")
            continue
        found = {}
        for line in result.stdout.splitlines():
            name, number = line.rsplit(" ", 1)
            found[name] = int(number)
        expected = count_lines(path)
        for name in expected:
            if found.get(name) != expected[name]:
                differences += 1
                print(f"{path}: {name}: {found.get(name)}, lines {expected[name]}")
    print(f"{len(paths)} javacores, {differences} differences")


main()
