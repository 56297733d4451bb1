"""Prints the contents of Eclipse Memory Analyzer's index files of a dump.

usage: read-mat.py PREFIX

The files are read by the rules in docs/Formats/MemoryAnalyzer.md, and checked
against each other: references and dominators with their inverse.
"""

import struct
import sys

prefix = sys.argv[1]


def file(name):
    with open(prefix + name, "rb") as f:
        return f.read()


def paged(data, begin, end):
    """The numbers of a paged array."""
    page_size, count = struct.unpack_from(">ii", data, end - 8)
    pages = -(-count // page_size)
    places = struct.unpack_from(">%dq" % (pages + 1), data, end - 8 - 8 * (pages + 1))
    assert places[0] == begin and places[-1] == end - 8 - 8 * (pages + 1)
    numbers = []
    for page, (at, limit) in enumerate(zip(places, places[1:])):
        bits, drop = data[at], data[at + 1]
        entries = "".join("{:08b}".format(byte) for byte in data[at + 2:limit])
        on_page = min(page_size, count - page * page_size)
        assert limit - at - 2 == max(1, -(-on_page * bits // 8))
        numbers += [int(entries[i * bits:(i + 1) * bits] or "0", 2) << drop
                    for i in range(on_page)]
    return numbers


def numbers(name):
    data = file(name)
    return paged(data, 0, len(data))


def list_parts(name):
    """The offsets at which the lists begin, and all their numbers."""
    data = file(name)
    divider = struct.unpack_from(">q", data, len(data) - 8)[0]
    return paged(data, divider, len(data) - 8), paged(data, 0, divider)


def ascending_lists(name):
    begins, body = list_parts(name)
    known = sorted(b for b in begins if b)
    end = dict(zip(known, known[1:] + [len(body) + 1]))
    return [body[b - 1:end[b] - 1] if b else [] for b in begins]


def counted_lists(name):
    begins, body = list_parts(name)
    return [body[b + 1:b + 1 + body[b]] for b in begins]


class Stream:
    """The objects of a Java serialization stream: a dict per object, with its custom
    data under the name of its class."""

    def __init__(self, data):
        self.data, self.at, self.handles, self.objects = data, 4, [], []
        assert data[:4] == b"\xac\xed\x00\x05"
        while self.at < len(data):
            self.objects.append(self.content())

    def take(self, form):
        value = struct.unpack_from(">" + form, self.data, self.at)
        self.at += struct.calcsize(">" + form)
        return value[0]

    def text(self, length):
        self.at += length
        return self.data[self.at - length:self.at].decode("utf-8")

    def new(self, value):
        self.handles.append(value)
        return value

    def value(self, kind):
        if kind in "L[":
            return self.content()
        return self.take({"B": "b", "C": "H", "D": "d", "F": "f", "I": "i", "J": "q",
                          "S": "h", "Z": "?"}[kind])

    def description(self):
        tag = self.take("B")
        if tag == 0x70:
            return None
        if tag == 0x71:
            return self.handles[self.take("i") - 0x7e0000]
        assert tag == 0x72, hex(tag)
        found = self.new({"name": self.text(self.take("H")), "version": self.take("q")})
        found["flags"] = self.take("B")
        found["fields"] = []
        for _ in range(self.take("H")):
            kind, name = chr(self.take("B")), self.text(self.take("H"))
            found["fields"].append((kind, name))
            if kind in "L[":
                assert self.content()[0] == kind
        assert self.take("B") == 0x78
        found["super"] = self.description()
        return found

    def data_to_end(self):
        found = []
        while self.data[self.at] != 0x78:
            found.append(self.content())
        self.at += 1
        return found

    def content(self):
        tag = self.take("B")
        if tag == 0x70:
            return None
        if tag == 0x71:
            return self.handles[self.take("i") - 0x7e0000]
        if tag == 0x74:
            return self.new(self.text(self.take("H")))
        if tag == 0x77:
            length = self.take("B")
            self.at += length
            return self.data[self.at - length:self.at]
        if tag == 0x75:
            found = self.description()
            array = self.new([])
            array += [self.value(found["name"][1]) for _ in range(self.take("i"))]
            return array
        assert tag == 0x73, hex(tag)
        described = self.description()
        made = self.new({"": described["name"]})
        chain = []
        while described:
            chain.insert(0, described)
            described = described["super"]
        for described in chain:
            for kind, name in described["fields"]:
                made[name] = self.value(kind)
            if described["flags"] & 1:
                made[described["name"]] = self.data_to_end()
        return made


def entries(int_map):
    """A HashMapIntObject as a dict."""
    data = int_map["org.eclipse.mat.collect.HashMapIntObject"]
    found = {struct.unpack(">i", k)[0]: v for k, v in zip(data[::2], data[1::2])}
    assert len(found) == int_map["size"] <= int_map["limit"] < int_map["capacity"]
    return found


def hash_map(java_map):
    data = java_map["java.util.HashMap"][1:]
    return dict(zip(data[::2], data[1::2]))


def boxed(value):
    if isinstance(value, dict):
        return "0x%x" % value["address"] if "address" in value else value["value"]
    return value


def check_inverse(outbound, inbound, classes):
    for_classes, others = {}, {}
    for number, refs in enumerate(outbound):
        for i, to in enumerate(refs):
            (others if i else for_classes).setdefault(to, []).append(number)
    body = list_parts("inbound.index")[1]
    for number, refs in enumerate(inbound):
        own = for_classes.get(number, [])
        assert refs == own + others.get(number, []), number
        if own:
            begin, count = classes[number]["cacheEntry"]
            assert body[begin:begin + count] == own


def check_dominators(parents, children, retained):
    below = {}
    for number, parent in enumerate(parents):
        below.setdefault(parent - 1, []).append(number)
    for number, found in enumerate(children):
        assert sorted(found) == below.get(number, []), number
        sizes = [retained[n] for n in found]
        assert sizes == sorted(sizes, reverse=True)


def main():
    stream = Stream(file("index")).objects
    info = stream[1]
    classes, roots, threads, labels = map(entries, stream[2:6])
    print("stream:", stream[0])
    for key in sorted(info):
        if isinstance(info[key], int):
            print("%s: %d" % (key, info[key]))
    print("date:", struct.unpack(">q", info["creationDate"]["java.util.Date"][0])[0])
    print("prefix:", info["prefix"])
    for key, value in sorted(hash_map(info["properties"]).items()):
        if key.endswith("UnreachableObjectsHistogram"):
            for row in value["histogram"]["java.util.ArrayList"][1:]:
                print("unreachable: %(objectCount)d %(className)s, %(shallowHeapSize)d bytes" % row)
        else:
            print("property %s: %s" % (key, boxed(value)))
    for number, c in sorted(classes.items()):
        fields = ["%s %d" % (f["name"], f["type"]) for f in c["fields"]]
        statics = ["%s=%s" % (f["name"], boxed(f["value"])) for f in c["staticFields"]]
        subs = c["subClasses"]["java.util.ArrayList"][1:] if c["subClasses"] else []
        print("class %d %s: loader %d, super %d, %d instances of %d bytes, in total %d, own %d; "
              "fields [%s]; statics [%s]; subclasses %s"
              % (number, c["name"], c["classLoaderId"], c["superClassId"], c["instanceCount"],
                 c["instanceSize"], c["totalSize"], c["usedHeapSize"], ", ".join(fields),
                 ", ".join(statics), sorted(s["objectId"] for s in subs)))
    for number, found in sorted(roots.items()):
        print("root %d: types %s" % (number, [r["type"] for r in found]))
    for thread, locals_ in sorted(threads.items()):
        for number, found in sorted(entries(locals_).items()):
            assert all(r["contextId"] == thread for r in found)
            print("thread %d: local %d, types %s" % (thread, number, [r["type"] for r in found]))
    for number, label in sorted(labels.items()):
        print("loader %d: %s" % (number, label))
    ids, class_of, sizes = map(numbers, ("idx.index", "o2c.index", "a2s.index"))
    offsets, parents, retained = map(numbers, ("o2hprof.index", "domIn.index", "o2ret.index"))
    outbound, inbound = map(ascending_lists, ("outbound.index", "inbound.index"))
    below = counted_lists("domOut.index")
    assert len(ids) == len(class_of) == len(sizes) == len(offsets) == len(parents)
    assert ids == sorted(ids)
    check_inverse(outbound, inbound, classes)
    check_dominators(parents, below, retained)
    for number, id_ in enumerate(ids):
        assert (sizes[number] != 0) == (stream[6]["bits"][number // 32] >> number % 32 & 1)
        print("%d 0x%x %s: %s, %d bytes, refers to %s, dominated by %d, retains %d"
              % (number, id_, classes[class_of[number]]["name"],
                 "record" if offsets[number] else "none", sizes[number], outbound[number],
                 parents[number] - 2, retained[number]))
    for number, size in struct.iter_unpack(">iq", file("i2sv2.index")):
        print("with instances, %s: %d" % (classes[number]["name"], size))


main()
