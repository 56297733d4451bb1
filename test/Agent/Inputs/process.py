"""Describes what a hanging process does, for the output of a failed test."""

import glob
import sys


def read(path):
    try:
        with open(path) as file:
            return file.read().strip()
    except OSError as fault:
        return fault.strerror


def show(child):
    """The threads of a process: name, state, and where in the kernel each waits."""
    if child.poll() is not None:
        print("process", child.pid, "ended with", child.returncode, file=sys.stderr)
        return
    for task in sorted(glob.glob("/proc/%d/task/*" % child.pid)):
        state = read(task + "/stat").rpartition(")")[2].split()[:1]
        print(read(task + "/comm"), *state, read(task + "/wchan"), read(task + "/syscall"), file=sys.stderr)
