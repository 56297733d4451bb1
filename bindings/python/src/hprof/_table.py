# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables: columns in memory, to display or to pass to other libraries."""

from __future__ import annotations

import html
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional

from ._arrow import ColumnType, Stream, capsule
from ._c import Store


class Column(NamedTuple):
    """A column of a table."""

    name: str
    type: str
    """Kind of its values: "id", "count", "bytes", "text", "time" and so on."""
    unit: str
    """Unit of numbers: "bytes", "ms" or "1/h"; or empty."""
    nullable: bool
    sentence: str
    """Description of the column."""


class Table:
    """Rows of a heap, computed on demand.

    Libraries that accept Arrow data can read a table without copying:
    pyarrow.table(t), polars.DataFrame(t), duckdb.sql("FROM t"). Iteration yields rows as
    dictionaries, which suits only few rows. Each use computes the rows again.
    """

    def __init__(self, store: Store, title: str, open: Callable[[int], None]):
        self._store = store
        self._title = title
        self._open = open
        # Errors in a request are raised immediately. The first use takes this stream.
        self._first: Optional[Stream] = Stream(store, open)
        self._kind: Optional[ColumnType] = None

    def _stream(self) -> Stream:
        first, self._first = self._first, None
        return first or Stream(self._store, self._open)

    def _type(self) -> ColumnType:
        if self._kind is None:
            self._first = self._stream()
            self._kind = self._first.type()
        return self._kind

    @property
    def columns(self) -> List[Column]:
        """The columns, with types and units."""
        return [
            Column(
                child.name,
                child.metadata.get("hprof.type", ""),
                child.metadata.get("hprof.unit", ""),
                child.nullable,
                child.metadata.get("hprof.sentence", ""),
            )
            for child in self._type().children
        ]

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """A capsule with an ArrowArrayStream. A requested schema is ignored."""
        return self._stream().capsule()

    def __arrow_c_schema__(self) -> Any:
        """A capsule with an ArrowSchema."""
        self._first = self._stream()
        return capsule(self._first.schema(), b"arrow_schema")

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        for batch in self._stream().batches():
            yield from batch

    def head(self, count: int = 10) -> List[Dict[str, Any]]:
        """The first rows."""
        rows: List[Dict[str, Any]] = []
        if count > 0:
            for row in self:
                rows.append(row)
                if len(rows) == count:
                    break
        return rows

    def to_pyarrow(self) -> Any:
        """Returns a pyarrow.Table."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """Returns a pandas.DataFrame; requires pyarrow."""
        return self.to_pyarrow().to_pandas()

    def to_polars(self) -> Any:
        """Returns a polars.DataFrame."""
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        names = ", ".join(child.name for child in self._type().children)
        return "<hprof.Table %s: %s>" % (self._title, names)

    def _repr_html_(self) -> str:
        """The first rows, for notebooks."""
        rows = self.head(_SHOWN + 1)
        lines = ["<table><caption>%s</caption><thead><tr>" % html.escape(self._title)]
        for column in self.columns:
            lines.append('<th title="%s">%s</th>' % (html.escape(column.sentence), html.escape(column.name)))
        lines.append("</tr></thead><tbody>")
        for row in rows[:_SHOWN]:
            cells = (_cell(row[column.name], column) for column in self.columns)
            lines.append("<tr>%s</tr>" % "".join(cells))
        lines.append("</tbody></table>")
        if len(rows) > _SHOWN:
            lines.append("<p>first %d rows</p>" % _SHOWN)
        return "".join(lines)


_SHOWN = 20
_LONGEST = 200


def _cell(value: Any, column: Column) -> str:
    if value is None:
        return "<td></td>"
    if column.type == "id" and isinstance(value, int):
        return "<td>0x%x</td>" % (value % 2**64)
    if isinstance(value, int) and not isinstance(value, bool):
        return '<td style="text-align: right">{:,}</td>'.format(value)
    text = str(value)
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "…"
    return "<td>%s</td>" % html.escape(text)
