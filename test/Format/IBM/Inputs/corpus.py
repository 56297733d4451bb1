"""corpus.py CONVERT DUMPS FOLDER: checks that classic heapdumps survive a round trip,
and that an independent reader finds the same objects in the other forms."""

import os
import re
import subprocess
import sys

convert, dumps, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
count = faults = 0


def run(*args, **more):
    done = subprocess.run([convert, "--force", *args], stderr=subprocess.PIPE, timeout=120, **more)
    if done.returncode or done.stderr:
        raise RuntimeError("status %d: %s" % (done.returncode, done.stderr.decode()))


def same(path, content, how):
    with open(path, "rb") as file:
        if file.read() != content:
            raise RuntimeError("differs " + how)


def objects(path, form):
    """The records that classic.py finds, without class blocks, and references
    in an order that the form does not change."""
    reader = os.path.join(os.path.dirname(__file__), "classic.py")
    done = subprocess.run([sys.executable, reader, path], stdout=subprocess.PIPE, timeout=120)
    if done.returncode:
        raise RuntimeError("classic.py finds faults in the form " + form)
    *lines, totals = done.stdout.decode("utf-8", "surrogateescape").splitlines()
    if not totals.startswith(form + ":"):
        raise RuntimeError("not in the form %s: %s" % (form, totals))
    rows = [re.split(r"(?<=\d) (?:-|0x[0-9a-f]+)(?: |$)", line, maxsplit=1) for line in lines]
    return [(head, sorted(rest[0].split()) if rest else []) for head, *rest in rows]


for name in sorted(os.listdir(dumps)):
    path = os.path.join(dumps, name)
    back = os.path.join(folder, "it.classic.txt")
    with open(path, "rb") as file:
        content = file.read()
    count += 1
    try:
        run(path, "-o", back)
        same(back, content, "rewritten")
        run("-o", back, input=content)
        same(back, content, "out of a pipe")
        run(path, "-o", os.path.join(folder, "it.yaml"))
        run(os.path.join(folder, "it.yaml"), "-o", back)
        same(back, content, "by way of YAML")
        if "-hash" in name:
            continue  # The same objects are compared elsewhere.
        wanted = objects(path, "words")
        for form in ("openj9", "spec"):
            # Differences in what the form can express are reported.
            run("-q", path, "-o", back, "--classic=" + form)
            if objects(back, form) != wanted:
                raise RuntimeError("other objects in the form " + form)
    except (RuntimeError, subprocess.TimeoutExpired) as fault:
        faults += 1
        print("%s: %s" % (path, fault))
print("%d dumps, %d faults" % (count, faults))
sys.exit(faults != 0)
