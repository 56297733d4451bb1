"""same-fields.py A B: prints the classes that both heap dumps describe with different
fields or in another order. The files are outputs of hprof-dump --records=ClassDump."""

import re
import sys


# Fields that HotSpot does not show to agents.
HIDDEN = ("constantPoolOop", "base")


def read(name):
    classes = {}
    for line in open(name, encoding="utf-8", errors="replace"):
        found = re.search(r" class=0x[0-9a-f]+\((.*?)\) trace_serial", line)
        fields = re.search(r" instance_size=\S+ .* (fields=\[.*\])", line)
        if found and fields:
            own = re.findall(r"\((\S+)\) type=(\w+)", fields.group(1))
            own = tuple(field for field in own if field[0] not in HIDDEN)
            classes.setdefault(found.group(1), set()).add(own)
    return classes


first, second = (read(name) for name in sys.argv[1:3])
both = sorted(set(first) & set(second))
differ = [name for name in both if first[name] != second[name]]
for name in differ:
    print(name, sorted(first[name]), sorted(second[name]))
print("compared" if len(both) > 300 else "too few", "and %d differ" % len(differ))
