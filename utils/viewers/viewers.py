#!/usr/bin/env python3
"""Opens the viewer formats of hprof-convert in the viewers themselves.

usage: viewers.py --bin=FOLDER --work=FOLDER --counts=FILE

Installs each viewer from its registry with the ordinary client, into the folder --work,
and compares its numbers with those of hprof-query and hprof-convert. Unavailable viewers
are skipped, with the reason. The first line of the file --counts is "passed failed
skipped expected"; reasons follow.
"""

import argparse
import csv
import io
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
INFERNO = "0.12.8"
WEAK = "--ignore-references=soft,weak,final,phantom"


class Missing(Exception):
    """A viewer is unavailable here."""


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, check=False, **options)
    if done.returncode:
        raise AssertionError("%s: %s" % (" ".join(command), done.stderr.decode(errors="replace")))
    return done.stdout.decode()


def client(name, *command, **options):
    """Runs the client of a registry. A failure is not an error of the tools."""
    if not shutil.which(command[0]):
        raise Missing("no " + command[0])
    done = subprocess.run(command, capture_output=True, check=False, **options)
    if done.returncode:
        raise Missing("%s cannot be installed: %s" % (name, done.stderr.decode()[-300:]))


class Viewers:
    def __init__(self, tools, work):
        self.tools, self.work = tools, work
        os.makedirs(work, exist_ok=True)
        self.heap = self.path("shop.hprof")
        self.tool("hprof-convert", "--force", os.path.join(ROOT, "docs/Examples/shop.yaml"), "-o", self.heap)
        self.npm_done = None

    def path(self, *names):
        return os.path.join(self.work, *names)

    def tool(self, name, *arguments):
        return run(os.path.join(self.tools, name), "-q", *arguments)

    def export(self, to, *options):
        out = self.path("shop." + to)
        self.tool("hprof-convert", "--force", self.heap, "--to=" + to, "-o", out, *options)
        return out

    def query(self, sql, *options):
        text = self.tool("hprof-query", self.heap, "--format=csv", "-e", sql, *options)
        return list(csv.reader(io.StringIO(text)))[1:]

    def total(self):
        return int(self.query("SELECT sum(shallow) FROM objects WHERE reachable")[0][0])

    def npm(self):
        if self.npm_done is None:
            folder = self.path("npm")
            os.makedirs(folder, exist_ok=True)
            for name in ("package.json", "package-lock.json", "bundle.mjs", "snapshot.ts", "speedscope.mjs"):
                shutil.copy(os.path.join(HERE, name), folder)
            try:
                client("npm's packages", "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", cwd=folder)
                self.npm_done = folder
            except Missing as reason:
                self.npm_done = reason
        if isinstance(self.npm_done, Missing):
            raise self.npm_done
        return self.npm_done

    def pip(self):
        python = self.path("venv", "bin", "python")
        if not os.path.exists(python):
            client("a virtual environment", sys.executable, "-m", "venv", self.path("venv"))
        client("pip's packages", python, "-m", "pip", "-q", "install", "--require-hashes",
               "-r", os.path.join(HERE, "requirements.txt"))
        return python

    # Each of the following methods tests a viewer.

    def inferno(self):
        root = self.path("cargo")
        client("inferno", "cargo", "install", "inferno", "--quiet", "--locked", "--version", INFERNO, "--root", root)
        with open(self.export("collapsed"), "rb") as stacks:
            picture = run(os.path.join(root, "bin", "inferno-flamegraph"), stdin=stacks)
        whole = re.search(r"<title>all \(([\d,]+) samples, 100%\)</title>", picture)
        assert int(whole[1].replace(",", "")) == self.total(), whole

    def pprof(self):
        if not shutil.which("go"):
            raise Missing("no go")
        text = run("go", "tool", "pprof", "-top", "-unit=bytes", "-nodefraction=0", self.export("pprof"))
        assert "of %dB total" % self.total() in text, text
        largest = self.query("SELECT class, sum(shallow) FROM objects WHERE reachable AND kind = 'array' "
                             "GROUP BY class ORDER BY 2 DESC LIMIT 1")[0]
        assert re.search(r"^ *%sB .* %s$" % (largest[1], re.escape(largest[0])), text, re.M), text

    def speedscope(self):
        folder = self.npm()
        browser = shutil.which("chromium")
        if not browser:
            raise Missing("no chromium")
        said = run("node", "speedscope.mjs", browser, self.export("speedscope"), cwd=folder)
        assert "Heap by dominators: inuse_space" in said and "byte[]" in said, said

    def devtools(self):
        """DevTools' own loader, for the 20 objects with the largest retained sizes."""
        folder = self.npm()
        run("node", "bundle.mjs", cwd=folder)
        rows = run("node", "snapshot.mjs", self.export("heapsnapshot"), cwd=folder).splitlines()
        ours = self.query("SELECT retained, shallow FROM objects ORDER BY retained DESC LIMIT 20", WEAK)
        theirs = [row.split("\t")[:2] for row in rows[1:21]]  # The first is the top root.
        assert sorted(ours) == sorted(theirs), (ours, theirs)

    def opentelemetry(self):
        run(self.pip(), os.path.join(HERE, "otlp.py"), self.export("otlp"), str(self.total()))

    def networkx(self):
        text = run(self.pip(), "-c", "import networkx, sys; g = networkx.read_graphml(sys.argv[1]); "
                   "print(max(d['retained'] for _, d in g.nodes(data=True)), g.number_of_edges() > 0)",
                   self.export("graphml"))
        assert text.split() == [self.query("SELECT max(retained) FROM objects", WEAK)[0][0], "True"], text

    def graphviz(self):
        if not shutil.which("dot"):
            raise Missing("no dot")
        picture = run("dot", "-Tsvg", self.export("dot"))
        assert picture.count('class="node"') == 100, picture[:200]


ALL = ("graphviz", "pprof", "inferno", "devtools", "speedscope", "opentelemetry", "networkx")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("bin", "work", "counts"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    viewers = Viewers(os.path.abspath(options.bin), os.path.abspath(options.work))
    passed, failed, reasons = 0, 0, []
    for name in ALL:
        try:
            getattr(viewers, name)()
            passed += 1
            print("%s: reads the output of hprof-convert" % name)
        except Missing as reason:
            reasons.append("%s: %s" % (name, reason))
            print("skipped: " + reasons[-1])
        except AssertionError as fault:
            failed += 1
            print("FAILED: %s: %s" % (name, fault))
    with open(options.counts, "w", encoding="utf-8") as file:
        print(passed, failed, len(reasons), len(ALL), file=file)
        for reason in reasons:
            print(reason, file=file)


main()
