# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of libhprof-c (include/hprof-c/hprof.h), called through ctypes.

Calls release the GIL: other threads keep running while a heap is read.
"""

from __future__ import annotations

import ctypes
import os
import threading
import weakref
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Callable, List, Optional, Sequence, Tuple

NO_OFFSET = 2**64 - 1

Progress = CFUNCTYPE(None, c_void_p, c_char_p, c_uint64, c_uint64)
Cancelled = CFUNCTYPE(c_int, c_void_p)


class CError(Structure):
    _fields_ = [("code", c_int32), ("offset", c_uint64), ("file", c_char_p), ("text", c_char_p)]


class COptions(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("max_memory", c_uint64),
        ("threads", c_uint32),
        ("dump", c_uint32),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("temp_dir", c_char_p),
        ("layout", c_char_p),
        ("index", c_char_p),
        ("user", c_void_p),
        ("progress", Progress),
        ("cancelled", Cancelled),
    ]


class CArgument(Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p)]


KEEP_UNREACHABLE = 1
TRUST_INDEX = 2


class Error(Exception):
    """An error in opening or querying a heap dump."""

    __module__ = "hprof"  # In tracebacks.

    code: str
    """The kind of error: "not a heap dump", "no table", "bad query", "cancelled" and so on."""
    file: Optional[str]
    """The file, if the error concerns one."""
    offset: Optional[int]
    """The offset of the error in the decompressed file in bytes, if known."""

    def __init__(self, text: str, code: str = "failed", file: Optional[str] = None, offset: Optional[int] = None):
        super().__init__(text)
        self.code = code
        self.file = file
        self.offset = offset

    def __reduce__(self):
        return Error, (str(self), self.code, self.file, self.offset)


def _load() -> ctypes.CDLL:
    # The library in the wheel, or else an installed one.
    own = os.path.join(os.path.dirname(__file__), "libhprof-c.so.1")
    try:
        return ctypes.CDLL(own if os.path.exists(own) else "libhprof-c.so.1")
    except OSError as error:
        raise ImportError("hprof: cannot load libhprof-c.so.1: %s" % error) from None


_library = _load()


def _declare(name: str, result, *arguments):
    function = getattr(_library, name)
    function.restype = result
    function.argtypes = arguments
    return function


_error = POINTER(CError)
_version = _declare("hprof_version", c_char_p)
_code_text = _declare("hprof_code_text", c_char_p, c_int32)
_error_clear = _declare("hprof_error_clear", None, _error)
_open = _declare("hprof_open", c_int32, c_char_p, POINTER(COptions), POINTER(c_void_p), _error)
_close = _declare("hprof_close", None, c_void_p)
_is_damaged = _declare("hprof_is_damaged", c_int, c_void_p)
_tables = _declare("hprof_tables", c_int32, c_void_p, c_void_p, _error)
_table = _declare("hprof_table", c_int32, c_void_p, c_char_p, POINTER(CArgument), c_size_t, c_void_p, _error)
_query = _declare("hprof_query", c_int32, c_void_p, c_char_p, c_void_p, _error)
_object = _declare("hprof_object", c_int32, c_void_p, c_uint64, c_void_p, _error)

CAPSULE_FREE = ctypes.cast(_library.hprof_capsule_free, c_void_p)


def library_version() -> str:
    return _version().decode()


def _text(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode("utf-8", "surrogateescape")


def _encode(text: str, what: str) -> bytes:
    encoded = text.encode("utf-8", "surrogateescape")
    if b"\0" in encoded:
        raise Error("%s contains a zero byte" % what, "bad argument")
    return encoded


def _check(code: int, error: CError) -> None:
    if not code:
        return
    offset = None if error.offset == NO_OFFSET else error.offset
    word = _code_text(code).decode()
    raised = Error(_text(error.text) or word, word, _text(error.file), offset)
    _error_clear(error)
    raise raised


class _Shared(Structure):
    """State shared with the callbacks of a store, which get its address as their argument."""

    _fields_ = [("cancelled", c_int)]


def _show(user, phase, done, all):
    store = _stores.get(user)
    if store is not None:
        store.show(phase.decode(), done, all)


# Shared by all stores, so that it cannot be freed while a stream still calls
# it.
_progress = Progress(_show)
_is_set = Cancelled(("hprof_is_set", _library))
_stores: "weakref.WeakValueDictionary[int, Store]" = weakref.WeakValueDictionary()


class Store:
    """An open heap dump. Its streams keep it open, too."""

    def __init__(self, path: str, options: COptions, progress: Optional[Callable[[str, int, int], None]]):
        self._progress = progress
        self._failed: Optional[BaseException] = None
        self._handle = c_void_p()
        # Streams may still use this state after the store object has been
        # destroyed.
        self._shared = _Shared()
        _kept.append(self._shared)
        options.user = ctypes.addressof(self._shared)
        if progress is not None:
            _stores[options.user] = self
            options.progress = _progress
        options.cancelled = _is_set
        self.call(_open, os.fsencode(path), options, self._handle)

    def show(self, phase: str, done: int, all: int) -> None:
        try:
            if self._progress is not None and self._failed is None:
                self._progress(phase, done, all)
        except BaseException as error:  # Raised when the call returns.
            self._failed = error
            self._shared.cancelled = 1

    def call(self, function, *arguments) -> None:
        """Calls a function that may take long; Ctrl-C cancels it."""
        error = CError()
        code = self.wait(lambda: function(*arguments, error))
        if self._failed is not None:
            _error_clear(error)
            raise self.take_failure()
        _check(code, error)

    def wait(self, call: Callable[[], int]) -> int:
        """Returns the result of a call, which Ctrl-C cancels.

        Python handles signals only in its main thread, between its own instructions, so
        another thread makes the call.
        """
        self._shared.cancelled = 0
        if threading.current_thread() is not threading.main_thread():
            return call()
        results: List[int] = []
        done = threading.Event()

        def work() -> None:
            try:
                results.append(call())
            finally:
                done.set()

        threading.Thread(target=work, name="hprof").start()
        while not done.is_set():
            try:
                done.wait(0.1)  # Another thread may have received the signal.
            except BaseException as error:
                self._failed = error
                self._shared.cancelled = 1
        if not results[0]:
            self.raise_failure()
        return results[0]

    def raise_failure(self) -> None:
        if self._failed is not None:
            raise self.take_failure()

    def take_failure(self) -> BaseException:
        """The exception from the signal or callback that cancelled the last call."""
        raised, self._failed = self._failed, None
        assert raised is not None
        return raised

    @property
    def handle(self) -> c_void_p:
        if not self._handle:
            raise Error("the heap is closed", "bad argument")
        return self._handle

    def close(self) -> None:
        handle, self._handle = self._handle, c_void_p()
        if handle:
            _close(handle)

    def __del__(self):
        if getattr(self, "_handle", None):
            self.close()

    def is_damaged(self) -> bool:
        return bool(_is_damaged(self.handle))

    def tables(self, stream: int) -> None:
        self.call(_tables, self.handle, stream)

    def table(self, name: str, arguments: Sequence[Tuple[str, str]], stream: int) -> None:
        given = (CArgument * len(arguments))(
            *(CArgument(_encode(key, "an argument"), _encode(value, "'%s'" % key)) for key, value in arguments)
        )
        self.call(_table, self.handle, _encode(name, "a name"), given, len(arguments), stream)

    def query(self, sql: str, stream: int) -> None:
        self.call(_query, self.handle, _encode(sql, "a query"), stream)

    def object(self, id: int, stream: int) -> None:
        if not 0 <= id < 2**64:
            raise Error("no object has the id %d" % id, "no object")
        self.call(_object, self.handle, id, stream)


# The state of every store that was opened: a few bytes each.
_kept: list = []
