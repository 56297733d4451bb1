"""trace.py OUTPUT [CONTENTS]: writes a Perfetto trace with a heap graph.

CONTENTS: `whole` (the default) has one packet; `split` several, with another sequence's
between; `zlib` a compressed one; `two` a second heap graph; `cut` ends within the last
packet; `none` has no heap graph; `odd` has an object whose id is not an address, and a
class that is its own superclass.
"""

import sys
import zlib


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, list):  # A packed list.
        value = b"".join(map(varint, value))
    return varint(number << 3 | 2) + varint(len(value)) + value


def message(*fields):
    return b"".join(field(number, value) for number, value in fields)


def packet(sequence, *fields):
    return field(1, message((8, 1000), (10, sequence), *fields))


def graph(index, *fields, continued=False, sequence=1):
    body = message((1, 4711), *fields, (5, int(continued)), (6, index))
    return packet(sequence, (56, body))


OBJECTS = [
    # java.lang.Class<app.Cache>, with a static field.
    message((1, 0x1000), (2, 11), (3, 136), (4, [3]), (5, [0x2000])),
    # app.Cache: next (of the superclass), items.
    message((7, 0x1000), (2, 2), (5, [0x3000, 0])),
    # The array, whose references are differences from a base.
    message((7, 0x1000), (2, 4), (3, 12 + 4 * 4), (6, 0x3000), (5, [0x1000, 0, 0x2000])),
    message((7, 0x1000), (2, 5), (3, 12 + 1000), (8, 65536)),
    message((7, 0x1000), (2, 3), (3, 40), (9, 2)),
    message((7, 0x1000), (2, 3), (3, 40)),
    # A java.lang.ref.WeakReference.
    message((7, 0x1000), (2, 7), (5, [0x6000])),
]
TYPES = [
    message((1, 1), (3, "java.lang.Object"), (4, 8), (7, 2)),
    message((1, 2), (3, "a.a"), (4, 24), (5, 8), (6, [1]), (7, 1)),
    message((1, 3), (3, "java.lang.String"), (4, 24), (5, 1), (7, 3)),
    message((1, 4), (3, "java.lang.Object[]"), (5, 1), (7, 4)),
    message((1, 5), (3, "byte[]"), (5, 1), (7, 4)),
    message((1, 6), (3, "java.lang.ref.Reference"), (4, 16), (5, 1), (6, [4]), (7, 1)),
    message((1, 7), (3, "java.lang.ref.WeakReference"), (4, 20), (5, 6), (7, 9)),
    message((1, 8), (3, "app.Base"), (4, 16), (5, 1), (6, [2]), (7, 1)),
    message((1, 11), (3, "java.lang.Class<a.a>")),
]
NAMES = [
    message((1, 1), (2, "java.lang.Object[] a.a.b")),
    message((1, 2), (2, "app.Base app.Base.next")),
    message((1, 3), (2, "a.a a.a.INSTANCE")),
    message((1, 4), (2, "java.lang.Object java.lang.ref.Reference.referent")),
]
ROOTS = [message((1, [0x1000]), (2, 5)), message((1, [0x7000]), (2, 9))]
MAPPING = packet(
    9,
    (64, message((3, message((1, "a.a"), (2, "app.Cache"), (3, message((1, "b"), (2, "items"))))))),
)

objects = [(2, o) for o in OBJECTS]
rest = [(9, t) for t in TYPES] + [(4, n) for n in NAMES] + [(7, r) for r in ROOTS]
whole = graph(0, *objects, *rest)
contents = sys.argv[2] if len(sys.argv) > 2 else "whole"
if contents == "split":
    trace = (
        graph(0, *objects[:3], continued=True)
        + packet(2)
        + graph(1, *objects[3:], continued=True)
        + graph(2, *rest)
        + MAPPING
    )
elif contents == "zlib":
    trace = packet(1, (50, zlib.compress(whole + MAPPING)))
elif contents == "two":
    trace = whole + MAPPING + graph(0, *objects, *rest, sequence=3)
elif contents == "cut":
    trace = (whole + graph(0))[:-3]
elif contents == "odd":
    ring = [message((1, 20), (3, "A"), (5, 21)), message((1, 21), (3, "B"), (5, 20))]
    odd = message((1, 2**64 - 1), (2, 3), (5, [0x1000]))
    trace = graph(0, *objects, (2, odd), *rest, *((9, t) for t in ring)) + MAPPING
elif contents == "none":
    trace = packet(1)
else:
    trace = whole + MAPPING
with open(sys.argv[1], "wb") as out:
    out.write(trace)
