"""phd.py CONVERT CORPUS READER FOLDER: checks the laws on every PHD.

READER is the folder of the independent reader, which lists a rewritten dump as
PrintHeapdump lists the original (openj9-classic/*.classic-hash.txt).
"""

import glob
import gzip
import os
import re
import subprocess
import sys

convert, corpus, reader, folder = sys.argv[1:]
listing = os.path.join(reader, "phd.py")
os.makedirs(folder, exist_ok=True)
count = faults = 0


def run(*args, **kwargs):
    return subprocess.run(args, timeout=300, check=True, stdout=subprocess.PIPE, **kwargs).stdout


def same(path, wanted, how):
    with open(path, "rb") as file:
        if file.read() != wanted:
            raise RuntimeError(how + " changes it")


def objects(text):
    """The lines of objects and of references, which PrintHeapdump separates by
    an empty line where there are none."""
    return [line for line in text.splitlines() if re.match(r"\t?0x", line)]


def check(path, content):
    back, text = os.path.join(folder, "it.phd"), os.path.join(folder, "it.yaml")
    run(convert, "--force", path, "-o", back)
    same(back, content, "rewriting")
    run(convert, "--force", path, "-o", text)
    run(convert, "--force", text, "-o", back)
    same(back, content, "YAML")
    packed = os.path.join(folder, "packed.phd.gz")
    run(convert, "--force", path, "-o", packed)
    with gzip.open(packed) as file:
        if file.read() != content:
            raise RuntimeError("packing changes it")
    run(convert, "--force", packed, "-o", back)
    same(back, content, "unpacking")

    name = os.path.basename(path).replace(".phd", ".classic-hash.txt")
    with open(os.path.join(corpus, "openj9-classic", name)) as file:
        wanted = file.read()
    found = run(sys.executable, listing, "--classic", back, text=True)
    if objects(found) != objects(wanted):
        raise RuntimeError("another listing")
    totals = run(sys.executable, listing, back, text=True).splitlines()[-1]
    breakdown = re.search(
        r"Classes: (\d+), Objects: (\d+), ObjectArrays: (\d+), PrimitiveArrays: (\d+)", wanted
    )
    wanted = "classes %s objects %s arrays %s primitives %s " % breakdown.groups()
    if not totals.startswith(wanted):
        raise RuntimeError("expected %sfound %s" % (wanted, totals))


for path in sorted(glob.glob(os.path.join(corpus, "**", "*.phd"), recursive=True)):
    count += 1
    try:
        with open(path, "rb") as file:
            check(path, file.read())
    except (RuntimeError, subprocess.SubprocessError) as fault:
        faults += 1
        print("%s: %s" % (path, fault))
print("%d dumps, %d faults" % (count, faults))
sys.exit(faults != 0 or count < 2)
