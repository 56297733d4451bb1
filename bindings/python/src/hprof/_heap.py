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
    """Its values; empty for any."""
    sentence: str


class TableInfo(NamedTuple):
    """What a heap can be asked for by Heap.table()."""

    name: str
    kind: str
    """"table", "view" or "answer"."""
    sentence: str
    """What a row is."""
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
    """Opens a heap dump of any format, compressed or not.

    progress: True shows what is done, by tqdm if it is there; by default that is so on
      a terminal and in notebooks; or a function of a phase, and steps done and in all.
    threads: 0 is one per core. max_memory: bytes for the graph, by default three
      quarters of what is free; what does not fit is kept in files in temp_dir (by
      default /tmp). What Python and other libraries have does not count.
    dump: which heap dump of a file with several, from 1.
    layout: how the VM lays out objects, if the dump does not show it.
    index: the index to use; False for none. By default the one next to the dump, if
      hprof-index has made it: the dump then opens at once.
    keep_unreachable: objects that no root reaches count as held.
    trust_index: use an index even if another user owns it or may write it, who must not
      change it meanwhile.
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
    """An open heap dump; hprof.open() makes it."""

    path: str

    def __init__(self, path: str, options: COptions, progress: Union[None, bool, Progress]):
        self.path = path
        self._again: Dict[str, Any] = {}  # What open() takes to open it once more.
        self._progress = progress
        self._is_damaged = False  # As other processes found.
        with progress_for(progress) as show:
            self._store = Store(path, options, show)

    def close(self) -> None:
        """Closes it. Streams that others have taken go on."""
        self._store.close()

    def __enter__(self) -> "Heap":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return "<hprof.Heap %r>" % self.path

    @property
    def is_damaged(self) -> bool:
        """Whether the file is damaged as far as it was read; see notes."""
        return self._store.is_damaged() or self._is_damaged

    @property
    def notes(self) -> Table:
        """What readers of results should know: notes, warnings, damage."""
        return self.table("notes")

    # Tables

    @property
    def tables(self) -> Dict[str, TableInfo]:
        """The tables by name. Each class is a table, too, which is not listed."""
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
        """The rows of a table, a class, a view or an answer.

        columns: those that are needed; the others are not computed.
        arguments: those of the table, such as of=0x7f00 for path, or columns by which
          it finds rows, such as class="java.lang.String" for objects (as **{"class":
          name}).
        """
        given = [(key, _value(value)) for key, value in arguments.items() if value is not None]
        if columns is not None:
            if isinstance(columns, str) or not columns:
                raise Error("columns is a list of names", "bad argument")
            given.append(("columns", ",".join(columns)))
        return Table(self._store, name, lambda stream: self._store.table(name, given, stream))

    def query(self, sql: str) -> Table:
        """The rows of a query in SQLite's SQL."""
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
        """Objects and their bytes, by class, name, package or loader.

        retained: with the bytes that would be freed with all objects of a row.
        unreachable: of objects that no root reaches.
        filter: only rows with such a name, "com.acme.*".
        """
        if sort is None and retained:
            sort = "retained"
        return self.table(
            "histogram", by=by, retained=retained, unreachable=unreachable, sort=sort, filter=filter, top=top
        )

    def suspects(self) -> Table:
        """Where memory accumulates, the likeliest leaks first; sizes in bytes."""
        return self.table("suspects")

    def dominators(self, top: Optional[int] = 100, by: Optional[str] = None) -> Table:
        """What retains most: objects, or groups of them by class, name, package or loader."""
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
        """All objects, or those of a class with their fields; sizes in bytes.

        fields: paths of fields over references, such as "user.name". A reference is
          what its object says, such as the text of a String, or else its id.
        subclasses: with the objects of subclasses.
        columns: without fields, those that are needed.
        """
        if of is None:
            if fields or subclasses:
                raise Error("fields are those of a class: objects(of, fields)", "bad argument")
            return self.table("objects", columns=columns)
        if fields is None:
            return self.table(of, columns=columns, _subclasses=1 if subclasses else None)
        shown = "".join(", shown(_id, %s) AS %s" % (_quoted(path, "'"), _quoted(path, '"')) for path in fields)
        table = _quoted(of, '"') + ("(1)" if subclasses else "")
        return self.query("SELECT _id, _class, _shallow, _retained%s FROM %s" % (shown, table))

    def paths(self, id: int) -> Table:
        """Why an object is alive: the steps from a root to it."""
        return self.table("path", of=id)

    def threads(self) -> Table:
        """The threads; their stacks are table("frames")."""
        return self.table("threads")

    def diff(self, other: Union["Heap", Path], by: str = "name", top: Optional[int] = None) -> Table:
        """What changed from this heap dump to another one, by class name or by class,
        package or loader; changes of sizes in bytes."""
        after = other.path if isinstance(other, Heap) else os.fspath(other)
        return self.table("changes", after=after, by=by, top=top)

    def object(self, id: int) -> Object:
        """An object with its fields as attributes."""
        stream = Stream(self._store, lambda address: self._store.object(id, address))
        for (facts,) in stream.batches():
            return Object(self, facts)
        raise Error("there is no object 0x%x" % id, "no object")

    def __getitem__(self, id: int) -> Object:
        return self.object(id)

    def to_parquet(self, folder: Path, **options: Any) -> None:
        """Writes tables as Parquet files; see hprof.parquet.write(). With an index, several
        processes do so, at most options["jobs"]."""
        from .parquet import write

        write(self, folder, **options)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value % 2**64 if isinstance(value, int) and value < 0 else value)


def _quoted(name: str, quote: str) -> str:
    return quote + name.replace(quote, quote + quote) + quote


__all__ = ["Argument", "Column", "Heap", "TableInfo", "open"]
