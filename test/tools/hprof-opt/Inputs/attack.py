"""Tries to recover the contents from a redacted dump of Identity.

usage: attack.py ORIGINAL REDACTED CHANNEL=VERDICT...

The attacker knows the program and the JDK: which object a static field or a cache has,
in which bucket a hash is, how trees and chains are sorted, and the set of names. From
REDACTED alone each channel guesses values; ORIGINAL, whose ids are the same, shows how
many are right. VERDICT is "all" or "none", which means no more than by chance.
"""

import os
import sys
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from heapfile import Heap  # noqa: E402

original, redacted = Heap(sys.argv[1]), Heap(sys.argv[2])


# Public knowledge.

def cache(heap, holder, name, first):
    """Values by id, unless the cache reveals nothing."""
    return {key: first + i for i, key in enumerate(heap.arrays[heap.static(holder, name)])}


def constants(heap, of):
    """The names of static fields by id."""
    found = {}
    for name, value in heap.classes[heap.named[of]].statics.items():
        if value in heap.raw and heap.class_of(value) == of:
            found.setdefault(value, name)
    return found


def elements(heap, key):
    """The elements of an ArrayList."""
    values = heap.fields(key)
    return [e for e in heap.arrays[values["elementData"]] if e]


def chain(heap, key, link):
    while key:
        yield key
        key = heap.fields(key).get(link, 0)


def table(heap, key):
    """Pairs of a bucket and an entry."""
    nodes = heap.arrays[heap.fields(key)["table"]]
    for bucket, head in enumerate(nodes):
        for node in chain(heap, head, "next"):
            yield bucket, node


def in_order(heap, node):
    """Entries of a tree, without recursion."""
    stack = []
    while node or stack:
        while node:
            stack.append(node)
            node = heap.fields(node)["left"]
        node = stack.pop()
        yield node
        node = heap.fields(node)["right"]


def field(heap, name):
    return heap.static("Identity", name)


def people(heap):
    """By id, so that both heaps have the same order."""
    return sorted(k for k in heap.raw if heap.class_of(k) == "Identity$Person")


def known_names():
    """All names, but not which person has which."""
    return sorted(original.text(original.get(n, "key"))
                  for _, n in table_of_tree(original))


def table_of_tree(heap):
    root = heap.fields(field(heap, "byName"))["root"]
    return [(0, n) for n in in_order(heap, root)]


# Channels: guesses from a heap, by the person they are about. The same code reads the
# true values if ids are compared, and "truth" does if contents are.

def attribute(name, known):
    return {p: known.get(redacted.fields(p)[name]) for p in people(redacted)}


def boxed(key):
    return original.get(key, "value")


def identity_letters():
    known = cache(redacted, "java.lang.Character$CharacterCache", "cache", 0)
    guess = [known.get(e) for e in elements(redacted, field(redacted, "letters"))]
    return guess, [boxed(e) for e in elements(original, field(original, "letters"))]


def of_people(name, guess, truth):
    keys = people(redacted)
    return [guess[p] for p in keys], [truth(original.fields(p)[name]) for p in keys]


def identity_ages():
    known = cache(redacted, "java.lang.Integer$IntegerCache", "cache", -128)
    return of_people("age", attribute("age", known), boxed)


def identity_flags():
    known = {redacted.static("java.lang.Boolean", n): v for n, v in (("TRUE", 1), ("FALSE", 0))}
    return of_people("flag", attribute("flag", known), boxed)


def identity_colors():
    known = constants(redacted, "Identity$Color")
    return of_people("color", attribute("color", known),
                     constants(original, "Identity$Color").get)


def identity_locales():
    known = constants(redacted, "java.util.Locale")
    return of_people("locale", attribute("locale", known),
                     constants(original, "java.util.Locale").get)


def buckets(name, node_of):
    """Keys are smaller than the table, so the bucket is the key."""
    def read(heap, key):
        return {node_of(heap, n): key(b, n) for b, n in table(heap, field(heap, name))}
    guess = read(redacted, lambda b, n: b)
    truth = read(original, lambda b, n: boxed(original.get(n, "key")))
    return [guess.get(k) for k in truth], list(truth.values())


def bucket_map():
    return buckets("byNumber", lambda h, n: h.get(n, "value"))


def bucket_concurrent():
    return buckets("sessions", lambda h, n: h.get(n, "val"))


def bucket_set():
    """The set consists of a map's keys."""
    def read(heap, key):
        inner = heap.fields(field(heap, "codes"))["map"]
        return {heap.get(n, "key"): key(b, n) for b, n in table(heap, inner)}
    guess = read(redacted, lambda b, n: b)
    truth = read(original, lambda b, n: boxed(original.get(n, "key")))
    return [guess.get(k) for k in truth], list(truth.values())


def bucket_occupied():
    """The keys that exist, in any map."""
    def read(heap, key):
        inner = heap.fields(field(heap, "codes"))["map"]
        return {key(b, n) for b, n in table(heap, inner)}
    guess = read(redacted, lambda b, n: b)
    truth = read(original, lambda b, n: boxed(original.get(n, "key")))
    return [k if k in guess else None for k in truth], list(truth)


def order_tree():
    names = known_names()
    guess = {redacted.get(n, "value"): name
             for (_, n), name in zip(table_of_tree(redacted), names)}
    truth = {original.get(n, "value"): original.text(original.get(n, "key"))
             for _, n in table_of_tree(original)}
    return [guess.get(k) for k in truth], list(truth.values())


def order_array():
    names = known_names()
    guess = dict(zip(redacted.arrays[field(redacted, "sorted")], names))
    keys = original.arrays[field(original, "sorted")]
    return [guess.get(k) for k in keys], [original.text(k) for k in keys]


def order_list():
    return (elements(redacted, field(redacted, "queue")),
            elements(original, field(original, "queue")))


def order_chain(name, first, link, held):
    def read(heap):
        return [heap.get(n, held)
                for n in chain(heap, heap.fields(field(heap, name))[first], link)]
    return read(redacted), read(original)


def order_inserted():
    return order_chain("steps", "head", "after", "value")


def order_linked():
    return order_chain("line", "first", "next", "item")


def equal_strings():
    """Which people have which fields equal. An object with very many referrers is
    shared by all."""
    def pairs(heap, same):
        uses = Counter(heap.fields(k)[n] for k in people(heap) for n in ("city", "birth"))
        seen = {}
        for k in people(heap):
            for n in ("city", "birth"):
                value = heap.fields(k)[n]
                if value and uses[value] <= len(people(heap)) / 2:
                    seen.setdefault(same(value), []).append((k, n))
        return {(a, b) for group in seen.values() for a in group for b in group if a < b}
    truth = sorted(pairs(original, original.text))
    guess = pairs(redacted, lambda key: key)
    return [t if t in guess else None for t in truth], truth


def length_strings():
    def read(heap):
        return [heap.length(heap.get(p, "password", "value")) for p in people(heap)]
    return read(redacted), read(original)


def length_arrays():
    def read(heap):
        return [heap.length(heap.fields(p)["history"]) for p in people(heap)]
    return read(redacted), read(original)


def contents_ints():
    def read(heap):
        _, at, count = heap.prims[field(heap, "ints")]
        return [heap.number(at + 4 * i, 4) for i in range(count)]
    return read(redacted), read(original)


failed = False
for wish in sys.argv[3:]:
    name, verdict = wish.split("=")
    guess, truth = globals()[name.replace("-", "_")]()
    # A guess that is the same for all does not count.
    if len(set(guess)) == 1 and len(set(truth)) > 1:
        guess = [None] * len(truth)
    right = sum(g is not None and g == t for g, t in zip(guess, truth))
    good = right == len(truth) if verdict == "all" else right <= len(truth) // 8
    print("%s: %d of %d%s" % (name, right, len(truth), "" if good else ", expected " + verdict))
    failed |= not good or len(truth) < 20
sys.exit(failed)
