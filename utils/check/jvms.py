#!/usr/bin/env python3
"""Looks for JVMs that hang or crash with the agent: many short runs at a time.

  exits    programs that exit while daemon threads allocate and collections begin
  cycles   recordings that are attached and stopped repeatedly, in a program that
           starts a thread for each task
  virtual  programs with 500 and 20,000 virtual threads, JDK 21 and later

Each runs with each mode of the agent and with pairs of modes. A run fails if it
exits with an unexpected status, or hangs.
"""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

MODES = ["heap=sites", "heap=dump", "cpu=samples", "cpu=times", "monitor=y", "thread=y"]
SOURCES = pathlib.Path(__file__).parent / "jvms"


def combinations():
    """Options of each mode, and of each pair of modes that can be loaded together.
    Threads in traces are not a separate recording."""
    pairs = [
        ",".join(p)
        for p in itertools.combinations(MODES, 2)
        if not all(m.startswith("cpu") for m in p)
        and not all(m.startswith("heap") for m in p)
    ]
    return MODES[:-1] + ["heap=all", "heap=all,cpu=times"] + pairs


def end(process):
    """The thread dump of a program that hangs, if it prints one."""
    process.send_signal(3)  # SIGQUIT
    try:
        out, _ = process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        out, _ = process.communicate()
    return out


def finish(process, expected, limit):
    """Empty if the program exits with the expected output, otherwise the fault."""
    try:
        out, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        return f"it does not exit\n{end(process)}"
    if process.returncode or expected not in out:
        return f"status {process.returncode}\n{out[-4000:]}"
    return ""


class Checks:
    def __init__(self, args, folder):
        self.args, self.folder = args, folder
        self.classes = {}

    def java(self, home, agent, *command):
        options = [f"-agentpath:{self.args.agent}={agent}"] if agent else []
        # Makes the VM exit with a status instead of writing a core file, which
        # takes long.
        return subprocess.Popen(
            [f"{home}/bin/java", "-Xmx256m", "-XX:-CreateCoredumpOnCrash"]
            + [f"-XX:ErrorFile={self.folder}/hs_err_%p.log", *options]
            + ["-cp", str(self.folder), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder,
        )

    def output(self, name):
        return f"verbose=n,file={self.folder}/{name.replace(' ', '-').replace(',', '-')}"

    def exits(self, name, home, options):
        p = self.java(home, f"{options},{self.output(name)}", "Exits")
        return finish(p, "main ends with 20000", self.args.limit)

    def virtual(self, name, home, options, count):
        p = self.java(home, f"{options},{self.output(name)}", "Virtual", str(count))
        calls = sum(2 + (n % 5 == 0) + (n % 11 == 0) for n in range(count))
        return finish(p, f"calls {calls}", self.args.limit)

    def attach(self, process, options):
        done = subprocess.run(
            [self.args.attach, f"--library={self.args.agent}", "--timeout=600"]
            + [str(process.pid), options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return "" if done.returncode == 0 else f"{options}: {done.stdout}"

    def cycles(self, name, home, options):
        p = self.java(home, "", "Churn")
        assert p.stdout.readline() == "ready\n"
        for i in range(self.args.cycles):
            wrong = self.attach(p, f"{options},{self.output(name)}")
            wrong = wrong or self.attach(p, "stop")
            if wrong:
                return f"cycle {i + 1}: {wrong}{end(p)[-4000:]}"
        return finish(p, "over", self.args.limit)  # It exits at the end of its input.

    def all(self):
        for jdk in self.args.jdk:
            version, home = jdk.split("=", 1)
            for i in range(self.args.runs):
                for options in ("heap=sites", "heap=all"):
                    yield f"exits {version} {options} {i}", self.exits, home, options
            for options in combinations():
                yield f"cycles {version} {options}", self.cycles, home, options
                if int(version) >= 21:
                    for n in (500, 20000):
                        name = f"virtual {version} {options} {n}"
                        yield name, self.virtual, home, options, n


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agent", required=True, help="libhprof.so")
    parser.add_argument("--attach", required=True, help="hprof-attach")
    parser.add_argument("--javac", required=True, help="of JDK 21 or later")
    parser.add_argument(
        "--jdk", action="append", default=[], help="VERSION=HOME; can be repeated"
    )
    parser.add_argument("--runs", type=int, default=50, help="runs of exits for each mode")
    parser.add_argument("--cycles", type=int, default=25, help="cycles in each program")
    parser.add_argument(
        "--limit", type=int, default=1200, help="time limit in seconds for a run that takes one"
    )
    parser.add_argument("--only", default="", help="only runs whose names begin with this")
    parser.add_argument("-j", "--jobs", type=int, default=4 * os.cpu_count())
    parser.add_argument("--counts", help="file for the results")
    args = parser.parse_args()
    args.agent = os.path.abspath(args.agent)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for program, release in (("Exits", 17), ("Churn", 17), ("Virtual", 21)):
            subprocess.run(
                [args.javac, "--release", str(release), "-d", folder]
                + [str(SOURCES / f"{program}.java")],
                check=True,
            )
        checks = Checks(args, pathlib.Path(folder))
        work = [w for w in checks.all() if w[0].startswith(args.only)]
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            running = {pool.submit(w[1], w[0], *w[2:]): w[0] for w in work}
            for done in concurrent.futures.as_completed(running):
                wrong = done.result()
                passed += not wrong
                failed += bool(wrong)
                if wrong:
                    print(f"FAILED: {running[done]}: {wrong}", flush=True)
    print(f"{passed} runs passed, {failed} failed")
    if args.counts:
        pathlib.Path(args.counts).write_text(f"{passed} {failed} 0 {len(work)}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
