#!/usr/bin/env python3
"""Measures what cpu=times and cpu=old cost per call, on each JDK found.

The program runs with few rounds and with many, with the agent and without; the
difference of the differences in CPU time (user and system) excludes the cost of
startup and of editing classes. The figures are medians. This is no test: the exit
status says only whether everything could be measured.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile

from alloc import HERE, ROOT, figure, jdks
from measure import Failure, complain, once

CALLS = 2_692_537  # Calls of fib() in a round.
FEW, MANY = 4, 24
# Options, threads, and the maximum cost of a call in nanoseconds.
COSTS = [
    ("cpu=times", 1, 150),
    ("cpu=times", 2, 150),
    ("cpu=times,thread=y", 2, 150),
    ("cpu=times,depth=16", 1, 150),
    ("cpu=old", 1, 150),
]


class Bench:
    def __init__(self, home, agent, folder):
        self.java = os.path.join(home, "bin", "java")
        self.agent, self.folder = agent, folder

    def cpu(self, options, threads, rounds):
        agent = []
        if options:
            output = os.path.join(self.folder, "times.txt")
            agent = ["-agentpath:%s=%s,verbose=n,file=%s" % (self.agent, options, output)]
        return once([self.java, *agent, "-cp", self.folder, "CallBench", str(threads),
                     str(rounds)])[1]

    def cost(self, options, threads):
        """Nanoseconds per call, once."""
        def rounds(with_options):
            return (self.cpu(with_options, threads, MANY) -
                    self.cpu(with_options, threads, FEW))
        count = CALLS * threads * (MANY - FEW)
        plain = rounds(None)
        return (rounds(options) - plain) / count * 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agent", metavar="FILE", help="libhprof.so (default: the release build's)",
                        default=os.path.join(ROOT, "build", "release", "lib", "libhprof.so"))
    parser.add_argument("--jdk", type=int, metavar="VERSION", help="use only this JDK")
    parser.add_argument("--runs", type=int, default=5, help="runs of each kind (default 5)")
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
                            os.path.join(HERE, "CallBench.java")], check=True)
            for version, home in sorted(homes.items()):
                bench = Bench(home, options.agent, folder)
                for mode, threads, limit in COSTS:
                    costs = [bench.cost(mode, threads) for _ in range(options.runs)]
                    figure(version, "%s, threads: %d" % (mode, threads),
                           statistics.median(costs), "ns/call", limit)
        except (Failure, subprocess.CalledProcessError, OSError) as error:
            complain(str(error))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
