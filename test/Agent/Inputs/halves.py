"""halves.py FILE: checks the output of Half with cpu=samples: prints whether both of
its halves have many samples, whether few samples have failed, and which
of the agent's own methods have samples."""

import re
import sys

text = open(sys.argv[1]).read()
section = text[text.index("CPU SAMPLES BEGIN") : text.index("CPU SAMPLES END")]
total = int(re.search(r"total = (\d+)", section).group(1))
rows = {}
for count, method in re.findall(r"% +[\d.]+% +(\d+) \d+ (\S+)$", section, re.M):
    rows[method] = rows.get(method, 0) + int(count)
compute, allocate = (rows.get("Half." + name, 0) for name in ("compute", "allocate"))
failed = sum(count for method, count in rows.items() if method.startswith("HPROF."))
own = sorted(method for method in rows if method.startswith("java.lang.Hprof"))
print("samples" if total >= 50 and sum(rows.values()) == total else "too few of %d" % total)
# On a loaded system, which looks at timers rarely, the halves differ several times.
is_half = max(compute, allocate) < 9 * min(compute, allocate)
print("halves" if is_half else "%d and %d" % (compute, allocate))
print("few failed" if failed <= total / 5 else "%d of %d failed" % (failed, total))
print("own", *own)
