#!/usr/bin/env python3
"""Runs a tool with less and less memory.

If the system refuses memory, a tool must exit with status 1 and one line that begins
with its name and "error:". The limit of its address space (ulimit -v) is raised from
the size needed to start until the tool answers.
"""

import argparse
import os
import resource
import struct
import subprocess
import sys

STEP = 2 << 20
MOST = 2 << 30


def write_dump(path, threads, frames):
    """Each thread has frames of its own, as in HotSpot's dumps."""

    def record(tag, body):
        return struct.pack(">BII", tag, 0, len(body)) + body

    with open(path, "wb") as out:
        out.write(b"JAVA PROFILE 1.0.2\0" + struct.pack(">IQ", 8, 0))
        names = ["java/lang/Object", "java/lang/Thread", "work", "Work.java", "()V"]
        for number, name in enumerate(names, 1):
            out.write(record(1, struct.pack(">Q", number) + name.encode()))
        for serial in (1, 2):
            ids = struct.pack(">IQIQ", serial, 0x1000 * serial, 0, serial)
            out.write(record(2, ids))
        heap = bytearray()
        for serial in (1, 2):
            above = 0x1000 * (serial - 1)
            heap += struct.pack(">BQI6QI3H", 0x20, 0x1000 * serial, 0, above,
                                0, 0, 0, 0, 0, 0, 0, 0, 0)
        for thread in range(threads):
            first = 1 + thread * frames
            ids = range(first, first + frames)
            for i, frame in enumerate(ids):
                body = struct.pack(">4QIi", frame, 3, 5, 4, 2, i)
                out.write(record(4, body))
            head = struct.pack(">III", thread + 1, thread + 1, frames)
            out.write(record(5, head + struct.pack(">%dQ" % frames, *ids)))
            place = 0x100000 + 16 * thread
            heap += struct.pack(">BQII", 0x08, place, thread + 1, thread + 1)
            heap += struct.pack(">BQII", 0x03, 0x2000, thread + 1, 0)
            heap += struct.pack(">BQIQI", 0x21, place, 0, 0x2000, 0)
        out.write(record(0x1C, bytes(heap)) + record(0x2C, b""))


def run(command, limit):
    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=limited,
        check=False,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", metavar="FILE", help="make a dump and end")
    parser.add_argument("tool", nargs="*", help="the tool and what it is told")
    args = parser.parse_args()
    if args.write:
        write_dump(args.write, 20000, 8)
        return 0
    name = os.path.basename(args.tool[0])
    limit = STEP
    while run([args.tool[0], "--version"], limit).returncode:
        limit += STEP
    refused = 0
    while limit < MOST:
        done = run(args.tool, limit)
        text = done.stderr.decode()
        if done.returncode == 0:
            print("%s: refused, then good" % name if refused else "never refused")
            return 0
        lines = [line for line in text.splitlines() if ": note: " not in line]
        if (
            done.returncode != 1
            or len(lines) != 1
            or not lines[0].startswith(name + ": error: ")
        ):
            print("%d bytes: status %d" % (limit, done.returncode))
            print("\n".join(lines[:5]))
            return 1
        refused += "out of memory" in text
        limit += STEP
    print("not enough for %s" % name)
    return 1


if __name__ == "__main__":
    sys.exit(main())
