"""phd.py [--classic] FILE: lists the objects of an IBM portable heap dump.

Written from the description of the format and from nothing else of this project, to
check the project's output. One line per record: address, kind, class or element class
or type, bytes or "-", length or "-", hash or "-" and the references, arrays' by index;
then a line of totals. --classic uses the format of PrintHeapdump instead.
"""

import struct
import sys

TYPES = ["boolean", "char", "float", "double", "byte", "short", "int", "long"]
WIDTHS = [1, 2, 4, 8, 1, 2, 4, 8]


class Dump:
    def __init__(self, data):
        self.data, self.at = data, 0
        self.tags, self.records, self.full_version = [], [], None
        if self.utf() != "portable heap dump":
            raise ValueError("not a portable heap dump")
        self.version, self.flags = self.number(4), self.number(4)
        if self.version not in (4, 5, 6):
            raise ValueError("version %d" % self.version)
        self.word = 8 if self.flags & 1 else 4
        self.shift = 3 if self.version == 4 and not self.flags & 4 else 2
        if self.number(1) != 1:
            raise ValueError("no start of header")
        self.header()
        self.last, self.cache, self.next = 0, [0] * 4, 0
        while self.record():
            pass
        if self.at != len(data):
            raise ValueError("%d bytes behind the end of dump" % (len(data) - self.at))

    def number(self, size, signed=False):
        raw = self.data[self.at : self.at + size]
        if len(raw) != size:
            raise ValueError("cut at %d" % len(self.data))
        self.at += size
        return int.from_bytes(raw, "big", signed=signed)

    def coded(self, code):
        return self.number(1 << code, signed=True)

    def utf(self):
        size = self.number(2)
        self.at += size
        return self.data[self.at - size : self.at].decode("latin-1")

    def header(self):
        while True:
            tag = self.number(1)
            self.tags.append(tag)
            if tag in (1, 3):
                self.number(4), self.number(4)
            elif tag == 4:
                self.full_version = self.utf()
            elif tag != 2:
                raise ValueError("header tag %d at %d" % (tag, self.at - 1))
            else:
                break
        if self.number(1) != 2:
            raise ValueError("no start of dump")

    def go(self, gap):
        self.last = (self.last + (gap << self.shift)) % (1 << 8 * self.word)
        return self.last

    def references(self, count, code):
        end = 1 << 8 * self.word
        return [(self.last + (self.coded(code) << self.shift)) % end for _ in range(count)]

    def hash(self, is_there):
        if self.flags & 6 == 6:
            low = self.number(2) & 0x7FFF
            return low << 16 | low
        return self.number(4) if is_there else None

    def remember(self, address):
        self.cache[self.next] = address
        self.next = (self.next + 1) % 4
        return address

    def size(self):
        return self.number(4) * 4 if self.version == 6 else None

    def add(self, kind, what, refs=(), size=None, length=None, hash=None, more=None):
        self.records.append((self.last, kind, what, size, length, hash, list(refs), more))

    def record(self):
        tag = self.number(1)
        if tag & 0x80:
            what = self.cache[tag >> 5 & 3]
            self.go(self.coded(tag >> 2 & 1))
            hash = self.hash(False)
            self.add("object", what, self.references(tag >> 3 & 3, tag & 3), hash=hash)
        elif tag & 0x40:
            self.go(self.coded(tag >> 2 & 1))
            what = self.remember(self.number(self.word))
            hash = self.hash(False)
            self.add("object", what, self.references(tag >> 3 & 7, tag & 3), hash=hash)
        elif tag & 0x20:
            code = tag & 3
            self.go(self.coded(code))
            length = self.number(1 << code)
            hash = self.hash(False)
            self.add("primitives", tag >> 2 & 7, length=length, hash=hash, size=self.size())
        elif tag == 3:
            return False
        elif tag in (4, 5, 8):
            flags = self.number(1)
            self.go(self.coded(flags >> 6))
            what = self.number(self.word)
            if tag == 4:
                self.remember(what)
            hash = self.hash(flags & 2)
            refs = self.references(self.number(4), flags >> 4 & 3)
            if tag == 4:
                self.add("object", what, refs, hash=hash)
            else:
                length = self.number(4) if tag == 8 else len(refs)
                self.add("array", what, refs[::-1], self.size(), length, hash)
        elif tag == 6:
            flags = self.number(1)
            self.go(self.coded(flags >> 6))
            size = self.number(4)
            hash = self.hash(flags & 8)
            above, name = self.number(self.word), self.utf()
            refs = self.references(self.number(4), flags >> 4 & 3)
            self.add("class", above, refs, size, hash=hash, more=name)
        elif tag == 7:
            flags = self.number(1)
            self.go(self.coded(0) if not flags & 16 else self.number(self.word, True))
            length = self.number(self.word if flags & 16 else 1)
            hash = self.hash(flags & 2)
            self.add("primitives", flags >> 5, length=length, hash=hash, size=self.size())
        else:
            raise ValueError("tag %d at %d" % (tag, self.at - 1))
        return True

    def listing(self):
        for address, kind, what, size, length, hash, refs, more in self.records:
            what = TYPES[what] if kind == "primitives" else "0x%x" % what
            values = [size, length, hash and "%x" % hash if hash else hash, more]
            yield "0x%x %s %s %s%s" % (
                address,
                kind,
                what,
                " ".join("-" if v is None else str(v) for v in values),
                "".join(" 0x%x" % r for r in refs),
            )
        kinds = [r[1] for r in self.records]
        yield "classes %d objects %d arrays %d primitives %d references %d" % (
            *(kinds.count(k) for k in ("class", "object", "array", "primitives")),
            sum(len(r[6]) for r in self.records),
        )

    def classic(self):
        classes = {r[0]: r for r in self.records if r[1] == "class"}
        digits = 2 * self.word
        yield "// Version: %s" % self.full_version
        for address, kind, what, size, length, hash, refs, more in self.records:
            if kind == "class":
                name, size = "class " + more, 552 if self.word == 8 else 304
            elif kind == "object":
                name, size = classes[what][7], classes[what][3]
            elif kind == "array":
                name = "array of " + classes[what][7]
                # PrintHeapdump counts one element too many.
                size = size if size is not None else self.rounded(self.word * (length + 1))
            else:
                name = TYPES[what] + "[]"
                size = size if size is not None else self.rounded(WIDTHS[what] * length)
            text = "0x%0*X [%d] %s [hashcode = %x]" % (digits, address, size, name, hash or 0)
            yield text
            if kind == "object" and refs[:1] == [what]:
                refs = refs[1:]  # Older writers begin with the class.
            if refs:
                yield "\t" + "".join("0x%0*X " % (digits, r) for r in refs)

    def rounded(self, data):
        return ((24 if self.word == 8 else 12) + data + 7) // 8 * 8


if __name__ == "__main__":
    with open(sys.argv[-1], "rb") as file:
        dump = Dump(file.read())
    print("\n".join(dump.classic() if sys.argv[1] == "--classic" else dump.listing()))
