"""Prints a dump in YAML with Strings, Integers, entries of hash tables, and
lists and a map with them.

usage: prepared.py LIMIT

Arrays have zeros after LIMIT elements, as some VMs write them; there is one String of
3000 characters, and 20 of 300, which differ in the last character."""
import sys

limit = int(sys.argv[1])
print("""--- !hprof
- classes:
  - {name: java/lang/Object}
  - {name: java/lang/String, super: java/lang/Object, fields: {value: object, hash: int, coder: byte}}
  - {name: java/lang/Number, super: java/lang/Object}
  - {name: java/lang/Integer, super: java/lang/Number, fields: {value: int}}
  - {name: java/util/HashMap$Node, super: java/lang/Object, fields: {hash: int, key: object, value: object, next: object}}
  - {name: java/util/ArrayList, super: java/lang/Object, fields: {modCount: int, elementData: object, size: int}}
  - {name: java/util/concurrent/ConcurrentHashMap, super: java/lang/Object, fields: {table: object, baseCount: long, counterCells: object}}
  - {name: "[Ljava/lang/Object;", super: java/lang/Object}
- rootUnknown: {object: all}
""")
held = []


def string(name, text):
    shown = [ord(c) if i < limit else 0 for i, c in enumerate(text)]
    print(f"- instance: {{object: {name}, class: java/lang/String, fields: {{value: {name}b}}}}")
    print(f"- primitiveArray: {{object: {name}b, elementType: byte, elements: {shown}}}")
    held.append(name)


string("long", "x" * 3000)
for i in range(20):
    string(f"short{i}", f"number {i}")
    string(f"text{i}", "-" * 100 + "+" * 198 + chr(65 + i) + "/")
    print(f"- instance: {{object: i{i}, class: java/lang/Integer, fields: {{value: {1000 + i}}}}}")
    print(f"- instance: {{object: n{i}, class: java/util/HashMap$Node, fields: {{hash: {77 + i}, key: short{i}, value: i{i}}}}}")
    print(f"- instance: {{object: l{i}, class: java/util/ArrayList, fields: {{elementData: e{i}, size: 2}}}}")
    print(f"- objectArray: {{object: e{i}, class: \"[Ljava/lang/Object;\", elements: [i{i}, n{i}]}}")
    held.append(f"l{i}")
string("again", "number 1")
print("- instance: {object: map, class: java/util/concurrent/ConcurrentHashMap, fields: {table: slots, baseCount: 16}}")
print(f"- objectArray: {{object: slots, class: \"[Ljava/lang/Object;\", elements: [{', '.join(f'n{i}' for i in range(16))}]}}")
held.append("map")
print(f"- objectArray: {{object: all, class: \"[Ljava/lang/Object;\", elements: [{', '.join(held)}]}}")
