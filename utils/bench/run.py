#!/usr/bin/env python3
"""Measures the tools' speed and memory against limits and peers.

Builds the release preset, makes the dumps once (see inputs.py), and prints
medians and ratios. Figures are ratios of runs made in turn; a busy machine
still distorts them, so CPU time is given next to wall time. This is no test: the
exit status says only whether everything could be measured.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys

import graphs
import inputs
import queries
from measure import (MB, Failure, compare, complain, machine, memory, once, paired,
                     strings_and_classes)

RELEASE = os.path.join(inputs.ROOT, "build", "release")
SLURP_VERSION = "0.10.0"
SECTIONS = ("speed", "memory", "stream", "gzip", "yaml", "frames", "formats",
            "graph", "index", "query", "recording")


class Report:
    """Prints figures as they arrive, and keeps them for --json."""

    def __init__(self):
        self.figures, self.goals, self.failures = [], [], 0

    def title(self, text):
        print("\n" + text, flush=True)

    def figure(self, section, name, **values):
        self.figures.append({"section": section, "name": name, **values})
        parts = []
        for key, value in values.items():
            if key in ("wall", "cpu"):
                parts.append("%s %.3f s" % (key, value))
            elif key in ("rss", "anon"):
                parts.append("%s %.1f MB" % (key, value / MB))
            elif key == "rate":
                parts.append("%.1f MB/s" % (value / MB))
        print("  %-34s %s" % (name, "  ".join(parts)), flush=True)

    def goal(self, text, value, limit, at_least=False):
        good = value >= limit if at_least else value <= limit
        self.goals.append({"goal": text, "value": value, "limit": limit, "met": good})
        print("    %-50s %8.2f  (%s %.2f)  %s" %
              (text, value, "at least" if at_least else "at most", limit,
               "holds" if good else "FALLS SHORT"), flush=True)

    def failed(self, what, why):
        self.failures += 1
        complain("%s: %s" % (what, why))


def tool(name):
    folder = "libexec" if name.startswith("hprof-bench-") else "bin"
    path = os.path.join(RELEASE, folder, name)
    return path if os.path.exists(path) else None


def slurp():
    path = os.path.join(inputs.folder(), "peers", "bin", "hprof-slurp")
    return path if os.path.exists(path) else None


def install_peers():
    if slurp():
        return
    if not shutil.which("cargo"):
        complain("no cargo: hprof-slurp cannot be installed")
        return
    complain("installing hprof-slurp " + SLURP_VERSION)
    subprocess.run(["cargo", "install", "--quiet", "--locked", "hprof-slurp", "--version",
                    SLURP_VERSION, "--root", os.path.join(inputs.folder(), "peers")],
                   check=False)


def build():
    jobs = str(os.cpu_count())
    log = os.path.join(inputs.ROOT, "build", "bench.log")
    os.makedirs(os.path.dirname(log), exist_ok=True)
    with open(log, "w", encoding="utf-8") as out:
        for command in (["cmake", "--preset", "release"],
                        ["cmake", "--build", "build/release", "-j", jobs, "--target", "all",
                         "hprof-bench-walker", "hprof-bench-drain",
                         "hprof-bench-graph"]):
            if subprocess.run(command, cwd=inputs.ROOT, stdout=out, stderr=out).returncode:
                sys.exit("bench: error: the build failed, see " + log)


def speed(report, names, runs):
    histo = tool("hprof-histo")
    for name in names:
        path = inputs.make([name])[name]
        report.title("speed: histogram of %s (%.0f MB)" % (name, os.path.getsize(path) / MB))
        commands = {
            "walker": [tool("hprof-bench-walker"), path],
            "hprof-histo -j1": [histo, "-j1", path],
            "hprof-histo -j2": [histo, "-j2", path],
        }
        if slurp():
            commands["hprof-slurp"] = [slurp(), path]
        results = compare(commands, runs)
        for label, values in results.items():
            report.figure("speed", label, input=name, **values)
        report.goal("%s: -j1 / walker" % name, paired(results, "hprof-histo -j1", "walker"), 1.3)
        report.goal("%s: -j1 / walker, CPU time" % name,
                    paired(results, "hprof-histo -j1", "walker", "cpu"), 1.3)
        report.goal("%s: -j2 / walker" % name, paired(results, "hprof-histo -j2", "walker"), 1.0)
        if "hprof-slurp" in results:
            report.goal("%s: hprof-slurp / -j2" % name,
                        paired(results, "hprof-slurp", "hprof-histo -j2"), 5, True)


def memory_of_files(report, names):
    report.title("memory: hprof-histo on mapped files")
    for name in names:
        path = inputs.make([name])[name]
        _, classes = strings_and_classes(path)
        peak = memory([tool("hprof-histo"), path])
        report.figure("memory", name, rss=peak["rss"], anon=peak["anon"], classes=classes)
        report.goal("%s: anonymous MB" % name, peak["anon"] / MB, 64 + 200 * classes / MB)
        if slurp():
            peak = memory([slurp(), path])
            report.figure("memory", name + ": hprof-slurp", rss=peak["rss"], anon=peak["anon"])


def memory_of_streams(report, names):
    report.title("stream: hprof-histo on pipes and compressed files")
    for name in names:
        base = name[:-len(".hprof")]
        plain = inputs.make([name])[name]
        strings, _ = strings_and_classes(plain)
        limit = 128 + 1.5 * strings / MB
        ways = {name + " | stdin": ([tool("hprof-histo"), "-"], plain)}
        for end in inputs.COMPRESSED:
            if base + end in inputs.FILES:
                packed = inputs.make([base + end])[base + end]
                ways[base + end] = ([tool("hprof-histo"), packed], None)
        for label, (command, feed) in ways.items():
            peak = memory(command, feed)
            report.figure("stream", label, rss=peak["rss"], anon=peak["anon"],
                          wall=peak["seconds"])
            report.goal("%s: resident MB" % label, peak["rss"] / MB, limit)


def gzip(report, base, runs):
    for end in inputs.COMPRESSED:
        name = base + end
        path = inputs.make([name])[name]
        report.title("gzip: %s (%.0f MB, %s)" %
                     (name, os.path.getsize(path) / MB, inputs.COMPRESSED[end]))
        commands = {
            "decompressor alone": [tool("hprof-bench-drain"), path],
            "decompressor alone, 1 thread": [tool("hprof-bench-drain"), path, "1"],
            "hprof-histo": [tool("hprof-histo"), path],
            "hprof-histo -j1": [tool("hprof-histo"), "-j1", path],
        }
        others = ("zstd",) if end.endswith(".zst") else ("gzip", "pigz")
        for other in others:
            if shutil.which(other):
                commands[other + " -dc"] = [other, "-dc", path]
        results = compare(commands, runs)
        for label, values in results.items():
            report.figure("gzip", label, input=name, **values)
        report.goal("%s: histo / decompressor" % name,
                    paired(results, "hprof-histo", "decompressor alone"), 1.1)
        cores = results["hprof-histo"]["cpu"] / results["hprof-histo"]["wall"]
        report.figures[-1]["histo_cores"] = cores
        if end == ".hprof.gz":
            report.goal("%s: cores in use" % name, cores, 0.8 * os.cpu_count(), True)


def yaml(report, names):
    convert = tool("hprof-convert")
    if not convert:
        report.failed("yaml", "no hprof-convert in " + RELEASE)
        return
    report.title("yaml: hprof-convert to YAML and back")
    for name in names:
        plain = inputs.make([name])[name]
        text = os.path.join(inputs.folder(), name + ".yaml")
        back = os.path.join(inputs.folder(), name + ".back")
        try:
            to = memory([convert, plain, "-o", text, "--to=yaml", "--force"])
            size = os.path.getsize(text)
            report.figure("yaml", name + ": to YAML", wall=to["seconds"], rss=to["rss"],
                          anon=to["anon"], rate=size / to["seconds"], yaml_bytes=size)
            seconds, _ = once([convert, text, "-o", back, "--to=hprof", "--force"])
            fro = memory([convert, text, "-o", back, "--to=hprof", "--force"])
            seconds = min(seconds, fro["seconds"])
            report.figure("yaml", name + ": and back", wall=seconds, rss=fro["rss"],
                          anon=fro["anon"], rate=size / seconds)
            report.goal("%s: YAML to binary, MB/s" % name, size / seconds / MB, 20, True)
            # Resident pages of a mapped file depend on the machine.
            report.goal("%s: to YAML, anonymous MB" % name, to["anon"] / MB, 512)
            report.goal("%s: and back, anonymous MB" % name, fro["anon"] / MB, 512)
            same = subprocess.run(["cmp", "-s", plain, back]).returncode == 0
            if not same:
                report.failed(name, "the round trip through YAML changes the bytes")
        finally:
            for path in (text, back):
                if os.path.exists(path):
                    os.remove(path)


def graph(report, names, runs):
    tools = {"walker": tool("hprof-bench-walker"), "graph": tool("hprof-bench-graph"),
             "dominators": tool("hprof-dominators")}
    if not all(tools.values()):
        report.failed("graph", "no hprof-bench-graph in " + RELEASE)
        return
    graphs.speed(report, tools, names, runs)
    if inputs.jdks_with("lib/src.zip"):
        graphs.scattered(report, tools, runs)
    else:
        print("no JDK has lib/src.zip: javac is not measured")
    graphs.compressed(report, tools, "mixed-1g", runs)
    graphs.limits(report, tools, names[-1])


def index(report, names, runs):
    tools = {name: tool(name)
             for name in ("hprof-index", "hprof-histo", "hprof-dominators", "hprof-paths")}
    if not all(tools.values()):
        report.failed("index", "no hprof-index in " + RELEASE)
        return
    graphs.indexed(report, tools, names, runs)


def query(report, names, runs):
    tools = {name: tool(name) for name in ("hprof-index", "hprof-query")}
    tools["walker"] = tool("hprof-bench-walker")
    if not all(tools.values()):
        report.failed("query", "no hprof-query in " + RELEASE)
        return
    queries.speed(report, tools, names, runs)


def hprof_conv():
    folders = os.environ.get("PATH", "") + ":/usr/lib/android-sdk/platform-tools"
    return shutil.which("hprof-conv", path=folders)


def frames(report, names, runs):
    """HPROF to HPROF with other frames, compared with cp and, for Android, hprof-conv."""
    convert = tool("hprof-convert")
    out = os.path.join(inputs.folder(), "converted")
    for name in names:
        path = inputs.make([name])[name]
        android = name.startswith("android")
        report.title("frames: %s (%.0f MB) to 1.0.2" % (name, os.path.getsize(path) / MB))
        ours = [convert, "-q", "--force", path, "--to=hprof-1.0.2", "-o", out]
        moving = [convert, "-q", "--force", path, "--relocate=0x1000", "-o", out,
                  "--to=" + ("hprof-android" if android else "hprof")]
        commands = {"cp": ["cp", path, out], "hprof-convert": ours, "--relocate": moving}
        if android and hprof_conv():
            commands["hprof-conv"] = [hprof_conv(), path, out]
        try:
            # The space of a replaced file is freed only afterwards.
            results = compare({label: ["sh", "-c", 'rm -f "$0" && exec "$@"', out, *command]
                               for label, command in commands.items()}, runs)
            for label, values in results.items():
                report.figure("frames", label, input=name, **values,
                              rate=os.path.getsize(path) / values["wall"])
            report.goal("%s: share of cp's throughput" % name,
                        paired(results, "cp", "hprof-convert"), 0.6, True)
            if "hprof-conv" in results:
                report.goal("%s: hprof-conv / ours" % name,
                            paired(results, "hprof-conv", "hprof-convert"), 2, True)
            report.goal("%s: moving ids, share of cp's throughput" % name,
                        paired(results, "cp", "--relocate"), 0.5, True)
            for command in ours, moving:
                peak = memory(command)
                report.goal("%s: resident MB" % name, peak["rss"] / MB, 128)
        finally:
            if os.path.exists(out):
                os.remove(out)


def formats(report, names, runs):
    """HPROF to other formats and back: MB/s of the HPROF side, or of the text side."""
    convert = tool("hprof-convert")
    there, back = (os.path.join(inputs.folder(), end) for end in ("there", "back"))
    for name in names:
        path = inputs.make([name])[name]
        size = os.path.getsize(path)
        for to, out_rate, back_rate, streams in (("hprof-text", 150, 100, True),
                                                 ("phd", 150, 150, False),
                                                 ("ibm-classic", None, None, False)):
            report.title("formats: %s (%.0f MB) to %s and back" % (name, size / MB, to))
            commands = {
                "to " + to: [convert, "-q", "--force", path, "--to=" + to, "-o", there],
                "back from " + to: [convert, "-q", "--force", there, "--to=hprof", "-o", back],
            }
            try:
                results = compare(commands, runs)
                read = os.path.getsize(there if to == "hprof-text" else back)
                for (label, values), least, measured in zip(
                        results.items(), (out_rate, back_rate), (size, read)):
                    peak = memory(commands[label])
                    rate = measured / values["wall"]
                    report.figure("formats", label, input=name, **values, rate=rate,
                                  rss=peak["rss"])
                    if least:
                        report.goal("%s: %s, MB/s" % (name, label), rate / MB, least, True)
                    if streams:
                        report.goal("%s: %s, resident MB" % (name, label), peak["rss"] / MB, 128)
            finally:
                for left in (there, back):
                    if os.path.exists(left):
                        os.remove(left)


def recording(report, runs):
    """What is asked of a recording, relative to 100 MB."""
    path = inputs.make([inputs.RECORDING])[inputs.RECORDING]
    size = os.path.getsize(path)
    report.title("recording: %s (%.0f MB)" % (inputs.RECORDING, size / MB))
    there = os.path.join(inputs.folder(), "recording.out")
    commands = {
        "flame graph": [tool("hprof-convert"), "-q", "--force", path, "--to=collapsed", "-o", there],
        "summary": [tool("hprof-dump"), path],
        "query": [tool("hprof-query"), "-q", path, "SELECT name, events FROM event_types"],
    }
    try:
        for label, values in compare(commands, runs).items():
            peak = memory(commands[label])
            report.figure("recording", label, **values, rss=peak["rss"])
            if label == "flame graph":
                report.goal("flame graph of 100 MB, CPU s", values["cpu"] * 100 * MB / size, 2)
                report.goal("flame graph, resident MB", peak["rss"] / MB, 200)
    finally:
        if os.path.exists(there):
            os.remove(there)


def main():
    parser = argparse.ArgumentParser(
        prog="utils/bench/run.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", metavar="SECTION,...",
                        help="of " + ", ".join(SECTIONS))
    parser.add_argument("--sizes", default="1g,4g", metavar="SIZE,...",
                        help="mixed heaps to measure speed with: 50m, 1g, 4g (default 1g,4g)")
    parser.add_argument("--inputs", metavar="NAME,...",
                        help="measure speed and memory with these dumps instead "
                        "(inputs.py --list)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each kind (default 5)")
    parser.add_argument("--with-peers", action="store_true",
                        help="install hprof-slurp %s with cargo first" % SLURP_VERSION)
    parser.add_argument("--json", metavar="FILE", help="also write all figures to FILE")
    parser.add_argument("--no-build", action="store_true", help="do not build the tools")
    args = parser.parse_args()
    sections = args.only.split(",") if args.only else list(SECTIONS)
    for section in sections:
        if section not in SECTIONS:
            parser.error("no section '%s'" % section)
    mixed = ["mixed-%s.hprof" % size for size in args.sizes.split(",")]
    chosen = args.inputs.split(",") if args.inputs else None
    for name in chosen or mixed:
        if name not in inputs.FILES:
            parser.error("no input '%s'" % name)
    plain = [name for name in inputs.FILES
             if name.endswith(".hprof") and name != "javac.hprof"]

    if not args.no_build:
        build()
    if args.with_peers:
        install_peers()
    if not tool("hprof-histo"):
        sys.exit("bench: error: no hprof-histo in " + RELEASE)
    about = machine()
    print("%s, %d cores, %.0f GB; dumps in %s" %
          (about["cpu"], about["cores"], about["memory_bytes"] / 1e9, inputs.folder()))
    if not slurp():
        print("hprof-slurp is not installed (--with-peers installs it)")

    report = Report()
    steps = {
        "speed": lambda: speed(report, chosen or mixed, args.runs),
        "memory": lambda: memory_of_files(report, chosen or plain),
        "stream": lambda: memory_of_streams(
            report, ["mixed-1g.hprof", "array-1500m.hprof"]),
        "gzip": lambda: gzip(report, "mixed-1g", args.runs),
        "frames": lambda: frames(report, chosen or ["mixed-1g.hprof", "android-1g.hprof"],
                                 args.runs),
        "formats": lambda: formats(report, chosen or [m for m in mixed if "4g" not in m],
                                   args.runs),
        "graph": lambda: graph(report, chosen or ["mixed-50m.hprof"] + mixed, args.runs),
        "index": lambda: index(report, chosen or mixed, args.runs),
        "query": lambda: query(report, chosen or ["mixed-1g.hprof", "javac.hprof"],
                               args.runs),
        "recording": lambda: recording(report, args.runs),
        "yaml": lambda: yaml(report, ["mixed-50m.hprof", "mixed-1g.hprof"]),
    }
    for section in sections:
        try:
            steps[section]()
        except Failure as failure:
            report.failed(section, str(failure))

    met = sum(goal["met"] for goal in report.goals)
    print("\n%d of %d goals hold" % (met, len(report.goals)))
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump({"schema_version": 1, "machine": about, "figures": report.figures,
                       "goals": report.goals}, file, indent=1)
            file.write("\n")
    return report.failures != 0


if __name__ == "__main__":
    sys.exit(main())
