"""faults.py TOOLS-FOLDER LIBRARY [WORD]: what tools do when calls of the system fail.

Runs each command below, or those with WORD in them, with LIBRARY (fail-call.c) in it.
It counts the calls of each function, and then lets one of them fail, or all from one on,
in the first of them, in the last and in some between. A command must then
- end with status 0 and the same output as without a fault, or
- end with status 1 and an error, or with status 3 and a warning that the input is
  damaged, and leave no output file.
It must not crash, wait for ever, print an error and end with status 0, or leave a
temporary file.
"""

import errno
import os
import shutil
import struct
import subprocess
import sys
import tempfile

folder, library = sys.argv[1:3]
word = sys.argv[3] if len(sys.argv) > 3 else ""

# Errors that the function can give; "short" are fewer bytes than asked for.
CODES = {
    "read": ["EIO", "EINTR", "short"],
    "pread": ["EIO", "EINTR", "short"],
    "write": ["ENOSPC", "EINTR", "short"],
    "pwrite": ["ENOSPC", "EINTR", "short"],
    "open": ["EACCES", "EMFILE", "EINTR"],
    "openat": ["EACCES"],
    "close": ["EIO"],
    "mmap": ["ENOMEM"],
    "mmap-file": ["ENOMEM", "ENODEV"],
    "rename": ["EACCES"],
    "renameat2": ["EINVAL", "EACCES"],
    "unlink": ["EACCES"],
    "fstat": ["EIO"],
    "lseek": ["EIO"],
    "flock": ["ENOLCK"],
    "posix_fallocate": ["ENOSPC", "EOPNOTSUPP"],
    "pthread_create": ["EAGAIN"],
    "pipe2": ["EMFILE"],
}
LONGEST = 120  # Seconds; a command takes a tenth of one.
OBJECTS = 20000


def write_dump(path):
    """A list of objects, whose graph is larger than --max-memory below allows."""

    def record(tag, body):
        return struct.pack(">BII", tag, 0, len(body)) + body

    names = ["java/lang/Object", "a/Node", "next", "other"]
    with open(path, "wb") as out:
        out.write(b"JAVA PROFILE 1.0.2\0" + struct.pack(">IQ", 8, 0))
        for number, name in enumerate(names, 1):
            out.write(record(1, struct.pack(">Q", number) + name.encode()))
        for serial in (1, 2):
            out.write(record(2, struct.pack(">IQIQ", serial, 0x1000 * serial, 0, serial)))
        heap = bytearray()
        for serial in (1, 2):
            fields = b"" if serial == 1 else struct.pack(">QBQB", 3, 2, 4, 2)
            heap += struct.pack(">BQI6QI2H", 0x20, 0x1000 * serial, 0, 0x1000 * (serial - 1),
                                0, 0, 0, 0, 0, 16 * (serial - 1), 0, 0)
            heap += struct.pack(">H", len(fields) // 9) + fields
        for i in range(OBJECTS):
            to = [0x10000 + 32 * n for n in (i + 1, i * 7 % OBJECTS)]
            heap += struct.pack(">BQIQIQQ", 0x21, 0x10000 + 32 * i, 0, 0x2000, 16,
                                to[0] if i % 100 != 99 else 0, to[1])
            if i % 100 == 0:
                heap += struct.pack(">BQ", 0xFF, 0x10000 + 32 * i)
        out.write(record(0x1C, bytes(heap)) + record(0x2C, b""))


THREADS = '''2026-11-21 01:32:58
Full thread dump OpenJDK 64-Bit Server VM (25+36 mixed mode, sharing):

"main" #1 prio=5 tid=0x00007f1 nid=12 runnable
   java.lang.Thread.State: RUNNABLE
\tat a.B.c(B.java:1)

'''

COMMANDS = [
    "hprof-histo in.hprof",
    "hprof-histo in.hprof.gz",
    "hprof-histo -j4 in.hprof -o out",
    "hprof-dominators in.hprof -o out",
    "hprof-dominators -j4 --suspects in.hprof",
    "hprof-dominators --max-memory=64K --tree in.hprof",
    "hprof-dominators indexed.hprof",
    "hprof-paths --object=0x10020 --max-memory=64K in.hprof",
    "hprof-lint --max-memory=64K in.hprof",
    "hprof-index in.hprof -o out",
    "hprof-index --max-memory=64K in.hprof -o out",
    "hprof-index --force in.hprof -o old",
    "hprof-index --verify indexed.hprof",
    "hprof-convert in.hprof --to=yaml -o out",
    "hprof-convert in.hprof -o out.hprof.gz",
    "hprof-convert in.hprof --to=phd -o out",
    "hprof-convert in.phd --to=hprof -o out",
    "hprof-convert in.hprof --to=hprof-text -o out",
    "hprof-convert in.hprof --to=heapsnapshot -o out",
    "hprof-convert --force in.hprof --to=yaml -o old",
    "hprof-opt --passes=redact in.hprof -o out",
    "hprof-merge in.hprof in.hprof -o out",
    "hprof-report in.hprof -o out",
    "hprof-diff in.hprof.gz in.hprof",
    "hprof-dump in.hprof",
    "hprof-dump --object=0x10020 in.hprof",
    "hprof-dump --verify in.hprof.gz",
    "hprof-query --query=SELECT/**/count(*)FROM/**/objects in.hprof",
    "hprof-threads in.txt -o out",
    "hprof-threads --format=jstack in.txt",
]
OUTPUTS = ("out", "out.hprof.gz")
faults = runs = 0


def environment(*fault):
    return {**os.environ, "LD_PRELOAD": library, "FAULT": ",".join(map(str, fault)), "TMPDIR": "spill"}


def outputs():
    found = {}
    for name in OUTPUTS:
        if os.path.exists(name):
            with open(name, "rb") as file:
                found[name] = file.read()
    return found


def clean():
    for name in os.listdir("."):
        if name.startswith("out"):
            os.unlink(name)
    shutil.copy("kept", "old")


def run(command, *fault):
    """Status, standard output, messages, files."""
    clean()
    try:
        done = subprocess.run([os.path.join(folder, command[0]), *command[1:]], env=environment(*fault),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return None, b"", "does not end", {}
    return done.returncode, done.stdout, done.stderr.decode(errors="replace"), outputs()


def count(command, name):
    """How often a function is called."""
    clean()
    read, write = os.pipe()
    subprocess.run([os.path.join(folder, command[0]), *command[1:]], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, pass_fds=[write], timeout=LONGEST, check=False,
                   env={**environment(name, 0, 0, "once"), "FAULT_COUNT": str(write)})
    os.close(write)
    with os.fdopen(read) as file:
        return int(file.read().split()[0])


def places(number):
    """All if there are few; else the first, some between, the last."""
    if number <= 6:
        return range(1, number + 1)
    return sorted({1, 2, 3, number // 2, number - 1, number})


def why_wrong(good, now, command):
    status, out, messages, files = now
    if status is None:
        return "does not end"
    if status < 0 or status > 4 or "Stack dump" in messages or "LLVM ERROR" in messages:
        return "ends with status %d" % status
    left = [name for name in os.listdir(".") if ".tmp-" in name]
    for name in left:
        os.unlink(name)
    if status == good[0]:
        if (out, files) != (good[1], good[3]):
            return "status %d, and another output" % status
        if "error: " in messages:
            return "an error, and status %d" % status
        return "leaves %s" % left if left else ""
    if status == 3 and "warning: " in messages:
        return ""
    if status != 1 or "error: " not in messages:
        return "status %d" % status
    if files:
        return "status 1, and an output file"
    if "old" in command:
        with open("old", "rb") as old, open("kept", "rb") as kept:
            if old.read() != kept.read():
                return "status 1, and the old output is gone"
    return "leaves %s" % left if left else ""


def check(text):
    global faults, runs
    command = text.split()
    good = run(command)
    if good[0] not in (0, 3, 4):
        print("%s: %s" % (text, good[2]))
        faults += 1
        return
    for name, codes in CODES.items():
        number = count(command, name)
        for code in codes:
            # EINTR does not last.
            how = ["once"] if code == "EINTR" else ["once", "always"]
            for kind in how:
                for at in places(number):
                    runs += 1
                    fault = (name, at, getattr(errno, code, 0), kind)
                    now = run(command, *fault)
                    why = why_wrong(good, now, command)
                    if why:
                        faults += 1
                        print("%s: %s %d of %d, %s, %s: %s: %s" % (
                            text, name, at, number, code, kind, why, now[2].strip()[-200:]), flush=True)


with tempfile.TemporaryDirectory() as temp:
    os.chdir(temp)
    os.mkdir("spill")
    write_dump("in.hprof")
    with open("in.txt", "w", encoding="ascii") as file:
        file.write(THREADS)
    shutil.copy("in.hprof", "indexed.hprof")
    for setup in ("hprof-convert -q in.hprof -o in.hprof.gz", "hprof-convert -q in.hprof --to=phd -o in.phd",
                  "hprof-index indexed.hprof"):
        tool, *arguments = setup.split()
        subprocess.run([os.path.join(folder, tool), *arguments], check=True, stderr=subprocess.DEVNULL)
    shutil.copy("indexed.hprof.hidx", "kept")
    for one in COMMANDS:
        # It is not in every build.
        if word in one and os.path.exists(os.path.join(folder, one.split()[0])):
            check(one)
    os.chdir("/")
print("%d runs, %d faults" % (runs, faults))
sys.exit(faults != 0 or not runs)
