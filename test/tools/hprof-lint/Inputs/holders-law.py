"""Checks that the holders of findings and rows add up to no more than the findings and
rows.

usage: holders-law.py [--exact] JSON...

With --exact, all holders are listed, so the sums must be equal. Prints the number of
sums, and each wrong sum.
"""

import json
import sys

exact = sys.argv[1] == "--exact"
sums = 0
for name in sys.argv[1 + exact:]:
    with open(name) as f:
        files = json.load(f)["files"]
    for finding in (f for file in files for f in file["findings"]):
        for what in [finding] + finding["rows"]:
            for key in "count", "bytes":
                if not what["holders"]:
                    continue
                sums += 1
                held = sum(h[key] for h in what["holders"])
                if held > what[key] or (exact and held != what[key]):
                    print("%s: %s %s: %s %d, of its holders %d" % (
                        name, finding["check"], what.get("what", "in all"),
                        key, what[key], held))
print(sums, "sums")
