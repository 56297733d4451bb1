#!/usr/bin/env python3
"""Prints YAML of a dump with as many threads as the argument says.

Threads have frames of their own. Every third stack is of one frame, one is
unlike all others, the rest are of two frames.
"""

import sys

count = int(sys.argv[1])
print("--- !hprof")
print("- classes:")
print("  - {name: java/lang/Object}")
print("  - {name: Work, super: java/lang/Object}")
print("  - {name: java/lang/Thread, super: java/lang/Object}")
frame = "- stackFrame: {id: %d, method: %s, sourceFile: Work.java, classSerial: 2, line: %d}"
for serial in range(1, count + 1):
    ids = [2 * serial, 2 * serial + 1]
    method = "odd" if serial == 7 else "take"
    print(frame % (ids[0], method, 7))
    if serial % 3:
        print(frame % (ids[1], "run", 9))
    else:
        ids.pop()
    print("- stackTrace: {traceSerial: %d, threadSerial: %d, frames: %s}"
          % (serial, serial, ids))
for serial in range(1, count + 1):
    place = 0x1000 + 16 * serial
    print("- instance: {object: %d, class: java/lang/Thread}" % place)
    print("- rootThreadObject: {object: %d, threadSerial: %d, traceSerial: %d}"
          % (place, serial, serial))
    print("- rootJavaFrame: {object: %d, threadSerial: %d, frame: 0}"
          % (place, serial))
