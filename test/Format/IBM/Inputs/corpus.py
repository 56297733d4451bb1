"""corpus.py CONVERT DUMPS FOLDER: check that classic heapdumps come back the same."""

import os
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
    except (RuntimeError, subprocess.TimeoutExpired) as fault:
        faults += 1
        print("%s: %s" % (path, fault))
print("%d dumps, %d faults" % (count, faults))
sys.exit(faults != 0)
