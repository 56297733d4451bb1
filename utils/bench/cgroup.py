"""Runs a command under a hard limit of memory. Used by graphs.py."""

import contextlib
import os
import time

# Where the kernel mounts memory-limited groups: version 2, then version 1.
ROOTS = (("/sys/fs/cgroup", "memory.max"),
         ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"))
# Enters the group $0 and becomes the command.
ENTER = 'echo $$ >"$0/cgroup.procs" && exec "$@"'


@contextlib.contextmanager
def limited(limit):
    """What to put before a command so that the system stops it above `limit`
    bytes: memory, page tables and the pages of files that it was the first to
    read. None where that is not permitted."""
    for root, name in ROOTS:
        group = "%s/hprof-bench-%d" % (root, os.getpid())
        try:
            os.mkdir(group)
        except OSError:
            continue
        try:
            # A directory that is not a group has no such file.
            with open(os.path.join(group, name), "r+", encoding="ascii") as file:
                file.write(str(int(limit)))
        except OSError:
            os.rmdir(group)
            continue
        try:
            yield ["sh", "-c", ENTER, group]
        finally:
            remove(group)
        return
    yield None


def remove(group):
    """A group whose process has just ended can be in use for a moment."""
    for _ in range(100):
        try:
            return os.rmdir(group)
        except OSError:
            time.sleep(0.05)
