"""object-traces.py PREFIX FILE: for each heap dump in FILE, HPROF text, states where
the objects of classes whose names begin with PREFIX were allocated, and all arrays
allocated by such a class: their number, class and the innermost frame of their
trace."""

import collections
import re
import sys

prefix, path = sys.argv[1:]
frames = {}
found = collections.Counter()
dump = 0
trace = None
for line in open(path, encoding="latin-1"):
    if trace:
        frames[trace] = line.strip()
        trace = None
    if match := re.match(r"TRACE (\d+):", line):
        trace = match[1]
    elif line.startswith("HEAP DUMP BEGIN"):
        dump += 1
    elif match := re.match(r"(?:OBJ|ARR) .*trace=(\d+),.*(?:class|elem type)=([^@)]*)", line):
        frame = frames[match[1]].replace("<empty>", "nowhere")
        if match[2].startswith(prefix) or line.startswith("ARR") and frame.startswith(prefix):
            found[dump, match[2], frame] += 1
for (number, name, frame), count in sorted(found.items()):
    print(f"dump {number}: {count} {name} at {frame}")
