"""Creates dumps of any size as written by Android's runtime. Used by inputs.py.

The form is that of ART: version 1.0.3, 4-byte ids, strings and classes first, then
segments that end after 128 objects or 4096 bytes, each with a HEAP DUMP INFO
record where the heap changes. The objects of one block repeat, with the same
ids, until the file has the requested size.
"""

import random
import struct

OBJECTS_PER_SEGMENT, BYTES_PER_SEGMENT = 128, 4096
BLOCK = 16 << 20
HEAPS = ((ord("A"), 1), (ord("Z"), 2), (ord("I"), 3))  # id, string id
CLASSES = 2000
FIRST_CLASS, FIRST_OBJECT = 0x70000000, 0x12C00000
INT, BYTE, OBJECT = 10, 8, 2


def record(tag, body):
    return struct.pack(">BII", tag, 0, len(body)) + body


def names():
    texts = ["app", "zygote", "image", "next", "count"]
    texts += ["com.example.package%d.Class%d" % (i % 40, i) for i in range(CLASSES)]
    out = [record(0x01, struct.pack(">I", i + 1) + t.encode()) for i, t in enumerate(texts)]
    out += [record(0x02, struct.pack(">IIII", i + 1, FIRST_CLASS + 16 * i, 0, i + 6))
            for i in range(CLASSES)]
    out.append(record(0x05, struct.pack(">III", 0, 0, 0)))
    return b"".join(out)


def class_dump(number):
    fields = 2 * (number % 4)
    head = struct.pack(">BII6II", 0x20, FIRST_CLASS + 16 * number, 0,
                       0 if number == 0 else FIRST_CLASS, 0, 0, 0, 0, 0, 8 + 4 * fields)
    statics = struct.pack(">HIBI", 1, 4, OBJECT, FIRST_OBJECT)
    listed = b"".join(struct.pack(">IB", 4 + i % 2, (OBJECT, INT)[i % 2]) for i in range(fields))
    return head + struct.pack(">H", 0) + statics + struct.pack(">H", fields) + listed


def an_object(rng, ident):
    kind = rng.random()
    if kind < 0.6:
        number = rng.randrange(CLASSES)
        values = rng.randbytes(8 * (number % 4))
        return struct.pack(">BIIII", 0x21, ident, 0, FIRST_CLASS + 16 * number,
                           len(values)) + values
    if kind < 0.7:
        length = rng.randrange(1, 16)
        return struct.pack(">BIIII", 0x22, ident, 0, length, FIRST_CLASS) + rng.randbytes(4 * length)
    # Mostly string characters, with some larger buffers.
    length = rng.randrange(8, 64) if kind < 0.995 else rng.randrange(1 << 10, 1 << 14)
    return struct.pack(">BIIIB", 0x23, ident, 0, length, BYTE) + rng.randbytes(length)


def segments(records, heap_of):
    """Packs (number, bytes) pairs as ART does."""
    out, body, count, heap = [], b"", 0, 0
    for number, data in records:
        if count >= OBJECTS_PER_SEGMENT or len(body) >= BYTES_PER_SEGMENT:
            out.append(record(0x1C, body))
            body, count, heap = b"", 0, 0
        wanted = heap_of(number)
        if wanted != heap:
            body += struct.pack(">BII", 0xFE, *HEAPS[wanted - 1])
            heap = wanted
        body += data
        count += 1
    out.append(record(0x1C, body))
    return b"".join(out)


def write(path, size):
    rng = random.Random(1)
    objects, total = [], 0
    while total < BLOCK:
        data = an_object(rng, FIRST_OBJECT + 8 * len(objects))
        objects.append((len(objects), data))
        total += len(data)
    # Heaps follow each other: few segments contain objects of two heaps.
    block = segments(objects, lambda n: 1 + 3 * n // len(objects))
    roots = b"".join(struct.pack(">BI", tag, FIRST_OBJECT + 8 * i)
                     for i, tag in enumerate([0x89] * 700 + [0x8B, 0x8D] * 20 + [0x05] * 50))
    with open(path, "wb") as out:
        out.write(b"JAVA PROFILE 1.0.3\0" + struct.pack(">IQ", 4, 1700000000000))
        out.write(names())
        out.write(record(0x1C, roots))
        out.write(segments([(i, class_dump(i)) for i in range(CLASSES)], lambda n: 2))
        for _ in range(max(1, size // len(block))):
            out.write(block)
        out.write(record(0x2C, b""))
