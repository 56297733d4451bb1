# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Heap dumps of Java virtual machines as tables.

    import hprof

    heap = hprof.open("heap.hprof.gz")
    heap.histogram(by="package", retained=True)
    heap.query("SELECT class, count(*) FROM objects GROUP BY class")

Results are columnar tables that other libraries read without copying:

    polars.DataFrame(heap.suspects())
    pyarrow.table(heap.table("classes"))
    duckdb.sql("SELECT max(retained) FROM t")  # where t = heap.table("objects")

Sizes are in bytes, ids are numbers (hex() formats them), times are in UTC.
"""

from ._c import Error, library_version
from ._heap import Argument, Heap, TableInfo, open
from ._object import Object
from ._table import Column, Table

__version__ = library_version()
__all__ = ["Argument", "Column", "Error", "Heap", "Object", "Table", "TableInfo", "open"]
