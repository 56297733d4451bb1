"""Checks that long arrays of chars are equal afterwards exactly if they were equal
before.

usage: equal.py BEFORE.yaml AFTER.yaml
"""
import re
import sys

ROW = re.compile(r'primitiveArray: \{object: (\w+), elementType: char, text: "(.{12,})"\}')
before, after = (dict(ROW.findall(open(p).read())) for p in sys.argv[1:])
pairs = {(before[k], after[k]) for k in before if k in after}
print(len(before), "arrays,", len(pairs), "contents")
assert len(before) >= 3, "too few arrays"
assert len({b for b, _ in pairs}) == len(pairs) == len({a for _, a in pairs})
assert not any(b == a for b, a in pairs)
