#!/usr/bin/env python3
# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds heap dumps to a data set of Parquet files.

usage: ingest.py DATA DUMP|FOLDER... [option...]

Each dump becomes the folder DATA/service=NAME/dump=IDENTITY, with a file for each
table and dumps.parquet, which has one row about the dump. The folder appears when
it is complete. A dump whose identity is present is skipped, whatever its name, so a
run that was killed can be continued by starting it again. Each failure is a row of a
file in DATA/failures, until a file of that name succeeds.

Needs the package hprof (utils/wheel.sh builds it) and pyarrow. docs/Fleet.md
describes queries of such a data set.
"""

import argparse
import concurrent.futures
import contextlib
import datetime
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time

TABLES = "classes,dominators,suspects,strings,threads,loaders,properties"
ENDINGS = re.compile(r"\.(hprof|phd|bin|dump)(\.gz|\.zst)?$", re.IGNORECASE)
NO_NAME = re.compile(r"[^A-Za-z0-9._-]+")
PIECE, PIECES = 4096, 256


def identity(path):
    """Identity of a dump: a hash of its size, both ends, and pages between."""
    size = os.path.getsize(path)
    known = hashlib.blake2b(str(size).encode(), digest_size=8)
    with open(path, "rb") as file:
        known.update(file.read(16 * PIECE))
        for i in range(PIECES):
            file.seek(size * i // PIECES)
            known.update(file.read(PIECE))
        file.seek(max(0, size - 16 * PIECE))
        known.update(file.read())
    return known.hexdigest()


# Types of columns, so that all files have the same types even without values.
DUMP = {
    "file": "string",
    "file_bytes": "int64",
    "time": "timestamp[us]",
    "objects": "int64",
    "shallow": "int64",
    "reachable": "int64",
    "damaged": "bool",
    "version": "string",
    "ingested": "timestamp[us]",
    "seconds": "double",
}
FAILURE = {"file": "string", "dump": "string", "error": "string", "code": "string", "offset": "int64", "time": "timestamp[us]"}


def write_row(path, types, row):
    """Writes a Parquet file with one row, which appears when it is complete."""
    import pyarrow
    import pyarrow.parquet

    schema = pyarrow.schema([pyarrow.field(name, kind) for name, kind in types.items()])
    folder, name = os.path.split(path)
    # Another run may write this file, too.
    number, part = tempfile.mkstemp(prefix=name + ".", suffix=".part", dir=folder)
    os.close(number)
    try:
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist([row], schema), part, compression="zstd")
        os.rename(part, path)
    except BaseException:
        os.remove(part)
        raise


def now():
    return datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None, microsecond=0)


def ingest(path, known, service, options, run):
    """Adds one dump, in a separate process. Returns the error, or None."""
    import hprof

    work = os.path.join(run, known)
    target = os.path.join(options.data, "service=" + service, "dump=" + known)
    began = time.monotonic()
    try:
        with hprof.open(path, threads=1, max_memory=options.max_memory << 20) as heap:
            (facts,) = heap.table("dump")
            key = None
            if options.hash_strings:
                with open(options.hash_strings, "rb") as file:
                    key = file.read()
            heap.to_parquet(work, tables=options.tables.split(","), max_string=options.max_string, hash_key=key, jobs=1)
            write_row(os.path.join(work, "dumps.parquet"), DUMP, {
                "file": os.path.abspath(path),
                "file_bytes": os.path.getsize(path),
                "time": facts["time"].replace(tzinfo=None) if facts["time"] else None,
                "objects": facts["objects"],
                "shallow": facts["shallow"],
                "reachable": facts["reachable"],
                "damaged": bool(facts["truncated"] or heap.is_damaged),
                "version": hprof.__version__,
                "ingested": now(),
                "seconds": time.monotonic() - began,
            })
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.rename(work, target)
        return None
    except (hprof.Error, OSError) as error:
        # Another run may have been faster.
        return None if os.path.isdir(target) else error
    finally:
        shutil.rmtree(work, ignore_errors=True)


def dumps_in(places):
    """The given files, and files below folders that look like dumps."""
    for place in places:
        if not os.path.isdir(place):
            yield place
            continue
        for folder, folders, names in os.walk(place):
            folders.sort()
            yield from (os.path.join(folder, name) for name in sorted(names) if ENDINGS.search(name))


def known_dumps(data):
    """The identities of all dumps in the data set."""
    with contextlib.suppress(FileNotFoundError):
        for service in os.listdir(data):
            if service.startswith("service="):
                for dump in os.listdir(os.path.join(data, service)):
                    yield dump.removeprefix("dump=")


class Ingest:
    def __init__(self, options):
        self.options = options
        self.done = set(known_dumps(options.data))
        self.added = self.skipped = self.failed = 0

    def service(self, path):
        name = self.options.service or os.path.basename(os.path.dirname(os.path.abspath(path)))
        return NO_NAME.sub("_", name) or "unknown"

    def failure(self, path):
        name = hashlib.blake2b(os.path.abspath(path).encode(), digest_size=8).hexdigest()
        return os.path.join(self.options.data, "failures", name + ".parquet")

    def fail(self, path, known, error):
        self.failed += 1
        print("ingest.py: %s: %s" % (path, error), file=sys.stderr)
        os.makedirs(os.path.join(self.options.data, "failures"), exist_ok=True)
        write_row(self.failure(path), FAILURE, {
            "file": os.path.abspath(path),
            "dump": known,
            "error": str(error),
            "code": str(getattr(error, "code", "")),
            "offset": getattr(error, "offset", None),
            "time": now(),
        })

    def finish(self, future, path, known):
        try:
            error = future.result()
        except concurrent.futures.process.BrokenProcessPool as broken:
            raise SystemExit("ingest.py: a process was killed, at or near %s: %s" % (path, broken)) from broken
        if error:
            self.fail(path, known, error)
            return
        self.added += 1
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.failure(path))

    def run(self):
        os.makedirs(self.options.data, exist_ok=True)
        # A separate folder, since other runs may add to the same data set.
        with tempfile.TemporaryDirectory(prefix=".work-", dir=self.options.data) as work:
            self.add(work)

    def add(self, work):
        running = {}
        with concurrent.futures.ProcessPoolExecutor(self.options.jobs) as pool:
            for path in dumps_in(self.options.dumps):
                try:
                    known = identity(path)
                except OSError as error:
                    self.fail(path, None, error)
                    continue
                if known in self.done:
                    self.skipped += 1
                    continue
                self.done.add(known)
                running[pool.submit(ingest, path, known, self.service(path), self.options, work)] = path, known
                # A list of a million dumps is not submitted at once.
                if len(running) >= 4 * self.options.jobs:
                    self.wait(running, concurrent.futures.FIRST_COMPLETED)
            self.wait(running, concurrent.futures.ALL_COMPLETED)

    def wait(self, running, until):
        for future in concurrent.futures.wait(running, return_when=until).done:
            self.finish(future, *running.pop(future))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", metavar="DATA", help="the folder of the data set")
    parser.add_argument("dumps", metavar="DUMP", nargs="+", help="dumps, and folders with dumps")
    parser.add_argument("--service", metavar="NAME", help="service of the dumps (default: the folder of each)")
    parser.add_argument("--tables", metavar="NAMES", default=TABLES, help="tables to write (default: %(default)s)")
    parser.add_argument("--hash-strings", metavar="KEYFILE", help="replace strings of the programs with keyed hashes")
    parser.add_argument("--max-string", type=int, default=1024, metavar="N", help="truncate strings after N characters (default %(default)s)")
    parser.add_argument("--max-memory", type=int, default=1024, metavar="MB", help="memory of each process (default %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="processes (default: one per core)")
    run = Ingest(parser.parse_args())
    run.run()
    print("%d added, %d skipped, %d failed" % (run.added, run.skipped, run.failed))
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
