"""Runs commands and measures time and memory. Used by run.py."""

import os
import statistics
import subprocess
import sys
import time

MB = 1_000_000


class Failure(Exception):
    pass


def check(command, status, errors):
    # Exit status 3 means that the input is damaged, but these inputs are not.
    if status != 0:
        raise Failure("%s: exit status %d: %s" %
                      (" ".join(command), status, errors.strip()[-300:]))


def start(command, stdin):
    return subprocess.Popen(
        command,
        stdin=stdin if stdin is not None else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )


def once(command, stdin=None):
    """Wall time and CPU time of one run, in seconds."""
    begin = time.perf_counter()
    process = start(command, stdin)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    check(command, process.returncode, errors)
    return wall, usage.ru_utime + usage.ru_stime


def compare(commands, runs):
    """Times of several commands, run in turn, so that other load on the machine
    affects all of them: {name: {wall, cpu, runs}} with medians."""
    for command in commands.values():
        once(command)  # warms the page cache
    times = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            times[name].append(once(command))
    return {
        name: {
            "wall": statistics.median(t[0] for t in values),
            "wall_min": min(t[0] for t in values),
            "cpu": statistics.median(t[1] for t in values),
            "runs": runs,
        }
        for name, values in times.items()
    }


def paired(results, of, to, key="wall"):
    """Ratio of the time of `of` to that of `to`."""
    return results[of][key] / results[to][key]


def memory(command, feed=None, interval=0.005):
    """Peak memory in bytes of one run: resident memory (the kernel's high-water
    mark), and the largest sample of the anonymous part, taken every 5 ms.
    With `feed`, a file is piped in."""
    cat = None
    if feed:
        cat = subprocess.Popen(["cat", feed], stdout=subprocess.PIPE)
    process = start(command, cat.stdout if cat else None)
    if cat:
        cat.stdout.close()
    peak = {"rss": 0, "anon": 0}
    path = "/proc/%d/status" % process.pid
    own = "/proc/self/exe"
    begin = time.perf_counter()
    while True:
        done, status, usage = os.wait4(process.pid, os.WNOHANG)
        if done:
            break
        try:
            # Until exec, the numbers describe this script.
            if os.readlink("/proc/%d/exe" % process.pid) != os.readlink(own):
                sample(path, peak)
        except OSError:
            pass
        time.sleep(interval)
    process.returncode = os.waitstatus_to_exitcode(status)
    errors = process.stderr.read()
    if cat:
        cat.wait()
    check(command, process.returncode, errors)
    # ru_maxrss includes this script before exec: this is a lower bound if the
    # program never used as much itself.
    rusage = usage.ru_maxrss * 1024
    if rusage > script_rss():
        peak["rss"] = max(peak["rss"], rusage)
    peak["seconds"] = time.perf_counter() - begin
    return peak


def script_rss():
    with open("/proc/self/status", encoding="ascii") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def sample(path, peak):
    with open(path, encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                peak["rss"] = max(peak["rss"], int(line.split()[1]) * 1024)
            elif line.startswith("RssAnon:"):
                peak["anon"] = max(peak["anon"], int(line.split()[1]) * 1024)


def strings_and_classes(path):
    """Bytes of the string records and number of classes of a plain dump."""
    strings = classes = 0
    with open(path, "rb") as file:
        head = file.read(64)
        id_size = int.from_bytes(head[head.index(0) + 1:][:4], "big")
        at, end = head.index(0) + 13, os.path.getsize(path)
        while at + 9 <= end:
            file.seek(at)
            head = file.read(9)
            length = int.from_bytes(head[5:9], "big")
            if head[0] == 0x01:
                strings += length - id_size
            elif head[0] == 0x02:
                classes += 1
            at += 9 + length
    return strings, classes


def machine():
    model = "unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {"cpu": model, "cores": os.cpu_count(), "memory_bytes": pages}


def complain(text):
    print("bench: " + text, file=sys.stderr, flush=True)
