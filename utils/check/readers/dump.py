"""Parses HPROF binary files, according to the manual of the HPROF agent and the files
that JVMs and Android write. It shares no code with the tools, since its purpose is to
find their errors."""

import struct

# Bytes of a value by its type; 2 is a reference, whose width is that of ids.
WIDTHS = {2: 0, 4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}
TYPES = {
    4: "boolean",
    5: "char",
    6: "float",
    7: "double",
    8: "byte",
    9: "short",
    10: "int",
    11: "long",
}

# Kind, the bytes after the id that are not ids, and the ids after it.
ROOTS = {
    0xFF: ("ROOT UNKNOWN", 0, 0),
    0x01: ("ROOT JNI GLOBAL", 0, 1),
    0x02: ("ROOT JNI LOCAL", 8, 0),
    0x03: ("ROOT JAVA FRAME", 8, 0),
    0x04: ("ROOT NATIVE STACK", 4, 0),
    0x05: ("ROOT STICKY CLASS", 0, 0),
    0x06: ("ROOT THREAD BLOCK", 4, 0),
    0x07: ("ROOT MONITOR USED", 0, 0),
    0x08: ("ROOT THREAD OBJECT", 8, 0),
    0x89: ("ROOT INTERNED STRING", 0, 0),
    0x8A: ("ROOT FINALIZING", 0, 0),
    0x8B: ("ROOT DEBUGGER", 0, 0),
    0x8C: ("ROOT REFERENCE CLEANUP", 0, 0),
    0x8D: ("ROOT VM INTERNAL", 0, 0),
    0x8E: ("ROOT JNI MONITOR", 8, 0),
    0x90: ("ROOT UNREACHABLE", 0, 0),
}


class Class:
    """A CLASS DUMP."""

    def __init__(self):
        self.super = self.loader = self.signers = self.domain = self.size = 0
        self.constants = []  # References.
        self.statics = []  # Name, type, value.
        self.fields = []  # Name, type.


class Heap:
    """A heap dump. If several objects have the same id, the first counts."""

    def __init__(self):
        self.classes = {}
        # By id: "instance", its class, its bytes; "objects", its class, its
        # elements; "numbers", the type, the length.
        self.objects = {}
        self.roots = []  # Kind, object, thread, frame.
        self.repeated = []  # Objects with the id of an earlier object.

    def has(self, number):
        return number in self.objects or number in self.classes


class File:
    """The heaps of a file."""

    def __init__(self, data):
        end = data.index(b"\0")
        self.version = data[:end].decode("ascii")
        if not self.version.startswith("JAVA PROFILE 1.0"):
            raise ValueError("not an HPROF file")
        self.data = data
        self.id_bytes = struct.unpack_from(">I", data, end + 1)[0]
        self.one_id = struct.Struct({1: ">B", 2: ">H", 4: ">I", 8: ">Q"}[self.id_bytes])
        self.strings = {}
        self.names = {}  # The name of each class, by id.
        self.heaps = []
        self.is_cut = False
        self.heap = None
        self.read_records(end + 13)

    def id_at(self, at):
        return self.one_id.unpack_from(self.data, at)[0]

    def read_records(self, at):
        data, size = self.data, self.id_bytes
        while at + 9 <= len(data):
            tag, _, length = struct.unpack_from(">BII", data, at)
            at += 9
            if tag == 0x0C and not length:
                length = len(data) - at  # The writer was stopped before it filled in the length.
            end = at + length
            if end > len(data):
                self.is_cut = True
                end = len(data)
                if tag not in (0x0C, 0x1C):
                    break
            if tag == 0x01:
                self.strings[self.id_at(at)] = data[at + size : end]
            elif tag == 0x02:
                self.names[self.id_at(at + 4)] = self.id_at(at + 8 + size)
            elif tag in (0x0C, 0x1C):
                if not self.heap:
                    self.heap = Heap()
                    self.heaps.append(self.heap)
                self.read_heap(at, end)
            if tag in (0x0C, 0x2C):
                self.heap = None
            at = end

    def read_heap(self, at, end):
        data, size = self.data, self.id_bytes
        try:
            while at < end:
                tag = data[at]
                at += 1
                if tag in ROOTS:
                    at = self.read_root(at, *ROOTS[tag])
                elif tag == 0x20:
                    at = self.read_class(at)
                elif tag == 0x21:
                    count = struct.unpack_from(">I", data, at + 2 * size + 4)[0]
                    first = at + 2 * size + 8
                    one = ("instance", self.id_at(at + size + 4), data[first : first + count])
                    at = self.add(self.id_at(at), one, first + count, end)
                elif tag == 0x22:
                    count = struct.unpack_from(">I", data, at + size + 4)[0]
                    first = at + 2 * size + 8
                    past = first + count * size
                    elements = self.ids(first, count) if past <= end else ()
                    one = ("objects", self.id_at(at + size + 8), elements)
                    at = self.add(self.id_at(at), one, past, end)
                elif tag in (0x23, 0xC3):
                    count, kind = struct.unpack_from(">IB", data, at + size + 4)
                    past = at + size + 9 + (count * WIDTHS[kind] if tag == 0x23 else 0)
                    at = self.add(self.id_at(at), ("numbers", kind, count), past, end)
                elif tag == 0xFE:
                    at += 4 + size
                else:
                    raise ValueError("unknown sub-record 0x%x at %d" % (tag, at - 1))
        except (struct.error, IndexError):
            if not self.is_cut:
                raise

    def ids(self, at, count):
        letter = self.one_id.format[-1]
        return struct.unpack_from(">%d%s" % (count, letter), self.data, at)

    def read_root(self, at, kind, numbers, ids):
        thread = frame = None
        past = at + self.id_bytes
        if numbers:
            thread = struct.unpack_from(">I", self.data, past)[0]
        if numbers == 8:
            frame = struct.unpack_from(">i", self.data, past + 4)[0]
        self.heap.roots.append((kind, self.id_at(at), thread, frame))
        return past + numbers + ids * self.id_bytes

    def add(self, number, one, past, end):
        """Adds an object; returns where the next sub-record is."""
        if past > end:
            raise IndexError
        if self.heap.has(number):
            self.heap.repeated.append(one)
        else:
            self.heap.objects[number] = one
        return past

    def value(self, at, kind):
        """A value, and where the next one begins."""
        if kind == 2:
            return self.id_at(at), at + self.id_bytes
        past = at + WIDTHS[kind]
        return self.data[at:past], past

    def read_class(self, at):
        data, size, made = self.data, self.id_bytes, Class()
        number = self.id_at(at)
        at += size + 4
        made.super, made.loader, made.signers, made.domain = self.ids(at, 4)
        at += 6 * size
        made.size, count = struct.unpack_from(">IH", data, at)
        at += 6
        for _ in range(count):
            kind = data[at + 2]
            value, at = self.value(at + 3, kind)
            if kind == 2:
                made.constants.append(value)
        (count,) = struct.unpack_from(">H", data, at)
        at += 2
        for _ in range(count):
            name, kind = self.id_at(at), data[at + size]
            value, at = self.value(at + size + 1, kind)
            made.statics.append((name, kind, value))
        (count,) = struct.unpack_from(">H", data, at)
        at += 2
        for _ in range(count):
            made.fields.append((self.id_at(at), data[at + size]))
            at += size + 1
        if at > len(data):
            raise IndexError
        if self.heap.has(number):
            return at
        self.heap.classes[number] = made
        return at

    def text(self, number):
        """A string as printed by the tools: its valid UTF-8."""
        return self.strings.get(number, b"").decode("utf-8", "replace")

    def name(self, number):
        """The name of a class as in Java source; the placeholder of the tools if there is none."""
        if number not in self.names or self.names[number] not in self.strings:
            return None if number is None else "unknown-class@0x%x" % number
        return in_source(self.text(self.names[number]))


def in_source(name):
    """[[Ljava/lang/String; as java.lang.String[][], and so on."""
    depth = len(name) - len(name.lstrip("["))
    if depth:
        name = name[depth:]
        letters = dict(zip("ZCFDBSIJ", TYPES.values()))
        name = name[1:-1] if name.endswith(";") else letters.get(name, name)
    return name.replace("/", ".") + "[]" * depth
