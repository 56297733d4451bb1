"""roundtrip.py CONVERT CORPUS FOLDER: checks the laws on every HPROF binary."""

import gzip
import os
import re
import subprocess
import sys

# Files that were truncated or patched by those who keep them.
DAMAGED = ["small_heap.damaged"]
UNEXPLAINED = re.compile(rb"^- (?:opaque|gap|record):|^- (?:instance|more):.* bytes: \[", re.M)

convert, corpus, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
count = faults = 0


# Rewriting keeps the version; that of Android's dumps only on request.
def binary(content):
    return "hprof-android" if content.startswith(b"JAVA PROFILE 1.0.3") else "hprof"


def run(*args):
    status = subprocess.run([convert, "--force", "-q", *args], timeout=300).returncode
    if status not in (0, 3):
        raise RuntimeError("exit status %d" % status)
    return status


def check(path, content):
    text, back = os.path.join(folder, "it.yaml"), os.path.join(folder, "it.hprof")
    to = "--to=" + binary(content)
    run(path, to, "-o", back)
    with open(back, "rb") as file:
        if file.read() != content:
            raise RuntimeError("rewritten otherwise")
    status = run(path, "-o", text)
    run(text, to, "-o", back)
    with open(back, "rb") as file:
        if file.read() != content:
            raise RuntimeError("YAML does not bring it back")
    # Binary is mostly passed on in runs, YAML record by record.
    framed = os.path.join(folder, "framed.hprof")
    for version in ("hprof-1.0.2", "hprof-1.0.1"):
        run(path, "--to=" + version, "-o", framed)
        run(text, "--to=" + version, "-o", back)
        with open(framed, "rb") as mine, open(back, "rb") as other:
            if mine.read() != other.read():
                raise RuntimeError("framed otherwise than from YAML: " + version)
    damaged = any(name in path for name in DAMAGED)
    if damaged != (status == 3):
        raise RuntimeError("exit status %d" % status)
    with open(text, "rb") as file:
        found = UNEXPLAINED.search(file.read())
    if found and not damaged:
        raise RuntimeError("unexplained: %s" % found.group().decode())


for parent, _, names in sorted(os.walk(corpus)):
    for name in sorted(names):
        path = os.path.join(parent, name)
        with open(path, "rb") as file:
            content = file.read()
        if content[:2] == b"\x1f\x8b":
            try:
                content = gzip.decompress(content)
            except (EOFError, OSError):
                continue
        if not re.match(rb"JAVA PROFILE 1\.0(\.[123])?\0", content):
            continue
        count += 1
        try:
            check(path, content)
        except (RuntimeError, subprocess.TimeoutExpired) as fault:
            faults += 1
            print("%s: %s" % (path, fault))
print("%d dumps, %d faults" % (count, faults))
sys.exit(faults != 0 or count < 30)
