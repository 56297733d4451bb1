"""dictionaries.py SOURCES HPROF-OPT: prints what is missing in the fuzzers'
dictionaries."""

import pathlib
import re
import subprocess
import sys

source, opt = pathlib.Path(sys.argv[1]), sys.argv[2]
fuzz = source / "utils" / "fuzz"
faults = 0


def fault(text):
    global faults
    faults += 1
    print(text)


def words(name):
    """The words of a dictionary in libFuzzer's form, still escaped."""
    found = []
    for line in (fuzz / (name + ".dict")).read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        word = re.fullmatch(r'(?:[\w.]+=)?"((?:[^"\\]|\\["\\]|\\x[0-9a-fA-F]{2})+)"', line)
        if not word:
            fault("%s: not a word: %s" % (name, line))
        else:
            found.append(word[1])
    return found


def expect(name, wanted):
    there = set()
    for word in words(name):
        there.update(re.findall(r"[\w-]+", word))
    if len(wanted) < 10:
        fault("%s: only %d keywords were found" % (name, len(wanted)))
    for keyword in wanted:
        if keyword not in there:
            fault("%s.dict lacks '%s'" % (name, keyword))


built = re.findall(r"^add_hprof_fuzzer\((fuzz-[\w-]+)", (fuzz / "CMakeLists.txt").read_text(), re.M)
for name in built:
    if not (fuzz / (name + ".dict")).exists():
        fault("%s has no dictionary" % name)
    elif not words(name):
        fault("%s.dict is empty" % name)
if len(built) < 10:
    fault("only %d fuzzers were found" % len(built))

rows = (source / "lib" / "Agent" / "Options" / "Options.def").read_text()
expect("fuzz-agent-options", re.findall(r"^HPROF_[A-Z]+\((\w+),", rows, re.M))
listed = subprocess.run([opt, "--list-passes"], stdout=subprocess.PIPE, text=True, check=True).stdout
expect("fuzz-passes", re.findall(r"^(?:    )?([a-z][\w-]*)", listed, re.M))
sys.exit(faults != 0)
