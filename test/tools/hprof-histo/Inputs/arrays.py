"""Prints the YAML of a dump of 128 arrays without gaps, as HotSpot lays them out
with compressed references: 64 of 3 chars and 64 of 5 references, of which 4 are
null."""

print("""--- !hprof
- classes:
  - {name: java/lang/Object, class: 0x100}
  - {name: "[Ljava/lang/Object;", class: 0x110, super: 0x100}
  - {name: "[C", class: 0x120, super: 0x100}""")
CHARS, REFERENCES = 24, 40
print("- instance: {object: 0x8000, class: 0x100}")
print("- rootUnknown: {object: 0x8000}")
at = 0x10000
for _ in range(64):
    print("- primitiveArray: {object: 0x%x, elementType: char, elements: [1, 2, 3]}" % at)
    print("- rootUnknown: {object: 0x%x}" % at)
    own = at + CHARS
    print("- objectArray: {object: 0x%x, class: 0x110, elements: [0x%x, null, null, null, null]}" % (own, at))
    print("- rootUnknown: {object: 0x%x}" % own)
    at = own + REFERENCES
