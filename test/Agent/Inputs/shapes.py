"""shapes.py OURS REFERENCE...: prints the kinds of lines about monitors that OURS has
and no REFERENCE has, and vice versa."""

import re
import sys


def shapes(path):
    found = set()
    inside = False
    for line in open(path, encoding="latin-1"):
        line = line.rstrip("\n")
        begins = re.match("MONITOR (DUMP|TIME) BEGIN", line)
        inside = inside or begins
        if inside or re.match("(WAIT|WAITED|SLEEP|EXIT):", line):
            line = re.sub(r"\) \w{3} \w{3} .*", ") DATE", line)
            line = re.sub("status: .*", "status: STATUS", line)
            line = re.sub(r"L\S+;", "SIGNATURE", line)
            line = re.sub(r"\S+ \(Java\)$", "NAME (Java)", line)
            line = re.sub(" *[0-9.]+", " N", line)
            line = re.sub("( thread N,)+ thread N$", " thread N", line)
            found.add(line)
        if re.match("MONITOR (DUMP|TIME) END", line):
            inside = False
    return found


ours = shapes(sys.argv[1])
reference = set().union(*map(shapes, sys.argv[2:]))
for line in sorted(ours - reference):
    print("new:", line)
for line in sorted(reference - ours):
    print("missing:", line)
print("shared:", len(ours & reference))
