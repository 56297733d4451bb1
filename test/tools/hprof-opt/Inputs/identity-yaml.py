"""Prints a dump like that of Identity.java, in YAML: collections of the JDK, and
values that identity, place and order reveal."""

import random

COUNT = 64
draw = random.Random(4711)
out = []
next_id = 0x10000


def new():
    global next_id
    next_id += 16
    return next_id


def instance(of, at=None, **fields):
    at = at or new()
    text = ", ".join("%s: %s" % f for f in fields.items())
    out.append("- instance: {object: %#x, class: %s, fields: {%s}}" % (at, of, text))
    return at


def array(of, elements):
    key = new()
    out.append("- objectArray: {object: %#x, class: \"[L%s;\", elements: [%s]}" % (
        key, of, ", ".join(hex(e) for e in elements)))
    return key


def bytes_of(text):
    key = new()
    out.append("- primitiveArray: {object: %#x, elementType: byte, text: \"%s\"}" % (key, text))
    return key


def string(text):
    return instance("java/lang/String", value=hex(bytes_of(text)))


def ints(values):
    key = new()
    out.append("- primitiveArray: {object: %#x, elementType: int, elements: [%s]}" % (
        key, ", ".join(map(str, values))))
    return key


def box(of, value):
    return instance("java/lang/" + of, value=value)


def table(node_class, array_class, size, pairs, held):
    """A table, its nodes in chains. Keys are pairs of a hash and an object."""
    heads = [0] * size
    keys = [new() for _ in pairs]
    for key, ((code, k), v) in zip(keys, pairs):
        fields = {"hash": code, "key": hex(k), held: hex(v), "next": hex(heads[code % size])}
        instance(node_class, key, **fields)
        heads[code % size] = key
    return array(array_class, heads), keys


def hash_map(pairs, size=8192, of="java/util/HashMap", held="value"):
    nodes, _ = table(of + "$Node", of + "$Node", size, pairs, held)
    return instance(of, table=hex(nodes), size=len(pairs))


def linked_map(pairs, size=128):
    """Rows of strings, whose hashes are arbitrary."""
    keys = [new() for _ in pairs]
    heads = [0] * size
    for i, (k, v) in enumerate(pairs):
        code = draw.randrange(1 << 20)
        instance("java/util/LinkedHashMap$Entry", keys[i], hash=code, key=hex(k), value=hex(v),
                 next=hex(heads[code % size]), before=hex(keys[i - 1] if i else 0),
                 after=hex(keys[i + 1] if i + 1 < len(keys) else 0))
        heads[code % size] = keys[i]
    nodes = array("java/util/HashMap$Node", heads)
    return instance("java/util/LinkedHashMap", table=hex(nodes), size=len(keys),
                    head=hex(keys[0]), tail=hex(keys[-1]))


def tree(pairs, parent=0):
    """Entries of sorted pairs; the root's id."""
    if not pairs:
        return 0
    key, mid = new(), len(pairs) // 2
    left, right = tree(pairs[:mid], key), tree(pairs[mid + 1:], key)
    instance("java/util/TreeMap$Entry", key, key=hex(pairs[mid][0]), value=hex(pairs[mid][1]),
             left=hex(left), right=hex(right), parent=hex(parent))
    return key


def array_list(elements):
    room = array("java/lang/Object", elements + [0] * 16)
    return instance("java/util/ArrayList", elementData=hex(room), size=len(elements))


def linked_list(elements):
    keys = [new() for _ in elements]
    for i, element in enumerate(elements):
        instance("java/util/LinkedList$Node", keys[i], item=hex(element),
                 prev=hex(keys[i - 1] if i else 0),
                 next=hex(keys[i + 1] if i + 1 < len(keys) else 0))
    return instance("java/util/LinkedList", first=hex(keys[0]), last=hex(keys[-1]),
                    size=len(keys))


def shuffled(values):
    values = list(values)
    draw.shuffle(values)
    return values


characters = [box("Character", c) for c in range(128)]
integers = [box("Integer", n) for n in range(-128, 128)]
booleans = [box("Boolean", v) for v in ("false", "true")]
colors = {n: instance("Identity$Color") for n in ("RED", "GREEN", "BLUE", "BLACK", "WHITE")}
locales = {n: instance("java/util/Locale") for n in ("US", "FRANCE", "GERMANY", "JAPAN")}
cities = [string("city %d" % i) for i in range(8)]
names = ["name %s%s" % (chr(65 + i // 26), chr(97 + i % 26)) for i in range(COUNT)]
numbers = draw.sample(range(200, 8100), 3 * COUNT)
people = []
for _ in range(COUNT):
    people.append(instance(
        "Identity$Person", age=hex(integers[128 + draw.randrange(1, 100)]),
        flag=hex(draw.choice(booleans)), color=hex(draw.choice(list(colors.values()))),
        locale=hex(draw.choice(list(locales.values()))), city=hex(draw.choice(cities)),
        birth=hex(draw.choice(cities)), password=hex(string("x" * draw.randrange(1, 20))),
        history=hex(ints([0] * draw.randrange(30)))))
keys = [(n, box("Integer", n)) for n in numbers]
by_name = {n: (string(n), p) for n, p in zip(shuffled(names), people)}
texts = {n: string(n) for n in shuffled(names)}
secret_order = shuffled(people)
steps = {p: string(n) for p, n in zip(shuffled(people), names)}
statics = {
    "letters": array_list([characters[ord(c)] for c in "correct horse battery staple"]),
    "queue": array_list(shuffled(people)),
    "line": linked_list(shuffled(people)),
    "byNumber": hash_map(list(zip(keys[:COUNT], people))),
    "sessions": hash_map(list(zip(keys[COUNT:2 * COUNT], people)),
                         of="java/util/concurrent/ConcurrentHashMap", held="val"),
    "codes": instance("java/util/HashSet", map=hex(hash_map(
        [(k, characters[0]) for k in keys[2 * COUNT:]]))),
    "byName": instance("java/util/TreeMap", root=hex(tree([by_name[n] for n in names])),
                       size=COUNT),
    "steps": linked_map([(steps[p], p) for p in secret_order]),
    "sorted": array("java/lang/String", [texts[n] for n in names]),
    "ints": ints(sorted(numbers[:COUNT])),
}
cache = {"Character": array("java/lang/Character", characters),
         "Integer": array("java/lang/Integer", integers)}
values = array("Identity$Color", list(colors.values()))


def static(fields):
    return "{%s}" % ", ".join("%s: object %#x" % f for f in fields.items())


def of_class(name, superclass="java/lang/Object", statics=None, **fields):
    print("  - {name: \"%s\", super: %s, statics: %s, fields: {%s}}" % (
        name, superclass, static(statics or {}),
        ", ".join("%s: %s" % f for f in fields.items())))


print("--- !hprof\n- classes:\n  - {name: java/lang/Object}")
of_class("java/lang/String", value="object", coder="byte")
of_class("java/lang/Boolean", statics={"FALSE": booleans[0], "TRUE": booleans[1]},
         value="boolean")
of_class("java/lang/Character", value="char")
of_class("java/lang/Character$CharacterCache", statics={"cache": cache["Character"]})
of_class("java/lang/Integer", value="int")
of_class("java/lang/Integer$IntegerCache", statics={"cache": cache["Integer"]})
of_class("java/util/Locale", statics=locales)
of_class("java/lang/Enum")
of_class("Identity$Color", "java/lang/Enum", statics=dict(colors, **{"$VALUES": values}))
of_class("Identity$Person", **{n: "object" for n in (
    "age", "flag", "color", "locale", "city", "birth", "password", "history")})
of_class("Identity", statics=statics)
of_class("java/util/ArrayList", size="int", elementData="object")
of_class("java/util/LinkedList", size="int", first="object", last="object")
of_class("java/util/LinkedList$Node", item="object", next="object", prev="object")
for package, held in (("java/util/HashMap", "value"),
                      ("java/util/concurrent/ConcurrentHashMap", "val")):
    of_class(package, size="int", table="object")
    of_class(package + "$Node", **{"hash": "int", "key": "object", held: "object",
                                   "next": "object"})
of_class("java/util/LinkedHashMap", "java/util/HashMap", head="object", tail="object")
of_class("java/util/LinkedHashMap$Entry", "java/util/HashMap$Node", before="object",
         after="object")
of_class("java/util/HashSet", map="object")
of_class("java/util/TreeMap", root="object", size="int")
of_class("java/util/TreeMap$Entry", key="object", value="object", left="object",
         right="object", parent="object")
for element in ("java/lang/Object", "java/lang/String", "java/lang/Character",
                "java/lang/Integer", "java/util/HashMap$Node",
                "java/util/concurrent/ConcurrentHashMap$Node", "Identity$Color"):
    of_class("[L%s;" % element)
# The user's strings come before their other holders, the rest in any order.
print("\n".join(out))
print("- rootJavaFrame: {object: %#x, threadSerial: 1, frame: 0}" % integers[128 + 42])
for name in ("Identity", "Identity$Color", "java/util/Locale", "java/lang/Boolean",
             "java/lang/Integer$IntegerCache", "java/lang/Character$CharacterCache"):
    print("- rootStickyClass: {object: \"%s\"}" % name if "$" in name
          else "- rootStickyClass: {object: %s}" % name)
