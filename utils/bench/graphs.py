"""Measures heap graphs: from opening a dump to retained sizes. Used by run.py."""

import os
import re
import subprocess
import time

import inputs
from cgroup import limited
from measure import MB, Failure, check, compare, memory, once, paired, start

RESULT = re.compile(r"(\d+) objects, (\d+) references, \d+ reachable, checksum (\w+)")


def answer(command):
    """Objects, references and checksum that hprof-bench-graph prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    check(command, done.returncode, done.stderr)
    objects, references, checksum = RESULT.search(done.stdout).groups()
    return int(objects), int(references), checksum


def resident(pid):
    """Resident bytes of a process."""
    with open("/proc/%d/statm" % pid, encoding="utf-8") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def resident_without(pid, path):
    """Resident bytes except pages of one mapped file. Reading smaps locks the
    mappings of the process for milliseconds, during which it cannot unmap any."""
    total, counts = 0, True
    with open("/proc/%d/smaps" % pid, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("Rss:"):
                total += int(line.split()[1]) * 1024 if counts else 0
            elif re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
                counts = not line.rstrip().endswith(path)
    return total


def bounded(command, path, interval=0.04):
    """Seconds, and the peak of resident memory without the dump's own pages:
    memory and pages of temporary files, from samples of smaps."""
    begin = time.perf_counter()
    process = start(command, None)
    peak = 0
    while True:
        done, status, usage = os.wait4(process.pid, os.WNOHANG)
        if done:
            break
        try:
            if os.path.basename(os.readlink("/proc/%d/exe" % process.pid)) == \
                    os.path.basename(command[0]) and resident(process.pid) > peak:
                peak = max(peak, resident_without(process.pid, path))
        except OSError:
            pass
        time.sleep(interval)
    process.returncode = os.waitstatus_to_exitcode(status)
    check(command, process.returncode, process.stderr.read())
    return {"wall": time.perf_counter() - begin, "rss": peak,
            "cpu": usage.ru_utime + usage.ru_stime}


def speed(report, tools, names, runs):
    """Times compared with the bare walker, memory, and growth of time with size."""
    rates = {}
    for name in names:
        path = inputs.make([name])[name]
        objects, references, first = answer([tools["graph"], path, "1"])
        report.title("graph: %s (%.0f MB, %.1f M objects, %.1f M references)" %
                     (name, os.path.getsize(path) / MB, objects / 1e6, references / 1e6))
        if answer([tools["graph"], path, "2"])[2] != first:
            raise Failure(name + ": the results of one and two threads differ")
        results = compare({
            "walker": [tools["walker"], path],
            "graph, 1 thread": [tools["graph"], path, "1"],
            "graph, 2 threads": [tools["graph"], path, "2"],
        }, runs)
        for label, values in results.items():
            report.figure("graph", label, input=name, **values)
        report.goal("%s: 2 threads / walker" % name,
                    paired(results, "graph, 2 threads", "walker"), 9)
        report.goal("%s: 1 thread / 2 threads" % name,
                    paired(results, "graph, 1 thread", "graph, 2 threads"), 1.3, True)
        peak = memory([tools["graph"], path, "2"])
        report.figure("graph", "memory, 2 threads", input=name, anon=peak["anon"])
        report.goal("%s: bytes of memory per object" % name, peak["anon"] / objects, 45)
        rates[name] = results["graph, 1 thread"]["cpu"] / (objects + references) * 1e9
    if len(rates) > 1:
        report.title("graph: growth")
        for name, rate in rates.items():
            print("  %-34s %.1f ns of CPU per object or reference" % (name, rate), flush=True)
        report.goal("most / least ns per object or reference",
                    max(rates.values()) / min(rates.values()), 1.5)


def scattered(report, tools, runs):
    """A heap of small objects that refer to others far away."""
    path = inputs.make(["javac.hprof"])["javac.hprof"]
    command = [tools["graph"], path, "2"]
    objects, references, _ = answer(command)
    report.title("graph: javac (%.0f MB, %.1f M objects, %.1f M references)" %
                 (os.path.getsize(path) / MB, objects / 1e6, references / 1e6))
    results = compare({"graph, 2 threads": command}, runs)
    values = results["graph, 2 threads"]
    report.figure("graph", "graph, 2 threads", input="javac", **values)
    report.goal("javac: million objects per second", objects / values["wall"] / 1e6, 5, True)
    peak = memory(command)
    report.figure("graph", "memory, 2 threads", input="javac", anon=peak["anon"])
    report.goal("javac: bytes of memory per object", peak["anon"] / objects, 45)


def compressed(report, tools, name, runs):
    """The cost of a compressed dump, for a complete run of the tool."""
    report.title("graph: hprof-dominators on %s, compressed" % name)
    plain, *others = [name + end for end in (".hprof", ".hprof.gz", ".single.hprof.gz",
                                             ".hprof.zst")]
    paths = inputs.make([plain, *others])
    results = compare({file: [tools["dominators"], "-n1", path]
                       for file, path in paths.items()}, runs)
    for file, values in results.items():
        report.figure("graph", file, input=file, **values)
    for file in others:
        report.goal("%s / plain" % file, paired(results, file, plain), 1.5)


def limits(report, tools, name):
    """Time, memory and results when there is not enough memory."""
    path = inputs.make([name])[name]
    folder = inputs.folder()
    free = [tools["graph"], path, "2"]
    report.title("graph: %s with bounded memory" % name)
    unbounded = bounded(free, path)
    report.figure("graph", "unbounded", input=name, **unbounded)
    _, _, want = answer(free)
    for share, most in ((0.5, 2), (0.25, 10)):
        limit = unbounded["rss"] * share
        command = free + ["%.1f" % (limit / MB), folder]
        values = bounded(command, path)
        label = "%d %% of that" % (share * 100)
        report.figure("graph", label, input=name, **values)
        report.goal("%s: %s: time / unbounded" % (name, label),
                    values["wall"] / unbounded["wall"], most)
        report.goal("%s: %s: CPU / unbounded" % (name, label),
                    values["cpu"] / unbounded["cpu"], most)
        report.goal("%s: %s: peak / limit" % (name, label), values["rss"] / limit, 1)
        if answer(command)[2] != want:
            report.failed(name, "the results differ from those without a limit")
        with limited(limit) as enter:
            if not enter:
                print("cannot create a group with a memory limit here")
                continue
            try:
                wall, cpu = once(enter + command)
            except Failure as failure:
                report.failed(name, str(failure))
                continue
        report.figure("graph", label + ", MemoryMax", input=name, wall=wall, cpu=cpu)
        report.goal("%s: %s, MemoryMax: time / unbounded" % (name, label),
                    wall / unbounded["wall"], most)


def questions(tools, path, index):
    """Commands that use an index, by kind of answer."""
    with_index = ["--index=" + index, path]
    first = subprocess.run([tools["hprof-dominators"], "--format=csv", "--top=1"] + with_index,
                           capture_output=True, text=True, check=False)
    check(["hprof-dominators"], first.returncode, first.stderr)
    largest = "--object=" + first.stdout.splitlines()[1].split(",")[0]
    asked = {
        "histogram": ["hprof-histo"],
        "histogram, retained": ["hprof-histo", "--retained"],
        "retained sizes": ["hprof-dominators"],
        "retained by class": ["hprof-dominators", "--by=class"],
        "dominator tree": ["hprof-dominators", "--tree"],
        "tree by classes": ["hprof-dominators", "--group"],
        "big drops": ["hprof-dominators", "--drops"],
        "suspects": ["hprof-dominators", "--suspects"],
        "paths to an object": ["hprof-paths", largest],
        "paths to Threads": ["hprof-paths", "--class=java.lang.Thread"],
        "paths to HashMaps": ["hprof-paths", "--class=java.util.HashMap"],
        "paths to Strings": ["hprof-paths", "--class=java.lang.String"],
        "incoming of an object": ["hprof-paths", "--incoming", largest],
        "outgoing of an object": ["hprof-paths", "--outgoing", largest],
        "incoming of HashMaps": ["hprof-paths", "--incoming", "--class=java.util.HashMap"],
        "outgoing of HashMaps": ["hprof-paths", "--outgoing", "--class=java.util.HashMap"],
    }
    return {what: [tools[tool]] + options + with_index
            for what, (tool, *options) in asked.items()}


def indexed(report, tools, names, runs):
    """Time and memory of answers from an index."""
    for name in names:
        path = inputs.make([name])[name]
        index = os.path.join(inputs.folder(), name + ".bench-hidx")
        report.title("index: %s (%.0f MB)" % (name, os.path.getsize(path) / MB))
        make = [tools["hprof-index"], "-v", "--force", path, "-o", index]
        try:
            begin = time.perf_counter()
            made = subprocess.run(make, capture_output=True, text=True, check=False)
            wall = time.perf_counter() - begin
            check(make, made.returncode, made.stderr)
            objects = int(re.search(r"(\d+) objects", made.stderr).group(1))
            size = os.path.getsize(index)
            report.figure("index", "creating the index (%.1f bytes per object)" % (size / objects),
                          input=name, wall=wall, bytes=size, objects=objects)
            most = 0.3 if os.path.getsize(path) < 2000 * MB else 1
            for label, values in compare(questions(tools, path, index), runs).items():
                report.figure("index", label, input=name, **values)
                report.goal("%s: %s, seconds" % (name, label), values["wall"], most)
        finally:
            if os.path.exists(index):
                os.remove(index)
