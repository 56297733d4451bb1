#!/usr/bin/env python3
"""Writes a dump of a program in YAML. Two processes of the program have different ids.

    program.py SHIFT [BIGGER]

SHIFT is added to all ids, but for those of objects in BIGGER: a class that has
instances of another size there, or "order" for fields in another order, or
"fewer" to leave out the last class.
"""
import sys

SHIFT = int(sys.argv[1], 0)
CHANGE = sys.argv[2] if len(sys.argv) > 2 else ""
COUNT = 60


def main():
    strings, loads, dumps, objects = {}, [], [], []
    ids = iter(range(0x100000, 0x10000000, 0x100))

    def text(value):
        return strings.setdefault(value, 1 + len(strings) + SHIFT // 16)

    def load(name):
        number = 0x10000 + 0x80 * len(loads) + SHIFT
        loads.append(
            f"- loadClass: {{classSerial: {len(loads) + 1}, class: {number}, "
            f"traceSerial: 1, name: {text(name)}}}"
        )
        return number

    def describe(number, fields, above, statics=""):
        size = sum(8 if kind in ("object", "long") else 4 for _, kind in fields)
        if above == big:
            size += 8
        listed = ", ".join(f"{text(name)}: {kind}" for name, kind in fields)
        dumps.append(
            f"- classDump: {{class: {number}, traceSerial: 1, super: {above}, "
            f"statics: {{{statics}}}, fields: {{{listed}}}, instanceSize: {size}}}"
        )

    def instance(number, values):
        at = next(ids) + SHIFT
        listed = ", ".join(f"{name}: {value}" for name, value in values)
        objects.append(
            f"- instance: {{object: {at}, traceSerial: 1, class: {number}, "
            f"fields: {{{listed}}}}}"
        )
        return at

    big = -1
    top = load("java/lang/Object")
    dumps.append(f"- classDump: {{class: {top}, traceSerial: 1, instanceSize: 0}}")
    # Each class has names of its own, and an array of the class.
    for i in range(COUNT):
        if CHANGE == "fewer" and i == COUNT - 1:
            continue
        number, many = load(f"app/C{i}"), load(f"[Lapp/C{i};")
        fields = [(f"count{i}", "int"), (f"next{i}", "object")]
        fields += [(f"all{i}", "object")] + [(f"more{i}", "long")] * (i % 3)
        fields = list(dict.fromkeys(fields))
        if CHANGE == "order" and i == 7:
            fields.reverse()
        if CHANGE == "size" and i == 7:
            fields.append(("later7", "int"))
        describe(number, fields, top)
        describe(many, [], top)
        array = next(ids) + SHIFT
        first = instance(number, [(f"all{i}", array)])
        for _ in range(i):
            instance(number, [(f"next{i}", first), (f"all{i}", array)])
        objects.append(
            f"- objectArray: {{object: {array}, traceSerial: 1, class: {many}, "
            f"elements: [{first}, null]}}"
        )
    # Only a reference distinguishes these.
    empty = load("app/Empty"), load("app/Void")
    for number in empty:
        describe(number, [], top)
    holder = load("app/Holder")
    describe(holder, [("theEmpty", "object"), ("otherEmpty", "object")], top)
    for _ in range(3):
        one = instance(empty[0], [])
        instance(holder, [("theEmpty", one), ("otherEmpty", one)])
    # Nothing distinguishes these.
    for name in "Left", "Right":
        number = load(f"app/{name}")
        describe(number, [("x", "int"), ("y", "int")], top)
        instance(number, [("x", 1)])
    print("--- !hprof\nidSize: 8\ntime: 1700000000000\n---")
    for value, number in strings.items():
        print(f'- utf8: {{id: {number}, text: "{value}"}}')
    print("\n".join(loads))
    print("- stackTrace: {traceSerial: 1, threadSerial: 0, frames: []}")
    for part in dumps, objects[: len(objects) // 2], objects[len(objects) // 2 :]:
        print("- heapDumpSegment:\n" + "\n".join(part))
    print("- heapDumpEnd:")


main()
