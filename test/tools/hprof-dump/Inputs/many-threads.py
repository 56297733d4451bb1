#!/usr/bin/env python3
"""Prints YAML of a dump with as many threads as the argument says.

Threads have frames of their own. Every third stack has one frame, one differs from all
others, and the rest have two frames. With a second argument, every sixth thread, which
has a stack of one frame, holds less than the others.
"""

import sys

count = int(sys.argv[1])
uneven = len(sys.argv) > 2
print("--- !hprof")
print("- classes:")
print("  - {name: java/lang/Object}")
print("  - {name: Work, super: java/lang/Object}")
print("  - {name: java/lang/Thread, super: java/lang/Object%s}"
      % (", fields: {held: object}" if uneven else ""))
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
    held = ""
    if uneven and serial % 6:
        held = ", fields: {held: %d}" % (256 * place)
        print("- primitiveArray: {object: %d, elementType: int, elements: [1 x 40]}" % (256 * place))
    print("- instance: {object: %d, class: java/lang/Thread%s}" % (place, held))
    print("- rootThreadObject: {object: %d, threadSerial: %d, traceSerial: %d}"
          % (place, serial, serial))
    print("- rootJavaFrame: {object: %d, threadSerial: %d, frame: 0}"
          % (place, serial))
