"""Generates HPROF files with everything that the format allows, byte by byte."""

import random
import struct

from readers.dump import ROOTS, TYPES, WIDTHS

PLATFORM = [
    "java/lang/String",
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/Thread",
    "java/lang/ref/Reference",
]
REFERENCES = ["Soft", "Weak", "Final", "Phantom"]
LETTERS = dict(zip(TYPES.values(), "ZCFDBSIJ"))
# Evidence of the release of a JDK: a class, and one of its fields.
SIGNS = {
    0: None,
    7: ("java/lang/Class", "classValueMap"),
    8: ("java/lang/Class", "classLoader"),
    9: ("java/lang/Module", None),
    13: ("java/lang/String", "hashIsZero"),
    15: ("java/lang/Class", "classData"),
    17: ("java/lang/System", "initialErrStream"),
    21: ("java/lang/Thread", "headStackableScopes"),
    25: ("java/lang/Class", "primitive"),
}


class MadeClass:
    def __init__(self, number, name, above):
        self.number, self.name, self.above = number, name, above
        self.fields = []  # Name, type.


class Maker:
    """One file: make(SEED) returns its bytes and the JDK that it is from."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        r = self.r
        self.id_bytes = r.choice([4, 4, 4, 8, 8, 8, 8, 2, 1])
        self.is_android = self.id_bytes == 4 and r.random() < 0.3
        self.release = r.choice(sorted(SIGNS))
        self.dumps = 2 if r.random() < 0.15 else 1
        few = self.id_bytes == 1
        self.room = 14 if few else r.choice([10, 40, 90])
        step = 1 if few else r.choice([1, 8, 8, 16, 24])
        first = {1: 3, 2: 0x100, 4: 0x10000, 8: 0x7F0000000}[self.id_bytes]
        if not few and step == 1:
            first += 1
        most = 120 if few else 400
        self.free = [first + step * i for i in range(most)]
        if r.random() < 0.5:
            r.shuffle(self.free)
        self.texts = {}
        self.text_ids = list(range(1, 250 if few else 2000))
        r.shuffle(self.text_ids)
        self.records, self.classes = [], []

    def id(self, number):
        return number.to_bytes(self.id_bytes, "big")

    def text(self, text):
        """The id of a string, which may also be the id of an object."""
        if text not in self.texts:
            self.texts[text] = self.text_ids.pop()
            body = self.id(self.texts[text]) + text.encode()
            self.records.append(self.record(1, body))
        return self.id(self.texts[text])

    def record(self, tag, body):
        return struct.pack(">BII", tag, self.r.randrange(1 << 20), len(body)) + body

    def target(self):
        """The target of a reference field: may be null, or missing from the dump."""
        roll = self.r.random()
        if roll < 0.15:
            return 0
        if roll < 0.2 and self.free:
            return self.free[0]
        return self.r.choice(self.targets)

    def value(self, kind):
        if kind == 2:
            return self.id(self.target())
        return self.r.randbytes(WIDTHS[kind])

    def make_classes(self):
        r = self.r
        objects = MadeClass(self.free.pop(), "java/lang/Object", None)
        made = {objects.name: objects}
        for name in PLATFORM + ["java/lang/ref/%sReference" % k for k in REFERENCES]:
            is_kind = name.endswith("Reference") and not name.endswith("ref/Reference")
            if is_kind and r.random() < 0.4:
                continue
            above = made["java/lang/ref/Reference"] if is_kind else objects
            made[name] = MadeClass(self.free.pop(), name, above)
        made["java/lang/ref/Reference"].fields.append(("referent", 2))
        made["java/lang/String"].fields.append(("value", 2))
        sign = SIGNS[self.release]
        if sign:
            name, field = sign
            if name not in made:
                made[name] = MadeClass(self.free.pop(), name, objects)
            if field:
                made[name].fields.append((field, r.choice([2, 4, 10])))
        self.classes = list(made.values())
        for index in range(r.randrange(2, 5 if self.id_bytes == 1 else 16)):
            above = r.choice(self.classes)
            name = "app/%s%d" % (r.choice(["A", "Bean", "x/C$"]), index)
            self.classes.append(MadeClass(self.free.pop(), name, above))
        for one in self.classes[1:]:
            for index in range(r.choice([0, 0, 1, 2, 3, 5, 8])):
                one.fields.append(("f%d" % index, r.choice([2, 2, 2] + sorted(WIDTHS))))
            r.shuffle(one.fields)
        self.arrays = []
        for name in ["[" + letter for letter in "ZCFDBSIJ"] + ["[Ljava/lang/Object;", "[[I"]:
            if r.random() < 0.6:
                self.arrays.append(MadeClass(self.free.pop(), name, objects))
        if not any(a.name[1] in "L[" for a in self.arrays):
            self.arrays.append(MadeClass(self.free.pop(), "[Ljava/lang/Object;", objects))

    def make_strange(self):
        """Classes that are missing from the dump, whose superclass is missing, or without
        a name."""
        r, self.lost = self.r, self.free.pop()
        own = [c for c in self.classes if c.name.startswith("app/")]
        self.orphans = set(own[:1] if r.random() < 0.15 else [])
        self.absent = set(own[1:2] if r.random() < 0.15 else [])
        self.nameless = set(own[2:3] if r.random() < 0.15 else [])

    def chain(self, one):
        while one:
            yield one
            one = one.above

    def class_dump(self, one):
        r = self.r
        above = one.above.number if one.above else 0
        if one in self.orphans:
            above = self.lost
        if above and one.name.startswith("app/") and r.random() < 0.5:
            loader, domain = r.choice(self.targets), self.target()
        else:
            loader = domain = 0
        body = self.id(one.number) + struct.pack(">I", 1)
        for number in (above, loader, self.target() if domain else 0, domain, 0, 0):
            body += self.id(number)
        own = sum(self.width(k) for c in self.chain(one) for _, k in c.fields)
        body += struct.pack(">I", own + 8 if self.is_android else own)
        pool = [r.choice(sorted(WIDTHS)) for _ in range(r.choice([0, 0, 0, 2]))]
        body += struct.pack(">H", len(pool))
        for index, kind in enumerate(pool):
            body += struct.pack(">HB", index, kind) + self.value(kind)
        names = ["s%d" % i for i in range(r.choice([0, 0, 1, 3, 6]))]
        names += ["<init_lock>", "<resolved_references>"] if r.random() < 0.2 else []
        body += struct.pack(">H", len(names))
        for name in names:
            kind = 2 if name[0] == "<" else r.choice([2, 2] + sorted(WIDTHS))
            body += self.text(name) + bytes([kind]) + self.value(kind)
        body += struct.pack(">H", len(one.fields))
        for name, kind in one.fields:
            body += self.text(name) + bytes([kind])
        return b"\x20" + body

    def width(self, kind):
        return self.id_bytes if kind == 2 else WIDTHS[kind]

    def load_class(self, one, serial):
        name = one.name
        style = self.r.choice(["/", ".", "source"])
        if style != "/":
            name = name.replace("/", ".")
        if style == "source" and name[0] == "[" and name[1] in LETTERS.values():
            name = next(k for k, v in LETTERS.items() if v == name[1]) + "[]"
        body = struct.pack(">I", serial) + self.id(one.number) + struct.pack(">I", 1)
        self.records.append(self.record(2, body + self.text(name)))

    def instance(self, number, one):
        values = b"".join(self.value(k) for c in self.chain(one) for _, k in c.fields)
        if self.r.random() < 0.02:  # Too short, or too long.
            values = values[: self.r.randrange(len(values) + 1)] + bytes(self.r.choice([0, 3]))
        head = self.id(number) + struct.pack(">I", 1) + self.id(one.number)
        return b"\x21" + head + struct.pack(">I", len(values)) + values

    def array(self, number):
        r, length = self.r, self.r.choice([0, 1, 2, 3, 5, 9, 30])
        head = self.id(number) + struct.pack(">II", 1, length)
        if r.random() < 0.5:
            of = r.choice([a for a in self.arrays if a.name[1] in "L["])
            elements = b"".join(self.value(2) for _ in range(length))
            return b"\x22" + head + self.id(of.number) + elements
        kind = r.choice([k for k in WIDTHS if k != 2])
        if self.is_android and r.random() < 0.2:
            return b"\xc3" + head + bytes([kind])
        return b"\x23" + head + bytes([kind]) + r.randbytes(length * WIDTHS[kind])

    def make_roots(self, threads):
        r, made = self.r, []
        for serial, thread in enumerate(threads, 1):
            numbers = struct.pack(">II", serial, serial)
            made.append(b"\x08" + self.id(thread) + numbers)
        android = [t for t in ROOTS if 0x80 < t < 0xFF]
        for _ in range(r.choice([2, 5, 14])):
            tag = r.choice([t for t in ROOTS if t != 8 and (self.is_android or t not in android)])
            _, numbers, ids = ROOTS[tag]
            body = self.id(self.target())
            thread = r.randrange(1, len(threads) + 3)  # The last two do not exist.
            body += struct.pack(">Ii", thread, r.choice([-1, 0, 1]))[:numbers]
            made.append(bytes([tag]) + body + self.id(7) * ids)
            if r.random() < 0.15:
                made.append(made[-1])
        return made

    def make_heap(self):
        """The sub-records of a dump, in any order."""
        r = self.r
        numbers = [self.free.pop() for _ in range(min(self.room, len(self.free) - 5))]
        self.targets = numbers * 3 + [c.number for c in self.classes + self.arrays]
        plain = [c for c in self.classes if c.name != "java/lang/Class"]
        thread = next(c for c in self.classes if c.name == "java/lang/Thread")
        threads = numbers[: r.randrange(4)]
        made = []
        for number in numbers:
            if number in threads:
                made.append(self.instance(number, thread))
            elif r.random() < 0.7:
                made.append(self.instance(number, r.choice(plain)))
            else:
                made.append(self.array(number))
        if r.random() < 0.3:  # The same id once more, with other contents.
            made.append(self.instance(r.choice(numbers), r.choice(plain)))
        classes = [self.class_dump(c) for c in self.classes + self.arrays if c not in self.absent]
        if r.random() < 0.2:
            classes.append(self.class_dump(r.choice(self.classes)))
        roots = self.make_roots(threads)
        if self.is_android:
            made += [b"\xfe" + struct.pack(">I", 65) + self.text("app")] * 3
        parts = [classes, made, roots]
        if r.random() < 0.3:
            r.shuffle(parts)
            parts = [one for part in parts for one in part]
        else:
            parts = [one for part in parts for one in part]
            r.shuffle(parts)
        return parts

    def heap_records(self, parts, is_last):
        """A dump in one record, or in segments of any length."""
        r = self.r
        if self.version == "1.0.1":
            made = self.record(0x0C, b"".join(parts))
            if is_last and parts[0][0] == 0x20 and r.random() < 0.5:
                made = made[:5] + bytes(4) + made[9:]  # As written by a VM that was killed.
            return made
        made = b""
        while parts:
            count = r.randrange(1, len(parts) + 1)
            made += self.record(0x1C, b"".join(parts[:count]))
            parts = parts[count:]
        return made + self.record(0x2C, b"")

    def make(self):
        r = self.r
        self.version = "1.0.3" if self.is_android else r.choice(["1.0.1", "1.0.2"])
        self.make_classes()
        self.make_strange()
        for serial, one in enumerate(self.classes + self.arrays, 1):
            if one not in self.nameless:
                self.load_class(one, serial)
        heaps = [self.make_heap() for _ in range(self.dumps)]
        unload, trace = struct.pack(">I", 2), struct.pack(">III", 1, 0, 0)
        others = [self.record(3, unload), self.record(5, trace)]
        records = self.records + others
        r.shuffle(records)
        head = b"JAVA PROFILE " + self.version.encode() + b"\0"
        head += struct.pack(">IQ", self.id_bytes, 1700000000000 + r.randrange(1000))
        after = b""
        if r.random() < 0.3:  # Names follow the dump.
            half = r.randrange(len(records))
            records, after = records[:half], b"".join(records[half:])
        made = head + b"".join(records)
        for index, heap in enumerate(heaps):
            is_last = index == len(heaps) - 1
            made += self.heap_records(heap, is_last and not after)
        return made + after
