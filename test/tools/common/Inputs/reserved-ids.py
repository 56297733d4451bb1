"""usage: reserved-ids.py TOOLS FOLDER

Hash tables of LLVM reserve the two largest numbers, and a dump may contain any number.
For each kind of number in a dump, each command must give the same output for a heap
that has the two largest numbers as for one that has the next smaller numbers instead.
"""

import os
import subprocess
import sys

HEAP = """--- !hprof
idSize: {width}
---
- utf8: {{id: {name1}, text: Shop}}
- utf8: {{id: {name2}, text: Cart}}
- utf8: {{id: 0x901, text: java/lang/Object}}
- utf8: {{id: 0x902, text: java/lang/ClassLoader}}
- utf8: {{id: 0x903, text: java/lang/Thread}}
- utf8: {{id: 0x904, text: next}}
- utf8: {{id: 0x905, text: run}}
- utf8: {{id: 0x906, text: ()V}}
- utf8: {{id: 0x907, text: Shop.java}}
- loadClass: {{classSerial: 1, class: 0x11, name: 0x901}}
- loadClass: {{classSerial: 2, class: 0x21, name: 0x902}}
- loadClass: {{classSerial: 3, class: 0x31, name: 0x903}}
- loadClass: {{classSerial: {class_serial1}, class: {class1}, name: {name1}}}
- loadClass: {{classSerial: {class_serial2}, class: {class2}, name: {name2}}}
- stackFrame: {{id: {frame1}, method: 0x905, signature: 0x906, sourceFile: 0x907, classSerial: {class_serial1}, line: 1}}
- stackFrame: {{id: {frame2}, method: 0x905, signature: 0x906, sourceFile: 0x907, classSerial: {class_serial2}, line: 2}}
- stackTrace: {{traceSerial: {trace1}, threadSerial: {thread_serial1}, frames: [{frame1}, {frame2}]}}
- stackTrace: {{traceSerial: {trace2}, threadSerial: {thread_serial2}, frames: [{frame2}]}}
- heapDumpSegment:
- rootThreadObject: {{object: {thread1}, threadSerial: {thread_serial1}, traceSerial: {trace1}}}
- rootThreadObject: {{object: {thread2}, threadSerial: {thread_serial2}, traceSerial: {trace2}}}
- rootJavaFrame: {{object: {object1}, threadSerial: {thread_serial1}, frame: 0}}
- rootJavaFrame: {{object: {object2}, threadSerial: {thread_serial2}, frame: 0}}
- rootUnknown: {{object: {loader1}}}
- rootUnknown: {{object: {loader2}}}
- classDump: {{class: 0x11}}
- classDump: {{class: 0x21, super: 0x11}}
- classDump: {{class: 0x31, super: 0x11}}
- classDump: {{class: {class1}, super: 0x11, loader: {loader1}, fields: [0x904: object]}}
- classDump: {{class: {class2}, super: 0x11, loader: {loader2}, fields: [0x904: object]}}
- instance: {{object: {loader1}, class: 0x21, bytes: []}}
- instance: {{object: {loader2}, class: 0x21, bytes: []}}
- instance: {{object: {thread1}, class: 0x31, bytes: []}}
- instance: {{object: {thread2}, class: 0x31, bytes: []}}
- instance: {{object: {object1}, class: {class1}, fields: [next: object {object2}]}}
- instance: {{object: {object2}, class: {class2}, fields: [next: object {array1}]}}
- primitiveArray: {{object: {array1}, elementType: byte, elements: [1, 2, 3]}}
- primitiveArray: {{object: {array2}, elementType: byte, elements: [1, 2, 3]}}
- heapDumpEnd:
"""
# Kinds of numbers, whether they have the width of ids, and two numbers.
KINDS = {
    "name": (True, 0x911, 0x921),
    "class": (True, 0x411, 0x421),
    "class_serial": (False, 5, 6),
    "frame": (True, 11, 12),
    "trace": (False, 21, 22),
    "thread_serial": (False, 31, 32),
    "thread": (True, 0x511, 0x521),
    "loader": (True, 0x611, 0x621),
    "object": (True, 0x711, 0x721),
    "array": (True, 0x811, 0x821),
}
COMMANDS = [
    "hprof-histo -q --top=0 {}",
    "hprof-histo -q --top=0 --by=loader {}",
    "hprof-dump -q {}",
    "hprof-dump -q --verify {}",
    "hprof-threads -q --locals {}",
    "hprof-dominators -q {}",
    "hprof-dominators -q --suspects {}",
    "hprof-paths -q --class=Cart {}",
    "hprof-lint -q {}",
    "hprof-convert -q --to=yaml {}",
    "hprof-convert -q --to=hprof-text {}",
    "hprof-convert -q --to=ibm-classic {}",
    "hprof-query -q -e SELECT_*_FROM_loaders {}",
    "hprof-query -q -e SELECT_*_FROM_objects {}",
    "hprof-query -q -e SELECT_*_FROM_refs {}",
    "hprof-query -q -e SELECT_*_FROM_threads {}",
    "hprof-query -q -e SELECT_*_FROM_frames {}",
    "hprof-opt -q --passes=sort,verify {} -o - --force",
    "hprof-opt -q --passes=redact {} -o - --force",
]


def output(command, name, numbers):
    """The output of COMMAND for the file, with letters for the NUMBERS."""
    words = [word.replace("{}", name).replace("_", " ") if "SELECT" in word else word.replace("{}", name) for word in command.split()]
    ended = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    text = "status %d\n%s%s" % (ended.returncode, ended.stdout.decode(errors="replace"), ended.stderr.decode(errors="replace"))
    for number, letter in zip(numbers, "AB"):
        for form in (number - (1 << 64), number - (1 << 32), number):
            text = text.replace("%d" % form, letter).replace("%x" % number, letter).replace("%X" % number, letter)
    # A number with more or fewer digits changes the width of columns.
    return "\n".join(" ".join(line.split()).replace(".", "") for line in text.splitlines())


def check(kind, is_id, width):
    largest = (1 << 8 * (width if is_id else 4)) - 1
    faults = 0
    pairs = ((largest - 3, largest - 2), (largest - 1, largest))
    names = ["smaller.hprof", "largest.hprof"]
    for pair, name in zip(pairs, names):
        numbers = {"%s%d" % (each, i + 1): KINDS[each][1 + i] for each in KINDS for i in range(2)}
        numbers.update({"%s%d" % (kind, i + 1): hex(pair[i]) for i in range(2)})
        with open("heap.yaml", "w") as file:
            file.write(HEAP.format(width=width, **numbers))
        subprocess.run(["hprof-convert", "-q", "--force", "heap.yaml", "-o", name], check=True)
    for command in COMMANDS:
        found = []
        for pair, name in zip(pairs, names):
            os.replace(name, "heap.hprof")
            found.append(output(command, "heap.hprof", pair))
            os.replace("heap.hprof", name)
        if found[0] != found[1]:
            print("%s of %d bytes: %s\n%s\n--\n%s" % (kind, width, command, *found))
            faults += 1
    return faults


def main():
    os.environ["PATH"] = sys.argv[1] + os.pathsep + os.environ["PATH"]
    os.makedirs(sys.argv[2], exist_ok=True)
    os.chdir(sys.argv[2])
    faults = sum(check(kind, KINDS[kind][0], width) for kind in KINDS for width in (4, 8))
    print("%d kinds, %d commands, %d faults" % (len(KINDS), len(COMMANDS), faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
