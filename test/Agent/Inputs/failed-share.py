"""failed-share.py FILE: prints the percentage of samples in FILE that are of Java code
whose frames were not found."""

import re
import sys

text = open(sys.argv[1]).read()
total = int(re.search(r"^CPU SAMPLES BEGIN \(total = (\d+)\)", text, re.M)[1])
rows = re.findall(r"^ *\d+ +[\d.]+% +[\d.]+% +(\d+) +\d+ HPROF\.sampleFailed_\w*_Java$", text, re.M)
lost = [int(row) for row in rows]
print("%d %% of %s samples" % (100 * sum(lost) // total, "enough" if total > 99 else "too few"))
