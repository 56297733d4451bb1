"""Generates heap dumps, byte by byte, of programs in which objects accumulate: lists,
maps, ring buffers and trees of application objects in static fields, in objects, in
threads and in ThreadLocals, and objects held by several others. Each number always
gives the same dump."""

import random
import struct

OBJECT, INT, LONG = 2, 10, 11
WIDTHS = {OBJECT: 4, INT: 4, LONG: 8}
BYTE = 8

# Name, superclass, fields.
CLASSES = [
    ("java/lang/Object", None, []),
    ("java/lang/Class", "java/lang/Object", []),
    ("java/lang/ClassLoader", "java/lang/Object", [("classes", OBJECT)]),
    ("java/lang/String", "java/lang/Object", [("value", OBJECT)]),
    ("java/lang/Long", "java/lang/Object", [("value", LONG)]),
    ("java/lang/Thread", "java/lang/Object", [("name", OBJECT), ("threadLocals", OBJECT)]),
    ("java/lang/ThreadLocal", "java/lang/Object", []),
    ("java/lang/ThreadLocal$ThreadLocalMap", "java/lang/Object", [("table", OBJECT)]),
    ("java/lang/ref/Reference", "java/lang/Object", [("referent", OBJECT)]),
    ("java/lang/ref/WeakReference", "java/lang/ref/Reference", []),
    ("java/lang/ThreadLocal$ThreadLocalMap$Entry", "java/lang/ref/WeakReference",
     [("value", OBJECT)]),
    ("java/util/ArrayList", "java/lang/Object", [("size", INT), ("elementData", OBJECT)]),
    ("java/util/HashMap", "java/lang/Object", [("size", INT), ("table", OBJECT)]),
    ("java/util/LinkedHashMap", "java/util/HashMap", []),
    ("java/util/HashMap$Node", "java/lang/Object",
     [("hash", INT), ("key", OBJECT), ("value", OBJECT), ("next", OBJECT)]),
    ("java/util/LinkedList", "java/lang/Object", [("size", INT), ("first", OBJECT)]),
    ("java/util/LinkedList$Node", "java/lang/Object", [("item", OBJECT), ("next", OBJECT)]),
    ("java/util/BitSet", "java/lang/Object", [("words", OBJECT)]),
    ("app/Worker", "java/lang/Thread", [("mine", OBJECT)]),
    ("app/Lru", "java/util/LinkedHashMap", [("limit", INT)]),
    ("app/Ring", "java/lang/Object", [("slots", OBJECT), ("bufferSize", INT)]),
    ("app/Tree", "java/lang/Object", [("left", OBJECT), ("right", OBJECT), ("data", OBJECT)]),
    ("app/Loader", "java/lang/ClassLoader", []),
    ("app/Order", "java/lang/Object", [("number", INT), ("items", OBJECT), ("data", OBJECT)]),
    ("app/Cart", "java/lang/Object", [("number", INT), ("items", OBJECT), ("data", OBJECT)]),
    ("app/Item", "java/lang/Object", [("number", INT), ("data", OBJECT)]),
    ("app/Holder", "java/lang/Object", [("first", OBJECT), ("second", OBJECT)]),
    ("org/apache/Session", "java/lang/Object", [("items", OBJECT), ("data", OBJECT)]),
]
ARRAYS = ["[Ljava/lang/Object;", "[Ljava/util/HashMap$Node;",
          "[Ljava/lang/ThreadLocal$ThreadLocalMap$Entry;", "[Lapp/Order;", "[B", "[J"]
STATICS = ["FIRST", "SECOND", "THIRD"]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.next = 0x10000
        self.texts, self.records, self.objects = {}, [], []
        self.fields = {}
        self.ids = {name: 0x100 + 0x10 * i
                    for i, name in enumerate([c[0] for c in CLASSES] + ARRAYS)}
        self.mains = {}  # Application class: values of its static fields.
        self.roots = []
        self.threads = 0

    def text(self, text):
        if text not in self.texts:
            self.texts[text] = len(self.texts) + 1
            body = struct.pack(">I", self.texts[text]) + text.encode()
            self.records.append(struct.pack(">BII", 1, 0, len(body)) + body)
        return self.texts[text]

    def new(self):
        self.next += 0x10
        return self.next

    def instance(self, name, /, **values):
        number = self.new()
        body, of = b"", name
        while of:
            _, above, fields = next(c for c in CLASSES if c[0] == of)
            for field, kind in fields:
                body += values.pop(field, 0).to_bytes(WIDTHS[kind], "big")
            of = above
        assert not values, values
        self.objects.append(struct.pack(">BIIII", 0x21, number, 0, self.ids[name], len(body)) +
                            body)
        return number

    def array(self, elements, name="[Ljava/lang/Object;"):
        number = self.new()
        self.objects.append(struct.pack(">BIIII", 0x22, number, 0, len(elements), self.ids[name]) +
                            b"".join(struct.pack(">I", e) for e in elements))
        return number

    def numbers(self, length, kind=BYTE):
        number = self.new()
        width = 8 if kind == LONG else 1
        self.objects.append(struct.pack(">BIIIB", 0x23, number, 0, length, kind) +
                            bytes(width * length))
        return number

    def string(self, text):
        number = self.new()
        self.objects.append(struct.pack(">BIIIB", 0x23, number, 0, len(text), BYTE) +
                            text.encode())
        return self.instance("java/lang/String", value=number)

    # The elements that accumulate.

    def element(self):
        """A maker of elements of one kind."""
        r, size = self.r, self.r.choice([16, 60, 200])
        kind = r.randrange(9)
        inner = r.choice([0, 0, 1, 3, 5])
        is_fixed = r.random() < 0.6
        small = r.choice([0, 8, 100])

        def item():
            return self.instance("app/Item", number=r.randrange(9), data=self.numbers(small))

        def items():
            count = inner if is_fixed else r.randrange(inner + 2)
            return self.list_of([item() for _ in range(count)]) if count else 0

        def program(name):
            return lambda: self.instance(name, number=r.randrange(1000), items=items(),
                                         data=self.numbers(size))

        def session():
            return self.instance("org/apache/Session", items=items(), data=self.numbers(size))

        def linked():
            return self.linked([item() for _ in range(inner)])

        return [program("app/Order"), program("app/Cart"), program("app/Order"),
                lambda: self.numbers(size), lambda: self.string("s" * size), session,
                lambda: self.instance("java/util/BitSet", words=self.numbers(size // 8, LONG)),
                lambda: self.list_of([self.instance("java/lang/Long") for _ in range(4)]),
                linked][kind]

    def elements(self):
        count = self.r.choice([20, 37, 64, 100, 128, 203] * 3 + [1000])
        makers = [self.element() for _ in range(self.r.choice([1, 1, 1, 2]))]
        made = [self.r.choice(makers)() for _ in range(count)]
        self.r.shuffle(made)
        return made

    # The structures in which they accumulate.

    def list_of(self, elements):
        room = elements + [0] * self.r.choice([0, 0, 3])
        return self.instance("java/util/ArrayList", size=len(elements),
                             elementData=self.array(room))

    def map_of(self, elements, name="java/util/HashMap", **more):
        r = self.r
        rows, buckets = max(1, len(elements) * 3 // 4), {}
        with_keys = r.random() < 0.3
        for value in elements:
            row = r.randrange(rows)
            key = self.string("k%d" % r.randrange(99)) if with_keys else 0
            buckets[row] = self.instance("java/util/HashMap$Node", key=key, value=value,
                                         next=buckets.get(row, 0))
        table = self.array([buckets.get(i, 0) for i in range(rows)], "[Ljava/util/HashMap$Node;")
        return self.instance(name, size=len(elements), table=table, **more)

    def linked(self, elements):
        node = 0
        for item in elements:
            node = self.instance("java/util/LinkedList$Node", item=item, next=node)
        return self.instance("java/util/LinkedList", size=len(elements), first=node)

    def tree(self, elements):
        made = []
        for data in elements:
            left, right = (made.pop() if made and self.r.random() < 0.7 else 0 for _ in range(2))
            made.append(self.instance("app/Tree", left=left, right=right, data=data))
        while len(made) > 1:
            made.append(self.instance("app/Tree", left=made.pop(), right=made.pop()))
        return made[0]

    def whole(self):
        """One structure with elements in it."""
        e = self.elements()
        return self.r.choice([
            lambda: self.list_of(e), lambda: self.map_of(e), lambda: self.linked(e),
            lambda: self.tree(e), lambda: self.array(e),
            lambda: self.array([self.array(e[i::4]) for i in range(4)]),
            lambda: self.map_of(e, "app/Lru", limit=self.r.choice([64, 100, 1000, 7])),
            lambda: self.instance("app/Ring", slots=self.array(e), bufferSize=len(e)),
            lambda: self.map_of([self.list_of(e[i::7]) for i in range(7)]),
        ])()

    # The holders of the structures.

    def static(self, value):
        """Puts the structure into a static field of a class that has room, or of a new
        one."""
        with_room = [n for n, v in self.mains.items() if len(v) < len(STATICS)]
        if with_room and self.r.random() < 0.6:
            self.mains[with_room[0]].append(value)
        else:
            self.mains["app/Main%d" % len(self.mains)] = [value]

    def thread(self, name="java/lang/Thread", /, **values):
        self.threads += 1
        name_of = self.string("worker-%d" % self.threads)
        thread = self.instance(name, name=name_of, **values)
        self.roots.append(struct.pack(">BIII", 8, thread, self.threads, 0))
        return thread

    def local(self, value):
        self.roots.append(struct.pack(">BIII", 3, value, self.threads, 0))

    def hold(self, value):
        r, way = self.r, self.r.randrange(8)
        if way < 3:
            self.static(value)
        elif way == 3:
            self.static(self.instance("app/Holder", first=value, second=r.choice([0, value])))
        elif way == 4:
            self.thread()
            self.local(value)
        elif way == 5:
            for _ in range(r.choice([1, 3])):
                self.thread("app/Worker", mine=value)
        elif way == 6:
            self.roots.append(struct.pack(">BII", 1, value, 0))
        else:
            for _ in range(2):
                self.static(self.instance("app/Holder", first=value))

    def each_thread(self):
        """The same amount in each of some threads: a value, a local variable or a
        field."""
        r = self.r
        element, key = self.element(), self.instance("java/lang/ThreadLocal")
        self.static(key)
        way, count = r.randrange(3), r.choice([3, 10, 40])
        for _ in range(count + r.choice([0, 0, 4])):
            has = self.threads < count
            value = element() if has else 0
            if way == 0 and has:
                entry = self.instance("java/lang/ThreadLocal$ThreadLocalMap$Entry", referent=key,
                                      value=value)
                table = self.array([0, entry], "[Ljava/lang/ThreadLocal$ThreadLocalMap$Entry;")
                self.thread(threadLocals=self.instance(
                    "java/lang/ThreadLocal$ThreadLocalMap", table=table))
            elif way == 1 and has:
                self.thread()
                self.local(value)
            else:
                self.thread("app/Worker", mine=value)

    def shared(self):
        """Elements that no single object holds."""
        elements = self.elements()
        name = self.r.choice(["static", "worker", "root"])
        if name == "root":
            self.roots += [struct.pack(">BII", 1, e, 0) for e in elements]
            return
        for _ in range(self.r.choice([2, 5])):
            if name == "static":
                self.static(self.list_of(elements))
            else:
                self.thread("app/Worker", mine=self.list_of(elements))

    # The file.

    def class_dump(self, name, above, fields, statics=(), loader=0):
        body = struct.pack(">BIIIIIIIIIHH", 0x20, self.ids[name], 0,
                           self.ids[above] if above else 0, loader, 0, 0, 0, 0,
                           sum(WIDTHS[k] for _, k in fields), 0, len(statics))
        for field, value in statics:
            body += struct.pack(">IBI", self.text(field), OBJECT, value)
        body += struct.pack(">H", len(fields))
        for field, kind in fields:
            body += struct.pack(">IB", self.text(field), kind)
        return body

    def make(self):
        r = self.r
        for _ in range(r.choice([1, 2, 2, 3, 4])):
            self.hold(self.whole())
        if r.random() < 0.3:
            self.each_thread()
        if r.random() < 0.25:
            self.shared()
        loader = self.new()
        for name in self.mains:
            self.ids[name] = 0x100 + 0x10 * len(self.ids)
        classes = self.list_of([self.ids[name] for name in self.mains])
        is_listed = r.random() < 0.5
        self.objects.append(struct.pack(">BIIII", 0x21, loader, 0, self.ids["app/Loader"], 4) +
                            struct.pack(">I", classes if is_listed else 0))
        self.roots.append(struct.pack(">BII", 1, loader, 0))
        dump = [self.class_dump(*c) for c in CLASSES]
        dump += [self.class_dump(name, "java/lang/Object", []) for name in ARRAYS]
        for name, values in self.mains.items():
            dump.append(self.class_dump(name, "java/lang/Object", [],
                                        list(zip(STATICS, values)), loader))
            if not is_listed:
                self.roots.append(struct.pack(">BI", 5, self.ids[name]))
        self.roots += [struct.pack(">BI", 5, self.ids[name]) for name, _, _ in CLASSES]
        r.shuffle(self.objects)
        body = b"".join(dump + self.objects + self.roots)
        for serial, (name, number) in enumerate(self.ids.items(), 1):
            load = struct.pack(">IIII", serial, number, 0, self.text(name))
            self.records.append(struct.pack(">BII", 2, 0, len(load)) + load)
        self.records.append(struct.pack(">BII", 0x0C, 0, len(body)) + body)
        return b"JAVA PROFILE 1.0.2\0" + struct.pack(">IQ", 4, 0) + b"".join(self.records)
