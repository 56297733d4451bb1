"""cut-secrets.py STARTS SIZE: prints a dump as YAML, with secrets in strings that are longer than
their display: in two arrays with the same strings, in duplicate strings, in keys of a map, and
in the names of threads and class loaders. Some are recognized by their form, and one, of plain
words, is a copy of the value of a field. Values in the map, and some threads and class loaders,
retain SIZE bytes. Writes the beginning of each secret to STARTS. The secrets are put together
here, so that secret scanners do not report this file."""

import base64
import random
import sys


def letters(count, seed):
    return "".join(random.Random(seed).choices("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=count))


def token(seed):
    return "github" + "_pat_" + letters(22, seed) + "_" + letters(59, -seed)


def jwt(seed):
    part = lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return ".".join((part('{"alg":"HS256","typ":"JWT"}'), part('{"sub":"%s"}' % letters(60, seed)), letters(43, seed + 1)))


size = int(sys.argv[2])
records = []
ids = iter(range(0x10000, 0x1000000, 8))


def instance(of, **fields):
    own = next(ids)
    records.append("- instance: {object: 0x%x, class: 0x%x, fields: {%s}}" %
                   (own, of, ", ".join("%s: 0x%x" % field for field in fields.items())))
    return own


def byte_array(text):
    own = next(ids)
    records.append('- primitiveArray: {object: 0x%x, elementType: byte, text: "%s"}' % (own, text))
    return own


def string(text):
    return instance(0x108, value=byte_array(text))


def array(elements, own=None):
    own = own or next(ids)
    records.append("- objectArray: {object: 0x%x, class: 0x168, elements: [%s]}" % (own, ", ".join(map(hex, elements))))
    return own


tokens = [token(seed) for seed in range(1, 200)]
access = "AKIA4HBQ7XKD" + "MZP2RT5W"
words = "correct horse battery staple of seven llamas that nobody wrote down"
members = [string(text) for text in tokens]
array(members, 0x300)
array(members, 0x310)
userinfo = "jane:korrekt" + "pferd"
texts = [jwt(7), words, userinfo, userinfo + "@acme.org", "//" + userinfo + "@acme.org/" + "x" * 60]
array([string(text) for text in texts for _ in range(40)], 0x308)


def thread(serial, text, size):
    own = instance(0x120, name=string(text), kept=array([byte_array("x" * size)]))
    records.append("- rootThreadObject: {object: 0x%x, threadSerial: %d}" % (own, serial))


def loader(text, size):
    own = instance(0x118, name=string(text), classes=byte_array("x" * size))
    records.append("- rootJniGlobal: {object: 0x%x}" % own)


def entry(key, size, next=0):
    value = instance(0x138, more=array([byte_array("x" * (size // 9)) for _ in range(9)]))
    return instance(0x130, key=string(key), value=value, next=next)


thread(1, "worker for " + jwt(9), 10)
thread(2, words, 4 * size)
loader("ldr-" + access, 50000)
loader(words, size)
##   Only this object holds the map and some more.
uri = instance(0x140, string=string("https://" + userinfo + "@acme.org/" + "x" * 60), userInfo=string(userinfo),
               authority=string(userinfo + "@acme.org"), schemeSpecificPart=string("//" + userinfo + "@acme.org/x"))
url = instance(0x148, protocol=string("https"), userInfo=string(userinfo), authority=string(userinfo + "@acme.org:443"),
               file=string("/x"))
table = array([entry(words, 4 * size, entry(jwt(11), 10, entry(tokens[3], 10))), entry("for " + access, 10)])
more = array([string(token(seed)) for seed in range(300, 330)])
vault = instance(0x138, passphrase=string(words), map=instance(0x128, table=table), uri=uri, url=url, more=more)
records.append("- rootJniGlobal: {object: 0x%x}" % vault)

print("""--- !hprof
idSize: 8
---
- classes:
  - {name: java/lang/Object, class: 0x100}
  - {name: java/lang/String, class: 0x108, super: 0x100, fields: {value: object, hash: int, coder: byte}}
  - {name: java/lang/ClassLoader, class: 0x110, super: 0x100, fields: {name: object, classes: object}}
  - {name: app/Loader, class: 0x118, super: 0x110}
  - {name: java/lang/Thread, class: 0x120, super: 0x100, fields: {name: object, kept: object}}
  - {name: java/util/HashMap, class: 0x128, super: 0x100, fields: {table: object, size: int}}
  - {name: java/util/HashMap$Node, class: 0x130, super: 0x100, fields: {hash: int, key: object, value: object, next: object}}
  - {name: app/Vault, class: 0x138, super: 0x100, fields: {passphrase: object, map: object, uri: object, url: object, more: object}}
  - {name: java/net/URI, class: 0x140, super: 0x100, fields: {string: object, userInfo: object, authority: object, schemeSpecificPart: object}}
  - {name: java/net/URL, class: 0x148, super: 0x100, fields: {protocol: object, userInfo: object, authority: object, file: object}}
  - {name: "[Ljava/lang/Object;", class: 0x168, super: 0x100}
  - {name: "[B", class: 0x180, super: 0x100}
  - {name: app/Cache, class: 0x200, super: 0x100, statics: {tokens: object 0x300, twice: object 0x308}}
  - {name: app/Copy, class: 0x208, super: 0x100, statics: {tokens: object 0x310}}
- rootStickyClass: {object: 0x200}
- rootStickyClass: {object: 0x208}""")
print("\n".join(records))
with open(sys.argv[1], "w") as out:
    for secret in tokens[:9] + [access, words, jwt(7), userinfo.split(":")[1]]:
        out.write(secret[:16] + "\n")
