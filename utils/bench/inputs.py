#!/usr/bin/env python3
"""Creates the dumps that the benchmarks read, once each.

usage: inputs.py [--list] [NAME...]

Dumps go to ${HPROF_BENCH_DIR:-/tmp/hprof-bench}. Without NAME, all are
created, which takes about 20 GB of disk and 8 GB of memory. A dump is written by
`jcmd GC.heap_dump` from one of the programs in utils/bench/java, with JDK 17 if
it is found, otherwise with the oldest JDK.
"""

import argparse
import os
import subprocess
import sys

import android

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# Dump: (Java program, its argument, Java heap). MixedHeap's customers take
# about 4.65 kB each.
DUMPS = {
    "mixed-50m": ("MixedHeap", 10_600, "512m"),
    "mixed-1g": ("MixedHeap", 215_000, "3g"),
    "mixed-4g": ("MixedHeap", 860_000, "8g"),
    "list-20m": ("LinkedNodes", 20_000_000, "2g"),
    "array-1500m": ("BigArray", 187_500_000, "3g"),
    "classes-50k": ("ManyClasses", 50_000, "1g"),
    # Needs a JDK with lib/src.zip.
    "javac": ("JavacHeap", 10_000, "3g"),
}

# Dumps as written by Android, by size in bytes; see android.py.
ANDROID = {"android-50m": 50_000_000, "android-1g": 1_000_000_000}

# A flight recording of JavacHeap, and its size: the JVM's chunks are repeated.
RECORDING, RECORDING_BYTES = "javac.jfr", 100_000_000

# Compressed forms of a dump by file name extension. HotSpot writes members of
# about 1 MB of input each; gzip and zstd write one piece.
COMPRESSED = {
    ".hprof.gz": "by the JVM, -gz=1",
    ".single.hprof.gz": "gzip -1",
    ".hprof.zst": "zstd -3",
}

FILES = [name + ".hprof" for name in [*DUMPS, *ANDROID]] + [
    name + end for name in ("mixed-50m", "mixed-1g", "array-1500m") for end in COMPRESSED
] + [RECORDING]


def folder():
    path = os.environ.get("HPROF_BENCH_DIR", "/tmp/hprof-bench")
    os.makedirs(path, exist_ok=True)
    return path


def jdks_with(file):
    """The homes of JDKs that have the file, by version."""
    found = subprocess.run(
        [os.path.join(ROOT, "utils", "find-jdks.sh")],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.splitlines()
    jdks = dict(line.split(" ", 1) for line in found)
    return {version: home for version, home in jdks.items()
            if os.path.exists(os.path.join(home, file))}


def jdk(needs="bin/javac"):
    """The home of JDK 17, or else of the oldest JDK, that has the file `needs`."""
    jdks = jdks_with(needs)
    if not jdks:
        sys.exit("inputs.py: error: no JDK has %s; utils/setup.sh installs one" % needs)
    return jdks.get("17") or next(iter(jdks.values()))


def compile_programs():
    out = os.path.join(folder(), "classes")
    java = os.path.join(HERE, "java")
    sources = [os.path.join(java, n) for n in os.listdir(java) if n.endswith(".java")]
    # Uses the oldest JDK, whose classes all others can run.
    subprocess.run([os.path.join(jdk(), "bin", "javac"), "-d", out] + sources, check=True)
    return out


def start(name, *options):
    """Starts the program of one dump; returns its JDK and process, which is ready."""
    program, size, heap = DUMPS[name]
    home = jdk("lib/src.zip" if program == "JavacHeap" else "bin/javac")
    java = subprocess.Popen(
        [
            os.path.join(home, "bin", "java"),
            "-XX:+UseParallelGC",
            "-Xmx" + heap,
            "-Xms" + heap,
            *options,
            "-cp",
            compile_programs(),
            program,
            str(size),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    # The recorder prints, too.
    if not any(line.strip() == "ready" for line in iter(java.stdout.readline, "")):
        sys.exit("inputs.py: error: %s did not become ready" % program)
    return home, java


def record(path):
    """Writes the recording."""
    part = path + ".part"
    _, java = start("javac", "-XX:StartFlightRecording=settings=profile,filename=" + part)
    java.communicate()
    with open(part, "rb") as file:
        chunks = file.read()
    with open(part, "wb") as file:
        file.write(chunks * -(-RECORDING_BYTES // len(chunks)))
    os.rename(part, path)


def dump(name, wanted):
    """Runs the program of one dump and writes it, plain and as -gz=1."""
    home, java = start(name)
    try:
        for path in wanted:
            options = ["-gz=1"] if path.endswith(".gz") else []
            part = path + ".part"
            if os.path.exists(part):
                os.remove(part)
            subprocess.run(
                [os.path.join(home, "bin", "jcmd"), str(java.pid), "GC.heap_dump"]
                + options
                + [part],
                stdout=subprocess.DEVNULL,
                check=True,
            )
            if not os.path.exists(part):
                sys.exit("inputs.py: error: jcmd wrote no %s" % part)
            os.rename(part, path)
    finally:
        java.communicate()


def compress(plain, path):
    part = path + ".part"
    if path.endswith(".zst"):
        command = ["zstd", "-q", "-3", "-f", "-o", part, plain]
        subprocess.run(command, check=True)
    else:
        with open(part, "wb") as out:
            subprocess.run(["gzip", "-1", "-c", plain], stdout=out, check=True)
    os.rename(part, path)


def make(files):
    """Creates the missing files; returns all paths by name."""
    where = {f: os.path.join(folder(), f) for f in files}
    missing = [f for f in files if not os.path.exists(where[f])]
    for name, size in ANDROID.items():
        if name + ".hprof" in missing:
            print("making " + name + ".hprof", file=sys.stderr, flush=True)
            part = where[name + ".hprof"] + ".part"
            android.write(part, size)
            os.rename(part, where[name + ".hprof"])
    if RECORDING in missing:
        print("making " + RECORDING, file=sys.stderr, flush=True)
        record(where[RECORDING])
        missing.remove(RECORDING)
    for name in DUMPS:
        plain = os.path.join(folder(), name + ".hprof")
        ours = [f for f in missing if f.split(".")[0] == name]
        jvm = [f for f in ours if f[len(name):] in (".hprof", ".hprof.gz")]
        others = [f for f in ours if f not in jvm]
        if others and not os.path.exists(plain) and name + ".hprof" not in jvm:
            jvm.insert(0, name + ".hprof")
        if jvm:
            print("making " + ", ".join(jvm), file=sys.stderr, flush=True)
            dump(name, [os.path.join(folder(), f) for f in jvm])
        for f in others:
            print("making " + f, file=sys.stderr, flush=True)
            compress(plain, where[f])
    return where


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", action="store_true", help="only print the names")
    parser.add_argument("names", nargs="*", metavar="NAME", help="files to create")
    args = parser.parse_args()
    if args.list:
        print("\n".join(FILES))
        return
    unknown = [n for n in args.names if n not in FILES]
    if unknown:
        parser.error("no input %s; --list names them" % ", ".join(unknown))
    for path in make(args.names or FILES).values():
        print("%12d %s" % (os.path.getsize(path), path))


if __name__ == "__main__":
    main()
