# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the tables of a heap dump as Parquet files, one for each table.

    python -m hprof.parquet heap.hprof -o FOLDER

FOLDER then contains objects.parquet, refs.parquet and so on, for DuckDB, Spark, Trino and
other engines. docs/Formats/Columns.md describes the columns. The files of many dumps, each
in its own folder, form one data set: read_parquet('*/objects.parquet').
"""

from __future__ import annotations

import argparse
import hashlib
import os
import queue
import shutil
import sys
import tempfile
import threading
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from ._c import Error, library_version
from ._heap import Heap, Path, open as open_heap
from ._processes import Cannot, run
from ._progress import progress_for

TABLES = (
    "objects",
    "refs",
    "classes",
    "loaders",
    "roots",
    "threads",
    "frames",
    "strings",
    "dominators",
    "suspects",
    "properties",
)
SCHEMA_VERSION = 1
MAX_STRING = 1024

# Columns with strings from the program's code or from the tools, by table.
_CODE: Dict[str, Tuple[str, ...]] = {
    "objects": ("class", "kind"),
    "refs": ("field", "kind", "strength"),
    "classes": ("name", "package"),
    "loaders": ("name",),
    "roots": ("class", "kind"),
    "threads": ("class", "state"),
    "frames": ("text", "class", "method", "source"),
    "dominators": ("class",),
    "suspects": ("class", "kind", "owner_class", "owner_field", "elements", "signature"),
    "properties": ("kind",),
}
# Columns with strings from the program's data. Columns on neither list are hashed,
# too.
_PROGRAM: Dict[str, Tuple[str, ...]] = {
    "strings": ("text",),
    "loaders": ("text",),
    "threads": ("name",),
    "suspects": ("headline",),
    "properties": ("name", "value"),
}
_ROWS_PER_GROUP = 1_000_000
_BYTES_PER_GROUP = 96 << 20
# The references to each object, one object at a time: SQLite keeps the order of
# a CROSS JOIN.
_REVERSE = "SELECT r.* FROM objects o CROSS JOIN refs r ON r.target = o.id"
_BY_TARGET = "refs_by_target"
# The slowest tables come first; otherwise, the export would wait for them at
# the end.
_LONGEST = (_BY_TARGET, "refs", "objects", "strings", "dominators")
# The refs table takes as long as all others together, so more processes would
# only use more memory.
_DEFAULT_JOBS = 2


class Plan(NamedTuple):
    """Settings for all files of a data set."""

    folder: str
    metadata: Dict[str, str]
    max_string: int
    hash_key: Optional[bytes]


def write(
    heap: Heap,
    folder: Path,
    *,
    tables: Sequence[str] = TABLES,
    reverse: bool = False,
    max_string: int = MAX_STRING,
    hash_key: Optional[bytes] = None,
    host: Optional[str] = None,
    jobs: Optional[int] = None,
) -> None:
    """Writes tables of a heap to a new folder, which appears when all files are complete.

    Until then, the files are in a folder next to it, whose name begins with the same name
    and ends in .part. If the process is killed, this folder remains.

    reverse: also write refs_by_target.parquet, with references sorted by target.
    max_string: maximum number of characters of strings from the program; longer ones are
      truncated.
    hash_key: key of 1 to 64 bytes. Strings from the program are replaced with keyed
      hashes, which are equal for equal strings: text becomes text_hash. Headlines of
      suspects then contain only classes and fields.
    host: name of the machine where the dump was taken, for the metadata.
    jobs: number of processes that write tables at the same time, by default one for each
      core, but at most 2. They share the heap's max_memory. The files are the same for any
      number. Without an index, each process would have to build the graph again, so only
      this process writes them.
    """
    if "objects" not in heap.tables:
        raise Error("'%s' is not a heap dump; pyarrow.parquet can write its tables" % heap.path, "bad argument", heap.path)
    unknown = sorted(set(tables) - set(TABLES))
    if unknown or not tables:
        raise Error("unknown table %r; expected %s" % (", ".join(unknown), ", ".join(TABLES)), "bad argument")
    if hash_key is not None and not 1 <= len(hash_key) <= 64:
        raise Error("the key must have 1 to 64 bytes", "bad argument")
    if jobs is not None and (not isinstance(jobs, int) or jobs < 1):
        raise Error("jobs must be an integer of at least 1, not %r" % (jobs,), "bad argument")
    folder = os.path.abspath(os.fspath(folder))
    if os.path.exists(folder):
        raise Error("'%s' already exists" % folder, "bad argument", folder)
    names = list(dict.fromkeys(tables)) + ([_BY_TARGET] if reverse else [])
    names.sort(key=lambda name: _LONGEST.index(name) if name in _LONGEST else len(_LONGEST))
    parent, name = os.path.split(folder)
    os.makedirs(parent, exist_ok=True)
    part = tempfile.mkdtemp(prefix=name + ".", suffix=".part", dir=parent)
    try:
        plan = Plan(part, _facts(heap, host), max_string, hash_key)
        with progress_for(heap._progress) as show:
            _write_all(heap, names, plan, jobs or _default_jobs(), show or (lambda phase, done, all: None))
        os.rename(part, folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def _default_jobs() -> int:
    return min(_DEFAULT_JOBS, len(os.sched_getaffinity(0)))


def _write_all(heap: Heap, names: Sequence[str], plan: Plan, jobs: int, show: Callable[[str, int, int], None]) -> None:
    def tell(done: int) -> None:
        show("tables", done, len(names))

    jobs = min(jobs, len(names))
    # A program that embeds Python may not know the path of an interpreter.
    if jobs > 1 and sys.executable and _has_index(heap):
        try:
            heap._is_damaged |= run(heap._again, jobs, names, plan, tell)
            return
        except Cannot:
            pass  # The index does not fit: this process has built the graph.
    for i, name in enumerate(names):
        write_table(heap, name, plan, lambda: tell(i))
    tell(len(names))


def _has_index(heap: Heap) -> bool:
    """Whether other processes can open the heap without building its graph."""
    index = heap._again.get("index", False)
    if index is None or index is True:
        index = heap._again["path"] + ".hidx"
        heap._again["index"] = index
    return bool(index) and os.path.isfile(index) and not heap._again["keep_unreachable"]


def _facts(heap: Heap, host: Optional[str]) -> Dict[str, str]:
    """The metadata of each file."""
    (dump,) = heap.table("dump", columns=["time", "layout", "layout_certain", "truncated"])
    facts = {
        "hprof.schema_version": str(SCHEMA_VERSION),
        "hprof.version": library_version(),
        "hprof.file": os.path.basename(heap.path),
        "hprof.file_bytes": str(os.path.getsize(heap._again["path"])),
        "hprof.layout": dump["layout"],
        "hprof.layout_certain": "true" if dump["layout_certain"] else "false",
        "hprof.damaged": "true" if dump["truncated"] or heap.is_damaged else "false",
    }
    if dump["time"] is not None:
        facts["hprof.time"] = dump["time"].isoformat()
    if host is not None:
        facts["hprof.host"] = host
    try:
        properties = {row["name"]: row["value"] for row in heap.table("properties")}
    except Error:
        properties = {}  # A format without values.
    vm = [properties.get("java.vm." + name) for name in ("name", "version", "vendor")]
    if any(vm):
        facts["hprof.vm"] = ", ".join(word for word in vm if word)
    return facts


def write_table(heap: Heap, name: str, plan: Plan, tell: Callable[[], None]) -> None:
    """Writes one file. tell() is called after each row group."""
    import pyarrow
    import pyarrow.parquet

    is_reverse = name == _BY_TARGET
    table = heap.query(_REVERSE) if is_reverse else heap.table(name)
    path = os.path.join(plan.folder, name)
    name = "refs" if is_reverse else name
    change = _changer(name, plan.max_string, plan.hash_key)
    reader = pyarrow.RecordBatchReader.from_stream(table)
    schema = change(pyarrow.table({f.name: [] for f in reader.schema}, reader.schema)).schema
    schema = schema.with_metadata({**plan.metadata, "hprof.table": name})
    dictionaries = [f.name for f in schema if not _is_number(f.type)]
    numbers = [f.name for f in schema if pyarrow.types.is_int64(f.type)]
    writer = pyarrow.parquet.ParquetWriter(
        path + ".parquet",
        schema,
        compression="zstd",
        compression_level=1,
        use_dictionary=dictionaries,
        # Each id is close to the previous one.
        column_encoding={column: "DELTA_BINARY_PACKED" for column in numbers},
        write_statistics=True,
    )
    with writer:
        for group in _ahead(_groups(reader)):
            writer.write_table(change(group).cast(schema), row_group_size=_ROWS_PER_GROUP)
            tell()


def _is_number(kind: Any) -> bool:
    import pyarrow

    return pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind) or pyarrow.types.is_timestamp(kind)


def _groups(reader: Any) -> Iterator[Any]:
    """Tables of about a million rows, or fewer if the rows are large."""
    import pyarrow

    batches: List[Any] = []
    rows = size = 0
    for batch in reader:
        batches.append(batch)
        rows += batch.num_rows
        size += batch.get_total_buffer_size()
        if rows + batch.num_rows > _ROWS_PER_GROUP or size >= _BYTES_PER_GROUP:
            yield pyarrow.Table.from_batches(batches)
            batches, rows, size = [], 0, 0
    if batches:
        yield pyarrow.Table.from_batches(batches)


def _ahead(items: Iterator[Any]) -> Iterator[Any]:
    """The same items; each is computed while the previous one is used. At most two are in memory."""
    made: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
    wanted = threading.Semaphore(1)
    stopped = threading.Event()

    def work() -> None:
        try:
            while True:
                wanted.acquire()
                if stopped.is_set():
                    return
                made.put((next(items), None))
        except BaseException as error:
            made.put((None, error))

    worker = threading.Thread(target=work, name="hprof.parquet")
    worker.start()
    try:
        while True:
            item, error = made.get()
            if isinstance(error, StopIteration):
                return
            if error is not None:
                raise error
            wanted.release()
            yield item
    finally:
        stopped.set()
        wanted.release()
        worker.join()


def _headline(row: Dict[str, Any]) -> str:
    """A headline of a suspect with only names from the code."""
    text = row["class"]
    if row["elements"] and row["elements"] != text:
        text += " with " + row["elements"]
    owner = ".".join(word for word in (row["owner_class"], row["owner_field"]) if word)
    return "%s, %s%s: %d bytes" % (text, "from " if owner else "a ", owner or row["kind"], row["retained"])


def _changer(name: str, max_string: int, hash_key: Optional[bytes]) -> Callable[[Any], Any]:
    """The function that hashes or truncates the columns of the table."""
    import pyarrow
    import pyarrow.compute

    code, program = _CODE.get(name, ()), _PROGRAM.get(name, ())

    def hashed(value: Any) -> Optional[str]:
        assert hash_key is not None
        if value is None:
            return None
        data = value if isinstance(value, bytes) else str(value).encode()
        return hashlib.blake2b(data, key=hash_key, digest_size=16).hexdigest()

    def changed(table: Any, at: int) -> Any:
        field = table.schema.field(at)
        if hash_key is None:
            if field.name not in program:
                return table
            return table.set_column(at, field, pyarrow.compute.utf8_slice_codeunits(table.column(at), 0, max_string))
        if (name, field.name) == ("suspects", "headline"):
            return table.set_column(at, field, pyarrow.array([_headline(row) for row in table.to_pylist()], field.type))
        values = pyarrow.array([hashed(value) for value in table.column(at).to_pylist()], pyarrow.string())
        return table.set_column(at, field.name + "_hash", values)

    def change(table: Any) -> Any:
        for at, field in enumerate(table.schema):
            if field.name not in code and not _is_number(field.type) and not pyarrow.types.is_boolean(field.type):
                table = changed(table, at)
        return table

    return change


def _jobs(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not int(word):
        raise argparse.ArgumentTypeError("expected an integer of at least 1, not '%s'" % word)
    return int(word)


def _arguments(words: Optional[Sequence[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m hprof.parquet", description="Writes the tables of a heap dump as Parquet files."
    )
    parser.add_argument("dump", help="a heap dump in any supported format")
    parser.add_argument("-o", "--output", required=True, metavar="FOLDER", help="folder to create; must not exist")
    parser.add_argument("--tables", metavar="NAMES", help="write only these tables, separated by commas: " + ",".join(TABLES))
    parser.add_argument("--reverse", action="store_true", help="also write references sorted by target")
    parser.add_argument("--max-string", type=int, default=MAX_STRING, metavar="N", help="truncate strings after N characters (default %(default)s)")
    parser.add_argument("--hash-strings", metavar="KEYFILE", help="replace strings with hashes, keyed with the contents of KEYFILE")
    parser.add_argument("--host", metavar="NAME", help="machine where the dump was taken, for the metadata")
    parser.add_argument("--jobs", type=_jobs, metavar="N", help="number of processes, if the dump has an index (default: one per core, at most %d)" % _DEFAULT_JOBS)
    parser.add_argument("--threads", type=int, default=0, metavar="N", help="number of threads; 0: one per core")
    parser.add_argument("--max-memory", type=int, default=640, metavar="MB", help="memory for the graph; the rest is kept in files (default %(default)s)")
    parser.add_argument("--temp-dir", metavar="FOLDER", help="folder for these files (default /tmp)")
    parser.add_argument("--version", action="version", version=library_version())
    return parser.parse_args(words)


def main(words: Optional[Sequence[str]] = None) -> int:
    """Runs the program. Exit status: 3 for a damaged dump, 130 for Ctrl-C."""
    arguments = _arguments(words)
    try:
        key = None
        if arguments.hash_strings:
            with open(arguments.hash_strings, "rb") as file:
                key = file.read().strip()
        heap = open_heap(
            arguments.dump,
            threads=arguments.threads,
            max_memory=arguments.max_memory << 20,
            temp_dir=arguments.temp_dir,
        )
        write(
            heap,
            arguments.output,
            tables=arguments.tables.split(",") if arguments.tables else TABLES,
            reverse=arguments.reverse,
            max_string=arguments.max_string,
            hash_key=key,
            host=arguments.host,
            jobs=arguments.jobs,
        )
    except (Error, OSError) as error:
        print("hprof.parquet: error: %s" % error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130  # The status that shells report for SIGINT.
    if heap.is_damaged:
        print("hprof.parquet: warning: '%s' is damaged" % arguments.dump, file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
