"""Runs a command with a hard memory limit. Used by graphs.py."""

import contextlib
import os
import time

# Where the kernel mounts memory-limited groups: version 2, then version 1.
ROOTS = (("/sys/fs/cgroup", "memory.max"),
         ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"))
# Enters the group $0, then executes the command.
ENTER = 'echo $$ >"$0/cgroup.procs" && exec "$@"'


@contextlib.contextmanager
def limited(limit):
    """Returns a command prefix with which the system kills the process above `limit`
    bytes: memory, page tables, and pages of files that the process was the first to
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
    """Removes a group. A group whose process has just exited can be busy for a moment."""
    for _ in range(100):
        try:
            return os.rmdir(group)
        except OSError:
            time.sleep(0.05)
