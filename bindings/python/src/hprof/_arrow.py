# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The structs of the Arrow C data interface, as capsules and as Python values.

Source: the Arrow specification, "The Arrow C data interface", "The Arrow C stream
interface" and "The Arrow PyCapsule interface".
"""

from __future__ import annotations

import ctypes
import datetime
import struct
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, py_object
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional

from ._c import CAPSULE_FREE, Error, Store


class ArrowSchema(Structure):
    pass


class ArrowArray(Structure):
    pass


class ArrowArrayStream(Structure):
    pass


ArrowSchema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))),
    ("dictionary", POINTER(ArrowSchema)),
    ("release", CFUNCTYPE(None, POINTER(ArrowSchema))),
    ("private_data", c_void_p),
]
ArrowArray._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(ArrowArray))),
    ("dictionary", POINTER(ArrowArray)),
    ("release", CFUNCTYPE(None, POINTER(ArrowArray))),
    ("private_data", c_void_p),
]
ArrowArrayStream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowSchema))),
    ("get_next", CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowArray))),
    ("get_last_error", CFUNCTYPE(c_char_p, POINTER(ArrowArrayStream))),
    ("release", CFUNCTYPE(None, POINTER(ArrowArrayStream))),
    ("private_data", c_void_p),
]

FLAG_NULLABLE = 2


def release(of: Any) -> None:
    if of.release:
        of.release(ctypes.byref(of))


# ----------------------------------------------------------------------------
# Capsules
# ----------------------------------------------------------------------------

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = py_object
_new_capsule.argtypes = [c_void_p, c_void_p, c_void_p]
_malloc = ctypes.CDLL(None).malloc
_malloc.restype = c_void_p
_malloc.argtypes = [ctypes.c_size_t]


def capsule(of: Any, name: bytes) -> Any:
    """A capsule that takes ownership of a struct."""
    address = _malloc(ctypes.sizeof(of))
    if not address:
        raise MemoryError
    ctypes.memmove(address, ctypes.byref(of), ctypes.sizeof(of))
    # The capsule refers to its name as long as it exists.
    return _new_capsule(address, ctypes.addressof(_NAMES[name]), CAPSULE_FREE)


_NAMES = {name: ctypes.create_string_buffer(name) for name in (b"arrow_array_stream", b"arrow_schema")}


# ----------------------------------------------------------------------------
# Types
# ----------------------------------------------------------------------------


class ColumnType(NamedTuple):
    """The type of a column, as a copy."""

    name: str
    format: str
    nullable: bool
    metadata: Dict[str, str]
    children: "List[ColumnType]"
    dictionary: "Optional[ColumnType]"


def _metadata(address: Optional[int]) -> Dict[str, str]:
    if not address:
        return {}

    def number() -> int:
        nonlocal at
        (value,) = struct.unpack("=i", ctypes.string_at(at, 4))
        at += 4
        return value

    def text() -> str:
        nonlocal at
        size = number()
        at += size
        return ctypes.string_at(at - size, size).decode()

    at = address
    return {text(): text() for _ in range(number())}


def column_type(of: ArrowSchema) -> ColumnType:
    return ColumnType(
        (of.name or b"").decode(),
        of.format.decode(),
        bool(of.flags & FLAG_NULLABLE),
        _metadata(of.metadata),
        [column_type(of.children[i].contents) for i in range(of.n_children)],
        column_type(of.dictionary.contents) if of.dictionary else None,
    )


# ----------------------------------------------------------------------------
# Values
# ----------------------------------------------------------------------------

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_NUMBERS = {"l": ctypes.c_int64, "i": ctypes.c_int32, "c": ctypes.c_int8, "g": ctypes.c_double}


def _numbers(of: ArrowArray, kind: Any, buffer: int, count: int) -> list:
    return (kind * count).from_address(of.buffers[buffer])[:] if count else []


def _bits(address: int, count: int) -> List[bool]:
    data = ctypes.string_at(address, (count + 7) // 8)
    return [bool(data[i >> 3] >> (i & 7) & 1) for i in range(count)]


def _texts(of: ArrowArray) -> List[str]:
    ends = _numbers(of, ctypes.c_int32, 1, of.length + 1)
    data = ctypes.string_at(of.buffers[2], ends[-1])
    return [data[begin:end].decode() for begin, end in zip(ends, ends[1:])]


def _lists(of: ArrowArray, kind: ColumnType) -> List[list]:
    ends = _numbers(of, ctypes.c_int32, 1, of.length + 1)
    items = values(of.children[0].contents, kind.children[0])
    return [items[begin:end] for begin, end in zip(ends, ends[1:])]


def _records(of: ArrowArray, kind: ColumnType) -> List[dict]:
    names = [child.name for child in kind.children]
    columns = [values(of.children[i].contents, child) for i, child in enumerate(kind.children)]
    return [dict(zip(names, row)) for row in zip(*columns)] if names else [{}] * of.length


def _all(of: ArrowArray, kind: ColumnType) -> list:
    if kind.dictionary is not None:
        words = values(of.dictionary.contents, kind.dictionary)
        indices = _numbers(of, _NUMBERS[kind.format], 1, of.length)
        return [words[i] for i in indices] if words else [None] * of.length
    if kind.format in _NUMBERS:
        return _numbers(of, _NUMBERS[kind.format], 1, of.length)
    if kind.format == "u":
        return _texts(of)
    if kind.format == "b":
        return _bits(of.buffers[1], of.length)
    if kind.format == "+l":
        return _lists(of, kind)
    if kind.format == "+s":
        return _records(of, kind)
    if kind.format == "tsm:UTC":
        millis = _numbers(of, ctypes.c_int64, 1, of.length)
        return [_EPOCH + datetime.timedelta(milliseconds=n) for n in millis]
    raise AssertionError("no values of type " + kind.format)


def values(of: ArrowArray, kind: ColumnType) -> list:
    """The values of an array created by this library: its offsets are 0."""
    found = _all(of, kind)
    if of.null_count and of.n_buffers and of.buffers[0]:
        valid = _bits(of.buffers[0], of.length)
        found = [value if is_valid else None for value, is_valid in zip(found, valid)]
    return found


# ----------------------------------------------------------------------------
# Streams
# ----------------------------------------------------------------------------


class Stream:
    """A stream owned by this object."""

    def __init__(self, store: Store, open: Callable[[int], None]):
        self._store = store
        self._of = ArrowArrayStream()
        open(ctypes.addressof(self._of))

    def __del__(self):
        if getattr(self, "_of", None) is not None:
            release(self._of)

    def capsule(self) -> Any:
        """Moves the stream to a capsule."""
        moved, self._of = self._of, ArrowArrayStream()
        return capsule(moved, b"arrow_array_stream")

    def _check(self, code: int) -> None:
        if not code:
            return
        text = self._of.get_last_error(self._of)
        raise Error((text or b"failed").decode(), "cancelled" if text == b"cancelled" else "failed")

    def schema(self) -> ArrowSchema:
        schema = ArrowSchema()
        self._check(self._of.get_schema(self._of, schema))
        return schema

    def type(self) -> ColumnType:
        schema = self.schema()
        try:
            return column_type(schema)
        finally:
            release(schema)

    def batches(self) -> Iterator[list]:
        """Yields batches of rows; each row is a record."""
        kind = self.type()
        while True:
            batch = ArrowArray()
            code = self._store.wait(lambda: self._of.get_next(self._of, batch))
            self._store.raise_failure()
            self._check(code)
            if not batch.release:
                return
            try:
                yield values(batch, kind)
            finally:
                release(batch)
