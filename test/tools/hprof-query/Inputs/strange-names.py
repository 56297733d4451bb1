"""strange-names.py > YAML: prints a dump with class names that are difficult in SQL.

Each class has one object with the field "n", which is the number of the class.
"""

import json

LONG = "long." + "x" * 65000
NAMES = [
    'q"uo"te', "apo'strophe", "with space", "do$$lar$1", "semi;colon", "da--sh", "co*mment",
    "back`tick", "bra[cket]", "per%cent", "back\\slash", "ünï.cödé", "new\nline", "select",
    "objects", "collections", "case.Same", "case.same", "case.SAME", "42",
    "a.b#1", "json_each", "pragma_table_list", "sqlite_schema",
]
FIELDS = {"wide.Thousand": 1000, "wide.Most": 3000}
HEAD = ["_id", "select", "rowid", 'quo"te', "with space", "value", "Value", "_subclasses"]

print("--- !hprof\n---\n- classes:")
print("  - {name: java/lang/Object, class: 0x10}")
for i, name in enumerate(NAMES):
    print("  - {name: %s, class: %#x, super: 0x10, fields: {n: int}}"
          % (json.dumps(name.replace(".", "/"), ensure_ascii=False), 0x1000 + 8 * i))
for i, (name, count) in enumerate(FIELDS.items()):
    fields = ", ".join("f%d: int" % f for f in range(count))
    print("  - {name: %s, class: %#x, super: 0x10, fields: {%s}}"
          % (name.replace(".", "/"), 0x2000 + 8 * i, fields))
print("  - {name: odd/Fields, class: 0x2100, super: 0x10, fields: {%s}}"
      % ", ".join("%s: int" % json.dumps(f) for f in HEAD))
# Longer than a name may be in the list of classes.
print("- utf8: {id: 0x99, text: %s}" % json.dumps(LONG.replace(".", "/")))
print("- loadClass: {classSerial: 99, class: 0x2200, name: 0x99}")
print("- classDump: {class: 0x2200, super: 0x10, fields: {n: int}}")
print("- instance: {object: 0x4020, class: 0x2200, fields: {n: 99}}")
print('- classes:\n  - {name: "[Lshop/Item;", class: 0x2110, super: 0x10}')
for i in range(len(NAMES)):
    print("- instance: {object: %#x, class: %#x, fields: {n: %d}}"
          % (0x3000 + 8 * i, 0x1000 + 8 * i, i))
    print("- rootUnknown: {object: %#x}" % (0x3000 + 8 * i))
print("- instance: {object: 0x4000, class: 0x2000, fields: {f0: 1, f999: 2}}")
print("- instance: {object: 0x4008, class: 0x2008, fields: {f0: 1, f999: 2, f2999: 3}}")
print("- instance: {object: 0x4010, class: 0x2100, fields: {%s}}"
      % ", ".join("%s: %d" % (json.dumps(f), i) for i, f in enumerate(HEAD)))
print("- objectArray: {object: 0x4018, class: 0x2110, elements: [0x4010]}")
