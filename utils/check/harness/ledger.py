"""The ledger: which pieces of the check passed, for which content of the tree.

One line for each piece, its last run, as JSON. It is a file of the tree, not a git
note, since clones, branches and archives contain files without further options. A result
is valid for every tree with the same key, so a commit that changes only the ledger, or files
that a piece does not depend on, leaves the result valid."""

import datetime
import fnmatch
import glob
import hashlib
import inspect
import json
import os
import re
import subprocess
import tempfile

from . import results as r

LEDGER = "utils/check/ledger.jsonl"
SKIPS = "utils/check/skips.txt"
# Each key includes the code that counts results.
COUNTING = [
    "utils/check/harness/%s.py" % name for name in ("results", "lit_tests", "unit_tests", "run")
]
VERSIONS = [
    ["g++", "--version"],
    ["clang-19", "--version"],
    ["cmake", "--version"],
    ["dpkg-query", "-W", "llvm-19-dev", "googletest", "libstdc++-12-dev"],
]


class Tree:
    """The content of the working tree, committed or not, as git would store it."""

    def __init__(self):
        with tempfile.TemporaryDirectory() as folder:
            env = {"GIT_INDEX_FILE": os.path.join(folder, "index")}
            r.quiet(["git", "read-tree", "HEAD"], env=env)
            r.quiet(["git", "add", "-A"], env=env)
            r.quiet(["git", "rm", "-qf", "--cached", "--ignore-unmatch", LEDGER], env=env)
            self.id = r.quiet(["git", "write-tree"], env=env).strip()
        head = r.quiet(["git", "rev-parse", "--short=12", "HEAD"]).strip()
        changed = r.quiet(["git", "status", "--porcelain", "--", ".", ":!" + LEDGER])
        self.commit = head + ("+" if changed else "")
        self.known = {}

    def ids(self, path):
        """The ids of a file or folder, or of the files that match a pattern."""
        if path not in self.known:
            names = sorted(glob.glob(path))
            if not names:
                raise r.SetupError("utils/check/steps.py names '%s', which is not there" % path)
            self.known[path] = r.quiet(["git", "ls-tree", self.id, "--", *names])
        return self.known[path]


def machine(corpus):
    """Versions of the programs, and the files of the corpus."""
    lines = []
    for command in VERSIONS:
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            lines.append(done.stdout)
        except OSError:
            lines.append("no " + command[0])
    for line in r.quiet(["utils/find-jdks.sh"]).splitlines():
        release = os.path.join(line.split(" ", 1)[1], "release")
        with open(release, encoding="utf-8") as file:
            lines += [x for x in file if x.startswith("JAVA_VERSION=")]
    for where, folders, names in os.walk(corpus):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(where, name)
            lines.append("%s %d" % (os.path.relpath(path, corpus), os.path.getsize(path)))
    return "\n".join(lines)


def sources(function, seen):
    """The source of a function, and the parts of its module that it uses."""
    for name in inspect.unwrap(function).__code__.co_names:
        used = function.__globals__.get(name)
        if inspect.isfunction(used) and used.__module__ == function.__module__:
            if name not in seen:
                seen[name] = inspect.getsource(used)
                sources(used, seen)
        elif isinstance(used, (str, tuple)):
            seen[name] = repr(used)
    return seen


def key(piece, tree, versions):
    """A hash of everything that the result of a piece depends on."""
    function = piece.step.function
    texts = [piece.name, versions, inspect.getsource(function)]
    texts += [text for _, text in sorted(sources(function, {}).items())]
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode() + b"\0")
    for path in sorted(set(piece.step.paths) | set(COUNTING)):
        digest.update(tree.ids(path).encode())
    return digest.hexdigest()[:20]


def load(path=LEDGER):
    """The last line of each piece."""
    lines = {}
    try:
        with open(path, encoding="utf-8") as file:
            for text in file:
                if text.strip():
                    line = json.loads(text)
                    lines[line["piece"]] = line
    except FileNotFoundError:
        pass
    return lines


def record(piece, results, seconds, piece_key, commit, path=LEDGER):
    """Replaces the line of a piece; the file is complete at any time."""
    lines = load(path)
    skipped = {}
    for _, reason in results.skips:
        skipped[reason] = skipped.get(reason, 0) + 1
    lines[piece.name] = {
        "piece": piece.name,
        "key": piece_key,
        "commit": commit,
        "day": datetime.date.today().isoformat(),
        "expected": results.expected,
        "passed": results.passed,
        "failed": len(results.failures),
        "skipped": skipped,
        "seconds": round(seconds),
    }
    with open(path + ".new", "w", encoding="utf-8") as file:
        for name in sorted(lines):
            file.write(json.dumps(lines[name]) + "\n")
    os.replace(path + ".new", path)


def allowed(path=SKIPS):
    """Pairs of a pattern of pieces and a regular expression of reasons."""
    rules = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            text = line.split("#")[0].strip()
            if text:
                pattern, _, expression = text.partition(" ")
                rules.append((pattern, re.compile(expression.strip())))
    return rules


def state(piece, line, piece_key, rules):
    """"passed", "failed", "stale" or "missing", and why."""
    if not line:
        return "missing", "never run"
    if line["failed"]:
        return "failed", "%d failed" % line["failed"]
    if line["key"] != piece_key:
        return "stale", "of %s" % line["commit"]
    counted = line["passed"] + sum(line["skipped"].values())
    if counted != line["expected"] or not counted:
        return "failed", "%d of %d counted" % (counted, line["expected"])
    for reason in line["skipped"]:
        if not any(
            fnmatch.fnmatchcase(piece.name, pattern) and expression.fullmatch(reason)
            for pattern, expression in rules
        ):
            return "failed", "skips: " + reason
    return "passed", "%d passed" % line["passed"]
