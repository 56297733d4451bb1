#!/usr/bin/env python3
"""Writes YAML of a heap in which the scenario argv[1] retains the most."""

import sys

LINES = []
CLASSES = ["""
  - {name: java/lang/Object}
  - {name: java/lang/ClassLoader, super: java/lang/Object}
  - {name: java/lang/Thread, super: java/lang/Object, fields: {name: object, threadLocals: object}}
  - {name: java/lang/String, super: java/lang/Object, fields: {value: object, coder: byte}}
  - {name: java/lang/ref/Reference, super: java/lang/Object, fields: {referent: object}}
  - {name: java/lang/ref/WeakReference, super: java/lang/ref/Reference}
  - {name: java/lang/ThreadLocal, super: java/lang/Object}
  - {name: "java/lang/ThreadLocal$ThreadLocalMap", super: java/lang/Object, fields: {table: object}}
  - {name: "java/lang/ThreadLocal$ThreadLocalMap$Entry", super: java/lang/ref/WeakReference, fields: {value: object}}
  - {name: "[Ljava/lang/ThreadLocal$ThreadLocalMap$Entry;", super: java/lang/Object}
  - {name: java/util/HashMap, super: java/lang/Object, fields: {size: int, table: object}}
  - {name: java/util/LinkedHashMap, super: java/util/HashMap, fields: {accessOrder: boolean}}
  - {name: "java/util/HashMap$Node", super: java/lang/Object, fields: {hash: int, key: object, value: object, next: object}}
  - {name: "[Ljava/util/HashMap$Node;", super: java/lang/Object}
  - {name: "[Ljava/lang/Object;", super: java/lang/Object}
  - {name: org/apache/catalina/session/StandardManager, super: java/lang/Object, fields: {sessions: object, context: object, maxActive: int}}
  - {name: org/apache/catalina/session/StandardSession, super: java/lang/Object, fields: {attribute: object}}
  - {name: io/netty/Selector, super: java/lang/Object, fields: {data: object}}
  - {name: app/Connection, super: java/lang/Object, fields: {selector: object}}
  - {name: clojure/lang/Symbol, super: java/lang/Object, fields: {ns: object, name: object}}
  - {name: clojure/lang/Namespace, super: java/lang/Object, fields: {name: object}}
  - {name: clojure/lang/Var, super: java/lang/Object, fields: {root: object, ns: object, sym: object}}
  - {name: java/util/concurrent/ThreadPoolExecutor, super: java/lang/Object, fields: {workQueue: object}}
  - {name: "java/util/concurrent/ThreadPoolExecutor$Worker", super: java/lang/Object, fields: {thread: object, this$0: object}}
  - {name: app/Bean, super: java/lang/Object, fields: {seen: object}}
  - {name: app/Pool, super: java/util/concurrent/ThreadPoolExecutor}
  - {name: app/Cart, super: java/lang/Object, fields: {data: object}}
  - {name: app/Order, super: java/lang/Object, fields: {data: object}}
  - {name: app/Image, super: java/lang/Object, fields: {data: object}}
  - {name: app/Context, class: 0x28, super: java/lang/Object, fields: {data: object}, statics: {CURRENT: object 0x300}}
  - {name: app/Other, super: java/lang/Object, fields: {manager: object}}
  - {name: app/Ring, super: java/lang/Object, fields: {slots: object, next: int}}
  - {name: app/Lru, super: java/util/LinkedHashMap, fields: {limit: int}}
  - {name: unknown/Entry, super: java/lang/Object, fields: {next: object, item: object}}
  - {name: unknown/Chain, super: java/lang/Object, fields: {first: object}}
  - {name: org/jdom/Element, super: java/lang/Object, fields: {next: object, previous: object, data: object}}
  - {name: org/apache/poi/Row, super: java/lang/Object, fields: {element: object, data: object}}
  - {name: org/apache/poi/Sheet, super: java/lang/Object, fields: {rows: object, first: object}}
  - {name: app/Shard, super: java/lang/Object, fields: {map: object}}
  - {name: app/PaddedBuffer, super: java/lang/Object, fields: {entries: object, bufferSize: int}}
  - {name: app/Session, super: java/lang/Object, fields: {views: object, data: object}}
  - {name: app/Item, super: java/lang/Object}
  - {name: app/Trie, super: java/lang/Object, fields: {kids: object, word: object}}
  - {name: app/Link, super: java/lang/Object, fields: {next: object, data: object}}
  - {name: app/View, super: java/lang/Object, fields: {product: long}}
  - {name: "app/Task$$Lambda$7", super: java/lang/Object}
  - {name: java/util/ArrayDeque, super: java/lang/Object, fields: {elements: object, head: int, tail: int}}
  - {name: java/util/ArrayList, super: java/lang/Object, fields: {size: int, elementData: object}}
  - {name: "java/util/LinkedList$Node", super: java/lang/Object, fields: {item: object, next: object}}
  - {name: java/util/BitSet, super: java/lang/Object, fields: {words: object}}
  - {name: java/util/EnumMap, super: java/lang/Object, fields: {vals: object, size: int}}
  - {name: java/lang/Long, super: java/lang/Object, fields: {value: long}}
  - {name: unknown/Peak, super: java/lang/Object, fields: {all: object, maxActive: int}}"""]
NEXT = [0x10000]


def new():
    NEXT[0] += 0x100
    return NEXT[0]


def instance(of, at=None, **fields):
    at = at or new()
    inner = ", ".join("%s: %s" % (k, v if isinstance(v, int) and v < 100000 else hex(v))
                      for k, v in fields.items())
    of = hex(of) if isinstance(of, int) else '"%s"' % of
    LINES.append("- instance: {object: 0x%x, class: %s, fields: {%s}}" % (at, of, inner))
    return at


def array(elements, name="[Ljava/lang/Object;"):
    at = new()
    LINES.append("- objectArray: {object: 0x%x, class: \"%s\", elements: [%s]}" % (
        at, name, ", ".join("0x%x" % e for e in elements)))
    return at


def payload(length=1000):
    at = new()
    LINES.append("- primitiveArray: {object: 0x%x, elementType: byte, text: %s}" % (
        at, "a" * length))
    return at


def hash_map(values, name="java/util/HashMap", at=None, **more):
    nodes = [instance("java/util/HashMap$Node", value=value) for value in values]
    table = array(nodes, "[Ljava/util/HashMap$Node;")
    return instance(name, at, size=len(values), table=table, **more)


def of_program(name, count, length=1000):
    return [instance(name, data=payload(length)) for _ in range(count)]


def owners():
    """A map of the application, a library's map, and a larger cache with a limit."""
    orders = hash_map(of_program("app/Order", 30))
    sessions = hash_map([instance("org/apache/catalina/session/StandardSession", attribute=cart)
                         for cart in of_program("app/Cart", 24)])
    manager = instance("org/apache/catalina/session/StandardManager", sessions=sessions,
                       maxActive=20)
    # A second path to the object, so that nothing dominates it.
    other = instance("app/Other", manager=manager)
    LINES.append("- rootJniGlobal: {object: 0x%x}" % other)
    cache = hash_map(of_program("app/Image", 64))
    return "{orders: object 0x%x, manager: object 0x%x, cache: object 0x%x, MAX_IMAGES: int 64}" % (
        orders, manager, cache)


def limits():
    """A ring buffer, a map that evicts, and two maps that only count past entries."""
    ring = instance("app/Ring", slots=array(of_program("app/Image", 128)), next=7)
    lru = hash_map(of_program("app/Order", 100), "app/Lru", accessOrder=0)
    peak = instance("unknown/Peak", all=hash_map(of_program("app/Cart", 77)), maxActive=77)
    exact = array(of_program("app/Context", 73))
    return "{ring: object 0x%x, lru: object 0x%x, peak: object 0x%x, exact: object 0x%x}" % (
        ring, lru, peak, exact)


def nodes():
    """A list of an unknown library."""
    last = 0
    for item in of_program("app/Order", 100):
        last = instance("unknown/Entry", next=last, item=item)
    return "{chain: object 0x%x}" % instance("unknown/Chain", first=last)


def sheet():
    """A document of linked elements, three for each row that uses them."""
    at = [new() for _ in range(3 * 60)]
    for i, element in enumerate(at):
        instance("org/jdom/Element", element, data=payload(500),
                 next=at[i + 1] if i + 1 < len(at) else 0, previous=at[i - 1] if i else 0)
    rows = [instance("org/apache/poi/Row", element=element, data=payload(300))
            for element in at[::3]]
    return instance("org/apache/poi/Sheet", rows=hash_map(rows), first=at[0]), at


def document():
    return "{sheet: object 0x%x}" % sheet()[0]


def deployments():
    """One object of a class of each of many loaders."""
    objects = []
    for number in range(30):
        CLASSES.append("  - {name: app/Deployed, class: 0x%x, super: java/lang/Object, "
                       "loader: 0x%x, fields: {data: object}}" % (0x400 + number, 0x500 + number))
        instance("java/lang/ClassLoader", 0x500 + number)
        objects.append(instance(0x400 + number, data=payload()))
    return "{all: object 0x%x}" % array(objects)


def cursor():
    """A thread that is processing such a document."""
    whole, at = sheet()
    thread = instance("java/lang/Thread", name=text("main"))
    LINES.append("- rootThreadObject: {object: 0x%x, threadSerial: 1, traceSerial: 0}" % thread)
    for variable in (whole, at[90]):
        LINES.append("- rootJavaFrame: {object: 0x%x, threadSerial: 1, frame: 0}" % variable)
    return "{}"


def full():
    """As many elements as a person would choose, and as many as there happened to
    be."""
    return "{chosen: object 0x%x, met: object 0x%x}" % tuple(
        instance("unknown/Peak", all=hash_map(of_program("app/Cart", count, 8)), maxActive=count)
        for count in (1050, 1060))


def table():
    """A table of arrays that has no gaps, and one that has some."""
    rows = [array(of_program("app/Image", 32)) for _ in range(4)]
    gaps = [array(of_program("app/Order", 39) + [0]) for _ in range(4)]
    return "{full: object 0x%x, gaps: object 0x%x}" % tuple(
        instance("app/Ring", slots=array(each)) for each in (rows, gaps))


def top():
    """As many elements as a constant says, whatever its name."""
    return "{best: object 0x%x, other: object 0x%x, TOP: int 120, MET: int 117}" % tuple(
        hash_map(of_program(*each)) for each in (("app/Image", 120), ("app/Order", 117)))


def taken():
    """A thread that works with an array that an application object owns."""
    carts = array(of_program("app/Cart", 60))
    shop = instance("app/Other", manager=carts)
    thread = instance("java/lang/Thread", name=text("main"))
    LINES.append("- rootThreadObject: {object: 0x%x, threadSerial: 1, traceSerial: 0}" % thread)
    for variable in (carts, shop):
        LINES.append("- rootJavaFrame: {object: 0x%x, threadSerial: 1, frame: 0}" % variable)
    return "{}"


def locals_():
    """Objects in each of many threads."""
    instance("java/lang/ThreadLocal", 0x300)
    for _ in range(40):
        entry = instance("java/lang/ThreadLocal$ThreadLocalMap$Entry", referent=0x300,
                         value=of_program("app/Context", 1)[0])
        table = array([entry], "[Ljava/lang/ThreadLocal$ThreadLocalMap$Entry;")
        thread = instance("java/lang/Thread", threadLocals=instance(
            "java/lang/ThreadLocal$ThreadLocalMap", table=table))
        LINES.append("- rootThreadObject: {object: 0x%x, threadSerial: 1, traceSerial: 0}" % thread)
    return "{}"


def framework():
    """Objects of a framework, each held by an application object."""
    connections = []
    for _ in range(50):
        selector = instance("io/netty/Selector", data=payload())
        connections.append(instance("app/Connection", selector=selector))
        LINES.append("- rootJniGlobal: {object: 0x%x}" % selector)
    return "{open: object 0x%x}" % hash_map(connections)


def text(words):
    at = new()
    LINES.append("- primitiveArray: {object: 0x%x, elementType: byte, text: \"%s\"}" % (at, words))
    return instance("java/lang/String", value=at, coder=0)


def names():
    """A variable of another language, a bean in a registry, and a pool."""
    def symbol(words):
        return instance("clojure/lang/Symbol", name=text(words))
    users = instance("clojure/lang/Var", sym=symbol("users"),
                     ns=instance("clojure/lang/Namespace", name=symbol("app.core")),
                     root=hash_map(of_program("app/Order", 40)))
    bean = instance("app/Bean", seen=hash_map(of_program("app/Cart", 30)))
    node = instance("java/util/HashMap$Node", key=text("cartService"), value=bean)
    beans = instance("java/util/HashMap", size=1, table=array([node], "[Ljava/util/HashMap$Node;"))
    pool = instance("app/Pool", workQueue=hash_map(of_program("app/Image", 20)))
    for number in (1, 2):
        thread = instance("java/lang/Thread", name=text("mail-%d" % number))
        worker = instance("java/util/concurrent/ThreadPoolExecutor$Worker", thread=thread, **{"this$0": pool})
        LINES.append("- rootJniGlobal: {object: 0x%x}" % worker)
        LINES.append("- rootThreadObject: {object: 0x%x, threadSerial: %d, traceSerial: 0}" % (
            thread, number))
    return "{users: object 0x%x, beans: object 0x%x, pool: object 0x%x}" % (users, beans, pool)


def array_list(elements):
    return instance("java/util/ArrayList", size=len(elements), elementData=array(elements))


def shards():
    """A fixed number of maps that grow, in an array without a gap, and in a map
    that does not evict; a smaller list."""
    shards = array([instance("app/Shard", map=hash_map(of_program("app/Order", 20, 100)))
                    for _ in range(64)])
    never = hash_map(of_program("app/Cart", 1153, 100), "app/Lru", accessOrder=1)
    return "{shards: object 0x%x, never: object 0x%x, list: object 0x%x}" % (
        shards, never, array_list(of_program("app/Image", 250, 100)))


def literal():
    """A queue of exactly 1100 elements, a number in no field, and a list that grows."""
    elements = array(of_program("app/Image", 1100, 100) + [0] * 100)
    queue = instance("java/util/ArrayDeque", elements=elements, head=0, tail=1100)
    return "{recent: object 0x%x, orders: object 0x%x}" % (
        queue, array_list(of_program("app/Order", 407, 100)))


def unordered():
    """A map of exactly 1100 entries, which has no eldest entry to remove."""
    return "{all: object 0x%x}" % hash_map(of_program("app/Image", 1100, 100))


def padded():
    """A ring buffer that is full except for the padding at both ends, and a list."""
    pad = [0] * 32
    ring = instance("app/PaddedBuffer", bufferSize=1024,
                    entries=array(pad + of_program("app/Image", 1024, 100) + pad))
    return "{ring: object 0x%x, orders: object 0x%x}" % (
        ring, array_list(of_program("app/Order", 407, 100)))


def small_cache():
    """A full cache that is over three times as large as a list that grows."""
    return "{MAX: int 1000, cache: object 0x%x, orders: object 0x%x}" % (
        hash_map(of_program("app/Image", 1000, 100)),
        array_list(of_program("app/Order", 207, 100)))


def evicts():
    """A map of the application that evicts, with an odd limit, and a list."""
    return "{lru: object 0x%x, orders: object 0x%x}" % (
        hash_map(of_program("app/Image", 177, 100), "app/Lru", limit=177),
        array_list(of_program("app/Order", 107, 100)))


def inner():
    """Application objects that have a small part of the bytes: in others, and next to
    texts and numbers."""
    views = lambda: array_list([instance("app/View", product=7) for _ in range(3)])
    sessions = [instance("app/Session", views=views(), data=payload(300)) for _ in range(71)]
    mixed = [instance("java/util/BitSet", words=payload(400)) for _ in range(61)]
    mixed += of_program("app/Cart", 43, 60)
    maps = [instance("java/util/EnumMap", size=5, vals=array(
        [instance("java/lang/Long", value=i) for i in range(5)])) for _ in range(83)]
    return "{sessions: object 0x%x, mixed: object 0x%x, maps: object 0x%x}" % (
        hash_map(sessions), array_list(mixed), array_list(maps))


def beside():
    """Lists in static fields of one class, and of another class, of one loader that
    lists its classes."""
    CLASSES.append("  - {name: app/First, class: 0x21, super: java/lang/Object, loader: 0x600, "
                   "statics: {small: object 0x%x, large: object 0x%x}}" % (
                       array_list(of_program("app/Cart", 30)),
                       array_list(of_program("app/Order", 100))))
    CLASSES.append("  - {name: app/Loader, super: java/lang/ClassLoader, fields: {classes: object}}")
    instance("app/Loader", 0x600, classes=array_list([0x21]))
    LINES.append("- rootJniGlobal: {object: 0x600}")
    return "{}"


def tables():
    """A table of two arrays, and an array in each element."""
    rows = [array([instance("app/Ring", slots=array([0] * 40)) for _ in range(50)])
            for _ in range(2)]
    return "{table: object 0x%x}" % instance("app/Ring", slots=array(rows))


def large():
    """Each list is a suspect of its own size."""
    return "{carts: object 0x%x}" % hash_map(of_program("app/Cart", 5, 4000))


def light():
    """A list with nodes that are larger than its elements."""
    node = 0
    for _ in range(300):
        node = instance("java/util/LinkedList$Node", item=instance("app/Item"), next=node)
    return "{list: object 0x%x}" % node


def trie():
    """A tree of three levels with a map in each node."""
    def node(depth):
        kids = [node(depth - 1) for _ in range(16)] if depth else []
        return instance("app/Trie", kids=hash_map(kids), word=payload(20))
    return "{trie: object 0x%x}" % node(2)


def chain():
    """A list of application objects, with texts."""
    link = 0
    for _ in range(70):
        link = instance("app/Link", next=link, data=payload(200))
    return "{head: object 0x%x}" % link


def lists():
    """A list, and a list of the same class in each of its elements."""
    def linked(items):
        node = 0
        for item in items:
            node = instance("java/util/LinkedList$Node", item=item, next=node)
        return node
    return "{list: object 0x%x}" % linked(
        [instance("app/Order", data=linked(of_program("app/Image", 3, 300))) for _ in range(30)])


def workers():
    """Tasks, and values of a ThreadLocal that have nothing to do with them."""
    instance("java/lang/ThreadLocal", 0x300)
    for number in range(40):
        entry = instance("java/lang/ThreadLocal$ThreadLocalMap$Entry", referent=0x300,
                         value=payload(3000))
        entries = array([entry], "[Ljava/lang/ThreadLocal$ThreadLocalMap$Entry;")
        thread = instance("java/lang/Thread", threadLocals=instance(
            "java/lang/ThreadLocal$ThreadLocalMap", table=entries))
        LINES.append("- rootThreadObject: {object: 0x%x, threadSerial: %d, traceSerial: 0}" % (
            thread, number + 1))
        LINES.append("- rootJavaFrame: {object: 0x%x, threadSerial: %d, frame: 0}" % (
            instance("app/Task$$Lambda$7"), number + 1))
    for number in range(41, 46):  # These threads have no value of the ThreadLocal.
        LINES.append("- rootThreadObject: {object: 0x%x, threadSerial: %d, traceSerial: 0}" % (
            instance("java/lang/Thread"), number))
    return "{}"


STATICS = {"shards": shards, "literal": literal, "unordered": unordered, "padded": padded, "small_cache": small_cache,
           "inner": inner, "beside": beside, "tables": tables, "workers": workers, "lists": lists, "evicts": evicts, "trie": trie, "chain": chain, "light": light, "large": large, "names": names, "owners": owners, "limits": limits, "nodes": nodes, "locals": locals_,
           "framework": framework, "document": document, "cursor": cursor, "full": full, "table": table,
           "top": top, "taken": taken,
           "deployments": deployments}[sys.argv[1]]()
print("--- !hprof\n- classes:" + "\n".join(CLASSES))
print("  - {name: app/Shop, class: 0x20, super: java/lang/Object, statics: %s}" % STATICS)
print("\n".join(LINES))
print("- rootStickyClass: {object: 0x20}\n- rootStickyClass: {object: 0x28}")
