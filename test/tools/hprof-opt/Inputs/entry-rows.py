"""Makes collections of each class of entries whose order redact(strict) changes.

usage: entry-rows.py > heap.yaml
       entry-rows.py ORIGINAL kept|changed REDACTED

The second form prints whether each collection has kept its order. The contents must
always be the same, keys together with their values.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from heapfile import Heap  # noqa: E402

COUNT = 16
COUNT_PAIRS = 64
CONCURRENT = "java.util.concurrent."
# The class, what it inherits from, what it holds, and the link to the next.
CHAINS = [
    ("java.util.HashMap$Node", None, ["key", "value"], "next"),
    ("java.util.HashMap$Entry", None, ["key", "value"], "next"),
    ("java.util.HashMap$HashMapEntry", None, ["key", "value"], "next"),
    ("java.util.LinkedHashMap$Entry", "java.util.HashMap$Node", [], "after"),
    ("java.util.LinkedHashMap$LinkedEntry", "java.util.HashMap$HashMapEntry", [], "nxt"),
    ("java.util.Hashtable$Entry", None, ["key", "value"], "next"),
    ("java.util.Hashtable$HashtableEntry", None, ["key", "value"], "next"),
    ("java.util.TreeMap$Node", None, ["key", "value"], "left"),
    ("java.util.TreeMap$Entry", None, ["key", "value"], "right"),
    ("java.util.LinkedList$Node", None, ["item"], "next"),
    ("java.util.LinkedList$Entry", None, ["element"], "next"),
    ("java.util.LinkedList$Link", None, ["data"], "next"),
    (CONCURRENT + "ConcurrentHashMap$Node", None, ["key", "val"], "next"),
    (CONCURRENT + "ConcurrentHashMap$HashEntry", None, ["key", "value"], "next"),
    (CONCURRENT + "ConcurrentSkipListMap$Node", None, ["key", "val"], "next"),
    (CONCURRENT + "ConcurrentLinkedQueue$Node", None, ["item"], "next"),
    (CONCURRENT + "ConcurrentLinkedDeque$Node", None, ["item"], "next"),
    (CONCURRENT + "LinkedBlockingQueue$Node", None, ["item"], "next"),
    (CONCURRENT + "LinkedBlockingDeque$Node", None, ["item"], "next"),
    (CONCURRENT + "LinkedTransferQueue$Node", None, ["item"], "next"),
    (CONCURRENT + "LinkedTransferQueue$DualNode", None, ["item"], "next"),
]
HOLDS = {name: holds for name, _, holds, _ in CHAINS}
PAIRS = ["java.util.ImmutableCollections$" + name for name in ("List2", "Set2", "List12", "Set12")]
SEGMENT = CONCURRENT + "ConcurrentHashMap$Segment"
EMPTY = 0x700000


def slashes(name):
    return name.replace(".", "/")


def print_heap():
    ids = iter(range(0x10000, EMPTY, 8))
    classes, objects = [], []

    def add_class(name, of="java.lang.Object", fields=(), statics=""):
        classes.append('  - {name: "%s", class: %#x, super: %#x, fields: {%s}%s}' % (
            slashes(name), next(ids), named.get(of, 0),
            ", ".join(f + ": object" for f in fields), statics))
        named[name] = int(classes[-1].split("class: ")[1].split(",")[0], 16)

    def add(of, fields, at=None):
        at = at or next(ids)
        objects.append("- instance: {object: %#x, class: %#x, fields: {%s}}" % (
            at, named[of], ", ".join("%s: %#x" % f for f in fields.items())))
        return at

    def array(of, elements):
        objects.append("- objectArray: {object: %#x, class: %#x, elements: [%s]}" % (
            next(ids), named[of], ", ".join(map(hex, elements))))
        return int(objects[-1].split("object: ")[1].split(",")[0], 16)

    named = {}
    classes.append("  - {name: java/lang/Object, class: 0x8}")
    named["java.lang.Object"] = 8
    add_class("java.util.ImmutableCollections", statics=", statics: {EMPTY: object %#x}" % EMPTY)
    add_class("Item")
    for name, of, holds, link in CHAINS:
        add_class(name, of or "java.lang.Object", holds + [link])
    for name in PAIRS:
        add_class(name, fields=["e0", "e1"])
    add_class(SEGMENT, fields=["table"])
    for name in (CONCURRENT + "ConcurrentHashMap$HashEntry", SEGMENT):
        add_class("[L%s;" % name)
    for name, of, holds, link in CHAINS:
        keys = [next(ids) for _ in range(COUNT)]
        for key, after in zip(keys, keys[1:] + [0]):
            fields = {f: add("Item", {}) for f in holds or HOLDS[of]}
            add(name, dict(fields, **{link: after}), key)
    for name in PAIRS:
        for _ in range(COUNT_PAIRS):
            add(name, {"e0": add("Item", {}), "e1": add("Item", {})})
    for name in PAIRS[2:]:
        for none in (0, EMPTY):
            for _ in range(COUNT):
                add(name, {"e0": add("Item", {}), "e1": none})
    # The segment of an entry depends on its hash: segments are merged.
    entry = CONCURRENT + "ConcurrentHashMap$HashEntry"
    segments = [add(SEGMENT, {"table": array("[L%s;" % entry, [
        add(entry, {"key": add("Item", {}), "value": add("Item", {}), "next": 0})])})
        for _ in range(COUNT)]
    array("[L%s;" % SEGMENT, segments)
    add("java.lang.Object", {}, EMPTY)
    print("--- !hprof\n- classes:\n" + "\n".join(classes + objects))


def chains(heap, holds, keys):
    return [tuple(heap.fields(key)[f] for f in holds) for key in keys]


def compare(name, before, after, wanted):
    if sorted(before) != sorted(after):
        sys.exit(name + " holds something else")
    stay = sum(a == b for a, b in zip(before, after))
    if (wanted == "kept") != (stay == len(before)) or (wanted != "kept" and stay > COUNT // 2):
        sys.exit("%s: %d of %d stay" % (name, stay, len(before)))


def check(original, wanted, redacted):
    by_class = {}
    for key in sorted(original.raw):
        by_class.setdefault(original.class_of(key), []).append(key)
    for name, of, holds, _ in CHAINS:
        keys = by_class[name]
        parts = [keys[:COUNT], keys[COUNT:]]  # The second part is for segments.
        for part in filter(None, parts):
            compare(name, *(chains(h, holds or HOLDS[of], part) for h in (original, redacted)),
                    wanted)
    for name in PAIRS:
        before, after = (chains(h, ["e0", "e1"], by_class[name]) for h in (original, redacted))
        turned = sum(a != b for a, b in zip(before[:COUNT_PAIRS], after[:COUNT_PAIRS]))
        rest = before[COUNT_PAIRS:] == after[COUNT_PAIRS:]  # A run of one element.
        if [sorted(p) for p in before] != [sorted(p) for p in after] or not rest:
            sys.exit(name + " holds something else")
        fourth = COUNT_PAIRS // 4
        if not (turned == 0 if wanted == "kept" else fourth < turned < COUNT_PAIRS - fourth):
            sys.exit("%s: %d are turned round" % (name, turned))


if len(sys.argv) == 1:
    print_heap()
else:
    check(Heap(sys.argv[1]), sys.argv[2], Heap(sys.argv[3]))
