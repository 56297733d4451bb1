"""Well-formed inputs designed to be slow, for work-law.py.

Each function SHAPE(n) returns the bytes of an input of about n bytes. The table
SHAPES lists them, with the format and the commands that read them.
"""

import json
import os
import struct
import subprocess
import sys

MASK = (1 << 64) - 1


def colliding(count, align=1):
    """Ids that have the same hash in LLVM's tables, whose mixing of bits is known."""
    inverse = pow(0xBF58476D1CE4E5B9, -1, 1 << 64)
    ids, i = [], 0
    while len(ids) != count:
        i += 1
        mixed = i << 32 | 0x12345678
        mixed ^= mixed >> 31 ^ mixed >> 62
        of = mixed * inverse & MASK
        if of % align == 0:
            ids.append(of)
    return ids


class Heap:
    """An HPROF file with one heap dump segment."""

    def __init__(self, magic=b"JAVA PROFILE 1.0.2\0"):
        self.top = [magic + struct.pack(">IQ", 8, 0)]
        self.heap = []
        self.names = {}
        self.classes = {}

    def record(self, tag, body):
        self.top.append(struct.pack(">BII", tag, 0, len(body)) + body)

    def name(self, text, of=None):
        if text not in self.names:
            self.names[text] = of or len(self.names) + 1
            self.record(1, struct.pack(">Q", self.names[text]) + text.encode())
        return self.names[text]

    def load(self, name, of=None, serial=None):
        of = of or 0x10000 + 16 * len(self.classes)
        self.classes[name] = of
        serial = serial or len(self.classes)
        self.record(2, struct.pack(">IQIQ", serial, of, 0, self.name(name)))
        return of

    def cls(self, name, up=0, fields=(), statics=(), of=None, loader=0):
        """A class; fields are (name, type), statics (name, type, value)."""
        of = self.load(name, of)
        size = sum({2: 8, 10: 4, 4: 1, 11: 8, 5: 2}[t] for _, t in fields)
        body = struct.pack(">BQIQQQQQQIHH", 0x20, of, 0, up, loader, 0, 0, 0, 0, size, 0, len(statics))
        for field, kind, value in statics:
            body += struct.pack(">QB" + {2: "Q", 10: "i"}[kind], self.name(field), kind, value)
        body += struct.pack(">H", len(fields))
        for field, kind in fields:
            body += struct.pack(">QB", self.name(field), kind)
        self.heap.append(body)
        return of

    def instance(self, of, cls, values=b""):
        self.heap.append(struct.pack(">BQIQI", 0x21, of, 0, cls, len(values)) + values)

    def objects(self, of, cls, elements, times=1):
        body = struct.pack(">%dQ" % len(elements), *elements) * times
        self.heap.append(struct.pack(">BQIIQ", 0x22, of, 0, len(body) // 8, cls) + body)

    def bytes(self, of, data):
        self.heap.append(struct.pack(">BQIIB", 0x23, of, 0, len(data), 8) + data)

    def root(self, of):
        self.heap.append(struct.pack(">BQ", 0xFF, of))

    def done(self):
        body = b"".join(self.heap)
        return b"".join(self.top) + struct.pack(">BII", 0x1C, 0, len(body)) + body + struct.pack(">BII", 0x2C, 0, 0)


# HPROF binary


def files_in_array(n):
    """A truncated array with the beginnings of many files, whose records each extend
    almost to the end of the array."""
    begin = b"JAVA PROFILE 1.0.2\0" + struct.pack(">IQ", 8, 0) + struct.pack(">BIIQ", 1, 0, 8, 7)
    inner = begin + struct.pack(">BII", 1, 0, len(begin))
    h = Heap()
    h.cls("java/lang/Object")
    h.bytes(0x1000, inner * (n // len(inner)) + b"\xee" * 100)
    whole = h.done()[:-9]
    at = whole.index(b"\x1c\0\0\0\0") + 5
    return whole[:at] + struct.pack(">I", len(whole)) + whole[at + 4 :]


def names_collide(n):
    h = Heap()
    for i, of in enumerate(colliding(n // 24)):
        h.name("n%05d" % i, of)
    h.cls("java/lang/Object")
    return h.done()


def names_in_order(n):
    """Ids whose products with the golden ratio differ only in the lowest bits."""
    inverse = pow(0x9E3779B97F4A7C15, -1, 1 << 64)
    h = Heap()
    for i in range(n // 24):
        h.name("n%05d" % i, (i + 1) * inverse & MASK)
    h.cls("java/lang/Object")
    return h.done()


def classes_collide(n):
    h = Heap()
    up = h.cls("java/lang/Object")
    for i, of in enumerate(colliding(n // 180)):
        h.cls("C%d" % i, up, of=of)
        h.instance(0x1000000 + 16 * i, of)
    return h.done()


def deep_classes(n):
    """Each class extends the previous one, and has an instance."""
    h = Heap()
    up = h.cls("java/lang/Object")
    for i in range(n // 220):
        up = h.cls("C%d" % i, up, [("f", 10)])
        h.instance(0x1000000 + 16 * i, up, struct.pack(">i", 1) * (i + 1 if i < 8 else 0))
    return h.done()


def many_segments(n):
    """Segments without a length, as if each writer had been stopped."""
    h = Heap()
    h.cls("java/lang/Object")
    more = struct.pack(">BII", 0x1C, 0, 0) + struct.pack(">BQ", 0xFF, 0x10000)
    return h.done()[:-9] + more * (n // len(more))


def many_gaps(n):
    """Bytes that are not a record, between records."""
    h = Heap()
    whole = h.done()
    more = b"\0" * 11 + 6 * (struct.pack(">BIIQ", 1, 0, 9, 7) + b"x")
    return whole + more * (n // len(more))


def many_files(n):
    h = Heap()
    h.cls("java/lang/Object")
    one = h.done()
    return one * (n // len(one))


def many_traces(n):
    h = Heap()
    h.load("A")
    name = h.name("m")
    for i in range(n // 90):
        h.record(4, struct.pack(">QQQQIi", i, name, 0, 0, 1, i))
        h.record(5, struct.pack(">IIIQ", i, i, 1, i))
    return h.done()


def long_list(n):
    """A list whose dominator tree, and whose paths, are as deep as it is long."""
    h = Heap()
    up = h.cls("java/lang/Object")
    node = h.cls("Node", up, [("next", 2)])
    count = n // 33
    for i in range(count):
        h.instance(0x1000000 + 16 * i, node, struct.pack(">Q", 0x1000000 + 16 * (i + 1) if i + 1 < count else 0))
    h.root(0x1000000)
    return h.done()


def long_array(n):
    """An array of references to a few objects, and its holder."""
    h = Heap()
    up = h.cls("java/lang/Object")
    array = h.cls("[Ljava/lang/Object;", up)
    for i in range(16):
        h.instance(0x1000 + 16 * i, up)
    h.objects(0x2000, array, [0x1000 + 16 * i for i in range(16)], times=n // 128)
    h.root(0x2000)
    return h.done()


def null_array(count):
    """An array in which every second element is null."""
    h = Heap()
    up = h.cls("java/lang/Object")
    array = h.cls("[Ljava/lang/Object;", up)
    for i in range(16):
        h.instance(0x1000 + 16 * i, up)
    h.objects(0x2000, array, [0x1000 + 16 * (i // 2) if i % 2 else 0 for i in range(32)], times=count // 32)
    h.root(0x2000)
    return h.done()


def reference_classes(h):
    up = h.cls("java/lang/Object")
    h.cls("java/lang/Class", up)
    ref = h.cls("java/lang/ref/Reference", up, [("referent", 2), ("queue", 2), ("next", 2), ("discovered", 2)])
    return up, ref, h.cls("java/lang/ref/WeakReference", ref)


def shared_locals(n):
    """Threads with one map of thread locals."""
    h = Heap()
    up, _, weak = reference_classes(h)
    entry = h.cls("java/lang/ThreadLocal$ThreadLocalMap$Entry", weak, [("value", 2)])
    array = h.cls("[Ljava/lang/ThreadLocal$ThreadLocalMap$Entry;", up)
    table = h.cls("java/lang/ThreadLocal$ThreadLocalMap", up, [("table", 2), ("size", 10), ("threshold", 10)])
    thread = h.cls("java/lang/Thread", up, [("threadLocals", 2), ("inheritableThreadLocals", 2)])
    count = n // 120
    for i in range(count):
        h.instance(0x1000000 + 64 * i, entry, struct.pack(">5Q", 0x10000, 0, 0, 0, 0x10000))
    h.objects(0x900000, array, [0x1000000 + 64 * i for i in range(count)])
    h.instance(0x900010, table, struct.pack(">Qii", 0x900000, count, count))
    for i in range(count):
        h.instance(0x2000000 + 64 * i, thread, struct.pack(">QQ", 0x900010, 0))
        h.root(0x2000000 + 64 * i)
    return h.done()


def shared_queue(n):
    """Queues of references with one list."""
    h = Heap()
    up, ref, weak = reference_classes(h)
    queue = h.cls("java/lang/ref/ReferenceQueue", up, [("queueLength", 11), ("head", 2)])
    count = n // 110
    for i in range(count):
        follower = 0x1000000 + 64 * min(i + 1, count - 1)
        h.instance(0x1000000 + 64 * i, weak, struct.pack(">4Q", 0, 0, follower, 0))
    for i in range(count):
        h.instance(0x2000000 + 64 * i, queue, struct.pack(">QQ", count, 0x1000000))
        h.root(0x2000000 + 64 * i)
    return h.done()


def shared_buckets(n):
    """Entries of a hash map whose chains all end in the same entry."""
    h = Heap()
    up = h.cls("java/lang/Object")
    node = h.cls("java/util/HashMap$Node", up, [("hash", 10), ("key", 2), ("value", 2), ("next", 2)])
    array = h.cls("[Ljava/util/HashMap$Node;", up)
    table = h.cls("java/util/HashMap", up, [("table", 2), ("size", 10), ("modCount", 10), ("threshold", 10)])
    count = n // 120
    for i in range(count):
        follower = 0x1000000 + 64 * (i + 1) if i + 1 < count else 0
        h.instance(0x1000000 + 64 * i, node, struct.pack(">i3Q", 0, 0x10000, 0x10000, follower))
        h.instance(0x2000000 + 64 * i, node, struct.pack(">i3Q", 0, 0x10000, 0x10000, 0x1000000))
    h.objects(0x900000, array, [0x2000000 + 64 * i for i in range(count)])
    h.instance(0x900010, table, struct.pack(">Qiii", 0x900000, 2 * count, 0, count))
    h.root(0x900010)
    return h.done()


def shared_chains(n):
    """Queues and sets of java.util.concurrent with one chain of nodes."""
    h = Heap()
    up = h.cls("java/lang/Object")
    node = h.cls("java/util/concurrent/ConcurrentLinkedQueue$Node", up, [("item", 2), ("next", 2)])
    queue = h.cls("java/util/concurrent/ConcurrentLinkedQueue", up, [("head", 2), ("tail", 2)])
    count = n // 90
    for i in range(count):
        follower = 0x1000000 + 64 * (i + 1) if i + 1 < count else 0
        h.instance(0x1000000 + 64 * i, node, struct.pack(">QQ", 0x10000, follower))
    for i in range(count):
        h.instance(0x2000000 + 64 * i, queue, struct.pack(">QQ", 0x1000000, 0x1000000))
        h.root(0x2000000 + 64 * i)
    return h.done()


def backtrace(n):
    """The stack of an exception in long arrays, the last element of each of which is itself."""
    h = Heap()
    up = h.cls("java/lang/Object")
    array = h.cls("[Ljava/lang/Object;", up)
    failure = h.cls("java/lang/Throwable", up, [("backtrace", 2)])
    h.instance(0x2000, failure, struct.pack(">Q", 0x3000))
    h.root(0x2000)
    h.heap.append(struct.pack(">BQIIBH", 0x23, 0x4000, 0, 1, 9, 1))
    h.objects(0x5000, array, [up])
    h.objects(0x3000, array, [0x4000, 0, 0x5000] + [0] * (n // 8) + [0x3000])
    return h.done()


# Other heap dumps


def text_names(n):
    """HPROF text with many threads, traces and classes."""
    lines = ["JAVA PROFILE 1.0.1, created Mon Jan  5 10:00:00 2015", ""]
    for i, of in zip(range(n // 150), colliding(n // 150)):
        lines.append('THREAD START (obj=%x, id = %d, name="t%d", group="main")' % (of, 200000 + i, i))
        lines.append("TRACE %d: (thread=%d)" % (300000 + i, 200000 + i))
        lines.append("\tC%d.m(C.java:%d)" % (i, i))
    return "\n".join(lines + [""]).encode()


def text_heap(n):
    lines = ["JAVA PROFILE 1.0.1, created Mon Jan  5 10:00:00 2015", ""]
    lines.append("HEAP DUMP BEGIN (1 objects, 8 bytes) Mon Jan  5 10:00:01 2015")
    for i, of in zip(range(n // 110), colliding(n // 110)):
        lines.append("CLS %x (name=C%d, trace=0)" % (of, i))
        lines.append("OBJ %x (sz=16, trace=0, class=C%d@%x)" % (0x1000000 + 16 * i, i, of))
        lines.append("\tf\t\t%x" % (0x1000000 + 16 * (i // 2)))
    return "\n".join(lines + ["HEAP DUMP END", ""]).encode()


def yaml_items(n):
    lines = ["--- !hprof", "- classes:", "  - {name: java/lang/Object}"]
    for i, of in zip(range(n // 150), colliding(n // 150)):
        lines.append("- class: {name: C%d, class: 0x%x, super: java/lang/Object, fields: {f%d: object}}" % (i, of, i))
        lines.append("- instance: {object: 0x%x, class: 0x%x}" % (0x1000000 + 16 * i, of))
    return "\n".join(lines + [""]).encode()


def yaml_flow(n):
    """An item with a long list, and strings with many escapes."""
    elements = ", ".join(["0 x 4", "7"] * (n // 14))
    return ("--- !hprof\n- primitiveArray: {object: 1, elementType: int, elements: [%s]}\n" % elements).encode()


def yaml_maps(n):
    """An item with many keys of one class."""
    fields = ", ".join("f%d: int" % i for i in range(min(n // 20, 60000)))
    values = ", ".join("f%d: 1" % i for i in reversed(range(min(n // 20, 60000))))
    return ("--- !hprof\n- classes:\n  - {name: A, fields: {%s}}\n- instance: {object: 1, class: A, fields: {%s}}\n" % (fields, values)).encode()


def classic(n):
    lines = ["// Version: J2RE 5.0 IBM J9 2.3 Linux x86-32 build j9vmxi3223-20070201"]
    ids = [of >> 33 for of in colliding(n // 90)]
    for i, of in enumerate(ids):
        lines.append("0x%08x [256] CLS C%d" % (of * 4 & 0xFFFFFFFF, i))
        lines.append("\t0x%08x 0x%08x " % (ids[0] * 4 & 0xFFFFFFFF, ids[i // 2] * 4 & 0xFFFFFFFF))
    lines.append("// Breakdown - Classes: %d, Objects: 0, ObjectArrays: 0, PrimitiveArrays: 0" % len(ids))
    lines.append("// EOF:  Total 'Objects',Refs(null) : %d,%d(0)" % (len(ids), 2 * len(ids)))
    return "\n".join(lines + [""]).encode()


def phd(n):
    """Classes and objects of a portable heap dump, which hprof-convert makes of YAML."""
    lines = ["--- !hprof", "format: phd", "---", "- strings: [java/lang/Object]", "- phdHeader: {version: 6, flags: 1}"]
    for i, of in enumerate(colliding(n // 48, align=8)):
        lines.append("- utf8: {id: 0x%x, text: C%d}" % (i + 1, i))
        lines.append("- referenceClass: {class: 0x%x, name: C%d}" % (of, i))
        lines.append("- referenceObject: {object: 0x%x, class: 0x%x, references: [{object: 0x%x}]}" % (0x1000000 + 16 * i, of, of))
    text = "\n".join(lines + [""]).encode()
    return subprocess.run(["hprof-convert", "-q", "--to=phd", "-"], input=text, stdout=subprocess.PIPE, check=True).stdout


def snapshot(n):
    """Nodes of one name with edges of many names, and ids that collide."""
    types = ["hidden", "array", "string", "object", "code", "closure", "regexp", "number", "native", "synthetic"]
    count = n // 70
    nodes, edges = [9, 0, 1, 0, count, 0, 0], []
    for i, of in enumerate(colliding(count)):
        nodes += [3, 1, of >> 12, 16, 1, 0, 0]
        edges += [2, 2 + i, 7 * (i + 1)]
    root = [number for i in range(count) for number in (1, i, 7 * (i + 1))]
    meta = {
        "node_fields": ["type", "name", "id", "self_size", "edge_count", "trace_node_id", "detachedness"],
        "node_types": [types, "string", "number", "number", "number", "number", "number"],
        "edge_fields": ["type", "name_or_index", "to_node"],
        "edge_types": [["context", "element", "property", "internal", "hidden", "shortcut", "weak"], "string_or_number", "node"],
    }
    return json.dumps(
        {
            "snapshot": {"meta": meta, "node_count": count + 1, "edge_count": 2 * count, "trace_function_count": 0},
            "nodes": nodes,
            "edges": root + edges,
            "strings": ["", "Thing"] + ["e%d" % i for i in range(count)],
        }
    ).encode()


def varint(number):
    out = b""
    while number >= 0x80:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def message(*fields):
    """A message of protobuf; a field is its number and a number or bytes."""
    out = b""
    for field, value in fields:
        if isinstance(value, int):
            out += varint(field << 3) + varint(value)
        else:
            out += varint(field << 3 | 2) + varint(len(value)) + value
    return out


def perfetto(n):
    packets = []
    ids = [of & (1 << 48) - 1 & ~7 or 8 for of in colliding(n // 60)]
    for i, of in enumerate(ids):
        graph = message(
            (1, 1),
            (9, message((1, i + 1), (3, b"C%d" % i), (4, 16))),
            (2, message((1, of), (2, i + 1), (3, 16))),
            (5, int(i + 1 < len(ids))),
            (6, i),
        )
        packets.append(message((1, message((10, 1), (56, graph)))))
    return b"".join(packets)


def recording(n):
    """Each event has a stack trace of its own."""
    sys.path.append(os.path.join(os.path.dirname(__file__), "..", "..", "..", "Format", "Jfr", "Inputs"))
    from recording import chunk

    c = chunk()
    for key in colliding(n // 60):
        frame = c.long(1) + c.int(key >> 16 & 0xFFFF) + c.int(0) + c.long(1)
        c.constant("jdk.types.StackTrace", key, b"\0", c.int(2), frame, frame)
        c.event("jdk.ExecutionSample", c.long(1), c.long(1), c.long(key))
    return c.bytes()


# Thread dumps


def jstack_locks(n):
    """One thread with as many locks as frames."""
    lines = ["2031-02-03 04:05:06", "Full thread dump OpenJDK 64-Bit Server VM (17.0.1+1 mixed mode):", ""]
    lines += ['"main" #1 prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x00007f0000000001 nid=0x1 runnable']
    lines += ["   java.lang.Thread.State: RUNNABLE"]
    for i in range(n // 80):
        lines += ["\tat a.B.m(B.java:%d)" % i, "\t- locked <0x%016x> (a java.lang.Object)" % (16 * (i + 1))]
    return "\n".join(lines + ["", ""]).encode()


def jstack_threads(n):
    """Threads that wait for classes, for owners of locks, and in a deadlock."""
    lines = ["2031-02-03 04:05:06", "Full thread dump OpenJDK 64-Bit Server VM (17.0.1+1 mixed mode):", ""]
    count = n // 900
    for i in range(count):
        lines += ['"t%d" #%d prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x%016x nid=0x%x waiting on condition' % (i, i, i + 1, i + 1)]
        lines += ["   java.lang.Thread.State: RUNNABLE", "\tat a.B%d.<clinit>(B.java:1)" % i]
        lines += ["\t- waiting on the Class initialization monitor for a.B%d" % (count - i)] + ["\tat a.B.m(B.java:%d)" % i, ""]
        lines += ['"u%d" #%d prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x%016x nid=0x%x waiting on condition' % (i, count + i, count + i + 1, count + i + 1)]
        lines += ["   java.lang.Thread.State: WAITING (parking)", "\tat jdk.internal.misc.Unsafe.park(Native Method)"]
        lines += ["\t- parking to wait for  <0x%016x> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)" % (16 * (i + 1)), ""]
    lines += ["Found one Java-level deadlock:", "============================="]
    for i in range(count):
        lines += ['"u%d":' % i, "  waiting for ownable synchronizer 0x%016x, (a java.util.concurrent.locks.ReentrantLock$NonfairSync)," % (16 * (i + 1))]
        lines += ['  which is held by "u%d"' % ((i + 1) % count), ""]
    return "\n".join(lines + [""]).encode()


def docker_log(n):
    """A dump in the log of a container, with lines that are nested too deeply."""
    lines = jstack_locks(n // 4).decode().splitlines()
    wrapped = ['{"log":%s,"stream":"stdout"}' % json.dumps(line + "\n") for line in lines]
    return "\n".join(['{"log":' + "[" * (n // 4)] + wrapped + [""]).encode()


def thread_json(n):
    threads = [
        {"tid": str(i), "name": "t%d" % i, "state": "BLOCKED", "stack": ["a.B.m(B.java:%d)" % i], "blockedOn": "java.lang.Object@%x" % i}
        for i in range(1, n // 130)
    ]
    containers = [{"container": "c", "parent": None, "owner": None, "threads": threads, "threadCount": str(len(threads))}]
    return json.dumps({"threadDump": {"processId": "1", "time": "2031-02-03T04:05:06Z", "runtimeVersion": "25", "threadContainers": containers}}).encode()


def javacore(n):
    head = ["0SECTION       TITLE subcomponent dump routine", "NULL           ==============================="]
    head += ['1TISIGINFO     Dump Event "user" (00004000) received', "1TIDATETIME    Date: 2031/02/03 at 04:05:06:123"]
    rule = "NULL           " + "-" * 72
    locks = [rule, "0SECTION       LOCKS subcomponent dump routine", "NULL           ===============================", "1LKMONPOOLDUMP Monitor Pool Dump (flat & inflated object-monitors):"]
    threads = [rule, "0SECTION       THREADS subcomponent dump routine", "NULL           =================================", "1XMTHDINFO     Thread Details"]
    for i, of in zip(range(n // 500), colliding(n // 500)):
        locks += ["2LKMONINUSE      sys_mon_t:0x%016X infl_mon_t: 0x%016X:" % (of, of + 128)]
        locks += ['3LKMONOBJECT       java/lang/Object@0x%016X: Flat locked by "t%d" (J9VMThread:0x%016X), entry count 1' % (16 * (i + 1), i, of)]
        threads += ['3XMTHREADINFO      "t%d" J9VMThread:0x%016X, omrthread_t:0x%016X, java/lang/Thread:0x%016X, state:R, prio=5' % (i, of, of, 16 * i)]
        threads += ["3XMJAVALTHREAD            (java/lang/Thread getId:0x%X, isDaemon:false)" % i, "3XMTHREADINFO3           Java callstack:"]
        threads += ["4XESTACKTRACE                at a/B.m(B.java:%d)" % i, "5XESTACKTRACE                   (entered lock: java/lang/Object@0x%016X, entry count: 1)" % (16 * (i + 1))]
    return "\n".join(head + locks + threads + [rule, "NULL           ---------------------- END OF DUMP -------------------------------------", ""]).encode()


# Files next to the input


def mapping(n):
    """A mapping of names with facts that are nested too deeply."""
    lines = []
    for i in range(n // 140):
        lines += ["com.acme.C%d -> a%d:" % (i, i), '# {"id":"sourceFile","fileName":"C.kt"}', "    1:%d:void m%d(int):1:9 -> a" % (i + 1, i), "    int field%d -> a" % i]
    lines.append("# " + '{"x":' * (n // 8))
    return "\n".join(lines + [""]).encode()


def policy(n):
    """Lists within lists in every direction that YAML has."""
    return ("rules: " + "[" * (n // 2) + "\n").encode()


def policy_block(n):
    return (" ".join(["-"] * (n // 2)) + " a\n").encode()


def policy_rules(n):
    return ("rules:\n" + "".join("- {class: a.C%d, field: f, do: keep}\n" % i for i in range(n // 40))).encode()


def nested_toml(n):
    return b"a = " + b"[" * n


def nested_json(n):
    return b'{"schema_version": 2, "x": ' + b"[" * n


def mcp_call(n):
    line = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    return (json.dumps(line)[:-1] + ',"params":' + '{"a":' * (n // 5) + "\n" + json.dumps(line) + "\n").encode()
