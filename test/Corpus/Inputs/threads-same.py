"""hprof-dump and hprof-threads show the same threads of a heap dump: names, states,
objects, groups, stacks and what frames refer to.

usage: threads-same.py HPROF-DUMP HPROF-THREADS CORPUS
"""
import os
import re
import subprocess
import sys

dump, threads, corpus = sys.argv[1:]
HEAD = re.compile(r'"|\(name not known\) serial|unnamed thread|virtual thread #')
STATES = "NEW|RUNNABLE|BLOCKED|WAITING|TIMED_WAITING|TERMINATED"


def run(*args):
    return subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def facts(line):
    """What both say of a thread, from its first line."""
    name = re.match(r'"((?:[^"\\]|\\.)*)"', line)
    rest = line[name.end():] if name else line
    state = re.search(r"[ ,](%s)(?:,|$)" % STATES, rest)
    thing = re.search(r"object (0x[0-9a-f]+)", rest)
    group = re.search(r'group "((?:[^"\\]|\\.)*)"', rest)
    return [m and m.group(1) for m in (name, state, thing, group)] + ["daemon" in rest]


def parts(text):
    """Each thread: what is said of it, its frames and its locals."""
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line]
        at = next((i for i, line in enumerate(lines) if HEAD.match(line)), None)
        if at is None:
            continue
        rest = []
        for line in lines[at + 1:]:
            root = re.match(r"\s+(ROOT [A-Z ]+?|JNI MONITOR|.*?) (0x[0-9a-f]+)", line)
            if line.startswith("    at "):
                rest.append(line)
            elif root and "- " not in line:
                rest.append((root.group(1), root.group(2)))
        yield facts(lines[at]), rest


tried = failures = 0
for root, _, names in sorted(os.walk(corpus)):
    for name in sorted(names):
        path = os.path.join(root, name)
        with open(path, "rb") as f:
            data = f.read()
        # A MONITOR DUMP says more of threads than the heap, and less of others.
        if data[:16] != b"JAVA PROFILE 1.0" or b"MONITOR DUMP BEGIN" in data:
            continue
        one = run(dump, "-q", "--threads", "--ungrouped", "--top=0", path)
        two = run(threads, "-q", "--stacks", "--locals", "--ungrouped", "--top=0", path)
        if one.returncode not in (0, 3) or two.returncode not in (0, 3):
            continue
        left = sorted(parts(one.stdout.decode()), key=repr)
        if not left:
            continue
        tried += 1
        right = sorted(parts(two.stdout.decode()), key=repr)
        if left != right:
            failures += 1
            at = next((i for i, (l, r) in enumerate(zip(left, right)) if l != r), None)
            print(path, len(left), len(right), left[at] if at is not None else "", right[at] if at is not None else "")
print(tried, "dumps,", failures, "failures")
sys.exit(bool(failures) or not tried)
