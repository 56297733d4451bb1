"""classes-last.py N: a dump with stack chunks after objects of N other classes.

The names of all classes come after the objects.
"""

import sys

others = range(1, int(sys.argv[1]) + 1)
print("--- !hprof\nversion: 1.0.2\nidSize: 8\ntime: 0\n---")
print("- heapDumpSegment:")
for n in others:
    print(f"- instance: {{object: {0x1000 + 16 * n:#x}, class: {0x100 + n:#x}, bytes: [0, 0, 0, 1]}}")
for n, length in enumerate(["0, 0, 0, 40", "0, 0, 3, 232"]):
    print(f"- instance: {{object: {0x9000 + 256 * n:#x}, class: 0x20, bytes: [0 x 8, {length}, 0 x 8]}}")
print("- strings: [java/lang/Object, jdk/internal/vm/StackChunk, parent, size, sp, bottom]")
print("- strings: [" + ", ".join(f"app/C{n}" for n in others) + "]")
print("- loadClass: {classSerial: 1, class: 0x10, name: java/lang/Object}")
print("- loadClass: {classSerial: 2, class: 0x20, name: jdk/internal/vm/StackChunk}")
for n in others:
    print(f"- loadClass: {{classSerial: {2 + n}, class: {0x100 + n:#x}, name: app/C{n}}}")
print("- heapDumpSegment:")
print("- classDump: {class: java/lang/Object}")
print(
    "- classDump: {class: jdk/internal/vm/StackChunk, super: java/lang/Object,"
    " fields: {parent: object, size: int, sp: int, bottom: int}}"
)
for n in others:
    print(f"- classDump: {{class: app/C{n}, super: java/lang/Object, fields: {{size: int}}}}")
print("- heapDumpEnd:")
