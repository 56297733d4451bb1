"""Compares the answers of tools with and without an index.

usage: index-answers.py DIRECTORY TOOLS DUMP...

TOOLS is the folder of the tools. Each dump is linked into DIRECTORY and indexed there;
every question below must get the same output, messages and exit status from the index
as from the dump.
"""

import os
import re
import subprocess
import sys

directory, tools = sys.argv[1:3]
dumps = sys.argv[3:]

SHAPES = [
    [],
    ["--keep-unreachable"],
    ["--ignore-references=soft,weak"],
    ["--layout=mat"],
]
QUESTIONS = [
    ["hprof-histo"],
    ["hprof-histo", "--by=loader", "--format=json"],
    ["hprof-histo", "--by=package", "--format=csv", "--top=0"],
    ["hprof-histo", "--retained"],
    ["hprof-dominators"],
    ["hprof-dominators", "--top=0"],
    ["hprof-dominators", "--by=class"],
    ["hprof-dominators", "--by=package", "--format=csv"],
    ["hprof-dominators", "--by=loader", "--format=json"],
    ["hprof-dominators", "--tree", "--min=0.5%"],
    ["hprof-dominators", "--group"],
    ["hprof-dominators", "--group", "--depth=3"],
    ["hprof-dominators", "--collapsed"],
    ["hprof-dominators", "--drops"],
    ["hprof-dominators", "--suspects"],
    ["hprof-dominators", "--suspects", "--format=json"],
    ["hprof-dominators", "--suspects=2%"],
    ["hprof-paths", "--class=java.lang.Thread"],
    ["hprof-paths", "--class=java.lang.Thread", "--incoming", "--depth=3"],
    ["hprof-paths", "--class=java.lang.Thread", "--outgoing", "--by=object"],
    ["hprof-paths", "--class=java.lang.String"],
    ["hprof-paths", "--class=java.lang.String", "--count=1", "--format=json"],
    ["hprof-paths", "--class=java.*", "--format=csv", "--retained"],
    ["hprof-paths", "--class=java.lang.ref.*", "--count=3"],
    ["hprof-paths", "--class=java.lang.Class", "--exclude=java.lang.Class*.*"],
    ["hprof-paths", "--class=java.util.HashMap", "--ignore-references=weak"],
    ["hprof-paths", "--class=java.util.HashMap", "--incoming", "--by=object"],
    ["hprof-paths", "--class=java.util.HashMap", "--incoming", "--retained"],
    ["hprof-paths", "--class=java.lang.String", "--outgoing", "--format=csv"],
    ["hprof-lint"],
]


def run(arguments):
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def differ(question, what, with_index, without):
    if with_index == without:
        return False
    print("%s: %s differs" % (" ".join(question), what))
    for answer in (with_index, without):
        print("   ", answer if isinstance(answer, int) else answer[:400])
    return True


compared = wrong = 0
for number, dump in enumerate(dumps):
    path = os.path.join(directory, "%d-%s" % (number, os.path.basename(dump)))
    os.symlink(os.path.abspath(dump), path)
    status, _, said = run([os.path.join(tools, "hprof-index"), path])
    assert status in (0, 3), (path, status, said)
    verified = run([os.path.join(tools, "hprof-index"), "--verify", path])
    assert verified[:2] == (status, b""), (path, verified)
    assert bool(verified[2]) == (status == 3), (path, verified)
    asked = [question + SHAPES[0] for question in QUESTIONS]
    asked += [["hprof-dominators"] + shape for shape in SHAPES[1:]]
    asked += [["hprof-histo", "--layout=mat"]]
    for tool, *options in asked:
        question = [os.path.join(tools, tool), path] + options
        with_index = run(question)
        without = run(question + ["--index=none"])
        # Suggested commands have the options of the query.
        without = (without[0], without[1].replace(b" --index=none", b""),
                   without[2])
        # Roots are synthesized when the index is built, and when the dump is needed.
        made_up = rb"[^\n]* (?:is|are) synthetic, since the format lacks roots[^\n]*\n"
        without = (*without[:2], re.sub(made_up, b"", without[2]))
        said = re.sub(rb"[^\n]*hidx': was created with --layout[^\n]*\n", b"",
                      re.sub(made_up, b"", with_index[2]))
        compared += 1
        wrong += (differ(question, "status", with_index[0], without[0])
                  or differ(question, "output", with_index[1], without[1])
                  or differ(question, "messages", said, without[2]))
print("%d answers compared, %d differ" % (compared, wrong))
