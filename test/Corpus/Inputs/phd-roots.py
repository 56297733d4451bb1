"""Compares roots, threads and class loaders of real PHDs, read with their javacores,
with Eclipse MAT's results.

usage: phd-roots.py HPROF_CONVERT HPROF_DUMP CORPUS TMP

MAT's "System Class" counts one more class, which it synthesizes. Where the javacore
states no thread objects (J9 2.4) MAT has a root for as many threads as there are in the
javacore, and we for all instances of java.lang.Thread and its subclasses: one more,
com.ibm.misc.SignalDispatcher$1.
"""

import pathlib
import re
import subprocess
import sys

convert, dump, corpus, tmp = sys.argv[1:]
differences = 0
answers = sorted(pathlib.Path(corpus, "mat-answers").glob("*.phd.txt"))


def differ(*what):
    global differences
    differences += 1
    print(*what)


for answer in answers:
    folder, name = answer.name[: -len(".txt")].split("__")
    theirs = dict(re.findall(r"^rootkind (.*) (\d+)$", answer.read_text(), re.M))
    out = pathlib.Path(tmp, name + ".hprof")
    heap = pathlib.Path(corpus, folder, name)
    result = subprocess.run(
        [convert, "--force", str(heap), "-o", str(out)],
        capture_output=True,
        text=True,
        check=True,
    )
    javacore = pathlib.Path(re.search(r"taken from '(.*)'", result.stderr)[1])
    text = javacore.read_text("latin-1")
    # Summary lines: kind, count, bytes.
    summary = subprocess.run([dump, str(out)], capture_output=True, text=True, check=True)
    ours = {k: int(n) for k, n in re.findall(r"^(ROOT .*?) +(\d+) +\d+$", summary.stdout, re.M)}
    has_objects = "java/lang/Thread:0x" in text
    for kind, found, expected in [
        ("threads", ours["ROOT THREAD OBJECT"], int(theirs["Thread"]) + (not has_objects)),
        ("unknown", ours["ROOT UNKNOWN"], int(theirs["Unknown"])),
        ("classes", ours["ROOT STICKY CLASS"], int(theirs["System Class"]) - 1),
    ]:
        if found != expected:
            differ(name, kind, found, "expected", expected)
    # Each loader has as many classes as the javacore declares.
    declared = {}
    for loader, address, count in re.findall(
        r"^2CLTEXTCLLOADER\s.*? Loader ([^(]*)\((\w+)\).*\n(?:3CLNMBRLOADEDLIB.*\n)?"
        r"3CLNMBRLOADEDCL.* (\d+)\s*$",
        text,
        re.M,
    ):
        if int(count):
            declared["bootstrap" if "*System*" in loader else hex(int(address, 16))] = int(count)
    classes = subprocess.run(
        [dump, "--classes", str(out)], capture_output=True, text=True, check=True
    )
    found = {}
    for loader in re.findall(r"^  loader +(\w+)", classes.stdout, re.M):
        found[loader] = found.get(loader, 0) + 1
    if found != declared:
        differ(name, "loaders", found, "expected", declared)
print(len(answers), "dumps,", differences, "differences")
