# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows the progress of a call."""

from __future__ import annotations

import contextlib
import sys
from typing import Any, Callable, Iterator, Optional, Union

Progress = Callable[[str, int, int], None]


def _in_notebook() -> bool:
    try:
        return get_ipython().__class__.__name__ == "ZMQInteractiveShell"  # type: ignore[name-defined]
    except NameError:
        return False


class _Bars:
    """A tqdm bar for each phase."""

    def __init__(self, tqdm: Any):
        self._tqdm = tqdm
        self._bar: Any = None

    def __call__(self, phase: str, done: int, all: int) -> None:
        if self._bar is None or self._bar.desc != phase + ": ":
            self.close()
            self._bar = self._tqdm(total=all or None, unit_scale=True, leave=False)
            self._bar.set_description(phase)
        self._bar.total = all or None
        self._bar.n = done
        self._bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


class _Line:
    """A line that is overwritten repeatedly."""

    def __init__(self) -> None:
        self._longest = 0

    def __call__(self, phase: str, done: int, all: int) -> None:
        text = phase + (" %d%%" % (100 * done // all) if all > 1 else "")
        self._longest = max(self._longest, len(text))
        sys.stderr.write("\r" + text.ljust(self._longest))
        sys.stderr.flush()

    def close(self) -> None:
        if self._longest:
            sys.stderr.write("\r" + " " * self._longest + "\r")
            sys.stderr.flush()


@contextlib.contextmanager
def progress_for(wanted: Union[None, bool, Progress]) -> Iterator[Optional[Progress]]:
    """Yields the function that shows progress during a call, or None."""
    if callable(wanted):
        yield wanted
        return
    if wanted is None:
        wanted = _in_notebook() or (sys.stderr is not None and sys.stderr.isatty())
    if not wanted:
        yield None
        return
    try:
        from tqdm.auto import tqdm

        shown: Any = _Bars(tqdm)
    except ImportError:
        shown = _Line()
    try:
        yield shown
    finally:
        shown.close()
