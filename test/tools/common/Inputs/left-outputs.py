"""left-outputs.py TOOL FOLDER [UNSHARE...]: checks what TOOL removes next to its
output.

With UNSHARE, a command that runs another one in its own namespaces, the writers
are started by it.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

tool, folder, *unshare = sys.argv[1:]
tool = shutil.which(tool)
# Nothing is removed on a file system that is shared with other machines.
try:
    folder = tempfile.mkdtemp(prefix="hprof-left-", dir="/dev/shm")
except OSError:
    os.makedirs(folder, exist_ok=True)
    folder = tempfile.mkdtemp(dir=folder)
out = os.path.join(folder, "out")
LEFT = re.compile(r"out\.tmp-[0-9a-f]{8}")


def check(condition, *what):
    if not condition:
        sys.exit("failed: %r" % (what,))


def left():
    return {name for name in os.listdir(folder) if LEFT.fullmatch(name)}


def start_writer():
    """A writer that does not exit, and its temporary output."""
    before = left()
    process = subprocess.Popen([*unshare, tool, "-o", out, "--force", "sleep"])
    while not left() - before:
        check(process.poll() is None, "no temporary appears", process.returncode)
        time.sleep(0.01)
    return process, (left() - before).pop()


def write():
    subprocess.run([tool, "-o", out, "--force", "text"], check=True)


def write_until(names, what):
    """With a namespace, the kernel kills the writer some time after its parent."""
    until = time.monotonic() + 120
    write()
    while unshare and left() != names and time.monotonic() < until:
        time.sleep(0.01)
        write()
    check(left() == names, what, left())


def path(name):
    return os.path.join(folder, name)


try:
    first, name = start_writer()
    write()
    check(left() == {name}, "a running writer", left())
    second, other = start_writer()
    check(left() == {name, other}, "two running writers", left())
    first.kill()
    first.wait()
    write_until({other}, "one was killed")
    second.kill()
    second.wait()
    write_until(set(), "both were killed")

    if not unshare:
        stay = {"out.tmp-00000001", "out.tmp-00000002", "out.tmp-00000003", "out.tmp-00000004",
                "out.tmp-0000000g", "out.tmp-000000", "out.tmp-000000000", "out2.tmp-00000000",
                "out.tmp-", "linked"}
        os.mkdir(path("out.tmp-00000001"))
        os.mkfifo(path("out.tmp-00000002"))
        os.symlink("out", path("out.tmp-00000003"))
        for name in "linked", "out.tmp-0000000g", "out.tmp-000000", "out.tmp-000000000", \
                    "out2.tmp-00000000", "out.tmp-":
            open(path(name), "w").close()
        os.link(path("linked"), path("out.tmp-00000004"))
        if os.geteuid() == 0:
            stay.add("out.tmp-00000005")
            open(path("out.tmp-00000005"), "w").close()
            os.chown(path("out.tmp-00000005"), 65534, 65534)
        open(path("out.tmp-00000000"), "w").close()
        write()
        check(set(os.listdir(folder)) == stay | {"out"}, set(os.listdir(folder)) ^ stay)
        # With a name alone, the folder is the working directory.
        open(path("out.tmp-00000000"), "w").close()
        subprocess.run([tool, "-o", "out", "--force", "text"], check=True, cwd=folder)
        check(set(os.listdir(folder)) == stay | {"out"}, set(os.listdir(folder)) ^ stay)

        # Concurrent runs do not remove each other's outputs.
        for _ in range(8):
            runs = [subprocess.Popen([tool, "-o", out, "--force", "text"]) for _ in range(8)]
            check([run.wait() for run in runs] == [0] * 8, "at the same time")
        check(set(os.listdir(folder)) == stay | {"out"}, set(os.listdir(folder)) ^ stay)
finally:
    shutil.rmtree(folder)
