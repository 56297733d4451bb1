"""recording.py OUTPUT [CONTENTS]: writes a flight recording.

CONTENTS: `whole` (the default) has two chunks with samples, allocations and locks; `fixed`
has numbers of a fixed length; `old` has the events of JDK 11; `open` ends in a chunk that
is being written; `cut` ends inside an event; `none` has no chunk with metadata; `strings`
has a string in each encoding; `threads` has thread dumps; `objects` has sampled objects;
`machine` describes its VM; `heap` has garbage collections, and `young-heap` only those of
the young generation; `other-heap` has sizes without collections; `wall` has samples of
sleeping threads; `first-vm` and `last-vm` are of two VMs; `properties` has system properties;
`deep`, `cycle`, `empty` and `names` have unusual types.
"""

import struct
import sys

TICKS = 500_000_000  # Per second.


class Chunk:
    def __init__(self, compressed=True, start=1_700_000_000_000_000_000):
        self.compressed = compressed
        self.start = start
        self.types = {}  # Name: (id, fields).
        self.pools = {}  # Name: {key: bytes}.
        self.body = b""
        for name in "boolean byte char short int long float double java.lang.String".split():
            self.type(name)
        self.type("jdk.jfr.Timestamp", ("value", "java.lang.String"))
        self.type("jdk.jfr.Timespan", ("value", "java.lang.String"))

    def number(self, value, size):
        if not self.compressed:
            return (value % 2 ** (8 * size)).to_bytes(size, "big")
        value %= 2 ** (8 * size)
        out = bytearray()
        while value > 127 and len(out) < 8:
            out.append(value & 127 | 128)
            value >>= 7
        out.append(value)
        return bytes(out)

    def int(self, value):
        return self.number(value, 4)

    def long(self, value):
        return self.number(value, 8)

    def text(self, value, encoding=3):
        if encoding == 4:
            units = value.encode("utf-16-be")
            units = struct.unpack(">%dH" % (len(units) // 2), units)
            return b"\4" + self.int(len(units)) + b"".join(self.number(u, 2) for u in units)
        data = value.encode("utf-8" if encoding == 3 else "latin-1")
        return bytes([encoding]) + self.int(len(data)) + data

    def type(self, name, *fields):
        """Fields: (name, type), with "*" before the type of a constant, and "[]" after the
        type of an array."""
        self.types[name] = (20 + len(self.types), fields)

    def constant(self, name, key, *values):
        self.pools.setdefault(name, {})[key] = b"".join(values)
        return self.long(key)

    def record(self, number, *values):
        body = self.long(number) + b"".join(values)
        if self.compressed:  # The size has four bytes, as the JDK writes it.
            size = len(body) + 4
            padded = bytes([size & 127 | 128, size >> 7 & 127 | 128, size >> 14 & 127 | 128, size >> 21])
            return padded + body
        return struct.pack(">I", len(body) + 4) + body

    def event(self, name, *values):
        self.body += self.record(self.types[name][0], *values)

    def checkpoint(self):
        out = self.long(0) + self.long(0) + self.long(0) + b"\0" + self.int(len(self.pools))
        for name, constants in self.pools.items():
            out += self.long(self.types[name][0]) + self.int(len(constants))
            for key, value in constants.items():
                out += self.long(key) + value
        return self.record(1, out)

    def metadata(self):
        strings = []

        def string(text):
            if text not in strings:
                strings.append(text)
            return self.int(strings.index(text))

        def element(name, attributes, children):
            out = string(name) + self.int(len(attributes))
            for key, value in attributes.items():
                out += string(key) + string(str(value))
            return out + self.int(len(children)) + b"".join(children)

        classes = []
        for name, (number, fields) in self.types.items():
            children = [element("note", {}, [])]
            for field, of in fields:
                attributes = {"name": field, "class": self.types[of.strip("*[]")][0]}
                if "*" in of:
                    attributes["constantPool"] = "true"
                if "[]" in of:
                    attributes["dimension"] = "1"
                units = {"startTime": ("jdk.jfr.Timestamp", "TICKS"), "duration": ("jdk.jfr.Timespan", "TICKS"),
                         "jvmStartTime": ("jdk.jfr.Timestamp", "MILLISECONDS_SINCE_EPOCH")}
                unit = units.get(field)
                children.append(element("field", attributes, [] if unit is None else [
                    element("annotation", {"class": self.types[unit[0]][0], "value": unit[1]}, [])]))
            attributes = {"id": number, "name": name}
            if fields and fields[0][0] == "startTime":
                attributes["superType"] = "jdk.jfr.Event"
            classes.append(element("class", attributes, children))
        root = element("root", {}, [element("metadata", {}, classes), element("region", {"locale": "en"}, [])])
        return self.record(0, self.long(0), self.long(0), self.long(1), self.int(len(strings)), *map(self.text, strings), root)

    def bytes(self, size=None):
        constants = self.checkpoint()
        at = 68 + len(self.body)
        body = self.body + constants + self.metadata()
        length = 68 + len(body) if size is None else size
        flags = 1 if self.compressed else 0
        header = struct.pack(
            ">4sHHQQQQQQQBBH", b"FLR\0", 2, 1, length, at, at + len(constants), self.start, 1000, 100, TICKS, 0, 0, flags
        )
        return header + body


def add_types(c):
    c.type("jdk.types.Symbol", ("string", "java.lang.String"))
    c.type("java.lang.Class", ("classLoader", "long"), ("name", "*jdk.types.Symbol"), ("modifiers", "int"))
    c.type("jdk.types.Method", ("type", "*java.lang.Class"), ("name", "*jdk.types.Symbol"), ("descriptor", "*jdk.types.Symbol"))
    c.type("jdk.types.FrameType", ("description", "java.lang.String"))
    c.type("jdk.types.StackFrame", ("method", "*jdk.types.Method"), ("lineNumber", "int"), ("bytecodeIndex", "int"), ("type", "*jdk.types.FrameType"))
    c.type("jdk.types.StackTrace", ("truncated", "boolean"), ("frames", "jdk.types.StackFrame[]"))
    c.type("java.lang.Thread", ("osName", "java.lang.String"), ("javaName", "java.lang.String"))
    c.type("jdk.ExecutionSample", ("startTime", "long"), ("sampledThread", "*java.lang.Thread"), ("stackTrace", "*jdk.types.StackTrace"))
    allocation = [("startTime", "long"), ("eventThread", "*java.lang.Thread"), ("stackTrace", "*jdk.types.StackTrace"), ("objectClass", "*java.lang.Class")]
    c.type("jdk.ObjectAllocationSample", *allocation, ("weight", "long"))
    c.type("jdk.ObjectAllocationInNewTLAB", *allocation, ("allocationSize", "long"), ("tlabSize", "long"))
    c.type("jdk.ObjectAllocationOutsideTLAB", *allocation, ("allocationSize", "long"))
    wait = [("startTime", "long"), ("duration", "long"), ("eventThread", "*java.lang.Thread"), ("stackTrace", "*jdk.types.StackTrace")]
    c.type("jdk.JavaMonitorEnter", *wait, ("monitorClass", "*java.lang.Class"))
    c.type("jdk.ThreadPark", *wait, ("parkedClass", "*java.lang.Class"))
    c.type("app.Other", ("startTime", "long"), ("wide", "double"), ("names", "java.lang.String[]"))


def add_constants(c, first=1):
    """Stack traces first (Main.main > Main.work) and first + 1 (Main.main)."""
    symbols = ["app/Main", "work", "main", "()V", "java/lang/Object", "[B",
               "java/util/concurrent/locks/ReentrantLock$NonfairSync",
               "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
               "app/Main$$Lambda+0x00007f3c01000a08", "nanoTime"]
    for i, text in enumerate(symbols):
        c.constant("jdk.types.Symbol", 10 + i, c.text(text))
    for key, symbol in ((1, 10), (2, 14), (3, 15), (4, 16), (5, 17), (6, 18)):
        c.constant("java.lang.Class", key, c.long(7), c.long(symbol), c.int(-1))
    c.constant("jdk.types.Method", 1, c.long(1), c.long(11), c.long(13))
    c.constant("jdk.types.Method", 2, c.long(1), c.long(12), c.long(13))
    c.constant("jdk.types.Method", 3, c.long(6), c.long(19), c.long(13))
    c.constant("jdk.types.FrameType", 1, c.text("JIT compiled"))
    c.constant("jdk.types.FrameType", 2, c.text("Native"))
    c.constant("java.lang.Thread", 1, c.text("main"), c.text("main"))

    def frame(method, line, kind=1):
        return c.long(method) + c.int(line) + c.int(0) + c.long(kind)

    c.constant("jdk.types.StackTrace", first, b"\0", c.int(2), frame(1, 12), frame(2, 5))
    c.constant("jdk.types.StackTrace", first + 1, b"\1", c.int(2), frame(3, 0, 2), frame(2, 6))


def add_samples(c, first=1):
    for trace in (first, first, first + 1):
        c.event("jdk.ExecutionSample", c.long(1), c.long(1), c.long(trace))
    c.event("app.Other", c.long(1), struct.pack(">d", 0.5), c.int(2), b"\0", c.text("x", 5))


def chunk(compressed=True, first=1, start=1_700_000_000_000_000_000):
    c = Chunk(compressed, start)
    add_types(c)
    add_constants(c, first)
    return c


def whole(compressed=True):
    one = chunk(compressed)
    add_samples(one)
    sample = [one.long(1), one.long(1), one.long(1)]
    one.event("jdk.ObjectAllocationSample", *sample, one.long(2), one.long(4096))
    one.event("jdk.ObjectAllocationSample", *sample, one.long(3), one.long(2**40))
    one.event("jdk.ObjectAllocationInNewTLAB", *sample, one.long(2), one.long(16), one.long(999))
    wait = [one.long(1), one.long(TICKS // 4), one.long(1), one.long(2)]
    one.event("jdk.JavaMonitorEnter", *wait, one.long(2))
    one.event("jdk.ThreadPark", *wait, one.long(4))
    one.event("jdk.ThreadPark", *wait, one.long(5))  # Waits for work.
    two = chunk(compressed, first=2**40, start=1_600_000_000_000_000_000)
    add_samples(two, 2**40)
    two.event("jdk.ExecutionSample", two.long(1), two.long(1), two.long(99))  # No trace.
    return one.bytes() + two.bytes()


def old():
    c = chunk()
    sample = [c.long(1), c.long(1), c.long(1)]
    c.event("jdk.ObjectAllocationInNewTLAB", *sample, c.long(2), c.long(16), c.long(1000))
    c.event("jdk.ObjectAllocationOutsideTLAB", *sample, c.long(3), c.long(5000))
    return c.bytes()


THREADS = """2031-02-03 04:05:06
Full thread dump OpenJDK 64-Bit Server VM (17.0.1+1 mixed mode):

"ana" #1 prio=5 os_prio=0 cpu=1.00ms elapsed=4.22s tid=0x0000000000000410 nid=0x29 waiting for monitor entry  [0x10]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat shop.Desk.pay(Desk.java:12)
\t- waiting to lock <0x00000000fd000010> (a shop.Till)
\t- locked <0x00000000fd0000%d> (a shop.Ledger)

"bo" #2 prio=5 os_prio=0 cpu=1.00ms elapsed=4.22s tid=0x0000000000000420 nid=0x2a waiting for monitor entry  [0x20]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat shop.Audit.check(Audit.java:30)
\t- waiting to lock <0x00000000fd000020> (a shop.Ledger)
\t- locked <0x00000000fd000010> (a shop.Till)

"""


def threads():
    c = chunk()
    c.type("jdk.ThreadDump", ("startTime", "long"), ("result", "java.lang.String"))
    for ledger in 30, 20:
        c.event("jdk.ThreadDump", c.long(1), c.text(THREADS % ledger))
    return c.bytes()


def add_machines(c, millis, pids):
    c.type("jdk.JVMInformation", ("startTime", "long"), ("jvmVersion", "java.lang.String"), ("jvmStartTime", "long"), ("pid", "long"))
    text = "OpenJDK 64-Bit Server VM (25.0.1+8) for linux-amd64 JRE (25.0.1+8), built on 2026-01-01"
    for pid in pids:
        c.event("jdk.JVMInformation", c.long(1000), c.text(text), c.long(millis), c.long(pid))


def machine():
    """The last description counts."""
    c = chunk()
    add_machines(c, 1_700_000_000_500, (77, 78))
    return c.bytes()


def heap(names, start=1_700_000_000_000_000_000, pids=()):
    """Two collections in each of 60 minutes, of the collectors `names`. The heap of 1 GiB grows
    by 10 MiB per minute."""
    c = chunk(start=start)
    add_machines(c, start // 1_000_000, pids)
    c.type("jdk.types.GCWhen", ("when", "java.lang.String"))
    c.type("jdk.types.GCName", ("name", "java.lang.String"))
    c.type("jdk.GCHeapSummary", ("startTime", "long"), ("gcId", "int"), ("when", "*jdk.types.GCWhen"),
           ("heapUsed", "long"))
    c.type("jdk.GarbageCollection", ("startTime", "long"), ("gcId", "int"), ("name", "*jdk.types.GCName"), ("sumOfPauses", "long"), ("longestPause", "long"))
    c.type("jdk.GCHeapConfiguration", ("startTime", "long"), ("maxSize", "long"), ("rate", "double"))
    c.event("jdk.GCHeapConfiguration", c.long(1), c.long(2**30), struct.pack(">d", 0.5))
    for key, when in enumerate(("Before GC", "After GC")):
        c.constant("jdk.types.GCWhen", key, c.text(when))
    for key, name in enumerate(names):
        c.constant("jdk.types.GCName", key, c.text(name))
    mib = 2**20
    for i in range(120):
        time = c.long(100 + i * 30 * TICKS)
        live = (100 + i // 2 * 10 + i % 2 * 90) * mib
        for when, used in enumerate((live + 50 * mib, live)):
            c.event("jdk.GCHeapSummary", time, c.int(i), c.long(when), c.long(used))
        # The unit of the pauses is not part of the recording: nanoseconds.
        if names:
            c.event("jdk.GarbageCollection", time, c.int(i), c.long(i % len(names)), c.long(1_500_000), c.long(1_000_000))
    return c.bytes()


def wall():
    c = chunk()
    c.type("jdk.types.ThreadState", ("name", "java.lang.String"))
    c.type("jdk.ExecutionSample", ("startTime", "long"), ("stackTrace", "*jdk.types.StackTrace"), ("state", "*jdk.types.ThreadState"))
    for key, name in enumerate(("STATE_DEFAULT", "STATE_RUNNABLE", "STATE_SLEEPING"), 1):
        c.constant("jdk.types.ThreadState", key, c.text(name))
        for _ in range(10**key):
            c.event("jdk.ExecutionSample", c.long(1), c.long(1), c.long(key))
    return c.bytes()


def properties():
    """The second of equal keys is that of a later chunk."""
    c = chunk()
    for name in "jdk.InitialSystemProperty", "jdk.InitialEnvironmentVariable":
        c.type(name, ("startTime", "long"), ("key", "java.lang.String"), ("value", "java.lang.String"))
    for key, value in ("b.key", "two"), ("a.key", "one"), ("b.key", "three"):
        c.event("jdk.InitialSystemProperty", c.long(1), c.text(key), c.text(value))
    c.event("jdk.InitialEnvironmentVariable", c.long(1), c.text("HOME"), c.text("/root"))
    return c.bytes()


def objects(start=1_700_000_000_000_000_000):
    """Two sets of samples. Of the newer one, the last has another length, and the one before
    another class than the object of suspects-jfr.yaml with its address."""
    c = chunk(start=start)
    c.type("jdk.types.OldObject", ("address", "long"), ("type", "*java.lang.Class"))
    c.type("jdk.OldObjectSample", ("startTime", "long"), ("objectAge", "long"), ("object", "*jdk.types.OldObject"),
           ("arrayElements", "int"), ("stackTrace", "*jdk.types.StackTrace"))
    samples = [(5, 7, 0x7f0031000, 3, 2024, 1)]
    samples += [(9, 60 * n, 0x7f0021000 + 0x1000 * n, 3, 2024, 1) for n in range(4)]
    samples += [(9, 1, 0x7f0020000, 4, -2**31, 2), (9, 1, 0x7f0033000, 2, -2**31, 2), (9, 1, 0x7f0034000, 3, 7, 2)]
    for key, (time, age, address, of, length, trace) in enumerate(samples, 1):
        c.constant("jdk.types.OldObject", key, c.long(address), c.long(of))
        c.event("jdk.OldObjectSample", c.long(time), c.long(age * TICKS), c.long(key), c.int(length), c.long(trace))
    return c.bytes()


def names():
    c = chunk()
    c.type("Traces", ("startTime", "long"))
    c.type("Loop", ("again", "*Loop[]"), ("number", "int"))
    case = [("startTime", "long"), ("a", "int"), ("A", "int"), ("self", "*Loop")]
    c.type("app.Case", *case)
    c.type("app.case", *case)
    c.constant("Loop", 1, c.int(3), c.long(1), c.long(1), c.long(1), c.int(7))
    c.event("Traces", c.long(1))
    c.event("app.case", c.long(1), c.int(3), c.int(4), c.long(1))
    c.event("app.Case", c.long(1), c.int(1), c.int(2), c.long(1))
    return c.bytes()


def strings():
    c = Chunk()
    add_types(c)
    c.constant("java.lang.String", 7, c.text("pool\u00e9"))
    texts = [b"\0", b"\1", b"\2" + c.long(7), c.text("\u20ac"), c.text("\U0001f600", 4), c.text("\u00e9", 5), b"\2" + c.long(8)]
    for i, text in enumerate(texts):
        c.constant("jdk.types.Symbol", 1, c.text("Main"))
        c.constant("jdk.types.Symbol", 100 + i, text)
        c.constant("java.lang.Class", 1, c.long(7), c.long(1), c.int(-1))
        c.constant("jdk.types.Method", 100 + i, c.long(1), c.long(100 + i), c.long(1))
        c.constant("jdk.types.StackTrace", 100 + i, b"\0", c.int(1), c.long(100 + i), c.int(1), c.int(0), c.long(1))
        c.event("jdk.ExecutionSample", c.long(1), c.long(1), c.long(100 + i))
    return c.bytes()


def odd(contents):
    c = chunk()
    if contents == "cycle":
        c.type("Twice", ("a", "Twice"), ("b", "Twice"))
    elif contents == "deep":
        c.type("Self", ("more", "Self[]"))
        c.event("Self", *[c.int(1)] * 10000)
    else:  # Values without bytes: an array of any length.
        c.type("None")
        c.type("Nothing", ("none", "None"))
        c.type("Many", ("none", "Nothing[]"), ("startTime", "long"))
        for _ in range(1000):
            c.event("Many", c.int(2**31 - 1), c.long(1))
    add_samples(c)
    return c.bytes()


def main():
    contents = sys.argv[2] if len(sys.argv) > 2 else "whole"
    if contents == "whole" or contents == "fixed":
        out = whole(contents == "whole")
    elif contents == "old":
        out = old()
    elif contents == "open":
        last = chunk()
        add_samples(last)
        out = whole() + last.bytes(0)
    elif contents == "cut":
        out = whole()[:-10]
    elif contents == "none":
        out = Chunk().bytes(68)[:68]
    elif contents == "strings":
        out = strings()
    elif contents == "names":
        out = names()
    elif contents == "machine":
        out = machine()
    elif contents == "heap":
        out = heap(("DefNew", "SerialOld"))
    elif contents == "first-vm":
        out = heap(("G1New",), pids=(7,))
    elif contents == "last-vm":
        out = heap(("DefNew", "SerialOld"), 1_700_014_400_000_000_000, (8,))
    elif contents == "young-heap":
        out = heap(("G1New",))
    elif contents == "other-heap":
        out = heap(())
    elif contents == "wall":
        out = wall()
    elif contents == "properties":
        out = properties()
    elif contents == "objects":
        out = objects()
    elif contents == "older-objects":
        out = objects(1_600_000_000_000_000_000)
    elif contents == "threads":
        out = threads()
    else:
        out = odd(contents)
    with open(sys.argv[1], "wb") as file:
        file.write(out)


if __name__ == "__main__":
    main()
