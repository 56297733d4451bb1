"""Reads HPROF binary for attacks on it, without the libraries under test."""

import struct

SIZES = {4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}
ROOTS = {0xFF: 1, 0x01: 2, 0x02: "8", 0x03: "8", 0x04: "4", 0x05: 1, 0x06: "4", 0x07: 1, 0x08: "8"}


class Class:
    def __init__(self, superclass, statics, fields):
        self.superclass, self.statics, self.fields = superclass, statics, fields
        self.name = "?"


class Heap:
    """Classes, instances and arrays by id; a value of a reference is an id."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        at = self.data.index(b"\0") + 1
        self.width = struct.unpack_from(">I", self.data, at)[0]
        self.strings, self.classes, self.raw, self.arrays, self.prims = {}, {}, {}, {}, {}
        names = {}
        at += 12
        while at < len(self.data):
            tag, length = self.data[at], self.number(at + 5, 4)
            body = at + 9
            at = body + length
            if tag == 1:
                text = self.data[body + self.width:at].decode("utf-8", "replace")
                self.strings[self.id(body)] = text
            elif tag == 2:
                names[self.id(body + 4)] = self.id(body + 8 + self.width)
            elif tag in (0x0C, 0x1C):
                self.heap(body, at)
        for key, c in self.classes.items():
            c.name = self.strings.get(names.get(key), "?").replace("/", ".")
            c.statics = {self.strings.get(n): v for n, v in c.statics}
            c.fields = [(self.strings.get(n), t) for n, t in c.fields]
        self.named = {c.name: key for key, c in self.classes.items()}

    def number(self, at, size):
        return int.from_bytes(self.data[at:at + size], "big")

    def id(self, at):
        return self.number(at, self.width)

    def size(self, kind):
        return self.width if kind == 2 else SIZES[kind]

    def heap(self, at, end):
        width = self.width
        while at < end:
            tag = self.data[at]
            at += 1
            if tag == 0x20:
                at = self.class_dump(at)
            elif tag == 0x21:
                size = self.number(at + 2 * width + 4, 4)
                body = at + 2 * width + 8
                self.raw[self.id(at)] = (self.id(at + width + 4), body, size)
                at = body + size
            elif tag == 0x22:
                count = self.number(at + width + 4, 4)
                body = at + 2 * width + 8
                self.arrays[self.id(at)] = [self.id(body + i * width) for i in range(count)]
                at = body + count * width
            elif tag == 0x23:
                count, kind = self.number(at + width + 4, 4), self.data[at + width + 8]
                body = at + width + 9
                self.prims[self.id(at)] = (kind, body, count)
                at = body + count * self.size(kind)
            else:
                extra = ROOTS[tag]
                at += width + int(extra) if isinstance(extra, str) else width * extra

    def class_dump(self, at):
        width = self.width
        key, superclass = self.id(at), self.id(at + width + 4)
        at += 7 * width + 8
        count = self.number(at, 2)
        at += 2
        for _ in range(count):
            at += 3 + self.size(self.data[at + 2])
        count = self.number(at, 2)
        at += 2
        statics = []
        for _ in range(count):
            size = self.size(self.data[at + width])
            statics.append((self.id(at), self.number(at + width + 1, size)))
            at += width + 1 + size
        count = self.number(at, 2)
        at += 2
        fields = [(self.id(at + i * (width + 1)), self.data[at + i * (width + 1) + width])
                  for i in range(count)]
        self.classes.setdefault(key, Class(superclass, statics, fields))
        return at + count * (width + 1)

    def fields(self, key):
        """Values by field name; the class's own fields hide inherited ones."""
        of, at, _ = self.raw[key]
        values = {}
        while of:
            c = self.classes[of]
            for name, kind in c.fields:
                size = self.size(kind)
                values.setdefault(name, self.number(at, size))
                at += size
            of = c.superclass
        return values

    def get(self, key, *path):
        for name in path:
            key = self.fields(key)[name] if key else 0
        return key

    def class_of(self, key):
        return self.classes[self.raw[key][0]].name

    def static(self, of, name):
        return self.classes[self.named[of]].statics[name]

    def text(self, key):
        values = self.fields(key)
        if values["value"] not in self.prims:
            return None
        kind, at, count = self.prims[values["value"]]
        raw = self.data[at:at + count * self.size(kind)]
        return raw.decode("utf-16-le" if values.get("coder") else "latin-1")

    def length(self, key):
        return self.prims[key][2]
