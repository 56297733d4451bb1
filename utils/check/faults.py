#!/usr/bin/env python3
"""Makes system calls fail in each tool, one at a time.

Each command of faults/cases.py runs once to count its calls by kind, with a library
that is loaded into it (faults/faults.c). Then it runs once for each call and each way
in which the call can fail; if there are many calls, for an evenly spread sample. It must

- have the same result as without a fault, and no error in its messages; or
- exit with status 1 and an error that names the tool and, except for lack of memory and
  similar errors, a file, and leave all files unchanged: no output, nothing temporary.

A signal, or a run of more than a minute, is a failure. Each tool, each format that
hprof-convert can write, and each option for a file that a tool writes must occur in a
command.
"""

import argparse
import concurrent.futures
import errno
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent / "faults"
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import cases  # pylint: disable=wrong-import-position

# How calls of a kind fail. EINTR and short transfers occur once; other errors occur
# once, or in all calls from one on.
CODES = {
    "access": ["EACCES"],
    "alloc": ["ENOMEM"],
    "close": ["EIO", "EINTR"],
    "fcntl": ["EMFILE"],
    "flock": ["ENOLCK", "EINTR"],
    "fsync": ["EIO"],
    "ftruncate": ["ENOSPC", "EINTR"],
    "getcwd": ["ENOENT"],
    "lseek": ["EIO"],
    "mmap": ["ENOMEM"],
    "mmap_file": ["ENOMEM", "ENODEV"],
    "open": ["EACCES", "EMFILE", "EINTR"],
    "opendir": ["EMFILE"],
    "pipe2": ["EMFILE"],
    "poll": ["EINTR"],
    "posix_fallocate": ["ENOSPC", "EOPNOTSUPP", "EINTR"],
    "pread": ["EIO", "EINTR", "short"],
    "pthread_create": ["EAGAIN"],
    "pwrite": ["ENOSPC", "EINTR", "short"],
    "read": ["EIO", "EINTR", "short"],
    "readdir": ["EIO"],
    "realpath": ["EACCES"],
    "rename": ["EACCES"],
    "renameat2": ["EINVAL", "EACCES"],
    "stat": ["EIO"],
    "statfs": ["EIO"],
    "sync_file_range": ["EIO"],
    "unlink": ["EACCES"],
    "write": ["ENOSPC", "EIO", "EINTR", "short"],
}
ONCE = ("EINTR", "short")
# If all later calls of these kinds fail, changes cannot be undone.
NO_WAY_BACK = ("rename", "renameat2", "unlink")
# Errors of these calls need not name a file.
NO_FILE = ("alloc", "mmap", "pipe2", "pthread_create", "getcwd")
LONGEST = 60  # Seconds; a command takes a tenth of one.
EVER = 2**62


class Result:
    """The result of a command; state contains the files that it changed."""

    def __init__(self, status, output, messages, state):
        self.status, self.output, self.state = status, output, state
        self.messages = messages.decode(errors="replace")

    def same(self, other):
        mine, others = ((r.status, r.output, r.state) for r in (self, other))
        return mine == others


class Case:
    """A command in a folder of its own, with all inputs in it."""

    def __init__(self, text, options, inputs, folder):
        self.text, self.options, self.inputs, self.folder = text, options, inputs, folder
        words = text.partition(" < ")[0].split()
        self.tool = words[0]
        self.command = [options.bin / words[0], *words[1:]]
        self.input = None
        shutil.copytree(inputs, folder)  # With the times, which indexes have.
        (folder / "tmp").mkdir()
        if " < " in text:
            self.input = (inputs / text.partition(" < ")[2].split()[0]).read_bytes()
        self.known = self.signatures()
        self.faults = []
        self.runs = 0

    def signatures(self):
        found = {}
        for where, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(where, name)
                status = os.lstat(path)
                found[os.path.relpath(path, self.folder)] = (status.st_ino, status.st_mtime_ns, status.st_size)
        return found

    def restore(self):
        """Undoes the changes of the last run to files; returns their new contents."""
        state, now = {}, self.signatures()
        for name in sorted(self.known.keys() | now.keys()):
            if self.known.get(name) == now.get(name):
                continue
            path = self.folder / name
            made = path.read_bytes() if name in now else None
            path.unlink(missing_ok=True)
            if name in self.known:
                shutil.copy2(self.inputs / name, path)
                self.known[name] = self.signatures()[name]
                if made == path.read_bytes():
                    continue
            state[name] = made
        return state

    def run(self, **fault):
        env = {**os.environ, "LD_PRELOAD": str(self.options.library), "TMPDIR": "tmp", "LC_ALL": "C"}
        # A crash is reported without its trace.
        env["LLVM_DISABLE_SYMBOLIZATION"] = "1"
        self.runs += 1
        give = {"stdin": subprocess.DEVNULL} if self.input is None else {"input": self.input}
        try:
            done = subprocess.run(self.command, cwd=self.folder, env={**env, **fault}, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LONGEST, **give)
        except subprocess.TimeoutExpired:
            self.restore()
            return Result(None, b"", b"", {})
        return Result(done.returncode, done.stdout, done.stderr, self.restore())

    def count(self):
        """The result without a fault, and the number of calls of each kind."""
        path = self.folder.parent / (self.folder.name + ".counts")
        result = self.run(FAULT_COUNTS=str(path))
        lines = path.read_text().splitlines() if path.exists() else []
        return result, {kind: int(number) for kind, number in map(str.split, lines)}

    def why_wrong(self, good, now, kind):
        """The fault of the result NOW; empty if there is none."""
        if now.status is None:
            return "does not exit"
        if now.status < 0 or re.search("Stack dump|LLVM ERROR|terminate called", now.messages):
            return "crashes, status %d" % now.status
        error = re.search(r"^%s: error: (.*)" % self.tool, now.messages, re.M)
        if kind == "unlink" and error:
            now.state = {name: text for name, text in now.state.items() if ".tmp-" not in name}
            if (now.output, now.state) == (good.output, good.state):
                return ""
        if now.status == good.status:
            if self.tool == "hprof-mcp" and re.search(rb'"isError":true|"error":', now.output):
                return ""
            if error:
                return "an error, and status %d" % now.status
            return "" if now.same(good) else "status %d, and another result: %s" % (
                now.status, self.difference(good, now))
        if now.status != 1 or not error:
            return "status %d%s" % (now.status, "" if error else " without an error")
        if now.state:
            return "an error, and changed files: " + ", ".join(now.state)
        if kind not in NO_FILE and not re.search("'[^']+'|<std", error.group(1)):
            return "the error names no file"
        return ""

    @staticmethod
    def difference(good, now):
        names = sorted(n for n in good.state.keys() | now.state.keys() if good.state.get(n, 0) != now.state.get(n, 0))
        return ", ".join(names) or "standard output"

    def try_fault(self, good, kind, number, code, first, last):
        fault = "%s,%d,%d,%d" % (kind, first, last, getattr(errno, code, 0))
        now = self.run(FAULT=fault)
        why = self.why_wrong(good, now, kind)
        if why:
            which = "all from %d" % first if last == EVER else "%d" % first
            self.faults.append("%s %s of %d, %s: %s%s" % (
                kind, which, number, code, why, "".join("\n    " + m for m in now.messages.splitlines()[-2:])))

    def check(self):
        """Tries all faults."""
        good, numbers = self.count()
        if good.status not in (0, 4):
            self.faults.append("status %s without a fault: %s" % (good.status, good.messages))
            return
        if not numbers:
            self.faults.append("no calls were counted")
            return
        again = self.run()
        if not again.same(good):
            self.faults.append("two runs differ: " + self.difference(good, again))
            return
        words = self.text.split()
        for kind, number in numbers.items():
            if any((word, kind) in cases.UNTRIED for word in words):
                continue
            for code in CODES[kind]:
                for at in spread(number, self.options.most):
                    self.try_fault(good, kind, number, code, at, at)
                for at in spread(number, 3):
                    if at == 1 and (code == "short" or kind in NO_WAY_BACK) or code not in ONCE and kind not in NO_WAY_BACK:
                        self.try_fault(good, kind, number, code, at, EVER)


def spread(number, most):
    """Up to MOST of the numbers from 1 to NUMBER, the first and the last among them."""
    if number <= most:
        return range(1, number + 1)
    return sorted({1 + i * (number - 1) // (most - 1) for i in range(most)})


def lines_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def missing_commands(tools, folder):
    """Outputs of a tool that no command has."""
    words = [text.split() for text in cases.COMMANDS]
    wanted = []
    for tool in tools:
        mine = [set(w) for w in words if w[0] == tool]
        if not mine:
            wanted.append(tool)
        used = {word.partition("=")[0] for w in mine for word in w}
        text = "\n".join(lines_of(folder / tool, "--help"))
        for short, name in re.findall(r"^ +(?:(-\w), )?(--[\w-]+)=<file> +Write", text, re.M):
            if not used & {short, name}:
                wanted.append("%s %s" % (tool, name))
    to = {word[5:] for w in words if w[0] == "hprof-convert" for word in w if word.startswith("--to=")}
    text = "\n".join(lines_of(folder / "hprof-convert", "--list-formats"))
    # Record formats, then viewer formats, which are only written.
    records, viewers = re.findall(r"^format .*\n((?:.+\n)+)", text + "\n", re.M)
    rows = [row for row in records.splitlines() if "write" in row] + viewers.splitlines()
    formats = {row.split()[0] for row in rows}
    wanted += ["hprof-convert --to=" + name for name in sorted(formats - to)]
    return wanted


def build_library(folder):
    """Compiles faults.c; None without a compiler."""
    library = folder / "faults.so"
    compiler = os.environ.get("CC", "cc")
    if not shutil.which(compiler):
        return None
    command = [compiler, "-O1", "-shared", "-fPIC", "-o", library, HERE / "faults.c", "-ldl"]
    subprocess.run(command, check=True)
    return library


def try_command(text, options, inputs, folder):
    """Checks a command, prints its faults, and returns whether there are none."""
    case = Case(text, options, inputs, folder)
    case.check()
    shutil.rmtree(folder)
    lines = ["  " + fault for fault in case.faults]
    if case.faults:
        first = case.faults[0].partition("\n")[0]
        lines.append("FAILED: %s: %d of %d runs: %s" % (text, len(case.faults), case.runs, first))
    elif options.verbose:
        lines.append("%s: %d runs" % (text, case.runs))
    if lines:
        print("\n".join(lines), flush=True)
    return not case.faults, case.runs


def sweep(options, temp):
    """Runs all commands; returns the numbers of those that passed and failed, and why
    the others were skipped."""
    chosen = [text for text in cases.COMMANDS if options.only in text]
    options.library = build_library(temp)
    if not options.library:
        return 0, 0, ["%s: no C compiler" % text for text in chosen]
    built = [text for text in chosen if (options.bin / text.split()[0]).exists()]
    skipped = ["%s: not in this build" % text for text in chosen if text not in built]
    inputs = temp / "in"
    inputs.mkdir()
    cases.write_inputs(options.bin, inputs)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(try_command, text, options, inputs, temp / str(number))
                for number, text in enumerate(built)]
        results = [job.result() for job in jobs]
    passed = sum(good for good, _ in results)
    print("%d runs of %d commands" % (sum(runs for _, runs in results), len(built)))
    return passed, len(built) - passed, skipped


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="the folder with the tools")
    parser.add_argument("--counts", metavar="FILE", help="write the numbers of results to FILE")
    parser.add_argument("--only", default="", metavar="TEXT", help="only commands with TEXT in them")
    parser.add_argument("--most", type=int, default=40, metavar="N", help="calls of a kind that fail (default 40)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="commands at a time (default 2)")
    parser.add_argument("--verbose", action="store_true", help="print the commands that passed, too")
    options = parser.parse_args()
    options.bin = options.bin.resolve()
    return options


def main():
    options = parse()
    expected = 1 + sum(options.only in text for text in cases.COMMANDS)
    tools = sorted(p.name for p in options.bin.iterdir()
                   if p.name.startswith("hprof") and p.name not in cases.OUT_OF_SCOPE)
    missing = missing_commands(tools, options.bin)
    for what in missing:
        print("FAILED: %s: no command in cases.py" % what)
    with tempfile.TemporaryDirectory() as temp:
        passed, failed, skipped = sweep(options, pathlib.Path(temp))
    passed, failed = passed + (not missing), failed + bool(missing)
    if options.counts:
        with open(options.counts, "w", encoding="utf-8") as file:
            file.write("%d %d %d %d\n" % (passed, failed, len(skipped), expected))
            file.writelines(line + "\n" for line in skipped)
    print("%d passed, %d failed, %d skipped" % (passed, failed, len(skipped)))
    return 1 if failed or passed + len(skipped) != expected else 0


if __name__ == "__main__":
    sys.exit(main())
