"""Prints a dump as YAML, with secrets in strings that are longer than their display: in two
arrays with the same strings, in duplicate strings, and in the names of a thread and of a
class loader. The secrets are put together here, so that secret scanners do not report this
file."""

import base64
import random


def letters(count, seed):
    return "".join(random.Random(seed).choices("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=count))


def token(seed):
    return "github" + "_pat_" + letters(22, seed) + "_" + letters(59, -seed)


def jwt(seed):
    part = lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return ".".join((part('{"alg":"HS256","typ":"JWT"}'), part('{"sub":"%s"}' % letters(60, seed)), letters(43, seed + 1)))


texts = []
ids = iter(range(0x10000, 0x1000000, 8))


def string(text):
    own, array = next(ids), next(ids)
    texts.append("- instance: {object: 0x%x, class: 0x108, fields: {value: 0x%x}}" % (own, array))
    texts.append('- primitiveArray: {object: 0x%x, elementType: byte, text: "%s"}' % (array, text))
    return own


members = [string(token(seed)) for seed in range(1, 200)]
twice = [string(jwt(7)) for _ in range(40)]
loader, thread = string("ldr-" + "AKIA4HBQ7XKD" + "MZP2RT5W"), string("worker for " + jwt(9))
print(
    """--- !hprof
idSize: 8
---
- classes:
  - {name: java/lang/Object, class: 0x100}
  - {name: java/lang/String, class: 0x108, super: 0x100, fields: {value: object, hash: int, coder: byte}}
  - {name: java/lang/ClassLoader, class: 0x110, super: 0x100, fields: {name: object, classes: object}}
  - {name: app/Loader, class: 0x118, super: 0x110}
  - {name: java/lang/Thread, class: 0x120, super: 0x100, fields: {name: object, kept: object}}
  - {name: "[Ljava/lang/Object;", class: 0x168, super: 0x100}
  - {name: "[B", class: 0x180, super: 0x100}
  - {name: app/Cache, class: 0x200, super: 0x100, statics: {tokens: object 0x300, twice: object 0x308}}
  - {name: app/Copy, class: 0x208, super: 0x100, statics: {tokens: object 0x310}}
- rootStickyClass: {object: 0x200}
- rootStickyClass: {object: 0x208}
- rootJniGlobal: {object: 0x2000}
- rootThreadObject: {object: 0x2008, threadSerial: 1}
- instance: {object: 0x2000, class: 0x118, fields: {name: 0x%x, classes: 0x2100}}
- primitiveArray: {object: 0x2100, elementType: byte, text: %s}
- instance: {object: 0x2008, class: 0x120, fields: {name: 0x%x}}
- objectArray: {object: 0x300, class: 0x168, elements: [%s]}
- objectArray: {object: 0x310, class: 0x168, elements: [%s]}
- objectArray: {object: 0x308, class: 0x168, elements: [%s]}"""
    % (loader, "x" * 50000, thread, *[", ".join(map(hex, members))] * 2, ", ".join(map(hex, twice)))
)
print("\n".join(texts))
