"""two-copies.py start|attach JDK LIBRARY FOLDER [MODE...]: runs Twice, which is
in the folder, once for each pair of modes, with one mode in the library and the
other in a copy of it, which is loaded with the program or into the running one.
Prints the result for each pair of modes. A copy is refused with a message, or its
output has the numbers expected for the program; anything else is a failure."""

import itertools
import os
import re
import shutil
import subprocess
import sys

LIMIT = 300  # Seconds; a longer run is an error.


def row(count, name):
    return re.compile(r"^ *\d+ .* %d +\d+ %s$" % (count, re.escape(name)), re.M)


# The options of each mode, and what its output must contain.
MODES = {
    "dump": ("heap=dump", lambda text: text.count("class=Twice$Thing@") == 700),
    "sites": ("heap=sites,depth=1", row(700, "Twice$Thing").search),
    "all": (
        "heap=all,depth=1",
        lambda text: text.count("class=Twice$Thing@") == 700
        and row(700, "Twice$Thing").search(text),
    ),
    "samples": ("cpu=samples,depth=1", re.compile(r"^CPU SAMPLES BEGIN \(total = [1-9]", re.M).search),
    "times": ("cpu=times,depth=1", row(300, "Twice.leaf").search),
    "old": ("cpu=old", re.compile(r"^300 Twice\.leaf\(\)V ", re.M).search),
    "monitor": (
        "monitor=y,depth=1",
        re.compile(r"^ *\d+ .* 1 +\d+ java\.lang\.Object \(Java\)$", re.M).search,
    ),
}


def run(way, jdk, libraries, folder, pair):
    """Returns the program's standard error and the two outputs; None for a missing
    one."""
    files = [os.path.join(folder, name) for name in ("a.txt", "b.txt")]
    for name in files:
        if os.path.exists(name):
            os.remove(name)
    options = [
        "%s,cutoff=0,verbose=n,file=%s" % (MODES[mode][0], name) for mode, name in zip(pair, files)
    ]
    agents = ["-agentpath:%s=%s" % both for both in zip(libraries, options)]
    at_start = agents if way == "start" else agents[:1]
    extra = ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:+EnableDynamicAgentLoading"]
    err = os.path.join(folder, "err")
    with open(err, "w") as to:
        child = subprocess.Popen(
            [jdk + "/bin/java"] + extra + at_start + ["-cp", folder, "Twice"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=to,
            text=True,
        )
    try:
        is_running = child.stdout.readline() == "ready\n"
        if is_running and way == "attach":
            jcmd = [jdk + "/bin/jcmd", str(child.pid), "JVMTI.agent_load", libraries[1]]
            subprocess.run(
                jcmd + ['"' + options[1] + '"'], timeout=LIMIT, stdout=subprocess.DEVNULL
            )
        out = child.communicate("\n", timeout=LIMIT)[0]
    finally:
        child.kill()
    if is_running and (out != "ended\n" or child.returncode != 0):
        sys.exit("%s: the program did not end as it does: %s" % (pair, out))
    texts = [open(name).read() if os.path.exists(name) else None for name in files]
    return open(err).read(), texts, is_running


def outcome(mode, text):
    if text is None:
        return "refused"
    return "recorded" if MODES[mode][1](text) else "WRONG"


def main():
    way, jdk, library, folder = sys.argv[1:5]
    copy = os.path.join(folder, "copy.so")
    shutil.copyfile(library, copy)
    has_failed = False
    for pair in itertools.product(sys.argv[5:] or MODES, repeat=2):
        err, texts, is_running = run(way, jdk, (library, copy), folder, pair)
        results = [outcome(mode, text) for mode, text in zip(pair, texts)]
        if not is_running:
            results = ["the VM does not start"]
        elif results[0] == "refused":
            results[0] = "WRONG"
        says = [line for line in err.splitlines() if line.startswith("HPROF")]
        if "recorded" not in results[-1] and not any("ERROR" in line for line in says):
            results.append("WITHOUT A MESSAGE")
        if any(result.isupper() for result in results):
            has_failed = True
        print("%-8s %-8s %s" % (*pair, ", ".join(results)))
        for line in says:
            print("    " + line)
        sys.stdout.flush()
    print("wrong" if has_failed else "all as it should be")


main()
