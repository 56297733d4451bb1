#!/usr/bin/env python3
"""Measures what heap=sites costs per allocation, on each JDK found.

Each run with the agent follows one without it; the figures are medians of the
differences in CPU time (user and system) of such pairs. A busy machine still
inflates them, so the load is printed. This is no test: the exit status says only
whether everything could be measured.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from measure import Failure, complain, once  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
ALLOCATIONS = 5_000_000
# Options, threads, rounds, and the maximum cost: microseconds per allocation,
# or a share of the CPU time of the program.
COSTS = [
    ("heap=sites", 1, 1, 2.0),
    ("heap=sites", 2, 1, 2.0),
    ("heap=sites,live=n", 1, 1, 1.2),
    ("heap=sites,live=n", 2, 1, 1.2),
]
SAMPLED = ("heap=sites,sample=512k", 1, 40, 0.02)


def jdks():
    """JDK 11 and later, by version."""
    found = subprocess.run([os.path.join(ROOT, "utils", "find-jdks.sh")],
                           stdout=subprocess.PIPE, text=True, check=True)
    pairs = [line.split(" ", 1) for line in found.stdout.splitlines()]
    return {int(version): home for version, home in pairs if int(version) >= 11}


class Bench:
    def __init__(self, home, agent, folder, runs):
        self.java = os.path.join(home, "bin", "java")
        self.agent, self.folder, self.runs = agent, folder, runs

    def command(self, options, threads, rounds):
        agent = []
        if options:
            output = os.path.join(self.folder, "sites.txt")
            agent = ["-agentpath:%s=%s,verbose=n,file=%s" % (self.agent, options, output)]
        return [self.java, *agent, "-cp", self.folder, "AllocBench", str(threads),
                str(rounds)]

    def pairs(self, options, threads, rounds):
        """Seconds of CPU without and with the agent, pair by pair."""
        for _ in range(self.runs):
            plain = once(self.command(None, threads, rounds))[1]
            yield plain, once(self.command(options, threads, rounds))[1]


def figure(version, name, value, unit, limit):
    print("JDK %-3d %-34s %8.3f %s  (at most %.2f)  %s" %
          (version, name, value, unit, limit, "holds" if value <= limit else "FALLS SHORT"),
          flush=True)


def measure(version, bench):
    for options, threads, rounds, limit in COSTS:
        count = ALLOCATIONS * threads * rounds
        costs = [(b - a) / count * 1e6 for a, b in bench.pairs(options, threads, rounds)]
        figure(version, "%s, threads: %d" % (options, threads),
               statistics.median(costs), "us/allocation", limit)
    options, threads, rounds, limit = SAMPLED
    shares = [b / a - 1 for a, b in bench.pairs(options, threads, rounds)]
    figure(version, options, statistics.median(shares), "of CPU time", limit)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agent", metavar="FILE", help="libhprof.so (default: the release build's)",
                        default=os.path.join(ROOT, "build", "release", "lib", "libhprof.so"))
    parser.add_argument("--jdk", type=int, metavar="VERSION", help="use only this JDK")
    parser.add_argument("--runs", type=int, default=5, help="pairs of runs of each kind (default 5)")
    options = parser.parse_args()
    homes = {v: h for v, h in jdks().items() if options.jdk in (None, v)}
    if not homes:
        complain("no JDK found")
        return 1
    print("load: %.1f on %d cores" % (os.getloadavg()[0], os.cpu_count()))
    with tempfile.TemporaryDirectory() as folder:
        try:
            oldest = homes[min(homes)]
            subprocess.run([os.path.join(oldest, "bin", "javac"), "--release", "11", "-d", folder,
                            os.path.join(HERE, "AllocBench.java")], check=True)
            for version, home in sorted(homes.items()):
                measure(version, Bench(home, options.agent, folder, options.runs))
        except (Failure, subprocess.CalledProcessError, OSError) as error:
            complain(str(error))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
