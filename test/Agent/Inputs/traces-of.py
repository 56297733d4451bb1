"""traces-of.py FILE CLASS: prints the innermost methods of the traces that the
instances of the class have in a heap dump in text, each with their number."""

import collections
import re
import sys

text = open(sys.argv[1]).read()
methods = dict(re.findall(r"^TRACE (\d+):(?: \(.*\))?\n\t(\S+?)\(", text, re.M))
found = collections.Counter()
objects = r"^OBJ \S+ \(sz=\d+, trace=(\d+), class=%s@" % re.escape(sys.argv[2])
for trace in re.findall(objects, text, re.M):
    found[methods.get(trace, "no method")] += 1
for method, count in found.most_common():
    print(count, method)
