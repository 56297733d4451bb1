"""text-law.py CONVERT CORPUS FOLDER: checks text -> text and text -> YAML -> text.

Of the normalisations in docs/Formats/HprofText.md, unedited files need two: the text of
the prologue, and line ends on Windows.
"""

import os
import re
import subprocess
import sys

BEGINS = re.compile(rb"JAVA PROFILE [0-9.]+, created |count callee caller time\r?\n")
# The text between the first line and the line of hyphens.
PROLOGUE = re.compile(
    rb"^(JAVA PROFILE [^\n]*\n\n)(?:.*\n)*?(\n--------\n\n)", re.M
)


def mask(text):
    return PROLOGUE.sub(rb"\1\2", text.replace(b"\r\n", b"\n"))


def first_difference(before, after):
    lines = zip(before.splitlines() + [b""], after.splitlines() + [b""])
    for number, (old, new) in enumerate(lines, 1):
        if old != new:
            return "line %d (masked): %r became %r" % (number, old[:80], new[:80])
    return "one of them goes on"


def rewrite(convert, source, target):
    run = subprocess.run(
        [convert, "--force", "-q", source, "-o", target], timeout=300
    )
    return "exit status %d" % run.returncode if run.returncode else None


def compare(text, out):
    with open(out, "rb") as file:
        before, after = mask(text), mask(file.read())
    return None if before == after else first_difference(before, after)


def check(convert, path, text, folder):
    out, yaml = (os.path.join(folder, name) for name in ("it.hprof.txt", "it.yaml"))
    return (
        rewrite(convert, path, out)
        or compare(text, out)
        or rewrite(convert, path, yaml)
        or rewrite(convert, yaml, out)
        or compare(text, out)
    )


def main():
    convert, corpus, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    count = faults = 0
    for parent, _, names in sorted(os.walk(corpus)):
        for name in sorted(names):
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                text = file.read()
            if not BEGINS.match(text):
                continue
            count += 1
            fault = check(convert, path, text, folder)
            if fault:
                faults += 1
                print("%s: %s" % (path, fault))
    print("%d texts, %d faults" % (count, faults))
    sys.exit(faults != 0 or count < 90)


main()
