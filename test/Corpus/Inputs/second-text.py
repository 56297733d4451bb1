"""second-text.py CONVERT FOLDER FILE...

Converts each FILE to HPROF binary, to text, to binary, and to text again. The second
text must equal the first. Only the bytes in HEAP DUMP BEGIN may differ, because HPROF
binary computes them from fields, some of which were synthesized. Objects that have the
same references in another order are counted; everything else that differs is a fault.
"""

import os
import re
import subprocess
import sys

BYTES = re.compile(rb"^(HEAP DUMP BEGIN \(\d+ objects, )\d+( bytes\))", re.M)


def run(convert, source, target):
    done = subprocess.run(
        [convert, "--force", "-q", source, "-o", target],
        timeout=300, stderr=subprocess.PIPE, text=True, check=False,
    )
    # Some are damaged, which is reported.
    if done.returncode not in (0, 3):
        raise RuntimeError("exit status %d: %s" % (done.returncode, done.stderr.strip()))


def blocks(path):
    """Lines that begin at the margin, each with the indented ones after it."""
    with open(path, "rb") as file:
        text = BYTES.sub(rb"\1#\2", file.read())
    found = []
    for line in text.split(b"\n"):
        if line.startswith(b"\t") and found:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def is_reordered(before, after):
    return (
        before[0] == after[0]
        and before[0].startswith(b"OBJ ")
        and sorted(before) == sorted(after)
    )


def check(convert, folder, path):
    """The numbers of objects, and of those with fields in another order."""
    start, first, back, second = (
        os.path.join(folder, name)
        for name in ("start.hprof", "first.hprof.txt", "back.hprof", "second.hprof.txt")
    )
    for source, target in ((path, start), (start, first), (first, back), (back, second)):
        run(convert, source, target)
    before, after = blocks(first), blocks(second)
    reordered = 0
    for old, new in zip(before, after):
        if old == new:
            continue
        if not is_reordered(old, new):
            raise RuntimeError("%r became %r" % (old[:4], new[:4]))
        reordered += 1
    if len(before) != len(after):
        raise RuntimeError("%d blocks became %d" % (len(before), len(after)))
    return sum(block[0].startswith(b"OBJ ") for block in before), reordered


def main():
    convert, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    faults = 0
    for path in sys.argv[3:]:
        try:
            print("%s: %d objects, %d in another order" % ((path,) + check(convert, folder, path)))
        except (RuntimeError, subprocess.TimeoutExpired) as fault:
            faults += 1
            print("%s: %s" % (path, fault))
    sys.exit(faults != 0)


main()
