# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processes that write the tables of one heap.

Calls on one heap are serialized, so threads would read one table after another. Each
process opens the dump with its index, and all of them share the pages of the index.

They are new programs rather than forks: a fork contains only the calling thread, and
locks that other threads held, such as those of pyarrow and of the heap, remain locked.
multiprocessing is not used because it would run the caller's script again in each process.

A process reads requests as lines of JSON, and replies with lines of JSON.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Sequence

from ._c import Error

if TYPE_CHECKING:
    from .parquet import Plan

# Ctrl-C is sent to all processes on a terminal: the parent process kills the workers.
# Modules are not searched for in the current folder, which may contain an unrelated
# json.py.
_PROGRAM = """import sys
sys.path[:] = [folder for folder in sys.path if folder]
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
import json
sys.path[:] = json.loads(sys.stdin.readline())
from hprof._processes import work
work()"""


def _environment() -> Dict[str, str]:
    """Settings with which glibc releases the memory of batches, rather than keeping 100 MB in each process."""
    return {"MALLOC_MMAP_THRESHOLD_": str(256 << 10), **os.environ}


def _path() -> List[str]:
    """The module search path of this process, with the current folder last."""
    here = os.getcwd()
    folders = [os.path.abspath(folder) for folder in sys.path]
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    last = [folder for folder in folders if folder == here]
    return [folder for folder in folders if folder != here] + [package] + last[:1]


class Cannot(Exception):
    """A process cannot open the heap."""


class _Process:
    def __init__(self, opening: Dict[str, Any], plan: "Plan"):
        self.name = ""  # The table that it writes.
        self._rest = b""
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM], env=_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.tell(_path())
        key = None if plan.hash_key is None else plan.hash_key.hex()
        self.tell({"open": opening, "plan": {**plan._asdict(), "hash_key": key}})

    @property
    def output(self) -> Any:
        return self._process.stdout

    def tell(self, what: Any) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(what).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # The process has exited; reading its output reports that.

    def write(self, name: str) -> None:
        self.name = name
        self.tell(name)

    def heard(self) -> List[Dict[str, Any]]:
        """Reads the replies available now. Raises an error if the process has exited."""
        new = os.read(self.output.fileno(), 1 << 16)
        if not new:
            what = "the process that writes table '%s'" % self.name if self.name else "a process for tables"
            raise Error("%s %s" % (what, self._end()))
        *lines, self._rest = (self._rest + new).split(b"\n")
        return [json.loads(line) for line in lines]

    def _end(self) -> str:
        status = self._process.wait()
        if status >= 0:
            return "exited with status %d" % status
        return "was killed by signal %d (%s)" % (-status, signal.strsignal(-status) or "unknown")

    def end(self) -> None:
        """Kills the process, which has only open files in the folder being written."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    pass


def run(opening: Dict[str, Any], jobs: int, names: Sequence[str], plan: "Plan", tell: Callable[[int], None]) -> bool:
    """Writes tables with `jobs` processes. Calls tell() with the number of written tables.

    Returns whether they found damage in the dump. Raises Cannot if they cannot open it.
    """
    opening = {
        **opening,
        "threads": max(1, (opening["threads"] or os.cpu_count() or 1) // jobs),
        "max_memory": opening["max_memory"] // jobs,
        "progress": False,
    }
    left = list(reversed(names))
    is_damaged = False
    done = 0
    processes: List[_Process] = []
    with selectors.DefaultSelector() as selector:
        try:
            for _ in range(jobs):
                process = _Process(opening, plan)
                processes.append(process)
                selector.register(process.output, selectors.EVENT_READ, process)
            while done < len(names):
                # Another thread may have received the Ctrl-C signal.
                for key, _events in selector.select(0.1):
                    process = key.data
                    for said in process.heard():
                        if "cannot" in said:
                            raise Cannot(said["cannot"])
                        if "failed" in said:
                            raise Error(*said["failed"])
                        if "damaged" in said:
                            is_damaged |= said["damaged"]
                            done += 1
                        if said.get("is_idle") and left:
                            process.write(left.pop())
                        tell(done)
        finally:
            for process in processes:
                process.end()
    return is_damaged


def work() -> None:
    """The main function of each process."""
    from ._heap import open as open_heap
    from .parquet import Plan, write_table

    # Output printed by libraries must not reach the parent process.
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(**what: Any) -> None:
        output.write(json.dumps(what) + "\n")
        output.flush()

    given = json.loads(sys.stdin.readline())
    key = given["plan"].pop("hash_key")
    plan = Plan(hash_key=None if key is None else bytes.fromhex(key), **given["plan"])
    try:
        heap = open_heap(**given["open"])
    except Error as error:
        say(cannot=str(error))
        return
    say(is_idle=True)
    try:
        for line in sys.stdin:
            name = json.loads(line)
            write_table(heap, name, plan, say)
            say(is_idle=True, damaged=heap.is_damaged)
    except BrokenPipeError:
        pass  # The parent process no longer reads.
    except Error as error:
        say(failed=[str(error), error.code, error.file, error.offset])
    except Exception as error:
        say(failed=["table '%s' cannot be written: %s" % (name, error or type(error).__name__)])
