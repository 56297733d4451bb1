# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An open heap dump."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Union

from ._arrow import Stream
from ._c import KEEP_UNREACHABLE, TRUST_INDEX, COptions, Error, Store
from ._object import Object
from ._progress import progress_for
from ._table import Column, Table

Path = Union[str, "os.PathLike[str]"]
Progress = Callable[[str, int, int], None]


class Argument(NamedTuple):
    """An argument of a table."""

    name: str
    required: bool
    choices: List[str]
    """Allowed values; empty if any value is allowed."""
    sentence: str


class TableInfo(NamedTuple):
    """A table, view or report that Heap.table() returns."""

    name: str
    kind: str
    """"table", "view" or "answer"."""
    sentence: str
    """Description of a row."""
    columns: List[str]
    arguments: List[Argument]


def open(
    path: Path,
    *,
    progress: Union[None, bool, Progress] = None,
    threads: int = 0,
    max_memory: int = 0,
    temp_dir: Optional[Path] = None,
    dump: int = 1,
    layout: Optional[str] = None,
    index: Union[None, bool, Path] = None,
    keep_unreachable: bool = False,
    trust_index: bool = False,
) -> "Heap":
    """Opens a heap dump in any supported format, compressed or not.

    Thread dumps, profiles and flight recordings have tables and queries, too, but no
    objects: their other methods raise Error.

    progress: True shows progress, with tqdm if it is installed; this is the default on
      terminals and in notebooks. A function is called with the phase, the
      number of finished steps, and the total.
    threads: number of threads; 0 means one for each core.
    max_memory: bytes for the graph, by default three quarters of the free memory; the
      rest is kept in files in temp_dir (by default /tmp). Memory used by Python and
      other libraries is not included.
    dump: number of the heap dump, from 1, if the file contains several.
    layout: object layout of the VM, if it cannot be determined from the dump.
    index: path of an index; False for none. By default, the index that hprof-index
      has created next to the dump, which makes opening fast.
    keep_unreachable: treat unreachable objects as reachable.
    trust_index: use an index even if it belongs to another user or is writable by
      others, who must not change it while it is in use.
    """
    options = COptions()
    options.size = ctypes.sizeof(options)
    options.threads = threads
    options.max_memory = max_memory
    options.dump = dump
    options.flags = (KEEP_UNREACHABLE if keep_unreachable else 0) | (TRUST_INDEX if trust_index else 0)
    options.temp_dir = os.fsencode(temp_dir) if temp_dir is not None else None
    options.layout = layout.encode() if layout is not None else None
    if index is not None and index is not True:
        options.index = b"" if index is False else os.fsencode(index)
    heap = Heap(os.fspath(path), options, progress)
    heap._again = {
        "path": os.path.abspath(path),
        "threads": threads,
        "max_memory": max_memory,
        "temp_dir": None if temp_dir is None else os.path.abspath(temp_dir),
        "dump": dump,
        "layout": layout,
        "index": index if index is None or isinstance(index, bool) else os.path.abspath(index),
        "keep_unreachable": keep_unreachable,
        "trust_index": trust_index,
    }
    return heap


class Heap:
    """An open heap dump, returned by hprof.open()."""

    path: str

    def __init__(self, path: str, options: COptions, progress: Union[None, bool, Progress]):
        self.path = path
        self._again: Dict[str, Any] = {}  # Arguments to open the heap again.
        self._progress = progress
        self._is_damaged = False  # Reported by other processes.
        with progress_for(progress) as show:
            self._store = Store(path, options, show)

    def close(self) -> None:
        """Closes the heap dump. Streams passed to other libraries remain usable."""
        self._store.close()

    def __enter__(self) -> "Heap":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return "<hprof.Heap %r>" % self.path

    def __reduce__(self) -> Any:
        raise TypeError("an open heap cannot be pickled; pass its path, and call hprof.open() in the other process")

    @property
    def is_damaged(self) -> bool:
        """Whether damage was found in the file so far; see notes."""
        return self._store.is_damaged() or self._is_damaged

    @property
    def notes(self) -> Table:
        """Notes and warnings about the results, and damage in the file."""
        return self.table("notes")

    # Tables

    @property
    def tables(self) -> Dict[str, TableInfo]:
        """The tables by name. Each class is also a table, but is not listed."""
        found = {}
        for row in Table(self._store, "tables", self._store.tables):
            arguments = [
                Argument(a["name"], a["required"], a["choices"].split("|") if a["choices"] else [], a["sentence"])
                for a in row["arguments"]
            ]
            columns = [column["name"] for column in row["columns"]]
            found[row["name"]] = TableInfo(row["name"], row["kind"], row["sentence"], columns, arguments)
        return found

    def table(self, name: str, *, columns: Optional[Sequence[str]] = None, **arguments: Any) -> Table:
        """Returns the rows of a table, class, view or report.

        columns: the columns to return; the others are not computed.
        arguments: arguments of the table, such as of=0x7f00 for path, or columns that
          select rows, such as class="java.lang.String" for objects (as **{"class":
          name}).
        """
        given = [(key, _value(value)) for key, value in arguments.items() if value is not None]
        if columns is not None:
            if isinstance(columns, str) or not columns:
                raise Error("columns must be a list of names", "bad argument")
            given.append(("columns", ",".join(columns)))
        return Table(self._store, name, lambda stream: self._store.table(name, given, stream))

    def query(self, sql: str) -> Table:
        """Returns the rows of a SQL query (SQLite)."""
        return Table(self._store, "query", lambda stream: self._store.query(sql, stream))

    # Answers

    def histogram(
        self,
        by: str = "class",
        retained: bool = False,
        unreachable: bool = False,
        sort: Optional[str] = None,
        filter: Optional[str] = None,
        top: Optional[int] = None,
    ) -> Table:
        """Number and size of objects by class, name, package or loader.

        retained: add the retained size of the objects in each row.
        unreachable: count only unreachable objects.
        filter: return only rows with a matching name, such as "com.acme.*".
        """
        if sort is None and retained:
            sort = "retained"
        return self.table(
            "histogram", by=by, retained=retained, unreachable=unreachable, sort=sort, filter=filter, top=top
        )

    def suspects(self) -> Table:
        """Leak suspects, most likely first; sizes in bytes."""
        return self.table("suspects")

    def dominators(self, top: Optional[int] = 100, by: Optional[str] = None) -> Table:
        """Largest retained sizes: of objects, or of groups by class, name, package or loader."""
        if by is None:
            return self.table("dominator_objects", top=top)
        return self.table("dominator_groups", by=by, top=top)

    def objects(
        self,
        of: Optional[str] = None,
        fields: Optional[Sequence[str]] = None,
        subclasses: bool = False,
        columns: Optional[Sequence[str]] = None,
    ) -> Table:
        """All objects, or the objects of a class with their fields; sizes in bytes.

        of: name of the class.
        fields: paths of fields, such as "user.name". For a reference, the string
          representation of the object, such as the contents of a String, or its id.
        subclasses: include objects of subclasses.
        columns: without fields, the columns to return.
        """
        if of is None:
            if fields or subclasses:
                raise Error("fields and subclasses require a class: objects(of, fields)", "bad argument")
            return self.table("objects", columns=columns)
        if fields is None:
            return self.table(of, columns=columns, _subclasses=1 if subclasses else None)
        shown = "".join(", shown(_id, %s) AS %s" % (_quoted(path, "'"), _quoted(path, '"')) for path in fields)
        table = _quoted(of, '"') + ("(1)" if subclasses else "")
        return self.query("SELECT _id, _class, _shallow, _retained%s FROM %s" % (shown, table))

    def paths(self, id: int) -> Table:
        """A shortest path from a GC root to an object, which keeps the object alive."""
        return self.table("path", of=id)

    def threads(self) -> Table:
        """The threads; table("frames") contains their stacks."""
        return self.table("threads")

    def diff(self, other: Union["Heap", Path], by: str = "name", top: Optional[int] = None) -> Table:
        """Changes from this heap dump to another one, by class name or by class, package
        or loader; changes of sizes in bytes."""
        after = other.path if isinstance(other, Heap) else os.fspath(other)
        return self.table("changes", after=after, by=by, top=top)

    def object(self, id: int) -> Object:
        """Returns an object with its fields as attributes."""
        found = Object(self, id)
        found._facts  # Raises an error if there is no such object.
        return found

    def _facts(self, id: int) -> Dict[str, Any]:
        stream = Stream(self._store, lambda address: self._store.object(id, address))
        for (facts,) in stream.batches():
            return facts
        raise Error("no object has the id 0x%x" % id, "no object")

    def __getitem__(self, id: int) -> Object:
        return self.object(id)

    def to_parquet(self, folder: Path, **options: Any) -> None:
        """Writes tables as Parquet files; see hprof.parquet.write(). With an index, up to
        options["jobs"] processes write them."""
        from .parquet import write

        write(self, folder, **options)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value % 2**64 if isinstance(value, int) and value < 0 else value)


def _quoted(name: str, quote: str) -> str:
    return quote + name.replace(quote, quote + quote) + quote


__all__ = ["Argument", "Column", "Heap", "TableInfo", "open"]
